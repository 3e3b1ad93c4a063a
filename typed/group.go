package typed

import (
	"slices"
	"strings"
)

// ungrouped removes the group's name from the words of a line that begins with a group
// and one of its commands: "me forget" becomes "forget me", and "/me profile" becomes
// "profile". Other lines stay as they are, such as "me games".
func ungrouped(parts []string) []string {
	if len(parts) < 2 {
		return parts
	}
	group, name := strings.ToLower(strings.TrimPrefix(parts[0], "/")), strings.ToLower(parts[1])
	c := Find(name)
	if c == nil || c.Group == "" || c.Group != group {
		return parts
	}
	if c.Fixed != "" && len(parts) == 2 {
		return []string{parts[1], c.Fixed}
	}
	return parts[1:]
}

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
			names = append(names, c.Name)
		}
	}
	return names
}
