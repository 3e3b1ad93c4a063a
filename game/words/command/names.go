package command

import (
	"slices"
	"strconv"
	"strings"

	"nimbot/game/rules"
	"nimbot/game/words"
)

// longestName is how many words the longest name of a game has.
const longestName = 5

// readName replaces a name that people use for a game by the game's key, and returns what it means.
func readName(parts []string) (rest []string, n rules.Name, ok bool) {
	for i := range parts {
		if first, _ := strings.CutPrefix(parts[i], "game:"); first != "" && !rules.MayBeginName(first) {
			continue
		}
		for end := min(len(parts), i+longestName); end > i; end-- {
			name, keyed := strings.CutPrefix(strings.Join(parts[i:end], " "), "game:")
			if _, err := strconv.Atoi(name); err == nil && !keyed { // a pile
				continue
			}
			if n, ok = rules.NameOf(name); ok {
				return slices.Concat(parts[:i], []string{"game:" + n.Key}, parts[end:]), n, true
			}
		}
	}
	return parts, n, false
}

// mean gives the line the ending and, if it sets up a game, the start that a name means. rest are the words of the
// setup.
func (l *Line) mean(n rules.Name, rest []string) ([]string, error) {
	l.Options.Name = n.Title
	if n.Ending == rules.Misere && !l.Options.given["misere"] && (l.Command.Sets() || l.Command.takes("misere", Flag)) {
		l.Options.Ending, l.Options.given["misere"] = rules.Misere, true
	}
	if n.NormalOnly && l.Options.Ending == rules.Misere {
		return rest, refuse("named.normal-only", words.Args{"name", n.Title, "example", "start " + n.Typed()})
	}
	if l.Command.Sets() {
		rest = strings.Fields(n.Setup(rest))
	}
	return rest, nil
}

// NamesNoGame reports whether a refusal is about a name that can only be meant as that of a game: then the line is no
// sentence, which could begin another game. parsing reports that the line couldn't be read, as with "game:kaylse".
func NamesNoGame(refusal words.Text, parsing bool) bool {
	switch refusal.Key {
	case "game.unplayed", "named.normal-only":
		return true
	case "game.unknown", "game.unknown-near":
		return parsing
	}
	return false
}

// nearest returns the three keys and names that look most like a word, the nearest first.
func nearest(word string) []string {
	all := append(gameKeys(), rules.Names()...)
	letters := []rune(strings.ToLower(word))
	slices.SortStableFunc(all, func(a, b string) int { return Distance(letters, []rune(a)) - Distance(letters, []rune(b)) })
	return all[:3]
}

// unknownGame refuses the name of a game that there is none of. near is the key that was probably meant, "" if there
// is none.
func unknownGame(name, near string) error {
	if rules.Unplayed(name) {
		return refuse("game.unplayed", words.Args{"game", Abridge(name)})
	}
	others := nearest(name)
	if near == "" {
		return refuse("game.unknown", words.Args{"game", Abridge(name), "near", others[0], "second", others[1], "third", others[2]})
	}
	others = slices.DeleteFunc(others, func(o string) bool { return o == near })
	return refuse("game.unknown-near", words.Args{"game", Abridge(name), "near", near, "second", others[0], "third", others[1]})
}
