package rules

import (
	"strconv"
	"strings"
)

// Shared code for all games played with heaps: reading, writing, measuring and
// drawing a row of heaps. The rules stay in each game's file.

// The largest sizes that theory-backed heap games accept in this library;
// chat sets smaller bounds of its own.
const (
	MaxHeaps = 1000
	MaxHeap  = 1_000_000_000_000_000_000 // 10^18
)

// addsPart is Grows of a game in which a move leaves at most one part more.
func addsPart(start Size) Size {
	if start.Parts > 0 {
		start.Parts += MaxPlies
	}
	return start
}

// heaps are the sizes of the piles A, B, C …; an emptied pile stays as 0.
type heaps []uint64

// String writes the sizes with blanks between them; no heaps at all are "0".
func (h heaps) String() string {
	if len(h) == 0 {
		return "0"
	}
	b := make([]byte, 0, 64) // stays on the stack for all but huge boards
	for i, n := range h {
		if i > 0 {
			b = append(b, ' ')
		}
		b = strconv.AppendUint(b, n, 10)
	}
	return string(b)
}

// Size counts the stones in Total, and all piles, empty ones included, in Parts.
func (h heaps) Size() Size {
	s := Size{Parts: len(h)}
	for _, n := range h {
		s.Largest = max(s.Largest, n)
		s.Total = AddSaturating(s.Total, n)
	}
	return s
}

// Diagram draws piles of stones.
func (h heaps) Diagram() Diagram { return h.diagram(Piles) }

func (h heaps) diagram(shape Shape) Diagram {
	d := Diagram{Shape: shape, Rows: make([]Row, len(h))}
	for i, n := range h {
		d.Rows[i] = Row{Label: Label(i), Count: n}
	}
	return d
}

// Part names pile i and writes its size.
func (h heaps) Part(i int) (label, shape string) {
	return Label(i), strconv.FormatUint(h[i], 10)
}

// Parts returns the number of piles.
func (h heaps) Parts() int { return len(h) }

// with returns a copy of h in which pile i is replaced by the given piles.
func (h heaps) with(i int, piles ...uint64) heaps {
	out := make(heaps, 0, len(h)-1+len(piles))
	out = append(out, h[:i]...)
	out = append(out, piles...)
	return append(out, h[i+1:]...)
}

// choosePile yields the first step of a move: the piles that are not empty.
func (h heaps) choosePile(yield func(Choice) bool) {
	for i, n := range h {
		if n > 0 && !yield(Choice{Prefix: Label(i), Label: Label(i), Left: n, Code: "choice.part"}) {
			return
		}
	}
}

// Headline returns the game's title, then the piles.
func (h heaps) Headline() Wording { return Wording{Code: "named"} }

// MoveWords returns the words of a move that takes from one pile.
func (h heaps) MoveWords(m Move) Wording {
	label, amount := splitTake(m)
	return Wording{"take", append(make([]any, 0, 8), "amount", amount, "label", label)}
}

// splitTake splits "B12" into "B" and 12.
func splitTake(m Move) (label string, amount uint64) {
	_, rest, _ := splitLabel(string(m))
	amount, _ = number(rest)
	return string(m[:len(m)-len(rest)]), amount
}

// Marks returns the stones that a move from one pile takes.
func (h heaps) Marks(m Move) []Mark {
	i, rest, _ := splitLabel(string(m))
	k, _ := number(rest)
	return append(make([]Mark, 0, 2), taken(i, h[i], k)) // with room for the mark of the next move
}

// StepWords ask for an amount.
func (h heaps) StepWords(prefix string) Wording {
	return Wording{"amount", []any{"label", prefix}}
}

// copies returns the labels of the only two parts that aren't dead, if they have the
// same shape.
func copies(parts int, part func(i int) (label, shape string), dead func(i int) bool) (first, second string, ok bool) {
	labels, shapes := make([]string, 0, 2), make([]string, 0, 2)
	for i := range parts {
		if dead(i) {
			continue
		}
		if len(labels) == 2 {
			return "", "", false
		}
		label, shape := part(i)
		labels, shapes = append(labels, label), append(shapes, shape)
	}
	if len(labels) < 2 || shapes[0] != shapes[1] {
		return "", "", false
	}
	return labels[0], labels[1], true
}

