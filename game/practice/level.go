package practice

import (
	"context"
	"errors"
	"strings"

	"nimbot/game/dialog"
	"nimbot/game/rules/solve"
	"nimbot/game/words/command"
	"nimbot/store/person"
)

// rememberLevel stores the bot's level at which a person plays. The start buttons in
// their private messages then use that level. Typed commands are left as they are.
func (h *Handler) rememberLevel(ctx context.Context, r dialog.Request, reply dialog.Reply) {
	if reply.Level != "" {
		h.storeLevel(ctx, r, reply.Level)
	}
	h.addLevelToButtons(ctx, r, reply.Messages)
}

// storeLevel stores the level with the person. If the store doesn't answer, only the
// preference is lost.
func (h *Handler) storeLevel(ctx context.Context, r dialog.Request, level string) {
	_, err := h.People.Change(ctx, h.key(r), func(doc *person.Practice) (bool, error) {
		changed := doc.Level != level && (doc.Level != "" || level != string(solve.Perfect)) // perfect play needs no record
		if changed {
			doc.Level = level
		}
		return changed, nil
	})
	if err != nil && !errors.Is(err, person.ErrLeaving) {
		h.Log.WarnContext(ctx, "a person's level isn't kept", "request", r.ID, "error", err)
	}
}

// addLevelToButtons puts the person's level into the start buttons of private messages that name
// no level.
func (h *Handler) addLevelToButtons(ctx context.Context, r dialog.Request, messages []dialog.Message) {
	level, read := "", false
	for _, m := range messages {
		if m.To == nil || m.To.ID != r.User.ID {
			continue
		}
		for i := range m.Buttons {
			b := &m.Buttons[i]
			if !startsWithoutLevel(b.Command) {
				continue
			}
			if !read {
				doc, err := h.People.Read(ctx, h.key(r))
				if level, read = doc.Level, true; err != nil {
					return // the default applies
				}
			}
			if level != "" {
				b.Command += " level:" + level
			}
		}
	}
}

// startsWithoutLevel reports whether a command begins a game against the bot without naming
// a level. A command with a stamp is about an existing game.
func startsWithoutLevel(cmd string) bool {
	if !strings.HasPrefix(cmd, "start") || strings.Contains(cmd, "~") {
		return false
	}
	line, err := command.Parse(cmd)
	return err == nil && line.Command != nil && line.Command.Name == "start" && !line.Options.Given("level")
}
