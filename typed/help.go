package typed

import (
	"fmt"
	"slices"
	"strings"
)

// The lines of the help that tell of no command: what the bot is, first, and
// the rules of Nim, last.
const (
	helpFirst = 1
	helpLast  = 10
)

// HelpKeys are the catalogue's keys of the help, in order: a line between the
// first and the last tells of the commands whose row names it.
func HelpKeys() []string {
	lines := []int{helpFirst, helpLast}
	for _, c := range table {
		if c.Help != 0 {
			lines = append(lines, c.Help)
		}
	}
	slices.Sort(lines)
	var keys []string
	for _, n := range slices.Compact(lines) {
		keys = append(keys, fmt.Sprint("help.", n))
	}
	return keys
}

// Usage is how the command is typed, without the bot's name: what may be left
// out stands in brackets.
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
	value := o.Sample
	if value == "" {
		value = strings.Join(o.Values, "|")
	}
	switch {
	case o.Kind == Flag:
		return o.Name
	case value == "":
		return o.Name
	}
	return o.Typed(value)
}
