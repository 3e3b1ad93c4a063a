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
func publishGame(s *session) error {
	if s.Place.Person == "" || !s.Playing() {
		return refuse("publish.nothing")
	}
	switch plays, err := playsElsewhere(s); {
	case err != nil:
		return err
	case plays && !s.confirmed:
		s.askToConfirm(channel.Confirm{Text: s.line.Typed}, words.New("confirm.replace"))
		return nil
	}
	g := *s.Play.Game
	g.Leaving = true
	s.Play.Game = &g
	s.markDirty()
	s.publishing = &g
	return nil
}

// isMoving reports whether the selected private game is being moved to the channel. The move is
// completed before anything else is done here.
func (s *session) isMoving() bool {
	if !s.private || s.Play.Game == nil || !s.Play.Game.Leaving {
		return false
	}
	s.publishing = s.Play.Game
	return true
}

// publish moves a private game to a table of the channel, and drops it from the person's
// own place. If the channel has no free table, it stays private.
func (h *Handler) publish(ctx context.Context, j *job) (dialog.Reply, error) {
	g := *j.session.publishing
	g.Leaving = false
	shared := j.request
	shared.Place, shared.Private, shared.ID, shared.Message = shared.Place.Shared(), false, "", ""
	var refused error
	var again bool
	arrive := &job{request: shared, line: command.Line{}, act: func(s *session) { again, refused = receiveGame(s, g, j.line.Pressed(), j.session.confirmed) }}
	reply, err := h.do(ctx, arrive)
	if err == nil {
		reply, err = outside{h}.again(ctx, dialog.ParsedRequest{Request: shared}, arrive, reply)
	}
	if err != nil {
		return dialog.Reply{}, err
	}
	if arrive.session.finished { // the game that this one replaced
		h.countSoon(shared.Place, uncountedResults(&arrive.session))
	}
	leave := &job{request: dialog.Request{Place: j.request.Place, User: j.request.User}, act: func(s *session) {
		if s.Play.Game == nil || s.Play.Game.ID != g.ID {
			return
		}
		if refused != nil {
			s.Play.Game = &g
			s.markDirty()
			return
		}
		s.Play.Game = nil
		s.markBoardChanged()
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
func receiveGame(s *session, g channel.Game, pressed, confirmed bool) (again bool, err error) {
	for t := range s.Tables {
		if t.Game != nil && t.Game.ID == g.ID {
			if !pressed {
				s.sitAt(t.Number)
				s.freshBoard()
			}
			return true, nil
		}
	}
	if running := s.againstBot(0); running == 0 {
		s.sitAt(planTables(s).Free())
	} else if s.confirmed = confirmed; confirmed {
		s.sitAt(running)
	} else {
		err = refuseSecondGame()
	}
	if err == nil {
		_, err = makeRoom(s)
	}
	if err == nil {
		err = mayJoinTable(s, s.r.User.ID, "")
	}
	m, replayErr := message.Replay(&g)
	if err == nil {
		err = replayErr
	}
	if err != nil {
		if s.first == nil {
			s.replyRefused(err)
		}
		return false, err
	}
	if s.Play.Game != nil && len(s.Match.Moves()) > 0 {
		s.Play.Last = s.Play.Game
	}
	s.Play.Game, s.Message, s.Play.Lapsed = &g, "", 0
	s.SetMatch(m)
	recordBegun(s, g.Players)
	s.markBoardChanged()
	s.freshBoard()
	return false, nil
}
