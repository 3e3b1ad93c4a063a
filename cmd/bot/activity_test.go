package main

import (
	"strings"
	"testing"
	"time"

	"nimbot/adapters/discord/discordtest"
)

const (
	activityInstance = "i-1400000000000000001-gc-100000000000000001-900000000000000001"
	activityGuild    = "100000000000000001"
	activityChannel  = "900000000000000001"
)

var (
	ana  = discordtest.Person{ID: "800000000000000001", Name: "Ana", Permissions: 1<<31 | 1<<39}
	bob  = discordtest.Person{ID: "800000000000000002", Name: "Bob", Permissions: 1<<31 | 1<<39}
	cleo = discordtest.Person{ID: "800000000000000003", Name: "Cleo", Permissions: 1<<31 | 1<<39}
)

// inChannel is what somebody does in the channel.
func inChannel(fake *discordtest.Server, t *testing.T, who discordtest.Person, kind int, m *discordtest.Message, data map[string]any) discordtest.Outcome {
	t.Helper()
	o, err := fake.Deliver(t.Context(), discordtest.Interaction{Kind: kind, Who: who, Channel: activityChannel, Guild: activityGuild, Message: m, Data: data})
	if err != nil {
		t.Fatal(err)
	}
	return o
}

// TestActivity has three people play in one channel, two of them in the Activity.
func TestActivity(t *testing.T) {
	fake := discordtest.New()
	defer fake.Close()
	fake.ResponseTime = time.Minute
	fake.SetServers(activityGuild)
	s := newRunningBot(t, append(onDiscord(fake, "http"), "NIM_DISCORD_ACTIVITY=on", "NIM_DISCORD_CLIENT_SECRET="+discordtest.ClientSecret)...)
	s.start()
	fake.Endpoint = "http://" + s.listen + "/discord/interactions"
	client := discordtest.NewClient(fake, "http://"+s.listen+"/activity")
	defer client.Close()
	client.Delay = 50 * time.Millisecond
	fake.SetInstance(activityInstance, discordtest.Instance{Guild: activityGuild, Channel: activityChannel, Users: []string{ana.ID, bob.ID}})
	browser := newClients(t, client)

	a := browser.open(ana, activityInstance, "")
	a.ready()
	t.Logf("first board after %v ms", evalIn[float64](a, "performance.getEntriesByName('board')[0].startTime"))
	o := inChannel(fake, t, cleo, discordtest.Command, nil, discordtest.Typed("nim", "challenge", []discordtest.Person{ana}, discordtest.Option{Name: "player", Value: ana.ID}, discordtest.Option{Name: "piles", Value: "3 4 5"}))
	t.Log(o.Message.Text)
	a.press("Accept")
	a.shows("Your move")
	a.play("A2")
	s.await(10*time.Second, "the channel shows the move", func() bool {
		all := fake.Messages(activityChannel)
		return strings.Contains(all[0].Text, "A 1")
	})
	for _, f := range append(a.faults(), fake.Faults()...) {
		t.Error(f)
	}
	s.stop()
}
