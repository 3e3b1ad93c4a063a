package web

import (
	"context"
	"errors"
	"slices"
	"strconv"
	"strings"
	"sync"
	"time"

	"nimbot/game/dialog"
)

// The errors of the hub.
var (
	errFull   = errors.New("every channel is in use")
	errPages  = errors.New("too many pages are open")
	errOwn    = errors.New("the visitor has too many pages or channels open")
	errClosed = errors.New("the server is going down")
)

// hub holds the open channels, their messages, and the pages that show them. Messages and
// changes are numbered in one sequence.
type hub struct {
	limits Limits
	now    func() time.Time
	// epoch distinguishes this process's numbers from those before a restart.
	epoch string

	mu        sync.Mutex
	seq       uint64
	bytes     int    // of all rooms
	held      int    // bytes being sent to pages
	sends     uint64 // counts the sends
	rooms     map[string]*room
	pages     map[*page]bool
	openPages pageCounts
	closed    bool
}

func newHub(l Limits, now func() time.Time) *hub {
	return &hub{limits: l.orDefaults(), now: now, epoch: randomHex(4), rooms: map[string]*room{}, pages: map[*page]bool{}, openPages: pageCounts{}}
}

// event is one change on its way to a page.
type event struct {
	seq        uint64
	head, body []byte
}

// page is one open page, for one person.
type page struct {
	person  string // ID
	name    string
	sources []pageSource
	rooms   []*room
	opened  time.Time
	read    uint64        // the last number of the sequence that it was sent
	wakeup  chan struct{} // has an element if there may be news
	gone    chan struct{} // closed to disconnect the page
	cut     bool
	sending int    // bytes being sent to it
	sent    uint64 // number of that send
	stop    func() // aborts the send
}

// wake has a page check for news.
func (p *page) wake() {
	select {
	case p.wakeup <- struct{}{}:
	default: // it will check anyway
	}
}

// room finds or opens the room of a channel. Of those without a page, the least recently used is
// dropped if they are too many. The bounds on pages bound the others; see claim.
func (h *hub) room(p dialog.Place) *room {
	h.mu.Lock()
	defer h.mu.Unlock()
	name := roomName(p)
	r, ok := h.rooms[name]
	if !ok {
		if h.count(func(r *room) bool { return isChannelRoom(r) && len(r.pages) == 0 }) >= h.limits.Channels {
			h.evict(isChannelRoom)
		}
		r = h.add(&room{name: name, at: p, channel: p.Channel})
	}
	r.used = h.seq
	return r
}

// openOwnRoom finds or opens the room of a person's own board in a channel. The bounds on pages and
// channels also bound the rooms that a page looks at. Of the other rooms, the least recently
// used are dropped.
func (h *hub) openOwnRoom(at dialog.Place, who dialog.User) *room {
	h.mu.Lock()
	defer h.mu.Unlock()
	name := roomName(at.Own(who.ID))
	r, ok := h.rooms[name]
	if !ok {
		if h.count(isOwnRoom) >= h.limits.Boards {
			h.evict(isOwnRoom)
		}
		r = h.add(&room{name: name, at: at, channel: at.Channel, person: who.ID, owner: who.Name})
	}
	r.used = h.seq
	return r
}

// add opens a room.
func (h *hub) add(r *room) *room {
	r.pages, r.arriving = map[*page]bool{}, make(chan struct{}, 1)
	r.boards, r.versions = map[int]*entry{}, map[int]uint64{}
	h.rooms[r.name] = r
	return r
}

// roomName returns the room of a place. Channels' names differ, also those of different servers.
func roomName(p dialog.Place) string {
	if p.Person == "" {
		return p.Channel
	}
	return p.Channel + "/~" + p.Person // no channel's name has a slash
}

// place returns the place that a room shows.
func (r *room) place() dialog.Place { return r.at.Own(r.person) }

func isChannelRoom(r *room) bool { return r.person == "" }
func isOwnRoom(r *room) bool     { return r.person != "" }

// count returns the number of rooms of a kind.
func (h *hub) count(kind func(*room) bool) (n int) {
	for _, r := range h.rooms {
		if kind(r) {
			n++
		}
	}
	return n
}

// evict drops the least recently used idle room of a kind.
func (h *hub) evict(kind func(*room) bool) bool {
	var oldest *room
	for _, r := range h.rooms {
		if kind(r) && len(r.pages) == 0 && len(r.arriving) == 0 && (oldest == nil || r.used < oldest.used) {
			oldest = r
		}
	}
	if oldest == nil {
		return false
	}
	h.drop(oldest)
	return true
}

// drop forgets a room.
func (h *hub) drop(r *room) {
	h.bytes -= r.bytes
	delete(h.rooms, r.name)
}

// openRoom returns a room if it is open.
func (h *hub) openRoom(name string) (*room, bool) {
	h.mu.Lock()
	defer h.mu.Unlock()
	r, ok := h.rooms[name]
	return r, ok
}

// arrive reports whether a room's boards have yet to be read. It holds the room's arrival lock
// until depart is called, so others who arrive wait.
func (h *hub) arrive(ctx context.Context, r *room) (unread bool, depart func(), err error) {
	select {
	case r.arriving <- struct{}{}:
	case <-ctx.Done():
		return false, nil, ctx.Err()
	}
	h.mu.Lock()
	defer h.mu.Unlock()
	return !r.read, func() { <-r.arriving }, nil
}

