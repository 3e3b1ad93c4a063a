package people_test

import (
	"strings"
	"testing"

	"nimbot/game/chat"
	"nimbot/game/chat/chattest"
	"nimbot/game/dialog"
	"nimbot/game/router/routertest"
	"nimbot/game/rules"
	"nimbot/store"
	"nimbot/store/channel"
	"nimbot/store/person"
)

// Help about a rated game is refused to everybody in the channel, and so is help about a game
// between people if moderators turned hints off. This covers the game's own position and every
// other position that could help with it.
func TestRefusedHelp(t *testing.T) {
	rated := []string{"ana: challenge @bob rated", "bob: accept"}
	off := []string{"mo: settings hints:off"}
	casual := append(off[:1:1], "ana: challenge @bob 3 4 5", "bob: accept")
	for _, c := range []struct {
		before    []string
		who, line string
		refused   string // "": it isn't
	}{
		{rated, "ana", "hint", "Hints are off in rated games"},
		{rated, "ana", "explain", "Hints are off in rated games"},
		{rated, "cy", "explain", "Hints are off in rated games"},
		{rated, "cy", "predict 1 2 4", "Hints are off in rated games"},
		{rated, "ana", "predict game:nimble 3,7", "Hints are off in rated games"}, // Nim in disguise
		{rated, "ana", "predict game:chomp 4 3", ""},
		{[]string{"ana: challenge @bob rated game:chomp", "bob: accept"}, "ana", "predict game:chomp 2 1", "Hints are off in rated games"},
		{append(rated[:2:2], "ana: A1", "ana: resign"), "ana", "review", "A rated pair is being played here"},
		{append(rated[:2:2], "ana: A1", "ana: resign"), "cy", "review", "A rated pair is being played here"},
		{append(rated[:2:2], "ana: A1", "ana: resign"), "ana", "retry", "A rated pair is being played here"},
		{append(rated[:2:2], "ana: A1", "ana: resign"), "ana", "share", "A rated pair is being played here"},
		{append(rated[:2:2], "ana: A1", "ana: resign", "bob: A1", "bob: resign"), "ana", "review", ""},
		{append([]string{"cy: start 3 4 5", "cy: A1", "cy: resign"}, rated...), "cy", "review", ""}, // of another start
		{append([]string{"cy: start game:kayles 7", "cy: A1", "cy: resign"}, rated...), "cy", "review", ""},
		{append(rated[:2:2], "cy: open game:kayles {start} first:me", "mo: accept", "cy: A1", "cy: resign"), "cy", "review", ""},
		{rated, "ana", "stop", "played to the end"},
		{append(rated[:2:2], "mo: stop"), "ana", "predict 1 2 4", ""},
		{casual, "ana", "hint", "off"},
		{casual, "ana", "explain", "off"},
		{casual, "ana", "who's winning?", "off"},
		{casual, "cy", "explain", "off"},
		{casual, "ana", "predict 1 2 4", "off"},
		{casual, "ana", "predict game:nimble 3,7", "off"},
		{casual, "ana", "predict game:chomp 4 3", ""},
		{append(casual[:3:3], "ana: A1", "bob: resign"), "ana", "review", ""},
		{append(off[:1:1], "ana: start 3 4 5"), "ana", "hint", ""}, // against the bot
		{append(off[:1:1], "ana: start 3 4 5"), "ana", "explain", ""},
		{casual[1:], "ana", "hint", ""},
		{casual[1:], "cy", "explain", ""},
	} {
		w := newCluster(t, backends[0].open(t))
		w.store.off.Store(true)
		for _, line := range c.before {
			who, text, _ := strings.Cut(line, ": ")
			if strings.Contains(text, "{start}") { // of the running game
				rec, err := w.store.Get(t.Context(), "test/g/c")
				doc, err2 := channel.Decode(rec.Data)
				if err != nil || err2 != nil {
					t.Fatal(err, err2)
				}
				text = strings.ReplaceAll(text, "{start}", doc.Game.Start)
			}
			if result, said := w.asks(0, "c", who, text, false); result == dialog.Refused {
				t.Fatalf("%q was refused: %q", line, said)
			}
		}
		result, said := w.asks(0, "c", c.who, c.line, false)
		if (result == dialog.Refused) != (c.refused != "") || !strings.Contains(said, c.refused) {
			t.Errorf("after %q, %s's %q was %s: %q; want it refused with %q", c.before, c.who, c.line, result, said, c.refused)
		}
	}
}

// A move of a rated game can't be taken back, and its board offers no help.
func TestARatedGameOffersNoHelp(t *testing.T) {
	for _, rated := range []bool{true, false} {
		c := routertest.NewRoom(t)
		line := "ana: challenge @bob 3 4 5"
		if rated {
			line = "ana: challenge @bob rated"
		}
		c.Play(line, "bob: accept")
		board := c.Says("ana", "A1")
		offers := false
		for _, m := range board.Messages {
			for _, b := range m.Buttons {
				offers = offers || strings.HasPrefix(b.Command, "hint") || strings.HasPrefix(b.Command, "undo")
			}
		}
		if offers == rated {
			t.Errorf("rated %v: the board offers help: %v", rated, offers)
		}
		if r := c.Says("ana", "undo"); (r.Result == dialog.Refused) != rated {
			t.Errorf("rated %v: undo is %s: %s", rated, r.Result, c.Text(r))
		}
	}
}

