package rules

import (
	"errors"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"nimbot/internal/slowtest"
)

// boardGames are the games of this file's tests.
var boardGames = []string{
	"cake", "northcott", "coins", "nimble", "stairs", "wythoff", "fibonacci", "euclid",
	"turtles", "mock-turtles", "ruler", "chomp", "bush",
}

func TestBoardGameMoves(t *testing.T) {
	for _, c := range []struct{ key, from, move, want string }{
		{"cake", "5x8@2,3", "top1", "4x8@1,3"},
		{"cake", "5x8@2,3", "bottom2", "3x8@2,3"},
		{"cake", "5x8@2,3", "left2", "5x6@2,1"},
		{"cake", "5x8@2,3", "right5", "5x3@2,3"},
		{"cake", "1000000000000000000x1@1000000000000000000,1", "top999999999999999999", "1x1@1,1"},
		{"northcott", "red 8:2,5 6:1,6", "A4", "blue 8:4,5 6:1,6"},
		{"northcott", "red 8:2,5 6:1,6", "A1", "blue 8:1,5 6:1,6"},
		{"northcott", "blue 8:2,5 6:1,6", "A8", "red 8:2,8 6:1,6"},
		{"northcott", "red 8:6,2", "A3", "blue 8:3,2"},
		{"coins", "2 5 9", "5-3", "2 3 9"},
		{"coins", "2 5 9", "2-1", "1 5 9"},
		{"nimble", "2 2 9", "9-4", "2 2 4"},
		{"nimble", "2 2 9", "2-1", "1 2 9"},
		{"nimble", "2 2 9", "9-1", "1 2 2"},
		{"stairs", "2 0 3", "3:1", "2 1 2"},
		{"stairs", "2 0 3", "1:2", "0 0 3"},
		{"stairs", "10000000000000000000 5000000000000000000", "2:5000000000000000000", "15000000000000000000 0"},
		{"wythoff", "3 5", "A2", "1 5"},
		{"wythoff", "3 5", "AB3", "0 2"},
		{"fibonacci", "13 max4", "3", "10 max6"},
		{"fibonacci", "13 max12", "12", "1 max1"},
		{"fibonacci", "13 max4", "4", "9 max8"},
		{"fibonacci", "3 max3", "3", "0"},
		{"euclid", "25 7", "A14", "11 7"},
		{"euclid", "7 21", "B21", "7 0"},
		{"euclid", "5 5", "B5", "5 0"},
		{"turtles", "1 4 6", "6", "1 4"},
		{"turtles", "1 4 6", "6,2", "1 2 4"},
		{"turtles", "1 4 6", "6,4", "1"},
		{"mock-turtles", "1 4 6", "6,4,1", "0"},
		{"mock-turtles", "1 4 6", "6,3,2", "1 2 3 4"},
		{"ruler", "3 4", "4-3", "0"},
		{"ruler", "3 4", "4-1", "1 2"},
		{"ruler", "3 4", "4", "3"},
		{"chomp", "4 4 2", "2,3", "4 2 2"},
		{"chomp", "3x4", "2,1", "4"},
		{"chomp", "4", "1,2", "1"},
		{"bush", "0-1 1-2 1-3", "1-2", "0-1 1-3"},
		{"bush", "0-1 1-2 1-3", "0-1", "0"},
		{"bush", "3-1 1-0 2-1", "1-2", "0-1 1-3"},
	} {
		p := mustParse(t, c.key, c.from)
		got, err := p.Play(Move(c.move))
		if err != nil || got.String() != c.want {
			t.Errorf("%s %s: Play(%q) = %v, %v, want %s", c.key, c.from, c.move, got, err, c.want)
		}
	}
}

