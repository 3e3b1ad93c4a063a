package main

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"math"
	"math/rand/v2"
	"strconv"
	"strings"

	"github.com/spf13/cobra"

	"nimbot/coach"
	"nimbot/game"
	"nimbot/teach"
	"nimbot/words"
)

// puzzleGenerator has the flags of `bot puzzle`.
type puzzleGenerator struct {
	positionCommand
	kind   string
	seed   uint64
	count  int
	asJSON bool
}

func (p *program) puzzleCommand() *cobra.Command {
	s := &puzzleGenerator{positionCommand: positionCommand{program: p, command: "bot puzzle"}}
	cmd := &cobra.Command{
		Use:   "puzzle [flags]",
		Short: "Print positions to practise with",
		Long: `Print puzzles: which move wins ("find"), or who wins ("outcome").

The same seed gives the same puzzle on every machine and in every release of
one major version; puzzle i of M has the seed N + i − 1.`,
		Example: `  bot puzzle
  bot puzzle --game kayles --misere --seed 7
  bot puzzle --kind outcome --seed 1 --count 10 --json`,
		Args: s.arguments,
		RunE: func(cmd *cobra.Command, _ []string) error {
			if err := s.loadWords(); err != nil {
				return err
			}
			if !cmd.Flags().Changed("seed") {
				s.seed = rand.Uint64() >> 32 // short enough to be passed on
			}
			return runUntilDone(cmd.Context(), s.generate)
		},
	}
	s.flags(cmd)
	cmd.Flags().StringVar(&s.kind, "kind", string(teach.Find), "what to ask: find or outcome")
	cmd.Flags().Uint64Var(&s.seed, "seed", 0, "the first puzzle's seed (default a random one)")
	cmd.Flags().IntVar(&s.count, "count", 1, "the number of puzzles")
	cmd.Flags().BoolVar(&s.asJSON, "json", false, "print one JSON object per line, with the answer")
	return cmd
}

func (s *puzzleGenerator) arguments(_ *cobra.Command, args []string) error {
	switch {
	case len(args) > 0:
		return errors.New("puzzles take no position. For example: bot puzzle --game kayles --seed 7")
	case s.kind != string(teach.Find) && s.kind != string(teach.Outcome):
		return fmt.Errorf("there is no kind of puzzle %q; there are find and outcome", s.kind)
	case s.count < 1:
		return errors.New("--count takes a number from 1")
	}
	return nil
}

// generate writes the puzzles, each as soon as it is drawn.
func (s *puzzleGenerator) generate() error {
	g, err := game.Lookup(s.key)
	if err != nil {
		return s.refusal(err)
	}
	for i := range s.count {
		p, err := teach.NewPuzzle(g, s.ending(), teach.Kind(s.kind), s.seed+uint64(i))
		if errors.Is(err, teach.ErrNoPuzzle) {
			return fmt.Errorf("%s has no puzzles: there is nothing in it to get wrong", g.Key)
		}
		if err != nil {
			return s.refusal(err)
		}
		if err := s.write(p); err != nil {
			return err
		}
	}
	return nil
}

func (s *puzzleGenerator) write(p teach.Puzzle) error {
	if s.asJSON {
		return json.NewEncoder(s.out).Encode(puzzleJSONOf(p))
	}
	p, _ = p.WithoutEmpty() // programs get the puzzle as it was drawn, which never changes
	setup := game.Setup{Game: p.Game.Key, Ending: p.Ending, Start: p.Position.String()}
	answer := s.positionCommand
	answer.positionArgs = func(position string) string { return quotedUnless(plainWords, position) }
	source := words.Text{Key: "puzzle.source", Args: words.Args{
		"seed", strconv.FormatUint(p.Seed, 10), "rating", coach.Decimals(p.Rating(), 0), "example", answer.example(p.Game.Key, setup.Start),
	}}
	lines := []string{s.say(s.words.Setup("puzzle."+string(p.Kind), setup)), s.say(source), ""}
	_, err := io.WriteString(s.out, strings.Join(lines, "\n"))
	return err
}

// puzzleJSON is a puzzle as programs read it. The names are a contract.
type puzzleJSON struct {
	Game     string        `json:"game"`
	Ending   string        `json:"ending"`
	Position string        `json:"position"`
	Kind     teach.Kind    `json:"kind"`
	Seed     uint64        `json:"seed"`
	Legal    int           `json:"legal"`
	Winning  []winningMove `json:"winning"` // complete
	Outcome  string        `json:"outcome"`
	// Difficulty and Odds are null where the outcome is asked.
	Difficulty *float64 `json:"difficulty"`
	Odds       *float64 `json:"odds"`
	Rating     float64  `json:"rating"`
}

func puzzleJSONOf(p teach.Puzzle) puzzleJSON {
	out := puzzleJSON{
		Game: p.Game.Key, Ending: p.Ending.String(), Position: p.Position.String(), Kind: p.Kind, Seed: p.Seed,
		Legal: p.Legal, Winning: []winningMove{}, Outcome: p.Outcome.String(), Rating: roundMicro(p.Rating()),
	}
	for _, m := range p.Winning {
		if to, err := p.Position.Play(m); err == nil { // a winning move is legal
			out.Winning = append(out.Winning, winningMove{string(m), to.String()})
		}
	}
	if d, ok := p.Difficulty(); ok {
		d = roundMicro(d)
		out.Difficulty = &d
	}
	if odds, ok := p.Odds(); ok {
		odds = roundMicro(odds)
		out.Odds = &odds
	}
	return out
}

// roundMicro rounds to six digits, so that a machine whose logarithms differ in
// the last bit writes the same.
func roundMicro(x float64) float64 { return math.Round(x*1e6) / 1e6 }
