package game_test

import (
	"errors"
	"math/rand/v2"
	"strings"
	"testing"

	"nimbot/game"
)

func newMatch(t *testing.T, key string, e game.Ending, start string) game.Match {
	t.Helper()
	m, err := game.NewMatch(game.Setup{Game: key, Ending: e, Start: start})
	if err != nil {
		t.Fatalf("NewMatch(%s %q, %v) = %v", key, start, e, err)
	}
	return m
}

func replay(t *testing.T, key string, e game.Ending, start, events string) game.Match {
	t.Helper()
	m, err := game.Replay(newMatch(t, key, e, start).Setup(), events)
	if err != nil {
		t.Fatalf("Replay(%s %q, %q) = %v", key, start, events, err)
	}
	return m
}

func TestMatchStateAfterEvents(t *testing.T) {
	playing := game.Result{Winner: game.Nobody}
	over := func(winner game.Seat, why game.Reason) game.Result {
		return game.Result{Over: true, Winner: winner, Reason: why}
	}
	for _, tt := range []struct {
		name     string
		ending   game.Ending
		start    string
		events   string
		position string
		toMove   game.Seat
		result   game.Result
	}{
		{"a start", game.Normal, "3 4 5", "", "3 4 5", 0, playing},
		{"a move", game.Normal, "3 4 5", "A2", "1 4 5", 1, playing},
		{"two moves", game.Normal, "3 4 5", "A2 C5", "1 4 0", 0, playing},
		{"the first player takes the last stone", game.Normal, "1 1 1", "A1 B1 C1", "0 0 0", 1, over(0, game.ByLastMove)},
		{"the second player takes the last stone", game.Normal, "1 1", "A1 B1", "0 0", 0, over(1, game.ByLastMove)},
		{"misère, the first player takes the last stone", game.Misere, "1 1 1", "A1 B1 C1", "0 0 0", 1, over(1, game.ByLastMove)},
		{"misère, the second player takes the last stone", game.Misere, "1 1", "A1 B1", "0 0", 0, over(0, game.ByLastMove)},
		{"the mover resigns", game.Normal, "3 4 5", "!resign:0", "3 4 5", 0, over(1, game.ByResignation)},
		{"the other player resigns", game.Normal, "3 4 5", "!resign:1", "3 4 5", 0, over(0, game.ByResignation)},
		{"resigned out of turn in misère play", game.Misere, "3 4 5", "A1 !resign:0", "2 4 5", 1, over(1, game.ByResignation)},
		{"out of time", game.Normal, "3 4 5", "A1 !timeout:1", "2 4 5", 1, over(0, game.ByTime)},
		{"stopped", game.Normal, "3 4 5", "A1 !ask:0:stop !stop:1", "2 4 5", 1, over(game.Nobody, game.ByAgreement)},
		{"hints change nothing", game.Normal, "3 4 5", "!hint:0 !hint:1 A1", "2 4 5", 1, playing},
		{"taken back by the player who waits", game.Normal, "3 4 5", "A1 !undo:0", "3 4 5", 0, playing},
		{"taken back by the player to move, with the answer", game.Normal, "3 4 5", "A1 B1 !undo:0", "3 4 5", 0, playing},
		{"taken back by the second player, waiting", game.Normal, "3 4 5", "A1 B1 !undo:1", "2 4 5", 1, playing},
		{"taken back by the second player, to move", game.Normal, "3 4 5", "A1 B1 C1 !undo:1", "2 4 5", 1, playing},
		{"taken back twice", game.Normal, "3 4 5", "A1 B1 C1 C1 !undo:0 !undo:0", "3 4 5", 0, playing},
		{"asked, and played on", game.Normal, "3 4 5", "A1 !ask:0:undo B1", "2 3 5", 0, playing},
		{"asked and withdrawn", game.Normal, "3 4 5", "A1 !ask:0:undo !refuse:0", "2 4 5", 1, playing},
		{"asked and refused", game.Normal, "3 4 5", "A1 !ask:0:undo !refuse:1", "2 4 5", 1, playing},
	} {
		m := replay(t, "nim", tt.ending, tt.start, tt.events)
		if got := m.Position().String(); got != tt.position || m.ToMove() != tt.toMove || m.Result() != tt.result || m.Pending() != nil {
			t.Errorf("%s: after %q: %s, seat %d to move, %+v, pending %v; want %s, seat %d, %+v, nothing pending",
				tt.name, tt.events, got, m.ToMove(), m.Result(), m.Pending(), tt.position, tt.toMove, tt.result)
		}
		if m.Events() != tt.events {
			t.Errorf("%s: Events() = %q, want %q", tt.name, m.Events(), tt.events)
		}
	}
}