func TestBoardGamesRefuseMoves(t *testing.T) {
	for _, c := range []struct{ key, from, move, code string }{
		{"cake", "5x8@2,3", "up1", "move.form"},
		{"cake", "5x8@2,3", "top2", "move.cut-too-deep"},
		{"cake", "5x8@2,3", "top0", "move.cut-nothing"},
		{"cake", "5x8@1,3", "top1", "move.side-gone"},
		{"cake", "5x8@2,3", "left", "move.form"},
		{"northcott", "red 8:2,5", "B1", "move.no-such-row"},
		{"northcott", "red 8:2,5", "A9", "move.out-of-row"},
		{"northcott", "red 8:2,5", "A2", "move.stays"},
		{"northcott", "red 8:2,5", "A6", "move.blocked"},
		{"northcott", "red 8:2,5", "A5", "move.blocked"},
		{"northcott", "red 8:2,5", "4", "move.form"},
		{"coins", "2 5 9", "7-3", "move.no-coin"},
		{"coins", "2 5 9", "5-7", "move.not-left"},
		{"coins", "2 5 9", "5-1", "move.jump"},
		{"coins", "2 5 9", "5-2", "move.jump"},
		{"coins", "2 5 9", "2-0", "move.off-the-strip"},
		{"coins", "2 5 9", "5", "move.form"},
		{"nimble", "2 2 9", "9-9", "move.not-left"},
		{"nimble", "2 2 9", "9-0", "move.off-the-strip"},
		{"stairs", "2 0 3", "4:1", "move.no-such-step"},
		{"stairs", "2 0 3", "2:1", "move.empty-step"},
		{"stairs", "2 0 3", "3:0", "move.step-nothing"},
		{"stairs", "2 0 3", "3:4", "move.step-too-many"},
		{"wythoff", "3 5", "AB4", "move.both-too-many"},
		{"wythoff", "3 5", "AB0", "move.take-nothing"},
		{"wythoff", "3 5", "AB", "move.form"},
		{"wythoff", "3 5", "C1", "move.no-such-pile"},
		{"wythoff", "0 5", "AB1", "move.both-too-many"},
		{"fibonacci", "13 max4", "5", "move.over-the-limit"},
		{"fibonacci", "13 max4", "0", "move.fibonacci-nothing"},
		{"fibonacci", "13 max4", "A2", "move.form"},
		{"euclid", "25 7", "A8", "move.not-a-multiple"},
		{"euclid", "25 7", "A28", "move.more-than-there"},
		{"euclid", "25 7", "B7", "move.smaller-number"},
		{"euclid", "25 0", "A7", "move.euclid-over"},
		{"turtles", "1 4 6", "5", "move.tails"},
		{"turtles", "1 4 6", "6,7", "move.not-to-the-left"},
		{"turtles", "1 4 6", "6,4,1", "move.turns-too-many"},
		{"mock-turtles", "1 4 6", "6,1,4", "move.not-to-the-left"},
		{"mock-turtles", "1 4 6", "6,4,1,1", "move.turns-too-many"},
		{"mock-turtles", "1 4 6", "6,4,4", "move.not-to-the-left"},
		{"ruler", "3 4", "4-4", "move.run-not-left"},
		{"ruler", "3 4", "2-1", "move.tails"},
		{"chomp", "4 4 2", "1,1", "move.poison"},
		{"chomp", "4 4 2", "3,3", "move.no-such-square"},
		{"chomp", "4 4 2", "4,1", "move.no-such-bar-row"},
		{"bush", "0-1 1-2", "2-1", "move.no-such-edge"},
		{"bush", "0-1 1-2", "01", "move.form"},
	} {
		p := mustParse(t, c.key, c.from)
		got, err := p.Play(Move(c.move))
		checkRefusal(t, fmt.Sprintf("%s %s: Play(%q) = %v", c.key, c.from, c.move, got), err, ErrIllegal, c.code)
		if example := refusalArgs(err)["example"]; example != nil && example != "" && !Over(p) {
			if _, err := p.Play(Move(fmt.Sprint(example))); err != nil {
				t.Errorf("%s %s: the refusal of %q shows %q, which is refused too: %v", c.key, c.from, c.move, example, err)
			}
		}
	}
}

