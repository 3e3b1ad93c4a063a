package discordtest

import (
	"net/http"
	"net/url"
	"slices"
	"strconv"
)

// Guilds is the intent of events about servers.
const Guilds = 1 << 0

// SetServers sets the servers of which the bot is a member.
func (s *Server) SetServers(ids ...string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.servers = slices.Sorted(slices.Values(ids))
}

// RemoveFrom removes the bot from a server, and tells every gateway session with that intent. With
// outage, the server is only unavailable and the bot stays a member. The error says that a
// session couldn't be told.
func (s *Server) RemoveFrom(id string, outage bool) error {
	data := `{"id":"` + id + `"}`
	if outage {
		data = `{"id":"` + id + `","unavailable":true}`
	} else {
		s.mu.Lock()
		s.servers = slices.DeleteFunc(s.servers, func(x string) bool { return x == id })
		s.mu.Unlock()
	}
	return s.Gateway.tell("GUILD_DELETE", Guilds, []byte(data))
}

// listServers answers GET /users/@me/guilds: a page of at most 200.
func (s *Server) listServers(w http.ResponseWriter, query url.Values) {
	limit, err := strconv.Atoi(query.Get("limit"))
	if err != nil || limit < 1 || limit > 200 {
		s.fault("a page of %q servers", query.Get("limit"))
		refuse(w, http.StatusBadRequest, 50035, "Invalid Form Body")
		return
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	page := []map[string]any{}
	for _, id := range s.servers {
		if id > query.Get("after") && len(page) < limit {
			page = append(page, map[string]any{"id": id, "name": "server " + id, "owner": false, "permissions": "0", "features": []string{}})
		}
	}
	answer(w, page)
}

// describeServer answers GET /guilds/ID.
func (s *Server) describeServer(w http.ResponseWriter, id string) {
	s.mu.Lock()
	member := slices.Contains(s.servers, id)
	s.mu.Unlock()
	if !member {
		refuse(w, http.StatusNotFound, 10004, "Unknown Guild")
		return
	}
	answer(w, map[string]any{"id": id, "name": "server " + id, "preferred_locale": "en-US"})
}
