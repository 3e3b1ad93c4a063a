package discord

import (
	"context"
	"strings"

	"nimbot/game/rules"
	"nimbot/game/words/command"
)

// complete proposes values for the option that is being typed. It never fails: the list
// may be empty.
func (a *Adapter) complete(ctx context.Context, i *interaction) []choice {
	out := []choice{}
	u, err := i.Data.invocation()
	if err != nil {
		return out
	}
	v := a.writers.localizerOf(i)
	for _, o := range u.Options {
		if !o.Focused {
			continue
		}
		value, err := o.text()
		if err != nil {
			return out
		}
		for _, c := range a.completions(ctx, i, u, o.Name, value) {
			if c.Text == "" || len([]rune(c.Text)) > maxOption || len(out) == maxOptions {
				continue
			}
			out = append(out, choice{Name: v.plainText(c.Label, maxOption), Value: c.Text})
		}
	}
	return out
}

// completions proposes values for an option, from the source that the table of commands
// names.
func (a *Adapter) completions(ctx context.Context, i *interaction, u invocation, name, value string) []command.Completion {
	c := u.command()
	if c == nil {
		return nil
	}
	o, _ := c.Option(name)
	switch o.Source {
	case command.Games:
		return command.CompleteGames(value)
	case command.Setups:
		return command.CompleteSetup(u.game(), value)
	case command.Moves:
		return a.chat.CompleteMove(ctx, a.request(i, value))
	case command.Languages:
		return command.CompleteLanguages(a.words.Languages(), value)
	}
	return nil
}

// game returns the key of the game that the other options choose.
func (u invocation) game() string {
	for _, o := range u.Options {
		if g, err := o.text(); o.Name == "game" && err == nil && g != "" {
			return strings.ToLower(g)
		}
	}
	return rules.Default
}
