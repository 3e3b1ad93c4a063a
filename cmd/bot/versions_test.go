package main

import (
	"context"
	"errors"
	"os"
	"strconv"
	"sync"
	"testing"

	"nimbot/adapters/discord/discordtest"
	"nimbot/store"
	"nimbot/store/channel"
	"nimbot/store/redis"
	"nimbot/store/redis/redistest"
)

// TestTwoVersionsPlaySideBySide runs an older version and this one on one Redis
// under load, as they do while replicas are replaced: NIM_TEST_OLD_BOT names
// the older program. All answers must be linearizable, no answer may say that
// a document can't be read, and the members that only the newer version knows
// must be there afterwards.
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

	// First part: rated matches leave results in each channel's document, a
	// field that only the newer version knows; then the older version starts a
	// game there and rewrites the document.
	couples := fromEnv(t, "NIM_TEST_COUPLES", resultCouples)
	newer := &fleet{discord: f.discord, replicas: f.replicas[2:]}
	newer.serial.Store(1_000_000)
	newer.playPairs(t, couples, 0)
	results := 0
	for i := range couples {
		c := &ratedPlayers{t: t, fleet: &fleet{discord: f.discord, replicas: f.replicas[:2]}, number: i}
		c.fleet.serial.Store(uint64(2_000_000 + 1000*i))
		results += c.results(server.URL())
		c.retryUntilPublic(c.typed(0, "start", discordtest.Option{Name: "piles", Value: "3 4 5"}))
		f.unreadable.Add(c.fleet.unreadable.Load())
	}
	if results == 0 {
		t.Error("no results stood in documents that the older version wrote over, want some") // awaitCounted fails if one is lost
	}

	// Second part: casual games, which both versions know.
	rooms := make([]*counterGame, fromEnv(t, "NIM_TEST_GAMES", replicaGames))
	for i := range rooms {
		rooms[i] = &counterGame{fleet: f, channel: strconv.Itoa(900000000000000000 + i), people: duelists}
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

// results returns the number of results stored in the channel's document.
func (c *ratedPlayers) results(url string) int {
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
