package main

import (
	"encoding/json"
	"fmt"
	"strings"
	"testing"
	"time"

	"nimbot/adapters/discord/discordtest"
	"nimbot/internal/freeport"
	"nimbot/internal/slowtest"
)

// TestServeDiscord plays a move on the program itself, over HTTP and over the
// gateway.
func TestServeDiscord(t *testing.T) {
	for _, tt := range []struct {
		mode     string
		pictures int // on the board
	}{{"http", 1}, {"http", 0}, {"gateway", 1}, {"gateway", 0}} {
		t.Run(fmt.Sprintf("%s with %d pictures", tt.mode, tt.pictures), func(t *testing.T) {
			fake := discordtest.New()
			defer fake.Close()
			fake.ResponseTime = time.Minute
			s := newRunningBot(t, append(onDiscord(fake, tt.mode), fmt.Sprint("NIM_DISCORD_PICTURES=", tt.pictures > 0))...)
			if tt.mode == "http" {
				fake.Endpoint = "http://" + s.listen + "/discord/interactions"
			}
			fake.Gateway.Expect(discordtest.Guilds)
			s.start()
			if tt.mode == "gateway" {
				if err := fake.Gateway.AwaitReady(time.Minute); err != nil {
					t.Fatal(err)
				}
			}
			o, err := fake.Deliver(t.Context(), discordtest.Interaction{
				Kind: discordtest.Command, Who: discordtest.Person{ID: "800000000000000001", Name: "Ana"},
				Channel: "900000000000000001", Guild: "100000000000000001",
				Data: discordtest.Typed("nim", "start", nil, discordtest.Option{Name: "piles", Value: "3 4 5"}),
			})
			if err != nil {
				t.Fatal(err)
			}
			const want = "Ana's move. Piles: A 3, B 4, C 5"
			if o.Message == nil || !strings.HasPrefix(o.Message.Text, want) {
				t.Errorf("the channel shows %s, want %q", o.Body, want)
			} else if n := len(o.Message.Files); n != tt.pictures {
				t.Errorf("the board has %d pictures, want %d", n, tt.pictures)
			}
			s.stop()
			if f := fake.Faults(); len(f) > 0 {
				t.Errorf("Discord refused %q", f)
			}
		})
	}
}

// TestServeDiscordEvents lets Discord verify the address of webhook events, in both
// modes, and report that a person removed the app.
func TestServeDiscordEvents(t *testing.T) {
	for _, mode := range []string{"http", "gateway"} {
		fake := discordtest.New()
		defer fake.Close()
		fake.Gateway.Expect(discordtest.Guilds)
		s := newRunningBot(t, onDiscord(fake, mode)...)
		s.start()
		address := "http://" + s.listen + "/discord/events"
		if err := fake.AcceptEvents(t.Context(), address); err != nil {
			t.Errorf("mode %s: %v", mode, err)
		}
		if status, err := fake.SendEvent(t.Context(), address, "APPLICATION_DEAUTHORIZED", discordtest.Person{ID: "800000000000000001", Name: "Ana"}); err != nil || status != 204 {
			t.Errorf("mode %s: that somebody removed the app is answered with %d, %v; want 204", mode, status, err)
		}
		s.stop()
		if f := fake.Faults(); len(f) > 0 {
			t.Errorf("Discord refused %q", f)
		}
	}
}

// TestServeDiscordMessages talks to the program, which takes interactions over
// HTTP at the same time.
func TestServeDiscordMessages(t *testing.T) {
	fake := discordtest.New()
	defer fake.Close()
	fake.ResponseTime = time.Minute
	fake.Gateway.Expect(discordtest.Guilds | discordtest.GuildMessages | discordtest.DirectMessages)
	s := newRunningBot(t, append(onDiscord(fake, "http"), "NIM_DISCORD_MESSAGES=on")...)
	s.start()
	fake.Endpoint = "http://" + s.listen + "/discord/interactions"
	if err := fake.Gateway.AwaitReady(time.Minute); err != nil {
		t.Fatal(err)
	}
	ana := discordtest.Person{ID: "800000000000000001", Name: "Ana"}
	id, err := fake.Say(discordtest.Spoken{Who: ana, Channel: "900000000000000001", Content: "start 3 4 5"})
	if err != nil {
		t.Fatal(err)
	}
	var all []discordtest.Message
	s.await(time.Minute, "the board is shown", func() bool {
		all = fake.Messages("900000000000000001")
		return len(all) > 0
	})
	board := all[0]
	if board.Answers != id || !strings.Contains(board.Text, "Piles: A 3, B 4, C 5.") {
		t.Errorf("%q answers the message %q, want the board and %q", board.Text, board.Answers, id)
	}
	b, err := board.Find("A")
	if err != nil {
		t.Fatal(err)
	}
	o, err := fake.Deliver(t.Context(), discordtest.Interaction{Kind: discordtest.Component, Who: ana, Channel: board.Channel, Message: &board, Data: discordtest.Pressed(b)})
	if err != nil || o.Message == nil || o.Message.ID != board.ID {
		t.Errorf("a press on the board is answered by %s, %v; want the board", o.Body, err)
	}
	s.stop()
	if f := fake.Faults(); len(f) > 0 {
		t.Errorf("Discord refused %q", f)
	}
}

