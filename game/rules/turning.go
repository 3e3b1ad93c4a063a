package rules

import (
	"iter"
	"math/rand/v2"
	"strconv"
)

// Shared code for games in which a move turns coins on a strip over, the rightmost of them from heads
// to tails.

// turnGame says all that distinguishes one game of this kind from another, but for its theory. Each
// game's file has one as a literal.
type turnGame struct {
	card  Game   // turningCoins fills in how positions are read and drawn
	coins int    // the most heads that can be read
	last  uint64 // the last square
	draw  func(r *rand.Rand) squares
	turning
	value func(n uint64) uint64 // the Grundy value of a head on square n
	piece Piece
	// weight is what a head on a square counts in Size.Total, given the weights of the two squares
	// before it, of which it must at least be the sum; nil: the square's number.
	weight func(a, b uint64) uint64
	// at adds what the game's theory knows about a position.
	at func(turnPosition) Position
}

// turning is which coins a move turns, and how that is written and said.
type turning interface {
	// moves yields the moves whose rightmost coin is on square head, and reports whether to go on.
	moves(head uint64, yield func(Move) bool) bool
	// turn returns the heads after m, or an error that says why m isn't legal.
	turn(s squares, m Move) (squares, error)
	// choose yields the steps after a prefix that isn't empty.
	choose(s squares, prefix string, yield func(Choice) bool)
	words(s squares, m Move) Wording
	marks(s squares, m Move) []Mark
	stepWords(prefix string) Wording
	readings(text string) []string
}

// turningCoins returns the game that a literal describes.
func turningCoins(g *turnGame) Game {
	g.card.Parse = func(text string) (Position, error) {
		s, err := parseDistinct(text, g.card.Examples[0], g.coins, g.last)
		if err != nil {
			return nil, err
		}
		return g.at(turnPosition{s, g}), nil
	}
	g.card.Single = true
	g.card.Draw = func(d *Drawing, e Ending) string {
		return fair(d, e, func() Position { return g.at(turnPosition{g.draw(d.Rand), g}) })
	}
	return g.card
}

// turnPosition holds the squares with heads. Game positions embed it.
type turnPosition struct {
	squares
	of *turnGame
}

func (p turnPosition) Size() Size {
	total := p.sum()
	if p.of.weight != nil {
		total = p.weigh(p.of.weight)
	}
	return Size{Parts: len(p.squares), Largest: p.largest(), Total: total}
}

func (p turnPosition) Diagram() Diagram { return p.diagram(Tail).withPiece(p.of.piece) }

func (p turnPosition) Moves() iter.Seq[Move] {
	return func(yield func(Move) bool) {
		for _, head := range p.squares {
			if !p.of.moves(head, yield) {
				return
			}
		}
	}
}

func (p turnPosition) Play(m Move) (Position, error) {
	s, err := p.of.turn(p.squares, m)
	if err != nil {
		return nil, withExample(p, err)
	}
	return p.of.at(turnPosition{s, p.of}), nil
}

func (p turnPosition) Choices(prefix string) iter.Seq[Choice] {
	return func(yield func(Choice) bool) {
		if prefix != "" {
			p.of.choose(p.squares, prefix, yield)
			return
		}
		for _, head := range p.squares {
			label := strconv.FormatUint(head, 10)
			if !yield(Choice{Prefix: label, Label: label, Code: "choice.head"}) {
				return
			}
		}
	}
}

// Headline lists the heads.
func (p turnPosition) Headline() Wording {
	if len(p.squares) == 0 {
		return Wording{Code: "tails"}
	}
	return Wording{"heads", []any{"count", len(p.squares), "squares", Numbers(p.squares)}}
}

func (p turnPosition) MoveWords(m Move) Wording        { return p.of.words(p.squares, m) }
func (p turnPosition) Marks(m Move) []Mark             { return p.of.marks(p.squares, m) }
func (p turnPosition) StepWords(prefix string) Wording { return p.of.stepWords(prefix) }
func (p turnPosition) Readings(text string) []string   { return p.of.readings(text) }

// Grundy returns the nim-sum of the heads' values.
func (p turnPosition) Grundy() (uint64, bool) { return p.nimSum(), true }

func (p turnPosition) nimSum() (x uint64) {
	for _, n := range p.squares {
		x ^= p.of.value(n)
	}
	return x
}

// weigh adds up the weights of the heads; see turnGame. The first square weighs 1. Weights saturate
// before square 100; later squares weigh as much.
func (s squares) weigh(next func(a, b uint64) uint64) uint64 {
	total, before, weight, square := uint64(0), uint64(0), uint64(1), uint64(1)
	for _, n := range s {
		for ; square < min(n, 100); square++ {
			before, weight = weight, next(before, weight)
		}
		total = AddSaturating(total, weight)
	}
	return total
}

