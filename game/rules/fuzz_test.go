package rules_test

import (
	"errors"
	"math/rand/v2"
	"testing"

	"nimbot/game/rules"
	"nimbot/internal/slowtest"
)

// keys returns the keys of all listed games, and of some parametric ones.
func keys() []string {
	out := []string{"octal:0.07", "octal:0.6", "octal:4.3", "octal:0.007"}
	for _, g := range rules.Games() {
		out = append(out, g.Key)
	}
	return out
}

// gameOf picks a game by number.
func gameOf(t *testing.T, n uint8) rules.Game {
	t.Helper()
	k := keys()
	return lookup(t, k[int(n)%len(k)])
}

func lookup(t *testing.T, key string) rules.Game {
	t.Helper()
	g, err := rules.Lookup(key)
	if err != nil {
		t.Fatalf("Lookup(%q) = %v", key, err)
	}
	return g
}

// FuzzParse checks that every text either parses and round-trips, or is refused
// with a code.
func FuzzParse(f *testing.F) {
	for i, key := range keys() {
		g, err := rules.Lookup(key)
		if err != nil {
			f.Fatal(err)
		}
		for _, s := range g.Examples {
			f.Add(uint8(i), s)
		}
		f.Add(uint8(i), "0")
		f.Add(uint8(i), "999999999999999999999")
	}
	f.Fuzz(func(t *testing.T, n uint8, text string) {
		slowtest.Input(t)
		g := gameOf(t, n)
		p, err := g.Parse(text)
		if err != nil {
			checkRefusal(t, err, rules.ErrNotation, rules.ErrTooLarge)
			return
		}
		written := p.String()
		q, err := g.Parse(written)
		if err != nil || q.String() != written {
			t.Fatalf("%s: Parse(%q) = %s, which is read back as %v, %v", g.Key, text, written, q, err)
		}
		if p.Size() != q.Size() {
			t.Errorf("%s: Parse(%q).Size() = %v, want %v", g.Key, written, q.Size(), p.Size())
		}
		if len(written) <= 200 {
			p.Diagram()
		}
		for _, e := range g.Endings {
			if _, err := g.Begin(text, e); err != nil {
				checkRefusal(t, err, rules.ErrNotation, rules.ErrTooLarge, rules.ErrNotOffered)
			}
		}
	})
}

// FuzzBegin reads any text as a setup: a start that is accepted can be moved
// in and is read back.
func FuzzBegin(f *testing.F) {
	for i, key := range keys() {
		g, err := rules.Lookup(key)
		if err != nil {
			f.Fatal(err)
		}
		for _, s := range append([]string{key, "0"}, g.Examples...) {
			f.Add(uint8(i), s, false)
			f.Add(uint8(i), s, true)
		}
	}
	f.Fuzz(func(t *testing.T, n uint8, setup string, misere bool) {
		slowtest.Input(t)
		g, e := gameOf(t, n), rules.Normal
		if misere {
			e = rules.Misere
		}
		p, err := g.Begin(setup, e)
		if err != nil {
			checkRefusal(t, err, rules.ErrNotation, rules.ErrTooLarge, rules.ErrNotOffered)
			return
		}
		if rules.Over(p) {
			t.Errorf("%s: Begin(%q, %v) = %s, where nobody can move", g.Key, setup, e, p)
		}
		if q, err := g.Parse(p.String()); err != nil || q.String() != p.String() {
			t.Errorf("%s: Begin(%q, %v) = %s, which is read back as %v, %v", g.Key, setup, e, p, q, err)
		}
	})
}

