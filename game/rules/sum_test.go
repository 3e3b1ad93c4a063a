package rules_test

import (
	"errors"
	"fmt"
	"math/rand/v2"
	"slices"
	"strconv"
	"strings"
	"testing"

	"nimbot/game/rules"
	"nimbot/game/rules/solve"
	"nimbot/internal/slowtest"
)

// smallParts are small positions of every game that can be a part of a sum.
var smallParts = []struct {
	key       string
	positions []string
}{
	{"nim", []string{"1", "2", "3", "2 2", "1 1", "1 3", "2 3"}},
	{"pass", []string{"1", "2", "3", "2-", "1 2-"}},
	{"cake", []string{"1x3@1,1", "2x3@1,2", "3x3@2,2"}},
	{"coins", []string{"2", "2 4", "1 3 5", "2 5 6"}},
	{"nimble", []string{"2", "3 4", "2 2 4"}},
	{"stairs", []string{"1", "2 1", "1 0 2", "1 1 1"}},
	{"subtraction", []string{"4 {1-3}", "5 {2,3}", "3 3 {1,3}", "6 {1,3,4}"}},
	{"subtraction", []string{"5 {squares}", "3 6 {half}", "5 {divisors}", "7 {primes}", "4 {divisors}", "8 {divisors}", "3 6 {divisors}"}},
	{"subtraction", []string{"6 {fibonacci-numbers}", "5 {odd}", "7 {even}", "5 {powers-of-2}", "4 4 {half}"}},
	{"one-or-all", []string{"3", "4", "2 3"}},
	{"moore", []string{"1 2 k2", "2 2 1 k2", "3 k2", "1 1 1 k3"}},
	{"wythoff", []string{"1 2", "2 2", "2 3", "3 0", "1 1"}},
	{"fibonacci", []string{"3 max2", "4 max1", "5 max4", "6 max2", "2 max1"}},
	{"euclid", []string{"3 2", "5 2", "4 4", "6 1", "3 0"}},
	{"lasker", []string{"2", "3", "4", "2 2"}},
	{"kayles", []string{"2", "3", "4", "5", "6", "2 3", "4 4"}},
	{"dawson-kayles", []string{"3", "5", "7", "9", "4 4", "10"}},
	{"octal:0.137", []string{"3", "5", "8", "3 4", "9"}},
	{"octal:0.6", []string{"4", "6", "7", "3 3"}},
	{"octal:4.7", []string{"2", "3", "2 2"}},
	{"octal:0.07", []string{"4", "6", "10"}},
	{"octal:0.26", []string{"3", "5", "6", "7"}},
	{"grundy", []string{"3", "5", "6", "4 4", "7"}},
	{"turtles", []string{"1", "3", "1 2", "2 3", "1 2 3", "2 4"}},
	{"mock-turtles", []string{"1", "2", "1 3", "2 3 4"}},
	{"ruler", []string{"1", "3", "1 2", "4"}},
	{"chomp", []string{"1", "2 1", "3", "2 2", "3 2", "3 2 1", "2 1 1", "2 2 2"}},
	{"bush", []string{"0-1", "0-1 1-2", "0-1 1-2 1-3", "0-1 1-2 0-3"}},
}

// TestSumsAgainstBruteForce compares random sums of small parts with an oracle that walks the
// product of the parts and knows only their rules.
func TestSumsAgainstBruteForce(t *testing.T) {
	t.Parallel()
	slowtest.Sequential(t)
	g, err := rules.Lookup("sum")
	if err != nil {
		t.Fatal(err)
	}
	r := rand.New(rand.NewPCG(48, 1))
	o := newProduct()
	played := map[rules.Ending]int{}
	for range slowtest.Sizes(1000, 10_000, 100_000) {
		text := randomSum(r)
		for _, e := range g.Endings {
			p, err := g.Begin(text, e)
			if err != nil {
				if e == rules.Normal && !strings.Contains(err.Error(), "start.over") {
					t.Fatalf("Begin(%q, %v): %v", text, e, err)
				}
				continue
			}
			played[e]++
			o.compare(t, p, e)
		}
	}
	if 4*played[rules.Misere] < played[rules.Normal] {
		t.Errorf("%d sums were played in misère play, of %d in normal play: want a quarter", played[rules.Misere], played[rules.Normal])
	}
}

