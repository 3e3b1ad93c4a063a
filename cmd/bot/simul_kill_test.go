package main

import (
	"fmt"
	"io"
	"log"
	"math/rand/v2"
	"net/http"
	"net/http/httptest"
	"net/http/httputil"
	"net/url"
	"regexp"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"nimbot/adapters/discord/discordtest"
	"nimbot/internal/slowtest"
	"nimbot/store/person"
	"nimbot/store/redis/redistest"
)

// How much the drill does, unless the environment asks for more.
const (
	simulRooms  = 2 // NIM_TEST_ROOMS: channels with a simul each
	simulKills  = 3 // NIM_TEST_KILLS: kill -9 of a replica
	simulGuests = 4
)

// simulPiles returns piles with an odd number of stones, of which every move takes one. The
// guests begin, so they take the last one. A lost answer of Redis delays a board by seconds, so that
// .ci/run plays three moves, and .ci/long seven.
func simulPiles() string { return []string{"1 2", "3 4"}[slowtest.Sizes(0, 0, 1)] }

// simulRoom is a channel with a simul in it.
type simulRoom struct{ *classroom }

// does repeats a press or a command of a person until a replica answers. An earlier try may
// have had its effect.
func (c simulRoom) does(who int, data map[string]any, on *discordtest.Message) discordtest.Message {
	kind := discordtest.Command
	if on != nil {
		kind = discordtest.Component
	}
	for deadline := time.Now().Add(time.Minute); time.Now().Before(deadline); time.Sleep(50 * time.Millisecond) {
		o, err := c.fleet.discord.Deliver(c.t.Context(), discordtest.Interaction{Kind: kind, Who: c.who(who), Channel: c.channel, Guild: resultServer, Data: data, Message: on})
		if err == nil && o.Status == http.StatusOK && o.Message != nil && !strings.Contains(o.Message.Text, "storage") {
			return *o.Message
		}
	}
	c.t.Errorf("channel %d: person %d was never answered", c.number, who)
	return discordtest.Message{}
}

func (c simulRoom) says(who int, command string, options ...discordtest.Option) discordtest.Message {
	return c.does(who, discordtest.Typed("nim", command, nil, options...), nil)
}

// presses presses a command with the stamp of a message.
func (c simulRoom) presses(who int, m discordtest.Message, command string) discordtest.Message {
	_, stamp, _ := strings.Cut(m.Buttons[0].CustomID, "~")
	return c.does(who, discordtest.Pressed(discordtest.Button{CustomID: "c:" + command + " ~" + stamp}), &m)
}

// public returns the messages that everybody sees and that contain a text.
func (c simulRoom) public(text string) (all []discordtest.Message) {
	for _, m := range c.fleet.discord.Messages(c.channel) {
		if m.To == "" && strings.Contains(m.Text, text) {
			all = append(all, m)
		}
	}
	return all
}

var firstPile = regexp.MustCompile(`A ([1-9])`)

// takesOne takes a stone from the first pile that has one.
func (c simulRoom) takesOne(who int, m discordtest.Message) discordtest.Message {
	if firstPile.MatchString(m.Text) {
		return c.presses(who, m, "A1")
	}
	return c.presses(who, m, "B1")
}

// guest plays the game of guest n to its end.
func (c simulRoom) guest(n int) {
	name := c.who(n).Name
	for deadline := time.Now().Add(3 * time.Minute); time.Now().Before(deadline); time.Sleep(time.Duration(50+rand.IntN(200)) * time.Millisecond) {
		if len(c.public(name+" won")) > 0 {
			return
		}
		boards := slices.DeleteFunc(c.public(name+"'s move"), func(m discordtest.Message) bool { return len(m.Buttons) == 0 })
		if len(boards) > 0 {
			c.takesOne(n, boards[len(boards)-1])
		}
	}
	c.t.Errorf("channel %d: %s's game never ended", c.number, name)
}

// play plays a simul: person 0 against the others.
func (c simulRoom) play() {
	lobby := c.says(0, "open", discordtest.Option{Name: "piles", Value: simulPiles()}, discordtest.Option{Name: "seats", Value: simulGuests})
	if len(lobby.Buttons) == 0 {
		c.t.Errorf("channel %d: the simul is offered by %q", c.number, lobby.Text)
		return
	}
	for n := range simulGuests {
		c.presses(n+1, lobby, "accept")
	}
	c.presses(0, lobby, "begin")
	var playing sync.WaitGroup
	for n := range simulGuests {
		playing.Go(func() { c.guest(n + 1) })
	}
	for deadline := time.Now().Add(3 * time.Minute); time.Now().Before(deadline); time.Sleep(100 * time.Millisecond) {
		m := c.says(0, "move", discordtest.Option{Name: "move", Value: "simul"})
		if strings.Contains(m.Text, "host no simul") {
			break
		}
		for strings.Contains(m.Text, "Your move") && len(m.Buttons) > 0 {
			m = c.takesOne(0, m)
		}
	}
	playing.Wait()
}

