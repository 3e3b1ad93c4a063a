package command

import (
	"errors"
	"slices"
	"strings"

	"nimbot/game/rules"
	"nimbot/game/words"
)

// AnyGame is the key for a random game other than the last one, and Surprise is the
// command that starts one.
const (
	AnyGame  = "random"
	Surprise = "start game:" + AnyGame
	// FirstPiles are those of a person's first game of Nim.
	FirstPiles = "3 4 5"
)

// isFamily reports whether word is a game's key that contains a colon because it has a
// parameter, even if the parameter is wrong.
func isFamily(word string) bool {
	word = strings.ToLower(word)
	key, _, ok := strings.Cut(word, ":")
	if !ok || slices.Contains(setupOptions, key) {
		return false
	}
	_, err := rules.Lookup(word)
	return !isUnknown(err)
}

// isUnknown reports whether err means that no game has the key; a wrong parameter is
// another error.
func isUnknown(err error) bool {
	var g *rules.Error
	return errors.As(err, &g) && g.Code == "game.unknown"
}

// UnknownGame returns the refusal of a key that a person typed. It proposes a similar key if
// there is one.
func UnknownGame(key string, err error) error {
	if !isUnknown(err) && !strings.HasSuffix(key, ":") {
		return err
	}
	return unknownGame(key, nearGame(key))
}

// nearGame returns the key of the game that was probably meant by a word, which may lack
// the key's parameter; "" if none is near.
func nearGame(word string) string {
	if key := OfFamily(word); key != "" {
		return key
	}
	return Nearest(word, append(gameKeys(), rules.Names()...))
}

// OfFamily returns the listed game of the family that a word names: "octal"; "" for none.
func OfFamily(word string) string {
	for _, k := range gameKeys() {
		if rules.Family(k) == rules.Family(strings.ToLower(word)) {
			return k
		}
	}
	return ""
}

func gameKeys() []string {
	keys := make([]string, 0, len(rules.Games()))
	for _, g := range rules.Games() {
		keys = append(keys, g.Key)
	}
	return keys
}

// SetupRefused returns a better reason than err why a setup can't be read, if it finds one: a
// misspelt ending, a misspelt game, or a name without @ where the command needs a mention.
func (l Line) SetupRefused(setup string, err error) error {
	if l.Rest == "" { // the bot's own choice
		return err
	}
	all := strings.Fields(setup)
	for n := min(longestName, len(all)); n > 1; n-- {
		if name := strings.Join(all[:n], " "); rules.Unplayed(name) {
			return unknownGame(name, "")
		}
	}
	for i, word := range all {
		if !IsWord(strings.Trim(word, "@,.!")) || rules.Known(strings.ToLower(word)) {
			continue
		}
		if i == 0 && l.Command.wantsMention() && l.Who == "" {
			return refuse("challenge.mention", words.Args{"who", Abridge(word)})
		}
		if Nearest(word, []string{"misere"}) != "" {
			return refuse("option.ending", words.Args{"part", Abridge(word)})
		}
		if near := nearGame(word); near != "" && near != strings.ToLower(word) || rules.Unplayed(word) {
			return unknownGame(word, near)
		}
		if i == 0 && !l.Options.Given("game") {
			return unknownGame(word, "")
		}
	}
	return err
}
