package slack

import (
	"context"
	"time"

	"nimbot/game/dialog"
	"nimbot/game/words"
)

// The move log is a thread at a game's first board, with one message for each move. It
// is off by default (Config.MoveLog), because it uses up the channel's one message a
// second.

// logMove writes the last move of a board into the game's thread. A game that is played
// in a thread has no log.
func (s *sender) logMove(c call, m dialog.Message, r dialog.Reply, locale string) {
	p, t := c.place(), c.table(m)
	if !m.IsBoard() || !s.moveLog || c.thread != "" || r.Result != dialog.Done {
		return
	}
	if m.Board.Moved == nil { // a new game's first board
		ts := ""
		if m.Edit && !c.ephemeral {
			ts = c.message
		}
		s.boards.beginLog(t, ts)
		return
	}
	drawn := s.render.message(dialog.Message{Lines: []words.Text{*m.Board.Moved}}, p, locale)
	s.outbox.add(queueOf(p, ""), job{
		line:  t.line(),
		ready: func() time.Duration { return s.rates.takePost(queueOf(p, "")) },
		send: func(ctx context.Context) time.Duration {
			there := c
			if there.thread = s.boards.log(t); there.thread == "" {
				return 0 // no board's message id is known, so there is no thread
			}
			there.response = nil // the response_url would post beside the board instead of in its thread
			_, again, _ := s.sendPost(ctx, there, drawn)
			return again
		},
	})
}

// beginLog makes a message the first of a new game's log; "" stands for the next board that
// is shown.
func (l *boardLog) beginLog(t tableOf, ts string) {
	l.change(t, func(b *boardState) { b.logAt = ts })
}

// log returns the message whose thread holds the present game's moves.
func (l *boardLog) log(t tableOf) (ts string) {
	l.change(t, func(b *boardState) { ts = b.logAt })
	return ts
}
