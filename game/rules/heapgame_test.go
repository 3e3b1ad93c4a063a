package rules

import (
	"errors"
	"maps"
	"math/rand/v2"
	"slices"
	"testing"

	"nimbot/internal/slowtest"
)

func mustParse(t testing.TB, key, text string) Position {
	t.Helper()
	g, err := Lookup(key)
	if err != nil {
		t.Fatalf("Lookup(%q): %v", key, err)
	}
	p, err := g.Parse(text)
	if err != nil {
		t.Fatalf("%s: Parse(%q): %v", key, text, err)
	}
	return p
}

func TestHeapGamesPlay(t *testing.T) {
	for _, c := range []struct{ key, from, move, want string }{
		{"subtraction", "21 {1,3,4}", "A3", "18 {1,3,4}"},
		{"subtraction", "5 7 {1-3}", "B2", "5 5 {1-3}"},
		{"one-or-all", "4 7", "A1", "3 7"},
		{"one-or-all", "4 7", "A4", "0 7"},
		{"moore", "3 4 5 k2", "A1B2", "2 2 5 k2"},
		{"moore", "3 4 5 k2", "C5", "3 4 0 k2"},
		{"moore", "3 0 5 k3", "A3C1", "0 0 4 k3"},
		{"lasker", "3 4", "A2", "1 4"},
		{"lasker", "3 4", "A:1+2", "1 2 4"},
		{"kayles", "5 7", "A1", "4 7"},
		{"kayles", "5 7", "A2", "3 7"},
		{"kayles", "5 7", "A1:2+2", "2 2 7"},
		{"kayles", "1 2", "B2", "1 0"},
		{"kayles", "1000000000000000000", "A2:3+999999999999999995", "3 999999999999999995"},
		{"dawson-kayles", "5 7", "A2", "3 7"},
		{"dawson-kayles", "5 7", "A2:1+2", "1 2 7"},
		{"octal:0.137", "9 4", "A3:2+4", "2 4 4"},
		{"octal:0.137", "1 4", "A1", "0 4"},
		{"octal:4.07", "9 4", "A0:4+5", "4 5 4"},
		{"grundy", "7 9", "A:3+4", "3 4 9"},
	} {
		p := mustParse(t, c.key, c.from)
		got, err := p.Play(Move(c.move))
		if err != nil || got.String() != c.want {
			t.Errorf("%s %s: Play(%q) = %v, %v, want %s", c.key, c.from, c.move, got, err, c.want)
		}
		if p.String() != c.from {
			t.Errorf("%s: Play(%q) changed %s to %s", c.key, c.move, c.from, p)
		}
	}
}