func TestBoardGamesRefuseNotation(t *testing.T) {
	for _, c := range []struct{ key, text, code, part string }{
		{"cake", "5x8", "cake.form", "5x8"},
		{"cake", "5x8@2", "cake.form", "5x8@2"},
		{"cake", "ax8@2,3", "cake.not-a-number", "a"},
		{"cake", "0x8@2,3", "cake.zero", "0"},
		{"cake", "5x8@6,3", "cake.mould-outside", "6,3"},
		{"cake", "5x8@2,9", "cake.mould-outside", "2,9"},
		{"cake", "5x1000000000000000001@2,3", "cake.too-large", "1000000000000000001"},
		{"northcott", "red", "northcott.form", "red"},
		{"northcott", "green 8:2,5", "northcott.mover", "green"},
		{"northcott", "red 8:2,5 6-1,6", "northcott.row-form", "6-1,6"},
		{"northcott", "red 8:2,2", "northcott.same-square", "8:2,2"},
		{"northcott", "red 8:0,2", "northcott.out-of-row", "8:0,2"},
		{"northcott", "red 8:2,9", "northcott.out-of-row", "8:2,9"},
		{"northcott", "red 99999999999999999999:2,9", "northcott.too-wide", "99999999999999999999:2,9"},
		{"coins", "2 5 5", "square.twice", "5"},
		{"coins", "2 0", "square.zero", "0"},
		{"coins", "2 x", "square.not-a-number", "x"},
		{"coins", "1000000000000000001", "square.too-large", "1000000000000000001"},
		{"nimble", "-1", "square.not-a-number", "-1"},
		{"stairs", "2 -1", "step.not-a-number", "-1"},
		{"fibonacci", "13 4", "fibonacci.form", "4"},
		{"fibonacci", "13 max", "fibonacci.form", "max"},
		{"fibonacci", "13 max4 5", "fibonacci.form", "max4 5"},
		{"euclid", "25 x", "pile.not-a-number", "x"},
		{"turtles", "4 4", "square.twice", "4"},
		{"ruler", "501", "square.too-large", "501"},
		{"chomp", "4 2 3", "chomp.grows", "3"},
		{"chomp", "4 0 3", "chomp.grows", "3"},
		{"chomp", "0", "chomp.no-poison", "0"},
		{"chomp", "0x4", "chomp.no-poison", "0"},
		{"chomp", "3xx", "chomp.not-a-number", "x"},
		{"chomp", "3x1001", "chomp.too-large", "1001"},
		{"bush", "0-1 1", "bush.form", "1"},
		{"bush", "0-1 1-1", "bush.loop", "1-1"},
		{"bush", "0-1 1-0", "bush.twice", "1-0"},
		{"bush", "0-1 1-2 2-0", "bush.cycle", "2-0"},
		{"bush", "0-1 2-3", "bush.nowhere", "2-3"},
		{"bush", "0-1000000", "bush.node-too-large", "0-1000000"},
	} {
		g := mustGame(t, c.key)
		got, err := g.Parse(c.text)
		call := fmt.Sprintf("%s: Parse(%q) = %v", c.key, c.text, got)
		checkRefusal(t, call, err, ErrNotation, c.code)
		args := refusalArgs(err)
		if args["part"] != c.part {
			t.Errorf("%s names the part %q, want %q", call, args["part"], c.part)
		}
		if _, err := g.Parse(fmt.Sprint(args["example"])); err != nil {
			t.Errorf("%s shows the example %q, which is refused: %v", call, args["example"], err)
		}
	}
	for _, c := range []struct{ key, text, code string }{
		{"wythoff", "3", "piles.two"},
		{"euclid", "3 4 5", "piles.two"},
		{"northcott", "red " + strings.Repeat("3:1,2 ", MaxHeaps+1), "northcott.too-many"},
		{"coins", strings.Repeat("1 ", MaxHeaps+1), "squares.too-many"},
		{"stairs", strings.Repeat("1 ", MaxHeaps+1), "steps.too-many"},
		{"chomp", strings.Repeat("1 ", maxChomp+1), "chomp.too-many"},
		{"bush", strings.Repeat("0-1 ", maxEdges+1), "bush.too-many"},
	} {
		_, err := mustGame(t, c.key).Parse(c.text)
		checkRefusal(t, fmt.Sprintf("%s: Parse(%.20q)", c.key, c.text), err, ErrNotation, c.code)
	}
}

