package explain_test

import (
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"nimbot/game/rules"
	"nimbot/game/rules/solve"
	"nimbot/game/teach/explain"
	"nimbot/game/words"
	"nimbot/internal/slowtest"
)

// said returns the text of an explanation as a person reads it.
func said(w *words.Catalogue, t explain.Explanation) string {
	lines := make([]string, len(t.Lines))
	for i, l := range t.Lines {
		lines[i] = w.Say(l, words.Voice{Command: "/nim"})
	}
	return strings.Join(lines, " ")
}

func catalogue(t *testing.T) *words.Catalogue {
	t.Helper()
	w, err := words.Load()
	if err != nil {
		t.Fatal(err)
	}
	return w
}

func analyze(t *testing.T, p rules.Position, e rules.Ending) solve.Analysis {
	t.Helper()
	a, err := solve.Analyze(p, e)
	if err != nil {
		t.Fatal(err)
	}
	return a
}

// won draws n won starts of a game.
func won(t *testing.T, g rules.Game, e rules.Ending, n int) []rules.Position {
	t.Helper()
	r := rand.New(rand.NewPCG(5, uint64(e)))
	var starts []rules.Position
	for len(starts) < n {
		p, err := g.Begin(g.Random(r, e), e)
		if err != nil {
			t.Fatal(err)
		}
		if analyze(t, p, e).Outcome == rules.N {
			starts = append(starts, p)
		}
	}
	return starts
}

// winsBy reports whether a learner wins a won position against perfect play.
func winsBy(t *testing.T, g rules.Game, e rules.Ending, start rules.Position, learner func(solve.Analysis) rules.Move) bool {
	t.Helper()
	m, err := rules.NewMatch(rules.Setup{Game: g.Key, Ending: e, Start: start.String()})
	for err == nil && !m.Result().Over {
		a := analyze(t, m.Position(), e)
		move := a.Best()
		if m.ToMove() == 0 {
			move = learner(a)
		}
		m, err = m.Play(m.ToMove(), move)
	}
	if err != nil {
		t.Errorf("%s %s, %v: after %s: %v", g.Key, start, e, m.Events(), err)
	}
	return err == nil && m.Result().Winner == 0
}

// A player who follows the third hint wins every won position of every game and ending.
func TestTheThirdHintWins(t *testing.T) {
	w, played, wins := catalogue(t), 0, 0
	defer func() { t.Logf("who follows the third hint wins %d of %d", wins, played) }()
	for _, g := range rules.Games() {
		for _, e := range g.Endings {
			for _, start := range won(t, g, e, slowtest.Count(7, 35)) {
				follow := func(a solve.Analysis) rules.Move {
					hint := said(w, explain.Teacher{Analysis: a, Words: w, Key: g.Key}.Hint(3, explain.Turn{}))
					move := find("^A winning move: .*? \\(`([^`]+)`\\)\\.", hint)
					if move == nil {
						t.Fatalf("%s %s, %v: the third hint names no move: %s", g.Key, a.Position, e, hint)
					}
					return rules.Move(move[1])
				}
				if played++; !winsBy(t, g, e, start, follow) {
					t.Errorf("%s %s, %v: who follows the third hint loses", g.Key, start, e)
					continue
				}
				wins++
			}
		}
	}
}

// In the games of readers, a reader who can do sums finds the move from the second hint.
func TestTheSecondHintIsEnough(t *testing.T) {
	slowtest.Sequential(t)
	w := catalogue(t)
	for e, of := range map[rules.Ending]map[string]reader{rules.Normal: readers, rules.Misere: misereReaders} {
		for key, reader := range of {
			g, err := rules.Lookup(key)
			if err != nil {
				t.Fatal(err)
			}
			follow := func(a solve.Analysis) rules.Move {
				hint := said(w, explain.Teacher{Analysis: a, Words: w, Key: key}.Hint(2, explain.Turn{}))
				m := read(reader, hint, a.Position)
				if !slices.Contains(slices.Collect(a.Winning()), m) {
					t.Errorf("%s %s, %v: by the hint %q a reader plays %q, want a winning move", key, a.Position, e, hint, m)
					return a.Best()
				}
				return m
			}
			for _, p := range won(t, g, e, slowtest.Count(30, 100)) {
				if g.Loopy { // any winning move could go on for ever
					follow(analyze(t, p, e))
				} else if !winsBy(t, g, e, p, follow) {
					t.Errorf("%s %s, %v: who follows the second hint loses", key, p, e)
				}
			}
		}
	}
}

