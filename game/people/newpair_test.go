package people_test

import (
	"fmt"
	"log/slog"
	"slices"
	"strings"
	"testing"
	"time"

	"nimbot/game/chat"
	"nimbot/game/chat/chattest"
	"nimbot/game/dialog"
	"nimbot/game/router/routertest"
	"nimbot/game/words"
	"nimbot/internal/slowtest"
	"nimbot/store"
	"nimbot/store/channel"
	"nimbot/store/person"
	"nimbot/store/redis"
	"nimbot/store/redis/redistest"
	"nimbot/store/storetest"
)

// begins lets taker accept an offer of ana's, and returns the start, or why there is none.
func (h *bookFixture) begins(offer, taker string) (start, refused string) {
	h.t.Helper()
	o := channel.Offer{ID: offer, From: channel.Player{ID: "ana", Name: "ana"}, Key: "nim", Ending: "normal"}
	p, err := h.Pair(h.t.Context(), inGuild, o, dialog.User{ID: taker, Name: taker})
	if err == nil {
		return p.Start, ""
	}
	r := dialog.RefusalOf(err)
	if r == nil {
		h.t.Fatal(err)
	}
	catalogue, err := words.Load()
	if err != nil {
		h.t.Fatal(err)
	}
	return "", catalogue.Say(r.Text, words.Voice{})
}

// A rated pair has a start that neither player met in a pair of that game.
func TestTheStartIsNewToBoth(t *testing.T) {
	first, _ := newBookFixture(t, storetest.NewMemory()).begins("o", "bob")
	for _, c := range []struct {
		who, game string
		again     bool
	}{{"ana", "nim", false}, {"bob", "nim", false}, {"cy", "nim", true}, {"ana", "kayles", true}} {
		h := newBookFixture(t, storetest.NewMemory()) // it would draw the same start
		h.change(c.who, func(m *person.Member) {
			m.Pairs = []person.Pair{{With: "x", Rating: 1500, Deviation: 100, Game: c.game, Start: first}}
		})
		if start, refused := h.begins("o", "bob"); refused != "" || (start == first) != c.again {
			t.Errorf("where %s met %s in %s the start is %q, %s; want it drawn: %v", c.who, first, c.game, start, refused, c.again)
		}
	}
}

// The daily limit of pairs counts UTC days, whoever offers; pairs dated in the future are
// ignored.
func TestTheLimitIsOfAUTCDay(t *testing.T) {
	midnight := time.Date(2027, 3, 2, 0, 0, 0, 0, time.UTC)
	for _, c := range []struct {
		what string
		at   time.Time
		want bool
	}{
		{"yesterday's last second", midnight.Add(-time.Second), true},
		{"today's first second", midnight, false},
		{"now", midnight.Add(12 * time.Hour), false},
		{"far ahead", midnight.Add(14 * time.Hour), true},
	} {
		for _, taker := range []string{"bob", "aaa"} {
			h := newBookFixture(t, storetest.NewMemory())
			h.now = midnight.Add(12 * time.Hour)
			keeper, other := "ana", taker
			if taker < keeper {
				keeper, other = taker, keeper
			}
			h.change(keeper, func(m *person.Member) {
				m.PairsBegun = []person.BegunPair{{At: store.UnixOf(h.now), With: other, Offer: "1"}, {At: store.UnixOf(h.now), With: other, Offer: "2"}, {At: store.UnixOf(c.at), With: other, Offer: "3"}, {At: store.UnixOf(h.now), With: "somebody else", Offer: "4"}}
			})
			if _, refused := h.begins("new", taker); (refused == "") != c.want || !c.want && !strings.Contains(refused, "3") {
				t.Errorf("with a third pair from %s, %s accepts: %q; want it begun: %v", c.what, taker, refused, c.want)
			}
		}
	}
}

// After `forget everywhere`, the person is told why they can't play a rated pair; the
// opponent is told that the other person can't.
func TestRatedPairAfterOnePlayerLeft(t *testing.T) {
	told := map[string]string{}
	for _, who := range []string{"ana", "bob"} {
		h := newBookFixture(t, storetest.NewMemory())
		h.leaves(who)
		h.now = h.now.Add(24*time.Hour - time.Second)
		_, told[who] = h.begins("o", "bob") // bob reads the refusal
		h.now = h.now.Add(time.Second)
		if _, refused := h.begins("o", "bob"); refused != "" {
			t.Errorf("a day after %s left: %q", who, refused)
		}
	}
	if !strings.Contains(told["bob"], "you can't") || !strings.Contains(told["ana"], "That player can't") {
		t.Errorf("who accepts is told %q after leaving, and %q after the other left", told["bob"], told["ana"])
	}
}