// working lists the heads with their values, for normal play.
func (p turnPosition) working() Working {
	w := Working{Method: "nim-sum", Rows: make([]WorkingRow, len(p.squares))}
	for i, n := range p.squares {
		square := strconv.FormatUint(n, 10)
		w.Rows[i] = WorkingRow{Label: square, Shape: square, Value: p.of.value(n)}
		w.Sum ^= w.Rows[i].Value
	}
	if w.Sum == 0 {
		w.Lost = SumLost
	}
	return w
}

// values writes the values of the heads as a Nim position.
func (p turnPosition) values() string {
	piles := make(heaps, len(p.squares))
	for i, n := range p.squares {
		piles[i] = p.of.value(n)
	}
	return piles.String()
}

// listed is how a move turns up to most coins of one's choice: "6,4,1".
type listed struct {
	most    int
	example string
}

func (l listed) moves(head uint64, yield func(Move) bool) bool {
	return l.extend([maxListed]uint64{head}, 1, yield)
}

// maxListed is the most coins of a list.
const maxListed = 3

// extend yields the move that turns the first count coins, then those that also turn others to their
// left.
func (l listed) extend(coins [maxListed]uint64, count int, yield func(Move) bool) bool {
	if !yield(joinMove(',', coins[:count]...)) {
		return false
	}
	if count == l.most {
		return true
	}
	for coins[count] = 1; coins[count] < coins[count-1]; coins[count]++ {
		if !l.extend(coins, count+1, yield) {
			return false
		}
	}
	return true
}

func (l listed) turn(s squares, m Move) (squares, error) {
	n, err := l.read(s, m, l.most)
	if err != nil {
		return nil, err
	}
	return s.toggled(n...), nil
}

// read reads a move that turns up to most coins over. It lists them from right to
// left, and the first shows heads.
func (l listed) read(s squares, m Move, most int) ([]uint64, error) {
	n, err := readNumbers(m, ",", l.example)
	if err != nil {
		return nil, err
	}
	if len(n) > most {
		return nil, illegal("move.turns-too-many", Args{"move": string(m), "max": most, "example": l.example})
	}
	if err := s.headOf(m, n[0]); err != nil {
		return nil, err
	}
	for i, k := range n[1:] {
		if k == 0 || k >= n[i] {
			return nil, illegal("move.not-to-the-left", Args{"move": string(m), "square": k, "head": n[i], "example": l.example})
		}
	}
	return n, nil
}

func (l listed) choose(s squares, prefix string, yield func(Choice) bool) {
	n, err := l.read(s, Move(prefix), l.most-1)
	if err != nil || !yield(turnChoice(Move(prefix), true)) {
		return
	}
	for next := uint64(1); next < n[len(n)-1]; next++ {
		done := len(n) == l.most-1 || next == 1 // square 1 has nothing on its left
		if !yield(turnChoice(joinMove(',', append(n[:len(n):len(n)], next)...), done)) {
			return
		}
	}
}

// turnChoice returns a step of a turning move, labelled by the move so far.
func turnChoice(m Move, done bool) Choice {
	c := Choice{Prefix: string(m), Label: shortLabel(spacedOut(string(m))), Done: done, Code: "choice.turn"}
	if !done {
		c.Code = "choice.turn-more"
	}
	return c
}

// shortLabel cuts the beginning off a label that would not fit beside others.
func shortLabel(s string) string {
	const most = 16
	if len(s) > most {
		return "…" + s[len(s)-most+len("…"):]
	}
	return s
}

func (listed) words(_ squares, m Move) Wording {
	return Wording{"turn", []any{"coins", named(string(m))}}
}

func (l listed) marks(_ squares, m Move) []Mark {
	coins, err := readNumbers(m, ",", l.example)
	if err != nil {
		return nil
	}
	marks := make([]Mark, len(coins))
	for i, n := range coins {
		marks[i] = Mark{Deed: Turned, From: n, To: n}
	}
	return marks
}

// stepWords ask what is turned besides the coins of a prefix "6,4".
func (listed) stepWords(prefix string) Wording { return Wording{"turn", []any{"coins", named(prefix)}} }

func (listed) readings(text string) []string { return turnReadings(text) }

// headOf refuses a turning move whose first coin, on square head, does not show heads.
func (s squares) headOf(m Move, head uint64) error {
	if s.has(head) {
		return nil
	}
	return illegal("move.tails", Args{"move": string(m), "square": head, "heads": Numbers(s)})
}
