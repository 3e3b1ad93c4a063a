package rules

// dawsonKayles: knock down exactly two neighbours of a row. It is the octal game
// 0.07; its values have period 34 from 53 on (Guy & Smith 1956). No theory is known
// that decides misère play at every size, so it is searched.
var dawsonKayles = heapsOf(&heapGame{
	card: Game{
		Key:      "dawson-kayles",
		Title:    "Dawson's Kayles",
		Group:    BreakGames,
		Endings:  []Ending{Normal, Misere},
		Costly:   []Ending{Misere},
		Examples: []string{"5 7", "14", "4 6 9"},
		Bounds: func(e Ending) Size {
			if e == Misere {
				return Size{Total: maxDawsonTotal}
			}
			return Size{Parts: MaxHeaps, Largest: MaxHeap}
		},
		Grows: addsPart,
	},
	rules: dawsonRules, draws: drawnHeaps{2, 4, 14}, pins: true, piece: BluePins, facts: dawsonRules.facts,
	search: &dawsonRules.misere, bound: Size{Total: maxDawsonTotal},
})

// maxDawsonTotal is the largest number of pins under misère play.
const maxDawsonTotal = 80

var dawsonRules = fixedCode(0, 0, 7)
