package chat_test

import (
	"math/rand/v2"
	"strings"
	"testing"

	"nimbot/game/dialog"
	"nimbot/game/rules"
	"nimbot/game/words"
	"nimbot/internal/slowtest"
)

// The catalogue has a sentence for every position, move and step of every game, and every
// placeholder has an argument.
func TestEveryGameHasAllItsSentences(t *testing.T) {
	slowtest.Sequential(t)
	catalogue, err := words.Load()
	if err != nil {
		t.Fatal(err)
	}
	for _, g := range rules.Games() {
		speech := speech{t: t, words: catalogue, key: g.Key}
		r := rand.New(rand.NewPCG(7, 8))
		for _, e := range g.Endings {
			for range 8 {
				p, err := g.Begin(g.Random(r, e), e)
				if err != nil {
					t.Fatal(err)
				}
				speech.playOut(p, e, r)
			}
		}
		if family, _, _ := strings.Cut(g.Key, ":"); !catalogue.Has("rule." + family) {
			t.Errorf("%s has no rule in one line", g.Key)
		}
	}
}

// speech listens to one game.
type speech struct {
	t     *testing.T
	words *words.Catalogue
	key   string
}

// playOut plays at random from p, and listens on the way.
func (s speech) playOut(p rules.Position, e rules.Ending, r *rand.Rand) {
	for range 60 {
		worded, ok := p.(rules.Worded)
		if _, composed := p.(rules.Composed); composed { // its components' games have the words
			return
		}
		if !ok {
			s.t.Fatalf("%s: %s has no words of its own", s.key, p)
		}
		s.hear("position.", worded.Headline(), words.Args{"title", "", "count", 2, "piles", p.Diagram().Rows})
		s.steps(p, "")
		var moves []rules.Move
		for m := range p.Moves() {
			moves = append(moves, m)
			s.hear("moved.", worded.MoveWords(m), words.Args{"player", dialog.User{Name: "Ana"}, "move", m})
			if h, ok := p.(rules.Hinting); ok {
				s.hear("hint.", h.Hint(m, e), nil)
			}
			s.hear("doing.", worded.MoveWords(m), words.Args{"move", m})
			s.hear("do.", worded.MoveWords(m), words.Args{"player", dialog.User{Name: "Ana"}, "move", m})
		}
		if len(moves) == 0 {
			return
		}
		next, err := p.Play(moves[r.IntN(len(moves))])
		if err != nil {
			s.t.Fatal(err)
		}
		p = next
	}
}

// steps listens to the choices from prefix on.
func (s speech) steps(p rules.Position, prefix string) {
	asked := prefix == ""
	for c := range p.Choices(prefix) {
		if !asked {
			stepwise, ok := p.(rules.Stepwise)
			if !ok {
				s.t.Fatalf("%s: the steps after %q of %s have no words", s.key, prefix, p)
			}
			s.hear("menu.", stepwise.StepWords(prefix), nil)
			asked = true
		}
		if c.Code == "" {
			s.t.Errorf("%s: the step %q behind %q of %s has no words", s.key, c.Label, prefix, p)
			continue
		}
		s.hear("", rules.Wording{Code: c.Code}, words.Args{"label", c.Label, "left", c.Left})
		if !c.Done {
			s.steps(p, c.Prefix)
		}
	}
}

func (s speech) hear(family string, w rules.Wording, besides words.Args) {
	key := family + w.Code
	said := s.words.Say(words.Text{Key: key, Args: append(besides, w.Args...)}, words.Voice{})
	if !s.words.Has(key) || strings.Contains(said, "<no value>") {
		s.t.Errorf("%s: the words %q are %q", s.key, key, said)
	}
}
