package practice

import (
	"context"
	"errors"
	"strings"

	"nimbot/exchange"
	"nimbot/game/solve"
	"nimbot/person"
	"nimbot/typed"
)

// keepLevel keeps the level of the bot that a command chose with the person, and
// has their own buttons that begin a game begin it at the level that they chose
// last. What they type is done as it's typed.
func (h *Handler) keepLevel(ctx context.Context, r exchange.Request, reply exchange.Reply) {
	if reply.Level != "" {
		h.prefer(ctx, r, reply.Level)
	}
	h.setLevel(ctx, r, reply.Messages)
}

// prefer keeps the level with the person. A store that doesn't answer only
// makes the bot forget it.
func (h *Handler) prefer(ctx context.Context, r exchange.Request, l solve.Level) {
	_, err := h.People.Change(ctx, h.key(r), func(doc *person.Practice) (bool, error) {
		changed := doc.Level != string(l)
		doc.Level = string(l)
		return changed, nil
	})
	if err != nil && !errors.Is(err, person.ErrLeaving) {
		h.Log.WarnContext(ctx, "a person's level isn't kept", "request", r.ID, "error", err)
	}
}

// setLevel has the buttons of private messages that begin a game at no level in
// particular begin it at the person's.
func (h *Handler) setLevel(ctx context.Context, r exchange.Request, messages []exchange.Message) {
	level, read := "", false
	for _, m := range messages {
		if m.To == nil || m.To.ID != r.User.ID {
			continue
		}
		for i := range m.Buttons {
			b := &m.Buttons[i]
			if !startsAtNoLevel(b.Command) {
				continue
			}
			if !read {
				doc, err := h.People.Read(ctx, h.key(r))
				if level, read = doc.Level, true; err != nil {
					return // the default does
				}
			}
			if level != "" {
				b.Command += " level:" + level
			}
		}
	}
}

// startsAtNoLevel reports whether a command begins a game against the bot without
// saying how well it plays. One with a stamp is about a game that's there.
func startsAtNoLevel(command string) bool {
	if !strings.HasPrefix(command, "start") || strings.Contains(command, "~") {
		return false
	}
	line, err := typed.Parse(command)
	return err == nil && line.Command != nil && line.Command.Name == "start" && !line.Options.Given("level")
}
