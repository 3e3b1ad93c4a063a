package dialog

import (
	"strconv"
	"strings"

	"nimbot/game/rules"
	"nimbot/game/words"
	"nimbot/game/words/command"
)

// maxMenu is how many choices a page has: platforms allow 25.
const maxMenu = 25

// MoveMenu is one step in the choice of a move in p. prefix is the choice made so far,
// and skip the index of the first choice shown. button makes the button of a command: of
// a move if verb is "", otherwise of the next step, with [command.Step].
//
// A step with only one choice is taken at once, except on a later page, where other
// choices are on the pages before.
func MoveMenu(p rules.Position, prefix string, skip int, button func(label words.Text, verb, rest string) Button) *Menu {
	var items []rules.Choice
	for {
		items = collect(p, prefix, skip)
		if len(items) != 1 || items[0].Done || skip > 0 {
			break
		}
		prefix = items[0].Prefix
	}
	more := len(items) > maxMenu && skip+maxMenu <= command.MaxWalk
	items = items[:min(len(items), maxMenu)]
	m := &Menu{Title: words.StepTitle(p, prefix), Items: make([]Button, 0, len(items))}
	for i, c := range items {
		switch {
		case i == maxMenu-1 && more:
			next := strings.TrimSpace(prefix + " >" + strconv.Itoa(skip+i))
			m.Items = append(m.Items, button(words.Text{Key: "button.more"}, command.Step, next))
		case c.Done:
			m.Items = append(m.Items, button(words.Step(c), "", c.Prefix))
		default:
			m.Items = append(m.Items, button(words.Step(c), command.Step, c.Prefix))
		}
	}
	return m
}

// ReadStep reads what follows [command.Step] in the command of a MoveMenu button. ok is
// false if p has no such step.
func ReadStep(p rules.Position, rest string) (prefix string, skip int, ok bool) {
	for w := range strings.FieldsSeq(rest) {
		if n, found := strings.CutPrefix(w, ">"); found {
			skip, _ = strconv.Atoi(n) // 0, the first page, if it's no number
			skip = min(max(skip, 0), command.MaxWalk)
			continue
		}
		prefix += w
	}
	return prefix, skip, len(collect(p, prefix, skip)) > 0
}

// collect reads the choices of a page, and one more to see whether there is another
// page.
func collect(p rules.Position, prefix string, skip int) []rules.Choice {
	items := make([]rules.Choice, 0, 6) // few positions have more piles
	for c := range p.Choices(prefix) {
		if skip > 0 {
			skip--
			continue
		}
		if items = append(items, c); len(items) > maxMenu {
			break
		}
	}
	return items
}
