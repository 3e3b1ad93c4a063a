package rules

import (
	"errors"
	"iter"
	"slices"
	"strconv"
	"strings"
)

// The position of a sum of games: its moves, drawing and words are those of its parts.

// sumPosition is the parts of a sum. A part that is over stays.
type sumPosition struct{ parts []component }

// component is a part of a sum with what it is worth.
type component struct {
	game Game
	Position
	worth
}

// live counts the parts in which there is a move.
func (p sumPosition) live() (count int) {
	for _, c := range p.parts {
		if !c.over {
			count++
		}
	}
	return count
}

func (p sumPosition) String() string { return p.write(Position.String) }

func (p sumPosition) typed() string { return p.write(Typed) }

// write writes the parts with the keys of their games.
func (p sumPosition) write(part func(Position) string) string {
	parts := make([]string, len(p.parts))
	for i, c := range p.parts {
		parts[i] = c.game.Key + " " + part(c.Position)
	}
	return strings.Join(parts, " "+plus+" ")
}

// Size adds up the parts. The Total of most games is the number of moves that can be left.
func (p sumPosition) Size() Size {
	var s Size
	for _, c := range p.parts {
		of := c.Size()
		s.Parts += of.Parts
		s.Largest = max(s.Largest, of.Largest)
		s.Total = AddSaturating(s.Total, of.Total)
	}
	return s
}

func (p sumPosition) Diagram() Diagram {
	d := Diagram{Shape: Sums, Parts: make([]Part, len(p.parts))}
	for i, c := range p.parts {
		d.Parts[i] = Part{Game: c.game.Key, Title: c.game.Title, Diagram: c.Position.Diagram(), Over: c.over}
	}
	return d
}

// Moves yields the moves part by part.
func (p sumPosition) Moves() iter.Seq[Move] {
	return func(yield func(Move) bool) {
		for i, c := range p.parts {
			for m := range c.Moves() {
				if !yield(Move(inPart(i) + string(m))) {
					return
				}
			}
		}
	}
}

// inPart writes "2.", what a move in part i (from 0) begins with.
func inPart(i int) string { return strconv.Itoa(i+1) + "." }

// Within implements Composed.
func (p sumPosition) Within(m string) (part int, rest string, ok bool) {
	first, rest, dotted := strings.Cut(m, ".")
	n, ok := number(first)
	if !dotted || !ok || n < 1 || n > uint64(len(p.parts)) {
		return 0, "", false
	}
	return int(n) - 1, rest, true
}

// Components implements Composed.
func (p sumPosition) Components() []Component {
	all := make([]Component, len(p.parts))
	for i, c := range p.parts {
		all[i] = Component{c.game.Key, c.Position}
	}
	return all
}

func (p sumPosition) Play(m Move) (Position, error) {
	i, rest, ok := p.Within(string(m))
	if !ok {
		return nil, p.noMove(string(m))
	}
	c := p.parts[i]
	if c.over {
		return nil, withExample(p, illegal("sum.part-over", Args{"move": clip(string(m)), "number": i + 1, "title": Title(c.game.Key)}))
	}
	q, err := c.Play(Move(rest))
	if err != nil {
		return nil, inPartOf(err, i)
	}
	next := sumPosition{slices.Clone(p.parts)}
	next.parts[i] = newComponent(c.game, q)
	return next, nil
}

// noMove refuses a text that is no move in one of the parts.
func (p sumPosition) noMove(m string) error {
	refusal := illegal("move.form", Args{"move": clip(m), "example": "1.A1"})
	first, _, dotted := strings.Cut(m, ".")
	if n, ok := number(first); ok && dotted {
		refusal = illegal("sum.no-such-part", Args{"move": clip(m), "number": n, "count": len(p.parts), "example": "1.A1"})
	}
	return withExample(p, refusal)
}

// inPartOf makes the moves that a refusal names moves of part i.
func inPartOf(err error, i int) error {
	var refusal *Error
	if errors.As(err, &refusal) {
		for _, name := range []string{"move", "example"} {
			if m, ok := refusal.Args[name].(string); ok && m != "" {
				refusal.Args[name] = inPart(i) + m
			}
		}
	}
	return err
}

// Choices asks for the part, then what its game asks for.
func (p sumPosition) Choices(prefix string) iter.Seq[Choice] {
	return func(yield func(Choice) bool) {
		i, rest, ok := p.Within(prefix)
		if !ok {
			if prefix == "" {
				p.chooseComponent(yield)
			}
			return
		}
		for c := range p.parts[i].Choices(rest) {
			c.Prefix = inPart(i) + c.Prefix
			if !yield(c) {
				return
			}
		}
	}
}