func mustGame(t testing.TB, key string) Game {
	t.Helper()
	g, err := Lookup(key)
	if err != nil {
		t.Fatalf("Lookup(%q): %v", key, err)
	}
	return g
}

func checkRefusal(t *testing.T, call string, err, kind error, code string) {
	t.Helper()
	var refusal *Error
	if !errors.As(err, &refusal) || !errors.Is(err, kind) || refusal.Code != code {
		t.Errorf("%s, %v, want %v with the code %s", call, err, kind, code)
	}
}

func refusalArgs(err error) Args {
	var refusal *Error
	if errors.As(err, &refusal) {
		return refusal.Args
	}
	return nil
}

// Parse normalizes loose notation.
func TestBoardGamesNotation(t *testing.T) {
	for _, c := range []struct{ key, text, want string }{
		{"cake", " 05x8@2, 3 ", "5x8@2,3"},
		{"coins", "9,2,5", "2 5 9"},
		{"nimble", "9 2 2", "2 2 9"},
		{"nimble", "0", "0"},
		{"wythoff", "0", "0 0"},
		{"fibonacci", "20", "20 max19"},
		{"fibonacci", "13 max99999999999999999999", "13 max13"},
		{"fibonacci", "0 max4", "0"},
		{"turtles", "6 1 4", "1 4 6"},
		{"chomp", "3x4", "4 4 4"},
		{"chomp", "4 2 0 0", "4 2"},
		{"bush", "2-1 0-3 1-0", "0-1 1-2 0-3"},
		{"bush", "0", "0"},
	} {
		p, err := mustGame(t, c.key).Parse(c.text)
		if err != nil || p.String() != c.want {
			t.Errorf("%s: Parse(%q) = %v, %v, want %s", c.key, c.text, p, err, c.want)
		}
	}
}

// Capitals, as phones write them, are accepted; a refusal quotes the text as it was typed.
func TestCapitalsInASetup(t *testing.T) {
	for _, c := range []struct{ key, text, want string }{
		{"northcott", "Red 8:2,5", "red 8:2,5"},
		{"chomp", "3X4", "4 4 4"},
		{"moore", "3 4 K2", "3 4 k2"},
		{"fibonacci", "13 MAX4", "13 max4"},
		{"cake", "5X8@2,3", "5x8@2,3"},
	} {
		p, err := mustGame(t, c.key).Begin(c.text, Normal)
		if err != nil || p.String() != c.want {
			t.Errorf("%s: Begin(%q) = %v, %v, want %s", c.key, c.text, p, err, c.want)
		}
	}
	_, err := mustGame(t, "nim").Begin("Three", Normal)
	if part := refusalArgs(err)["part"]; part != "Three" {
		t.Errorf("Begin(\"Three\") refuses %q, want it as typed", part)
	}
}

func TestFibonacciStartDependsOnEnding(t *testing.T) {
	g := mustGame(t, "fibonacci")
	for _, c := range []struct {
		setup string
		e     Ending
		want  string // "" when the start has no move
	}{
		{"20", Normal, "20 max19"}, {"20", Misere, "20 max18"}, {"13 max4", Misere, "13 max4"},
		{"2", Normal, "2 max1"}, {"3", Misere, "3 max1"}, {"1", Normal, ""}, {"2", Misere, ""}, {"1", Misere, ""}, {"0", Normal, ""},
	} {
		p, err := g.Begin(c.setup, c.e)
		switch {
		case c.want == "":
			checkRefusal(t, fmt.Sprintf("Begin(%q, %v) = %v", c.setup, c.e, p), err, ErrNotation, "start.over")
		case err != nil || p.String() != c.want:
			t.Errorf("Begin(%q, %v) = %v, %v, want %s", c.setup, c.e, p, err, c.want)
		}
	}
}