func TestMatchRefuses(t *testing.T) {
	move := func(s game.Seat, m game.Move) game.Event { return game.Event{Kind: game.Moved, Seat: s, Move: m} }
	for _, tt := range []struct {
		events string
		refuse game.Event
		kind   error
		code   string
	}{
		{"", move(1, "A1"), game.ErrMatch, "match.not-your-turn"},
		{"A1", move(0, "A1"), game.ErrMatch, "match.not-your-turn"},
		{"", move(0, "A9"), game.ErrIllegal, "move.take-too-many"},
		{"", move(0, "A0"), game.ErrIllegal, "move.take-nothing"},
		{"", move(0, "D1"), game.ErrIllegal, "move.no-such-pile"},
		{"A3", move(1, "A1"), game.ErrIllegal, "move.empty-pile"},
		{"", move(0, ""), game.ErrIllegal, "move.form"},
		{"!resign:0", move(0, "A1"), game.ErrMatch, "match.over"},
		{"A3 B4 C5", move(1, "A1"), game.ErrMatch, "match.over"},
		{"A3 B4 C5", game.Event{Kind: game.TookBack, Seat: 0}, game.ErrMatch, "match.over"},
		{"A3 B4 C5", game.Event{Kind: game.Resigned, Seat: 1}, game.ErrMatch, "match.over"},
		{"!timeout:0", game.Event{Kind: game.Hinted, Seat: 1}, game.ErrMatch, "match.over"},
		{"", game.Event{Kind: game.TookBack, Seat: 0}, game.ErrMatch, "match.nothing-to-undo"},
		{"A1", game.Event{Kind: game.TookBack, Seat: 1}, game.ErrMatch, "match.nothing-to-undo"},
		{"A1 !undo:0", game.Event{Kind: game.TookBack, Seat: 0}, game.ErrMatch, "match.nothing-to-undo"},
		{"A1", game.Event{Kind: game.Asked, Seat: 1, What: game.AskUndo}, game.ErrMatch, "match.nothing-to-undo"},
		{"A1 !ask:0:undo", game.Event{Kind: game.Asked, Seat: 1, What: game.AskStop}, game.ErrMatch, "match.already-asked"},
		{"A1", game.Event{Kind: game.Refused, Seat: 0}, game.ErrMatch, "match.nothing-asked"},
		{"", game.Event{Kind: game.Asked, Seat: 0, What: "money"}, game.ErrMatch, "match.bad-event"},
		{"", game.Event{Kind: "wink", Seat: 0}, game.ErrMatch, "match.bad-event"},
		{"", game.Event{Kind: game.Resigned, Seat: 2}, game.ErrMatch, "match.bad-event"},
		{"", game.Event{Kind: game.Resigned, Seat: game.Nobody}, game.ErrMatch, "match.bad-event"},
		{"", game.Event{Kind: game.Hinted, Seat: 0, What: "A1 B1"}, game.ErrMatch, "match.bad-event"},
	} {
		m := replay(t, "nim", game.Normal, "3 4 5", tt.events)
		got, err := m.Apply(tt.refuse)
		var refusal *game.Error
		if !errors.As(err, &refusal) || !errors.Is(err, tt.kind) || refusal.Code != tt.code {
			t.Errorf("after %q: Apply(%v) = %v, want %v with %q", tt.events, tt.refuse, err, tt.kind, tt.code)
		}
		if summary(got) != summary(m) {
			t.Errorf("after %q: Apply(%v) was refused but changed %s to %s", tt.events, tt.refuse, summary(m), summary(got))
		}
	}
}

