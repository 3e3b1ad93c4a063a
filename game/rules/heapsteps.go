package rules

import (
	"iter"
	"regexp"
	"strconv"
	"strings"
)

// This file has the steps and the words of moves that take from one heap or break
// it in two, and reads such moves as people type them.

// Choices walks pile, amount, split. If only one move on a pile takes an amount, the
// amount completes it. Rules that omit zeros (omitsZero) offer ":" instead of the
// amount 0.
func (p heapPosition) Choices(prefix string) iter.Seq[Choice] {
	return func(yield func(Choice) bool) {
		if p.of.pins {
			yield = knockingDown(yield)
		}
		if prefix == "" {
			p.chooseLive(yield)
			return
		}
		i, rest, err := p.pileOf(Move(prefix), "A1")
		if err != nil {
			return
		}
		if rest == "" {
			p.chooseCut(i, yield)
			return
		}
		taken, ok := number(rest)
		if rest == ":" && p.of.rules.omitsZero() {
			taken, ok = 0, true
		}
		if ok {
			p.chooseParts(i, taken, yield)
		}
	}
}

// chooseLive yields the piles on which there is a move.
func (p heapPosition) chooseLive(yield func(Choice) bool) {
	for i, n := range p.heaps {
		if p.isLive(i) && !yield(Choice{Prefix: Label(i), Label: Label(i), Left: n, Code: "choice.part"}) {
			return
		}
	}
}

// chooseCut yields the amounts that can be taken from pile i.
func (p heapPosition) chooseCut(i int, yield func(Choice) bool) {
	for taken := range p.of.rules.amounts(p.heaps[i]) {
		label := strconv.FormatUint(taken, 10)
		c := Choice{Prefix: Label(i) + label, Label: label, Code: "choice.take"}
		if taken == 0 {
			c.Code = "choice.split"
			if p.of.rules.omitsZero() {
				c.Prefix, c.Label = Label(i)+":", ":"
			}
		}
		if only, ways := p.waysToTake(i, taken); ways == 1 {
			c.Prefix, c.Done = string(p.write(i, only)), true
			if only.small > 0 {
				c.Label, c.Code = p.cutLabel(i, only), "choice.take-split"
			}
			if only.small > 0 && taken == 0 {
				c.Code = "choice.split-into"
			}
		}
		if !yield(c) {
			return
		}
	}
}

// waysToTake counts up to four moves that take this many from pile i, and returns the last of them. By
// the contract of heapRules.refusal, the moves that leave 0, 1 or 2 as the smaller part, or equal parts,
// show whether there are several.
func (p heapPosition) waysToTake(i int, taken uint64) (last cut, ways int) {
	n := p.heaps[i]
	if taken > n {
		return last, 0
	}
	count := func(small uint64) {
		if c := (cut{taken, small}); p.of.rules.refusal(n, c) == "" {
			last = c
			ways++
		}
	}
	half := (n - taken) / 2
	for small := uint64(0); small <= min(2, half); small++ {
		count(small)
	}
	if half > 2 {
		count(half)
	}
	return last, ways
}

// chooseParts yields the ways to leave the rest of pile i after taking this many.
func (p heapPosition) chooseParts(i int, taken uint64, yield func(Choice) bool) {
	n := p.heaps[i]
	if _, ways := p.waysToTake(i, taken); ways < 2 {
		return
	}
	for small := uint64(0); small <= (n-taken)/2; small++ {
		c := cut{taken, small}
		if p.of.rules.refusal(n, c) != "" {
			continue
		}
		choice := Choice{Prefix: string(p.write(i, c)), Label: strconv.FormatUint(n-taken, 10), Done: true, Code: "choice.leave"}
		if small > 0 {
			choice.Label = partsLabel(c.parts(n))
		}
		if taken == 0 {
			choice.Code = "choice.split-into"
		}
		if !yield(choice) {
			return
		}
	}
}

// partsLabel writes the two parts of a split: "1 + 2".
func partsLabel(small, large uint64) string {
	return strconv.FormatUint(small, 10) + " + " + strconv.FormatUint(large, 10)
}

// cutLabel writes what c takes from pile i, if anything, and its parts.
func (p heapPosition) cutLabel(i int, c cut) string {
	label := partsLabel(c.parts(p.heaps[i]))
	if c.taken > 0 {
		label = strconv.FormatUint(c.taken, 10) + ": " + label
	}
	return label
}

// Headline calls the heaps piles or rows, and names the set if there is one.
func (p heapPosition) Headline() Wording {
	switch {
	case p.of.pins:
		return Wording{Code: "pins"}
	case p.of.set != "":
		return Wording{"set", []any{"set", p.of.numbers}}
	}
	return p.heaps.Headline()
}

