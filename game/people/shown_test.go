package people_test

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"nimbot/game/dialog"
	"nimbot/game/router/routertest"
	"nimbot/game/words"
	"nimbot/store"
	"nimbot/store/person"
	"nimbot/store/round"
	"nimbot/store/storetest"
)

// A board says what it orders by: the likely range of a rating, and its lower end.
func TestBoardsShowWhatTheyOrderBy(t *testing.T) {
	c := routertest.NewRoom(t)
	c.Play("ana: challenge @bob rated", "bob: accept", "bob: resign", "bob: resign")
	r := c.Says("ana", "leaders")
	c.Expect(r, "very likely above", " ± ")
	if text := c.Text(r); !strings.Contains(text, "ana: 1662? ± 581, very likely above 1081") {
		t.Errorf("the board shows:\n%s\nwant ana's rating 1662? ± 581, very likely above 1081", text)
	}
	var rows []string
	for _, row := range r.Messages[0].Table.Rows {
		rows = append(rows, c.Text(dialog.Reply{Messages: []dialog.Message{{Lines: []words.Text{row[2].Text}}}}))
	}
	if !strings.Contains(rows[0], "1662? ± 581") {
		t.Errorf("the table shows %q, want 1662? ± 581", rows)
	}
}

// An empty page of a leaderboard is still answered.
func TestAPageOfABoard(t *testing.T) {
	c := routertest.NewRoom(t)
	c.Play("ana: challenge @bob rated", "bob: accept", "bob: resign", "bob: resign")
	for _, line := range []string{"leaders rating 7", "leaders by:rating 7", "leaders 7"} {
		r := c.Says("cy", line)
		if r.Result == dialog.Refused {
			t.Errorf("%q is refused: %s", line, c.Text(r))
		}
		c.Expect(r, "The best ratings here", "Nobody stands that far down")
		c.Expect(c.Press("cy", r, "Higher"), "1. ana")
	}
}

// A person whose line isn't on the page of a leaderboard sees it below the page.
func TestABoardShowsOnesOwnLine(t *testing.T) {
	c := routertest.NewRoom(t)
	for i := range 7 {
		won, lost := fmt.Sprint("won", i), fmt.Sprint("lost", i)
		c.Play(won+": challenge @"+lost+" rated", lost+": accept", lost+": resign", lost+": resign")
	}
	for _, tt := range []struct {
		who, line, below string // "" if the page has their line
	}{
		{"won0", "leaders", ""},
		{"lost6", "leaders", "… 13. lost5: 1338? ± 581, very likely above 757 → 14. lost6: "},
		{"won0", "leaders 2", "… → 1. won0: 1662? ± 581, very likely above 1081 2. won1: "},
		{"lost6", "leaders 2", ""},
	} {
		text := c.Text(c.Says(tt.who, tt.line))
		if strings.Contains(text, "…") != (tt.below != "") || !strings.Contains(text, tt.below) {
			t.Errorf("%q by %s shows:\n%s\nwant below the page: %q", tt.line, tt.who, text, tt.below)
		}
	}
}

// A profile isn't empty after a pair that was called off.
func TestTheProfileAfterAVoidedPair(t *testing.T) {
	c := routertest.NewRoom(t)
	c.Play("ana: challenge @bob rated", "bob: accept")
	stop := c.Request("mod", "stop")
	stop.User.Moderator = true
	if r := c.Handler.Handle(t.Context(), stop); r.Result != dialog.Done {
		t.Fatalf("stop: %v, %s", r.Result, c.Text(r))
	}
	c.Expect(c.Says("ana", "profile"), "No finished game")
	c.Expect(c.Says("cy", "profile @ana"), "ana's profile", "No finished game")
}