func TestNorthcottIsNotOfferedInMiserePlay(t *testing.T) {
	if p, err := mustGame(t, "northcott").Begin("red 8:2,5", Misere); !errors.Is(err, ErrNotOffered) {
		t.Errorf("Begin(northcott, misere) = %v, %v, want ErrNotOffered", p, err)
	}
}

func TestChompIsBounded(t *testing.T) {
	g := mustGame(t, "chomp")
	for _, setup := range []string{"11", "11x2", "2x11"} {
		p, err := g.Begin(setup, Normal)
		checkRefusal(t, fmt.Sprintf("Begin(%q) = %v", setup, p), err, ErrTooLarge, "start.too-large")
		if args := refusalArgs(err); args["parts"] != 10 || args["largest"] != uint64(10) {
			t.Errorf("Begin(%q) names the bounds %v, want 10 by 10", setup, args)
		}
	}
}

// A bar and its mirror image share a key.
func TestChompKeys(t *testing.T) {
	for _, c := range []struct{ a, b string }{{"4 4 2", "3 3 2 2"}, {"5", "1 1 1 1 1"}, {"10x10", "10x10"}, {"3 1", "2 1 1"}} {
		a, ok := mustParse(t, "chomp", c.a).(Searched).Key()
		b, ok2 := mustParse(t, "chomp", c.b).(Searched).Key()
		if !ok || !ok2 || a != b {
			t.Errorf("keys of %s and %s are %v and %v, want the same", c.a, c.b, a, b)
		}
	}
}

func TestNorthcottProgress(t *testing.T) {
	for _, c := range []struct {
		from string
		move Move
		want bool
	}{
		{"red 8:3,6", "A5", true}, {"red 8:3,6", "A1", false}, {"red 8:3,6", "A7", false},
		{"blue 8:3,6", "A5", true}, {"blue 8:3,6", "A8", false},
		{"red 8:6,3", "A4", true}, {"red 8:6,3", "A8", false},
	} {
		if got := mustParse(t, "northcott", c.from).(Progressing).Progress(c.move); got != c.want {
			t.Errorf("%s: Progress(%q) = %v, want %v", c.from, c.move, got, c.want)
		}
	}
}

