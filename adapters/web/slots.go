package web

import "slices"

// mainChannel is where visitors arrive. It's always open.
const mainChannel = "general"

// holdsSlot reports whether a room is one of the channels that are bounded: one that has a message
// for everybody. An empty channel holds none, however many look at it, and neither does the main one.
func holdsSlot(r *room) bool {
	return isChannelRoom(r) && r.channel != mainChannel && slices.ContainsFunc(r.log, func(e *entry) bool { return e.to == "" })
}

// claim makes sure that there is a slot for a channel in which somebody speaks, or else for one that
// has messages when its first page opens. To make room, it drops the least recently used channel at which nobody looks, then one at which one
// browser alone looks, then one at which one address alone looks that has more than its share. Those
// pages are disconnected, and open again without the old messages. The error is errFull.
func (h *hub) claim(r *room, speaks bool) error {
	h.mu.Lock()
	defer h.mu.Unlock()
	if r.channel == mainChannel || holdsSlot(r) == speaks || !speaks && len(r.pages) > 0 {
		return nil
	}
	var held []*room
	for _, other := range h.rooms {
		if other != r && holdsSlot(other) {
			held = append(held, other)
		}
	}
	if len(held) < h.limits.Channels {
		return nil
	}
	slots := map[string]int{} // by the one who looks alone
	for _, other := range held {
		slots[other.lone(addressSource)]++
	}
	for _, mayGo := range []func(*room) bool{
		func(r *room) bool { return len(r.pages) == 0 && len(r.arriving) == 0 },
		func(r *room) bool { return r.lone(browserSource) != "" },
		func(r *room) bool {
			who := r.lone(addressSource)
			return who != "" && slots[who] > h.limits.Channels/10
		},
	} {
		var oldest *room
		for _, other := range held {
			if mayGo(other) && (oldest == nil || other.used < oldest.used) {
				oldest = other
			}
		}
		if oldest != nil {
			for p := range oldest.pages {
				h.cutOff(p)
			}
			h.drop(oldest)
			return nil
		}
	}
	return errFull
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
