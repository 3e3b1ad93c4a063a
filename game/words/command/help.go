package command

import (
	"cmp"
	"slices"
	"strings"

	"nimbot/game/words"
)

// Help returns the help: what the bot is, how Nim is played, and what to do next.
func Help() []words.Text {
	return []words.Text{{Key: "help.1"}, {Key: "card"}, {Key: "help.3"}}
}

// sections are the keys of the sections' headings, by [Section].
var sections = [...]string{Play: "help.play", Learning: "help.learn", Room: "help.room", Own: "help.settings"}

// HelpAll lists the commands that people type, by section, each in a line.
func HelpAll() (lines []words.Text) {
	for section, heading := range sections {
		lines = append(lines, words.Text{Key: heading})
		for _, c := range table {
			if c.In == Section(section) && c.Shown != Nowhere {
				lines = append(lines, words.New("help.line", "command", c.Example(), "what", words.Text{Key: c.About()}))
			}
		}
	}
	return lines
}

// About returns the catalogue's key of what the command does, in a few words.
func (c *Command) About() string { return "command." + c.Name }

// Example returns the command as people type it, with a sample of each option that it needs.
func (c *Command) Example() string {
	return c.Typed(func(name string) string {
		o, _ := c.Option(name)
		if !o.Required {
			return ""
		}
		return cmp.Or(o.Sample, slices.Concat(o.Values, []string{o.Name})[0])
	})
}

// Usage returns how the command is typed, without the bot's name. Optional parts stand in
// brackets.
func (c *Command) Usage() string {
	parts := []string{c.Name}
	if c.Fixed != "" {
		parts = append(parts, c.Fixed)
	}
	for _, o := range c.Options {
		part := o.usage()
		if !o.Required {
			part = "[" + part + "]"
		}
		parts = append(parts, part)
	}
	return strings.Join(parts, " ")
}

func (o Option) usage() string {
	value := cmp.Or(o.Sample, strings.Join(o.Values, "|"))
	switch {
	case o.Kind == Flag:
		return o.Name
	case value == "":
		return o.Name
	}
	return o.Typed(value)
}