func (p sumPosition) chooseComponent(yield func(Choice) bool) {
	for i, c := range p.parts {
		if !c.over && !yield(Choice{Prefix: inPart(i), Label: strconv.Itoa(i + 1), Code: "choice.in-part", Game: c.game.Key}) {
			return
		}
	}
}

// Marks returns the effects of a move on the drawing of its part.
func (p sumPosition) Marks(m Move) []Mark {
	i, rest, ok := p.Within(string(m))
	if !ok {
		return nil
	}
	of, ok := p.parts[i].Position.(Marked)
	if !ok {
		return nil
	}
	marks := of.Marks(Move(rest))
	for k := range marks {
		marks[k].Part = i
	}
	return marks
}

// Touches returns those of the part's game, in the rows of the part.
func (p sumPosition) Touches(m Move) [][]Touch {
	i, rest, ok := p.Within(string(m))
	if !ok {
		return nil
	}
	ways := Touches(p.parts[i].Position, Move(rest))
	for _, way := range ways {
		for k := range way {
			way[k].Row = inPart(i) + way[k].Row
		}
	}
	return ways
}

// Parts implements Sum.
func (p sumPosition) Parts() int { return len(p.parts) }

// Value implements Sum.
func (p sumPosition) Value(i int) Value { return p.parts[i].value }

// Part returns the number of a part, and its game and position; "0" if it is over.
func (p sumPosition) Part(i int) (label, shape string) {
	label = strconv.Itoa(i + 1)
	if p.parts[i].over {
		return label, "0"
	}
	return label, p.parts[i].game.Key + " " + Typed(p.parts[i].Position)
}

// Tame reports whether no part is wild.
func (p sumPosition) Tame() bool {
	return !slices.ContainsFunc(p.parts, func(c component) bool { return c.wild })
}

// Copies implements Copyable.
func (p sumPosition) Copies() (first, second string, ok bool) {
	return copies(p.Parts(), p.Part, func(i int) bool { return p.parts[i].over })
}

// MovesTo implements Sum.
func (p sumPosition) MovesTo(i int, v Value) iter.Seq[Move] { return p.MovesToEither(i, v, v) }

// MovesToEither implements Splitting.
func (p sumPosition) MovesToEither(i int, a, b Value) iter.Seq[Move] {
	return func(yield func(Move) bool) {
		for m := range p.parts[i].movesToEither(a, b) {
			if !yield(Move(inPart(i) + string(m))) {
				return
			}
		}
	}
}

// PartOf implements Splitting.
func (p sumPosition) PartOf(m Move) int {
	i, _, _ := p.Within(string(m))
	return i
}

// Facts say why the parts count as much: what those with several piles add up to, and what the moves of the others
// leave. In misère play, they also say which parts are firm.
func (p sumPosition) Facts(e Ending) []Fact {
	var facts []Fact
	var firm Numbers
	for i, c := range p.parts {
		if c.value.Firm {
			firm = append(firm, uint64(i)+1)
		}
		if c.over {
			continue
		}
		if s, ok := c.Position.(Sum); ok && s.Parts() > 1 {
			terms := make([]string, s.Parts())
			for k := range terms {
				terms[k] = strconv.FormatUint(s.Value(k).Grundy, 10)
			}
			facts = append(facts, Fact{"sum.part", Args{"number": i + 1, "terms": strings.Join(terms, " ⊕ "), "total": c.value.Grundy}})
		} else if left := c.leaves(); len(left) > 0 && c.Position.String() != strconv.FormatUint(c.value.Grundy, 10) {
			facts = append(facts, Fact{"sum.leaves", Args{"number": i + 1, "values": left.String(), "value": c.value.Grundy}})
		}
	}
	if e == Misere && len(firm) > 0 {
		facts = append(facts, Fact{"sum.firm", Args{"parts": firm}})
	}
	return facts
}

// maxLeft is the largest number of moves of which it is said what they leave.
const maxLeft = 60

// leaves returns the values that the moves of a part leave, rising; nil if there are too many moves.
func (c component) leaves() (left heaps) {
	count := 0
	for m := range c.Moves() {
		q, err := c.Play(m)
		if count++; err != nil || count > maxLeft {
			return nil
		}
		left = append(left, countsAs(c.game, q).value.Grundy)
	}
	slices.Sort(left)
	return slices.Compact(left)
}
