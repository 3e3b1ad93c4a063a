package discordtest

import (
	"encoding/json"
	"fmt"
	"net/http"
	"regexp"
	"time"
)

// judge parses a body and checks it against the rules.
func (s *Server) judge(method, path, contentType string, body []byte) (content, []string) {
	c, problems := open(contentType, body)
	if len(problems) > 0 {
		return c, problems
	}
	problems = c.judge(method, path)
	if s.Also != nil {
		problems = append(problems, s.Also(method, path, contentType, body)...)
	}
	return c, problems
}

// userAgent is the form that Discord requires; clients with another may be blocked.
var userAgent = regexp.MustCompile(`^DiscordBot \(https?://[^ ,]+, [^ )]+\)`)

func (s *Server) route(w http.ResponseWriter, r *http.Request, parts []string, body content) {
	if s.routeOAuth(w, r, parts, body) || !s.mayAsk(w, r, parts[0]) {
		return
	}
	switch key := r.Method + " " + parts[0]; {
	case key == "POST interactions" && len(parts) == 4 && parts[3] == "callback":
		s.callback(w, parts[1], parts[2], body)
	case parts[0] == "webhooks" && len(parts) >= 3 && parts[1] == Application:
		s.webhook(w, r.Method, parts[2], parts[3:], body)
	case parts[0] == "channels" && len(parts) >= 3 && parts[2] == "messages":
		s.mu.Lock()
		limit := s.buckets
		s.mu.Unlock()
		if r.Method != http.MethodPost || limit.take(w, parts[1]) {
			s.channel(w, r.Method, parts[1], parts[3:], body)
		}
	case key == "GET gateway" && len(parts) == 2 && parts[1] == "bot":
		s.Gateway.describe(w)
	case key == "GET users" && len(parts) == 3 && parts[1] == "@me" && parts[2] == "guilds":
		s.listServers(w, r.URL.Query())
	case key == "GET guilds" && len(parts) == 2:
		s.describeServer(w, parts[1])
	case parts[0] == "applications" && s.application(w, r.Method, parts[1:], body):
	default:
		s.fault("%s %s: no such route", r.Method, r.URL.Path)
		refuse(w, http.StatusNotFound, 0, "404: Not Found")
	}
}

// mayAsk checks the authorization: the bot's token, or none where the path contains an
// interaction's token.
func (s *Server) mayAsk(w http.ResponseWriter, r *http.Request, first string) bool {
	if agent := r.UserAgent(); !userAgent.MatchString(agent) {
		s.fault("%s %s: the user agent %q is blocked", r.Method, r.URL.Path, agent)
	}
	byToken := first == "interactions" || first == "webhooks"
	switch has := r.Header.Get("Authorization"); {
	case byToken && has != "":
		s.fault("%s %s: an Authorization header makes this count against the global limit", r.Method, r.URL.Path)
	case !byToken && has != "Bot "+Token:
		refuse(w, http.StatusUnauthorized, 0, "401: Unauthorized")
		return false
	}
	return true
}

// application answers what is asked about the application, and reports whether
// there is such a route.
func (s *Server) application(w http.ResponseWriter, method string, rest []string, body content) bool {
	ofCommands := len(rest) > 1 && rest[0] == Application && rest[len(rest)-1] == "commands"
	switch {
	case method == http.MethodGet && len(rest) == 1 && rest[0] == "@me":
		answer(w, map[string]any{"id": Application, "name": "Nim Bot", "verify_key": s.PublicKey, "interactions_endpoint_url": s.Endpoint, "flags": s.Flags})
	case method == http.MethodGet && len(rest) == 3 && rest[0] == Application && rest[1] == "activity-instances":
		s.describeInstance(w, rest[2])
	case method == http.MethodGet && ofCommands:
		s.mu.Lock()
		defer s.mu.Unlock()
		answer(w, registered(s.commands))
	case method == http.MethodPut && ofCommands:
		s.mu.Lock()
		lost := len(rest) == 2 && hasEntryPoint(s.commands) && !hasEntryPoint(body.json)
		if !lost {
			s.commands = body.json
		}
		s.mu.Unlock()
		if lost {
			refuse(w, http.StatusBadRequest, 50240, "You cannot remove this app's Entry Point command in a bulk update operation.")
			return true
		}
		answer(w, body.json)
	default:
		return false
	}
	return true
}

// SetCommands registers these commands.
func (s *Server) SetCommands(commands string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.commands = json.RawMessage(commands)
}

// registered returns commands as Discord lists them: with members that Discord adds.
func registered(commands json.RawMessage) []map[string]any {
	all := []map[string]any{}
	_ = json.Unmarshal(commands, &all) // none yet, or what was judged before
	for _, c := range all {
		c["id"], c["application_id"], c["version"], c["nsfw"], c["default_member_permissions"] = "1", Application, "2", false, nil
	}
	return all
}

