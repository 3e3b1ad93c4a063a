package web

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"slices"
	"strconv"
	"strings"
	"sync"

	"nimbot/chat"
)

// The errors of the hub.
var (
	errFull   = errors.New("every channel is in use")
	errPages  = errors.New("too many pages are open")
	errOwn    = errors.New("the visitor has too many pages or channels open")
	errClosed = errors.New("the server is going down")
)

// hub is what everybody sees: the open channels, what was shown in them, and
// the pages that look at them. Whatever is shown or changed takes the next
// number of one sequence.
type hub struct {
	limits Limits
	// epoch tells this process' numbers from those before a restart.
	epoch string

	mu     sync.Mutex
	seq    uint64
	rooms  map[string]*room
	pages  map[*page]bool
	opened visitors
	closed bool
}

func newHub(l Limits) *hub {
	return &hub{limits: l, epoch: randomHex(4), rooms: map[string]*room{}, pages: map[*page]bool{}, opened: visitors{}}
}

// room is one channel. Its fields belong to the hub's lock.
type room struct {
	name  string
	log   []*entry // oldest first
	board *entry   // the present one, nil for none
	// version is that of the document of the newest board.
	version uint64
	pages   map[*page]bool
	used    uint64 // the sequence when it was last used

	// arriving is held while somebody's arrival reads the present board.
	arriving chan struct{}
	read     bool // the present board was read, or shown since
}

// entry is a message in a channel.
type entry struct {
	message
	to    string // the ID of the only person who sees it, "" for everybody
	nonce string // of what was said, so that it is not said twice
	// shared is the game that it shows as an animation, nil for none.
	shared *chat.Played
	// reviewed is the game that it looks back on, nil for none.
	reviewed *chat.Played
	seq      uint64 // of its last change
	data     []byte // encoded
}

func (e *entry) seenBy(id string) bool { return e.to == "" || e.to == id }

// event is one change on its way to a page.
type event struct {
	seq  uint64
	data []byte
}

// page is one open page, for one person.
type page struct {
	person string // ID
	name   string
	by     []visitor
	rooms  []*room
	queue  chan event
	gone   chan struct{} // closed when the page is cut off
	cut    bool
}

// room finds or opens a channel. Of those that nobody looks at, the one that
// was not used for longest makes room. The error is errFull.
func (h *hub) room(name string) (*room, error) {
	h.mu.Lock()
	defer h.mu.Unlock()
	r, ok := h.rooms[name]
	if !ok {
		if len(h.rooms) >= h.limits.Channels && !h.evict() {
			return nil, errFull
		}
		r = &room{name: name, pages: map[*page]bool{}, arriving: make(chan struct{}, 1)}
		h.rooms[name] = r
	}
	r.used = h.seq
	return r, nil
}

// evict forgets the idle channel that was not used for longest.
func (h *hub) evict() bool {
	var oldest *room
	for _, r := range h.rooms {
		if len(r.pages) == 0 && len(r.arriving) == 0 && (oldest == nil || r.used < oldest.used) {
			oldest = r
		}
	}
	if oldest == nil {
		return false
	}
	delete(h.rooms, oldest.name)
	return true
}

// openRoom is the channel if it is open.
func (h *hub) openRoom(name string) (*room, bool) {
	h.mu.Lock()
	defer h.mu.Unlock()
	r, ok := h.rooms[name]
	return r, ok
}

// arrive reports whether the person must be shown where things stand: nothing
// was read yet, or nothing here is for their eyes. Until depart is called,
// others who arrive wait.
func (h *hub) arrive(ctx context.Context, r *room, person string) (newcomer bool, depart func(), err error) {
	select {
	case r.arriving <- struct{}{}:
	case <-ctx.Done():
		return false, nil, ctx.Err()
	}
	h.mu.Lock()
	defer h.mu.Unlock()
	seen := slices.ContainsFunc(r.log, func(e *entry) bool { return e.seenBy(person) })
	return !r.read || !seen, func() { <-r.arriving }, nil
}

