package people

import (
	"context"

	"nimbot/game/dialog"
	"nimbot/game/words"
	"nimbot/store/person"
)

// pings shows or sets whether the person is notified of their turns.
func (v session) pings(ctx context.Context) (dialog.Message, error) {
	if v.line.Rest == "" {
		m, err := v.members.Read(ctx, pairsServer(v.r.Place).key(v.r.User.ID))
		return pingsMessage(m.NoPings, "pings.now"), err
	}
	change, err := v.toPings(v.line.Rest)
	if err != nil {
		return dialog.Message{}, err
	}
	return change(v, ctx)
}

// toPings returns the action that turns the notifications on or off.
func (v session) toPings(value string) (action, error) {
	switch value {
	case "off", "no":
		return func(v session, ctx context.Context) (dialog.Message, error) { return v.setPings(ctx, true) }, nil
	case "on", "yes":
		return func(v session, ctx context.Context) (dialog.Message, error) { return v.setPings(ctx, false) }, nil
	}
	return nil, refuse("pings.form")
}

func (v session) setPings(ctx context.Context, off bool) (dialog.Message, error) {
	_, err := v.members.Change(ctx, pairsServer(v.r.Place).key(v.r.User.ID), func(m *person.Member) (bool, error) {
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
