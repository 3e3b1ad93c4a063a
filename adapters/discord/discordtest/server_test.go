package discordtest

import (
	"encoding/json"
	"net/http"
	"strings"
	"testing"
)

// TestServerDetectsViolations does what a bot must not do, each on a server of its own.
func TestServerDetectsViolations(t *testing.T) {
	const (
		good = "DiscordBot (https://example.org, 1.0)"
		body = `{"flags":32768,"allowed_mentions":{"parse":[]},"components":[{"type":10,"content":"x"}]}`
	)
	brought := map[string]string{"1": "800000000000000001"}
	for _, tt := range []struct {
		name, agent, path, body string
		times                   int
		owners                  map[string]string
		want                    string // of the one fault; "" for none
	}{
		{"a message", good, "/channels/1/messages", body, 1, nil, ""},
		{"another agent", "Go-http-client/1.1", "/channels/1/messages", body, 1, nil, "user agent"},
		{"a private message to all", good, "/channels/1/messages", strings.Replace(body, "32768", "32832", 1), 1, nil, "one person only"},
		{"an answer to a message", good, "/channels/1/messages", referring(body, `"replied_user":false`, "false"), 1, nil, ""},
		{"an answer that may notify", good, "/channels/1/messages", referring(body, `"users":[]`, "false"), 1, nil, "replied_user"},
		{"an answer that may be refused", good, "/channels/1/messages", referring(body, `"replied_user":false`, "true"), 1, nil, "was deleted"},
		{"six follow-ups of a member", good, "/webhooks/" + Application + "/t", body, 6, nil, ""},
		{"five follow-ups of none", good, "/webhooks/" + Application + "/t", body, 5, brought, ""},
		{"six follow-ups of none", good, "/webhooks/" + Application + "/t", body, 6, brought, "more than 5"},
	} {
		s := New()
		p := s.prepare(&Interaction{ID: "1", Token: "t", Kind: Command, Channel: "1", Guild: "2", Owners: tt.owners})
		if err := s.respond(p, content{json: []byte(`{"type":4,"data":` + body + `}`)}); err != nil {
			t.Fatal(err)
		}
		for range tt.times {
			req, err := http.NewRequest(http.MethodPost, s.URL+"/api/v10"+tt.path, strings.NewReader(tt.body))
			if err != nil {
				t.Fatal(err)
			}
			req.Header = http.Header{"User-Agent": {tt.agent}, "Content-Type": {"application/json"}}
			if strings.HasPrefix(tt.path, "/channels/") {
				req.Header.Set("Authorization", "Bot "+Token)
			}
			resp, err := http.DefaultClient.Do(req)
			if err != nil {
				t.Fatal(err)
			}
			_ = resp.Body.Close() // only the faults count
		}
		faults := s.Faults()
		if tt.want == "" && len(faults) > 0 || tt.want != "" && (len(faults) != 1 || !strings.Contains(faults[0], tt.want)) {
			t.Errorf("%s: the faults are %q, want one about %q", tt.name, faults, tt.want)
		}
		s.Close()
	}
}

// referring is body as an answer to a message, with more of the allowed
// mentions.
func referring(body, allowed, mustExist string) string {
	body = strings.Replace(body, `"parse":[]`, `"parse":[],`+allowed, 1)
	return strings.Replace(body, "{", `{"message_reference":{"message_id":"1200000000000000001","fail_if_not_exists":`+mustExist+`},`, 1)
}

// TestNestedOptionsAreRejected registers options that stand in each other.
func TestNestedOptionsAreRejected(t *testing.T) {
	const option = `{"type":3,"name":"x","description":"d"}`
	in := func(kind, name, options string) string {
		return `{"type":` + kind + `,"name":"` + name + `","description":"d","options":[` + options + `]}`
	}
	for _, tt := range []struct{ name, options, want string }{
		{"an option", option, ""},
		{"a subcommand", in("1", "a", option), ""},
		{"a group", in("2", "g", in("1", "a", option)+","+in("1", "b", "")), ""},
		{"a group beside a subcommand", in("2", "g", in("1", "a", "")) + "," + in("1", "b", ""), ""},
		{"a group beside an option", in("2", "g", in("1", "a", "")) + "," + option, "beside options"},
		{"an empty group", in("2", "g", ""), "without subcommands"},
		{"an option in a group", in("2", "g", option), "holds subcommands only"},
		{"a group in a group", in("2", "g", in("2", "h", in("1", "a", ""))), "in the wrong place"},
		{"a subcommand in a subcommand", in("1", "a", in("1", "b", "")), "in the wrong place"},
		{"a name twice", in("1", "a", "") + "," + in("2", "a", in("1", "b", "")), "a second time"},
	} {
		var j judge
		var body any
		d := json.NewDecoder(strings.NewReader(`[` + in("1", "nim", tt.options) + `]`))
		d.UseNumber()
		if err := d.Decode(&body); err != nil {
			t.Fatalf("%s: %v", tt.name, err)
		}
		j.commands(body)
		if faults := strings.Join(j.problems, "; "); tt.want == "" && faults != "" || !strings.Contains(faults, tt.want) {
			t.Errorf("%s: the faults are %q, want one about %q", tt.name, faults, tt.want)
		}
	}
}

// What Discord refuses or silently treats in another way is reported, and nothing panics.
func TestBodiesThatDiscordTreatsInAnotherWay(t *testing.T) {
	for _, tt := range []struct{ what, method, path, body, want string }{
		{"a file in a form", "POST", "/interactions/1/t/callback", `{"type":9,"data":{"custom_id":"f","title":"T","components":[{"type":18,"label":"L","component":{"type":13,"file":{"url":"attachment://a.png"}}}]}}`, "a file in a form"},
		{"a gallery in a form", "POST", "/interactions/1/t/callback", `{"type":9,"data":{"custom_id":"f","title":"T","components":[{"type":18,"label":"L","component":{"type":12,"items":[{"media":{"url":"attachment://a.png"}}]}}]}}`, "a file in a form"},
		{"an edit that leaves the components", "PATCH", "/channels/1/messages/2", `{"flags":32768,"allowed_mentions":{"parse":[]},"attachments":[]}`, "would keep the old ones"},
		{"an edit", "PATCH", "/channels/1/messages/2", `{"flags":32768,"allowed_mentions":{"parse":[]},"attachments":[],"components":[{"type":10,"content":"x"}]}`, ""},
		{"a key with a blank", "PATCH", "/channels/1/messages/2", `{"flags components":1,"flags":32768,"allowed_mentions":{"parse":[]},"attachments":[],"components":[{"type":10,"content":"x"}]}`, "unknown property"},
	} {
		got := strings.Join(Judge(tt.method, tt.path, "application/json", []byte(tt.body)), "\n")
		if tt.want == "" && got != "" || !strings.Contains(got, tt.want) {
			t.Errorf("Judge of %s = %q, want %q", tt.what, got, tt.want)
		}
	}
}