func TestHeapGamesRefuseIllegalMoves(t *testing.T) {
	for _, c := range []struct{ key, from, move, code, example string }{
		{"subtraction", "21 {1,3,4}", "A2", "move.not-in-set", "A1"},
		{"subtraction", "21 {1,3,4}", "A1:10+10", "move.no-split", "A1"},
		{"subtraction", "21 {1,3,4}", "A1:1+1", "move.no-split", "A1"},
		{"subtraction", "2 9 {3,4}", "A1", "move.dead-pile", ""},
		{"one-or-all", "4 7", "A2", "move.one-or-all", "A1"},
		{"one-or-all", "4 7", "A0", "move.take-nothing", "A1"},
		{"one-or-all", "4 7", "A1:1+2", "move.no-split", "A1"},
		{"moore", "3 4 5 k2", "A1B1C1", "move.too-many-piles", "A1B1"},
		{"moore", "3 4 5 k2", "B1A1", "move.piles-in-order", "A1B1"},
		{"moore", "3 4 5 k2", "A1A1", "move.piles-in-order", "A1B1"},
		{"moore", "3 4 5 k2", "A4", "move.take-too-many", "A3"},
		{"moore", "3 4 5 k2", "A0", "move.take-nothing", "A1"},
		{"moore", "3 4 5 k2", "D1", "move.no-such-pile", ""},
		{"moore", "3 0 5 k2", "A1B1", "move.empty-pile", ""},
		{"moore", "3 4 5 k2", "A1B", "move.form", "B1"},
		{"moore", "3 4 5 k2", "", "move.form", "A1"},
		{"lasker", "3 4", "A1:1+1", "move.take-or-split", "A:1+2"},
		{"lasker", "3 4", "A:1+1", "move.split-sum", "A:1+2"},
		{"lasker", "3 4", "A:2+1", "move.split-order", "A:1+2"},
		{"lasker", "3 4", "A:0+3", "move.split-empty", "A:1+2"},
		{"lasker", "3 4", "A:1+x", "move.form", "A:1+2"},
		{"lasker", "3 4", "A:x+2", "move.form", "A:1+2"},
		{"lasker", "3 4", "A:1", "move.form", "A:1+2"},
		{"lasker", "3 4", "A0", "move.take-or-split", "A:1+2"},
		{"lasker", "3 4", "A0:1+2", "move.take-or-split", "A:1+2"},
		{"lasker", "3 4", "A4", "move.more-than-there", "A:1+2"},
		{"lasker", "3 4", "C1", "move.no-such-pile", ""},
		{"kayles", "5 7", "A3", "move.octal-amount", "A1"},
		{"kayles", "5 7", "A0:2+3", "move.octal-amount", "A1"},
		{"kayles", "5 7", "A1:1+2", "move.split-sum", "A1"},
		{"kayles", "5 7", "A1:3+1", "move.split-order", "A1:1+3"},
		{"kayles", "5 7", "A6", "move.more-than-there", "A1"},
		{"kayles", "5 7", "A", "move.form", "A1"},
		{"kayles", "5 7", "A:2+3", "move.form", "A1"},
		{"kayles", "0 7", "A1", "move.empty-pile", ""},
		{"dawson-kayles", "1 7", "A1", "move.dead-pile", ""},
		{"dawson-kayles", "5 7", "A1", "move.octal-amount", "A2"},
		{"octal:0.137", "9 4", "A1", "move.octal-leave", "A2"},
		{"octal:0.137", "9 4", "A2:3+4", "move.octal-split", "A2"},
		{"octal:0.26", "9 2", "B2", "move.octal-empty", "B1"},
		{"octal:4.07", "9 4", "A0", "move.octal-leave", "A0:1+8"},
		{"grundy", "7 9", "A1", "move.only-split", "A:1+6"},
		{"grundy", "7 8", "B:4+4", "move.split-equal", "B:1+7"},
		{"grundy", "7 9", "A:4+3", "move.split-order", "A:3+4"},
		{"grundy", "2 9", "A:1+1", "move.dead-pile", ""},
	} {
		p := mustParse(t, c.key, c.from)
		q, err := p.Play(Move(c.move))
		var refusal *Error
		if !errors.As(err, &refusal) || !errors.Is(err, ErrIllegal) || refusal.Code != c.code {
			t.Errorf("%s %s: Play(%q) = %v, %v, want the refusal %q", c.key, c.from, c.move, q, err, c.code)
			continue
		}
		if got, _ := refusal.Args["example"].(string); got != c.example {
			t.Errorf("%s %s: Play(%q) gives the example %q, want %q", c.key, c.from, c.move, got, c.example)
		}
	}
}

