package main

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"nimbot/adapters/discord/discordtest"
	"nimbot/internal/freeport"
)

// The program counts one person's commands in all servers together: the first few
// are answered, wherever they come from, and other people's commands are not
// affected.
func TestLimitHoldsAcrossServers(t *testing.T) {
	fake := discordtest.New()
	defer fake.Close()
	fake.ResponseTime = time.Minute
	listen := freeport.Address(t)
	for key, value := range map[string]string{
		"NIM_HTTP_ADMIN": freeport.Address(t), "NIM_HTTP_LISTEN": listen, "NIM_LIMITS_COMMANDS_PER_MINUTE": "2",
		"NIM_DISCORD_APPLICATION_ID": discordtest.Application, "NIM_DISCORD_PUBLIC_KEY": fake.PublicKey, "NIM_DISCORD_API_URL": fake.URL,
	} {
		t.Setenv(key, value)
	}
	startBot(t, "msg=serving", "serve")
	fake.Endpoint = "http://" + listen + "/discord/interactions"
	limited := func(person, guild int) bool {
		t.Helper()
		o, err := fake.Deliver(t.Context(), discordtest.Interaction{
			Kind: discordtest.Command, Who: discordtest.Person{ID: fmt.Sprint(800000000000000000 + person), Name: "Ana"},
			Channel: fmt.Sprint(900000000000000000 + guild), Guild: fmt.Sprint(100000000000000000 + guild),
			Data: discordtest.Typed("nim", "board", nil),
		})
		if err != nil {
			t.Fatal(err)
		}
		return strings.Contains(string(o.Body), "faster than I can keep up")
	}
	answered := 0
	for guild := range 20 {
		if !limited(1, guild) {
			answered++
		}
	}
	if answered != 2 {
		t.Errorf("%d commands of one person in 20 servers were answered, want 2", answered)
	}
	if limited(2, 0) {
		t.Error("another person's first command is refused")
	}
}
