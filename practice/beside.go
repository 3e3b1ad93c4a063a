package practice

import (
	"context"
	"sync"

	"nimbot/exchange"
	"nimbot/typed"
	"nimbot/words"
)

// answerBeside handles a line that is typed while the channel's game is running but can only
// be meant for the open exercise: it says whether the position is won or lost, or asks to
// continue.
func (h *Handler) answerBeside(ctx context.Context, r exchange.Request, line typed.Line) (reply exchange.Reply, ok bool) {
	next, outcome := h.names(line, r.Locale, "button.next", "button.go-on"), h.names(line, r.Locale, "button.won", "button.lost")
	if !next && !outcome {
		return exchange.Reply{}, false
	}
	doc, err := h.People.Read(ctx, h.key(r))
	switch {
	case err != nil, doc.Now == nil:
		return exchange.Reply{}, false
	case next && waitsForNext(doc.Now):
		return h.practise(ctx, r, sayNext), true
	case outcome && !doc.Now.Done:
		reply = h.practise(ctx, r, meantToAnswer(line))
	}
	return reply, len(reply.Messages) > 0
}

// nothingNext handles a request to continue when neither an exercise nor a game is open.
func (h *Handler) nothingNext(ctx context.Context, r exchange.Request, line typed.Line, place exchange.Reply) (reply exchange.Reply, ok bool) {
	if place.State != nil && !place.State.Over || !h.names(line, r.Locale, "button.next", "button.go-on") {
		return exchange.Reply{}, false
	}
	return h.practise(ctx, r, asked{err: refuse("practice.nothing-open")}), true
}

// meantToAnswer makes the request that explains how to answer, for a line typed while the channel's
// game is running. A line that can't be an answer gets no message.
func meantToAnswer(line typed.Line) asked {
	return asked{line: line, plainly: true, elsewhere: true}
}

// open remembers who has an open exercise, so that a move typed by anybody else doesn't read the
// store. It doesn't know exercises that were shown by another process, or before this process
// started.
type open struct {
	sync.Mutex
	keys map[string]bool
}

// maxOpen is how many people open remembers.
const maxOpen = 10_000

func (o *open) note(key string, asked bool) {
	o.Lock()
	defer o.Unlock()
	switch {
	case !asked:
		delete(o.keys, key)
	case o.keys == nil || len(o.keys) >= maxOpen:
		o.keys = map[string]bool{key: true}
	default:
		o.keys[key] = true
	}
}

func (o *open) has(key string) bool {
	o.Lock()
	defer o.Unlock()
	return o.keys[key]
}

// tellMoved adds to the reply to a typed move how to answer the exercise, because the line may have
// been meant for it.
func (h *Handler) tellMoved(ctx context.Context, r exchange.Request, line typed.Line, reply *exchange.Reply) {
	if !h.open.has(h.key(r)) {
		return
	}
	if doc, err := h.People.Read(ctx, h.key(r)); err != nil || doc.Now == nil || waitsForNext(doc.Now) {
		return
	}
	reply.Messages = append(reply.Messages, exchange.Message{To: &r.User, Open: true, Lines: []words.Text{text("practice.moved", "answer", typed.Abridge(line.Rest))}})
}

// remind adds a reminder to a reply if its reader has an open exercise: below the lobby, the way
// back to the exercise; below a typed move that the game refused, how to answer the exercise with
// that move.
func (h *Handler) remind(ctx context.Context, r exchange.Request, line typed.Line, reply *exchange.Reply) {
	if len(reply.Messages) == 0 {
		return
	}
	if reply.Moved && !line.Pressed() {
		h.tellMoved(ctx, r, line, reply)
		return
	}
	m := &reply.Messages[0]
	if m.To == nil || len(m.Lines) == 0 {
		return
	}
	if m.Lines[0].Key == "board.none" {
		if doc, err := h.People.Read(ctx, h.key(r)); err == nil && doc.Now != nil && !doc.Now.Done {
			m.Lines = append(m.Lines, text("practice.still-open"))
			m.Buttons = append([]exchange.Button{{Label: text("button.exercise"), Command: "answer", Style: exchange.Primary}}, m.Buttons...)
		}
		return
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
