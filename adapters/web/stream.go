package web

import (
	"context"
	"net/http"
	"slices"
	"strings"
	"time"

	"nimbot/game/dialog"
)

const (
	// writeWithin is how long a page may take to read pieceBytes: about 3 kB a second is enough.
	writeWithin = 10 * time.Second
	pieceBytes  = 32 << 10
	// batchBytes bounds the small messages that a page is sent at once.
	batchBytes = 32 << 10
	// beatEvery keeps proxies from ending a quiet stream. As often, an Activity asks whether its
	// person is still there.
	beatEvery = 20 * time.Second
	// pollFor is how long an answer waits for news.
	pollFor = 20 * time.Second
	// maxChannels is how many channels a page has open.
	maxChannels = 20
	// retryAfter is when a disconnected page reconnects, in milliseconds.
	retryAfter = "1000"
)

// stream sends a page the events of its channels, for one person: first those it has
// missed, then new ones.
//
//	GET /web/stream?as=ana&channel=general&channel=math
func (s *Server) stream(w http.ResponseWriter, r *http.Request) {
	who, ok := s.gate.reader(w, r)
	if !ok {
		return
	}
	p := &page{person: who.ID, name: who.Name, sources: s.pageSources(r, browserOf(r))}
	query := r.URL.Query()
	if key, err := s.look(r, p, who, query["channel"], query["watch"]); key != "" {
		s.gate.refuse(w, r, http.StatusBadRequest, key)
		return
	} else if err != nil {
		s.gate.fail(w, r, err)
		return
	}
	_, visits := visitOf(r)
	out := &eventWriter{w: w, control: http.NewResponseController(w), hub: s.hub, page: p, named: visits, beat: s.beat, admitted: func() bool { return s.stillAdmitted(r) }}
	p.stop = func() { _ = out.control.SetWriteDeadline(time.Unix(1, 0)) } // aborts a running write, too
	now, err := s.hub.join(p, s.hub.since(r.Header.Get("Last-Event-ID")))
	if err != nil {
		s.gate.fail(w, r, err)
		return
	}
	poll := r.URL.Query().Has("poll")
	defer func() {
		s.hub.leave(p)
		if poll { // the end of the answer is written yet
			_ = out.control.SetWriteDeadline(time.Now().Add(writeWithin))
		}
	}()
	h := w.Header()
	h.Set("Content-Type", "text/event-stream")
	h.Set("Cache-Control", "no-store")
	h.Set("X-Accel-Buffering", "no") // nginx would wait for more
	// The server's time limit for a request doesn't apply to a stream.
	if err := out.control.SetReadDeadline(time.Time{}); err != nil {
		return
	}
	if out.hello(s.pages.assets.release) != nil {
		return
	}
	if poll {
		out.poll(r.Context(), now, r.Header.Get("Last-Event-ID") == "")
	} else {
		out.follow(r.Context(), now)
	}
}

// pageSources returns the visitors whose counts of open pages a page raises.
func (s *Server) pageSources(r *http.Request, o browserID) []pageSource {
	l := s.hub.limits
	if v, visits := visitOf(r); visits { // the platform's proxy has one address for all
		return []pageSource{{"person " + v.User.ID, l.BrowserPages, l.BrowserChannels}}
	}
	return []pageSource{
		{"browser " + string(o), l.BrowserPages, l.BrowserChannels},
		{"address " + s.gate.client(r), l.AddressPages, l.AddressChannels},
	}
}

// look lets a page open channels and watch boards in them ("CHANNEL/~NAME"), and shows its person
// the present boards. key is the catalogue key of the refusal, "" for none.
func (s *Server) look(r *http.Request, p *page, who dialog.User, channels, watched []string) (key string, err error) {
	if len(channels) == 0 || len(channels) > maxChannels {
		return "web.bad-channel", nil
	}
	for _, typed := range channels {
		at, ok := placeOf(r, typed)
		if !ok {
			return "web.bad-channel", nil
		}
		room, own := s.hub.room(at), s.hub.openOwnRoom(at, who)
		if err := s.conversation.arrive(r.Context(), room, own, who, localeOf(r)); err != nil {
			return "", err
		}
		p.rooms = append(p.rooms, room, own)
	}
	for _, board := range watched[:min(len(watched), maxChannels)] {
		room, err := s.watch(r.Context(), board)
		if err != nil {
			return "", err
		}
		if room != nil && !slices.Contains(p.rooms, room) {
			p.rooms = append(p.rooms, room)
		}
	}
	return "", nil
}

