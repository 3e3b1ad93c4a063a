package rules

import (
	"slices"
	"strconv"
	"testing"
)

// value returns the argument of that name.
func (w Wording) value(t *testing.T, name string) any {
	t.Helper()
	i := slices.Index(w.Args, any(name))
	if i < 0 {
		t.Fatalf("%v has no %s", w, name)
	}
	return w.Args[i+1]
}

// Euclid's hint, read literally, gives a winning move in every won position.
func TestTheHintOfEuclidReadLiterally(t *testing.T) {
	pairs := [][2]uint64{{610, 233}, {377, 233}, {987, 610}, {1597, 987 - 610}, {6765, 4181}, {10946, 4181}}
	for b := uint64(1); b < 40; b++ {
		for n := b; n < 4*b; n++ {
			pairs = append(pairs, [2]uint64{n, b})
		}
	}
	for _, pair := range pairs {
		for _, e := range []Ending{Normal, Misere} {
			p := euclidPosition{heaps{pair[0], pair[1]}}
			winning := slices.Collect(p.Winning(e))
			if o, _ := p.Outcome(e); o == P || Over(p) {
				continue
			}
			hint := p.Hint(winning[0], e)
			r := hint.value(t, "remainder").(uint64)
			leave := r + pair[1]
			switch hint.Code {
			case "euclid-divides.normal":
				leave = 0
			case "euclid-divides.misere":
			default:
				golden, err := strconv.ParseFloat(string(hint.value(t, "golden").(Decimal)), 64)
				if err != nil {
					t.Fatal(err)
				}
				if float64(r) > golden*float64(pair[1]) {
					leave = r
				}
			}
			if m := takeMove(0, pair[0]-leave); !slices.Contains(winning, m) {
				t.Errorf("%s, %v: Hint() = %v leads to %q, want one of %v", p, e, hint, m, winning)
			}
		}
	}
}

// The hint of Wythoff's game asks for the lost pair that its move leaves.
func TestTheHintOfWythoffLeadsToTheMove(t *testing.T) {
	for a := uint64(0); a < 40; a++ {
		for b := uint64(0); b < 40; b++ {
			for _, e := range []Ending{Normal, Misere} {
				p := wythoffPosition{heaps{a, b}}
				for m := range p.Winning(e) {
					q, err := p.Play(m)
					if err != nil {
						t.Fatal(err)
					}
					left := q.(wythoffPosition).heaps
					hint := p.Hint(m, e)
					small, large := left.ordered()
					switch hint.Code {
					case "wythoff-difference." + e.String():
						if d := hint.value(t, "difference"); d != large-small {
							t.Errorf("%s, %v: Hint(%q) asks for the difference %v, want %d", p, e, m, d, large-small)
						}
					case "wythoff-pair." + e.String():
						if n := hint.value(t, "size"); n != small && n != large {
							t.Errorf("%s, %v: Hint(%q) asks for %v, want one of %v", p, e, m, n, left)
						}
					default:
						t.Errorf("%s, %v: Hint(%q) = %v", p, e, m, hint)
					}
				}
			}
		}
	}
}
