package discord_test

import (
	"context"
	"encoding/json"
	"strings"
	"testing"

	"nimbot/adapters/discord"
	"nimbot/adapters/discord/discordtest"
	"nimbot/internal/slowtest"
)

// withActivity restarts a bot with the Activity turned on, on the same Discord.
func withActivity(t *testing.T) *bot {
	t.Helper()
	b := newBot(t, false)
	b.stop()
	b.secret = discordtest.ClientSecret
	b.start()
	return b
}

// Play here starts the Activity where Discord allows it, and says so elsewhere.
func TestPlayHere(t *testing.T) {
	b := withActivity(t)
	player := somebody("ana")
	player.Permissions |= 1 << 39
	board := b.deliver(types(player, "table", "start 3 4 5")).Message
	button, err := board.Find("Play here")
	if err != nil {
		t.Fatal(err)
	}
	for _, tt := range []struct {
		what   string
		who    discordtest.Person
		thread bool
		kind   int
	}{
		{"with the right", player, false, 12},
		{"without the right", somebody("bob"), false, 4},
		{"in a thread", player, true, 4},
	} {
		i := pressed(tt.who, "table", *board, button)
		i.InThread = tt.thread
		if o := b.deliver(i); o.Kind != tt.kind || tt.kind == 4 && !strings.Contains(o.Message.Text, "can't be opened here") {
			t.Errorf("Play here %s is answered with %d, %s; want %d", tt.what, o.Kind, o.Body, tt.kind)
		}
	}
}

// Boards have no button for an Activity that is off.
func TestNoPlayHere(t *testing.T) {
	b := newBot(t, false)
	board := b.deliver(types(somebody("ana"), "table", "start 3 4 5")).Message
	if button, err := board.Find("Play here"); err == nil {
		t.Errorf("the board has %v, want no such button", button)
	}
}

// A registration keeps the Entry Point that is there, whether the Activity is on or off, adds
// one where it is on, and has none of a server's.
func TestRegisterKeepsTheEntryPoint(t *testing.T) {
	slowtest.Sequential(t)
	theirs := `[{"type":4,"name":"open-nim","description":"Ours","handler":1,"integration_types":[0],"contexts":[0],"id":"1500000000000000001","default_member_permissions":"8"}]`
	for _, tt := range []struct {
		what, before, guild string
		on                  bool
		want                []string
		not                 string
	}{
		{"off", "[]", "", false, nil, `"handler"`},
		{"on", "[]", "", true, []string{`"name":"launch"`, `"handler":2`}, `"id"`},
		{"off, with theirs", theirs, "", false, []string{`"name":"open-nim"`, `"handler":1`}, "launch"},
		{"on, with theirs", theirs, "", true, []string{`"name":"open-nim"`}, `"launch"`},
		{"on, in a server", "[]", "100000000000000001", true, nil, `"handler"`},
	} {
		t.Run(tt.what, func(t *testing.T) {
			b := newBot(t, false)
			if tt.on {
				b.stop()
				b.secret = discordtest.ClientSecret
				b.start()
			}
			b.server.SetCommands(tt.before)
			if tt.before == theirs {
				b.server.Also = nil // the validator takes every command without options for one of a context menu
			}
			for range 2 { // the second time it finds its own
				if err := b.adapter.Register(context.Background(), tt.guild); err != nil {
					t.Fatalf("Register = %v", err)
				}
			}
			var all []json.RawMessage
			if err := json.Unmarshal(b.server.Commands(), &all); err != nil {
				t.Fatal(err)
			}
			sent := string(b.server.Commands())
			for _, want := range append(tt.want, `"name":"nim"`) {
				if !strings.Contains(sent, want) {
					t.Errorf("the registration lacks %s: %.300s", want, sent)
				}
			}
			if wanted := 3 + min(1, len(tt.want)); len(all) != wanted || tt.not != `"id"` && strings.Contains(sent, tt.not) {
				t.Errorf("%d commands are registered, want %d, and nothing with %s: %.300s", len(all), wanted, tt.not, sent)
			}
		})
	}
}

// The check proves the client secret, looks for the Entry Point, and names the mapping.
func TestCheckTheActivity(t *testing.T) {
	slowtest.Sequential(t)
	for _, tt := range []struct {
		what, secret string
		registered   bool
		flags        int
		notes, wrong string
	}{
		{"a wrong secret", "another-secret", true, 1 << 17, "", "discord.client_secret was refused"},
		{"not registered", discordtest.ClientSecret, false, 1 << 17, "", "run bot register"},
		{"switched off", discordtest.ClientSecret, true, 0, "turn them on", ""},
		{"good", discordtest.ClientSecret, true, 1 << 17, "nim.example.com/activity", ""},
	} {
		t.Run(tt.what, func(t *testing.T) {
			b := newBot(t, false)
			b.stop()
			b.secret = tt.secret
			b.start()
			b.server.Flags = tt.flags
			if tt.registered {
				if err := b.adapter.Register(context.Background(), ""); err != nil {
					t.Fatal(err)
				}
			}
			notes, err := b.adapter.Check(context.Background(), discord.Setup{PublicKey: b.server.PublicKey, Mapping: "nim.example.com/activity"})
			wrong := ""
			if err != nil {
				wrong = err.Error()
			}
			if !strings.Contains(strings.Join(notes, "\n"), tt.notes) || !strings.Contains(wrong, tt.wrong) || (tt.wrong == "") != (wrong == "") || strings.Contains(wrong, tt.secret) {
				t.Errorf("Check = %q, %v; want %q, %q", notes, err, tt.notes, tt.wrong)
			}
		})
	}
}
