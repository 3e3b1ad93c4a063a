package rules

import "iter"

// dawsonKayles: knock down exactly two neighbours of a row. It is the octal game
// 0.07; its values have period 34 from 53 on (Guy & Smith 1956). No theory is known
// that decides misère play at every size, so it is searched.
var dawsonKayles = Game{
	Key:      "dawson-kayles",
	Title:    "Dawson's Kayles",
	Endings:  []Ending{Normal, Misere},
	Costly:   []Ending{Misere},
	Examples: []string{"5 7", "14", "4 6 9"},
	Parse: func(text string) (Position, error) {
		h, err := parsePieces(text, "5 7")
		if err != nil {
			return nil, err
		}
		return dawsonAt(h), nil
	},
	Draw: func(d *Drawing, e Ending) string {
		return fairHeaps(d, e, 2, 4, 14, func(h heaps) withLive { return dawsonAt(h) })
	},
	Bounds: func(e Ending) Size {
		if e == Misere {
			return Size{Total: maxDawsonTotal}
		}
		return Size{Parts: MaxHeaps, Largest: MaxHeap}
	},
	Grows: addsPart,
}

// maxDawsonTotal is the largest number of pins under misère play.
const maxDawsonTotal = 80

var dawsonRules = fixedCode(0, 0, 7)

type dawsonPosition struct{ pinPosition }

func dawsonAt(h heaps) dawsonPosition {
	return dawsonPosition{pinPosition{breakPosition{h, dawsonRules}}}
}

func (p dawsonPosition) Diagram() Diagram { return p.diagram(Pins).withPiece(BluePins) }

func (p dawsonPosition) Play(m Move) (Position, error) {
	h, err := p.after(m)
	if err != nil {
		return nil, err
	}
	return dawsonAt(h), nil
}

// Tame returns false: misère play needs a search.
func (p dawsonPosition) Tame() bool { return false }

func (p dawsonPosition) Game() string             { return dawsonKayles.Key }
func (p dawsonPosition) Key() (Key, bool)         { return dawsonRules.misere.key(p.heaps) }
func (p dawsonPosition) Next(k Key) iter.Seq[Key] { return dawsonRules.misere.next(k) }
func (p dawsonPosition) SearchBound() Size        { return Size{Total: maxDawsonTotal} }

// Facts returns the values up to each row, for normal play.
func (p dawsonPosition) Facts(e Ending) []Fact { return dawsonRules.facts(p.heaps, e) }
