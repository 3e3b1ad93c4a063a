package command

import (
	"cmp"
	"fmt"
	"slices"
	"strings"
)

// The lines of the help that describe no command: the first says what the bot is, the
// last gives the rules of Nim.
const (
	helpFirst = 1
	helpLast  = 10
)

// HelpKeys returns the catalogue's keys of the help, in order. Each line between the
// first and the last describes the commands whose row has its number.
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
