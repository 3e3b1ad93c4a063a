package chat

import (
	"context"

	"nimbot/game/chat/message"
	"nimbot/game/chat/tables"
	"nimbot/game/dialog"
	"nimbot/game/rules"
	"nimbot/game/words"
	"nimbot/game/words/command"
)

// resignGame resigns the present game.
func resignGame(e *execution) error {
	seat, _ := e.seat()
	if err := e.apply(rules.Event{Kind: rules.Resigned, Seat: seat}); err != nil {
		return err
	}
	e.showBoard()
	return nil
}

// stopGame ends the present game without a result. A person may do so alone against the bot,
// before the second move, and as a moderator; otherwise the opponent must consent.
func stopGame(e *execution) error {
	seat, plays := e.seat()
	if plays && e.OfPair() {
		return refuse("rated.stop")
	}
	if _, vsBot := e.AgainstBot(); e.r.User.Moderator || vsBot || e.MayStopAlone() {
		return stopNow(e)
	}
	return askOpponent(e, seat, rules.AskStop)
}

func stopNow(e *execution) error {
	if err := e.apply(rules.Event{Kind: rules.Stopped, Seat: e.Match.ToMove()}); err != nil {
		return err
	}
	e.showBoard()
	return nil
}

// Stoppable returns a button for everything in a place that a person's "stop" may end: their games,
// the private one too, their offers, and a simul that they have joined. The error is
// the store's.
func (h *Handler) Stoppable(ctx context.Context, r dialog.Request) (buttons []dialog.Button, err error) {
	add := func(at message.Scene) {
		if !at.Playing() {
			buttons = append(buttons, at.Button(words.New("button.take-back-offer"), dialog.Plain, "decline"))
			return
		}
		b := at.Button(at.Line(r.User.ID), dialog.Plain, "stop")
		b.Command += command.Choosing
		buttons = append(buttons, b)
	}
	private := false
	j := &job{request: dialog.Request{ID: r.ID, Place: r.Place, User: r.User}, act: func(e *execution) {
		buttons, private = nil, r.OwnGame || e.Doc.MayPlayPrivately(r.User.ID)
		for t := range e.Tables {
			if tables.Live(&t) && tables.Sits(&t, r.User.ID) {
				add(message.Scene{Known: e.Known, Table: t, Words: h.words, Place: e.Place})
			}
		}
	}}
	if _, err := h.do(ctx, j); err != nil || !private || r.Place.Person != "" {
		return buttons, err
	}
	if err := (outside{h}).findOwn(ctx, j); err != nil {
		return buttons, err
	}
	if j.ownGame != nil {
		add(message.Scene{Known: &message.Known{}, Table: *j.ownGame, Words: h.words, Place: r.Place.Own(r.User.ID)})
	}
	return buttons, nil
}
