package slacktest

import (
	"cmp"
	"encoding/json"
	"fmt"
	"io"
	"mime"
	"net/http"
	"net/url"
	"strconv"
	"strings"
	"time"
)

// refusal is one of Slack's error codes, "" for success.
type refusal = string

// serveMethod serves POST /api/METHOD, a form or JSON.
func (s *Server) serveMethod(w http.ResponseWriter, r *http.Request) {
	method := r.PathValue("method")
	args, err := arguments(r)
	if err != nil {
		http.Error(w, err.Error(), http.StatusBadRequest)
		return
	}
	s.mu.Lock()
	s.checkRetryAfter(method, bearer(r, args))
	delay, fault, held := s.delays[method], s.takeFault(method), s.holds[method]
	s.mu.Unlock()
	s.linger(r, delay, held)
	if fault != "" && fault != "eof" {
		s.fail(w, r, method, args, fault)
		return
	}
	s.mu.Lock()
	reply, code := s.do(method, bearer(r, args), args)
	s.calls = append(s.calls, Call{method, args.str("channel"), time.Now(), code})
	s.mu.Unlock()
	switch {
	case fault == "eof":
		panic(http.ErrAbortHandler)
	case code == "ratelimited":
		w.Header().Set("Retry-After", "1")
		http.Error(w, "", http.StatusTooManyRequests)
	case code != "":
		writeJSON(w, map[string]any{"ok": false, "error": code})
	default:
		if reply == nil {
			reply = map[string]any{}
		}
		reply["ok"] = true
		w.Header().Set("X-OAuth-Scopes", s.Scopes)
		writeJSON(w, reply)
	}
}

// linger waits for delay, and then until held is closed unless it is nil.
func (s *Server) linger(r *http.Request, delay time.Duration, held chan struct{}) {
	select {
	case <-time.After(delay):
	case <-r.Context().Done():
	}
	if held != nil {
		select {
		case <-held:
		case <-r.Context().Done():
		}
	}
}

func (s *Server) takeFault(method string) string {
	codes := s.faults[method]
	if len(codes) == 0 {
		return ""
	}
	s.faults[method] = codes[1:]
	return codes[0]
}

func (s *Server) fail(w http.ResponseWriter, r *http.Request, method string, args fields, code string) {
	s.mu.Lock()
	s.calls = append(s.calls, Call{method, args.str("channel"), time.Now(), code})
	s.mu.Unlock()
	target, redirect := strings.CutPrefix(code, "307 ")
	switch {
	case redirect:
		http.Redirect(w, r, target, http.StatusTemporaryRedirect)
	case code == "cut":
		panic(http.ErrAbortHandler)
	case code == "echo":
		said := fmt.Sprint(r.URL, " ", r.Header["Authorization"], " ", args)
		w.WriteHeader(http.StatusBadRequest)
		writeJSON(w, map[string]any{"ok": false, "error": said, "errors": []string{said}, "response_metadata": map[string]any{"messages": []string{said}}})
	case code == "429", strings.HasPrefix(code, "429 "):
		s.tooMany(w, method, bearer(r, args), cmp.Or(strings.TrimPrefix(strings.TrimPrefix(code, "429"), " "), "1"))
	case code == "500":
		http.Error(w, "<html>oops</html>", http.StatusInternalServerError)
	default:
		writeJSON(w, map[string]any{"ok": false, "error": code})
	}
}

// tooMany answers that a method may not be called for some seconds. Another call in that time
// is recorded as a problem. A Retry-After that isn't a number forbids nothing.
func (s *Server) tooMany(w http.ResponseWriter, method, tok, retryAfter string) {
	if sec, err := strconv.Atoi(retryAfter); err == nil && 0 < sec && sec < 3600 {
		s.mu.Lock()
		s.busy[method+" "+tok] = time.Now().Add(time.Duration(sec) * time.Second)
		s.mu.Unlock()
	}
	w.Header().Set("Retry-After", retryAfter)
	http.Error(w, "", http.StatusTooManyRequests)
}

// checkRetryAfter records a call that Retry-After forbade as a problem.
func (s *Server) checkRetryAfter(method, tok string) {
	const slack = 50 * time.Millisecond // the answer and the next call take time
	if left := time.Until(s.busy[method+" "+tok]); left > slack {
		s.problem("%s was called %v before Retry-After allowed it", method, left.Round(time.Millisecond))
	}
}

// do carries out a method.
func (s *Server) do(method, tok string, args fields) (map[string]any, refusal) {
	switch method {
	case "oauth.v2.access":
		return s.oauthAccess(args)
	case "apps.connections.open":
		if tok != AppToken {
			return nil, "invalid_auth"
		}
		if s.SocketURL != "" {
			return map[string]any{"url": s.SocketURL}, ""
		}
		return map[string]any{"url": "ws" + strings.TrimPrefix(s.URL, "http") + "/socket"}, ""
	}
	t, code := s.tokenOf(tok)
	if code != "" {
		return nil, code
	}
	switch method {
	case "auth.test":
		return map[string]any{"team_id": t.team, "user_id": BotUser, "bot_id": "B0NIM"}, ""
	case "users.info":
		return s.usersInfo(args)
	case "chat.postMessage":
		return s.postMessage(t, args)
	case "chat.postEphemeral":
		return s.postEphemeral(t, args)
	case "chat.update":
		return s.update(t, args)
	case "files.getUploadURLExternal":
		return s.getUploadURL(args)
	case "files.completeUploadExternal":
		return s.completeUpload(args)
	case "views.open":
		return s.openView(args)
	case "views.publish":
		return s.publishView(args)
	}
	return nil, "unknown_method"
}

func (s *Server) usersInfo(args fields) (map[string]any, refusal) {
	u, ok := s.users[args.str("user")]
	if !ok {
		return nil, "user_not_found"
	}
	info := map[string]any{
		"id": u.ID, "name": strings.ToLower(u.Name), "real_name": u.Name, "deleted": u.Deleted, "is_bot": u.Bot, "is_admin": u.Admin,
		"profile": map[string]any{"display_name": u.Name, "real_name": u.Name},
	}
	if args.str("include_locale") == "true" {
		info["locale"] = u.Locale
	}
	return map[string]any{"user": info}, ""
}

// fields are the arguments of a call.
type fields map[string]any

func arguments(r *http.Request) (fields, error) {
	body, err := io.ReadAll(r.Body)
	if err != nil {
		return nil, err
	}
	args := fields{}
	if kind, _, _ := mime.ParseMediaType(r.Header.Get("Content-Type")); kind == "application/json" {
		if len(body) == 0 {
			return args, nil
		}
		return args, json.Unmarshal(body, &args)
	}
	form, err := url.ParseQuery(string(body))
	for k := range form {
		args[k] = form.Get(k)
	}
	return args, err
}

func (f fields) str(k string) string { v, _ := f[k].(string); return v }

// list returns a JSON array, which a form holds as text, nil if there is none.
func (f fields) list(k string) []any {
	switch v := f[k].(type) {
	case []any:
		return v
	case string:
		var l []any
		if json.Unmarshal([]byte(v), &l) == nil {
			return l
		}
	}
	return nil
}

func (f fields) object(k string) map[string]any { v, _ := f[k].(map[string]any); return v }

func bearer(r *http.Request, args fields) string {
	if tok, ok := strings.CutPrefix(r.Header.Get("Authorization"), "Bearer "); ok {
		return tok
	}
	return args.str("token")
}

func writeJSON(w http.ResponseWriter, v any) {
	w.Header().Set("Content-Type", "application/json; charset=utf-8")
	_ = json.NewEncoder(w).Encode(v)
}
