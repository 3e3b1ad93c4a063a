package discord

import (
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/bwmarrin/discordgo"
)

// commandName is the one command; everything is a subcommand of it.
const commandName = "nim"

// subcommand is one way to use the command. Its words stand in the catalogue
// under "discord.NAME".
type subcommand struct {
	name       string
	text       string // what it types; "" is the name
	parameters []parameter
}

// parameter is an option of a subcommand. Its words stand in the catalogue
// under "discord.option.NAME", or another name that it gives for them.
type parameter struct {
	name     string
	kind     discordgo.ApplicationCommandOptionType
	required bool
	// as is what the value is typed as, "%s" being the value: "game:%s". Of a
	// yes or no, it is what yes types.
	as       string
	choices  []string // the values there are; nil: free
	complete bool     // values are proposed while it is being typed
	longest  int      // characters of a free text
	words    string   // the name for its words; "" is name
	least    int      // of a number
	most     int      // of a number; 0: none
}

// The kinds of parameters.
const (
	word   = discordgo.ApplicationCommandOptionString
	number = discordgo.ApplicationCommandOptionInteger
	yes    = discordgo.ApplicationCommandOptionBoolean
	person = discordgo.ApplicationCommandOptionUser
)

// The parameters that several subcommands share.
var (
	pPiles    = parameter{name: "piles", kind: word, as: "%s", complete: true, longest: 500}
	pPosition = parameter{name: "piles", kind: word, required: true, as: "%s", complete: true, longest: 500, words: "position"}
	pGame     = parameter{name: "game", kind: word, as: "game:%s", complete: true, longest: 50}
	pMisere   = parameter{name: "misere", kind: yes, as: "misere"}
	pLevel    = parameter{name: "level", kind: word, as: "level:%s", choices: []string{"easy", "medium", "hard", "perfect"}}
	pClock    = parameter{name: "clock", kind: word, as: "clock:%s", choices: []string{"30s", "1m", "2m", "5m", "10m", "30m", "1h", "12h", "24h", "72h", "168h"}}
)

func pFirst(choices ...string) parameter {
	return parameter{name: "first", kind: word, as: "first:%s", choices: choices}
}

// subcommands lists them as Discord shows them: required parameters first.
var subcommands = []subcommand{
	{name: "board"},
	{name: "start", parameters: []parameter{pPiles, pGame, pMisere, pLevel, pFirst("me", "bot", "random")}},
	{name: "challenge", parameters: []parameter{{name: "player", kind: person, required: true, as: "@%s"}, pPiles, pGame, pMisere, pFirst("me", "them", "random"), pClock}},
	{name: "open", parameters: []parameter{pPiles, pGame, pMisere, pFirst("me", "them", "random"), pClock}},
	{name: "move", parameters: []parameter{{name: "move", kind: word, required: true, as: "%s", complete: true, longest: 200}}},
	{name: "take", parameters: []parameter{{name: "amount", kind: number, required: true, as: "%s"}, {name: "from", kind: word, required: true, as: "from %s", complete: true, longest: 50}}},
	{name: "hint", parameters: []parameter{{name: "step", kind: number, as: "%s", least: 1, most: 3}}},
	{name: "explain"},
	{name: "predict", parameters: []parameter{pPosition, pGame, pMisere}},
	{name: "undo"},
	{name: "resign"},
	{name: "stop"},
	{name: "rematch"},
	{name: "accept"},
	{name: "decline"},
	{name: "confirm"},
	{name: "games"},
	{name: "rules", parameters: []parameter{{name: "game", kind: word, as: "%s", complete: true, longest: 50}}},
	{name: "help"},
	{name: "settings", parameters: []parameter{
		{name: "language", kind: word, as: "language:%s", complete: true, longest: 20},
		{name: "pings", kind: word, as: "pings:%s", choices: []string{"on", "off"}},
		{name: "hints", kind: word, as: "hints:%s", choices: []string{"on", "off"}},
	}},
	{name: "forget", text: "forget me"},
}

// unknownError names a command, an option, a component or a field that this
// version does not have: it was registered by another one, or forged.
type unknownError struct{ word string }

func (e unknownError) Error() string { return fmt.Sprintf("%q is unknown", e.word) }

// errValue is an option whose value has the wrong type.
var errValue = errors.New("an option has a value of the wrong type")

// used is the subcommand that was used, as Discord sends it.
func (d data) used() (option, error) {
	if d.Name != commandName || len(d.Options) != 1 {
		return option{}, unknownError{d.Name}
	}
	return d.Options[0], nil
}

// typed writes a used command as people type it elsewhere. A subcommand that
// this version does not have is written as it stands, so that chat can say
// which one was meant.
func typed(d data) (string, error) {
	used, err := d.used()
	if err != nil {
		return "", err
	}
	n := slices.IndexFunc(subcommands, func(s subcommand) bool { return s.name == used.Name })
	if n < 0 {
		words := []string{used.Name}
		for _, o := range used.Options {
			if value, err := o.text(); err == nil {
				words = append(words, value)
			}
		}
		return strings.Join(words, " "), nil
	}
	sub := subcommands[n]
	for _, o := range used.Options {
		if !slices.ContainsFunc(sub.parameters, func(p parameter) bool { return p.name == o.Name }) {
			return "", unknownError{o.Name}
		}
	}
	return sub.typed(used.Options)
}

// typed writes the subcommand with its options, in the order of the table.
func (s subcommand) typed(options []option) (string, error) {
	text := s.text
	if text == "" {
		text = s.name
	}
	for _, p := range s.parameters {
		n := slices.IndexFunc(options, func(o option) bool { return o.Name == p.name })
		if n < 0 {
			continue
		}
		value, err := options[n].text()
		if err != nil {
			return "", fmt.Errorf("%w: %s %s", err, s.name, p.name)
		}
		if w := p.typed(value); w != "" {
			text += " " + w
		}
	}
	return text, nil
}

func (p parameter) typed(value string) string {
	switch {
	case p.kind == yes && value != "true", value == "":
		return ""
	case p.kind == yes:
		return p.as
	}
	return strings.Replace(p.as, "%s", value, 1)
}

// text is the option's value as text.
func (o option) text() (string, error) {
	if len(o.Value) == 0 {
		return "", errValue
	}
	switch o.Value[0] {
	case '"':
		var s string
		if err := json.Unmarshal(o.Value, &s); err != nil {
			return "", errValue
		}
		return strings.TrimSpace(s), nil
	case '{', '[', 'n': // an object, a list, null
		return "", errValue
	}
	return string(o.Value), nil // a number, true or false
}
