package web

import (
	"regexp"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"golang.org/x/text/unicode/norm"

	"nimbot/adapters/names"
	"nimbot/game/dialog"
	"nimbot/game/words"
)

// maxName is the longest name of a person or a channel in characters.
const maxName = 32

// reservedNames are the names of the bot and of groups.
var reservedNames = slices.Concat(names.OfBot, names.OfGroups)

// officeTitles are the titles of people with authority.
var officeTitles = []string{"admin", "administrator", "moderator", "mod", "system", "staff", "support", "operator", "owner", "official", "root", "server", "security"}

// namesOffice reports whether a name could be mistaken for an office, also with a
// number.
func namesOffice(name string) bool {
	return names.ConfusableWith(strings.Trim(name, "0123456789"), officeTitles...) || names.ConfusableWith(name, officeTitles...)
}

// cleanName converts typed text to a name that can be mentioned: one word of visible
// characters, at most maxName of them. ok is false if nothing is left, or the name could
// be mistaken for a reserved one or an office.
func cleanName(typed string) (name string, ok bool) {
	typed = strings.Join(strings.Fields(norm.NFC.String(strings.ToValidUTF8(typed, ""))), "-")
	typed = strings.ReplaceAll(names.Visible(typed), "`", "")
	name = words.Truncate(strings.TrimLeft(typed, "@#/~"), maxName)
	return name, strings.ContainsFunc(name, isVisible) && !names.ConfusableWith(name, reservedNames...) && !namesOffice(name)
}

// isVisible reports whether r is drawn by itself: a letter, a number or a symbol.
func isVisible(r rune) bool { return unicode.IsLetter(r) || unicode.IsNumber(r) || unicode.IsSymbol(r) }

// fold maps names that people would confuse to the same text. Joiners are dropped,
// because whether emoji look joined depends on the font.
func fold(name string) string {
	return strings.ToLower(norm.NFKC.String(strings.ReplaceAll(name, "\u200d", "")))
}

// channelName matches the characters of a channel's name; see maxName.
var channelName = regexp.MustCompile(`^[\pL\pN_-]+$`)

// cleanChannel reads a channel's name as typed: "#Math" is "math".
func cleanChannel(typed string) (name string, ok bool) {
	name = strings.ToLower(norm.NFC.String(strings.TrimPrefix(strings.TrimSpace(typed), "#")))
	return name, channelName.MatchString(name) && utf8.RuneCountInString(name) <= maxName
}

// channelPlace returns a channel of the page.
func channelPlace(channel string) dialog.Place {
	return dialog.Place{Platform: Platform, Channel: channel}
}
