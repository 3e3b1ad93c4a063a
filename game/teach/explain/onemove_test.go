package explain_test

import (
	"math/bits"
	"slices"
	"strconv"
	"strings"
	"testing"

	"nimbot/game/rules"
	"nimbot/game/rules/solve"
	"nimbot/game/teach/explain"
	"nimbot/game/words"
	"nimbot/internal/slowtest"
)

// asked is a question of a first hint in the position p, with the move of the third hint and
// the position q after it.
type asked struct {
	key  string
	p, q rules.Position
	move rules.Move
	e    rules.Ending
}

// isAnswered reports whether the move answers the question.
func (a asked) isAnswered() bool {
	rows := lengths(a.q)
	switch a.key {
	case "question", "question.misere", "question.chomp": // what to leave: any winning move answers
		return true
	case "question.finish":
		return rules.Over(a.q)
	case "question.two":
		return len(live(a.p)) == 2 && len(live(a.q)) == 2 && inPairs(live(a.q))
	case "question.pairs":
		return len(live(a.q)) > 0 && inPairs(live(a.q))
	case "question.ones", "question.ones.sum":
		return largest(a.q) <= 1 && ones(a.q)%2 == 1
	case "question.ones.moore":
		return slices.Max(sizes(a.q)) <= 1 && total(sizes(a.q))%baseOf(a.q) == 1
	case "question.moore", "question.misere.moore":
		return columnsAreRight(a.q)
	case "question.two.chomp", "question.chomp.two-rows-lost":
		return len(rows) == 2 && rows[0] == rows[1]+1
	case "question.chomp.two-columns-lost":
		return rows[0] <= 2 && total(rows) == 2*len(rows)-1
	case "question.chomp.arms-lost":
		return rows[0] == len(rows) && total(rows) == 2*len(rows)-1
	case "question.chomp.three-rows-lost":
		return len(rows) == 3 && rows[2] == 2 && rows[0] == rows[1]+2
	case "question.fibonacci", "question.misere.fibonacci":
		hint := "as a sum of Fibonacci numbers (1, 2, 3, 5, 8 …), no two of them next to each other in that list. Whoever can take the smallest part wins."
		if a.e == rules.Misere {
			hint += " leave it out"
		}
		return a.move == readFibonacci(hint, a.p)
	case "question.euclid", "question.misere.euclid", "question.wythoff", "question.misere.wythoff":
		return true // asks which lost pair can be reached
	}
	g, known := solve.Grundy(a.q)
	if s, ok := a.q.(rules.Sum); ok {
		g, known = 0, true
		for i := range s.Parts() {
			g ^= s.Value(i).Grundy
		}
	}
	return known && g == 0 // asks what doesn't cancel: after the move everything does
}

// live returns the shapes of the parts that aren't empty; of a game without parts nothing.
func live(p rules.Position) (shapes []string) {
	s, ok := p.(rules.Sum)
	if !ok || !copying(p) {
		return nil
	}
	for i := range s.Parts() {
		if _, shape := s.Part(i); shape != "0" {
			shapes = append(shapes, shape)
		}
	}
	return shapes
}

// copying reports whether a move in one part can always be copied in an equal one.
func copying(p rules.Position) bool {
	_, ok := p.(rules.Copyable)
	return ok
}

func inPairs(shapes []string) bool {
	slices.Sort(shapes)
	for i := 0; i+1 < len(shapes); i += 2 {
		if shapes[i] != shapes[i+1] {
			return false
		}
	}
	return len(shapes)%2 == 0
}

// values returns what the parts of a sum, or the heads of Ruler, count.
func values(p rules.Position) (all []int) {
	if s, ok := p.(rules.Sum); ok {
		for i := range s.Parts() {
			v := s.Value(i)
			if v.Firm && v.Grundy < 2 {
				v.Grundy = 2 // two piles that count as little together
			}
			all = append(all, int(v.Grundy))
		}
		return all
	}
	for _, head := range lengths(p) {
		all = append(all, 1<<bits.TrailingZeros(uint(head)))
	}
	return all
}

func largest(p rules.Position) int { return slices.Max(append(values(p), 0)) }

func ones(p rules.Position) int { return total(values(p)) }

func lengths(p rules.Position) (n []int) {
	for _, f := range strings.Fields(p.String()) {
		if k, err := strconv.Atoi(f); err == nil && k > 0 {
			n = append(n, k)
		}
	}
	return n
}

func baseOf(p rules.Position) int {
	f := strings.Fields(p.String())
	return number(f[len(f)-1][1:]) + 1
}

func total(n []int) (sum int) {
	for _, k := range n {
		sum += k
	}
	return sum
}

// questionOf returns the question of a first hint.
func questionOf(hint explain.Explanation) string {
	for _, arg := range hint.Lines[0].Args {
		if q, ok := arg.(words.Text); ok {
			return q.Key
		}
	}
	return hint.Lines[0].Key
}

