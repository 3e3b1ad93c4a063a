package slacktest

import (
	"fmt"
	"net/http"
	"net/url"
	"time"
)

// tokenLife is how long a rotated token lives.
const tokenLife = 12 * time.Hour

// token is a bot token.
type token struct {
	team    string
	until   time.Time // zero: it doesn't expire
	revoked bool
}

// grant is the installation that a code grants.
type grant struct {
	team, enterprise string
	org, rotate      bool
}

// Install allows the app in a workspace, or with org in the whole enterprise, and returns
// the code that Slack sends back. With rotate the app's tokens expire after tokenLife.
func (s *Server) Install(team, enterprise string, org, rotate bool) (code string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	code = fmt.Sprint("code", s.next())
	s.codes[code] = grant{team, enterprise, org, rotate}
	return code
}

// Revoke revokes every token of a workspace.
func (s *Server) Revoke(team string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	for _, t := range s.tokens {
		if t.team == team {
			t.revoked = true
		}
	}
}

func (s *Server) tokenOf(tok string) (*token, refusal) {
	t, ok := s.tokens[tok]
	switch {
	case tok == "":
		return nil, "not_authed"
	case !ok:
		return nil, "invalid_auth"
	case t.revoked:
		return nil, "token_revoked"
	case !t.until.IsZero() && s.now().After(t.until):
		return nil, "token_expired"
	}
	return t, ""
}

// oauthAccess exchanges a code or a refresh token for new tokens. Each works only once.
func (s *Server) oauthAccess(args fields) (map[string]any, refusal) {
	if args.str("client_id") != ClientID {
		return nil, "invalid_client_id"
	}
	if args.str("client_secret") != ClientSecret {
		return nil, "bad_client_secret"
	}
	if args.str("grant_type") == "refresh_token" {
		team, ok := s.refreshes[args.str("refresh_token")]
		if !ok {
			return nil, "invalid_refresh_token"
		}
		delete(s.refreshes, args.str("refresh_token"))
		return s.issue(grant{team: team, rotate: true}), ""
	}
	g, ok := s.codes[args.str("code")]
	if !ok {
		return nil, "invalid_code"
	}
	delete(s.codes, args.str("code"))
	return s.issue(g), ""
}

func (s *Server) issue(g grant) map[string]any {
	id := g.team
	if g.org {
		id = g.enterprise
	}
	access := fmt.Sprint("xoxb-", id, "-", s.next())
	t := &token{team: id}
	s.tokens[access] = t
	reply := map[string]any{
		"access_token": access, "token_type": "bot", "scope": "commands,chat:write", "bot_user_id": BotUser,
		"is_enterprise_install": g.org,
	}
	if g.org {
		reply["enterprise"] = map[string]any{"id": g.enterprise, "name": "Enterprise " + g.enterprise}
	} else {
		reply["team"] = map[string]any{"id": g.team, "name": "Team " + g.team}
	}
	if g.rotate {
		refresh := fmt.Sprint("xoxe-", s.next())
		s.refreshes[refresh], t.until = id, s.now().Add(tokenLife)
		reply["refresh_token"], reply["expires_in"] = refresh, int(tokenLife.Seconds())
	}
	return reply
}

// serveAuthorize serves the page on which a person allows the app: it sends the browser back
// at once, with a code of the workspace Team.
func (s *Server) serveAuthorize(w http.ResponseWriter, r *http.Request) {
	q := r.URL.Query()
	if q.Get("client_id") != ClientID || q.Get("scope") == "" || q.Get("state") == "" {
		http.Error(w, "client_id, scope and state are needed", http.StatusBadRequest)
		return
	}
	s.mu.Lock()
	back := s.app.url + "/slack/oauth"
	s.mu.Unlock()
	code := s.Install(Team, "", false, true)
	http.Redirect(w, r, back+"?"+url.Values{"code": {code}, "state": {q.Get("state")}}.Encode(), http.StatusFound)
}
