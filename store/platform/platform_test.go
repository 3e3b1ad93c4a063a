package platform_test

import (
	"testing"

	"nimbot/store/platform"
)

// The facts of each known platform, and the zero facts of an unknown one.
func TestFacts(t *testing.T) {
	for _, c := range []struct {
		name                       string
		listed, servers, serverIDs bool
		realm                      string
	}{
		{"discord", true, true, false, "discord"},
		{"slack", true, true, true, "slack/T1"},
		{"web", true, false, false, "web"},
		{"console", true, false, false, "console"},
		{"matrix", false, false, false, "matrix"},
	} {
		listed, servers, serverIDs, realm := platform.Listed(c.name), platform.HasServers(c.name), platform.HasServerIDs(c.name), platform.Realm(c.name, "T1")
		if listed != c.listed || servers != c.servers || serverIDs != c.serverIDs || realm != c.realm {
			t.Errorf("%s: listed %t, servers %t, ids of servers %t, realm %q; want %t, %t, %t, %q",
				c.name, listed, servers, serverIDs, realm, c.listed, c.servers, c.serverIDs, c.realm)
		}
	}
}
