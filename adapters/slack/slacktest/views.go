package slacktest

import (
	"slices"
	"strings"
	"time"
)

// triggerFor is how long a trigger_id opens a modal.
const triggerFor = 3 * time.Second

// View is a modal or a home page that the app showed.
type View struct {
	User string // of a home page
	Body map[string]any
}

// Views returns the views that were shown since the last call.
func (s *Server) Views() []View {
	s.mu.Lock()
	defer s.mu.Unlock()
	v := s.views
	s.views = nil
	return slices.Clone(v)
}

func (s *Server) openView(args fields) (map[string]any, refusal) {
	since, ok := s.triggers[args.str("trigger_id")]
	switch {
	case !ok:
		return nil, "invalid_trigger_id"
	case s.now().Sub(since) > triggerFor:
		return nil, "expired_trigger_id"
	}
	delete(s.triggers, args.str("trigger_id"))
	s.modal = args.object("view")
	return s.showView(View{Body: s.modal}, "views.open")
}

func (s *Server) publishView(args fields) (map[string]any, refusal) {
	if _, ok := s.users[args.str("user_id")]; !ok {
		return nil, "invalid_arguments"
	}
	return s.showView(View{User: args.str("user_id"), Body: args.object("view")}, "views.publish")
}

func (s *Server) showView(v View, via string) (map[string]any, refusal) {
	if bad := judgeView(v.Body); len(bad) > 0 {
		s.problem("%s: invalid_blocks: %s", via, strings.Join(bad, "; "))
		return nil, "invalid_arguments"
	}
	s.judge(fields(v.Body).str("type"), v.Body, via)
	s.views = append(s.views, v)
	return map[string]any{"view": map[string]any{"id": "V1"}}, ""
}
