package web

import (
	"slices"
	"strings"

	"nimbot/game/rules"
	"nimbot/game/words/command"
)

// commandText returns the command in a typed line, without the bot's name. ok is false for a message to
// people. "/start 3 4 5" works without the bot's name; the name of a game, alone or after "play",
// starts the game.
func commandText(line string) (text string, ok bool) {
	text, ok = command.CutName(line)
	if !ok {
		said, slashed := strings.CutPrefix(strings.TrimSpace(command.Fold(line)), "/")
		word, _, _ := strings.Cut(said, " ")
		if c, _ := command.Named(said); !slashed || c == nil && !isGameName(word) {
			return line, false
		}
		text, ok = said, true
	}
	first, rest, _ := strings.Cut(text, " ")
	if next, _, _ := strings.Cut(strings.TrimSpace(rest), " "); strings.EqualFold(first, "play") && isGameName(next) {
		first, text = next, strings.TrimSpace(rest)
	}
	if command.Find(strings.ToLower(first)) == nil && isGameName(first) {
		text = "start " + text
	}
	return text, ok
}

func isGameName(word string) bool {
	_, err := rules.Lookup(strings.ToLower(word))
	return word != "" && err == nil
}

// publicCommands are the commands that make a person visible to others, and so need a name.
var publicCommands = []string{"challenge", "open", "accept", "visibility", "race", "guess", "share"}

// needsName reports whether a command needs a name.
func needsName(text string) bool {
	l, err := command.Parse(text)
	if err != nil || l.Command == nil {
		return false
	}
	name := l.Command.Name
	return slices.Contains(publicCommands, name) && l.Rest != "why" || // which tells only the reader
		name == "daily" && l.Rest == "share"
}
