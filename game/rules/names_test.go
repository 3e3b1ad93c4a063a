package rules_test

import (
	"errors"
	"os"
	"strconv"
	"strings"
	"testing"

	"nimbot/game/rules"
	"nimbot/game/rules/solve"
	"nimbot/internal/slowtest"
)

// ownRules are the named games by their own rules: what can follow a position. Nothing of package rules is used.
var ownRules = map[string]struct {
	starts func(n int) string // how the position of the number n is begun in the named game
	next   func(position string) []string
	misere bool
}{
	"treblecross": { // a cross on an empty square of a strip; three in a row win
		starts: func(n int) string { return strings.Repeat(".", n) },
		next: func(p string) (all []string) {
			if strings.Contains(p, "xxx") {
				return nil
			}
			for i := range p {
				if p[i] == '.' {
					all = append(all, p[:i]+"x"+p[i+1:])
				}
			}
			return all
		},
	},
	"avoid-the-neighbours": { // a cross on a square without a marked neighbour
		starts: func(n int) string { return strings.Repeat(".", n) },
		next: func(p string) (all []string) {
			for i := range p {
				if p[i] == '.' && (i == 0 || p[i-1] == '.') && (i+1 == len(p) || p[i+1] == '.') {
					all = append(all, p[:i]+"x"+p[i+1:])
				}
			}
			return all
		},
	},
	"dawsons-chess": {starts: pawns, next: pawnMoves},
	"couples-are-forever": {starts: strconv.Itoa, next: eachHeap(func(n int) [][]int { // split any heap but a couple
		if n == 2 {
			return nil
		}
		return splits(n)
	})},
	"officers": {starts: strconv.Itoa, next: eachHeap(func(n int) [][]int { // take one, and leave somebody
		if n < 2 {
			return nil
		}
		return append(splits(n-1), []int{n - 1})
	})},
	"double-kayles": {starts: strconv.Itoa, next: eachHeap(func(n int) (all [][]int) { // knock down one to four neighbours
		for k := 1; k <= min(4, n); k++ {
			for left := 0; left <= (n-k)/2; left++ {
				all = append(all, []int{left, n - k - left})
			}
		}
		return all
	})},
	"daisies": {starts: strconv.Itoa, next: eachHeap(func(n int) [][]int { // take one, which may split the heap, or split it
		all := append(splits(n), splits(n-1)...)
		return append(all, []int{n - 1})
	})},
	"21":                {starts: strconv.Itoa, next: eachHeap(upTo(3)), misere: true},
	"jeu des bâtonnets": {starts: strconv.Itoa, next: eachHeap(upTo(3)), misere: true},
	"bachet":            {starts: strconv.Itoa, next: eachHeap(upTo(10))},
	"target 100": { // add 1 to 10; n is how far the target is
		starts: func(n int) string { return strconv.Itoa(-n) },
		next: func(p string) (all []string) {
			n, _ := strconv.Atoi(p)
			for k := 1; k <= 10 && n+k <= 0; k++ {
				all = append(all, strconv.Itoa(n+k))
			}
			return all
		},
	},
}

// pawns are n files with a white pawn, an empty square and a black pawn; the mover may be either side, because the rows
// mirror each other.
func pawns(n int) string { return strings.Repeat("p", n) }

// pawnMoves advances a pawn, after which all captures are forced: the file and its neighbours go.
func pawnMoves(p string) (all []string) {
	for i := range p {
		if p[i] != 'p' {
			continue
		}
		q := []byte(p)
		for k := max(0, i-1); k <= min(len(p)-1, i+1); k++ {
			q[k] = '-'
		}
		all = append(all, string(q))
	}
	return all
}

func upTo(most int) func(n int) [][]int {
	return func(n int) (all [][]int) {
		for k := 1; k <= min(most, n); k++ {
			all = append(all, []int{n - k})
		}
		return all
	}
}

// splits lists the ways to make two heaps of n.
func splits(n int) (all [][]int) {
	for a := 1; a <= n/2; a++ {
		all = append(all, []int{a, n - a})
	}
	return all
}

// eachHeap lifts the moves of one heap to those of several, "3 4".
func eachHeap(moves func(n int) [][]int) func(p string) []string {
	return func(p string) (all []string) {
		heaps := strings.Fields(p)
		for i, h := range heaps {
			n, _ := strconv.Atoi(h)
			for _, left := range moves(n) {
				q := append([]string(nil), heaps[:i]...)
				for _, k := range left {
					if k > 0 {
						q = append(q, strconv.Itoa(k))
					}
				}
				all = append(all, strings.Join(append(q, heaps[i+1:]...), " "))
			}
		}
		return all
	}
}

// wins reports whether the player to move wins by brute force.
func wins(p string, next func(string) []string, misere bool, known map[string]bool) bool {
	if w, ok := known[p]; ok {
		return w
	}
	all := next(p)
	w := misere && len(all) == 0
	for _, q := range all {
		w = w || !wins(q, next, misere, known)
	}
	known[p] = w
	return w
}