// summary writes everything that a caller can see of a match.
func summary(m game.Match) string {
	var b strings.Builder
	for _, p := range m.Positions() {
		b.WriteString(p.String() + "; ")
	}
	for _, mv := range m.Moves() {
		b.WriteString(string(mv) + " ")
	}
	b.WriteString(m.Events() + " " + shown(m))
	return b.String()
}

// shown writes what the board of a match shows, on which its buttons depend.
func shown(m game.Match) string {
	ask := ""
	if m.Pending() != nil {
		ask = m.Pending().String()
	}
	r := m.Result()
	return strings.Join([]string{m.Position().String(), string('0' + rune(m.ToMove())), ask, string(r.Reason), string('1' + rune(r.Winner))}, "|")
}

// Turn grows exactly when an event changes what is shown, and no match changes when
// another one is derived from it.
func TestMatchesAreValuesAndTurnsAreStamps(t *testing.T) {
	for _, start := range []struct{ key, text string }{{"nim", "3 4 5"}, {"pass", "3 4 5"}, {"northcott", "red 5:1,5 5:2,4"}} {
		for seed := range uint64(60) {
			r := rand.New(rand.NewPCG(seed, 5))
			old := []game.Match{newMatch(t, start.key, game.Normal, start.text)}
			before := []string{summary(old[0])}
			for range 60 {
				// Any earlier match may be continued, not only the latest.
				m := old[r.IntN(len(old))]
				e := anyEvent(m, r)
				next, err := m.Apply(e)
				if err != nil {
					continue
				}
				if changed := shown(next) != shown(m); changed != (next.Turn() > m.Turn()) || next.Turn() < m.Turn() {
					t.Errorf("%v: Apply(%v): turn %d became %d, and %q became %q", m.Events(), e, m.Turn(), next.Turn(), shown(m), shown(next))
				}
				old, before = append(old, next), append(before, summary(next))
			}
			for i, m := range old {
				if got := summary(m); got != before[i] {
					t.Fatalf("a match changed when others were derived from it:\n%s\nwas\n%s", got, before[i])
				}
			}
		}
	}
}

// anyEvent draws an event that may be possible.
func anyEvent(m game.Match, r *rand.Rand) game.Event {
	seat := game.Seat(r.IntN(2))
	switch r.IntN(12) {
	case 0:
		return game.Event{Kind: game.Hinted, Seat: seat}
	case 1:
		return game.Event{Kind: game.Asked, Seat: seat, What: game.AskUndo}
	case 2:
		return game.Event{Kind: game.Asked, Seat: seat, What: game.AskStop}
	case 3:
		return game.Event{Kind: game.Refused, Seat: seat}
	case 4:
		return game.Event{Kind: game.TookBack, Seat: seat}
	case 5:
		ends := []game.EventKind{game.Resigned, game.TimedOut, game.Stopped}
		return game.Event{Kind: ends[r.IntN(len(ends))], Seat: seat}
	}
	var moves []game.Move
	for mv := range m.Position().Moves() {
		if moves = append(moves, mv); len(moves) == 50 {
			break // a heap may be huge
		}
	}
	if len(moves) == 0 {
		return game.Event{Kind: game.Moved}
	}
	return game.Event{Kind: game.Moved, Seat: m.ToMove(), Move: moves[r.IntN(len(moves))]}
}

func TestPendingIsACopy(t *testing.T) {
	m := replay(t, "nim", game.Normal, "3 4 5", "A1 !ask:0:undo")
	m.Pending().What = "something else"
	if got := m.Pending().What; got != game.AskUndo {
		t.Errorf("Pending().What = %q after a caller changed its copy, want %q", got, game.AskUndo)
	}
}

func TestCountAndMoveCount(t *testing.T) {
	m := replay(t, "nim", game.Normal, "3 4 5", "!hint:0 A1 !hint:0 !hint:1 B1 C1")
	for _, tt := range []struct {
		seat         game.Seat
		hints, moves int
	}{{0, 2, 2}, {1, 1, 1}} {
		if h, n := m.Count(game.Hinted, tt.seat), m.MoveCount(tt.seat); h != tt.hints || n != tt.moves {
			t.Errorf("seat %d: %d hints, %d moves; want %d, %d", tt.seat, h, n, tt.hints, tt.moves)
		}
	}
}

