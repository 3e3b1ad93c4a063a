// Package analysis answers questions about positions as data: which games there are, who
// wins, what a move does, what the bot would play, a puzzle, a review. The command line's
// JSON, the page's analysis as JSON and the tools for agents encode these types, so the
// names of their fields are a contract. The package is pure, and knows no running games.
package analysis

import (
	"errors"
	"iter"
	"maps"
	"strings"

	"nimbot/game/draw"
	"nimbot/game/rules"
	"nimbot/game/rules/solve"
	"nimbot/game/teach/explain"
	"nimbot/game/words"
)

// MostMoves is the largest number of winning moves that are listed by default.
const MostMoves = 1000

// Oracle reads and explains positions. Words is required.
type Oracle struct {
	Words  *words.Catalogue
	Bounds rules.Size // of starts, in addition to their games' own; zero fields are unbounded
}

// Position is a position of a game with its ending.
type Position struct {
	At     rules.Position
	Game   rules.Game
	Ending rules.Ending
}

// Read reads any position, finished ones included, that a match from a start within the
// bounds can come to. A text that names its game is of that game where key is the default; see rules.NamedIn.
// Errors are *rules.Error.
func (o Oracle) Read(key, text string, e rules.Ending) (Position, error) {
	key, text = rules.NamedIn(key, text)
	g, err := rules.Lookup(key)
	if err != nil {
		return Position{}, err
	}
	p, err := g.Read(text, e)
	if err != nil {
		return Position{}, o.withBound(g, e, err)
	}
	return Position{p, g, e}, o.within(g, p.Size())
}

// MayStart reports whether a match may begin in p.
func (o Oracle) MayStart(p Position) bool {
	_, err := p.Game.Begin(p.At.String(), p.Ending)
	return err == nil && p.At.Size().Within(o.Bounds)
}

// within refuses a position of a size that can't be reached from starts within o.Bounds.
func (o Oracle) within(g rules.Game, size rules.Size) error {
	refusal := &rules.Error{Kind: rules.ErrTooLarge}
	switch max := g.Reach(o.Bounds); {
	case !size.Within(rules.Size{Parts: max.Parts}):
		refusal.Code, refusal.Args = "limit.parts", rules.Args{"parts": o.Words.Parts(g.Key, size.Parts), "max": max.Parts}
	case !size.Within(rules.Size{Largest: max.Largest}):
		refusal.Code, refusal.Args = "limit.largest", rules.Args{"largest": size.Largest, "max": max.Largest}
	default:
		return nil
	}
	refusal.Args["example"] = g.Examples[0]
	return refusal
}

// withBound lowers the largest part that a refusal names to the bounds, because the
// notation allows larger ones.
func (o Oracle) withBound(g rules.Game, e rules.Ending, err error) error {
	var refusal *rules.Error
	if !errors.As(err, &refusal) {
		return err
	}
	most, ok := refusal.Args["max"].(uint64)
	if !ok {
		return err
	}
	bounded := *refusal
	bounded.Args = maps.Clone(refusal.Args)
	bounded.Args["max"] = least(most, least(o.Bounds.Largest, g.Bounds(e).Largest))
	return &bounded
}

// Solution says who wins a position, and with which moves.
type Solution struct {
	Game      string    `json:"game"`
	Ending    string    `json:"ending"`
	Position  string    `json:"position"`
	Outcome   string    `json:"outcome"` // "N": the player to move wins; "P": the other player
	Grundy    *uint64   `json:"grundy"`  // under normal play; null if it is not known
	Winning   []Reached `json:"winning"`
	Truncated bool      `json:"truncated,omitempty"` // there are more winning moves than listed
	Method    string    `json:"method"`
}

// Reached is a move with the position that it leaves.
type Reached struct {
	Move string `json:"move"`
	To   string `json:"to"`
}

// SolutionOf returns an analysis as data, with at most most winning moves. key is the key
// of the position's game.
func SolutionOf(key string, a solve.Analysis, most int) Solution {
	winning, more := FirstMoves(a.Winning(), most)
	out := Solution{
		Game: key, Ending: a.Ending.String(), Position: a.Position.String(), Outcome: a.Outcome.String(),
		Winning: reached(a.Position, winning), Truncated: more, Method: a.Working("").Method,
	}
	if a.HasGrundy {
		out.Grundy = &a.Grundy
	}
	return out
}

// FirstMoves collects the first n moves, and reports whether there are more.
func FirstMoves(moves iter.Seq[rules.Move], n int) (some []rules.Move, more bool) {
	for m := range moves {
		if len(some) == n {
			return some, true
		}
		some = append(some, m)
	}
	return some, false
}

// reached returns moves with the positions that they leave, without illegal ones. The slice
// is never nil, so that JSON has no null.
func reached(p rules.Position, moves []rules.Move) []Reached {
	all := []Reached{}
	for _, m := range moves {
		if to, err := p.Play(m); err == nil {
			all = append(all, Reached{string(m), to.String()})
		}
	}
	return all
}

// Explained is a Solution with its working, in sentences.
type Explained struct {
	Solution
	Working []string `json:"working"` // one line each; the binary columns of a sum come last
}

// Explain solves a position and returns the working in sentences. The error is
// rules.ErrTooLarge if the position can't be decided.
func (o Oracle) Explain(p Position, most int) (Explained, error) {
	a, err := solve.Analyze(p.At, p.Ending)
	if err != nil {
		return Explained{}, err
	}
	told := explain.Teacher{Analysis: a, Words: o.Words, Key: p.Game.Key}.Lesson()
	out := Explained{Solution: SolutionOf(p.Game.Key, a, most)}
	for _, line := range told.Lines {
		out.Working = append(out.Working, o.Words.Say(line, words.Voice{}))
	}
	if told.Working != nil {
		columns := strings.TrimRight(draw.Columns(*told.Working, draw.Code), "\n")
		out.Working = append(out.Working, strings.Split(columns, "\n")...)
	}
	return out, nil
}

// Listed is a game of the family.
type Listed struct {
	Key      string            `json:"key"`
	Title    string            `json:"title"`
	Endings  []string          `json:"endings"`
	Loopy    bool              `json:"loopy"`  // positions can repeat
	Bounds   map[string]Bounds `json:"bounds"` // by ending
	Examples []string          `json:"examples"`
}

// Bounds are the largest sizes of starts, as in rules.Size; 0 is no bound.
type Bounds struct {
	Parts   int    `json:"parts"`
	Largest uint64 `json:"largest"`
	Total   uint64 `json:"total"`
}

// Family lists all games. Their bounds are those of the game and the given ones, whichever
// is tighter.
func Family(bounds rules.Size) []Listed {
	all := []Listed{}
	for _, g := range rules.Games() {
		l := Listed{Key: g.Key, Title: g.Title, Loopy: g.Loopy, Bounds: map[string]Bounds{}, Examples: g.Examples}
		for _, e := range g.Endings {
			l.Endings = append(l.Endings, e.String())
			b := g.Bounds(e)
			l.Bounds[e.String()] = Bounds{least(b.Parts, bounds.Parts), least(b.Largest, bounds.Largest), least(b.Total, bounds.Total)}
		}
		all = append(all, l)
	}
	return all
}

// least returns the tighter of two bounds; 0 is no bound.
func least[N int | uint64](a, b N) N {
	if a == 0 || b > 0 && b < a {
		return b
	}
	return a
}
