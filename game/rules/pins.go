package rules

import (
	"iter"
	"slices"
)

// pinPosition is a row of heaps of pins, which moves knock down. Game positions
// embed it.
type pinPosition struct{ breakPosition }

func (p pinPosition) Diagram() Diagram { return p.diagram(Pins) }

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

// Headline calls the heaps rows.
func (p pinPosition) Headline() Wording { return Wording{Code: "pins"} }

// MoveWords say how many pins fall, as "count" instead of "amount".
func (p pinPosition) MoveWords(m Move) Wording {
	w := p.breakPosition.MoveWords(m)
	w.Code = knocking[w.Code]
	w.Args[slices.Index(w.Args, any("amount"))] = "count"
	return w
}

func (p pinPosition) StepWords(prefix string) Wording {
	w := p.breakPosition.StepWords(prefix)
	w.Code = knocking[w.Code]
	return w
}

func (p pinPosition) Choices(prefix string) iter.Seq[Choice] {
	return func(yield func(Choice) bool) {
		p.breakPosition.Choices(prefix)(func(c Choice) bool {
			if code := knocking[c.Code]; code != "" {
				c.Code = code
			}
			return yield(c)
		})
	}
}
