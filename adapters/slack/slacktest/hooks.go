package slacktest

import (
	"encoding/json"
	"fmt"
	"net/http"
	"time"
)

// A response_url may be used five times within half an hour.
const (
	hookUses = 5
	hookFor  = 30 * time.Minute
)

// hook is a response_url.
type hook struct {
	channel, thread, user, team string
	message                     string // the one that was pressed, "" for a command
	until                       time.Time
	left                        int
}

// newHook returns the address of a new response_url.
func (s *Server) newHook(h hook) string {
	h.until, h.left = s.now().Add(hookFor), hookUses
	id := fmt.Sprint("h", s.next())
	s.hooks[id] = &h
	return s.URL + "/hooks/" + id
}

// serveHook shows what is posted to a response_url. It needs neither a token nor
// membership.
func (s *Server) serveHook(w http.ResponseWriter, r *http.Request) {
	args, err := arguments(r)
	if err != nil {
		http.Error(w, "invalid_payload", http.StatusBadRequest)
		return
	}
	s.mu.Lock()
	delay, fault, held := s.delays["response_url"], s.takeFault("response_url"), s.holds["response_url"]
	s.mu.Unlock()
	s.linger(r, delay, held)
	if fault != "" {
		s.fail(w, r, "response_url", args, fault)
		return
	}
	s.mu.Lock()
	status, code := s.useHook(s.hooks[r.PathValue("id")], args)
	s.calls = append(s.calls, Call{"response_url", "", time.Now(), code})
	s.mu.Unlock()
	if code != "" {
		w.WriteHeader(status)
		writeJSON(w, map[string]any{"ok": false, "error": code})
		return
	}
	_, _ = w.Write([]byte("ok"))
}

func (s *Server) useHook(h *hook, args fields) (status int, code refusal) {
	switch {
	case h == nil || s.now().After(h.until):
		return http.StatusNotFound, "expired_url"
	case h.left == 0:
		return http.StatusNotFound, "used_url"
	}
	h.left--
	if replace, _ := args["replace_original"].(bool); replace {
		return s.replaceOriginal(h, args)
	}
	return http.StatusOK, s.showVia(h, args, "response_url")
}

func (s *Server) replaceOriginal(h *hook, args fields) (int, refusal) {
	m := s.find(h.channel, h.message)
	if m == nil {
		return http.StatusOK, "message_not_found"
	}
	fresh, code := s.message(args, "response_url")
	if code != "" {
		return http.StatusBadRequest, code
	}
	if args.str("response_type") == "in_channel" && m.To != "" {
		s.problem("response_url: a private message cannot become public")
	}
	s.checkBlockIDs(m.Blocks, fresh.Blocks)
	m.Text, m.Blocks = fresh.Text, fresh.Blocks
	s.put(m, true, "response_url")
	return http.StatusOK, ""
}

// showVia shows an answer in the hook's channel, only to its user unless the answer is for
// the channel.
func (s *Server) showVia(h *hook, args fields, via string) refusal {
	m, code := s.message(args, via)
	if code != "" {
		return code
	}
	m.Channel, m.Thread, m.TS, m.team = h.channel, args.str("thread_ts"), s.newTS(), h.team
	switch args.str("response_type") {
	case "in_channel":
	case "ephemeral":
		m.To = h.user
	case "":
		s.problem("%s: no response_type", via)
		m.To = h.user
	default:
		s.problem("%s: the response_type %q", via, args.str("response_type"))
	}
	s.put(m, false, via)
	return ""
}

// answered shows the body that answers a slash command, if there is one.
func (s *Server) answered(h hook, body []byte) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if len(body) == 0 {
		return
	}
	var args fields
	if err := json.Unmarshal(body, &args); err != nil {
		s.problem("an answer that is not JSON: %.80q", body)
		return
	}
	if code := s.showVia(&h, args, "answer"); code != "" {
		s.problem("an answer was refused: %s", code)
	}
}