// The extra sentence for misère play is sufficient: a player who follows it literally
// wins every won position.
func TestTheMisereSentenceWins(t *testing.T) {
	w := catalogue(t)
	for _, c := range []struct {
		key      string
		sentence string // its clauses
		count    func(rules.Position) []int
	}{
		{"nim", "Play as in normal Nim, to a sum of 0, unless a move can leave no pile above one: then leave an odd number of ones.", sizes},
		{"pass", "Play as in normal Nim, to a sum of 0, unless a move can leave nothing that counts as more than one: then leave an odd number that count as one.", passCounts},
		{"moore", "Make every column 0, as if the last move won, unless a move can leave no pile above one: then leave 1, ", sizes},
	} {
		g, err := rules.Lookup(c.key)
		if err != nil {
			t.Fatal(err)
		}
		for _, start := range won(t, g, rules.Misere, 60) {
			_, ending, _ := strings.Cut(c.sentence, "unless ") // the hint says only this where the ending decides
			literally := func(a solve.Analysis) rules.Move {
				if rule := said(w, explain.Teacher{Analysis: a, Words: w, Key: c.key}.ShowPosition(words.Text{Key: "explain.won"})); !strings.Contains(rule, c.sentence) && !strings.Contains(rule, "because "+ending) && !strings.Contains(rule, "Only ones are left") && !strings.Contains(rule, "Everything now counts as 0 or 1") {
					t.Fatalf("%s %s: the working says %q, want %q", c.key, a.Position, rule, c.sentence)
				}
				return byTheSentence(a.Position, c.count, c.key == "moore")
			}
			if !winsBy(t, g, rules.Misere, start, literally) {
				t.Errorf("misère %s %s: who plays by the sentence loses", c.key, start)
			}
		}
	}
}

// byTheSentence returns the move that the misère sentence prescribes.
func byTheSentence(p rules.Position, count func(rules.Position) []int, columns bool) rules.Move {
	var right, ending rules.Move
	ends := false
	for m := range p.Moves() {
		q, err := p.Play(m)
		if err != nil {
			continue
		}
		sum, ones, base := 0, 0, 2
		if columns {
			f := strings.Fields(q.String())
			base = number(f[len(f)-1][1:]) + 1
		}
		small := true
		for _, n := range count(q) {
			sum ^= n
			small = small && n <= 1
			if n == 1 {
				ones++
			}
		}
		if small {
			ends = true
			if ones%base == 1 {
				ending = m
			}
		}
		if sum == 0 && !columns || columns && columnsAreRight(q) {
			right = m
		}
	}
	if ends {
		return ending
	}
	return right
}

// sizes returns the sizes of a position's piles.
func sizes(p rules.Position) []int {
	var all []int
	for _, f := range strings.Fields(p.String()) {
		if f[0] != 'k' {
			all = append(all, number(f))
		}
	}
	return all
}

// passCounts returns what each pile counts with its pass.
func passCounts(p rules.Position) []int {
	const rule = "A pile with its pass counts as one more when it's odd and as one less when it's even; an empty pile counts for nothing, and a passed one for its size."
	var all []int
	for i := range strings.Fields(p.String()) {
		all = append(all, countWithPass(rule, string('A'+rune(i)), p, p))
	}
	return all
}

