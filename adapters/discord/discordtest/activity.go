package discordtest

import (
	"encoding/json"
	"net/http"
	"net/url"
	"slices"
	"strconv"
	"strings"
)

// ClientSecret is the application's client secret.
const ClientSecret = "test-client-secret-0123456789abcd"

// oauth is what the fake knows of sign-ins and of the instances of the Activity.
type oauth struct {
	codes     map[string]grant  // not used yet
	tokens    map[string]Person // by access token
	instances map[string]Instance
	given     int
}

// grant is the person and the application for which a code was issued.
type grant struct {
	who         Person
	application string
}

// Instance is a running instance of the Activity.
type Instance struct {
	Guild, Channel string // Guild is "" in a private channel
	Users          []string
}

func newOAuth() oauth {
	return oauth{map[string]grant{}, map[string]Person{}, map[string]Instance{}, 0}
}

// Code returns a code that a client gives to a frame of an application, for its person.
func (s *Server) Code(who Person, application string) string {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.oauth.given++
	code := "code-" + who.ID + "-" + strconv.Itoa(s.oauth.given)
	s.oauth.codes[code] = grant{who, application}
	return code
}

// SetInstance sets the channel of an instance, and the people in it.
func (s *Server) SetInstance(id string, i Instance) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.oauth.instances[id] = i
}

// describeInstance answers GET /applications/ID/activity-instances/ID.
func (s *Server) describeInstance(w http.ResponseWriter, id string) {
	s.mu.Lock()
	i, ok := s.oauth.instances[id]
	s.mu.Unlock()
	if !ok {
		refuse(w, http.StatusNotFound, 0, "404: Not Found")
		return
	}
	at := map[string]any{"id": "gc-" + i.Guild + "-" + i.Channel, "kind": "gc", "channel_id": i.Channel, "guild_id": i.Guild}
	if i.Guild == "" {
		at = map[string]any{"id": "pc-" + i.Channel, "kind": "pc", "channel_id": i.Channel}
	}
	answer(w, map[string]any{"application_id": Application, "instance_id": id, "launch_id": "1", "location": at, "users": i.Users})
}

// routeOAuth answers requests that don't carry the bot's token, and reports whether it did.
func (s *Server) routeOAuth(w http.ResponseWriter, r *http.Request, parts []string, body content) bool {
	switch {
	case r.Method == http.MethodPost && slices.Equal(parts, []string{"oauth2", "token"}):
		s.giveToken(w, r, body.json)
	case r.Method == http.MethodGet && slices.Equal(parts, []string{"users", "@me"}):
		token, _ := strings.CutPrefix(r.Header.Get("Authorization"), "Bearer ")
		s.mu.Lock()
		who, ok := s.oauth.tokens[token]
		s.mu.Unlock()
		if !ok {
			refuse(w, http.StatusUnauthorized, 0, "401: Unauthorized")
			return true
		}
		u := userJSON(who)
		u["locale"] = "en-US"
		if who.Locale != "" {
			u["locale"] = who.Locale
		}
		answer(w, u)
	default:
		return false
	}
	return true
}

// giveToken answers POST /oauth2/token. A code can be used once.
func (s *Server) giveToken(w http.ResponseWriter, r *http.Request, body []byte) {
	form, err := url.ParseQuery(string(body))
	if r.Header.Get("Content-Type") != "application/x-www-form-urlencoded" || err != nil || r.Header.Get("Authorization") != "" {
		s.fault("POST /oauth2/token: want a form and no Authorization, have %q", r.Header)
	}
	fail := func(status int, name string) {
		w.Header().Set("Content-Type", "application/json")
		w.WriteHeader(status)
		_ = json.NewEncoder(w).Encode(map[string]string{"error": name, "error_description": name}) // the bot hung up
	}
	if form.Get("client_id") != Application || form.Get("client_secret") != ClientSecret {
		fail(http.StatusUnauthorized, "invalid_client")
		return
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	s.oauth.given++
	token := "access-" + strconv.Itoa(s.oauth.given)
	switch form.Get("grant_type") {
	case "client_credentials":
	case "authorization_code":
		g, ok := s.oauth.codes[form.Get("code")]
		if !ok || g.application != Application || form.Has("redirect_uri") {
			fail(http.StatusBadRequest, "invalid_grant")
			return
		}
		delete(s.oauth.codes, form.Get("code"))
		s.oauth.tokens[token] = g.who
	default:
		fail(http.StatusBadRequest, "unsupported_grant_type")
		return
	}
	answer(w, map[string]any{"access_token": token, "token_type": "Bearer", "expires_in": 604800, "refresh_token": "r", "scope": "identify"})
}

// entryPoint is the type of a command that starts the Activity.
const entryPoint = 4

// hasEntryPoint reports whether registered commands have such a command.
func hasEntryPoint(commands []byte) bool {
	var all []struct{ Type int }
	_ = json.Unmarshal(commands, &all) // empty, or validated before
	return slices.ContainsFunc(all, func(c struct{ Type int }) bool { return c.Type == entryPoint })
}

// entryPoint judges an Entry Point command.
func (j *judge) entryPoint(at string, m map[string]any) {
	j.unknownProperties(at, m, "id type name name_localizations description description_localizations contexts integration_types handler default_member_permissions")
	j.length(at+"/name", m["name"], 1, 32)
	if h := integer(m["handler"]); h != 1 && h != 2 {
		j.add(at+"/handler", "%v, want 1 or 2", m["handler"])
	}
}
