package practice

import (
	"context"

	"nimbot/exchange"
	"nimbot/person"
	"nimbot/typed"
)

// hintPlainly handles a hint request when no game is running but an exercise is open.
func (h *Handler) hintPlainly(ctx context.Context, r exchange.Request, line typed.Line) (reply exchange.Reply, ok bool) {
	if !line.Plain() {
		return exchange.Reply{}, false
	}
	doc, place, ok := h.openExercise(ctx, r)
	if !ok {
		return exchange.Reply{}, false
	}
	return h.withoutHint(ctx, r, line, doc, place)
}

// helpPlainly handles a sentence that asks for help, as hintPlainly does for the
// command.
func (h *Handler) helpPlainly(ctx context.Context, r exchange.Request, line typed.Line) (reply exchange.Reply, ok bool) {
	doc, place, ok := h.openExercise(ctx, r)
	if !ok || doc.Now.Done {
		return exchange.Reply{}, false
	}
	return h.helped(ctx, r, line, doc, place)
}

// helped is helpPlainly for an exercise that was read already.
func (h *Handler) helped(ctx context.Context, r exchange.Request, line typed.Line, doc person.Practice, place exchange.Reply) (reply exchange.Reply, ok bool) {
	if !h.Chat.Talk(place.Locale).AsksForHelp(line.Typed) {
		return exchange.Reply{}, false
	}
	return h.withoutHint(ctx, r, saying("hint").line, doc, place)
}

// withoutHint says that the open exercise has no hints and what helps instead. ok is
// false if the hint may be meant for something else.
func (h *Handler) withoutHint(ctx context.Context, r exchange.Request, line typed.Line, doc person.Practice, place exchange.Reply) (reply exchange.Reply, ok bool) {
	if place.State != nil || waitsForNext(doc.Now) { // hints can also be about a finished game
		return exchange.Reply{}, false
	}
	no := refuse("practice.no-hint")
	if isGame(doc.Now) {
		no = refuse("practice.no-hint.game")
	}
	return h.practise(ctx, r, asked{line: line, err: no}), true
}

// undoPlainly handles a takeback when only a private game is open. Such a game can only
// be restarted.
func (h *Handler) undoPlainly(ctx context.Context, r exchange.Request, line typed.Line) (reply exchange.Reply, ok bool) {
	if !line.Plain() {
		return exchange.Reply{}, false
	}
	doc, place, ok := h.openExercise(ctx, r)
	if !ok || place.State != nil || doc.Now.Done || !isGame(doc.Now) {
		return exchange.Reply{}, false
	}
	return h.practise(ctx, r, asked{line: line, err: refuse("practice.no-undo")}), true
}