// The page's analysis tells as little about a rated pair's position as the conversation does.
func TestTheAnalysisIsRefusedToo(t *testing.T) {
	c := chattest.NewRoom(t)
	whole := routertest.NewBot(chat.Config{Store: c.Store, Words: c.Words, Seed: 1, Now: c.Clock}, c.Store.(store.Archive))
	for _, r := range []dialog.Request{c.Request("ana", "challenge @bob rated"), c.Request("bob", "accept")} {
		whole.Handle(t.Context(), r)
	}
	of, ok := rules.ReadSituation("nim", "normal", c.Document().Game.Start)
	if !ok {
		t.Fatal("the pair's start can't be read")
	}
	for who, refused := range map[string]bool{"ana": true, "bob": true, "cy": false} {
		if err := whole.Exercises.RecordHelp(t.Context(), c.Place, c.Request(who, "").User, of); (dialog.RefusalOf(err) != nil) != refused {
			t.Errorf("Tell to %s = %v, want it refused: %v", who, err, refused)
		}
	}
}

// A person who takes part in a round of a channel gets help, elsewhere, about the position of a
// rated pair that other people play in that channel.
func TestAnotherPairIsNoSecret(t *testing.T) {
	c := routertest.NewRoom(t)
	c.Play("ana: challenge @bob rated", "bob: accept")
	start := c.Document().Game.Start
	now := c.Clock
	_, err := person.NewMembers(c.Store, now, 0).Change(t.Context(), person.MemberKey("test", "local", "cy"), func(m *person.Member) (bool, error) {
		m.RunsIn(c.Place.String())
		return true, nil
	})
	if err != nil {
		t.Fatal(err)
	}
	c.Place.Channel = "other"
	for who, refused := range map[string]bool{"ana": true, "bob": true, "cy": false} {
		if r := c.Says(who, "predict "+start); (r.Result == dialog.Refused) != refused {
			t.Errorf("elsewhere %s's prediction is %s: %s; want it refused: %v", who, r.Result, c.Text(r), refused)
		}
	}
}

// Each player of a pair is rated against the other's rating, whichever of them begins; a pair
// that a moderator stopped is void.
func TestEachIsRatedAgainstTheOther(t *testing.T) {
	for _, first := range []string{"me", "them"} {
		for _, stopped := range []bool{false, true} {
			c := routertest.NewRoom(t)
			members := person.NewMembers(c.Store, c.Clock, 0)
			ratings := map[string]float64{"ana": 1800, "bob": 1200}
			for who, r := range ratings {
				_, err := members.Change(t.Context(), person.MemberKey("test", "local", who), func(m *person.Member) (bool, error) {
					m.Rating, m.Seen = &person.Rating{Rating: r, Deviation: 60, Volatility: .06, At: store.UnixOf(c.Now)}, store.UnixOf(c.Now)
					return true, nil
				})
				if err != nil {
					t.Fatal(err)
				}
			}
			c.Play("ana: challenge @bob rated first:"+first, "bob: accept")
			if stopped {
				r := c.Request("mo", "stop")
				r.User.Moderator = true
				c.Says("ana", "board")
				c.Expect(c.Responder().Handle(t.Context(), r), "called off")
				if r := c.Says("bob", "resign"); r.Result != dialog.Refused {
					t.Errorf("after a pair was stopped another game runs: %s", c.Text(r))
				}
			} else {
				c.Play("bob: resign", "bob: resign")
			}
			c.Says("ana", "profile")
			for who, other := range map[string]string{"ana": "bob", "bob": "ana"} {
				m, err := members.Read(t.Context(), person.MemberKey("test", "local", who))
				switch {
				case err != nil:
					t.Fatal(err)
				case stopped && (len(m.Pairs) > 0 || m.Rating.Rating != ratings[who]):
					t.Errorf("first %s: after a pair was stopped %s has %+v and %+v, want no pair", first, who, m.Pairs, m.Rating)
				case !stopped && (len(m.Pairs) != 1 || m.Pairs[0].Rating != ratings[other] || m.Pairs[0].Score != map[string]float64{"ana": 1, "bob": 0}[who]):
					t.Errorf("first %s: %s has the pairs %+v, want one against %v, which ana won", first, who, m.Pairs, ratings[other])
				}
			}
		}
	}
}

// A casual game counts if somebody moved in it.
func TestWhichGamesCount(t *testing.T) {
	for _, c := range []struct {
		lines []string
		want  bool
	}{
		{[]string{"ana: start 3 4 5", "ana: A1", "ana: resign"}, true},
		{[]string{"ana: start 3 4 5", "ana: resign"}, false},
		{[]string{"ana: start", "ana: resign"}, false},
		{[]string{"ana: challenge @bob 3 4 5", "bob: accept", "ana: A1", "bob: resign"}, true},
		{[]string{"ana: challenge @bob 3 4 5", "bob: accept", "ana: resign"}, false},
		{[]string{"ana: challenge @bob", "bob: accept", "ana: resign"}, false},
	} {
		c1 := routertest.NewRoom(t)
		c1.Play(c.lines...)
		if text := c1.Text(c1.Says("ana", "profile")); strings.Contains(text, "1 game") != c.want {
			t.Errorf("after %q the profile says %q, want the game counted: %v", c.lines, text, c.want)
		}
	}
}
