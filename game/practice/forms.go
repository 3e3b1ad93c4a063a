package practice

import (
	"regexp"
	"slices"
	"strconv"

	"nimbot/game/rules"
	"nimbot/game/teach"
	"nimbot/game/words"
)

const (
	leastLegal = 4    // with fewer moves, an example that doesn't win would tell too much
	mostMoves  = 1000 // from how many moves the example is chosen
)

// formOfMoves shows how a move of the present position is written, by one that neither wins nor is a choice of the
// step: the longest of those that are written or worded differently, since the short ones are like those of Nim. It
// returns nothing if there is none. On a page, which has to be short, it doesn't say what a move in a sum of games does.
func formOfMoves(step teach.Step, onPage bool) []words.Text {
	p := step.Puzzle
	if p.Legal < leastLegal {
		return nil
	}
	var example rules.Move
	seen, count := map[string]bool{}, 0
	for m := range p.Position.Moves() {
		if count++; count > mostMoves {
			break
		}
		form := formOf(p.Position, m)
		if seen[form] || slices.Contains(p.Winning, m) || slices.Contains(step.Among, m) {
			continue
		}
		seen[form] = true
		if len(m) > len(example) {
			example = m
		}
	}
	if example == "" {
		return nil
	}
	form := words.New("practice.type-form", "move", example)
	if _, composed := p.Position.(rules.Composed); !composed || !onPage {
		form.Args = append(form.Args, "do", words.Move("do", words.Person{}, p.Position, example))
	}
	return []words.Text{form}
}

var (
	anyNumber = regexp.MustCompile(`[0-9]+`)
	anyLetter = regexp.MustCompile(`[A-Z]`)
)

// formOf is the same for moves that are written and worded alike, in the same part of a sum of games.
func formOf(p rules.Position, m rules.Move) string {
	part := ""
	if of, ok := p.(rules.Composed); ok {
		if i, _, ok := of.Within(string(m)); ok {
			part = strconv.Itoa(i)
		}
	}
	shape := anyLetter.ReplaceAllString(anyNumber.ReplaceAllString(string(m), "0"), "A")
	return part + words.Move("do", words.Person{}, p, m).Key + shape
}
