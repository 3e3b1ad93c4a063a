package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"strconv"
	"strings"

	"github.com/spf13/cobra"

	"nimbot/game/rules"
	"nimbot/game/teach"
	"nimbot/game/teach/analysis"
	"nimbot/game/teach/explain"
	"nimbot/game/words"
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
			return runUntilDone(cmd.Context(), func() error { return s.generate(cmd.Context()) })
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
func (s *puzzleGenerator) generate(ctx context.Context) error {
	g, err := rules.Lookup(s.key)
	if err != nil {
		return s.refusal(err)
	}
	for i := range s.count {
		p, err := teach.NewPuzzle(ctx, g, s.ending(), teach.Kind(s.kind), s.seed+uint64(i))
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
		return json.NewEncoder(s.out).Encode(analysis.PuzzleOf(p))
	}
	p, _ = p.WithoutEmpty() // programs get the puzzle as it was drawn, which never changes
	setup := rules.Setup{Game: p.Game.Key, Ending: p.Ending, Start: p.Position.String()}
	answer := s.positionCommand
	answer.positionArgs = func(position string) string { return quotedUnless(plainWords, position) }
	source := words.Text{Key: "puzzle.source", Args: words.Args{
		"seed", strconv.FormatUint(p.Seed, 10), "rating", explain.Decimals(p.Rating(), 0), "example", answer.example(p.Game.Key, setup.Start),
	}}
	lines := []string{s.say(s.words.Setup("puzzle."+string(p.Kind), setup)), s.say(source), ""}
	_, err := io.WriteString(s.out, strings.Join(lines, "\n"))
	return err
}
