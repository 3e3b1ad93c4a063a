// Package names examines names that people choose themselves: which characters are
// invisible, which make one emoji, and, if no platform vouches for a name, which other
// name it could be mistaken for.
package names

import (
	"slices"
	"strings"
	"unicode"

	"golang.org/x/text/unicode/norm"

	"nimbot/game/words/command"
	"nimbot/store/platform"
)

// OfBot are the names of the bot, and OfGroups those by which platforms mention groups.
var (
	OfBot    = []string{platform.BotID, command.Name, "nimbot"}
	OfGroups = []string{"everyone", "here", "channel"}
)

// Visible removes the invisible characters of a name: controls, marks of direction, fillers
// and others that are drawn as nothing (Unicode's Default_Ignorable_Code_Point). Spaces
// stay, and so does the joiner between two pictures, which makes one emoji of them.
func Visible(name string) string {
	var b strings.Builder
	last, joined := rune(0), false // last kept rune; whether a joiner followed it
	for _, r := range strings.ToValidUTF8(name, "") {
		if r == joiner {
			joined = true
		}
		if r != ' ' && isInvisible(r) {
			continue
		}
		if joined && isPicture(last) && isPicture(r) {
			b.WriteRune(joiner)
		}
		b.WriteRune(r)
		last, joined = r, false
	}
	return b.String()
}

const joiner = '\u200d'

// isPicture reports whether r can be part of an emoji: a pictographic symbol, or the skin tone
// after one.
func isPicture(r rune) bool {
	return unicode.Is(unicode.So, r) && r >= '\u2600' || 0x1F3FB <= r && r <= 0x1F3FF
}

// brailleBlank has the category of a symbol, but is drawn as a blank.
const brailleBlank = '\u2800'

func isInvisible(r rune) bool {
	return !unicode.IsGraphic(r) || unicode.IsSpace(r) || r == brailleBlank ||
		unicode.In(r, unicode.Cf, unicode.Other_Default_Ignorable_Code_Point, unicode.Variation_Selector)
}

// ConfusableWith reports whether people could mistake name for one of others. Only the looks
// of letters and digits count, in any script and case.
func ConfusableWith(name string, others ...string) bool {
	looks := skeleton(name)
	return slices.ContainsFunc(others, func(other string) bool { return looks == skeleton(other) })
}

// LooksLike reports whether people could mistake name for other, in any script and case.
// Unlike for ConfusableWith, marks and symbols distinguish names.
func LooksLike(name, other string) bool {
	keep := func(r rune) bool { return unicode.In(r, unicode.L, unicode.N, unicode.M, unicode.S) }
	looks := skeletonOf(name, keep)
	return looks != "" && looks == skeletonOf(other, keep)
}

// skeleton returns the look of a name by its letters and digits alone.
func skeleton(name string) string {
	return skeletonOf(name, func(r rune) bool { return unicode.IsLetter(r) || unicode.IsNumber(r) })
}

// skeletonOf returns a key that is equal for names that look alike, following
// Unicode's UTS #39 (Unicode Security Mechanisms, section 4): compatibility
// forms (full-width, bold, circled) are undone, letters and digits that look
// like a Latin letter become that letter, and runes for which keep is false are dropped.
// The result is only for comparison.
func skeletonOf(name string, keep func(rune) bool) string {
	var b strings.Builder
	for _, r := range norm.NFKD.String(Visible(name)) {
		r = enclosed(r)
		if alike, ok := lookAlikes[r]; ok {
			r = alike
		}
		r = unicode.ToLower(r)
		if alike, ok := lookAlikes[r]; ok { // a capital may resemble nothing, and its lower case a letter
			r = alike
		}
		if keep(r) {
			b.WriteRune(r)
		}
	}
	return strings.ReplaceAll(b.String(), "rn", "m")
}

// enclosed undoes the letters in circles and squares that have no compatibility
// form: white on black, and regional indicators.
func enclosed(r rune) rune {
	for _, a := range []rune{0x1F150, 0x1F170, 0x1F1E6} {
		if a <= r && r < a+26 {
			return 'a' + r - a
		}
	}
	return r
}

// lookAlikes maps characters that look like a Latin letter to that letter: the letters of
// Unicode's confusables.txt (UTS #39) of scripts that people type, and some that only look
// nearly so. A capital is listed if it resembles a different letter than its lower case
// does.
var lookAlikes = alike(map[rune]string{
	'a': "αаɑᴀꭺᎪ",
	'b': "ΒВвЬьβʙᏴ",
	'c': "сϲᴄᏟ",
	'd': "ԁժᏧᴅ",
	'e': "εеҽєᴇᎬ",
	'f': "ϝſ",
	'g': "ɡցᏀ",
	'h': "ΗНнһʜᎻ",
	'i': "1lιіӏıɪ|!ⅼǀᎥӀℓ",
	'j': "јϳᎫᴊ",
	'k': "κкᴋᏦ",
	'm': "ΜМмᴍᎷ",
	'n': "ΝηпИиոռɴ",
	'o': "0οоօσᴏ○◯〇",
	'p': "ρрᴘᏢ",
	'q': "ԛգ",
	'r': "гʀᏒ",
	's': "ѕՏᏚ",
	't': "τТтᴛᎢ†",
	'u': "υսᴜ",
	'v': "νѵᴠᏙ",
	'w': "ѡԝաᴡᎳ",
	'x': "χхᕁ",
	'y': "γуʏүΥ",
	'z': "ᴢᏃΖ",
})

func alike(forms map[rune]string) map[rune]rune {
	m := map[rune]rune{}
	for to, from := range forms {
		for _, r := range from {
			m[r] = to
		}
	}
	return m
}
