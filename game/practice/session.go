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

// session is one attempt at one command. It works on its own copy of the document.
type session struct {
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
func (s *session) do() {
	if s.isRepeat() {
		s.result = dialog.Duplicate
		s.showNow()
		return
	}
	if s.isStale() {
		s.answerStale()
		return
	}
	if x := s.doc.Now; x != nil && x.Left { // the person comes back
		x.Left, s.dirty = false, true
	}
	if err := s.run(); err != nil {
		s.refuse(err)
	}
	if s.dirty && s.r.ID != "" && !(s.line.Pressed() && s.turnRaised) { // after a raised turn, a repeated press is stale
		s.doc.Remember(s.deliveryHash())
	}
}

// run runs the command's function.
func (s *session) run() error {
	if s.heard != nil {
		return handleSentence(s)
	}
	answer, answers := s.answerTyped()
	switch name := s.line.Name(); {
	case name == "skip":
		return skipExercise(s)
	case name == "show":
		return giveUp(s)
	case answers && answer != "":
		return answerExercise(s, answer)
	case answers:
		s.showNow()
		return nil
	case s.err != nil:
		return s.err
	case name == "learn":
		return learn(s)
	case name == "daily":
		return showToday(s)
	}
	return openPuzzle(s)
}

// answerTyped returns the answer in the line: "answer B2", "puzzle answer:B2", or in a direct
// message just the move.
func (s *session) answerTyped() (answer string, ok bool) {
	switch name := s.line.Name(); name {
	case "answer", "move":
		return s.line.Rest, true
	case "skip", "show":
		return "", false
	}
	_, answer, ok = strings.Cut(s.line.Typed, " answer:")
	return strings.TrimSpace(answer), ok
}

// isRepeat reports whether the same delivery was handled before.
func (s *session) isRepeat() bool {
	return s.r.ID != "" && slices.Contains(s.doc.Recent, s.deliveryHash())
}

// goesOn reports whether the line goes on from the finished exercise.
func (s *session) goesOn() bool { return s.next || s.line.Pressed() }

// isStale reports whether the pressed button belongs to an earlier question.
func (s *session) isStale() bool { return s.line.Pressed() && s.line.Stamp != s.stamp() }

// deliveryHash returns a hash of the delivery's id.
func (s *session) deliveryHash() uint64 {
	h := fnv.New64a()
	_, _ = h.Write([]byte(s.r.Place.Platform + " " + s.r.ID)) // it always succeeds
	return h.Sum64() >> 11                                    // so that every reader of JSON reads it exactly
}

// answerStale handles a button of an earlier question by showing the present one.
func (s *session) answerStale() {
	s.result = dialog.Stale
	switch x := s.doc.Now; {
	case x == nil:
		s.tell(words.New("practice.stale.nothing")).Buttons = menuButtons()
	case x.Done:
		s.showAgain([]words.Text{words.New("practice.stale.over")})
	default:
		s.show(words.New("practice.stale"))
	}
}

// refuse says why nothing was done. A line without "answer" that can't be read gets no
// message, because the conversation handles it.
func (s *session) refuse(err error) {
	r := dialog.RefusalOf(err)
	switch {
	case r == nil:
		s.h.Log.Error("practice failed", "request", s.r.ID, "command", s.line.Name(), "error", err)
		s.result = dialog.Broken
		s.tell(words.New("broken"))
	case !s.implicit:
		s.result = r.How
		s.tell(r.Text).Buttons = r.Buttons
	}
}

// markChanged records that the document must be written and that earlier buttons are stale.
func (s *session) markChanged() {
	s.dirty = true
	if !s.turnRaised {
		s.turnRaised = true
		s.doc.Turn++
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
func (s *session) tell(lines ...words.Text) *dialog.Message {
	return s.addMessage(dialog.Message{Open: true, Lines: lines})
}

// addMessage adds a private message. If a button was pressed, it replaces that message.
func (s *session) addMessage(m dialog.Message) *dialog.Message {
	m.To, m.Edit = &s.r.User, s.line.Pressed()
	s.messages = append(s.messages, m)
	return &s.messages[len(s.messages)-1]
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
func (s *session) lowerRest() string { return strings.ToLower(s.line.Rest) }

// formatDate writes a day: "2026-11-21".
func formatDate(t time.Time) string { return t.Format(time.DateOnly) }
