package practice

import (
	"context"
	"sync"

	"nimbot/game/dialog"
	"nimbot/game/words"
	"nimbot/game/words/command"
)

// hearDuringGame handles a line that is typed while the channel's game is running but can only
// be meant for the open exercise: it says whether the position is won or lost, or asks to
// continue.
func (h *Handler) hearDuringGame(ctx context.Context, r dialog.Request, line command.Line) (reply dialog.Reply, ok bool) {
	next, outcome := h.isAnyLabel(line, r.Locale, "button.next", "button.go-on"), h.isAnyLabel(line, r.Locale, "button.won", "button.lost")
	if !next && !outcome {
		return dialog.Reply{}, false
	}
	doc, err := h.People.Read(ctx, h.key(r))
	switch {
	case err != nil, !isOpen(doc.Now):
		return dialog.Reply{}, false
	case next && waitsForNext(doc.Now):
		return h.practise(ctx, r, nextInput), true
	case outcome && !doc.Now.Done:
		reply = h.practise(ctx, r, explainInput(line))
	}
	return reply, len(reply.Messages) > 0
}

// refuseNext handles a request to continue when neither an exercise nor a game is open.
func (h *Handler) refuseNext(ctx context.Context, r dialog.Request, line command.Line, place dialog.Reply) (reply dialog.Reply, ok bool) {
	if place.State != nil && !place.State.Over || !h.isAnyLabel(line, r.Locale, "button.next", "button.go-on") {
		return dialog.Reply{}, false
	}
	return h.practise(ctx, r, input{err: refuse("practice.nothing-open")}), true
}

// explainInput makes the input that explains how to answer, for a line typed while the channel's
// game is running. A line that can't be an answer gets no message.
func explainInput(line command.Line) input {
	return input{line: line, implicit: true, handledElsewhere: true}
}

// openLearners remembers who has an open exercise, so that a move typed by anybody else doesn't
// read the store, and in which game they were last told about it. It doesn't know exercises that were
// shown by another process, or before this process started.
type openLearners struct {
	sync.Mutex
	told map[string]string // by the person's key; "" if they weren't told
}

// maxOpenLearners is how many people openLearners remembers.
const maxOpenLearners = 10_000

func (o *openLearners) set(key string, asked bool) {
	o.Lock()
	defer o.Unlock()
	_, known := o.told[key]
	switch {
	case !asked:
		delete(o.told, key)
	case known:
	case o.told == nil || len(o.told) >= maxOpenLearners:
		o.told = map[string]string{key: ""}
	default:
		o.told[key] = ""
	}
}

func (o *openLearners) has(key string) bool {
	o.Lock()
	defer o.Unlock()
	_, asked := o.told[key]
	return asked
}

// untold reports whether a person has an open exercise and wasn't told about it in a game.
func (o *openLearners) untold(key, game string) bool {
	o.Lock()
	defer o.Unlock()
	told, asked := o.told[key]
	return asked && told != game
}

// tell remembers that a person was told about their exercise in a game.
func (o *openLearners) tell(key, game string) {
	o.Lock()
	defer o.Unlock()
	if _, asked := o.told[key]; asked {
		o.told[key] = game
	}
}

// explainMove adds to the reply to a typed move how to answer the exercise, once a game, if the line
// may have been meant for it.
func (h *Handler) explainMove(ctx context.Context, r dialog.Request, line command.Line, reply *dialog.Reply) {
	if reply.State == nil || !h.learners.untold(h.key(r), reply.State.ID) {
		return
	}
	if doc, err := h.People.Read(ctx, h.key(r)); err != nil || !isOpen(doc.Now) || waitsForNext(doc.Now) {
		return
	}
	answers := h.practise(ctx, r, explainInput(line)).Messages
	if len(answers) == 0 {
		return
	}
	h.learners.tell(h.key(r), reply.State.ID)
	reply.Messages = append(reply.Messages, dialog.Message{
		To: &r.User, Open: true, Lines: []words.Text{words.New("practice.moved", "answer", command.Abridge(line.Rest))}, Buttons: answers[0].Buttons,
	})
}

// addReminder adds a reminder to a reply if its reader has an open exercise: below the card, the
// way back to the exercise; below a typed move that the game refused, how to answer the exercise
// with that move.
func (h *Handler) addReminder(ctx context.Context, r dialog.Request, line command.Line, reply *dialog.Reply) {
	if len(reply.Messages) == 0 {
		return
	}
	if reply.Moved && !line.Pressed() {
		h.explainMove(ctx, r, line, reply)
		return
	}
	m := &reply.Messages[0]
	if m.To == nil || len(m.Lines) == 0 {
		return
	}
	if key := m.Lines[0].Key; key == "card" || key == "board.none" {
		if doc, err := h.People.Read(ctx, h.key(r)); err == nil && doc.Now != nil && !doc.Now.Done {
			m.Lines = append(m.Lines, words.New("practice.still-open"))
			m.Buttons = append([]dialog.Button{{Label: words.New("button.exercise"), Command: "answer", Style: dialog.Primary}}, m.Buttons...)
		}
		return
	}
	if reply.Result != dialog.Refused || line.Name() != "move" || line.Pressed() || line.Rest == "" {
		return
	}
	if doc, err := h.People.Read(ctx, h.key(r)); err != nil || doc.Now == nil || doc.Now.Done {
		return
	}
	if said := h.practise(ctx, r, explainInput(line)).Messages; len(said) > 0 {
		m.Lines, m.Buttons = append(m.Lines, said[0].Lines...), append(m.Buttons, said[0].Buttons...)
	}
}