// randomSum draws two to four parts, of three or four only small ones.
func randomSum(r *rand.Rand) string {
	parts := make([]string, 2+r.IntN(2))
	if r.IntN(20) == 0 {
		parts = make([]string, 4)
	}
	for i := range parts {
		of := smallParts[r.IntN(len(smallParts))]
		most := min(len(of.positions), [...]int{2: 10, 3: 5, 4: 2}[len(parts)])
		parts[i] = of.key + " " + of.positions[r.IntN(most)]
	}
	return strings.Join(parts, " + ")
}

// product decides sums by walking all positions of their parts side by side.
type product struct {
	index map[string]int32 // by game and position
	moves [][]rules.Move
	next  [][]int32
	known [2]map[[4]int32]bool // by ending: whether the player to move wins
}

func newProduct() *product {
	o := &product{index: map[string]int32{}}
	o.moves, o.next = make([][]rules.Move, 1), make([][]int32, 1) // 0 is no part
	o.clear()
	return o
}

func (o *product) clear() { o.known = [2]map[[4]int32]bool{{}, {}} }

// add explores a position of a game, and returns its number.
func (o *product) add(game string, p rules.Position) int32 {
	text := game + " " + p.String()
	if i, ok := o.index[text]; ok {
		return i
	}
	i := int32(len(o.moves))
	o.index[text] = i
	o.moves, o.next = append(o.moves, slices.Collect(p.Moves())), append(o.next, nil)
	for _, m := range o.moves[i] {
		q, err := p.Play(m)
		if err != nil {
			panic(fmt.Sprint(text, " ", m, " ", err))
		}
		n := o.add(game, q)
		o.next[i] = append(o.next[i], n)
	}
	return i
}

// wins reports whether the player to move wins a sum of parts.
func (o *product) wins(parts [4]int32, e rules.Ending) bool {
	key := parts
	slices.Sort(key[:])
	if win, ok := o.known[e][key]; ok {
		return win
	}
	stuck := true
	for i, part := range parts {
		for _, n := range o.next[part] {
			stuck = false
			next := parts
			next[i] = n
			if !o.wins(next, e) {
				o.known[e][key] = true
				return true
			}
		}
	}
	o.known[e][key] = stuck && e == rules.Misere
	return o.known[e][key]
}

// compare compares the outcome of p and its whole winning set.
func (o *product) compare(t *testing.T, p rules.Position, e rules.Ending) {
	t.Helper()
	if len(o.known[e]) > 1<<20 {
		o.clear()
	}
	var parts [4]int32
	for i, c := range p.(rules.Composed).Components() {
		parts[i] = o.add(c.Game, c.Position)
	}
	a, err := solve.Analyze(p, e)
	if err != nil {
		t.Errorf("Analyze(%s, %v): %v", p, e, err)
		return
	}
	if want := rules.OutcomeIf(o.wins(parts, e)); a.Outcome != want {
		t.Errorf("Analyze(%s, %v).Outcome = %v, want %v", p, e, a.Outcome, want)
		return
	}
	var want []rules.Move
	for i, part := range parts {
		for k, n := range o.next[part] {
			next := parts
			next[i] = n
			if !o.wins(next, e) {
				want = append(want, rules.Move(fmt.Sprint(i+1, ".", o.moves[part][k])))
			}
		}
	}
	if got := slices.Collect(a.Winning()); !slices.Equal(got, want) {
		t.Errorf("Analyze(%s, %v).Winning() = %v, want %v", p, e, got, want)
	}
}

// largestSums are sums of as many parts as a sum can have, each at its bound. No table occurs in two of them, except those
// of the games whose values are formulas.
func largestSums() []string {
	heads := func(from, to int) string {
		var all []string
		for n := from; n <= to; n++ {
			all = append(all, strconv.Itoa(n))
		}
		return strings.Join(all, " ")
	}
	set := func(step int) string { // 64 numbers to 1000, whose values have no early period
		var all []string
		for n := range 64 {
			all = append(all, strconv.Itoa(n*15+1+n*n*step%15))
		}
		return "subtraction 25000 {" + strings.Join(all, ",") + "}"
	}
	var edges []string
	for n := range rules.MaxHeaps {
		edges = append(edges, fmt.Sprint(n*2/3, "-", n+1))
	}
	return []string{
		"wythoff 1000 999 + fibonacci 2000 max1999 + chomp 9x9 + moore 12 12 12 11 k2",
		"octal:0.007 5000 + octal:0.6 5000 + octal:0.5637251463725147 5000 + octal:4.4444444444444441 5000",
		"grundy 5000 + octal:0.16 5000 + octal:0.26 5000 + octal:0.56 5000",
		"subtraction 5000 {primes} + subtraction 5000 {squares} + subtraction 5000 {half} + subtraction 5000 {divisors}",
		strings.Join([]string{set(1), set(2), set(4), set(7)}, " + "),
		"turtles " + heads(76, 100) + " + turtles " + heads(75, 99) + " + mock-turtles " + heads(1, 40) + " + ruler " + heads(1, 60),
		"moore 12 12 12 11 k1 + moore 6 6 6 6 k4 + moore 6 6 6 5 k4 + moore 6 6 6 6 k3",
		"chomp 9 9 9 9 9 9 9 9 8 + chomp 9x8 + wythoff 999 998 + euclid 1000 617",
		"nim 1000000000000000000 + lasker 1000000000000000000 + stairs 0 0 1000000000000000000 + coins 3 1000000000000000000",
		"cake 1000000000x1000000000@3,4 + bush " + strings.Join(edges, " ") + " + kayles 1000000000000000000 + octal:0.137 1000000000000000000",
	}
}

