package practice

import (
	"context"
	"slices"
	"strings"

	"nimbot/exchange"
	"nimbot/person"
	"nimbot/typed"
	"nimbot/words"
)

// answerPlainly takes a move that was typed without "answer" if it can only be meant for
// the open exercise; otherwise ok is false. In a channel it says how to answer.
func (h *Handler) answerPlainly(ctx context.Context, r exchange.Request, line typed.Line) (reply exchange.Reply, ok bool) {
	if line.Rest == "" {
		return exchange.Reply{}, false
	}
	doc, place, ok := h.openExercise(ctx, r)
	if ok {
		reply, ok = h.answerAlone(ctx, r, line, doc, place)
	}
	if !ok {
		return h.answerBeside(ctx, r, line)
	}
	return reply, true
}

// answerAlone is answerPlainly for an exercise in a place where no game is running.
func (h *Handler) answerAlone(ctx context.Context, r exchange.Request, line typed.Line, doc person.Practice, place exchange.Reply) (reply exchange.Reply, ok bool) {
	next := h.names(line.Rest, "button.next", "button.go-on")
	switch {
	case next && waitsForNext(doc.Now):
		return h.practise(ctx, r, sayNext), true
	case doc.Now.Done:
		return exchange.Reply{}, false
	case h.names(line.Rest, "button.show"):
		return h.practise(ctx, r, saying("show")), true
	case next && isGame(doc.Now):
		return h.practise(ctx, r, saying("answer")), true
	case next:
		return h.practise(ctx, r, asked{err: refuse("practice.nothing-next")}), true
	}
	reply = h.practise(ctx, r, asked{line: line, plainly: true, elsewhere: !r.Private})
	if len(reply.Messages) > 0 {
		return reply, true
	}
	return h.helped(ctx, r, line, doc, place)
}

// names reports whether the person typed the label of one of these buttons.
func (h *Handler) names(typed string, buttons ...string) bool {
	return slices.ContainsFunc(buttons, func(key string) bool {
		return strings.EqualFold(h.Words.Say(text(key), words.Voice{}), typed)
	})
}

// openExercise reads the person's practice and the state of the place. ok is false if a
// game is running there or the person has no exercise.
func (h *Handler) openExercise(ctx context.Context, r exchange.Request) (doc person.Practice, place exchange.Reply, ok bool) {
	place, idle := h.Chat.Idle(ctx, r)
	if !idle {
		return doc, place, false
	}
	doc, err := h.People.Read(ctx, h.key(r))
	return doc, place, err == nil && doc.Now != nil
}