// isEmpty reports whether pile i is empty.
func (h heaps) isEmpty(i int) bool { return h[i] == 0 }

// parseHeaps reads sizes separated by blanks or commas: "3 4 5".
func parseHeaps(text, example string) (heaps, error) { return parseUpTo(MaxHeaps, text, example) }

// parsePieces is parseHeaps for games in which moves break heaps.
func parsePieces(text, example string) (heaps, error) {
	return parseUpTo(MaxHeaps+MaxPlies, text, example)
}

func parseUpTo(most int, text, example string) (heaps, error) {
	fields := splitList(text)
	if len(fields) == 0 {
		return nil, notation("piles.none", Args{"example": example})
	}
	if len(fields) > most {
		return nil, notation("piles.too-many", Args{"count": len(fields), "max": most, "example": example})
	}
	h := make(heaps, len(fields))
	for i, f := range fields {
		n, err := parseCount(f, example)
		if err != nil {
			return nil, err
		}
		h[i] = n
	}
	return h, nil
}

// splitList splits at blanks and commas.
func splitList(text string) []string {
	return strings.FieldsFunc(text, func(r rune) bool { return r == ' ' || r == ',' || r == '\t' })
}

// parseCount reads one size from 0 to MaxHeap, in plain decimal digits.
func parseCount(f, example string) (uint64, error) {
	if strings.HasPrefix(f, "-") && isDigits(f[1:]) {
		return 0, notation("pile.negative", Args{"part": clip(f), "example": example})
	}
	if !isDigits(f) {
		return 0, notation("pile.not-a-number", Args{"part": clip(f), "example": example})
	}
	n, err := strconv.ParseUint(f, 10, 64)
	if err != nil || n > MaxHeap {
		return 0, notation("pile.too-large", Args{"part": clip(f), "example": example, "max": uint64(MaxHeap)})
	}
	return n, nil
}

func isDigits(s string) bool {
	for i := range len(s) {
		if s[i] < '0' || s[i] > '9' {
			return false
		}
	}
	return s != ""
}

// splitLabel splits a move such as "AB12:1+2" into up to four letters at its
// beginning, as a zero-based pile, and the rest. ok is false without letters.
func splitLabel(m string) (pile int, rest string, ok bool) {
	i := 0
	for i < len(m) && i < 4 && m[i] >= 'A' && m[i] <= 'Z' {
		pile = pile*26 + int(m[i]-'A') + 1
		i++
	}
	return pile - 1, m[i:], i > 0
}

// number reads a canonical decimal number: digits only, no leading zeros.
func number(s string) (uint64, bool) {
	if !isDigits(s) || len(s) > 1 && s[0] == '0' {
		return 0, false
	}
	n, err := strconv.ParseUint(s, 10, 64)
	return n, err == nil
}

// pileOf finds the pile that a move names, and returns the rest of the move. example
// is a move for the refusal of a move without a pile. Errors are ErrIllegal.
func (h heaps) pileOf(m Move, example string) (pile int, rest string, err error) {
	pile, rest, ok := splitLabel(string(m))
	if !ok {
		return 0, "", illegal("move.form", Args{"move": string(m), "example": example})
	}
	if pile >= len(h) {
		return 0, "", illegal("move.no-such-pile", Args{"move": string(m), "label": string(m[:len(m)-len(rest)]), "last": Label(len(h) - 1)})
	}
	if h[pile] == 0 {
		return 0, "", illegal("move.empty-pile", Args{"move": string(m), "label": Label(pile)})
	}
	return pile, rest, nil
}

// takeMove writes "A2".
func takeMove(pile int, n uint64) Move {
	b := make([]byte, 0, 24)
	b = append(b, Label(pile)...)
	return Move(strconv.AppendUint(b, n, 10))
}