// FuzzPlay plays any text in a position of any game: it is accepted exactly
// when it is listed, and neither it nor Choices panics.
func FuzzPlay(f *testing.F) {
	for i, key := range keys() {
		g, err := rules.Lookup(key)
		if err != nil {
			f.Fatal(err)
		}
		p, err := g.Begin(g.Examples[0], g.Endings[0])
		if err != nil {
			f.Fatal(err)
		}
		n := 0
		for m := range p.Moves() {
			f.Add(uint8(i), g.Examples[0], string(m))
			if n++; n == 5 {
				break
			}
		}
	}
	f.Fuzz(func(t *testing.T, n uint8, text, move string) {
		slowtest.Input(t)
		g := gameOf(t, n)
		p, err := g.Parse(text)
		if err != nil {
			return
		}
		listed, all := isListed(p, rules.Move(move), 2000)
		q, err := p.Play(rules.Move(move))
		if err != nil {
			checkRefusal(t, err, rules.ErrIllegal)
		}
		if all && listed != (err == nil) {
			t.Errorf("%s %q: Play(%q) = %v, %v, but listed: %v", g.Key, p, move, q, err, listed)
		}
		if err == nil {
			if r, err := g.Parse(q.String()); err != nil || r.String() != q.String() {
				t.Errorf("%s %q: Play(%q) = %s, which is read back as %v, %v", g.Key, p, move, q, r, err)
			}
		}
		steps := 0
		for range p.Choices(move) {
			if steps++; steps == 100 {
				break
			}
		}
	})
}

// isListed looks for m among the first n moves; all reports whether the answer holds for
// all moves, because m was found or there are fewer than n.
func isListed(p rules.Position, m rules.Move, n int) (listed, all bool) {
	for x := range p.Moves() {
		if x == m {
			return true, true
		}
		if n--; n == 0 {
			return false, false
		}
	}
	return false, true
}

// FuzzReplay replays any text as the events of a match. If the replay is accepted, the
// events that the match writes lead to the same match.
func FuzzReplay(f *testing.F) {
	f.Add(uint8(4), "3 4 5", "A2 !ask:0:undo !refuse:1 B4 !hint:0 C1 !undo:1 !resign:0", uint8(0))
	f.Add(uint8(5), "3 4 5", "A0 B0 C0 A1 !ask:0:stop !stop:1", uint8(1))
	f.Add(uint8(4), "1 1", "A1 B1", uint8(1))
	f.Add(uint8(4), "1 1", "!timeout:0", uint8(9))
	f.Fuzz(func(t *testing.T, n uint8, start, events string, ending uint8) {
		slowtest.Input(t)
		s := rules.Setup{Game: gameOf(t, n).Key, Ending: rules.Ending(ending), Start: start}
		m, err := rules.Replay(s, events)
		if err != nil {
			checkRefusal(t, err, rules.ErrNotation, rules.ErrTooLarge, rules.ErrNotOffered, rules.ErrIllegal, rules.ErrMatch)
			return
		}
		again, err := rules.Replay(m.Setup(), m.Events())
		if err != nil || summary(again) != summary(m) || again.Turn() != m.Turn() {
			t.Errorf("Replay(%+v, %q) = %s, %v; want %s", m.Setup(), m.Events(), summary(again), err, summary(m))
		}
		// A finished match accepts no further event.
		next, err := m.Apply(anyEvent(m, rand.New(rand.NewPCG(uint64(n), uint64(len(events))))))
		if err == nil && m.Result().Over {
			t.Errorf("after %q: Apply was accepted in a finished match: %q", m.Events(), next.Events())
		}
	})
}

// FuzzLookup reads any text as the key of a game.
func FuzzLookup(f *testing.F) {
	for _, key := range keys() {
		f.Add(key)
	}
	f.Fuzz(func(t *testing.T, key string) {
		slowtest.Input(t)
		g, err := rules.Lookup(key)
		if err != nil {
			checkRefusal(t, err, rules.ErrUnknownGame, rules.ErrNotation, rules.ErrTooLarge)
			return
		}
		if again, err := rules.Lookup(g.Key); err != nil || again.Key != g.Key {
			t.Errorf("Lookup(%q) has the key %q, which finds %q, %v", key, g.Key, again.Key, err)
		}
		if _, err := g.Begin(g.Examples[0], g.Endings[0]); err != nil {
			t.Errorf("Lookup(%q): its first example is refused: %v", key, err)
		}
	})
}

// checkRefusal checks that err is an *Error with a code and of one of the kinds.
func checkRefusal(t *testing.T, err error, kinds ...error) {
	t.Helper()
	var refusal *rules.Error
	if !errors.As(err, &refusal) || refusal.Code == "" {
		t.Errorf("%v, want an *Error with a code", err)
		return
	}
	for _, k := range kinds {
		if errors.Is(err, k) {
			return
		}
	}
	t.Errorf("%v, want one of %v", err, kinds)
}
