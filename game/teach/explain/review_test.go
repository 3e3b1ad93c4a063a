package explain_test

import (
	"math"
	"math/rand/v2"
	"strings"
	"testing"

	"nimbot/game/rules"
	"nimbot/game/rules/solve"
	"nimbot/game/teach"
	"nimbot/game/teach/explain"
	"nimbot/game/words"
)

// reviewed replays the moves of a game of Nim and says what its players kept.
func reviewed(t *testing.T, start string, moves ...rules.Move) (explain.Review, []string) {
	t.Helper()
	m, err := rules.NewMatch(rules.Setup{Game: "nim", Start: start})
	for _, mv := range moves {
		if err == nil {
			m, err = m.Play(m.ToMove(), mv)
		}
	}
	if err != nil {
		t.Fatal(err)
	}
	r, err := teach.NewReview(m)
	if err != nil {
		t.Fatal(err)
	}
	w := catalogue(t)
	review := explain.Review{Review: r, Words: w, Names: [2]words.Person{{Name: "Ana"}, {Name: "Ben"}}}
	var lines []string
	for _, line := range review.Kept() {
		lines = append(lines, w.Say(line, words.Voice{Command: "/nim"}))
	}
	return review, lines
}

// How often guessing keeps a win is a frequency of games, and not the expected number.
func TestGuessingIsAFrequency(t *testing.T) {
	for _, c := range []struct {
		start string
		moves []rules.Move
		want  string
	}{
		{"3 4 5", []rules.Move{"A2"}, "Only 1 move in 12 keeps the win there."},
		{"2 4", []rules.Move{"B2", "A1", "B1", "A1", "B1"}, "Random moves would do as well in about 1 game of "}, // 1/6 · 1/3
		{"3 4 5", []rules.Move{"A1", "A1"}, "Only 1 move in 12 keeps the win there."},
	} {
		if _, lines := reviewed(t, c.start, c.moves...); !strings.Contains(lines[0], c.want) {
			t.Errorf("%s %v: the review says %q, want %q in it", c.start, c.moves, lines[0], c.want)
		}
	}
}

// The frequency that is said is that of guessers who meet the same decisions.
func TestGuessersKeepTheWinAsOftenAsSaid(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	for range 40 {
		m, err := rules.NewMatch(rules.Setup{Game: "nim", Start: "3 5 6 7"})
		for err == nil && !m.Result().Over { // a guesser against perfect play
			a := analyze(t, m.Position(), rules.Normal)
			mv := a.Best()
			if m.ToMove() == 0 {
				all := solve.Plausible(m.Position())
				mv = all[r.IntN(len(all))]
			}
			m, err = m.Play(m.ToMove(), mv)
		}
		if err != nil {
			t.Fatal(err)
		}
		found, err := teach.NewReview(m)
		if err != nil {
			t.Fatal(err)
		}
		var chances []float64
		for _, d := range found.Decisions {
			if d.Seat == 0 && d.Judged() && !d.Retry {
				chances = append(chances, d.Chance())
			}
		}
		if len(chances) < 2 {
			continue
		}
		kept := max(found.Skill[0].Kept, 1)
		const games = 20_000
		asOften := 0
		for range games {
			n := 0
			for _, p := range chances {
				if r.Float64() < p {
					n++
				}
			}
			if n >= kept {
				asOften++
			}
		}
		guess := explain.Review{Review: found, Words: catalogue(t)}.Kept()[0].Args
		var said float64
		for i := range guess {
			if guess[i] == "guess" {
				said = saidFrequency(guess[i+1].(words.Text).Args)
			}
		}
		if frequency := float64(asOften) / games; math.Abs(said-frequency) > 0.12*frequency+0.005 {
			t.Errorf("chances %v, kept %d: the review says %.4f of games, counted %.4f", chances, kept, said, frequency)
		}
	}
}

func saidFrequency(args words.Args) float64 {
	var part, of float64
	for i := 0; i+1 < len(args); i += 2 {
		switch n, _ := args[i+1].(int); args[i] {
		case "count":
			part = float64(n)
		case "of":
			of = float64(n)
		}
	}
	return part / of
}

// A lost position of a searched game says that every move was checked, and how many there are.
func TestALostSearchSaysWhatWasChecked(t *testing.T) {
	w := catalogue(t)
	g, p := beginAt(t, "grundy", "7 9", rules.Misere)
	teacher := explain.Teacher{Analysis: analyze(t, p, rules.Misere), Words: w, Key: g.Key}
	if text := said(w, teacher.Hint(2, explain.Turn{})); !strings.Contains(text, "I checked every way this game can go: each of the 7 moves here loses. For example:") {
		t.Errorf("the second hint at grundy 7 9 is %q, want that every move was checked", text)
	}
	for _, g := range rules.Games() {
		for _, e := range g.Endings {
			for _, p := range drawn(t, g, e, 10) {
				a := analyze(t, p, e)
				if a.Outcome == rules.N || a.Method != solve.BySearch {
					continue
				}
				if text := said(w, explain.Teacher{Analysis: a, Words: w, Key: g.Key}.Hint(2, explain.Turn{})); !strings.Contains(text, "I checked every way this game can go") {
					t.Errorf("%s %s, %v: the second hint is %q, want that every way was checked", g.Key, p, e, text)
				}
			}
		}
	}
}

// The products that misère Kayles calls lost are the solver's.
func TestTheLostProductsOfKayles(t *testing.T) {
	w := catalogue(t)
	for _, position := range []string{"1", "4", "5", "9", "1 2", "3 3", "5 7", "9 12", "2 4 6", "25 27"} {
		g, p := beginAt(t, "kayles", position, rules.Misere)
		a := analyze(t, p, rules.Misere)
		text := said(w, explain.Teacher{Analysis: a, Words: w, Key: g.Key}.Lesson())
		product := find(`The product is ([^.]+)\. The player to move loses at ([^.]+?),? (?:and|so) `, text)
		if product == nil || strings.Contains(", "+product[2]+",", ", "+product[1]+",") != (a.Outcome == rules.P) {
			t.Errorf("misère kayles %s is %v, the lesson says %q", position, a.Outcome, text)
		}
	}
}
