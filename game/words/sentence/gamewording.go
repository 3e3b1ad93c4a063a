package sentence

import (
	"slices"
	"strings"

	"nimbot/game/rules"
	"nimbot/game/words/command"
)

// inEnglish returns the legal move that a text names in words for which the games have
// English ones ("9 auf 7" is "9 to 7"), if all other words say nothing.
func (t *moveInterpreter) inEnglish(p rules.Position, text string) []rules.Move {
	if len(t.english.means) == 0 {
		return nil
	}
	spoken, said, worded := t.split(text), []string(nil), false
	for len(spoken) > 0 {
		n := t.english.prefix(spoken)
		switch word := t.inDigits(spoken[:1])[0]; {
		case n > 0:
			means := t.english.means[strings.Join(spoken[:n], " ")]
			said, worded = slices.Concat(said, means), worded || len(means) > 0
		case isNumber(word), isLetter(word):
			said, n = append(said, word), 1
		case t.roles[word] == filler, t.roles[word] == thing:
			n = 1
		default:
			return nil
		}
		spoken = spoken[n:]
	}
	if m, err := command.ReadMove(p, strings.Join(said, " ")); err == nil && (worded || len(pilesOf(p)) == 0) {
		return []rules.Move{m}
	}
	return nil
}
