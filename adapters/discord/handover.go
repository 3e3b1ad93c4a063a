package discord

import (
	"encoding/json"
	"sync"
)

// session is what a broken connection is resumed with. Only the goroutine that
// reads the connection changes it.
type session struct {
	shard, shards int
	begun         chan<- struct{} // told of each new session

	mu      sync.Mutex
	id, url string
	seq     int64
}

func (s *session) forget() { s.set("", "", 0) }

// set goes on with another session.
func (s *session) set(id, url string, seq int64) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.id, s.url, s.seq = id, url, seq
}

// get is what a RESUME needs; id is "" where there is no session.
func (s *session) get() (id, url string, seq int64) {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.id, s.url, s.seq
}

// took notes the number of the last event.
func (s *session) took(seq int64) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.seq = seq
}

// handover is how a session goes from one process to the next: it lies in the
// lease of its shard. Whoever takes the lease resumes the session, and Discord
// sends what came in between.
type handover struct {
	session *session
	intents int // a session of others brings other events

	last handed // what the lease had before it was renewed
}

// handed is a session as the lease keeps it.
type handed struct {
	ID      string `json:"id"`
	URL     string `json:"url"`
	Seq     int64  `json:"seq"`
	Intents int    `json:"intents"`
}

// left is what the next process needs; nil without a session. While this process
// serves, it names the event that was the last one when the lease was renewed
// before: later ones may still be under way, and would be lost if the process were
// killed. What comes a second time is known by its id.
func (h *handover) left(ends bool) json.RawMessage {
	id, url, seq := h.session.get()
	if id == "" {
		return nil
	}
	now := handed{id, url, seq, h.intents}
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

// goOn has the session resumed that another process left. One that Discord
// doesn't know any more is given up when it says so.
func (h *handover) goOn(found json.RawMessage) {
	var before handed
	if json.Unmarshal(found, &before) == nil && before.ID != "" && before.URL != "" && before.Intents == h.intents {
		h.session.set(before.ID, before.URL, before.Seq)
	}
}