func TestHeapGamesParse(t *testing.T) {
	for _, c := range []struct{ key, text, want, code string }{
		{"subtraction", "5, 7 { 3, 1 ,2 }", "5 7 {1-3}", ""},
		{"subtraction", "21 {1-2,4,8-10}", "21 {1,2,4,8-10}", ""},
		{"subtraction", "0 {2}", "0 {2}", ""},
		{"subtraction", "21", "", "set.form"},
		{"subtraction", "21 {1,2", "", "set.form"},
		{"subtraction", "21 {1,2} 5", "", "set.form"},
		{"subtraction", "21 {}", "", "set.empty"},
		{"subtraction", "21 {0,1}", "", "set.zero"},
		{"subtraction", "21 {00-2}", "", "set.zero"},
		{"subtraction", "21 {1,x}", "", "set.not-a-number"},
		{"subtraction", "21 {-1}", "", "set.not-a-number"},
		{"subtraction", "21 {4-2}", "", "set.range"},
		{"subtraction", "21 {1-100}", "", "set.too-many"},
		{"subtraction", "21 {1,1001}", "", "set.too-large"},
		{"subtraction", "21 {99999999999999999999}", "", "set.too-large"},
		{"subtraction", "{1,2}", "", "piles.none"},
		{"subtraction", "-3 {1,2}", "", "pile.negative"},
		{"moore", "3,4 5 k2", "3 4 5 k2", ""},
		{"moore", "3 4 5", "", "moore.no-k"},
		{"moore", "k2 3 4", "", "moore.no-k"},
		{"moore", "3 4 k0", "", "moore.bad-k"},
		{"moore", "3 4 kx", "", "moore.bad-k"},
		{"moore", "3 4 k1001", "", "moore.bad-k"},
		{"moore", "k2", "", "piles.none"},
		{"moore", "", "", "piles.none"},
		{"lasker", "3 4", "3 4", ""},
		{"kayles", "5 1000000000000000000", "5 1000000000000000000", ""},
		{"kayles", "5 1000000000000000001", "", "pile.too-large"},
		{"kayles", "5 pins", "", "pile.not-a-number"},
		{"octal:0.137", "9 1000000000000000000", "9 1000000000000000000", ""},
		{"octal:0.007", "10000", "10000", ""},
		{"octal:0.007", "10001", "", "pile.beyond-table"},
		{"grundy", "10000", "10000", ""},
		{"grundy", "10001", "", "pile.beyond-table"},
	} {
		g, err := Lookup(c.key)
		if err != nil {
			t.Fatalf("Lookup(%q): %v", c.key, err)
		}
		p, err := g.Parse(c.text)
		var refusal *Error
		switch {
		case c.code == "" && (err != nil || p.String() != c.want):
			t.Errorf("%s: Parse(%q) = %v, %v, want %s", c.key, c.text, p, err, c.want)
		case c.code != "" && (!errors.As(err, &refusal) || !errors.Is(err, ErrNotation) || refusal.Code != c.code || refusal.Args["example"] == nil):
			t.Errorf("%s: Parse(%q) = %v, %v, want the refusal %q with an example", c.key, c.text, p, err, c.code)
		}
	}
}

func TestOctalKeys(t *testing.T) {
	for _, c := range []struct{ key, want, code string }{
		{"octal:0.137", "octal:0.137", ""},
		{"octal:0.770", "octal:0.77", ""},
		{"octal:4.0", "octal:4.0", ""},
		{"octal:", "", "octal.form"},
		{"octal:137", "", "octal.form"},
		{"octal:0.", "", "octal.form"},
		{"octal:.7", "", "octal.form"},
		{"octal:1.7", "", "octal.first-digit"},
		{"octal:00.7", "", "octal.first-digit"},
		{"octal:0.18", "", "octal.digit"},
		{"octal:0.1é", "", "octal.digit"},
		{"octal:0.0", "", "octal.no-move"},
		{"octal:0.11111111111111111", "", "octal.too-long"},
	} {
		g, err := Lookup(c.key)
		var refusal *Error
		switch {
		case c.code == "" && (err != nil || g.Key != c.want):
			t.Errorf("Lookup(%q) = %q, %v, want %q", c.key, g.Key, err, c.want)
		case c.code != "" && (!errors.As(err, &refusal) || !errors.Is(err, ErrUnknownGame) || refusal.Code != c.code || refusal.Args["part"] == nil):
			t.Errorf("Lookup(%q) = %v, %v, want the refusal %q", c.key, g.Key, err, c.code)
		}
	}
}

