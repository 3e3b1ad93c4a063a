package command

import (
	"strings"
	"testing"

	"nimbot/game/rules"
)

// TestGroupsMayBeTyped types every command of a group with the group's name in
// front, as a platform shows it.
func TestGroupsMayBeTyped(t *testing.T) {
	for _, c := range table {
		if c.Group == "" {
			continue
		}
		text := c.Typed(func(string) string { return "" })
		want, _ := Parse(text)
		text = strings.TrimPrefix(text, "me ")
		for _, line := range []string{"me " + c.InGroup(), "Me " + text, "/me " + c.InGroup(), "please me " + text} {
			l, err := Parse(line, []string{"please"})
			if c.Ends && l.Bare { // a sentence, which is asked about first
				continue
			}
			if err != nil || l.Command != want.Command || l.Rest != want.Rest || l.Bare {
				t.Errorf("Parse(%q) = %+v, %v; want it read as %q", line, l, err, text)
			}
		}
		if named, rest := Named("me " + text); named != want.Command || rest != want.Rest {
			t.Errorf("Named(%q) = %v, %q; want %s and %q", "me "+text, named, rest, c.Name, want.Rest)
		}
	}
	for line, want := range map[string]string{
		"me forget everywhere": "everywhere", "me forget me everywhere": "me everywhere", "me profile @bob": "@bob", "me visibility private": "private",
		"me pings:on": "on", "me pings off": "off", "pings off": "off", "me games": "",
	} {
		if l, err := Parse(line); err != nil || l.Bare || l.Rest != want {
			t.Errorf("Parse(%q) = %+v, %v; want the rest %q", line, l, err, want)
		}
	}
	for _, line := range []string{"me", "me games:nim", "me hint", "me too"} {
		if l, _ := Parse(line); !l.Bare || l.Rest != line {
			t.Errorf("Parse(%q) = %+v, want no command of a group", line, l)
		}
	}
}

func TestGroupsAreCompleted(t *testing.T) {
	for text, want := range map[string]string{"m": "me", "me ex": "export", "ME ": "profile", "me forget ev": "everywhere"} {
		found := false
		all := Complete(text, nilPosition)
		for _, c := range all {
			found = found || c.Text == want
		}
		if !found {
			t.Errorf("Complete(%q) = %v, want %q among them", text, all, want)
		}
	}
}

func nilPosition() rules.Position { return nil }
