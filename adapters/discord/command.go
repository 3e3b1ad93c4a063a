package discord

import (
	"encoding/json"
	"errors"
	"fmt"
	"strings"

	"github.com/bwmarrin/discordgo"

	"nimbot/game/words/command"
)

// optionTypes maps the kinds of options to Discord's types.
var optionTypes = map[command.Kind]discordgo.ApplicationCommandOptionType{
	command.Word:   discordgo.ApplicationCommandOptionString,
	command.Number: discordgo.ApplicationCommandOptionInteger,
	command.Flag:   discordgo.ApplicationCommandOptionBoolean,
	command.Person: discordgo.ApplicationCommandOptionUser,
}

// isRegistered reports whether Discord lists the command; the others have buttons.
func isRegistered(c command.Command) bool { return c.Shown == command.Everywhere }

// unknownError names a command, option, component or field that this version doesn't
// have: another version registered it, or it is forged.
type unknownError struct{ word string }

func (e unknownError) Error() string { return fmt.Sprintf("%q is unknown", e.word) }

// errValue is an option whose value has the wrong type.
var errValue = errors.New("an option has a value of the wrong type")

// invocation is an invoked subcommand, with its group if it has one.
type invocation struct {
	group string
	option
}

// invocation returns the invoked subcommand, as Discord sends it.
func (d data) invocation() (invocation, error) {
	if d.Name != command.Name || len(d.Options) != 1 {
		return invocation{}, unknownError{d.Name}
	}
	o := d.Options[0]
	if o.Type != discordgo.ApplicationCommandOptionSubCommandGroup {
		return invocation{option: o}, nil
	}
	if len(o.Options) != 1 {
		return invocation{}, unknownError{o.Name}
	}
	return invocation{group: o.Name, option: o.Options[0]}, nil
}

// command returns the row of the table, nil if this version doesn't have it.
func (u invocation) command() *command.Command {
	c := command.Find(u.Name)
	if own := command.FindIn(u.group, u.Name); own != nil {
		c = own
	}
	if c == nil || c.InGroup() != u.Name || isRegistered(*c) && c.Group != u.group {
		return nil
	}
	return c
}

// typedCommand writes a used command as people type it elsewhere. A subcommand that this
// version doesn't have is copied unchanged, so that the chat can guess which one was
// meant.
func typedCommand(d data) (string, error) {
	if text, ok, err := d.contextCommand(); ok {
		return text, err
	}
	u, err := d.invocation()
	if err != nil {
		return "", err
	}
	c := u.command()
	values := map[string]string{}
	words := []string{u.Name}
	for _, o := range u.Options {
		if c != nil {
			if _, known := c.Option(o.Name); !known {
				return "", unknownError{o.Name}
			}
		}
		value, err := o.text()
		if err != nil && c != nil {
			return "", fmt.Errorf("%w: %s %s", err, u.Name, o.Name)
		}
		values[o.Name] = value
		words = append(words, value)
	}
	if c == nil {
		return strings.Join(words, " "), nil
	}
	return c.Typed(func(name string) string { return values[name] }), nil
}

// text returns the option's value as text.
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