// TestNamesAgainstTheirOwnRules plays each named game by its own rules, and compares who wins with the game that the
// name leads to.
func TestNamesAgainstTheirOwnRules(t *testing.T) {
	slowtest.Sequential(t)
	for name, own := range ownRules {
		n, ok := rules.NameOf(name)
		if !ok {
			t.Errorf("no name %q", name)
			continue
		}
		g, err := rules.Lookup(n.Key)
		if err != nil {
			t.Fatal(err)
		}
		endings := []rules.Ending{n.Ending}
		if n.Ending == rules.Normal && !n.NormalOnly {
			endings = append(endings, rules.Misere)
		}
		for _, e := range endings {
			known := map[string]bool{}
			for size := 3; size <= slowtest.Count(11, 16); size++ {
				p, err := g.Read(n.Setup([]string{strconv.Itoa(size)}), e)
				if errors.Is(err, rules.ErrTooLarge) {
					break
				}
				if err != nil {
					t.Errorf("%s %d: %v", name, size, err)
					continue
				}
				a, err := solve.Analyze(p, e)
				if err != nil {
					t.Errorf("%s %d: %v", name, size, err)
					continue
				}
				if want := rules.OutcomeIf(wins(own.starts(size), own.next, e == rules.Misere, known)); a.Outcome != want {
					t.Errorf("%s %d %v is %s: %v, want %v", name, size, e, p, a.Outcome, want)
				}
			}
		}
	}
}

// TestNamesOfBoards compares the named games of two numbers and of coins with their own rules.
func TestNamesOfBoards(t *testing.T) {
	lady := func(p string) (all []string) { // a queen's moves to the corner
		f := strings.Fields(p)
		a, _ := strconv.Atoi(f[0])
		b, _ := strconv.Atoi(f[1])
		at := func(a, b int) string { return strconv.Itoa(a) + " " + strconv.Itoa(b) }
		for k := 1; k <= max(a, b); k++ {
			if k <= a {
				all = append(all, at(a-k, b))
			}
			if k <= b {
				all = append(all, at(a, b-k))
			}
			if k <= min(a, b) {
				all = append(all, at(a-k, b-k))
			}
		}
		return all
	}
	known := map[string]bool{}
	for a := range 8 {
		for b := range 8 {
			compare(t, "corner the lady", a, b, wins(strconv.Itoa(a)+" "+strconv.Itoa(b), lady, false, known))
			compare(t, "tsyan-shizi", a, b, wins(strconv.Itoa(a)+" "+strconv.Itoa(b), lady, false, known))
		}
	}
	coins := func(p string) (all []string) { // a coin to the left, over free squares
		for i := range p {
			for k := i - 1; p[i] == 'o' && k >= 0 && p[k] == '.'; k-- {
				q := []byte(p)
				q[i], q[k] = '.', 'o'
				all = append(all, string(q))
			}
		}
		return all
	}
	known = map[string]bool{}
	for a := 1; a < 9; a++ {
		for b := a + 1; b < 10; b++ {
			strip := []byte("..........")
			strip[a-1], strip[b-1] = 'o', 'o'
			compare(t, "silver dollar", a, b, wins(string(strip), coins, false, known))
		}
	}
	n, _ := rules.NameOf("Marienbad")
	if s := n.Setup(nil); n.Key != "nim" || n.Ending != rules.Misere || s != "1 3 5 7" {
		t.Errorf("Marienbad = %s %v %s, want misère Nim of 1 3 5 7", n.Key, n.Ending, s)
	}
}

func compare(t *testing.T, name string, a, b int, won bool) {
	t.Helper()
	n, ok := rules.NameOf(name)
	g, err := rules.Lookup(n.Key)
	if !ok || err != nil {
		t.Fatal(name, err)
	}
	p, err := g.Read(n.Setup([]string{strconv.Itoa(a), strconv.Itoa(b)}), rules.Normal)
	if err != nil {
		t.Fatal(err)
	}
	if got, err := solve.Analyze(p, rules.Normal); err != nil || got.Outcome != rules.OutcomeIf(won) {
		t.Errorf("%s %d %d: %v, %v; want won %v", name, a, b, got.Outcome, err, won)
	}
}

// TestNamesHaveASource looks every name up in the page that says where it is from.
func TestNamesHaveASource(t *testing.T) {
	page, err := os.ReadFile("../../docs/names.md")
	if err != nil {
		t.Fatal(err)
	}
	for _, name := range rules.Names() {
		n, _ := rules.NameOf(name)
		if !strings.Contains(string(page), "| "+n.Title+" | ") {
			t.Errorf("docs/names.md lacks %s", n.Title)
		}
		if _, err := rules.Lookup(n.Key); err != nil {
			t.Errorf("%s: %v", n.Title, err)
		}
		if rules.Known(name) || rules.Unplayed(name) {
			t.Errorf("%s is something else, too", name)
		}
	}
}
