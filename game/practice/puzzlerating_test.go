package practice_test

import (
	"fmt"
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

// Leaving a puzzle counts as not found, whichever command leaves it, except once for
// every five answered.
func TestAPuzzleLeftUnansweredCounts(t *testing.T) {
	for _, line := range []string{"skip", "puzzle game:kayles", "daily", "learn 1", "puzzle misere"} {
		r := newRoom(t)
		r.find()
		r.expect("ana", line, "You left the last puzzle without an answer, so it counts as not found", "still placing you: 1 of 5")
		if k := r.doc("ana").Puzzles; k == nil || k.Answers != 1 || k.Left != 1 || k.Rating >= 1000 {
			t.Fatalf("after %q: %+v, want one answer that wasn't given, below 1000", line, k)
		}
		for range 5 {
			r.find()
			r.says("ana", "answer A2")
		}
		before := *r.doc("ana").Puzzles
		r.find()
		r.expect("ana", line, "That skip was free")
		if k := *r.doc("ana").Puzzles; k.Answers != before.Answers || k.Rating != before.Rating || k.Skipped != 1 {
			t.Errorf("after five answers, then %q: %+v, want the rating to stay %v", line, k, before.Rating)
		}
		r.find()
		r.says("ana", line)
		if k := *r.doc("ana").Puzzles; k.Answers != before.Answers+1 || k.Left != 2 {
			t.Errorf("the second %q: %+v, want it to count", line, k)
		}
	}
}

// Leaving a puzzle that was tried or shown costs nothing, and neither does leaving another
// exercise.
func TestLeavingForFree(t *testing.T) {
	for _, before := range []string{"answer C1", "show"} {
		r := newRoom(t)
		r.find()
		r.says("ana", before)
		answers := r.doc("ana").Puzzles.Answers
		r.says("ana", "puzzle game:kayles")
		if k := r.doc("ana").Puzzles; k.Answers != answers || k.Left != 0 {
			t.Errorf("after %q another puzzle was set: %+v, want %d answer and none left", before, k, answers)
		}
	}
	r := newRoom(t)
	r.says("ana", "learn 1")
	r.says("ana", "daily")
	if k := r.doc("ana").Puzzles; k != nil {
		t.Errorf("a lesson that was left is rated: %+v", k)
	}
}

// solver simulates a person who knows a share q of the puzzles. They leave the others by a
// command, or guess.
type solver struct {
	q      float64
	leaves string
	games  []string
}

// solves has a solver do a number of puzzles.
func (r *room) solves(s solver, puzzles int, random *rand.Rand) {
	for range puzzles {
		r.says("ana", "puzzle game:"+s.games[random.IntN(len(s.games))])
		for x := r.doc("ana").Now; !x.Done && x.Kind == "puzzle"; x = r.doc("ana").Now {
			right, _ := r.answers("ana")
			if random.Float64() >= s.q {
				if s.leaves != "" {
					r.says("ana", s.leaves)
					break
				}
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

// A person who knows a quarter of the puzzles stands below one who knows three quarters,
// whatever they leave and whichever games they choose. NIM_TEST_RUNS=60 simulates sixty runs
// of sixty days.
func TestNobodyClimbsThePuzzleBoardBySkipping(t *testing.T) {
	slowtest.Sequential(t)
	runs, days := slowtest.Count(1, 2), 12
	if n, err := strconv.Atoi(os.Getenv("NIM_TEST_RUNS")); err == nil {
		runs, days = n, 60
	}
	hard, easy := []string{"moore", "nim"}, []string{"euclid"}
	type standing struct{ rank, rating float64 }
	known := map[string]standing{}
	place := func(s solver, aDay int, seed uint64) (now standing) {
		key := fmt.Sprint(s, aDay, seed)
		if now, ok := known[key]; ok {
			return now
		}
		defer func() { known[key] = now }()
		r := newRoom(t)
		random := rand.New(rand.NewPCG(seed, uint64(1000*s.q)))
		for range days {
			r.solves(s, aDay, random)
			r.Now = r.Now.Add(24 * time.Hour)
		}
		k := r.doc("ana").Puzzles
		return standing{k.Rating - 2*k.Deviation, k.Rating}
	}
	for _, c := range []struct {
		honest, farmer solver
	}{
		{solver{.75, "", []string{"nim"}}, solver{.25, "", []string{"nim"}}},
		{solver{.75, "", []string{"nim"}}, solver{.25, "skip", []string{"nim"}}},
		{solver{.75, "", []string{"nim"}}, solver{.25, "daily", []string{"nim"}}},
		{solver{.75, "", easy}, solver{.25, "skip", hard}},
		{solver{.75, "", easy}, solver{.25, "puzzle misere", []string{"nim", "kayles", "euclid"}}},
	} {
		t.Run(fmt.Sprintf("%q in %v", c.farmer.leaves, c.farmer.games), func(t *testing.T) {
			above := 0
			var honest, farmed float64
			for run := range uint64(runs) {
				a, b := place(c.honest, 5, run), place(c.farmer, 10, 1000+run)
				if b.rank >= a.rank {
					above++
				}
				honest, farmed = honest+a.rating/float64(runs), farmed+b.rating/float64(runs)
			}
			t.Logf("%d runs of %d days: above %d times; the honest rating is %.0f in the mean, the other %.0f", runs, days, above, honest, farmed)
			if above > 0 {
				t.Errorf("who knows a quarter stood above who knows three quarters in %d of %d runs", above, runs)
			}
		})
	}
}

// A person who chooses a band gets puzzles of it from then on. The cost of Show me is told
// before the first.
func TestDifficultyBands(t *testing.T) {
	slowtest.Sequential(t)
	var before float64
	for _, band := range []string{"easy", "medium", "hard"} {
		r := newRoom(t)
		r.expect("ana", "puzzle "+band, "Which move wins?", "Show me counts as not found, no more and no less than a wrong answer.")
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