// watch finds the room of somebody's own board, "CHANNEL/~NAME", nil if nobody has that
// name.
func (s *Server) watch(ctx context.Context, board string) (*room, error) {
	channel, name, _ := strings.Cut(board, "/~")
	channel, ok := cleanChannel(channel)
	name, named := cleanName(name)
	if !ok || !named {
		return nil, nil
	}
	who, ok, err := s.people.find(ctx, name)
	if err != nil || !ok {
		return nil, err
	}
	own := s.hub.openOwnRoom(channelPlace(channel), who.user())
	return own, s.conversation.readBoards(ctx, own)
}

// eventWriter writes server-sent events to a page in pieces, so that a slow page holds little
// of them in memory.
type eventWriter struct {
	w       http.ResponseWriter
	control *http.ResponseController
	hub     *hub
	page    *page
	named   bool // the page was told its person's name, which may have changed in another process
	beat    time.Duration
	// admitted reports whether the person may go on reading.
	admitted func() bool
}

// follow sends events until the page is gone or disconnected. Events up to before were
// sent to an earlier connection.
func (e *eventWriter) follow(ctx context.Context, before uint64) {
	beat := time.NewTicker(e.beat)
	defer beat.Stop()
	for live := false; ; {
		batch := e.hub.next(e.page)
		if !live && (len(batch) == 0 || batch[0].seq > before) {
			live = true
			if e.live() != nil {
				return
			}
		}
		if e.send(batch) != nil {
			return
		}
		if len(batch) > 0 {
			continue
		}
		select {
		case <-e.page.wakeup:
		case <-beat.C:
			if !e.admitted() || e.flush(e.write([]byte(":\n\n"))) != nil {
				return
			}
		case <-e.page.gone:
			return
		case <-ctx.Done():
			return
		}
	}
}

// poll answers a page that gets no stream: it sends what the page hasn't seen, or waits until there
// is something. The first answer is sent at once.
func (e *eventWriter) poll(ctx context.Context, before uint64, first bool) {
	late := time.NewTimer(pollFor)
	defer late.Stop()
	for sent := first; ; {
		batch := e.hub.next(e.page)
		if len(batch) > 0 {
			if e.send(batch) != nil {
				return
			}
			sent = true
			continue
		}
		if sent {
			break
		}
		select {
		case <-e.page.wakeup:
			continue
		case <-late.C:
		case <-e.page.gone:
		case <-ctx.Done():
		}
		break
	}
	_ = e.flush(e.write([]byte("id: " + e.hub.eventID(max(before, e.page.read)) + "\nevent: live\ndata:\n\n"))) // the page is gone
}

// hello begins a stream: it tells the page which process it is connected to, because the sequence
// belongs to the process, the latest release of the page, and the time by the server's clock.
func (e *eventWriter) hello(release string) error {
	hello := map[string]any{"epoch": e.hub.epoch, "release": release, "at": milli(e.hub.now())}
	if e.named {
		hello["name"] = e.page.name
	}
	data := encodeJSON(hello)
	return e.flush(e.write([]byte("retry: " + retryAfter + "\nevent: hello\ndata: " + string(data) + "\n\n")))
}

// live tells the page that it has all old events: from now on, every event is new.
func (e *eventWriter) live() error { return e.flush(e.write([]byte("event: live\ndata:\n\n"))) }

// send sends a batch.
func (e *eventWriter) send(batch []event) error {
	for _, ev := range batch {
		id := []byte("id: " + e.hub.eventID(ev.seq) + "\ndata: ")
		for _, part := range [][]byte{id, ev.head, ev.body, []byte("\n\n")} { // JSON, one line
			for piece := range slices.Chunk(part, pieceBytes) {
				if err := e.write(piece); err != nil {
					return err
				}
			}
		}
	}
	return e.flush(nil)
}

// write writes a piece, and fails if the page doesn't read it in time.
func (e *eventWriter) write(piece []byte) error {
	if err := e.control.SetWriteDeadline(time.Now().Add(writeWithin)); err != nil {
		return err
	}
	select {
	case <-e.page.gone: // stop may have run before this deadline was set
		return errClosed
	default:
	}
	_, err := e.w.Write(piece)
	return err
}

// flush sends what was written, unless that failed.
func (e *eventWriter) flush(err error) error {
	if err != nil {
		return err
	}
	return e.control.Flush()
}
