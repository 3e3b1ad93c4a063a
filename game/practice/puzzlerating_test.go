package practice_test

import (
	"math/rand/v2"
	"os"
	"strconv"
	"strings"
	"testing"
	"time"

	"nimbot/game/rules"
	"nimbot/game/teach"
	"nimbot/internal/slowtest"
	"nimbot/store/person"
)

// find opens a puzzle for ana that asks for a move.
func (r *room) find() {
	r.edit("ana", func(doc *person.Practice) {
		doc.Now = &person.Exercise{Kind: "puzzle", Game: "nim", Ending: "normal", Position: "3 4 5", Asks: "find"}
		doc.Turn++
	})
}

// Leaving a puzzle costs nothing, whichever command leaves it. What was tried, or shown, before
// counts once.
func TestLeavingIsFree(t *testing.T) {
	for _, line := range []string{"skip", "harder", "puzzle game:kayles", "daily", "learn 1", "puzzle misere"} {
		for before, answers := range map[string]int{"": 0, "answer C1": 1, "show": 1} {
			r := newRoom(t)
			r.edit("ana", func(doc *person.Practice) {
				doc.Puzzles = &person.Strength{Rating: 1200, Deviation: 60, Volatility: .06}
			})
			if r.find(); before != "" {
				r.says("ana", before)
			}
			was := *r.doc("ana").Puzzles
			said := r.Text(r.says("ana", line))
			if k := *r.doc("ana").Puzzles; k.Answers != answers || k.Rating != was.Rating || strings.Contains(said, "counts as not found") {
				t.Errorf("after %q, %q leaves %+v, want %d answers and %v; it says %s", before, line, k, answers, was.Rating, said)
			}
		}
	}
}

// solver simulates a person who knows a share q of the puzzles, and guesses otherwise.
type solver struct {
	q     float64
	games []string
}

// solves has a solver do a number of puzzles.
func (r *room) solves(s solver, puzzles int, random *rand.Rand) {
	for range puzzles {
		r.says("ana", "puzzle game:"+s.games[random.IntN(len(s.games))])
		for x := r.doc("ana").Now; !x.Done && x.Kind == "puzzle"; x = r.doc("ana").Now {
			right, _ := r.answers("ana")
			if random.Float64() >= s.q {
				right = r.guess(random)
			}
			r.says("ana", "answer "+right)
		}
	}
}

// guess is a random answer to ana's question.
func (r *room) guess(random *rand.Rand) string {
	x := r.doc("ana").Now
	if x.Asks == string(teach.Outcome) && x.Step == 0 {
		return []string{"won", "lost"}[random.IntN(2)]
	}
	g := lookup(r.t, x.Game)
	p, err := g.Parse(x.Position)
	if err != nil {
		r.t.Fatal(err)
	}
	var moves []rules.Move
	for m := range p.Moves() {
		moves = append(moves, m)
	}
	return string(moves[random.IntN(len(moves))])
}

// A person who knows a quarter of the puzzles has a lower rating than one who knows three quarters,
// whichever games they choose. NIM_TEST_RUNS=60 simulates sixty runs of sixty days.
func TestThePuzzleRatingIsTheShareKnown(t *testing.T) {
	slowtest.Sequential(t)
	runs, days := slowtest.Count(1, 2), 12
	if n, err := strconv.Atoi(os.Getenv("NIM_TEST_RUNS")); err == nil {
		runs, days = n, 60
	}
	rated := func(s solver, seed uint64) float64 {
		r := newRoom(t)
		random := rand.New(rand.NewPCG(seed, uint64(1000*s.q)))
		for range days {
			r.solves(s, 5, random)
			r.Pass(24 * time.Hour)
		}
		return r.doc("ana").Puzzles.Rating
	}
	for run := range uint64(runs) {
		for few, many := range map[string]string{"nim": "nim", "moore": "euclid"} {
			knowsLittle, knowsMuch := rated(solver{.25, []string{few}}, run), rated(solver{.75, []string{many}}, run)
			if knowsLittle >= knowsMuch {
				t.Errorf("who knows a quarter of the puzzles of %s is rated %.0f, who knows three quarters of those of %s %.0f", few, knowsLittle, many, knowsMuch)
			}
		}
	}
}

// A person who chooses a band gets puzzles of it from then on. The cost of Show me is told
// on its button.
func TestDifficultyBands(t *testing.T) {
	slowtest.Sequential(t)
	var before float64
	for _, band := range []string{"easy", "medium", "hard"} {
		r := newRoom(t)
		r.Button(r.expect("ana", "puzzle "+band, "Which move wins?"), "Show me (counts as not solved)")
		var sum float64
		const puzzles = 12
		for range puzzles {
			x := r.doc("ana").Now
			if x.Band != band || x.Asks != string(teach.Find) {
				t.Fatalf("puzzle %s sets %+v", band, x)
			}
			p, err := teach.NewPuzzle(t.Context(), lookup(t, x.Game), rules.EndingOf(x.Ending), teach.Find, x.Seed)
			if err != nil {
				t.Fatal(err)
			}
			sum += p.Rating() / puzzles
			r.press("ana", r.says("ana", "show"), "Next puzzle")
		}
		if sum < before+100 {
			t.Errorf("the puzzles of the band %s have a rating of %.0f on average, the band before %.0f; want a rise", band, sum, before)
		}
		before = sum
	}
	r := newRoom(t)
	r.says("ana", "puzzle hard")
	r.expect("ana", "puzzle game:kayles hard", "Kayles")
	if x := r.doc("ana").Now; x.Game != "kayles" || x.Band != "hard" {
		t.Errorf("puzzle game:kayles hard sets %+v", x)
	}
	r.says("ana", "puzzle game:chomp")
	if x := r.doc("ana").Now; x.Game != "chomp" || x.Band != "" {
		t.Errorf("puzzle game:chomp sets %+v, want no band", x)
	}
}

// A twin doesn't reveal what it is before it's over.
func TestATwinHidesItsOrigin(t *testing.T) {
	r := newRoom(t)
	r.expect("ana", "puzzle twin", "no twin for you yet", "`/nim puzzle`")
	r.find() // 3 4 5
	r.says("ana", "answer A2")
	reply := r.expect("ana", "puzzle twin", "Which move wins?")
	x := r.doc("ana").Now
	if x.Game == "nim" || !x.Twin || strings.Contains(r.Text(reply), "clothes") || strings.Contains(r.Text(reply), "A 3, B 4, C 5") {
		t.Errorf("the twin is %+v:\n%s", x, r.Text(reply))
	}
	right, _ := r.answers("ana")
	r.expect("ana", "answer "+right, "Right", "You know that one in other clothes: Nim. Piles: A 3, B 4, C 5.")
}

// The first five puzzles of a person ask for a move, and have few moves.
func TestTheFirstPuzzlesAreSmall(t *testing.T) {
	r := newRoom(t)
	for i := range 5 {
		r.says("ana", "puzzle")
		x := r.doc("ana").Now
		g, err := rules.Lookup(x.Game)
		if err != nil {
			t.Fatal(err)
		}
		p, err := g.Parse(x.Position)
		if err != nil {
			t.Fatal(err)
		}
		moves := 0
		for range p.Moves() {
			moves++
		}
		if x.Asks != string(teach.Find) || moves > 12 {
			t.Errorf("puzzle %d asks %s in %s %s, which has %d moves; want a move, of at most 12", i+1, x.Asks, x.Game, x.Position, moves)
		}
		r.says("ana", "show")
	}
}
