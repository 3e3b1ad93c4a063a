package command

import (
	"cmp"
	"slices"
	"strings"
)

// ungrouped removes the group's name from the words of a line that begins with a group
// and one of its commands: "me forget" becomes "forget me", and "/me profile" becomes
// "profile". A value may be joined to the command's name: "me pings:on" becomes "pings
// on". Other lines stay unchanged, such as "me too".
func ungrouped(parts []string) []string {
	if len(parts) < 2 {
		return parts
	}
	name, value, joined := strings.Cut(lower(parts[1]), ":")
	c := FindIn(lower(strings.TrimPrefix(parts[0], "/")), name)
	switch {
	case c == nil || joined && !c.says():
		return parts
	case joined:
		return append([]string{c.Name, value}, parts[2:]...)
	case c.Fixed != "" && len(parts) == 2:
		return []string{parts[1], c.Fixed}
	}
	return append([]string{c.Name}, parts[2:]...)
}

// InGroup returns the command's name in its group.
func (c *Command) InGroup() string { return cmp.Or(c.As, c.Name) }

// FindIn returns the command of a group by its name in the group, nil if there is none.
func FindIn(group, name string) *Command {
	for i := range table {
		if c := &table[i]; group != "" && c.Group == group && c.InGroup() == name {
			return c
		}
	}
	return nil
}

// IsGroup reports whether a word is the name of a group.
func IsGroup(word string) bool { return slices.Contains(groups, word) }

// groups are the names of the groups.
var groups = func() (all []string) {
	for _, c := range table {
		if c.Group != "" && !slices.Contains(all, c.Group) {
			all = append(all, c.Group)
		}
	}
	return all
}()

// ofGroup returns the names of a group's commands; nil if there is no such group.
func ofGroup(group string) (names []string) {
	for _, c := range table {
		if group != "" && c.Group == group {
			names = append(names, c.InGroup())
		}
	}
	return names
}
