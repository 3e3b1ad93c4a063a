package chat

import (
	"context"
	"slices"

	"nimbot/game/chat/message"
	"nimbot/game/dialog"
	"nimbot/game/words"
	"nimbot/game/words/command"
	"nimbot/store/channel"
)

// A private game that is shown in the channel moves from one document to another. First it is
// marked, so that nobody continues it; then it is put on a table of the channel, unless it is
// already there; then it is removed here. After a crash in between, the person's next line
// completes the move.

// publishGame marks the private game as one that is moved to the channel. It takes the place of the
// person's game against the bot there, once they have confirmed that this one ends.
func publishGame(e *execution) error {
	if e.Place.Person == "" || !e.Playing() {
		return refuse("publish.nothing")
	}
	switch plays, err := playsElsewhere(e); {
	case err != nil:
		return err
	case plays && !e.confirmed:
		e.askToConfirm(channel.Confirm{Text: e.line.Typed}, words.New("confirm.replace"))
		return nil
	}
	g := *e.Play.Game
	g.Leaving = true
	e.Play.Game = &g
	e.markDirty()
	e.publishing = &g
	return nil
}

// isMoving reports whether the selected private game is being moved to the channel. The move is
// completed before anything else is done here.
func (e *execution) isMoving() bool {
	if !e.private || e.Play.Game == nil || !e.Play.Game.Leaving {
		return false
	}
	e.publishing = e.Play.Game
	return true
}

// publish moves a private game to a table of the channel, and drops it from the person's
// own place. If the channel has no free table, it stays private.
func (h *Handler) publish(ctx context.Context, j *job) (dialog.Reply, error) {
	g := *j.execution.publishing
	g.Leaving = false
	shared := j.request
	shared.Place, shared.Private, shared.ID, shared.Message = shared.Place.Shared(), false, "", ""
	var refused error
	var again bool
	arrive := &job{request: shared, line: command.Line{}, act: func(e *execution) { again, refused = receiveGame(e, g, j.line.Pressed(), j.execution.confirmed) }}
	reply, err := h.do(ctx, arrive)
	if err == nil {
		reply, err = outside{h}.again(ctx, dialog.ParsedRequest{Request: shared}, arrive, reply)
	}
	if err != nil {
		return dialog.Reply{}, err
	}
	if arrive.execution.finished { // the game that this one replaced
		h.countSoon(shared.Place, uncountedResults(&arrive.execution))
	}
	leave := &job{request: dialog.Request{Place: j.request.Place, User: j.request.User}, act: func(e *execution) {
		if e.Play.Game == nil || e.Play.Game.ID != g.ID {
			return
		}
		if refused != nil {
			e.Play.Game = &g
			e.markDirty()
			return
		}
		e.Play.Game = nil
		e.markBoardChanged()
	}}
	if _, err := h.do(ctx, leave); err != nil {
		return dialog.Reply{}, err
	}
	if u := j.request.User; refused == nil && (again || j.line.Pressed()) {
		// What was pressed must not look as if it could still be played on.
		gone := dialog.Message{To: &u, Open: true, Edit: j.line.Pressed(), Lines: []words.Text{words.New("publish.done")}}
		reply.Messages = slices.Insert(reply.Messages, 0, gone)
	}
	return reply, nil
}

// receiveGame puts a game on a free table, or if that is confirmed on the one of the person's running
// game against the bot, which ends. again reports that it is on one already: of several presses
// the first put it there and showed its board; after a crash the person's next line shows it.
func receiveGame(e *execution, g channel.Game, pressed, confirmed bool) (again bool, err error) {
	for t := range e.Tables {
		if t.Game != nil && t.Game.ID == g.ID {
			if !pressed {
				e.sitAt(t.Number)
				e.freshBoard()
			}
			return true, nil
		}
	}
	if running := e.againstBot(0); running == 0 {
		e.sitAt(planTables(e).Free())
	} else if e.confirmed = confirmed; confirmed {
		e.sitAt(running)
	} else {
		err = refuseSecondGame()
	}
	if err == nil {
		_, err = makeRoom(e)
	}
	if err == nil {
		err = mayJoinTable(e, e.r.User.ID, "")
	}
	m, replayErr := message.Replay(&g)
	if err == nil {
		err = replayErr
	}
	if err != nil {
		if e.first == nil {
			e.replyRefused(err)
		}
		return false, err
	}
	if e.Play.Game != nil && len(e.Match.Moves()) > 0 {
		e.Play.Last = e.Play.Game
	}
	e.Play.Game, e.Message, e.Play.Lapsed = &g, "", 0
	e.SetMatch(m)
	recordBegun(e, g.Players)
	e.markBoardChanged()
	e.freshBoard()
	return false, nil
}
