package main

import (
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"regexp"
	"strings"

	"github.com/spf13/cobra"

	"nimbot/game/rules"
	"nimbot/game/rules/solve"
	"nimbot/game/teach"
	"nimbot/game/teach/analysis"
)

// reviewer has the flags of `bot review`.
type reviewer struct {
	positionCommand
	asJSON bool
	start  string
}

func (p *program) reviewCommand() *cobra.Command {
	v := &reviewer{positionCommand: positionCommand{
		program: p, command: "bot review",
		positionArgs: func(position string) string { return "--start " + quotedUnless(plainWord, position) },
	}}
	cmd := &cobra.Command{
		Use:   "review [flags] --start POSITION MOVE…",
		Short: "Show where a game turned, and how often each player kept the win",
		Long: `Look back on a game: which moves kept the win, which gave it away, and what
would have been better.

Type POSITION and each MOVE as in the chat.`,
		Example: `  bot review --start '3 4 5' C1 A3 B4
  bot review --game lasker --misere --json --start '3 4' A:1+2 C4`,
		Args: v.arguments,
		RunE: func(cmd *cobra.Command, moves []string) error {
			if err := v.loadWords(); err != nil {
				return err
			}
			return runUntilDone(cmd.Context(), func() error { return v.review(moves) })
		},
	}
	v.flags(cmd)
	cmd.Flags().BoolVar(&v.asJSON, "json", false, "print one JSON object")
	cmd.Flags().StringVar(&v.start, "start", "", "the position that the game started from")
	return cmd
}

func (v *reviewer) arguments(*cobra.Command, []string) error {
	if strings.TrimSpace(v.start) == "" {
		return errors.New("from which position? For example: bot review --start '3 4 5' C1 A3 B4")
	}
	return nil
}

func (v *reviewer) review(moves []string) error {
	m, err := v.replay(moves)
	if err != nil {
		return err
	}
	r, err := teach.NewReview(m)
	if err != nil {
		return v.refusal(err)
	}
	if v.asJSON {
		return json.NewEncoder(v.out).Encode(analysis.ReviewOf(r))
	}
	return v.writeText(r)
}

// replay plays moves from the start with the match's rules.
func (v *reviewer) replay(moves []string) (rules.Match, error) {
	v.key, v.start = rules.NamedIn(v.key, v.start)
	g, err := rules.Lookup(v.key)
	if err != nil {
		return rules.Match{}, v.refusal(err)
	}
	m, err := rules.NewMatch(rules.Setup{Game: g.Key, Ending: v.ending(), Start: v.start})
	if err != nil {
		return rules.Match{}, cmp.Or(v.checkUnquotedPosition(g, moves), v.refusal(err))
	}
	if _, err := solve.Analyze(m.Position(), v.ending()); err != nil {
		return rules.Match{}, v.refusal(err)
	}
	m, err = analysis.Replay(m, moves, func(_ rules.Position, move string) (rules.Move, error) { return rules.Move(move), nil })
	var bad *analysis.MoveError
	if !errors.As(err, &bad) {
		return m, err
	}
	if quote := v.checkUnquotedPosition(g, moves); bad.Number == 1 && quote != nil {
		return m, quote
	}
	return m, fmt.Errorf("move %d, %s, is not possible in %s: %s", bad.Number, bad.Move, m.Position(), v.moveError(m, err))
}

// checkUnquotedPosition returns a usage error if the first moves look like the
// rest of a position that the user forgot to quote.
func (v *reviewer) checkUnquotedPosition(g rules.Game, moves []string) error {
	for n := len(moves); n > 0; n-- {
		start := strings.Join(append([]string{v.start}, moves[:n]...), " ")
		if _, err := g.Begin(start, v.ending()); err == nil {
			return usage{fmt.Errorf("a position of several words needs quotes: bot review %s", strings.Join(append([]string{v.example(g.Key, start)}, moves[n:]...), " "))}
		}
	}
	return nil
}

var (
	// seeBoard matches advice to look at the chat's board.
	seeBoard = regexp.MustCompile(` See the [a-z]+ with bot review board\.`)
	// anotherGame matches advice to play again in the chat.
	anotherGame = regexp.MustCompile(` Play again with bot review rematch\.`)
)

// moveError describes why a move is illegal. It removes the advice that only
// makes sense in the chat.
func (v *reviewer) moveError(m rules.Match, err error) string {
	var g *rules.Error
	if !errors.As(err, &g) {
		return err.Error()
	}
	if _, ok := g.Args["example"]; !ok {
		for legal := range m.Position().Moves() {
			if g.Args == nil {
				g.Args = rules.Args{}
			}
			g.Args["example"] = string(legal)
			break
		}
	}
	said := v.say(textOf(g))
	said = anotherGame.ReplaceAllString(seeBoard.ReplaceAllString(said, ""), "")
	return strings.ReplaceAll(said, v.command+" ", "")
}
