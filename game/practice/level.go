package practice

import (
	"context"
	"strings"

	"nimbot/game/dialog"
	"nimbot/game/words/command"
)

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