// post shows a new message in a channel.
func (h *hub) post(r *room, e *entry) {
	h.seq++
	e.Order = h.seq
	e.ID = h.epoch + "-" + strconv.FormatUint(h.seq, 36)
	e.Channel = r.name
	r.log = append(r.log, e)
	if len(r.log) > h.limits.Messages {
		// The present board stays, however much is said after it.
		i := slices.IndexFunc(r.log, func(x *entry) bool { return x != r.board })
		r.log = slices.Delete(r.log, i, i+1)
	}
	h.tell(r, e)
}

// change shows a message again as it now is.
func (h *hub) change(r *room, e *entry) {
	h.seq++
	h.tell(r, e)
}

// replace shows something else in the place of a message.
func (h *hub) replace(r *room, e *entry, with message) {
	with.ID, with.Order, with.At, with.Channel, with.Used = e.ID, e.Order, e.At, e.Channel, e.Used
	e.message = with
	h.change(r, e)
}

// tell sends a message to the pages that may see it. Pages that are too slow
// are cut off; they resume.
func (h *hub) tell(r *room, e *entry) {
	e.seq, r.used = h.seq, h.seq
	e.data, _ = json.Marshal(e.message) // plain data
	for p := range r.pages {
		if !e.seenBy(p.person) {
			continue
		}
		select {
		case p.queue <- event{e.seq, e.data}:
		default:
			h.cutOff(p)
		}
	}
}

// find is the message with an id that the person can see, nil for none.
func (r *room) find(id, person string) *entry {
	for _, e := range slices.Backward(r.log) {
		if e.ID == id && e.seenBy(person) {
			return e
		}
	}
	return nil
}

// seen is a message of an open channel that a person can see, nil for none.
func (h *hub) seen(channel, id, person string) *entry {
	name, _ := cleanChannel(channel)
	h.mu.Lock()
	defer h.mu.Unlock()
	if r, ok := h.rooms[name]; ok {
		return r.find(id, person)
	}
	return nil
}

// join adds a page, and returns what it has missed since a number of the
// sequence, in order. The errors are those of the hub.
func (h *hub) join(p *page, since uint64) ([]event, error) {
	h.mu.Lock()
	defer h.mu.Unlock()
	switch {
	case h.closed:
		return nil, errClosed
	case len(h.pages) >= h.limits.Pages:
		return nil, errPages
	case !h.opened.admit(p.by, p.rooms):
		return nil, errOwn
	}
	p.queue, p.gone = make(chan event, h.limits.Queue), make(chan struct{})
	h.pages[p] = true
	var missed []event
	for i, r := range p.rooms {
		if present, ok := h.rooms[r.name]; ok && present != r { // it was forgotten meanwhile
			r, p.rooms[i] = present, present
		}
		h.rooms[r.name] = r
		r.pages[p] = true
		for _, e := range r.log {
			if e.seq > since && e.seenBy(p.person) {
				missed = append(missed, event{e.seq, e.data})
			}
		}
	}
	slices.SortFunc(missed, func(a, b event) int { return cmp.Compare(a.seq, b.seq) })
	return missed, nil
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
	close(p.gone)
	delete(h.pages, p)
	h.opened.dismiss(p.by, p.rooms)
	for _, r := range p.rooms {
		delete(r.pages, p)
	}
}

// close cuts every page off and takes no more.
func (h *hub) close() {
	h.mu.Lock()
	defer h.mu.Unlock()
	h.closed = true
	for p := range h.pages {
		h.cutOff(p)
	}
}

// present are the names of those who look at a channel.
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

// eventID is a number of the sequence as pages remember it.
func (h *hub) eventID(seq uint64) string { return h.epoch + "." + strconv.FormatUint(seq, 10) }

// since reads what eventID writes; 0, the beginning, for whatever is of
// another process.
func (h *hub) since(id string) uint64 {
	epoch, number, _ := strings.Cut(id, ".")
	n, err := strconv.ParseUint(number, 10, 64)
	if err != nil || epoch != h.epoch {
		return 0
	}
	return n
}
