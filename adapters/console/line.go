package console

import (
	"cmp"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"time"
	"unicode"
	"unicode/utf8"

	"nimbot/adapters/names"
	"nimbot/game/dialog"
	"nimbot/game/words"
	"nimbot/game/words/command"
	"nimbot/store/platform"
)

// The speaker and the channel of a line that names none.
const (
	defaultSpeaker = "you"
	defaultChannel = "general"
)

// line is one parsed line of input.
type line struct {
	channel string
	speaker dialog.User
	text    string // the command, without "/nim" in front
	wait    time.Duration
	isPress bool   // "!2": press a button
	choice  int    // its number, from 1; it may not exist
	bad     string // the catalogue key of what is wrong with the line, or ""
}

var (
	// channelPrefix matches "#math " at the beginning of a line.
	channelPrefix = regexp.MustCompile(`^#(\S*)(?:\s+|$)`)
	// speakerPrefix matches "ana: ", or "@ana: " for a moderator. The blank distinguishes
	// it from a move such as "A:1+2". Before a slash no blank is needed.
	speakerPrefix = regexp.MustCompile(`^(@?)([^\s:]*):(?:\s+|$|(/))`)
	// fullName matches a speaker's name with a space in it: "ana lee: B2".
	fullName = regexp.MustCompile(`^[\pL\pN_@-]+ [\pL\pN_ -]+:(?: | */)`)
	// letters matches the names of channels and speakers.
	letters = regexp.MustCompile(`^[\pL\pN_-]+$`)
	// mention matches "@bob" in a text.
	mention = regexp.MustCompile(`@([\pL\pN_-]+)`)
	// choiceText matches "!2".
	choiceText = regexp.MustCompile(`^!([0-9]{1,3})$`)
)

// maxName is the greatest length of a name, in characters.
const maxName = 32

// goodName reports whether a channel or a speaker can have this name.
func goodName(name string) bool {
	return letters.MatchString(name) && utf8.RuneCountInString(name) <= maxName
}

// parseLine parses "#math ana: /nim start 3 4 5". Missing parts get their defaults.
func parseLine(s string) line {
	l := line{channel: defaultChannel, speaker: person(defaultSpeaker, false)}
	s = strings.TrimSpace(s)
	if d, ok := waiting(s); ok {
		l.wait = d
		if d <= 0 {
			l.bad = "console.bad-wait"
		}
		return l
	}
	if m := channelPrefix.FindStringSubmatch(s); m != nil {
		s = s[len(m[0]):]
		if !goodName(m[1]) {
			l.bad = "console.bad-channel"
			return l
		}
		l.channel = strings.ToLower(m[1])
	}
	s = l.readSpeaker(s)
	if m := choiceText.FindStringSubmatch(s); m != nil {
		l.isPress = true
		l.choice, _ = strconv.Atoi(m[1]) // at most three digits
		return l
	}
	l.text, _ = command.CutName(s)
	return l
}

// readSpeaker reads "ana: " at the beginning of s, and returns the rest. It reports a speaker whom
// nobody may be.
func (l *line) readSpeaker(s string) string {
	if fullName.MatchString(s) {
		l.bad = "console.bad-speaker"
		return s
	}
	m := speakerPrefix.FindStringSubmatch(s)
	if m == nil {
		return s
	}
	prefix, at, name, slash := m[0], m[1], m[2], m[3]
	rest := s[len(prefix)-len(slash):] // the slash begins the command
	if l.bad = badSpeaker(name); l.bad == "" && rest == "" {
		l.bad = "console.nothing-said"
	}
	if l.bad == "" {
		l.speaker = person(name, at == "@")
	}
	return rest
}

// badSpeaker returns the catalogue key of why nobody may have this name, "" if somebody may.
func badSpeaker(name string) string {
	switch {
	case !goodName(name), names.Visible(name) != name:
		return "console.bad-speaker"
	case names.ConfusableWith(name, names.OfBot...):
		return "console.bot-speaker"
	}
	return ""
}

// person returns the person with a name. Names that differ only in case name the same person.
func person(name string, moderator bool) dialog.User {
	return dialog.User{ID: strings.ToLower(name), Name: name, Moderator: moderator}
}

// mentions finds the person of each "@name" in the text. A name of a group on other platforms names no
// person, nor does one that nobody can have.
func mentions(text string) map[string]dialog.User {
	found := map[string]dialog.User{}
	for _, m := range mention.FindAllStringSubmatch(text, -1) {
		switch name := m[1]; {
		case !goodName(name), slices.Contains(names.OfGroups, strings.ToLower(name)):
		case command.CalledBot(name):
			found[name] = dialog.User{ID: platform.BotID, Name: platform.BotID, Bot: true}
		default:
			found[name] = person(name, false)
		}
	}
	return found
}

// maxWait bounds how far one line moves the clock.
const maxWait = 10 * 365 * 24 * time.Hour

// waiting parses "wait 11m", "wait 8d"; the duration is 0 if it is invalid. ok reports that s is
// such a line.
func waiting(s string) (d time.Duration, ok bool) {
	f := strings.Fields(s)
	if len(f) != 2 || !strings.EqualFold(f[0], "wait") || !strings.ContainsAny(f[1][:1], "-+.0123456789") {
		return 0, false
	}
	if days, isDays := strings.CutSuffix(f[1], "d"); isDays {
		if n, err := strconv.Atoi(days); err == nil && n > 0 && n <= int(maxWait.Hours()/24) {
			return time.Duration(n) * 24 * time.Hour, true
		}
		return 0, true
	}
	d, err := time.ParseDuration(f[1])
	if err != nil || d < 0 || d > maxWait {
		return 0, true
	}
	return d, true
}

// inert makes text harmless on a terminal: no control characters but line
// breaks, nothing that changes the direction of writing, valid UTF-8 only.
func inert(s string) string {
	return strings.Map(func(r rune) rune {
		switch {
		case r == '\n':
			return r
		case unicode.Is(unicode.Cc, r), unicode.Is(unicode.Bidi_Control, r), r == '\u2028', r == '\u2029':
			return -1
		}
		return r
	}, strings.ToValidUTF8(s, "�"))
}

// inertName makes a person's name harmless, on one line and of a bounded
// length. It is never empty.
func inertName(name string) string {
	const longest = 40
	return cmp.Or(words.Clip(strings.Join(strings.Fields(inert(name)), " "), longest), "?")
}
