package rules

import (
	"context"
	"math"
	"math/rand/v2"
)

// MaxLooked is how many positions one drawing may look at, which takes some 10 ms. In the listed
// games, a drawing needs a tenth of that.
const MaxLooked = 10_000

// searchedPerLook is how many positions of a search cost as much as a drawn one.
const searchedPerLook = 4

// Drawing is the drawing of one start or puzzle: its random numbers, and a bound on its work. All
// that happens for it spends the same bound, so that a search for what doesn't exist ends soon. It is
// counted in positions, so that the same numbers give the same result on every machine.
type Drawing struct {
	*rand.Rand
	ctx          context.Context
	looked, most int
}

// NewDrawing makes a Drawing from r. It ends early if ctx is cancelled.
func NewDrawing(ctx context.Context, r *rand.Rand) *Drawing {
	return &Drawing{Rand: r, ctx: ctx, most: MaxLooked}
}

// NewLongDrawing makes a Drawing without a bound, for what nobody asked for, of a listed game.
func NewLongDrawing(r *rand.Rand) *Drawing {
	return &Drawing{Rand: r, ctx: context.Background(), most: math.MaxInt}
}

// Look pays for n positions that are looked at. It returns false if the drawing must end: its work is
// used up, or its context is cancelled. A nil Drawing never ends.
func (d *Drawing) Look(n int) bool {
	if d == nil {
		return true
	}
	d.looked += n
	return d.looked <= d.most && d.ctx.Err() == nil
}

// Looked returns how many positions were looked at.
func (d *Drawing) Looked() int { return d.looked }

// Err returns the error of a cancelled context.
func (d *Drawing) Err() error { return d.ctx.Err() }

// Random makes one setup by Draw.
func (g Game) Random(r *rand.Rand, e Ending) string {
	return g.Draw(NewDrawing(context.Background(), r), e)
}

// fair draws random positions until one has the outcome that a fair coin asked for, and
// returns its notation, or "" if the drawing ends before. So the first player wins about half
// of them, whatever the share among all positions. It also returns a position that outcome
// can't decide. draw returns nil for a position that is no start.
func fair(d *Drawing, e Ending, draw func() Position) string {
	want := OutcomeIf(d.IntN(2) == 0)
	known := make(map[Key]bool)
	for d.Look(1) {
		p := draw()
		if p == nil {
			continue
		}
		before := len(known)
		o, ok := outcome(p, e, known)
		d.Look((len(known) - before) / searchedPerLook)
		if !ok || o == want {
			return p.String()
		}
	}
	return ""
}

// outcome decides a small position. It can't use package solve, which imports this
// package. known holds the results of searches; positions of one game may share it
// under one ending.
func outcome(p Position, e Ending, known map[Key]bool) (o Outcome, ok bool) {
	if t, ok := p.(Theory); ok {
		if o, ok := t.Outcome(e); ok {
			return o, true
		}
	}
	if s, ok := p.(Sum); ok && (e == Normal || s.Tame()) {
		return sumOutcome(s, e), true
	}
	if s, ok := p.(Searched); ok {
		if k, ok := s.Key(); ok {
			return OutcomeIf(wins(s, k, e, known)), true
		}
	}
	return P, false
}

func sumOutcome(s Sum, e Ending) Outcome {
	var sum uint64
	firm := false
	for i := range s.Parts() {
		v := s.Value(i)
		sum ^= v.Grundy
		firm = firm || v.Firm
	}
	return SumOutcome(sum, firm, e)
}

// wins reports whether the player to move wins k under e, by an exhaustive search.
func wins(s Searched, k Key, e Ending, known map[Key]bool) bool {
	if w, ok := known[k]; ok {
		return w
	}
	stuck, win := true, false
	for n := range s.Next(k) {
		stuck = false
		if !wins(s, n, e, known) {
			win = true
			break
		}
	}
	known[k] = win || stuck && e == Misere
	return known[k]
}
