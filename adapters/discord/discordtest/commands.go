package discordtest

import (
	"fmt"
	"regexp"
	"strings"
	"unicode"
	"unicode/utf8"
)

var commandName = regexp.MustCompile(`^[-_'\p{L}\p{N}\p{Devanagari}\p{Thai}]+$`)

// commands judges the body that registers commands.
func (j *judge) commands(v any) {
	all, ok := v.([]any)
	if !ok || len(all) > 100 {
		j.add("", "want a list of at most 100 commands")
	}
	for i, c := range all {
		at, m := fmt.Sprintf("/%d", i), object(c)
		if integer(m["type"]) == entryPoint {
			j.entryPoint(at, m)
			continue
		}
		if kind := integer(m["type"]); kind == onPerson || kind == onMessage {
			j.contextMenu(at, m)
			continue
		}
		j.unknownProperties(at, m, "type name name_localizations description description_localizations contexts integration_types options")
		size := 0
		j.named(at, m, &size)
		j.options(at, list(m["options"]), 0, &size)
		if size > 8000 {
			j.add(at, "%d characters in all, want at most 8000", size)
		}
	}
}

// The kinds of commands of context menus.
const (
	onPerson  = 2
	onMessage = 3
)

// contextMenu judges a command of a context menu, which has a name of any letters, and nothing else
// to read.
func (j *judge) contextMenu(at string, m map[string]any) {
	j.unknownProperties(at, m, "type name name_localizations contexts integration_types")
	names := map[string]any{"": m["name"]}
	for locale, name := range object(m["name_localizations"]) {
		names[locale] = name
	}
	for locale, name := range names {
		if n := utf8.RuneCountInString(text(name)); n < 1 || n > 32 {
			j.add(at+"/name", "%d characters for %q, want 1 to 32", n, locale)
		}
	}
}

// named judges name and description, and adds their longest forms to size.
func (j *judge) named(at string, m map[string]any, size *int) {
	name := text(m["name"])
	if !commandName.MatchString(name) || utf8.RuneCountInString(name) > 32 || strings.ToLower(name) != name || strings.IndexFunc(name, unicode.IsUpper) >= 0 {
		j.add(at+"/name", "%q is no name", name)
	}
	for _, field := range []string{"name", "description"} {
		longest := utf8.RuneCountInString(text(m[field]))
		for _, l := range object(m[field+"_localizations"]) {
			longest = max(longest, utf8.RuneCountInString(text(l)))
		}
		*size += longest
		if field == "description" && (longest < 1 || longest > 100) {
			j.add(at+"/description", "%d characters, want 1 to 100", longest)
		}
	}
}

// The kinds of options that hold others.
const (
	subcommand      = 1
	subcommandGroup = 2
)

// options judges what a command, a group or a subcommand (within) holds.
func (j *judge) options(at string, all []any, within int64, size *int) {
	if len(all) > 25 {
		j.add(at, "%d options, want at most 25", len(all))
	}
	optional, subs := false, 0
	seen := map[string]bool{}
	for i, o := range all {
		m, here := object(o), fmt.Sprintf("%s/options/%d", at, i)
		j.unknownProperties(here, m, "type name name_localizations description description_localizations required autocomplete choices min_value max_value min_length max_length options")
		j.named(here, m, size)
		if seen[text(m["name"])] {
			j.add(here, "the option %q a second time", text(m["name"]))
		}
		seen[text(m["name"])] = true
		switch kind := integer(m["type"]); {
		case kind == subcommand || kind == subcommandGroup:
			subs++
			j.nested(here, m, within, size)
			continue
		case within == subcommandGroup:
			j.add(here, "an option in a group, which holds subcommands only")
		}
		if required := m["required"] == true; required && optional {
			j.add(here, "a required option after one that is not")
		} else {
			optional = optional || !required
		}
		j.choices(here, m, size)
	}
	if subs > 0 && subs < len(all) {
		j.add(at, "subcommands beside options")
	}
}

// nested judges a subcommand or a group: a command holds both, a group holds
// subcommands and at least one, and a subcommand holds neither.
func (j *judge) nested(at string, m map[string]any, within int64, size *int) {
	kind, held := integer(m["type"]), list(m["options"])
	if within == subcommand || within == subcommandGroup && kind != subcommand || m["required"] != nil {
		j.add(at, "a subcommand or group in the wrong place, or one that is required")
	}
	if kind == subcommandGroup && len(held) == 0 {
		j.add(at, "a group without subcommands")
	}
	j.options(at, held, kind, size)
}

func (j *judge) choices(at string, m map[string]any, size *int) {
	all := list(m["choices"])
	if len(all) > 25 || len(all) > 0 && m["autocomplete"] == true {
		j.add(at, "%d choices, autocomplete %v", len(all), m["autocomplete"])
	}
	for _, c := range all {
		c := object(c)
		j.length(at+"/choices/name", c["name"], 1, 100)
		j.length(at+"/choices/value", c["value"], 1, 100)
		longest := utf8.RuneCountInString(text(c["name"]))
		for _, l := range object(c["name_localizations"]) {
			j.length(at+"/choices/name_localizations", l, 1, 100)
			longest = max(longest, utf8.RuneCountInString(text(l)))
		}
		*size += longest + utf8.RuneCountInString(text(c["value"]))
	}
}
