package practice

import (
	"context"
	"slices"

	"nimbot/exchange"
	"nimbot/typed"
)

// answerBeside takes what was typed in a place where a game is on, but can only
// be meant for the exercise that is open: its answer won or lost, or to go on.
func (h *Handler) answerBeside(ctx context.Context, r exchange.Request, line typed.Line) (reply exchange.Reply, ok bool) {
	next, outcome := h.names(line.Rest, "button.next", "button.go-on"), h.names(line.Rest, "button.won", "button.lost")
	if !next && !outcome {
		return exchange.Reply{}, false
	}
	doc, err := h.People.Read(ctx, h.key(r))
	switch {
	case err != nil:
		return exchange.Reply{}, false
	case doc.Now == nil:
		return h.nothingNext(ctx, r, next)
	case next && waitsForNext(doc.Now):
		return h.practise(ctx, r, sayNext), true
	case outcome && !doc.Now.Done:
		reply = h.practise(ctx, r, meantToAnswer(line))
	}
	return reply, len(reply.Messages) > 0
}

// nothingNext answers who wants to go on without an exercise, in a place without a
// game.
func (h *Handler) nothingNext(ctx context.Context, r exchange.Request, next bool) (reply exchange.Reply, ok bool) {
	if _, idle := h.Chat.Idle(ctx, r.Place); !next || !idle {
		return exchange.Reply{}, false
	}
	return h.practise(ctx, r, asked{err: refuse("practice.nothing-open")}), true
}

// meantToAnswer asks how to answer with a line, in a place where a game is on. A
// line that is no answer gets no message.
func meantToAnswer(line typed.Line) asked {
	return asked{line: line, plainly: true, elsewhere: true, beside: true}
}

// astray are the conversation's sentences about a place that has no game, after
// which somebody may have meant their exercise.
var astray = []string{"no-game", "board.none", "talk.piles", "unknown", "unknown-sentence"}

// remind adds to a reply what its reader may have meant by a line: how they see
// the exercise they have open where there's no game, or how to answer it with a
// move that the game refuses.
func (h *Handler) remind(ctx context.Context, r exchange.Request, line typed.Line, reply exchange.Reply) {
	if len(reply.Messages) == 0 {
		return
	}
	m := &reply.Messages[0]
	if m.To == nil || len(m.Lines) == 0 {
		return
	}
	if slices.Contains(astray, m.Lines[0].Key) {
		if doc, _, ok := h.openExercise(ctx, r); ok && !doc.Now.Done {
			m.Lines = append(m.Lines, text("practice.still-open"))
			m.Buttons = append([]exchange.Button{{Label: text("button.exercise"), Command: "answer", Style: exchange.Primary}}, m.Buttons...)
			return
		}
	}
	if reply.Result != exchange.Refused || line.Name() != "move" || line.Pressed() || line.Rest == "" {
		return
	}
	if doc, err := h.People.Read(ctx, h.key(r)); err != nil || doc.Now == nil || doc.Now.Done {
		return
	}
	if said := h.practise(ctx, r, meantToAnswer(line)).Messages; len(said) > 0 {
		m.Lines, m.Buttons = append(m.Lines, said[0].Lines...), append(m.Buttons, said[0].Buttons...)
	}
}