// MoveWords words the amount taken, and the parts that a split leaves.
func (p heapPosition) MoveWords(m Move) Wording {
	i, c, err := p.read(m)
	small, large := uint64(0), uint64(0)
	if err == nil {
		small, large = c.parts(p.heaps[i])
	}
	args := append(make([]any, 0, 12), "label", Label(i))
	if c.taken > 0 && p.of.pins {
		args = append(args, "count", c.taken)
	} else if c.taken > 0 {
		args = append(args, "amount", c.taken)
	}
	switch {
	case small == 0:
		return p.worded("take", args)
	case c.taken == 0:
		return p.worded("split", append(args, "small", small, "large", large))
	}
	return p.worded("take-split", append(args, "small", small, "large", large))
}

// Marks marks the parts of a split, and the stones taken: the last ones of the pile
// or, in a split, those between the parts.
func (p heapPosition) Marks(m Move) []Mark {
	i, c, err := p.read(m)
	if err != nil {
		return nil
	}
	small, large := c.parts(p.heaps[i])
	if small == 0 {
		return []Mark{taken(i, p.heaps[i], c.taken)}
	}
	marks := []Mark{{Deed: Split, Row: i, From: small, To: large}}
	if c.taken > 0 {
		marks = append(marks, taken(i, small+c.taken, c.taken))
	}
	return marks
}

// StepWords ask for an amount if anything can be taken, then for the parts to leave.
func (p heapPosition) StepWords(prefix string) Wording {
	pile, rest, _ := splitLabel(prefix)
	args := []any{"label", prefix[:len(prefix)-len(rest)], "amount", strings.TrimSuffix(rest, ":")}
	switch {
	case rest == "0", rest == ":", rest == "" && !p.takesFrom(pile):
		return p.worded("split", args)
	case rest == "":
		return p.worded("amount", args)
	}
	return p.worded("leave", args)
}

// knocking maps codes for stones to those for pins.
var knocking = map[string]string{
	"take":              "knock",
	"take-split":        "knock-split",
	"amount":            "knock",
	"leave":             "knock-leave",
	"choice.part":       "choice.pin-row",
	"choice.take":       "choice.knock",
	"choice.take-split": "choice.knock-split",
}

// worded returns a wording about stones or, with pins, about those.
func (p heapPosition) worded(code string, args []any) Wording {
	if pins := knocking[code]; p.of.pins && pins != "" {
		code = pins
	}
	return Wording{code, args}
}

// knockingDown words the choices for pins.
func knockingDown(yield func(Choice) bool) func(Choice) bool {
	return func(c Choice) bool {
		if code := knocking[c.Code]; code != "" {
			c.Code = code
		}
		return yield(c)
	}
}

// takesFrom reports whether a move can take stones from a pile.
func (p heapPosition) takesFrom(pile int) bool {
	if pile >= len(p.heaps) {
		return false
	}
	for taken := range p.of.rules.amounts(p.heaps[pile]) {
		if taken > 0 {
			return true
		}
	}
	return false
}

// Readings also recognizes splits, and moves in the middle of a row.
func (p heapPosition) Readings(text string) []string {
	out := append(p.takeReadings(text, takeSpellings, splitSpellings), p.middle(text)...)
	return eitherWay(append(out, strings.ReplaceAll(text, " ", "")))
}

// inMiddle names the middle of a row: "middle", "middle 2 of b", "1 in middle".
var inMiddle = regexp.MustCompile(`^(?:(\d+) in )?middle(?: (\d+))?(?: (?:of|in|from) (?:row )?([a-z]+))?$`)

// middle reads the move that takes one or two from the middle of a row, whichever leaves two
// equal rows. A text that names no row means the only one that isn't empty.
func (p heapPosition) middle(text string) []string {
	m := inMiddle.FindStringSubmatch(text)
	if m == nil {
		return nil
	}
	i := p.onlyPile()
	if m[3] != "" {
		i, _, _ = splitLabel(strings.ToUpper(m[3]))
	}
	if i < 0 || i >= len(p.heaps) || p.heaps[i] == 0 {
		return nil
	}
	n := p.heaps[i]
	taken := 2 - n%2
	move := Label(i) + strconv.FormatUint(taken, 10)
	if said := m[1] + m[2]; said != "" && !strings.HasSuffix(move, said) {
		return nil
	}
	if half := strconv.FormatUint((n-taken)/2, 10); half != "0" {
		move += ":" + half + "+" + half
	}
	return []string{move}
}
