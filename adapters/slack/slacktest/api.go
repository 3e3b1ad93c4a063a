package slacktest

import (
	"cmp"
	"encoding/json"
	"fmt"
	"io"
	"mime"
	"net/http"
	"net/url"
	"reflect"
	"slices"
	"strconv"
	"strings"
	"time"
)

// refusal is an error code of Slack's; "" is success.
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

// linger waits as long as [Server.Delay] and [Server.Hold] ask for.
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

// tooMany answers that a method may not be called for some seconds, during which another
// call is recorded as a problem. A Retry-After that isn't a number forbids nothing.
func (s *Server) tooMany(w http.ResponseWriter, method, tok, retryAfter string) {
	if sec, err := strconv.Atoi(retryAfter); err == nil && 0 < sec && sec < 3600 {
		s.mu.Lock()
		s.busy[method+" "+tok] = time.Now().Add(time.Duration(sec) * time.Second)
		s.mu.Unlock()
	}
	w.Header().Set("Retry-After", retryAfter)
	http.Error(w, "", http.StatusTooManyRequests)
}

// checkRetryAfter notes a call that Retry-After forbade.
func (s *Server) checkRetryAfter(method, tok string) {
	const slack = 50 * time.Millisecond // of two clocks' reading and the way
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

func (s *Server) postMessage(t *token, args fields) (map[string]any, refusal) {
	c := s.channels[args.str("channel")]
	if c == nil {
		c = s.directOf(args.str("channel")) // a message to a person
	}
	if code := writable(c); code != "" {
		return nil, code
	}
	m, code := s.message(args, "chat.postMessage")
	if code != "" {
		return nil, code
	}
	if last, ok := s.lastPost[c.ID]; ok && time.Since(last) < s.PostEvery {
		return nil, "ratelimited"
	}
	s.lastPost[c.ID] = time.Now()
	m.Channel, m.Thread, m.TS, m.team = c.ID, args.str("thread_ts"), s.newTS(), t.team
	s.put(m, false, "chat.postMessage")
	return map[string]any{"channel": c.ID, "ts": m.TS, "message": map[string]any{"text": m.Text, "ts": m.TS}}, ""
}

func writable(c *Channel) refusal {
	switch {
	case c == nil:
		return "channel_not_found"
	case c.Archived:
		return "is_archived"
	case !c.Member:
		return "not_in_channel"
	}
	return ""
}

func (s *Server) postEphemeral(t *token, args fields) (map[string]any, refusal) {
	c := s.channels[args.str("channel")]
	if code := writable(c); code != "" {
		return nil, code
	}
	if _, ok := s.users[args.str("user")]; !ok {
		return nil, "user_not_in_channel"
	}
	m, code := s.message(args, "chat.postEphemeral")
	if code != "" {
		return nil, code
	}
	m.Channel, m.Thread, m.TS, m.team, m.To = c.ID, args.str("thread_ts"), s.newTS(), t.team, args.str("user")
	s.put(m, false, "chat.postEphemeral")
	return map[string]any{"message_ts": m.TS}, ""
}

func (s *Server) update(t *token, args fields) (map[string]any, refusal) {
	c := s.channels[args.str("channel")]
	if code := writable(c); code != "" {
		return nil, code
	}
	m := s.find(c.ID, args.str("ts"))
	switch {
	case m == nil:
		return nil, "message_not_found"
	case m.To != "" || m.team != t.team:
		return nil, "cant_update_message"
	case !s.mayUpdate():
		return nil, "ratelimited"
	}
	fresh, code := s.message(args, "chat.update")
	if code != "" {
		return nil, code
	}
	s.checkBlockIDs(m.Blocks, fresh.Blocks)
	m.Text, m.Blocks = fresh.Text, fresh.Blocks
	s.put(m, true, "chat.update")
	return map[string]any{"channel": c.ID, "ts": m.TS, "text": m.Text, "message": map[string]any{"text": m.Text}}, ""
}

// mayUpdate counts the edits of the last minute.
func (s *Server) mayUpdate() bool {
	if s.UpdatesPerMinute == 0 {
		return true
	}
	s.updates = slices.DeleteFunc(s.updates, func(t time.Time) bool { return time.Since(t) > time.Minute })
	if len(s.updates) >= s.UpdatesPerMinute {
		return false
	}
	s.updates = append(s.updates, time.Now())
	return true
}

// checkBlockIDs notes a select that keeps its block id through an edit: it
// would keep what was chosen in it. The same edit may come twice.
func (s *Server) checkBlockIDs(before, after []any) {
	if reflect.DeepEqual(before, after) {
		return
	}
	old := map[string]bool{}
	for _, b := range before {
		if m, ok := b.(map[string]any); ok && m["type"] == "actions" {
			old[fields(m).str("block_id")] = true
		}
	}
	for _, b := range after {
		if m, ok := b.(map[string]any); ok && m["type"] == "actions" && old[fields(m).str("block_id")] {
			s.problem("chat.update: the actions block %q keeps its id", m["block_id"])
		}
	}
}

// message reads and judges what is to be shown.
func (s *Server) message(args fields, via string) (*Message, refusal) {
	m := &Message{Text: args.str("text"), Blocks: args.list("blocks")}
	if m.Text == "" && len(m.Blocks) == 0 {
		return nil, "no_text"
	}
	if len([]rune(m.Text)) > maxText {
		return nil, "msg_too_long"
	}
	if bad := judgeBlocks(m.Blocks, maxMessageBlocks); len(bad) > 0 {
		s.problem("%s: invalid_blocks: %s", via, strings.Join(bad, "; "))
		return nil, "invalid_blocks"
	}
	if len(m.Blocks) > 0 {
		s.judge("message", map[string]any{"text": m.Text, "blocks": m.Blocks}, via)
	}
	if strings.TrimSpace(m.Text) == "" {
		s.problem("%s: a message without text says nothing to screen readers", via)
	}
	var all strings.Builder
	literal := json.NewEncoder(&all)
	literal.SetEscapeHTML(false)
	_ = literal.Encode(readable(m.Blocks)) // they were decoded from JSON
	said := m.Text + all.String()
	if strings.Contains(said, "<!") {
		s.problem("%s: the message notifies a whole channel: %.200s", via, said)
	}
	m.Mentions = mentions(said)
	return m, ""
}

// readable is what people see of a part of a message: everything but the commands on its
// elements, which notify nobody.
func readable(part any) any {
	switch part := part.(type) {
	case []any:
		seen := make([]any, len(part))
		for i, x := range part {
			seen[i] = readable(x)
		}
		return seen
	case map[string]any:
		seen := map[string]any{}
		for k, x := range part {
			if k != "value" && k != "action_id" {
				seen[k] = readable(x)
			}
		}
		return seen
	}
	return part
}

func (s *Server) judge(kind string, payload map[string]any, via string) {
	if s.Judge == nil {
		return
	}
	for _, bad := range s.Judge(kind, payload) {
		s.problem("%s: %s", via, bad)
	}
}

// mentions are the people whom text notifies.
func mentions(text string) []string {
	var ids []string
	for _, part := range strings.Split(text, "<@")[1:] {
		id, _, ok := strings.Cut(part, ">")
		id, _, _ = strings.Cut(id, "|")
		if ok && !slices.Contains(ids, id) {
			ids = append(ids, id)
		}
	}
	return ids
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

// list is a JSON array, which a form holds as text; nil where there is none.
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