// callback takes the first response to an interaction.
func (s *Server) callback(w http.ResponseWriter, id, token string, body content) {
	s.mu.Lock()
	p := s.interactions[token]
	s.mu.Unlock()
	if p == nil || p.in.ID != id || time.Since(p.at) > s.ResponseTime {
		refuse(w, http.StatusNotFound, 10062, "Unknown interaction")
		return
	}
	if err := s.respond(p, body); err != nil {
		refuse(w, http.StatusBadRequest, 40060, err.Error())
		return
	}
	w.WriteHeader(http.StatusNoContent)
}

// tokenFor is how long an interaction's token is valid.
const tokenFor = 15 * time.Minute

// maxFollowed is how many messages may follow a response if the bot isn't a member of the server.
const maxFollowed = 5

// webhook serves the routes that an interaction's token opens.
func (s *Server) webhook(w http.ResponseWriter, method, token string, rest []string, body content) {
	s.mu.Lock()
	defer s.mu.Unlock()
	p := s.interactions[token]
	if p == nil || p.kind == 0 {
		refuse(w, http.StatusNotFound, 10015, "Unknown Webhook")
		return
	}
	if s.Now().Sub(p.given) > tokenFor {
		refuse(w, http.StatusUnauthorized, 50027, "Invalid Webhook Token")
		return
	}
	if method == http.MethodPost && len(rest) == 0 {
		if _, seated := p.in.owners()["0"]; !seated && p.followed == maxFollowed {
			s.faults = append(s.faults, fmt.Sprintf("more than %d messages after a response where the bot is no member", maxFollowed))
			refuse(w, http.StatusBadRequest, 0, "Maximum number of follow-up messages")
			return
		}
		p.followed++
		m := s.create(p.in.Channel, p.in.Who, body)
		answer(w, map[string]string{"id": m.ID})
		return
	}
	if len(rest) != 2 || rest[0] != "messages" || method != http.MethodPatch {
		refuse(w, http.StatusNotFound, 0, "404: Not Found")
		return
	}
	m := p.original
	if rest[1] != "@original" {
		m = s.find(rest[1])
	}
	if m == nil || m.Channel != p.in.Channel {
		refuse(w, http.StatusNotFound, 10008, "Unknown Message")
		return
	}
	s.edit(m, body)
	answer(w, map[string]string{"id": m.ID})
}

// nonceFor is how long Discord compares nonces: "the past few minutes".
const nonceFor = 3 * time.Minute

// noted is a message that was created with a nonce.
type noted struct {
	message *Message
	at      time.Time
}

// by returns the message if its nonce still counts.
func (n noted) by(now time.Time) *Message {
	if now.Sub(n.at) > nonceFor {
		return nil
	}
	return n.message
}

// channel serves the routes of a channel that the bot's token opens.
func (s *Server) channel(w http.ResponseWriter, method, channel string, rest []string, body content) {
	s.mu.Lock()
	defer s.mu.Unlock()
	switch {
	case s.refuseInThread(w, method, channel):
	case method == http.MethodPost && len(rest) == 0:
		var said struct {
			Flags   int    `json:"flags"`
			Nonce   string `json:"nonce"`
			Enforce bool   `json:"enforce_nonce"`
			Answers struct {
				ID string `json:"message_id"`
			} `json:"message_reference"`
		}
		_ = json.Unmarshal(body.json, &said) // it was judged
		if said.Flags&ephemeral != 0 {
			s.faults = append(s.faults, "a message for one person only, where everybody would see it")
		}
		m := s.nonces[said.Nonce].by(s.Now())
		switch {
		case m == nil || said.Nonce == "" || !said.Enforce:
			m = s.create(channel, Person{}, body)
			if s.spoken[said.Answers.ID] == channel { // Discord drops a reference to any other message
				m.Answers = said.Answers.ID
			}
			s.nonces[said.Nonce] = noted{m, s.Now()}
		case m.Channel != channel: // Discord looks at the author alone
			s.faults = append(s.faults, fmt.Sprintf("the nonce %q of a message in another channel", said.Nonce))
		}
		answer(w, map[string]string{"id": m.ID})
	case method == http.MethodPatch && len(rest) == 1:
		m := s.find(rest[0])
		if m == nil || m.Channel != channel || m.To != "" {
			refuse(w, http.StatusNotFound, 10008, "Unknown Message")
			return
		}
		s.edit(m, body)
		answer(w, map[string]string{"id": m.ID})
	default:
		refuse(w, http.StatusNotFound, 0, "404: Not Found")
	}
}

func answer(w http.ResponseWriter, v any) {
	if raw, ok := v.([]byte); ok {
		v = json.RawMessage(raw)
	}
	w.Header().Set("Content-Type", "application/json")
	_ = json.NewEncoder(w).Encode(v) // the bot hung up
}

func refuse(w http.ResponseWriter, status, code int, message string) {
	w.Header().Set("Content-Type", "application/json")
	w.WriteHeader(status)
	_ = json.NewEncoder(w).Encode(map[string]any{"code": code, "message": message}) // the bot hung up
}
