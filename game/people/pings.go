package people

import (
	"context"

	"nimbot/game/dialog"
	"nimbot/game/words"
	"nimbot/store/person"
)

// pings shows or sets whether the person is notified of their turns.
func (e execution) pings(ctx context.Context) (dialog.Message, error) {
	if e.line.Rest == "" {
		m, err := e.members.Read(ctx, personalServer(e.r.Place).key(e.r.User.ID))
		return pingsMessage(m.NoPings, "pings.now"), err
	}
	change, err := e.toPings(e.line.Rest)
	if err != nil {
		return dialog.Message{}, err
	}
	return change(e, ctx)
}

// toPings returns the action that turns the notifications on or off.
func (e execution) toPings(value string) (action, error) {
	switch value {
	case "off", "no":
		return func(e execution, ctx context.Context) (dialog.Message, error) { return e.setPings(ctx, true) }, nil
	case "on", "yes":
		return func(e execution, ctx context.Context) (dialog.Message, error) { return e.setPings(ctx, false) }, nil
	}
	return nil, refuse("pings.form")
}

func (e execution) setPings(ctx context.Context, off bool) (dialog.Message, error) {
	_, err := e.members.Change(ctx, personalServer(e.r.Place).key(e.r.User.ID), func(m *person.Member) (bool, error) {
		changed := m.NoPings != off
		m.NoPings = off
		return changed, nil
	})
	return pingsMessage(off, "pings.done"), err
}

func pingsMessage(off bool, key string) dialog.Message {
	if off {
		key += "-off"
	}
	return message(words.New(key))
}