func TestHeapGameSetups(t *testing.T) {
	for _, c := range []struct {
		key, setup string
		ending     Ending
		kind       error // nil when it is accepted
	}{
		{"dawson-kayles", "1 1", Normal, ErrNotation}, // no move: P in normal, N in misère play
		{"dawson-kayles", "1 1", Misere, ErrNotation},
		{"grundy", "2 1 2", Normal, ErrNotation},
		{"subtraction", "2 2 {3}", Normal, ErrNotation},
		{"moore", "0 0 k2", Misere, ErrNotation},
		{"kayles", "0", Misere, ErrNotation},
		{"kayles", "1000000000000000000 7", Misere, nil},
		{"dawson-kayles", "1000000000000000000", Normal, nil},
		{"dawson-kayles", "80", Misere, nil},
		{"dawson-kayles", "80 1 1", Misere, nil}, // dead rows change nothing
		{"dawson-kayles", "81", Misere, ErrTooLarge},
		{"grundy", "10000", Normal, nil},
		{"grundy", "90", Misere, nil},
		{"grundy", "95", Misere, ErrTooLarge},
		{"octal:0.137", "40", Misere, nil},
		{"octal:0.137", "41", Misere, ErrTooLarge},
		{"octal:4.07", "10 10 10 10", Misere, nil},
		{"octal:4.07", "11", Misere, ErrTooLarge},
	} {
		g, err := Lookup(c.key)
		if err != nil {
			t.Fatalf("Lookup(%q): %v", c.key, err)
		}
		if _, err := g.Begin(c.setup, c.ending); !errors.Is(err, c.kind) {
			t.Errorf("%s: Begin(%q, %v) = %v, want %v", c.key, c.setup, c.ending, err, c.kind)
		}
	}
}

// The first choices must be found quickly in the largest heaps, too.
func TestChoicesInHugeHeaps(t *testing.T) {
	const huge = "1000000000000000000"
	for _, key := range []string{"lasker", "kayles", "dawson-kayles", "octal:0.137", "one-or-all"} {
		p := mustParse(t, key, huge+" 5")
		for _, prefix := range []string{"", "A", "A:", "A1", "A2"} {
			n := 0
			for c := range p.Choices(prefix) {
				if n++; n == 30 {
					break
				}
				if c.Done {
					if _, err := p.Play(Move(c.Prefix)); err != nil {
						t.Errorf("%s: Choices(%q) offers %q: %v", key, prefix, c.Prefix, err)
					}
				}
			}
		}
	}
}

func TestExamplesOfOctalGames(t *testing.T) {
	slowtest.Sequential(t)
	r := rand.New(rand.NewPCG(2, 2))
	for range 100 {
		digits := []byte{byte(4 * r.IntN(2))}
		for range 1 + r.IntN(maxDigits) {
			digits = append(digits, byte(r.IntN(8)))
		}
		digits[len(digits)-1] |= 1 << r.IntN(3)
		rules := newOctal(writeOctal(digits), digits)
		rules.table.limit = 100 // this test needs no more of the table
		g := octalGame(rules)
		for _, e := range g.Endings {
			for _, s := range []string{g.Examples[0], g.Random(r, e)} {
				if _, err := g.Begin(s, e); err != nil && (s != "" || rules.drawnWithMove() >= 2) {
					t.Errorf("%s: Begin(%q, %v) = %v, want it accepted", g.Key, s, e, err)
				}
			}
		}
	}
}

