package command

import "strings"

// Name is the bot's command if no other is configured, without the slash or @ before it.
const Name = "nim"

// CalledBot reports whether name, without "@", is a name of the bot.
func CalledBot(name string) bool {
	name = lower(name)
	return name == Name || name == "bot"
}

// CutName removes "/nim", "@nim" or "@bot" from the start of a line; called is false if
// there is none.
func CutName(line string) (rest string, called bool) {
	word, rest := cutWord(line)
	word = lower(Fold(word))
	mention, isMention := strings.CutPrefix(word, "@")
	if word == "/"+Name || isMention && CalledBot(mention) {
		return rest, true
	}
	return line, false
}

// Mentioned trims the punctuation that follows a mention: "@bob,".
func Mentioned(mention string) string { return strings.TrimRight(mention, ",.;:!?") }