// Diagrams list the squares one by one up to MaxCells, and give counts or spots beyond.
func TestBoardDiagrams(t *testing.T) {
	cells := func(s string) []Cell {
		out := make([]Cell, len(s))
		for i := range s {
			out[i] = Cell(strings.IndexByte(".oxRB#*", s[i]))
		}
		return out
	}
	for _, c := range []struct {
		key, text string
		want      Diagram
	}{
		{"cake", "2x3@1,2", Diagram{Shape: Cake, Rows: []Row{{Cells: cells("#*#")}, {Cells: cells("###")}}}},
		{"cake", "2x65@1,2", Diagram{Shape: Cake, Rows: []Row{
			{Label: "top"}, {Label: "bottom", Count: 1}, {Label: "left", Count: 1}, {Label: "right", Count: 63}}}},
		{"northcott", "blue 4:1,3", Diagram{Shape: Rows, Rows: []Row{{Label: "A", Cells: cells("R.B.")}}, Note: "blue", Caption: Wording{Code: "northcott.blue"}}},
		{"northcott", "red 99:70,3", Diagram{Shape: Rows, Note: "red", Caption: Wording{Code: "northcott.red"}, Rows: []Row{
			{Label: "A", Count: 99, Spots: []Spot{{3, Blue}, {70, Red}}}}}},
		{"coins", "2 4", Diagram{Shape: Strip, Rows: []Row{{Cells: cells(".o.o")}}}},
		{"coins", "2 65", Diagram{Shape: Strip, Rows: []Row{{Count: 65, Spots: []Spot{{2, Coin}, {65, Coin}}}}}},
		{"nimble", "2 2", Diagram{Shape: Strip, Piece: Discs, Rows: []Row{{Count: 2, Spots: []Spot{{2, Coin}, {2, Coin}}}}}},
		{"stairs", "2 0", Diagram{Shape: Stairs, Rows: []Row{{Label: "1", Count: 2}, {Label: "2"}}}},
		{"turtles", "2 3", Diagram{Shape: Strip, Piece: Turtles, Rows: []Row{{Cells: cells("xoo")}}}},
		{"fibonacci", "13 max4", Diagram{Shape: Piles, Piece: Kernels, Rows: []Row{{Count: 13}}, Note: "max4", Caption: Wording{"fibonacci", []any{"limit", 4}}}},
		{"chomp", "2 1", Diagram{Shape: Bar, Rows: []Row{
			{Label: "1", Count: 2, Cells: cells("*#")}, {Label: "2", Count: 1, Cells: cells("#")}}}},
		{"chomp", "65", Diagram{Shape: Bar, Rows: []Row{{Label: "1", Count: 65}}}},
		{"bush", "0-1 1-2", Diagram{Shape: Tree, Edges: []Edge{{0, 1}, {1, 2}}}},
	} {
		if got := mustParse(t, c.key, c.text).Diagram(); fmt.Sprint(got) != fmt.Sprint(c.want) {
			t.Errorf("%s %s: Diagram() = %v, want %v", c.key, c.text, got, c.want)
		}
	}
}

// FuzzBoardGames reads any text as a position of every board game, and plays any text as
// a move: nothing panics, positions are written so that they are read back, and an
// accepted move is a listed one and leaves such a position.
func FuzzBoardGames(f *testing.F) {
	r := rand.New(rand.NewPCG(1, 1))
	for _, key := range boardGames {
		g := mustGame(f, key)
		for _, e := range g.Endings {
			setup := g.Random(r, e)
			for m := range mustParse(f, key, setup).Moves() {
				f.Add(setup, string(m))
				break
			}
		}
	}
	f.Add("bush", "0-1 1-2 2-0")
	f.Fuzz(func(t *testing.T, text, move string) {
		slowtest.Input(t)
		for _, key := range boardGames {
			p, err := mustGame(t, key).Parse(text)
			if err != nil {
				checkKind(t, key, text, err, ErrNotation)
				continue
			}
			checkReadBack(t, key, p)
			q, err := p.Play(Move(move))
			if err != nil {
				checkKind(t, key, move, err, ErrIllegal)
				continue
			}
			checkReadBack(t, key, q)
			if listed := slices.Contains(firstMoves(p, 100_000), Move(move)); !listed && p.Size().Total < 300 {
				t.Errorf("%s %s: Play(%q) = %s, but it is not listed", key, p, move, q)
			}
		}
	})
}

func checkKind(t *testing.T, key, text string, err, kind error) {
	t.Helper()
	if !errors.Is(err, kind) {
		t.Errorf("%s: %q is refused with %v, want %v", key, text, err, kind)
	}
}

func checkReadBack(t *testing.T, key string, p Position) {
	t.Helper()
	q, err := mustGame(t, key).Parse(p.String())
	if err != nil || q.String() != p.String() {
		t.Errorf("%s: Parse(%q) = %v, %v, want it read back", key, p, q, err)
	}
	p.Diagram()
	p.Size()
}

func firstMoves(p Position, n int) []Move {
	var out []Move
	for m := range p.Moves() {
		if out = append(out, m); len(out) == n {
			break
		}
	}
	return out
}
