package analysis

import (
	"math"
	"math/rand/v2"

	"nimbot/game/rules"
	"nimbot/game/rules/solve"
	"nimbot/game/teach"
)

// Checked says what a move does to a position.
type Checked struct {
	Game     string    `json:"game"`
	Ending   string    `json:"ending"`
	Position string    `json:"position"`
	Move     string    `json:"move"`
	Legal    bool      `json:"legal"`
	Why      string    `json:"why"`     // why the move isn't legal, in a sentence that the caller adds; "" if it is legal
	To       string    `json:"to"`      // the position that the move leaves; "" if it isn't legal
	Over     bool      `json:"over"`    // no move is left afterwards
	Outcome  string    `json:"outcome"` // of Position, as in Solution
	Wins     bool      `json:"wins"`    // the move keeps the win, or wins at once
	Better   []Reached `json:"better"`  // at most three winning moves, if this one loses a won position
}

// maxBetter is how many winning moves Check lists for a move that isn't one.
const maxBetter = 3

// Check says what a move does. An illegal move is no error: only the position, the move and
// the outcome are set. The error is rules.ErrTooLarge if the position can't be decided.
func Check(p Position, m rules.Move) (Checked, error) {
	a, err := solve.Analyze(p.At, p.Ending)
	if err != nil {
		return Checked{}, err
	}
	out := Checked{Game: p.Game.Key, Ending: p.Ending.String(), Position: p.At.String(), Move: string(m), Outcome: a.Outcome.String(), Better: []Reached{}}
	q, err := p.At.Play(m)
	if err != nil {
		return out, nil
	}
	b, err := solve.Analyze(q, p.Ending)
	if err != nil {
		return Checked{}, err
	}
	out.Legal, out.To, out.Over, out.Wins = true, q.String(), rules.Over(q), b.Outcome == rules.P
	if a.Outcome == rules.N && !out.Wins {
		better, _ := FirstMoves(a.Winning(), maxBetter)
		out.Better = reached(p.At, better)
	}
	return out, nil
}

// Reply is the bot's move in Position. Before it, "you" moved.
type Reply struct {
	Game     string `json:"game"`
	Ending   string `json:"ending"`
	Position string `json:"position"`
	Level    string `json:"level"`
	Move     string `json:"move"`   // "" if there is none
	To       string `json:"to"`     // the position after the move
	Over     bool   `json:"over"`   // no move is left in To
	Winner   string `json:"winner"` // "bot" or "you"; "" while the game is not over
}

// Answer chooses the bot's move at a level; the same seed gives the same move. In a
// finished position the reply has no move, and says who won. Errors are those of
// solve.Choose.
func Answer(p Position, l solve.Level, seed uint64) (Reply, error) {
	out := Reply{Game: p.Game.Key, Ending: p.Ending.String(), Position: p.At.String(), Level: string(l), To: p.At.String()}
	last, after := "you", p.At
	if !rules.Over(p.At) {
		m, err := solve.Choose(p.At, p.Ending, l, rand.New(rand.NewPCG(seed, 0)))
		if err != nil {
			return Reply{}, err
		}
		if after, err = p.At.Play(m); err != nil {
			return Reply{}, err
		}
		last, out.Move, out.To = "bot", string(m), after.String()
	}
	if out.Over = rules.Over(after); out.Over {
		out.Winner = last
		if p.Ending == rules.Misere {
			out.Winner = map[string]string{"you": "bot", "bot": "you"}[last]
		}
	}
	return out, nil
}

// Puzzle is a puzzle with its complete answer.
type Puzzle struct {
	Game     string     `json:"game"`
	Ending   string     `json:"ending"`
	Position string     `json:"position"`
	Kind     teach.Kind `json:"kind"`
	Seed     uint64     `json:"seed"`
	Legal    int        `json:"legal"`
	Winning  []Reached  `json:"winning"` // all winning moves
	Outcome  string     `json:"outcome"`
	// Difficulty and Odds are null if the puzzle asks for the outcome.
	Difficulty *float64 `json:"difficulty"`
	Odds       *float64 `json:"odds"`
	Rating     float64  `json:"rating"`
}

// PuzzleOf returns p as data. The same seed gives the same puzzle in every release.
func PuzzleOf(p teach.Puzzle) Puzzle {
	out := Puzzle{
		Game: p.Game.Key, Ending: p.Ending.String(), Position: p.Position.String(), Kind: p.Kind, Seed: p.Seed,
		Legal: p.Legal, Winning: reached(p.Position, p.Winning), Outcome: p.Outcome.String(), Rating: micro(p.Rating()),
	}
	if d, ok := p.Difficulty(); ok {
		d = micro(d)
		out.Difficulty = &d
	}
	if odds, ok := p.Odds(); ok {
		odds = micro(odds)
		out.Odds = &odds
	}
	return out
}

// micro rounds to six decimals, so that machines whose logarithms differ in the last bit
// write the same number.
func micro(x float64) float64 { return math.Round(x*1e6) / 1e6 }