// FuzzHeapGames reads any text as a position of any heap game, and plays any text as a
// move: nothing may panic, accepted positions are written so that they are read back,
// and accepted moves lower the total.
func FuzzHeapGames(f *testing.F) {
	keys := []string{"subtraction", "one-or-all", "moore", "lasker", "kayles", "dawson-kayles", "octal:0.137", "octal:4.07", "octal:0.007", "grundy"}
	for i, seed := range []struct{ position, move string }{
		{"21 {1,3,4}", "A3"}, {"4 7", "B7"}, {"3 4 5 k2", "A1B2"}, {"3 4", "A:1+2"}, {"5 7", "A1:2+2"}, {"5 7", "A2:1+2"},
		{"9 4", "A3:2+4"}, {"9 4", "A0:4+5"}, {"10000", "A3"}, {"7 9", "A:3+4"},
	} {
		f.Add(uint8(i), seed.position, seed.move)
	}
	f.Fuzz(func(t *testing.T, which uint8, text, move string) {
		slowtest.Input(t)
		g, err := Lookup(keys[int(which)%len(keys)])
		if err != nil {
			t.Fatal(err)
		}
		p, err := g.Parse(text)
		if err != nil {
			return
		}
		q, err := p.Play(Move(move))
		if err != nil {
			if !errors.Is(err, ErrIllegal) {
				t.Errorf("%s %s: Play(%q) = %v, want it to be ErrIllegal", g.Key, p, move, err)
			}
			q = p
		} else if q.Size().Total >= p.Size().Total && p.Size().Total < ^uint64(0) {
			t.Errorf("%s %s: Play(%q) = %s leaves as much", g.Key, p, move, q)
		}
		if again, err := g.Parse(q.String()); err != nil || again.String() != q.String() {
			t.Errorf("%s: Parse(%q) = %v, %v", g.Key, q, again, err)
		}
		for range q.Choices(move) {
			break
		}
	})
}

func TestWriteSet(t *testing.T) {
	for want, set := range map[string][]uint64{"{1}": {1}, "{1,2}": {1, 2}, "{1-3}": {1, 2, 3}, "{1,3,4}": {1, 3, 4}, "{1,2,5-8,10}": {1, 2, 5, 6, 7, 8, 10}} {
		if got := writeSet(set); got != want {
			t.Errorf("writeSet(%v) = %s, want %s", set, got, want)
		}
		back, err := parseSet(want[1 : len(want)-1])
		if err != nil || !slices.Equal(back, set) {
			t.Errorf("parseSet(%s) = %v, %v, want %v", want, back, err, set)
		}
	}
}

// A searched position returns the key of its game, by which searches are shared.
func TestSearchedPositionsReturnTheirGamesKey(t *testing.T) {
	for key, text := range maps.All(map[string]string{"dawson-kayles": "5 7", "grundy": "7 9", "octal:0.137": "9 4", "octal:4.07": "9 4"}) {
		if got := mustParse(t, key, text).(Searched).Game(); got != key {
			t.Errorf("%s: Game() = %q", key, got)
		}
	}
}

func TestWordsOfHeapMoves(t *testing.T) {
	for _, c := range []struct {
		key, from string
		move      Move
		want      Wording
	}{
		{"lasker", "3 4", "A2", Wording{"take", []any{"label", "A", "amount", uint64(2)}}},
		{"lasker", "3 4", "A:1+2", Wording{"split", []any{"label", "A", "small", uint64(1), "large", uint64(2)}}},
		{"grundy", "7", "A:3+4", Wording{"split", []any{"label", "A", "small", uint64(3), "large", uint64(4)}}},
		{"octal:0.137", "6", "A3:1+2", Wording{"take-split", []any{"label", "A", "amount", uint64(3), "small", uint64(1), "large", uint64(2)}}},
	} {
		if got := mustParse(t, c.key, c.from).(Worded).MoveWords(c.move); got.Code != c.want.Code || !slices.Equal(got.Args, c.want.Args) {
			t.Errorf("%s %s: MoveWords(%q) = %v, want %v", c.key, c.from, c.move, got, c.want)
		}
	}
}
