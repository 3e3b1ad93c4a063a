package practice

import (
	"context"

	"nimbot/chat"
	"nimbot/typed"
)

// hintPlainly answers who asks for help where no game is on, but their exercise is
// open: that has no hints.
func (h *Handler) hintPlainly(ctx context.Context, r chat.Request, line typed.Line) (reply chat.Reply, ok bool) {
	doc, place, ok := h.alone(ctx, r)
	if !ok || place.State != nil || waitsForNext(doc.Now) { // of a game that is over, too, one can ask
		return chat.Reply{}, false
	}
	return h.practise(ctx, r, asked{line: line, err: refuse("practice.no-hint")}), true
}

// helpPlainly answers a sentence that asks for help like a hint.
func (h *Handler) helpPlainly(ctx context.Context, r chat.Request, line typed.Line) (reply chat.Reply, ok bool) {
	doc, place, ok := h.alone(ctx, r)
	if !ok || doc.Now.Done || !h.Chat.Talk(place.Locale).AsksForHelp(line.Typed) {
		return chat.Reply{}, false
	}
	return h.hintPlainly(ctx, r, saying("hint").line)
}
