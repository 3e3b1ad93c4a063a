package gametest

import (
	"fmt"
	"regexp"
	"slices"
	"strings"
	"testing"

	"nimbot/game/rules"
	"nimbot/internal/slowtest"
)

// checkWording checks the wording of moves and steps against their effects, in
// a sample of positions.
func checkWording(t *testing.T, x *graph) {
	c := newFailures(t)
	for _, n := range x.sample(slowtest.Count(50, 150)) {
		for _, err := range append(stepFaults(n.position, ""), moveFaults(n.position, n.moves)...) {
			c.errorf("%s: %v", n.text, err)
		}
	}
}

// stepFaults returns an error for each step from prefix on whose label is
// wrong.
func stepFaults(p rules.Position, prefix string) []error {
	var faults []error
	seen := map[string]bool{}
	for ch := range p.Choices(prefix) {
		if said := ch.Code + " " + ch.Label; seen[said] {
			faults = append(faults, fmt.Errorf("Choices(%q) offers %q twice", prefix, said))
		} else {
			seen[said] = true
		}
		if err := checkLabel(p, prefix, ch); err != nil {
			faults = append(faults, err)
		}
		if !ch.Done {
			faults = append(faults, stepFaults(p, ch.Prefix)...)
		}
	}
	return faults
}

// checkLabel returns an error unless the label of a step after prefix, alone or
// together with the prefix, names the effect of every move that begins with the
// step, and the whole effect if the step completes a move.
//
// In a component of a Composed position, its game's labels are the right ones.
func checkLabel(p rules.Position, prefix string, ch rules.Choice) error {
	if of, ok := p.(rules.Composed); ok {
		if i, rest, in := of.Within(prefix); in {
			if _, ch.Prefix, in = of.Within(ch.Prefix); !in {
				return fmt.Errorf("Choices(%q) offers %+v, want a step in the same component", prefix, ch)
			}
			return checkLabel(of.Components()[i].Position, rest, ch)
		}
	}
	label := tokens(ch.Label)
	together := append(tokens(prefix), label...)
	for m := range movesBehind(p, ch) {
		q, err := p.Play(m)
		if err != nil {
			return fmt.Errorf("Choices(%q) leads to %q: %v", prefix, m, err)
		}
		ways := effects(p.Diagram(), q.Diagram())
		if !slices.ContainsFunc(ways, func(w []string) bool {
			w = lowered(w)
			if ch.Done {
				return slices.Equal(w, label) || slices.Equal(w, together)
			}
			return begins(w, label) || begins(w, together)
		}) {
			return fmt.Errorf("Choices(%q) offers the label %q for %q, want what it does: one of %v", prefix, ch.Label, m, ways)
		}
	}
	if n, known := held(p.Diagram(), ch.Label); known && ch.Left > 0 && ch.Left != n {
		return fmt.Errorf("Choices(%q) says that %q holds %d, want %d", prefix, ch.Label, ch.Left, n)
	}
	return nil
}

// movesBehind returns the moves that the step ch leads to.
func movesBehind(p rules.Position, ch rules.Choice) func(yield func(rules.Move) bool) {
	return func(yield func(rules.Move) bool) {
		if ch.Done {
			yield(rules.Move(ch.Prefix))
			return
		}
		for next := range p.Choices(ch.Prefix) {
			for m := range movesBehind(p, next) {
				if !yield(m) {
					return
				}
			}
		}
	}
}

// held returns how much the part of that name holds; known is false if the drawing
// doesn't show it.
func held(d rules.Diagram, label string) (n uint64, known bool) {
	if d.Shape == rules.Cake {
		n, known = cakeSides(d)[label]
		return n, known
	}
	for _, r := range d.Rows {
		if r.Label == label && len(r.Cells) == 0 {
			return r.Count, true
		}
	}
	return 0, false
}

// moveFaults returns an error for each move whose wording is wrong.
func moveFaults(p rules.Position, moves []rules.Move) []error {
	worded, ok := p.(rules.Worded)
	if !ok {
		return nil
	}
	var faults []error
	seen := map[string]rules.Move{}
	for _, m := range moves {
		words := worded.MoveWords(m)
		said := fmt.Sprint(words)
		if other, twice := seen[said]; twice {
			faults = append(faults, fmt.Errorf("MoveWords(%q) = %v, as of %q", m, words, other))
		}
		seen[said] = m
		if err := checkWords(p, m, words); err != nil {
			faults = append(faults, err)
		}
	}
	return faults
}

// checkWords returns an error unless the arguments name exactly the effect of the move.
// Names that are words of a language, such as "left", are part of the code instead.
func checkWords(p rules.Position, m rules.Move, words rules.Wording) error {
	q, err := p.Play(m)
	if err != nil {
		return err
	}
	said := argumentTokens(words)
	ways := effects(p.Diagram(), q.Diagram())
	for _, w := range ways {
		w = slices.DeleteFunc(slices.Clone(w), func(name string) bool { return strings.Contains(words.Code, name) })
		if slices.Equal(said, slices.Sorted(slices.Values(lowered(w)))) {
			return nil
		}
	}
	return fmt.Errorf("MoveWords(%q) = %v, want arguments that are one of %v", m, words, ways)
}

// argumentTokens returns the tokens of all values among the arguments, sorted.
func argumentTokens(words rules.Wording) []string {
	var out []string
	for i := 1; i < len(words.Args); i += 2 {
		var nested []rules.Wording
		switch a := words.Args[i].(type) {
		case []rules.Wording:
			nested = a
		case rules.Series:
			nested = a
		default:
			out = append(out, tokens(fmt.Sprint(a))...)
		}
		for _, w := range nested {
			out = append(out, argumentTokens(w)...)
		}
	}
	slices.Sort(out)
	return out
}

// tokenForm finds numbers and the names of parts.
var tokenForm = regexp.MustCompile(`[0-9]+|[A-Za-z]+`)

// tokens returns the numbers and names in a text, in small letters.
func tokens(text string) []string { return lowered(tokenForm.FindAllString(text, -1)) }

func lowered(words []string) []string {
	out := make([]string, len(words))
	for i, w := range words {
		out[i] = strings.ToLower(w)
	}
	return out
}

// begins reports whether all begins with first.
func begins(all, first []string) bool {
	return len(first) <= len(all) && slices.Equal(all[:len(first)], first)
}
