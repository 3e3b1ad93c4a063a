package web

import (
	"cmp"
	"slices"
	"strconv"
)

// room is one channel. The hub's lock guards its fields.
type room struct {
	name    string
	log     []*entry // oldest first
	changes []*entry // the same, in the order of their last change
	bytes   int      // their size, approximately
	board   *entry   // the present one, nil for none
	// version is that of the document of the newest board.
	version uint64
	pages   map[*page]bool
	used    uint64 // the sequence when it was last used

	// arriving is held while somebody's arrival reads the present board.
	arriving chan struct{}
	read     bool // the present board was read, or shown since
}

// post shows a new message in a channel.
func (h *hub) post(r *room, e *entry) {
	e.at.Order = h.seq + 1
	e.at.ID = h.epoch + "-" + strconv.FormatUint(e.at.Order, 36)
	e.at.Channel = r.name
	r.log = append(r.log, e)
	h.change(r, e)
}

// change shows a message as it now is.
func (h *hub) change(r *room, e *entry) {
	h.seq++
	e.seq, r.used = h.seq, h.seq
	e.place()
	r.changes = append(slices.DeleteFunc(r.changes, func(x *entry) bool { return x == e }), e)
	more := e.weight() - e.counted
	e.counted += more
	h.count(r, more)
	h.trim(r, e)
	for p := range r.pages {
		if e.seenBy(p.person) {
			p.wake()
		}
	}
}

// replace shows something else in the place of a message.
func (h *hub) replace(r *room, e, with *entry) {
	e.become(with)
	h.change(r, e)
}

// count adds bytes to a channel, and to the total unless the channel was dropped.
func (h *hub) count(r *room, more int) {
	r.bytes += more
	if h.rooms[r.name] == r {
		h.bytes += more
	}
}

// trim drops what exceeds the bounds: the oldest messages of a channel, and, for the
// total, the oldest of the largest channel, so that a small channel keeps its messages.
// The newest message stays.
func (h *hub) trim(r *room, newest *entry) {
	for len(r.log) > h.limits.Messages || r.bytes > h.limits.ChannelBytes {
		if !h.dropOldest(r, newest) {
			break
		}
	}
	for h.bytes > h.limits.Bytes {
		if most := h.largest(newest); most != nil {
			h.dropOldest(most, newest)
		} else if !h.evict() { // only present boards are left
			return
		}
	}
}

// dropOldest forgets the oldest message of a channel. The present board stays,
// however much is said after it.
func (h *hub) dropOldest(r *room, newest *entry) bool {
	i := slices.IndexFunc(r.log, func(e *entry) bool { return e != r.board && e != newest })
	if i < 0 {
		return false
	}
	e := r.log[i]
	r.log = slices.Delete(r.log, i, i+1)
	r.changes = slices.DeleteFunc(r.changes, func(x *entry) bool { return x == e })
	h.count(r, -e.counted)
	return true
}

// largest is the channel that takes most, of those that have more than must stay.
func (h *hub) largest(newest *entry) (most *room) {
	for _, r := range h.rooms {
		must := 0
		for _, e := range r.log {
			if e == r.board || e == newest {
				must++
			}
		}
		if len(r.log) > must && (most == nil || r.bytes > most.bytes) {
			most = r
		}
	}
	return most
}

// find is the message with an id that the person can see, nil for none.
func (r *room) find(id, person string) *entry {
	for _, e := range slices.Backward(r.log) {
		if e.at.ID == id && e.seenBy(person) {
			return e
		}
	}
	return nil
}

// missed are the present versions of messages that a page wasn't sent yet, in the order
// of their changes.
func (p *page) missed() (all []*entry) {
	for _, r := range p.rooms {
		for _, e := range slices.Backward(r.changes) {
			if e.seq <= p.read {
				break
			}
			if e.seenBy(p.person) {
				all = append(all, e)
			}
		}
	}
	slices.SortFunc(all, func(a, b *entry) int { return cmp.Compare(a.seq, b.seq) })
	return all
}
