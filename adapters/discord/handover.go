package discord

import (
	"encoding/json"
	"sync"
)

// session is what resuming a broken connection needs. Only the goroutine that reads the
// connection changes it.
type session struct {
	shard, shards int
	begun         chan<- struct{} // receives each new session

	mu      sync.Mutex
	id, url string
	seq     int64
}

func (s *session) forget() { s.set("", "", 0) }

// set replaces the session.
func (s *session) set(id, url string, seq int64) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.id, s.url, s.seq = id, url, seq
}

// get returns the parameters of a RESUME; id is "" if there is no session.
func (s *session) get() (id, url string, seq int64) {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.id, s.url, s.seq
}

// setSeq records the number of the last event.
func (s *session) setSeq(seq int64) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.seq = seq
}

// handover passes a session from one process to the next in the lease of its shard. The
// process that takes the lease resumes the session, and Discord sends what came in
// between.
type handover struct {
	session *session
	intents int // a session with other intents receives other events

	last storedSession // in the lease before its renewal
}

// storedSession is a session as the lease stores it.
type storedSession struct {
	ID      string `json:"id"`
	URL     string `json:"url"`
	Seq     int64  `json:"seq"`
	Intents int    `json:"intents"`
}

// sessionForNext returns the session that the next process should resume; nil if there is
// none. While this process serves, it names the last event before the previous renewal:
// later events may still be in progress, and would be lost if the process were killed. A
// repeated event is recognized by its id.
func (h *handover) sessionForNext(ends bool) json.RawMessage {
	id, url, seq := h.session.get()
	if id == "" {
		return nil
	}
	now := storedSession{id, url, seq, h.intents}
	kept := now
	if !ends && h.last.ID == id {
		kept.Seq = h.last.Seq
	}
	h.last = now
	raw, err := json.Marshal(kept)
	if err != nil {
		panic(err) // strings and numbers
	}
	return raw
}

// adoptSession resumes the session of another process. If Discord no longer knows the session,
// Discord says so, and the session is dropped.
func (h *handover) adoptSession(found json.RawMessage) {
	var before storedSession
	if json.Unmarshal(found, &before) == nil && before.ID != "" && before.URL != "" && before.Intents == h.intents {
		h.session.set(before.ID, before.URL, before.Seq)
	}
}
