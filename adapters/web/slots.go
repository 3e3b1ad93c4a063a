package web

import (
	"slices"
	"time"
)

// mainChannel is where visitors arrive. It's always open.
const mainChannel = "general"

// holdsSlot reports whether a room is one of the channels that are bounded: one that has a message
// for everybody. An empty channel holds none, however many look at it, and neither does the main one.
func holdsSlot(r *room) bool {
	return isChannelRoom(r) && r.channel != mainChannel && slices.ContainsFunc(r.log, func(e *entry) bool { return e.to == "" })
}

// settled is how long a page must have been open before it may be disconnected to make room: a page
// comes back at once, and would otherwise disconnect the next one, and so on without end.
const settled = time.Minute

// claim makes sure that there is a slot for a channel in which somebody speaks. The error is errFull.
func (h *hub) claim(r *room) error {
	h.mu.Lock()
	defer h.mu.Unlock()
	if r.channel == mainChannel || holdsSlot(r) {
		return nil
	}
	return h.makeWay(r)
}

// claimFor makes sure that there are slots for the channels of a page that is about to open, if it
// is the first in one that has messages. The error is errFull. mu is held.
func (h *hub) claimFor(p *page) error {
	var rooms []*room
	first := false
	for _, r := range p.rooms {
		if holdsSlot(r) && !slices.Contains(rooms, r) {
			rooms = append(rooms, r)
			first = first || len(r.pages) == 0
		}
	}
	if !first {
		return nil
	}
	return h.makeWay(rooms...)
}

// makeWay drops channels until rooms have a slot each, or none if that can't be. It drops the least
// recently used channel at which nobody looks, then one at which one browser alone looks, then one at
// which one address alone looks that has more than its share, if their pages are settled. Those pages
// are disconnected, and open again without the old messages. The error is errFull. mu is held.
func (h *hub) makeWay(rooms ...*room) error {
	var others []*room
	for _, other := range h.rooms {
		if holdsSlot(other) && !slices.Contains(rooms, other) {
			others = append(others, other)
		}
	}
	for _, drops := range []bool{false, true} { // first, see whether that can be
		held := slices.Clone(others)
		for len(held)+len(rooms) > h.limits.Channels {
			i := h.dispensable(held)
			if i < 0 {
				return errFull
			}
			if drops {
				for p := range held[i].pages {
					h.cutOff(p)
				}
				h.drop(held[i])
			}
			held = slices.Delete(held, i, i+1)
		}
	}
	return nil
}

// dispensable returns the index of the channel that makeWay drops first, -1 if none may go.
func (h *hub) dispensable(held []*room) int {
	slots := map[string]int{} // by the one who looks alone
	for _, r := range held {
		slots[r.lone(addressSource)]++
	}
	before := h.now().Add(-settled)
	for _, mayGo := range []func(*room) bool{
		func(r *room) bool { return len(r.pages) == 0 && len(r.arriving) == 0 },
		func(r *room) bool { return r.lone(browserSource) != "" && r.settledBefore(before) },
		func(r *room) bool {
			who := r.lone(addressSource)
			return who != "" && slots[who] > h.limits.Channels/10 && r.settledBefore(before)
		},
	} {
		oldest := -1
		for i, r := range held {
			if mayGo(r) && (oldest < 0 || r.used < held[oldest].used) {
				oldest = i
			}
		}
		if oldest >= 0 {
			return oldest
		}
	}
	return -1
}

// settledBefore reports whether every page in a room was opened before a time.
func (r *room) settledBefore(at time.Time) bool {
	for p := range r.pages {
		if p.opened.After(at) {
			return false
		}
	}
	return true
}

// The indices of a page's sources. A page in an Activity has one source, its person.
const (
	browserSource = 0
	addressSource = 1
)

// lone returns the only source of all the pages in a room, "" if there are several, or none.
func (r *room) lone(source int) (who string) {
	for p := range r.pages {
		s := p.sources[min(source, len(p.sources)-1)].who
		if who != "" && s != who {
			return ""
		}
		who = s
	}
	return who
}
