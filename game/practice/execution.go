package practice

import (
	"context"
	"hash/fnv"
	"math/rand/v2"
	"slices"
	"strconv"
	"strings"
	"time"

	"nimbot/game/dialog"
	"nimbot/game/words"
)

// execution is one attempt at one command. It works on its own copy of the document.
type execution struct {
	h *Handler
	// ctx ends the drawing of a puzzle.
	ctx context.Context
	r   dialog.Request
	input
	view
	now time.Time
	// zone is the place's time zone, which decides the date.
	zone   *time.Location
	locale string // the language in which people type in the place
	rng    *rand.Rand

	messages   []dialog.Message
	result     dialog.Result
	dirty      bool // the document must be written
	turnRaised bool // doc.Turn was already raised
	usesZone   bool // the result depends on a date of the place
	next       bool // the person typed what goes on, as its button would
}

// do handles the request: it recognizes repeated deliveries and stale buttons, and turns errors
// into refusals.
func (e *execution) do() {
	if e.isRepeat() {
		e.result = dialog.Duplicate
		e.showNow()
		return
	}
	if e.isStale() {
		e.answerStale()
		return
	}
	if x := e.doc.Now; x != nil && x.Left { // the person comes back
		x.Left, e.dirty = false, true
	}
	if err := e.run(); err != nil {
		e.refuse(err)
	}
	if e.dirty && e.r.ID != "" && !(e.line.Pressed() && e.turnRaised) { // after a raised turn, a repeated press is stale
		e.doc.Remember(e.deliveryHash())
	}
}

// run runs the command's function.
func (e *execution) run() error {
	if e.heard != nil {
		return handleSentence(e)
	}
	answer, answers := e.answerTyped()
	switch name := e.line.Name(); {
	case name == "skip":
		return skipExercise(e)
	case name == "show":
		return giveUp(e)
	case answers && answer != "":
		return answerExercise(e, answer)
	case answers:
		e.showNow()
		return nil
	case e.err != nil:
		return e.err
	case name == "learn":
		return learn(e)
	case name == "daily":
		return showToday(e)
	}
	return openPuzzle(e)
}

// answerTyped returns the answer in the line: "answer B2", "puzzle answer:B2", or in a direct
// message just the move.
func (e *execution) answerTyped() (answer string, ok bool) {
	switch name := e.line.Name(); name {
	case "answer", "move":
		return e.line.Rest, true
	case "skip", "show":
		return "", false
	}
	_, answer, ok = strings.Cut(e.line.Typed, " answer:")
	return strings.TrimSpace(answer), ok
}

// isRepeat reports whether the same delivery was handled before.
func (e *execution) isRepeat() bool {
	return e.r.ID != "" && slices.Contains(e.doc.Recent, e.deliveryHash())
}

// goesOn reports whether the line goes on from the finished exercise.
func (e *execution) goesOn() bool { return e.next || e.line.Pressed() }

// isStale reports whether the pressed button belongs to an earlier question.
func (e *execution) isStale() bool { return e.line.Pressed() && e.line.Stamp != e.stamp() }

// deliveryHash returns a hash of the delivery's id.
func (e *execution) deliveryHash() uint64 {
	h := fnv.New64a()
	_, _ = h.Write([]byte(e.r.Place.Platform + " " + e.r.ID)) // it always succeeds
	return h.Sum64() >> 11                                    // so that every reader of JSON reads it exactly
}

// answerStale handles a button of an earlier question by showing the present one.
func (e *execution) answerStale() {
	e.result = dialog.Stale
	switch x := e.doc.Now; {
	case x == nil:
		e.tell(words.New("practice.stale.nothing")).Buttons = menuButtons()
	case x.Done:
		e.showAgain([]words.Text{words.New("practice.stale.over")})
	default:
		e.show(words.New("practice.stale"))
	}
}

// refuse says why nothing was done. A line without "answer" that can't be read gets no
// message, because the conversation handles it.
func (e *execution) refuse(err error) {
	r := dialog.RefusalOf(err)
	switch {
	case r == nil:
		e.h.Log.Error("practice failed", "request", e.r.ID, "command", e.line.Name(), "error", err)
		e.result = dialog.Broken
		e.tell(words.New("broken"))
	case !e.implicit:
		e.result = r.How
		e.tell(r.Text).Buttons = r.Buttons
	}
}

// markChanged records that the document must be written and that earlier buttons are stale.
func (e *execution) markChanged() {
	e.dirty = true
	if !e.turnRaised {
		e.turnRaised = true
		e.doc.Turn++
	}
}

// stamp returns the stamp of the present question's buttons: the turn and a digest of the exercise,
// because a turn can repeat after a failover.
func (v view) stamp() string {
	h := fnv.New32a()
	if x := v.doc.Now; x != nil {
		for _, part := range []string{x.Kind, x.Game, x.Position, x.Date, strconv.FormatUint(x.Seed, 36), x.Lesson, strconv.Itoa(x.Step)} {
			_, _ = h.Write(append([]byte(part), 0)) // it always succeeds
		}
	}
	return strconv.Itoa(v.doc.Turn) + "." + strconv.FormatUint(uint64(h.Sum32()), 36)
}

// tell adds a private message that reveals nothing.
func (e *execution) tell(lines ...words.Text) *dialog.Message {
	return e.addMessage(dialog.Message{Open: true, Lines: lines})
}

// addMessage adds a private message. If a button was pressed, it replaces that message.
func (e *execution) addMessage(m dialog.Message) *dialog.Message {
	m.To, m.Edit = &e.r.User, e.line.Pressed()
	e.messages = append(e.messages, m)
	return &e.messages[len(e.messages)-1]
}

// button makes a button for the present question.
func (v view) button(label words.Text, style dialog.Style, command ...string) dialog.Button {
	return dialog.Button{Label: label, Style: style, Command: strings.Join(command, " ") + " ~" + v.stamp()}
}

// hintButton says what a hint costs before it is given.
func (v view) hintButton() dialog.Button {
	return v.button(words.New("button.hint", "counts", hintCounts(v.doc.Now)), dialog.Plain, "answer", "hint")
}

// showButton says what the answer costs, as the button of a hint does.
func (v view) showButton() dialog.Button {
	return v.button(words.New("button.show", "counts", showCounts(v.doc.Now)), dialog.Plain, "show")
}

func (v view) nextButton() dialog.Button {
	return v.button(words.New("button.next"), dialog.Primary, "answer", nextWord)
}

// lowerRest returns the words after the command's name, in lower case.
func (e *execution) lowerRest() string { return strings.ToLower(e.line.Rest) }

// formatDate writes a day: "2026-11-21".
func formatDate(t time.Time) string { return t.Format(time.DateOnly) }