// The match is drawn the third time that a position of a loopy game occurs with the same
// player to move; a position that was taken back does not count.
func TestRepetitionIsADraw(t *testing.T) {
	const around = "A2 A4 A1 A5 "
	start := "red 5:1,5"
	m := replay(t, "northcott", game.Normal, start, around)
	if m.Result().Over || m.Position().String() != start {
		t.Fatalf("after %q: %s, %+v; want the start again and no result", around, m.Position(), m.Result())
	}
	m = replay(t, "northcott", game.Normal, start, around+"A2 A4 A1 !undo:0 A1 A5")
	if want := (game.Result{Over: true, Winner: game.Nobody, Reason: game.ByRepetition}); m.Result() != want {
		t.Errorf("after the third repetition: %+v, want %+v", m.Result(), want)
	}
}

func TestMatchIsDrawnByLength(t *testing.T) {
	events := "A1" + strings.Repeat(" !undo:0 A1", game.MaxPlies-2)
	m := replay(t, "nim", game.Normal, "9 9", events)
	if m.Result().Over {
		t.Fatalf("after %d moves: %+v, want no result", game.MaxPlies-1, m.Result())
	}
	m, err := m.Play(1, "B1")
	if want := (game.Result{Over: true, Winner: game.Nobody, Reason: game.ByLength}); err != nil || m.Result() != want {
		t.Errorf("after %d moves: %+v, %v; want %+v", game.MaxPlies, m.Result(), err, want)
	}
}

// The number of hints and requests in a match is bounded, but a player can
// always move or resign.
func TestHintsAndRequestsAreBounded(t *testing.T) {
	m := replay(t, "nim", game.Normal, "3 4 5", strings.TrimSpace(strings.Repeat("!hint:0 ", 3*game.MaxPlies)))
	for _, k := range []game.EventKind{game.Hinted, game.Refused, game.TookBack} {
		if _, err := m.Apply(game.Event{Kind: k, Seat: 0}); !errors.Is(err, game.ErrMatch) {
			t.Errorf("%s after too many events = %v, want ErrMatch", k, err)
		}
	}
	for _, e := range []game.Event{
		{Kind: game.Moved, Seat: 0, Move: "A1"},
		{Kind: game.Resigned, Seat: 1},
		{Kind: game.TimedOut, Seat: 0},
		{Kind: game.Stopped, Seat: 0},
	} {
		if _, err := m.Apply(e); err != nil {
			t.Errorf("Apply(%v) after too many events = %v, want it accepted", e, err)
		}
	}
}

func TestReplayRefusesInvalidEvents(t *testing.T) {
	good := game.Setup{Game: "nim", Start: "3 4 5"}
	for _, tt := range []struct {
		setup  game.Setup
		events string
		kind   error
	}{
		{game.Setup{Game: "whist", Start: "3 4 5"}, "", game.ErrUnknownGame},
		{game.Setup{Game: "nim", Start: "three"}, "", game.ErrNotation},
		{game.Setup{Game: "nim", Start: "0 0"}, "", game.ErrNotation},
		{game.Setup{Game: "nim", Ending: 7, Start: "3 4 5"}, "", game.ErrNotOffered},
		{good, "A4", game.ErrIllegal},
		{good, "A1 A1 A1 A1", game.ErrIllegal},
		{good, "?", game.ErrIllegal},
		{good, "!", game.ErrMatch},
		{good, "!:", game.ErrMatch},
		{good, "!move", game.ErrMatch},
		{good, "!move:0:A1", game.ErrMatch},
		{good, "!resign", game.ErrMatch},
		{good, "!resign:2", game.ErrMatch},
		{good, "!resign:01", game.ErrMatch},
		{good, "!ask:0", game.ErrMatch},
		{good, "!ask:0:undo", game.ErrMatch},
		{good, "!wink:0", game.ErrMatch},
		{good, "!resign:0 A1", game.ErrMatch},
		{good, "!hint:0:A1", game.ErrMatch},
	} {
		if m, err := game.Replay(tt.setup, tt.events); !errors.Is(err, tt.kind) {
			t.Errorf("Replay(%+v, %q) = %v, %v; want %v", tt.setup, tt.events, m.Events(), err, tt.kind)
		}
	}
}
