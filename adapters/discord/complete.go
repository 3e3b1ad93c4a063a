package discord

import (
	"context"
	"strings"

	"nimbot/chat"
	"nimbot/game"
)

// complete proposes values for the option that is being typed. It never
// fails: where nothing fits, the list is empty.
func (a *Adapter) complete(ctx context.Context, i *interaction) []choice {
	out := []choice{}
	used, err := i.Data.used()
	if err != nil {
		return out
	}
	v := a.voiceOf(i)
	for _, o := range used.Options {
		if !o.Focused {
			continue
		}
		value, err := o.text()
		if err != nil {
			return out
		}
		for _, c := range a.completions(ctx, i, used.Options, o.Name, value) {
			if c.Text == "" || len([]rune(c.Text)) > maxOption || len(out) == maxOptions {
				continue
			}
			out = append(out, choice{Name: v.plain(c.Label, maxOption), Value: c.Text})
		}
	}
	return out
}

func (a *Adapter) completions(ctx context.Context, i *interaction, options []option, name, value string) []chat.Completion {
	switch name {
	case "game":
		return chat.CompleteGames(value)
	case "piles":
		key := game.Default
		for _, o := range options {
			if g, err := o.text(); o.Name == "game" && err == nil && g != "" {
				key = strings.ToLower(g)
			}
		}
		return chat.CompleteSetup(key, value)
	case "move":
		return a.chat.CompleteMove(ctx, i.place(), value)
	case "from":
		return a.chat.CompletePile(ctx, i.place(), value)
	case "language":
		var out []chat.Completion
		for _, l := range append([]string{"auto"}, a.words.Languages()...) {
			if strings.HasPrefix(l, strings.ToLower(value)) {
				out = append(out, chat.Completion{Text: l, Label: chat.Text{Key: "notation.plain", Args: chat.Args{"move", l}}})
			}
		}
		return out
	}
	return nil
}
