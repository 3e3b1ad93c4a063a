package slacktest

import (
	"encoding/json"
	"reflect"
	"slices"
	"strings"
	"time"
)

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

// mayUpdate reports whether UpdatesPerMinute allows another edit, and counts it.
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

// checkBlockIDs records a problem if an actions block keeps its id through an edit: a select
// in it would keep what was chosen. An edit that changes nothing is allowed.
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

// message reads a message from a call's arguments, and checks it.
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
	_ = literal.Encode(readable(m.Blocks)) // blocks were decoded from JSON, so they can be encoded
	said := m.Text + all.String()
	if strings.Contains(said, "<!") {
		s.problem("%s: the message notifies a whole channel: %.200s", via, said)
	}
	m.Mentions = mentions(said)
	return m, ""
}

// readable returns what people see of a part of a message: everything but the commands of its
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

// mentions returns the people whom text notifies.
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