// TestKilledReplicasPlaySimuls lets hosts play their guests on three replicas that share a
// Redis which loses one answer in ten, while the replicas are killed with kill -9 again and
// again. Every game comes to its end and has a board that is posted once, and the results
// are posted and counted once.
func TestKilledReplicasPlaySimuls(t *testing.T) {
	slowtest.Only(t)
	t.Parallel()
	server := redistest.Start(t, "--appendonly", "yes", "--appendfsync", "always")
	proxy := redistest.NewProxy(t, server.Addr)
	fake := discordtest.New()
	t.Cleanup(fake.Close)
	fake.ResponseTime = time.Minute
	f := startFleetOn(t, fake, fake.URL, "redis://"+proxy.Addr, 3)
	anyReplica := httptest.NewServer(&httputil.ReverseProxy{ErrorLog: log.New(io.Discard, "", 0), Rewrite: func(r *httputil.ProxyRequest) {
		to, _ := url.Parse(f.replicas[rand.IntN(len(f.replicas))].endpoint) // it was made from an address
		r.Out.URL, r.Out.Host = to, to.Host
	}})
	t.Cleanup(anyReplica.Close)
	fake.Endpoint = anyReplica.URL
	proxy.Drop(tenPercent)
	var rooms []simulRoom
	var playing sync.WaitGroup
	for i := range fromEnv(t, "NIM_TEST_ROOMS", simulRooms) {
		c := simulRoom{newClassroom(t, f, i, simulGuests+1)}
		rooms = append(rooms, c)
		playing.Go(c.play)
	}
	for range fromEnv(t, "NIM_TEST_KILLS", simulKills) {
		time.Sleep(time.Duration(500+rand.IntN(3000)) * time.Millisecond)
		f.replicas[rand.IntN(len(f.replicas))].restart(t)
	}
	playing.Wait()
	proxy.Drop(0)
	members := person.NewMembers(openRedis(t, server.URL()), time.Now, 0)
	for _, c := range rooms {
		await(t, time.Minute, "the results", func() bool { return len(c.public("simul is over")) > 0 })
		c.check(members)
	}
	t.Logf("%d answers of Redis were lost", proxy.Dropped())
}

// check checks the channel's messages and the counted results.
func (c simulRoom) check(members *person.Members) {
	over := c.public("simul is over")
	if len(over) != 1 || !strings.Contains(over[0].Text, fmt.Sprint("The host won 0, the guests ", simulGuests)) {
		c.t.Errorf("channel %d: at the end stand %+v, want one message with the results", c.number, over)
	}
	played := map[string]int{c.who(0).ID: simulGuests}
	posts := 0
	for _, m := range c.public("") {
		if strings.Contains(m.Text, "won in") || strings.Contains(m.Text, "'s move") {
			posts++
		}
	}
	if posts != simulGuests {
		c.t.Errorf("channel %d: %d boards were posted, want %d: %+v", c.number, posts, simulGuests, c.public(""))
	}
	for n := range simulGuests {
		who := c.who(n + 1)
		played[who.ID] = 1
		if strings.Count(over[0].Text, who.Name+" won.") != 1 {
			c.t.Errorf("channel %d: the results are %q, want %s in them once", c.number, over[0].Text, who.Name)
		}
	}
	counted := func(id string) (n int) {
		m, err := members.Read(c.t.Context(), person.MemberKey("discord", resultServer, id))
		if err != nil {
			c.t.Fatal(err)
		}
		for _, g := range m.Games {
			n += g.People.Played
		}
		return n
	}
	for id, want := range played {
		for deadline := time.Now().Add(time.Minute); counted(id) < want && time.Now().Before(deadline); time.Sleep(time.Second) {
			continue // a worker counts what a killed process didn't
		}
		if n := counted(id); n != want {
			c.t.Errorf("channel %d: %d games of %s are counted, want %d", c.number, n, id, want)
		}
	}
}
