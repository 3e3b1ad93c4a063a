package rules

import "iter"

// kayles: knock down one pin or two neighbours of a row; the pins left on either side
// are a row of their own. It is the octal game 0.77; its values have period 12 from 71
// on (Guy & Smith 1956). The misère quotient decides misère play at any size; see
// kaylesquotient.go.
var kayles = heapsOf(&heapGame{
	card: Game{
		Key:      "kayles",
		Title:    "Kayles",
		Group:    BreakGames,
		Endings:  []Ending{Normal, Misere},
		Sparse:   []Ending{Normal},
		Examples: []string{"5 7", "13", "3 4 5"},
		Bounds:   func(Ending) Size { return Size{Parts: MaxHeaps, Largest: MaxHeap} },
		Grows:    addsPart,
	},
	rules: kaylesRules, draws: drawnHeaps{2, 3, 12}, pins: true, facts: kaylesRules.facts, quotient: true,
})

// fixedCode returns the rules of an octal code that is known to be valid.
func fixedCode(digits ...byte) *octalRules { return newOctal(writeOctal(digits), digits) }

var kaylesRules = fixedCode(0, 7, 7)

// kaylesPosition is a position of Kayles: misère play, which isn't tame, has its theory.
type kaylesPosition struct{ heapPosition }

// Outcome decides misère play with the misère quotient. ok is false for normal
// play, where the Sum decides.
func (p kaylesPosition) Outcome(e Ending) (o Outcome, ok bool) {
	if e != Misere {
		return N, false
	}
	return OutcomeIf(!kaylesQuotient().lost(product(p.heaps))), true
}

// product returns the product of the rows' elements in the misère quotient.
func product(h heaps) element {
	q, e := kaylesQuotient(), element(0)
	for _, n := range h {
		e = q.times(e, q.heap(n))
	}
	return e
}

// Winning yields the moves after which the product is that of a P-position.
func (p kaylesPosition) Winning(Ending) iter.Seq[Move] {
	return func(yield func(Move) bool) {
		q := kaylesQuotient()
		before, behind := element(0), q.suffixes(p.heaps)
		for i, n := range p.heaps {
			rest := q.times(before, behind[i+1])
			before = q.times(before, q.heap(n))
			lost := func(small, large uint64) bool {
				return q.lost(q.times(rest, q.times(q.heap(small), q.heap(large))))
			}
			for c := range kaylesRules.cutsWhere(n, q.period, lost) {
				if !yield(p.write(i, c)) {
					return
				}
			}
		}
	}
}

// Working shows the element of each row, their product and the products that lose. It has no
// rows with values, because the values of normal play decide nothing in misère play.
func (p kaylesPosition) Working(Ending) Working {
	q := kaylesQuotient()
	w := Working{Method: "misere-quotient"}
	for i, n := range p.heaps {
		w.Facts = append(w.Facts, Fact{"quotient-element", Args{"label": Label(i), "size": n, "element": q.name(q.heap(n))}})
	}
	e := product(p.heaps)
	code := "quotient-product-won"
	if q.lost(e) {
		code = "quotient-product-lost"
	}
	w.Facts = append(w.Facts, Fact{code, Args{"element": q.name(e), "lost": q.lostNames()}})
	return w
}