// BenchmarkLargestSum starts the largest sums, and chooses the move of a bot that begins. With -benchtime 1x the tables
// of values are empty at first, as after a start of the program.
func BenchmarkLargestSum(b *testing.B) {
	g, err := rules.Lookup("sum")
	if err != nil {
		b.Fatal(err)
	}
	for _, setup := range largestSums() {
		b.Run(fmt.Sprintf("%.60s", setup), func(b *testing.B) {
			for b.Loop() {
				p, err := g.Begin(setup, rules.Normal)
				if err != nil {
					b.Fatal(err)
				}
				if _, err := solve.Choose(p, rules.Normal, solve.Perfect, rand.New(rand.NewPCG(1, 1))); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}

// Sums that can't be played are refused for the reason that a person can mend.
func TestSumsAreRefusedKindly(t *testing.T) {
	g, err := rules.Lookup("sum")
	if err != nil {
		t.Fatal(err)
	}
	for _, tt := range []struct {
		setup string
		e     rules.Ending
		code  string
	}{
		{"nim 3", rules.Normal, "sum.parts"}, {"nim 3 +", rules.Normal, "sum.empty"}, {"+ nim 3", rules.Normal, "sum.empty"},
		{"nim 1 + nim 2 + nim 3 + nim 4 + nim 5", rules.Normal, "sum.parts"}, {"nim 3 + 7", rules.Normal, "sum.no-game"},
		{"nim 3 + northcott red 5:1,4", rules.Normal, "sum.no-part"}, {"nim 3 + sum nim 1", rules.Normal, "sum.no-part"},
		{"nim 3 + kayles", rules.Normal, "sum.no-position"}, {"nim 3 + wythoff 1001 1", rules.Normal, "sum.too-large"},
		{"nim 3 + moore 1 1 1 1 1 k2", rules.Normal, "sum.too-large"}, {"nim 3 + moore 13 1 1 k2", rules.Normal, "sum.too-large"},
		{"nim 3 + moore 7 1 1 k3", rules.Normal, "sum.too-large"}, {"nim 3 + moore 6 6 6 6 k4", rules.Normal, ""},
		{"nim 3 + octal:0.6 5001", rules.Normal, "sum.too-large"}, {"nim 3 + grundy 5001", rules.Normal, "sum.too-large"},
		{"nim 3 + octal:0.156 1000000", rules.Normal, "sum.too-large"}, // its period is proved late
		{"nim 3 + octal:0.137 1000000000000000000", rules.Normal, ""}, {"nim 3 + subtraction 1000000000000000000 {1-3}", rules.Normal, ""},
		{"nim 3 + chomp 10x2", rules.Normal, "sum.too-large"}, {"nim 3 + chomp 2x10", rules.Normal, "sum.too-large"}, {"nim 3 + chomp 9x9", rules.Normal, ""},
		{"nim x + kayles 5", rules.Normal, "pile.not-a-number"}, {"nim 0 + kayles 0", rules.Normal, "start.over"},
		{"nim 3 + kayles 4", rules.Misere, ""}, {"nim 3 + kayles 5", rules.Misere, "sum.wild"}, {"nim 3 + grundy 12", rules.Misere, ""},
		{"nim 3 + grundy 13", rules.Misere, "sum.wild"}, {"nim 3 + dawson-kayles 10", rules.Misere, "sum.wild"}, {"nim 3 + octal:0.137 9", rules.Misere, "sum.wild"},
		{"nim 3 + octal:0.6 7", rules.Misere, "sum.wild"}, {"nim 3 + chomp 3 2 1", rules.Misere, "sum.wild"}, {"nim 3 + chomp 8 7", rules.Misere, ""},
		{"nim 3 + kayles 0", rules.Normal, ""}, {"nim 3 + nim 3", rules.Normal, ""},
	} {
		_, err := g.Begin(tt.setup, tt.e)
		var refusal *rules.Error
		if errors.As(err, &refusal) && refusal.Code != tt.code || err == nil && tt.code != "" {
			t.Errorf("Begin(%q, %v) = %v, want %q", tt.setup, tt.e, err, tt.code)
		}
	}
}

// Plus signs may lack their blanks, or have become blanks in an address.
func TestSumsAreReadWithoutTheirBlanks(t *testing.T) {
	g, err := rules.Lookup("sum")
	if err != nil {
		t.Fatal(err)
	}
	const want = "nim 3 4 + kayles 5"
	for _, setup := range []string{"nim 3 4+kayles 5", "nim 3 4   kayles 5", "nim 3 4 +kayles 5", "nim 3 4 kayles 5"} {
		if p, err := g.Begin(setup, rules.Normal); err != nil || p.String() != want {
			t.Errorf("Begin(%q) = %v, %v; want %s", setup, p, err, want)
		}
	}
}

// A sum says why each part counts as much, unless it's a pile that counts its size.
func TestSumsSayWhyPartsCount(t *testing.T) {
	g, err := rules.Lookup("sum")
	if err != nil {
		t.Fatal(err)
	}
	for setup, want := range map[string][]string{
		"nim 3 4 + kayles 4 + chomp 2x3": {"sum.part 1: 3 ⊕ 4", "sum.leaves 2: 0 2 3", "sum.leaves 3: 0 1 2 3"},
		"nim 5 + wythoff 2 1":            {"sum.leaves 2: 1 2"},
		"kayles 0 + chomp 9x9 + nim 5":   nil, // over; too many moves; evident
	} {
		p, err := g.Begin(setup, rules.Normal)
		if err != nil {
			t.Fatal(err)
		}
		var got []string
		for _, f := range p.(rules.Explainer).Facts(rules.Normal) {
			of := f.Args["terms"]
			if f.Code == "sum.leaves" {
				of = f.Args["values"]
			}
			got = append(got, fmt.Sprintf("%s %v: %v", f.Code, f.Args["number"], of))
		}
		if !slices.Equal(got, want) {
			t.Errorf("Facts of %s = %q, want %q", setup, got, want)
		}
	}
}

// The refusal of a part gives an example of a sum with the part's game.
func TestExamplesOfSums(t *testing.T) {
	g, err := rules.Lookup("sum")
	if err != nil {
		t.Fatal(err)
	}
	for _, of := range rules.Games() {
		if of.Loopy || of.Key == g.Key {
			continue
		}
		var refusal *rules.Error
		if _, err := g.Begin(of.Key+" ? + nim 3", rules.Normal); !errors.As(err, &refusal) {
			t.Errorf("Begin(%s ? + nim 3) = %v, want a refusal", of.Key, err)
			continue
		}
		example, _ := refusal.Args["example"].(string)
		if _, err := g.Begin(example, rules.Normal); err != nil || !strings.Contains(example, of.Key+" ") {
			t.Errorf("Begin(%s ? + nim 3) gives the example %q: %v", of.Key, example, err)
		}
	}
}

// A whole bar of Chomp is named as people type it.
func TestPartsAreNamedAsTyped(t *testing.T) {
	g, err := rules.Lookup("sum")
	if err != nil {
		t.Fatal(err)
	}
	for setup, want := range map[string]string{"chomp 2x3 + nim 2": "chomp 2x3", "chomp 3 2 + nim 2": "chomp 3 2", "chomp 5 + nim 2": "chomp 5"} {
		p, err := g.Begin(setup, rules.Normal)
		if err != nil {
			t.Fatal(err)
		}
		if _, got := p.(rules.Sum).Part(0); got != want {
			t.Errorf("Part(0) of %q = %q, want %q", setup, got, want)
		}
		if q, err := g.Begin(rules.Typed(p), rules.Normal); err != nil || q.String() != p.String() {
			t.Errorf("Begin(%q) = %v, %v, want %v", rules.Typed(p), q, err, p)
		}
	}
}