// TestServeDiscordRefused checks that a token that Discord does not accept ends the
// program with one line that says what to do.
func TestServeDiscordRefused(t *testing.T) {
	slowtest.Sequential(t)
	fake := discordtest.New()
	defer fake.Close()
	t.Setenv("NIM_HTTP_ADMIN", freeport.Address(t))
	t.Setenv("NIM_HTTP_LISTEN", freeport.Address(t))
	t.Setenv("NIM_DISCORD_MODE", "gateway")
	t.Setenv("NIM_DISCORD_APPLICATION_ID", discordtest.Application)
	t.Setenv("NIM_DISCORD_TOKEN", "MTEwMDAwMDAwMDAwMDAwMDAwMQ.revoked.revoked")
	t.Setenv("NIM_DISCORD_API_URL", fake.URL)
	for _, args := range [][]string{{"serve"}, {"register"}, {"check", "--online"}} {
		_, stderr, code := bot(t, t.TempDir(), "", args...)
		if code != 1 || !strings.Contains(stderr, "token was refused") || strings.Contains(stderr, "revoked") {
			t.Errorf("bot %v = %d, %q; want 1 and that the token was refused, without showing it", args, code, stderr)
		}
		if n := strings.Count(stderr, "token was refused"); args[0] != "serve" && n != 1 {
			t.Errorf("bot %v says %d times that the token was refused, want once: %q", args, n, stderr)
		}
	}
}

func TestRegisterDiscord(t *testing.T) {
	slowtest.Sequential(t)
	t.Chdir(t.TempDir())
	fake := discordtest.New()
	defer fake.Close()
	// As the documentation shows it: a deploy step has no public key.
	t.Setenv("NIM_DISCORD_API_URL", fake.URL)
	t.Setenv("NIM_DISCORD_APPLICATION_ID", discordtest.Application)
	if _, stderr, code := inProcess(t, "", "register"); code != exitConfig || !strings.Contains(stderr, "discord.token") {
		t.Errorf("bot register without a token = %d, %q; want %d and the missing key", code, stderr, exitConfig)
	}
	t.Setenv("NIM_SLACK_API_URL", "ftp://x")
	if _, stderr, code := inProcess(t, "", "register"); code != exitConfig || !strings.Contains(stderr, "slack.api_url") {
		t.Errorf("bot register with a wrong address = %d, %q; want %d and that it is wrong", code, stderr, exitConfig)
	}
	t.Setenv("NIM_SLACK_API_URL", "")
	stdout, _, code := inProcess(t, "", "register", "--dry-run")
	if code != 0 || !json.Valid([]byte(stdout)) {
		t.Errorf("bot register --dry-run = %d, %q; want 0 and JSON", code, stdout)
	}
	t.Setenv("NIM_DISCORD_TOKEN", discordtest.Token)
	if _, stderr, code := inProcess(t, "", "register", "--guild", "100000000000000001"); code != 0 || !strings.Contains(string(fake.Commands()), `"name":"challenge"`) {
		t.Errorf("bot register = %d, %q; Discord has %s", code, stderr, fake.Commands())
	}
	if _, stderr, code := inProcess(t, "", "register", "--guild", "my server"); code != 1 || !strings.Contains(stderr, "named by its id") {
		t.Errorf("bot register --guild 'my server' = %d, %q; want 1 and the form of an id", code, stderr)
	}
}
