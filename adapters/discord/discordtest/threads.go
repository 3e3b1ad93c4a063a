package discordtest

import "net/http"

// thread is the state of a channel that is a thread.
type thread int

const (
	archived thread = iota + 1 // a new message opens it
	locked                     // nothing can be said
)

// Archive archives the thread that a channel is: nothing can be edited until something is posted.
func (s *Server) Archive(channel string) { s.setThread(channel, archived) }

// Lock locks the thread that a channel is: nothing can be edited or posted.
func (s *Server) Lock(channel string) { s.setThread(channel, locked) }

// Unlock opens a thread again.
func (s *Server) Unlock(channel string) { s.setThread(channel, 0) }

func (s *Server) setThread(channel string, to thread) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.threads[channel] = to
}

// refuseInThread answers a request about a message if the state of the thread forbids it, and
// reports whether it did. mu is held.
func (s *Server) refuseInThread(w http.ResponseWriter, method, channel string) bool {
	switch at := s.threads[channel]; {
	case at == locked:
		refuse(w, http.StatusForbidden, 160005, "Thread is locked")
	case at == archived && method == http.MethodPatch:
		refuse(w, http.StatusBadRequest, 50083, "Tried to perform an operation on an archived thread, such as editing a message or adding a user to the thread")
	default:
		if method == http.MethodPost {
			delete(s.threads, channel)
		}
		return false
	}
	return true
}