// A person who answers an offer too late is told that it expired.
func TestAnExpiredOfferSaysSo(t *testing.T) {
	for _, settled := range []bool{false, true} {
		for _, line := range []string{"accept", "decline"} {
			c := routertest.NewRoom(t)
			r := c.Play("ana: challenge @bob 3 4 5")
			button := c.Button(r, "Accept")
			if line == "decline" {
				button = c.Button(r, "Decline / take back")
			}
			c.Pass(11 * time.Minute)
			if settled {
				if _, _, err := c.Handler.Settle(t.Context(), c.Place); err != nil {
					t.Fatal(err)
				}
			}
			for _, said := range []string{line, button} {
				r := c.Says("bob", said)
				if text := c.Text(r); !strings.Contains(text, "expired") || strings.Contains(text, "nothing to") {
					t.Errorf("settled %v: %q gave\n%s\nwant it said that the offer expired", settled, said, text)
				}
			}
		}
	}
}

// A position is secret only while a round asks about it.
func TestOnlyOpenQuestionsAreSecret(t *testing.T) {
	s := storetest.NewMemory()
	h := newBookFixture(t, s)
	rounds := round.NewKeeper(s, func() time.Time { return h.now })
	for _, step := range []struct {
		name string
		do   func(r *round.Round)
		want int // positions that are asked
	}{
		{"before any round", nil, 0},
		{"while it's asked", func(r *round.Round) {
			r.Ask(round.Question{Game: "nim", Ending: "normal", Position: "3 4 5", Kind: "find", Choices: 8, Right: []int{1}}, 1000)
		}, 1},
		{"after the reveal", func(r *round.Round) { r.Reveal(2000) }, 0},
		{"at the end", func(r *round.Round) { r.Finish(3000) }, 0},
	} {
		if step.do != nil {
			if _, err := rounds.Change(t.Context(), inGuild.String(), func(r *round.Round) (bool, error) { step.do(r); return true, nil }); err != nil {
				t.Fatal(err)
			}
		}
		asked, err := h.Asked(t.Context(), []dialog.Place{inGuild})
		if err != nil || len(asked) != step.want {
			t.Errorf("%s, Asked = %v, %v; want %d positions", step.name, asked, err, step.want)
		}
	}
}

// A person with a private profile is on no leaderboard, even if a line of theirs was left there,
// and is told why. A person who has no score yet is told how to get one.
func TestAHiddenPersonIsOnNoBoard(t *testing.T) {
	for _, private := range []bool{false, true} {
		c := routertest.NewRoom(t)
		now := store.UnixOf(c.Now)
		month := person.MonthOf(now)
		for _, who := range []string{"ana", "bob"} {
			_, err := person.NewMembers(c.Store, c.Clock, 0).Change(t.Context(), person.MemberKey("test", "local", who), func(m *person.Member) (bool, error) {
				*m = person.Member{Head: store.Head{Version: m.Version}, Name: who, Seen: now, Private: private && who == "ana",
					Rating:          &person.Rating{Rating: 1600, Deviation: 90, Volatility: .06},
					PracticeSummary: &person.Practised{Lessons: 2, Passed: "1 2"},
					Race:            &person.Race{Month: month, Points: 3, Before: month - 1, Had: 2}}
				return true, nil
			})
			if err != nil {
				t.Fatal(err)
			}
			for _, board := range []string{"rating", "month", "lessons", "last-month"} {
				if err := c.Store.(store.Archive).SetLine(t.Context(), board+":test/local", store.Line{Member: who, Score: 1, Version: 1}); err != nil {
					t.Fatal(err)
				}
			}
		}
		for _, board := range []string{"rating", "month", "lessons"} {
			r := c.Says("cleo", "leaders "+board)
			said := c.Text(r)
			for _, row := range r.Messages[0].Table.Rows {
				said += "\n" + c.Text(dialog.Reply{Messages: []dialog.Message{{Lines: []words.Text{row[1].Text}}}})
			}
			if strings.Contains(said, "ana") == private || !strings.Contains(said, "bob") || !strings.Contains(said, "yet") {
				t.Errorf("with ana's profile private (%v), leaders %s shows cleo\n%s\nwant ana there: %v, bob, and how cleo gets there", private, board, said, !private)
			}
			if said := c.Text(c.Says("ana", "leaders "+board)); strings.Contains(said, "Your profile is private") != private {
				t.Errorf("leaders %s tells ana, whose profile is private (%v):\n%s", board, private, said)
			}
		}
	}
}