// The first hint asks a question that fits the game and the position, and names no move.
func TestTheFirstHintAsks(t *testing.T) {
	w := catalogue(t)
	asked := map[string]bool{}
	for _, g := range rules.Games() {
		for _, e := range g.Endings {
			for _, p := range won(t, g, e, 10) {
				a := analyze(t, p, e)
				hint := said(w, explain.Teacher{Analysis: a, Words: w, Key: g.Key}.Hint(1, explain.Turn{}))
				if a.EveryMoveWins() {
					continue
				}
				if !strings.Contains(hint, "?") || strings.Contains(hint, "`"+string(a.Best())+"`") || strings.Contains(hint, "like your opponent to face?") {
					t.Errorf("%s %s, %v: the first hint is %q, want a question of the game's own without the move", g.Key, p, e, hint)
				}
				asked[hint] = true
			}
		}
	}
	if len(asked) < 25 {
		t.Errorf("%d different questions are asked, want 25", len(asked))
	}
	for _, c := range []struct {
		game, position string
		ending         rules.Ending
		want           string
	}{
		{"nim", "5", rules.Normal, "one move"}, {"nim", "4 7", rules.Normal, "Which two piles (or rows) could become equal"},
		{"nim", "3 3 5", rules.Normal, "equal pairs"}, {"nim", "3 4 5", rules.Normal, "You're winning. Which bundle below has no partner of its size?"}, {"nim", "3 4 50", rules.Normal, "Break each pile into bundles of 8, 4, 2 and 1. Which bundle has no partner"},
		{"nim", "1 1 5", rules.Misere, "an odd or an even number"}, {"nim", "3 4 5", rules.Misere, "Which bundle"},
		{"chomp", "5 5", rules.Normal, "first row longer by one"}, {"chomp", "4 4 4", rules.Normal, "2 squares in the third row"}, {"chomp", "5 5 5", rules.Normal, "small shapes"},
		{"chomp", "3 3 2", rules.Normal, "one row and one column"}, {"chomp", "4 4 4 1", rules.Normal, "Can you leave two columns"},
		{"dawson-kayles", "4 4 2", rules.Normal, "equal pairs"}, {"dawson-kayles", "5 4", rules.Normal, "Which rows don't cancel"},
		{"kayles", "5 7", rules.Misere, "The last move loses here"},
	} {
		g, err := rules.Lookup(c.game)
		if err != nil {
			t.Fatal(err)
		}
		p, err := g.Begin(c.position, c.ending)
		if err != nil {
			t.Fatal(err)
		}
		if hint := said(w, explain.Teacher{Analysis: analyze(t, p, c.ending), Words: w, Key: c.game}.Hint(1, explain.Turn{})); !strings.Contains(hint, c.want) {
			t.Errorf("%s %s, %v: the first hint is %q, want %q in it", c.game, c.position, c.ending, hint, c.want)
		}
	}
}

// Where the first hint shows the piles in bundles, the others speak of them, too: which pile loses its
// largest lonely bundle, and the board after the move, on which each bundle has a partner.
func TestHintsOfBundles(t *testing.T) {
	w := catalogue(t)
	g, _ := rules.Lookup("nim")
	for position, lonely := range map[string]string{"3 4 5": "bundle (2)", "1 2 5": "bundle (4)", "1 3 5 7 9": "bundle (8)"} {
		p, err := g.Begin(position, rules.Normal)
		if err != nil {
			t.Fatal(err)
		}
		teacher := explain.Teacher{Analysis: analyze(t, p, rules.Normal), Words: w, Key: "nim"}
		if where := said(w, teacher.Hint(2, explain.Turn{})); !strings.Contains(where, lonely+" out of it, and leave there what the other lonely ones need.") {
			t.Errorf("%s: the second hint is %q, want what to do with the lonely bundles", position, where)
		}
		move := teacher.Hint(3, explain.Turn{})
		sum := uint64(0)
		if d := move.Diagram; d == nil || !d.Bundles || !strings.Contains(said(w, move), "Every bundle has a partner") || !strings.Contains(said(w, move), "Check: after") || strings.Contains(said(w, move), "powers of two") {
			t.Fatalf("%s: the third hint is %q with the drawing %v, want the board after it in bundles, then the sum", position, said(w, move), d)
		}
		for _, row := range move.Diagram.Rows {
			sum ^= row.Count
		}
		if sum != 0 {
			t.Errorf("%s: the third hint draws %v, want a balance", position, move.Diagram.Rows)
		}
	}
}

// In a game on trees the third hint draws the board after its move, each tree beside its
// stalk; the stalks balance. Other games' third hints have no drawing, but for bundles.
func TestTheThirdHintDrawsStalks(t *testing.T) {
	w := catalogue(t)
	for _, g := range rules.Games() {
		for _, start := range won(t, g, rules.Normal, 5) {
			a := analyze(t, start, rules.Normal)
			d := explain.Teacher{Analysis: a, Words: w, Key: g.Key}.Hint(3, explain.Turn{}).Diagram
			if d != nil && d.Bundles {
				continue
			}
			if d == nil {
				if q, err := start.Play(a.Best()); g.Key == "bush" && (err != nil || !rules.Over(q)) {
					t.Errorf("%s: the third hint draws nothing", start)
				}
				continue
			}
			sum := uint64(0)
			for _, s := range d.Stalks {
				sum ^= s.Height
			}
			if g.Key != "bush" || sum != 0 || len(d.Marks) == 0 {
				t.Errorf("%s %s: the third hint draws stalks %v and the marks %v, want a balance and the cut", g.Key, start, d.Stalks, d.Marks)
			}
		}
	}
}