// Both players' documents record where a pair runs. On platforms with global ids, the
// direct-message document holds it.
func TestPlacesOfRunningPairs(t *testing.T) {
	for platform, guild := range map[string]string{"test": "g", "discord": "@me"} {
		h := newBookFixture(t, storetest.NewMemory())
		place := dialog.Place{Platform: platform, Guild: "g", Channel: "c"}
		o := channel.Offer{ID: "o", From: channel.Player{ID: "ana"}, Key: "nim", Ending: "normal"}
		if _, err := h.Pair(t.Context(), place, o, dialog.User{ID: "bob"}); err != nil {
			t.Fatal(err)
		}
		for _, who := range []string{"ana", "bob"} {
			m, err := person.NewMembers(h.store, nil, 0).Read(t.Context(), person.MemberKey(platform, guild, who))
			if err != nil || len(m.Running) != 1 {
				t.Errorf("on %s %s plays pairs in %q, %v, as %s says; want one", platform, who, m.Running, err, guild)
			}
			running, err := h.Running(t.Context(), place, dialog.User{ID: who})
			if err != nil || len(running) != 1 || running[0] != place {
				t.Errorf("on %s %s plays pairs in %v, %v, want %v", platform, who, running, err, place)
			}
		}
	}
}

// TestAPairAcceptedWhileAnswersAreLost accepts rated pairs while the server's answers get lost, half of
// them, until the acceptance is confirmed. Each pair has begun once, in the channel and for both players.
func TestAPairAcceptedWhileAnswersAreLost(t *testing.T) {
	t.Parallel() // most of it is waiting
	server := redistest.Start(t)
	proxy := redistest.NewProxy(t, server.Addr)
	lossy, err := redis.Open("redis://"+proxy.Addr, redis.Options{Prefix: "lost"})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = lossy.Close() })
	bot := routertest.NewBot(chat.Config{Store: lossy, Words: chattest.NewRoom(t).Words, Log: slog.New(slog.DiscardHandler)}, lossy)
	lost := 0
	for i := range slowtest.Count(1, 8) {
		place := dialog.Place{Platform: "discord", Guild: "42", Channel: fmt.Sprint(i)}
		ana, bob := dialog.User{ID: fmt.Sprint("ana", i), Name: "Ana"}, dialog.User{ID: fmt.Sprint("bob", i), Name: "Bob"}
		say := func(id string, u dialog.User, text string) dialog.Result {
			return bot.Handle(t.Context(), dialog.Request{ID: fmt.Sprint(id, i), Place: place, User: u, Text: text, Mentions: map[string]dialog.User{"bob": bob}}).Result
		}
		if r := say("a", ana, "challenge @bob rated"); r != dialog.Done {
			t.Fatalf("the challenge gave %v", r)
		}
		proxy.Drop(500_000)
		for try := 0; ; try++ {
			r := say("b", bob, "accept")
			if r == dialog.Done || r == dialog.Duplicate {
				break
			}
			if lost++; r != dialog.Unavailable || try == 100 {
				t.Fatalf("accept gave %v, after %d that weren't answered", r, try)
			}
		}
		proxy.Drop(0)
		doc, err := bot.Config.Chat.Document(t.Context(), place)
		if err != nil {
			t.Fatal(err)
		}
		d, err := channel.Decode(doc)
		if err != nil || d.Game == nil || d.Game.Pair == nil || d.Game.Pair.Game != 1 || d.Offer != nil {
			t.Fatalf("pair %d: the channel has %s, %v, want the first game of a pair", i, doc, err)
		}
		members, begun := person.NewMembers(lossy, time.Now, 0), 0
		for _, u := range []dialog.User{ana, bob} {
			inServer, err := members.Read(t.Context(), person.MemberKey("discord", "42", u.ID))
			begun += len(inServer.PairsBegun)
			if direct, err2 := members.Read(t.Context(), person.MemberKey("discord", "@me", u.ID)); err != nil || err2 != nil || !slices.Equal(direct.Running, []string{place.String()}) {
				t.Errorf("pair %d: %s plays in %q, %v, %v, want %q", i, u.ID, direct.Running, err, err2, place)
			}
		}
		if begun != 1 {
			t.Errorf("pair %d is counted %d times", i, begun)
		}
	}
	t.Logf("%d answers of the server were lost, and %d acceptances had to be repeated", proxy.Dropped(), lost)
}
