package web

import (
	"cmp"
	"slices"
	"strconv"

	"nimbot/game/dialog"
)

// room is one channel, or one person's own board there. The hub's lock guards its fields.
type room struct {
	name    string       // in the hub
	at      dialog.Place // the channel
	channel string       // its name
	person  string       // the ID of whose board it is; "" for a channel
	owner   string       // that person's name
	log     []*entry     // oldest first
	changes []*entry     // the entries of log, in the order of their last change
	bytes   int          // their size, approximately
	board   *entry       // the board that was shown last, nil for none
	round   *entry       // the message of the round, nil for none
	asked   string       // the post (dialog.Post.Name) that round shows
	// boards has the present board of each table; a person's own board is at 0.
	boards map[int]*entry
	// versions has the document's version for each table's newest board, and version that of the
	// board that was shown last.
	versions map[int]uint64
	version  uint64
	pages    map[*page]bool
	used     uint64 // the sequence when it was last used

	// arriving is a lock that serializes reading the current board for newcomers.
	arriving chan struct{}
	read     bool // the present board was read, or shown since
}

// post shows a new message in a channel.
func (h *hub) post(r *room, e *entry) {
	e.fields.Order = h.seq + 1
	e.fields.ID = h.epoch + "-" + strconv.FormatUint(e.fields.Order, 36)
	e.fields.Channel = r.channel
	r.log = append(r.log, e)
	h.sendChange(r, e)
}

// sendChange shows the present state of a message.
func (h *hub) sendChange(r *room, e *entry) {
	h.seq++
	e.seq, r.used = h.seq, h.seq
	e.encodeFields()
	r.changes = append(slices.DeleteFunc(r.changes, func(x *entry) bool { return x == e }), e)
	more := e.weight() - e.counted
	e.counted += more
	h.weigh(r, more)
	h.trim(r, e)
	for p := range r.pages {
		if e.seenBy(p.person) {
			p.wake()
		}
	}
}

// replace shows the message with in place of e.
func (h *hub) replace(r *room, e, with *entry) {
	e.setContent(with)
	h.sendChange(r, e)
}

// weigh adds bytes to a channel, and to the total unless the channel was dropped.
func (h *hub) weigh(r *room, more int) {
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
		} else if !h.evict(func(*room) bool { return true }) { // only present boards are left
			return
		}
	}
}

// dropOldest forgets the oldest message of a channel. The present board stays,
// however much is said after it.
func (h *hub) dropOldest(r *room, newest *entry) bool {
	i := slices.IndexFunc(r.log, func(e *entry) bool { return !r.mustKeep(e) && e != newest })
	if i < 0 {
		return false
	}
	e := r.log[i]
	r.unsetBoard(e)
	r.log = slices.Delete(r.log, i, i+1)
	r.changes = slices.DeleteFunc(r.changes, func(x *entry) bool { return x == e })
	h.weigh(r, -e.counted)
	return true
}

// mustKeep reports whether a message must stay: the board that was shown last, those of games
// that are running, and the round's.
func (r *room) mustKeep(e *entry) bool {
	return e == r.board || e == r.round || e.live() && r.isPresent(e)
}

// isPresent reports whether a message is the present board of a table.
func (r *room) isPresent(e *entry) bool {
	return e.Board && e.to == "" && !e.Retired && r.boards[e.table] == e
}

// unsetBoard records that a message isn't the board of its table any more.
func (r *room) unsetBoard(e *entry) {
	if r.boards[e.table] == e {
		delete(r.boards, e.table)
	}
	if r.board == e {
		r.board = nil
	}
}

// largest returns the channel that uses the most bytes among those with a message to
// drop.
func (h *hub) largest(newest *entry) (most *room) {
	for _, r := range h.rooms {
		must := 0
		for _, e := range r.log {
			if r.mustKeep(e) || e == newest {
				must++
			}
		}
		if len(r.log) > must && (most == nil || r.bytes > most.bytes) {
			most = r
		}
	}
	return most
}

// find returns the message with an id that the person can see, nil for none.
func (r *room) find(id, person string) *entry {
	for _, e := range slices.Backward(r.log) {
		if e.fields.ID == id && e.seenBy(person) {
			return e
		}
	}
	return nil
}

// missed returns the current versions of the messages that the page hasn't been sent, in
// the order of their changes.
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

// dropOwn makes the hub read a person's own boards again when somebody next looks at them.
func (h *hub) dropOwn(person string) {
	h.mu.Lock()
	defer h.mu.Unlock()
	for _, r := range h.rooms {
		if r.person == person {
			h.drop(r)
		}
	}
}

// peopleIn returns the IDs of the people who look at a room, or about whom its messages for
// everybody are.
func (h *hub) peopleIn(r *room) (ids []string) {
	h.mu.Lock()
	defer h.mu.Unlock()
	for p := range r.pages {
		ids = append(ids, p.person)
	}
	for _, e := range r.log {
		if e.to == "" {
			ids = append(ids, e.about...)
		}
	}
	slices.Sort(ids)
	return slices.Compact(ids)
}
