package typed

import "strings"

// Name is the bot's command where nothing else is configured, without a
// platform's mark in front.
const Name = "nim"

// CalledBot reports whether a name, without "@", is one by which people call
// the bot.
func CalledBot(name string) bool {
	name = strings.ToLower(name)
	return name == Name || name == "bot"
}

// CutName takes "/nim", "@nim" or "@bot" off the front of a line; called is
// false where none of them stands there.
func CutName(line string) (rest string, called bool) {
	word, rest, _ := strings.Cut(strings.TrimSpace(line), " ")
	mention, isMention := strings.CutPrefix(word, "@")
	if strings.EqualFold(word, "/"+Name) || isMention && CalledBot(mention) {
		return strings.TrimSpace(rest), true
	}
	return line, false
}

// Mentioned is a mention without the punctuation that follows it: "@bob,".
func Mentioned(mention string) string { return strings.TrimRight(mention, ",.;:!?") }
