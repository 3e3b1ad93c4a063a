package rules_test

import (
	"errors"
	"math/rand/v2"
	"strings"
	"testing"

	"nimbot/game/rules"
)

func newMatch(t *testing.T, key string, e rules.Ending, start string) rules.Match {
	t.Helper()
	m, err := rules.NewMatch(rules.Setup{Game: key, Ending: e, Start: start})
	if err != nil {
		t.Fatalf("NewMatch(%s %q, %v) = %v", key, start, e, err)
	}
	return m
}

func replay(t *testing.T, key string, e rules.Ending, start, events string) rules.Match {
	t.Helper()
	m, err := rules.Replay(newMatch(t, key, e, start).Setup(), events)
	if err != nil {
		t.Fatalf("Replay(%s %q, %q) = %v", key, start, events, err)
	}
	return m
}

func TestMatchStateAfterEvents(t *testing.T) {
	playing := rules.Result{Winner: rules.Nobody}
	over := func(winner rules.Seat, why rules.Reason) rules.Result {
		return rules.Result{Over: true, Winner: winner, Reason: why}
	}
	for _, tt := range []struct {
		name     string
		ending   rules.Ending
		start    string
		events   string
		position string
		toMove   rules.Seat
		result   rules.Result
	}{
		{"a start", rules.Normal, "3 4 5", "", "3 4 5", 0, playing},
		{"a move", rules.Normal, "3 4 5", "A2", "1 4 5", 1, playing},
		{"two moves", rules.Normal, "3 4 5", "A2 C5", "1 4 0", 0, playing},
		{"the first player takes the last stone", rules.Normal, "1 1 1", "A1 B1 C1", "0 0 0", 1, over(0, rules.ByLastMove)},
		{"the second player takes the last stone", rules.Normal, "1 1", "A1 B1", "0 0", 0, over(1, rules.ByLastMove)},
		{"misère, the first player takes the last stone", rules.Misere, "1 1 1", "A1 B1 C1", "0 0 0", 1, over(1, rules.ByLastMove)},
		{"misère, the second player takes the last stone", rules.Misere, "1 1", "A1 B1", "0 0", 0, over(0, rules.ByLastMove)},
		{"the mover resigns", rules.Normal, "3 4 5", "!resign:0", "3 4 5", 0, over(1, rules.ByResignation)},
		{"the other player resigns", rules.Normal, "3 4 5", "!resign:1", "3 4 5", 0, over(0, rules.ByResignation)},
		{"resigned out of turn in misère play", rules.Misere, "3 4 5", "A1 !resign:0", "2 4 5", 1, over(1, rules.ByResignation)},
		{"out of time", rules.Normal, "3 4 5", "A1 !timeout:1", "2 4 5", 1, over(0, rules.ByTime)},
		{"stopped", rules.Normal, "3 4 5", "A1 !ask:0:stop !stop:1", "2 4 5", 1, over(rules.Nobody, rules.ByAgreement)},
		{"hints change nothing", rules.Normal, "3 4 5", "!hint:0 !hint:1 A1", "2 4 5", 1, playing},
		{"taken back by the player who waits", rules.Normal, "3 4 5", "A1 !undo:0", "3 4 5", 0, playing},
		{"taken back by the player to move, with the answer", rules.Normal, "3 4 5", "A1 B1 !undo:0", "3 4 5", 0, playing},
		{"taken back by the second player, waiting", rules.Normal, "3 4 5", "A1 B1 !undo:1", "2 4 5", 1, playing},
		{"taken back by the second player, to move", rules.Normal, "3 4 5", "A1 B1 C1 !undo:1", "2 4 5", 1, playing},
		{"taken back twice", rules.Normal, "3 4 5", "A1 B1 C1 C1 !undo:0 !undo:0", "3 4 5", 0, playing},
		{"asked, and played on", rules.Normal, "3 4 5", "A1 !ask:0:undo B1", "2 3 5", 0, playing},
		{"asked and withdrawn", rules.Normal, "3 4 5", "A1 !ask:0:undo !refuse:0", "2 4 5", 1, playing},
		{"asked and refused", rules.Normal, "3 4 5", "A1 !ask:0:undo !refuse:1", "2 4 5", 1, playing},
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
	move := func(s rules.Seat, m rules.Move) rules.Event { return rules.Event{Kind: rules.Moved, Seat: s, Move: m} }
	for _, tt := range []struct {
		events string
		refuse rules.Event
		kind   error
		code   string
	}{
		{"", move(1, "A1"), rules.ErrMatch, "match.not-your-turn"},
		{"A1", move(0, "A1"), rules.ErrMatch, "match.not-your-turn"},
		{"", move(0, "A9"), rules.ErrIllegal, "move.take-too-many"},
		{"", move(0, "A0"), rules.ErrIllegal, "move.take-nothing"},
		{"", move(0, "D1"), rules.ErrIllegal, "move.no-such-pile"},
		{"A3", move(1, "A1"), rules.ErrIllegal, "move.empty-pile"},
		{"", move(0, ""), rules.ErrIllegal, "move.form"},
		{"!resign:0", move(0, "A1"), rules.ErrMatch, "match.over"},
		{"A3 B4 C5", move(1, "A1"), rules.ErrMatch, "match.over"},
		{"A3 B4 C5", rules.Event{Kind: rules.TookBack, Seat: 0}, rules.ErrMatch, "match.over"},
		{"A3 B4 C5", rules.Event{Kind: rules.Resigned, Seat: 1}, rules.ErrMatch, "match.over"},
		{"!timeout:0", rules.Event{Kind: rules.Hinted, Seat: 1}, rules.ErrMatch, "match.over"},
		{"", rules.Event{Kind: rules.TookBack, Seat: 0}, rules.ErrMatch, "match.nothing-to-undo"},
		{"A1", rules.Event{Kind: rules.TookBack, Seat: 1}, rules.ErrMatch, "match.nothing-to-undo"},
		{"A1 !undo:0", rules.Event{Kind: rules.TookBack, Seat: 0}, rules.ErrMatch, "match.nothing-to-undo"},
		{"A1", rules.Event{Kind: rules.Asked, Seat: 1, What: rules.AskUndo}, rules.ErrMatch, "match.nothing-to-undo"},
		{"A1 !ask:0:undo", rules.Event{Kind: rules.Asked, Seat: 1, What: rules.AskStop}, rules.ErrMatch, "match.already-asked"},
		{"A1", rules.Event{Kind: rules.Refused, Seat: 0}, rules.ErrMatch, "match.nothing-asked"},
		{"", rules.Event{Kind: rules.Asked, Seat: 0, What: "money"}, rules.ErrMatch, "match.bad-event"},
		{"", rules.Event{Kind: "wink", Seat: 0}, rules.ErrMatch, "match.bad-event"},
		{"", rules.Event{Kind: rules.Resigned, Seat: 2}, rules.ErrMatch, "match.bad-event"},
		{"", rules.Event{Kind: rules.Resigned, Seat: rules.Nobody}, rules.ErrMatch, "match.bad-event"},
		{"", rules.Event{Kind: rules.Hinted, Seat: 0, What: "A1 B1"}, rules.ErrMatch, "match.bad-event"},
	} {
		m := replay(t, "nim", rules.Normal, "3 4 5", tt.events)
		got, err := m.Apply(tt.refuse)
		var refusal *rules.Error
		if !errors.As(err, &refusal) || !errors.Is(err, tt.kind) || refusal.Code != tt.code {
			t.Errorf("after %q: Apply(%v) = %v, want %v with %q", tt.events, tt.refuse, err, tt.kind, tt.code)
		}
		if summary(got) != summary(m) {
			t.Errorf("after %q: Apply(%v) was refused but changed %s to %s", tt.events, tt.refuse, summary(m), summary(got))
		}
	}
}

// summary writes everything that a caller can see of a match.
func summary(m rules.Match) string {
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
func shown(m rules.Match) string {
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
			old := []rules.Match{newMatch(t, start.key, rules.Normal, start.text)}
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
func anyEvent(m rules.Match, r *rand.Rand) rules.Event {
	seat := rules.Seat(r.IntN(2))
	switch r.IntN(12) {
	case 0:
		return rules.Event{Kind: rules.Hinted, Seat: seat}
	case 1:
		return rules.Event{Kind: rules.Asked, Seat: seat, What: rules.AskUndo}
	case 2:
		return rules.Event{Kind: rules.Asked, Seat: seat, What: rules.AskStop}
	case 3:
		return rules.Event{Kind: rules.Refused, Seat: seat}
	case 4:
		return rules.Event{Kind: rules.TookBack, Seat: seat}
	case 5:
		ends := []rules.EventKind{rules.Resigned, rules.TimedOut, rules.Stopped}
		return rules.Event{Kind: ends[r.IntN(len(ends))], Seat: seat}
	}
	var moves []rules.Move
	for mv := range m.Position().Moves() {
		if moves = append(moves, mv); len(moves) == 50 {
			break // a heap may be huge
		}
	}
	if len(moves) == 0 {
		return rules.Event{Kind: rules.Moved}
	}
	return rules.Event{Kind: rules.Moved, Seat: m.ToMove(), Move: moves[r.IntN(len(moves))]}
}

func TestPendingIsACopy(t *testing.T) {
	m := replay(t, "nim", rules.Normal, "3 4 5", "A1 !ask:0:undo")
	m.Pending().What = "something else"
	if got := m.Pending().What; got != rules.AskUndo {
		t.Errorf("Pending().What = %q after a caller changed its copy, want %q", got, rules.AskUndo)
	}
}

func TestCountAndMoveCount(t *testing.T) {
	m := replay(t, "nim", rules.Normal, "3 4 5", "!hint:0 A1 !hint:0 !hint:1 B1 C1")
	for _, tt := range []struct {
		seat         rules.Seat
		hints, moves int
	}{{0, 2, 2}, {1, 1, 1}} {
		if h, n := m.Count(rules.Hinted, tt.seat), m.MoveCount(tt.seat); h != tt.hints || n != tt.moves {
			t.Errorf("seat %d: %d hints, %d moves; want %d, %d", tt.seat, h, n, tt.hints, tt.moves)
		}
	}
}

// The match is drawn the third time that a position of a loopy game occurs with the same
// player to move; a position that was taken back does not count.
func TestRepetitionIsADraw(t *testing.T) {
	const around = "A2 A4 A1 A5 "
	start := "red 5:1,5"
	m := replay(t, "northcott", rules.Normal, start, around)
	if m.Result().Over || m.Position().String() != start {
		t.Fatalf("after %q: %s, %+v; want the start again and no result", around, m.Position(), m.Result())
	}
	m = replay(t, "northcott", rules.Normal, start, around+"A2 A4 A1 !undo:0 A1 A5")
	if want := (rules.Result{Over: true, Winner: rules.Nobody, Reason: rules.ByRepetition}); m.Result() != want {
		t.Errorf("after the third repetition: %+v, want %+v", m.Result(), want)
	}
}

func TestMatchIsDrawnByLength(t *testing.T) {
	events := "A1" + strings.Repeat(" !undo:0 A1", rules.MaxPlies-2)
	m := replay(t, "nim", rules.Normal, "9 9", events)
	if m.Result().Over {
		t.Fatalf("after %d moves: %+v, want no result", rules.MaxPlies-1, m.Result())
	}
	m, err := m.Play(1, "B1")
	if want := (rules.Result{Over: true, Winner: rules.Nobody, Reason: rules.ByLength}); err != nil || m.Result() != want {
		t.Errorf("after %d moves: %+v, %v; want %+v", rules.MaxPlies, m.Result(), err, want)
	}
}

// The number of hints and requests in a match is bounded, but a player can
// always move or resign.
func TestHintsAndRequestsAreBounded(t *testing.T) {
	m := replay(t, "nim", rules.Normal, "3 4 5", strings.TrimSpace(strings.Repeat("!hint:0 ", 3*rules.MaxPlies)))
	for _, k := range []rules.EventKind{rules.Hinted, rules.Refused, rules.TookBack} {
		if _, err := m.Apply(rules.Event{Kind: k, Seat: 0}); !errors.Is(err, rules.ErrMatch) {
			t.Errorf("%s after too many events = %v, want ErrMatch", k, err)
		}
	}
	for _, e := range []rules.Event{
		{Kind: rules.Moved, Seat: 0, Move: "A1"},
		{Kind: rules.Resigned, Seat: 1},
		{Kind: rules.TimedOut, Seat: 0},
		{Kind: rules.Stopped, Seat: 0},
	} {
		if _, err := m.Apply(e); err != nil {
			t.Errorf("Apply(%v) after too many events = %v, want it accepted", e, err)
		}
	}
}

func TestReplayRefusesInvalidEvents(t *testing.T) {
	good := rules.Setup{Game: "nim", Start: "3 4 5"}
	for _, tt := range []struct {
		setup  rules.Setup
		events string
		kind   error
	}{
		{rules.Setup{Game: "whist", Start: "3 4 5"}, "", rules.ErrUnknownGame},
		{rules.Setup{Game: "nim", Start: "three"}, "", rules.ErrNotation},
		{rules.Setup{Game: "nim", Start: "0 0"}, "", rules.ErrNotation},
		{rules.Setup{Game: "nim", Ending: 7, Start: "3 4 5"}, "", rules.ErrNotOffered},
		{good, "A4", rules.ErrIllegal},
		{good, "A1 A1 A1 A1", rules.ErrIllegal},
		{good, "?", rules.ErrIllegal},
		{good, "!", rules.ErrMatch},
		{good, "!:", rules.ErrMatch},
		{good, "!move", rules.ErrMatch},
		{good, "!move:0:A1", rules.ErrMatch},
		{good, "!resign", rules.ErrMatch},
		{good, "!resign:2", rules.ErrMatch},
		{good, "!resign:01", rules.ErrMatch},
		{good, "!ask:0", rules.ErrMatch},
		{good, "!ask:0:undo", rules.ErrMatch},
		{good, "!wink:0", rules.ErrMatch},
		{good, "!resign:0 A1", rules.ErrMatch},
		{good, "!hint:0:A1", rules.ErrMatch},
	} {
		if m, err := rules.Replay(tt.setup, tt.events); !errors.Is(err, tt.kind) {
			t.Errorf("Replay(%+v, %q) = %v, %v; want %v", tt.setup, tt.events, m.Events(), err, tt.kind)
		}
	}
}
