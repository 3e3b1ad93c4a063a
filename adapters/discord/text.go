package discord

import (
	"regexp"
	"strings"

	"nimbot/game/words/command"
)

// escape escapes every ASCII mark of s, so that Discord shows it unchanged: a
// name can't become emphasis, a heading, a list, a link, a mention or an emoji.
func escape(s string) string {
	var b strings.Builder
	for _, r := range s {
		if r > ' ' && r < 0x7F && !('0' <= r && r <= '9' || 'A' <= r && r <= 'Z' || 'a' <= r && r <= 'z') {
			b.WriteByte('\\')
		}
		b.WriteRune(r)
	}
	return b.String()
}

// typedForm matches the commands that sentences tell people to type.
var typedForm = regexp.MustCompile(typedPrefix + "([^ `]+)([^`]*)`")

const typedPrefix = "`/" + command.Name + " "

// adaptCommands adapts what sentences tell people to type. On Discord, moves and unregistered
// commands are typed after the subcommand "move", and a command in a group after the group's name.
func adaptCommands(s string) string {
	if !strings.Contains(s, typedPrefix) { // most boards have none, and this is faster than the pattern
		return s
	}
	return typedForm.ReplaceAllStringFunc(s, func(form string) string {
		m := typedForm.FindStringSubmatch(form)
		switch c := command.Find(m[1]); {
		case command.IsGroup(m[1]):
			name, _, _ := strings.Cut(strings.TrimSpace(m[2]), " ")
			if c := command.FindIn(m[1], name); c == nil || isRegistered(*c) {
				return form
			}
			return typedPrefix + "move " + m[1] + m[2] + "`"
		case c == nil || c.Name != m[1] || !isRegistered(*c):
			return typedPrefix + "move " + m[1] + m[2] + "`"
		case c.Group != "":
			return typedPrefix + c.Group + " " + c.Name + strings.TrimSuffix(strings.TrimPrefix(m[2]+" ", " "+c.Fixed+" "), " ") + "`"
		}
		return form
	})
}
