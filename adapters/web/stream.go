package web

import (
	"bytes"
	"encoding/json"
	"net/http"
	"time"

	"nimbot/chat"
)

const (
	// writeWithin is how long a page may take to read what it is sent.
	writeWithin = 10 * time.Second
	// beatEvery keeps proxies from ending a quiet stream.
	beatEvery = 20 * time.Second
	// maxChannels is how many channels a page has open.
	maxChannels = 20
	// retryAfter is when a page that was cut off tries again, in milliseconds.
	retryAfter = "1000"
)

// stream sends a page what happens in its channels, for one person: first
// what it has missed, then what comes.
//
//	GET /web/stream?as=ana&channel=general&channel=math
func (s *Server) stream(w http.ResponseWriter, r *http.Request) {
	who, ok := s.gate.reader(w, r)
	if !ok {
		return
	}
	p := &page{person: who.ID, name: who.Name, by: s.visitors(r, ownerOf(r))}
	if key, err := s.look(r, p, who, r.URL.Query()["channel"]); key != "" {
		s.gate.refuse(w, r, http.StatusBadRequest, key)
		return
	} else if err != nil {
		s.gate.fail(w, r, err)
		return
	}
	missed, err := s.hub.join(p, s.hub.since(r.Header.Get("Last-Event-ID")))
	if err != nil {
		s.gate.fail(w, r, err)
		return
	}
	defer s.hub.leave(p)
	h := w.Header()
	h.Set("Content-Type", "text/event-stream")
	h.Set("Cache-Control", "no-store")
	h.Set("X-Accel-Buffering", "no") // nginx would wait for more
	out := &events{w: w, control: http.NewResponseController(w), hub: s.hub}
	// The server's time for a whole request is not meant for a stream.
	if err := out.control.SetReadDeadline(time.Time{}); err != nil {
		return
	}
	out.hello(s.pages.assets.release)
	out.add(missed...)
	out.waiting(p)
	out.live()
	s.follow(r, p, out)
}

// visitors are those for whom an open page counts.
func (s *Server) visitors(r *http.Request, o owner) []visitor {
	l := s.hub.limits
	return []visitor{
		{"browser " + string(o), l.BrowserPages, l.BrowserChannels},
		{"address " + s.gate.client(r), l.AddressPages, l.AddressChannels},
	}
}

// look lets a page look at channels, and its person arrive there. key is why
// not, when the request is no good.
func (s *Server) look(r *http.Request, p *page, who chat.User, channels []string) (key string, err error) {
	if len(channels) == 0 || len(channels) > maxChannels {
		return "web.bad-channel", nil
	}
	for _, typed := range channels {
		name, ok := cleanChannel(typed)
		if !ok {
			return "web.bad-channel", nil
		}
		room, err := s.hub.room(name)
		if err != nil {
			return "", err
		}
		if err := s.conversation.arrive(r.Context(), room, who, localeOf(r)); err != nil {
			return "", err
		}
		p.rooms = append(p.rooms, room)
	}
	return "", nil
}

// follow sends events until the page is gone or cut off.
func (s *Server) follow(r *http.Request, p *page, out *events) {
	beat := time.NewTicker(beatEvery)
	defer beat.Stop()
	for out.flush() == nil {
		select {
		case e := <-p.queue:
			out.add(e)
			out.waiting(p)
		case <-beat.C:
			out.buf.WriteString(":\n\n")
		case <-p.gone:
			return
		case <-r.Context().Done():
			return
		}
	}
}

// events writes server-sent events.
type events struct {
	w       http.ResponseWriter
	control *http.ResponseController
	hub     *hub
	buf     bytes.Buffer
}

// hello begins a stream: it tells the page which process it talks to, whose
// numbers alone are its own, and of which release the page would be now.
func (e *events) hello(release string) {
	data, _ := json.Marshal(map[string]string{"epoch": e.hub.epoch, "release": release}) // plain data
	e.buf.WriteString("retry: " + retryAfter + "\nevent: hello\ndata: ")
	e.buf.Write(data)
	e.buf.WriteString("\n\n")
}

// live tells the page that it has seen what was there before: from now on,
// whatever comes is news.
func (e *events) live() { e.buf.WriteString("event: live\ndata:\n\n") }

// waiting adds the events that wait for the page already.
func (e *events) waiting(p *page) {
	for {
		select {
		case ev := <-p.queue:
			e.add(ev)
		default:
			return
		}
	}
}

func (e *events) add(all ...event) {
	for _, ev := range all {
		e.buf.WriteString("id: " + e.hub.eventID(ev.seq) + "\ndata: ")
		e.buf.Write(ev.data) // JSON, one line
		e.buf.WriteString("\n\n")
	}
}

// flush sends what was added.
func (e *events) flush() error {
	if err := e.control.SetWriteDeadline(time.Now().Add(writeWithin)); err != nil {
		return err
	}
	if _, err := e.w.Write(e.buf.Bytes()); err != nil {
		return err
	}
	e.buf.Reset()
	return e.control.Flush()
}
