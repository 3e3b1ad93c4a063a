package main

import (
	"context"
	"errors"
	"os"
	"strconv"
	"sync"
	"testing"

	"nimbot/adapters/discord/discordtest"
	"nimbot/channel"
	"nimbot/store"
	"nimbot/store/redis"
	"nimbot/store/redis/redistest"
)

// TestTwoVersionsPlaySideBySide has an older version and this one share a Redis
// under load, as they do while replicas are replaced: NIM_TEST_OLD_BOT names the
// older program. Every answer must fit one order in which everything happened
// once, nobody is told that something can't be read, and what the newer version
// keeps is there afterwards.
func TestTwoVersionsPlaySideBySide(t *testing.T) {
	older := os.Getenv("NIM_TEST_OLD_BOT")
	if older == "" {
		t.Skip("NIM_TEST_OLD_BOT names no older version of the program to run beside this one")
	}
	server := redistest.Start(t)
	f := startFleet(t, server.URL(), 3)
	for i := range 2 { // of three
		f.replicas[i].program = older
		f.replicas[i].restart(t)
	}

	// What only the newer version knows, and the older one writes over: in each
	// channel a game begins there while results of rated pairs still stand in its
	// document.
	couples := fromEnv(t, "NIM_TEST_COUPLES", resultCouples)
	newer := &fleet{discord: f.discord, replicas: f.replicas[2:]}
	newer.serial.Store(1_000_000)
	newer.playPairs(t, couples, 0)
	results := 0
	for i := range couples {
		c := &couple{t: t, fleet: &fleet{discord: f.discord, replicas: f.replicas[:2]}, number: i}
		c.fleet.serial.Store(uint64(2_000_000 + 1000*i))
		results += c.results(server.URL())
		c.insist(c.typed(0, "start", discordtest.Option{Name: "piles", Value: "3 4 5"}))
		f.unreadable.Add(c.fleet.unreadable.Load())
	}
	if results == 0 {
		t.Error("no results stood in documents that the older version wrote over, want some") // awaitCounted misses any that are lost
	}

	// Games that both know.
	rooms := make([]*duel, fromEnv(t, "NIM_TEST_GAMES", replicaGames))
	for i := range rooms {
		rooms[i] = &duel{fleet: f, channel: strconv.Itoa(900000000000000000 + i), people: duelists}
		rooms[i].begin(t)
	}
	ctx, stop := context.WithCancel(t.Context())
	var playing sync.WaitGroup
	for _, d := range rooms {
		for seat := range 2 {
			playing.Go(func() { d.play(ctx, seat) })
		}
	}
	f.awaitMoves(fromEnv(t, "NIM_TEST_MOVES", replicaMoves))
	stop()
	playing.Wait()
	for _, d := range rooms {
		d.check(t)
	}
	f.awaitCounted(t, couples, func() (store.Archive, error) { return redis.Open(server.URL(), redis.Options{}) }, func() {})
	if n := f.unreadable.Load() + newer.unreadable.Load(); n > 0 {
		t.Errorf("%d answers say that something can't be read", n)
	}
	t.Logf("%d moves answered, %d refused, %d unknown", f.answered.Load(), f.refused.Load(), f.unknown.Load())
}

// results is how many finished games stand in the channel's document.
func (c *couple) results(url string) int {
	c.t.Helper()
	s, err := redis.Open(url, redis.Options{})
	if err != nil {
		c.t.Fatal(err)
	}
	defer s.Close() //nolint:errcheck // it is only read
	place := c.typed(0, "board")
	rec, err := s.Get(c.t.Context(), "discord/"+place.Guild+"/"+place.Channel)
	doc, err2 := channel.Decode(rec.Data)
	if err := errors.Join(err, err2); err != nil {
		c.t.Fatal(err)
	}
	return len(doc.Results)
}
