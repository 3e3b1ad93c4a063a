package solve_test

import (
	"cmp"
	"errors"
	"fmt"
	"strconv"
	"strings"
	"testing"

	"nimbot/game/rules"
	"nimbot/game/rules/solve"
)

// atBounds are setups at each game's bounds: the most parts, each as large as a part can be, and
// about as many as a uint64 can count.
var atBounds = map[string][]string{
	"nim": piles(""), "pass": piles(""), "subtraction": piles("{1-3}"), "one-or-all": piles(""), "moore": piles("k2"),
	"lasker": piles(""), "kayles": piles(""), "dawson-kayles": piles(""), "octal:0.137": piles(""), "octal:0.07": piles(""),
	"octal:4.7": piles(""), "grundy": piles(""), "stairs": piles(""), "nimble": piles(""),
	"wythoff": piles("")[:1], "euclid": {fmt.Sprint(most, " ", most-1)}, "fibonacci": {fmt.Sprint(most)},
	"coins": squaresTo(), "turtles": squaresTo(), "mock-turtles": squaresTo(), "ruler": squaresTo(),
	"cake":      {fmt.Sprintf("%dx%d@1,1", most, most), fmt.Sprintf("%dx%d@%d,%d", most, most, most/2, most/3)},
	"northcott": {"red" + strings.Repeat(fmt.Sprintf(" %d:1,%d", most, most), 19), "red" + strings.Repeat(fmt.Sprintf(" %d:1,%d", most, most), rules.MaxHeaps)},
	"chomp":     {fmt.Sprintf("%dx%d", most, most), "16x16"},
	"sum": {
		fmt.Sprintf("nim %[1]d %[1]d + lasker %[1]d + pass %[1]d + cake %[1]dx%[1]d@1,1", most),
		"wythoff 1000 999 + fibonacci 2000 + euclid 1000 617 + moore 12 12 12 11 k2", "wythoff 1001 5 + nim 1", "chomp 9 8 + moore 12 12 12 11 k3", "ruler 60 59 + mock-turtles 40 39 + turtles 200 199",
	},
	"bush": {"0-1" + strings.Repeat(" 1-2", rules.MaxHeaps)},
}

const most = uint64(rules.MaxHeap)

// piles returns setups of 2, 9, 10, 18, 19 and the most piles, each followed by a word.
func piles(word string) (setups []string) {
	for _, n := range []int{2, 9, 10, 18, 19, rules.MaxHeaps} {
		setups = append(setups, strings.TrimSpace(strings.Repeat(fmt.Sprint(most, " "), n)+word))
	}
	return setups
}

// squaresTo returns setups of the last squares.
func squaresTo() (setups []string) {
	for _, n := range []int{2, 10, 19, rules.MaxHeaps} {
		var s []string
		for i := range uint64(n) {
			s = append(s, fmt.Sprint(most-i))
		}
		setups = append(setups, strings.Join(s, " "))
	}
	return setups
}

// At its bounds a game is played or refused for a true reason: nothing overflows.
func TestLargestStarts(t *testing.T) {
	for _, g := range append(rules.Games(), lookup(t, "octal:0.07"), lookup(t, "octal:4.7")) {
		if atBounds[g.Key] == nil {
			t.Errorf("%s has no largest starts", g.Key)
		}
		for _, s := range atBounds[g.Key] {
			for _, e := range g.Endings {
				p, err := g.Begin(s, e)
				if err != nil {
					checkTooLarge(t, fmt.Sprintf("%s: Begin(%.60q of %d, %v)", g.Key, s, len(strings.Fields(s)), e), s, err)
					continue
				}
				checkLargest(t, g, p, e)
			}
		}
	}
}

// checkTooLarge checks that a refusal of a setup names a bound that the setup exceeds.
func checkTooLarge(t *testing.T, of, setup string, err error) {
	t.Helper()
	var refusal *rules.Error
	if !errors.As(err, &refusal) {
		t.Errorf("%s = %v, want a refusal", of, err)
		return
	}
	part, _ := refusal.Args["part"].(string)
	n, _ := strconv.ParseUint(part, 10, 64)
	if max, ok := refusal.Args["max"].(uint64); ok && n <= max {
		t.Errorf("%s = %v: the part isn't larger than the bound", of, err)
	}
	if !errors.Is(err, rules.ErrTooLarge) && !errors.Is(err, rules.ErrNotation) {
		t.Errorf("%s = %v, want a refusal of the size", of, err)
	}
}

// checkLargest plays some moves from a start. Each position must be one that the game reads, and
// smaller than the one before.
func checkLargest(t *testing.T, g rules.Game, p rules.Position, e rules.Ending) {
	t.Helper()
	for range 4 {
		a, err := solve.Analyze(p, e)
		if err != nil {
			t.Errorf("%s: Analyze(%.60q, %v) = %v, want it decided: it's an allowed start", g.Key, p, e, err)
			return
		}
		if rules.Over(p) {
			return
		}
		m := a.First()
		for first := range p.Moves() {
			m = cmp.Or(m, first)
			break
		}
		q, err := p.Play(m)
		if err != nil {
			t.Errorf("%s: Play(%q) in %.60q = %v, want the move accepted", g.Key, m, p, err)
			return
		}
		before, after := p.Size().Total, q.Size().Total
		if !g.Loopy && after >= before && before != ^uint64(0) {
			t.Errorf("%s: Play(%q) in %.60q leaves %d of %d in all, want less", g.Key, m, p, after, before)
		}
		if read, err := g.Read(q.String(), e); err != nil || read.String() != q.String() {
			t.Errorf("%s: Read(%.60q, %v) = %v, %v, want the position", g.Key, q, e, read, err)
			return
		}
		p = q
	}
}