// sees reports whether any message of the rooms is for a person.
func (h *hub) sees(person string, rooms ...*room) bool {
	h.mu.Lock()
	defer h.mu.Unlock()
	return slices.ContainsFunc(rooms, func(r *room) bool {
		return slices.ContainsFunc(r.log, func(e *entry) bool { return e.seenBy(person) && !e.Gone })
	})
}

// visibleMessage returns a message of an open channel, or of the person's own room there, that a
// person can see, nil if there is none.
func (h *hub) visibleMessage(channel, id, person string) *entry {
	name, _ := cleanChannel(channel)
	h.mu.Lock()
	defer h.mu.Unlock()
	for _, p := range []dialog.Place{channelPlace(name), channelPlace(name).Own(person)} {
		if r, ok := h.rooms[roomName(p)]; ok {
			if e := r.find(id, person); e != nil {
				return e
			}
		}
	}
	return nil
}

// join adds a page that has seen the sequence up to a number. It returns the present
// number. The errors are the hub's.
func (h *hub) join(p *page, since uint64) (now uint64, err error) {
	h.mu.Lock()
	defer h.mu.Unlock()
	for i, r := range p.rooms {
		if present, ok := h.rooms[r.name]; ok {
			p.rooms[i] = present
		}
	}
	switch {
	case h.closed:
		return 0, errClosed
	case len(h.pages) >= h.limits.Pages:
		return 0, errPages
	case !h.openPages.admit(p.sources, p.rooms):
		return 0, errOwn
	}
	if err := h.claimFor(p); err != nil {
		h.openPages.dismiss(p.sources, p.rooms)
		return 0, err
	}
	p.opened, p.read, p.wakeup, p.gone = h.now(), since, make(chan struct{}, 1), make(chan struct{})
	h.pages[p] = true
	for _, r := range p.rooms {
		if h.rooms[r.name] == nil { // it was forgotten meanwhile
			h.rooms[r.name] = r
			h.bytes += r.bytes
		}
		r.pages[p] = true
	}
	return h.seq, nil
}

// next returns what to send to a page next, nil if nothing: some small messages or one
// large one. The batch counts as in flight until the page's next call. If too many bytes
// are in flight, the slowest pages are disconnected.
func (h *hub) next(p *page) (batch []event) {
	h.mu.Lock()
	defer h.mu.Unlock()
	h.release(p)
	if p.cut {
		return nil
	}
	for _, e := range p.missed() {
		bytes := len(e.head) + len(e.body)
		if len(batch) > 0 && p.sending+bytes > batchBytes {
			break
		}
		batch = append(batch, event{e.seq, e.head, e.body})
		p.sending, p.read = p.sending+bytes, e.seq
	}
	h.sends++
	h.held, p.sent = h.held+p.sending, h.sends
	for h.held > h.limits.Held {
		slow := p
		for q := range h.pages {
			if q.sending > 0 && q.sent < slow.sent {
				slow = q
			}
		}
		if slow == p {
			break
		}
		h.cutOff(slow)
	}
	return batch
}

// release records that a page holds nothing any more.
func (h *hub) release(p *page) {
	h.held -= p.sending
	p.sending = 0
}

// leave removes a page.
func (h *hub) leave(p *page) {
	h.mu.Lock()
	defer h.mu.Unlock()
	h.cutOff(p)
}

func (h *hub) cutOff(p *page) {
	if p.cut {
		return
	}
	p.cut = true
	h.release(p)
	close(p.gone)
	if p.stop != nil {
		p.stop()
	}
	delete(h.pages, p)
	h.openPages.dismiss(p.sources, p.rooms)
	for _, r := range p.rooms {
		delete(r.pages, p)
	}
}

// close disconnects every page and accepts no more.
func (h *hub) close() {
	h.mu.Lock()
	defer h.mu.Unlock()
	h.closed = true
	for p := range h.pages {
		h.cutOff(p)
	}
}

// present returns the names of the people who have the channel open.
func (h *hub) present(r *room) []string {
	h.mu.Lock()
	defer h.mu.Unlock()
	var names []string
	for p := range r.pages {
		if !slices.Contains(names, p.name) {
			names = append(names, p.name)
		}
	}
	slices.Sort(names)
	return names
}

// names returns the names of the people who have any page open.
func (h *hub) names() map[string]bool {
	h.mu.Lock()
	defer h.mu.Unlock()
	all := map[string]bool{}
	for p := range h.pages {
		all[p.name] = true
	}
	return all
}

// eventID returns a number of the sequence in the form that pages remember.
func (h *hub) eventID(seq uint64) string { return h.epoch + "." + strconv.FormatUint(seq, 10) }

// since parses an eventID. It returns 0, the beginning, for an id of another process.
func (h *hub) since(id string) uint64 {
	epoch, number, _ := strings.Cut(id, ".")
	n, err := strconv.ParseUint(number, 10, 64)
	if err != nil || epoch != h.epoch {
		return 0
	}
	return n
}