// The three hints are about one move: it answers the question of the first, changes the part
// that the second points to, and is the third.
func TestTheHintsAreAboutOneMove(t *testing.T) {
	slowtest.Sequential(t)
	w, missed, seen := catalogue(t), 0, 0
	check := func(g rules.Game, p rules.Position, e rules.Ending) {
		a := analyze(t, p, e)
		teacher := explain.Teacher{Analysis: a, Words: w, Key: g.Key}
		if a.EveryMoveWins() {
			return
		}
		m := rules.Move(find("^A winning move: .*? \\(`([^`]+)`\\)\\.", said(w, teacher.Hint(3, explain.Turn{})))[1])
		q, err := p.Play(m)
		if err != nil {
			t.Fatal(err)
		}
		seen++
		ask := asked{questionOf(teacher.Hint(1, explain.Turn{})), p, q, m, e}
		if !ask.isAnswered() {
			missed++
			t.Errorf("%s %s, %v: the first hint asks %s, the third plays %s and leaves %s", g.Key, p, e, ask.key, m, q)
		}
		if look := teacher.Hint(2, explain.Turn{}).Lines[0]; !pointsTo(p, q, look, m) {
			missed++
			t.Errorf("%s %s, %v: the second hint is %q, the third plays %s", g.Key, p, e, said(w, teacher.Hint(2, explain.Turn{})), m)
		}
		if b := teacher.Best(); b != m {
			t.Errorf("%s %s, %v: Best() = %s, want the move of the third hint, %s", g.Key, p, e, b, m)
		}
	}
	for _, g := range rules.Games() {
		for _, e := range g.Endings {
			for _, p := range won(t, g, e, slowtest.Sizes(10, 60, 500)) {
				check(g, p, e)
			}
		}
	}
	for _, c := range []struct {
		game, position string
		ending         rules.Ending
	}{
		{"stairs", "4 2", rules.Normal}, {"stairs", "3 5", rules.Normal}, {"stairs", "2 1 3", rules.Normal}, {"nim", "1 2 2 3", rules.Normal}, {"cake", "4x6@2,3", rules.Normal}, {"cake", "2x8@1,3", rules.Normal},
		{"lasker", "2 5 7", rules.Normal}, {"kayles", "4 4 3", rules.Normal}, {"subtraction", "6 5 {1-3}", rules.Misere}, {"moore", "3 1 1 k2", rules.Misere},
		{"fibonacci", "12 max12", rules.Misere}, {"fibonacci", "4 max4", rules.Normal}, {"ruler", "1 3 6", rules.Misere}, {"dawson-kayles", "1 4 3 1", rules.Normal},
	} {
		g, p := beginAt(t, c.game, c.position, c.ending)
		check(g, p, c.ending)
	}
	t.Logf("%d of %d sequences of hints are not about one move", missed, seen)
}

// beginAt reads a position of a game.
func beginAt(t *testing.T, key, position string, e rules.Ending) (rules.Game, rules.Position) {
	t.Helper()
	g, err := rules.Lookup(key)
	if err != nil {
		t.Fatal(err)
	}
	p, err := g.Read(position, e)
	if err != nil {
		t.Fatal(err)
	}
	return g, p
}

// pointsTo reports whether the move m from p to q changes the part that a second hint names, if
// it names one.
func pointsTo(p, q rules.Position, look words.Text, m rules.Move) bool {
	label := ""
	for i := 0; i+1 < len(look.Args); i += 2 {
		if look.Args[i] == "label" {
			label, _ = look.Args[i+1].(string)
		}
	}
	s, ok := p.(rules.Sum)
	switch {
	case label == "" || !ok:
		return true
	case look.Key == "hint.begins":
		return strings.HasPrefix(string(m), label)
	}
	next, _ := q.(rules.Sum)
	split, splits := p.(rules.Splitting)
	for i := range s.Parts() {
		name, _ := s.Part(i)
		switch {
		case name != label:
		case splits:
			return split.PartOf(m) == i
		case next.Parts() == s.Parts(): // the named part is the only one that changes
			return s.Value(i) != next.Value(i)
		}
	}
	return true
}

// Northcott's positions repeat, so they have no Grundy value: a lesson says the nim-sum of the
// gaps alone.
func TestNorthcottHasANimSumAndNoGrundyValue(t *testing.T) {
	w := catalogue(t)
	g, err := rules.Lookup("northcott")
	if err != nil {
		t.Fatal(err)
	}
	for _, p := range drawn(t, g, rules.Normal, 50) {
		a := analyze(t, p, rules.Normal)
		lesson := explain.Teacher{Analysis: a, Words: w, Key: g.Key}.Lesson()
		gaps, _ := solve.Grundy(p)
		text := said(w, lesson)
		if a.HasGrundy || strings.Contains(text, "Grundy") || !strings.Contains(text, "nim-sum") || lesson.Working == nil || lesson.Working.Sum != gaps {
			t.Errorf("%s is explained by %+v and\n%s\nwant the nim-sum of its gaps, %d, and no Grundy value", p, lesson.Working, text, gaps)
		}
	}
}
