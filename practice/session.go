package practice

import (
	"errors"
	"hash/fnv"
	"math/rand/v2"
	"slices"
	"strconv"
	"strings"
	"time"

	"nimbot/exchange"
	"nimbot/typed"
	"nimbot/words"
)

// session is one attempt at one command, on a document of its own.
type session struct {
	h *Handler
	r exchange.Request
	asked
	view
	now time.Time
	// zone is the place's, which says what date it is.
	zone   *time.Location
	locale string // the place's, in which people talk there
	rng    *rand.Rand

	note       []words.Text // said above what is asked next
	messages   []exchange.Message
	result     exchange.Result
	dirty      bool // the document has changed
	turnRaised bool // what was drawn before is no longer true
	usesZone   bool // a date of the place was worked on
}

// do does the command.
func (s *session) do() {
	if s.known() {
		s.result = exchange.Again
		s.showNow()
		return
	}
	if s.outdated() {
		s.stale()
		return
	}
	if err := s.run(); err != nil {
		s.refuse(err)
	}
	if s.dirty && !s.line.Pressed() && s.r.ID != "" {
		s.doc.Remember(s.delivery())
	}
}

// run finds the command's function.
func (s *session) run() error {
	answer, answers := s.answerTyped()
	switch name := s.line.Name(); {
	case name == "skip":
		return answering{s}.skip()
	case name == "show":
		return answering{s}.giveUp()
	case answers && answer != "":
		return answering{s}.answer(answer)
	case answers:
		s.showNow()
		return nil
	case s.err != nil:
		return s.err
	case name == "learn":
		return lessons{s}.learn()
	case name == "daily":
		return daily{s}.today()
	case name == "retry":
		return privateGame{s}.retry()
	}
	return puzzles{s}.puzzle()
}

// answerTyped is the answer that the line gives: "answer B2", "puzzle answer:B2",
// and in a direct message a move.
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

// known reports whether the same delivery was handled before.
func (s *session) known() bool {
	return s.r.ID != "" && !s.line.Pressed() && slices.Contains(s.doc.Recent, s.delivery())
}

// outdated reports whether a button of what is no longer asked was pressed.
func (s *session) outdated() bool { return s.line.Pressed() && s.line.Stamp != s.stamp() }

// delivery is a hash of the delivery's id.
func (s *session) delivery() uint64 {
	h := fnv.New64a()
	_, _ = h.Write([]byte(s.r.Place.Platform + " " + s.r.ID)) // it always succeeds
	return h.Sum64() >> 11                                    // exact in every reader of JSON
}

// stale answers a button of what is no longer asked with what is asked now.
func (s *session) stale() {
	s.result = exchange.Stale
	switch x := s.doc.Now; {
	case x == nil:
		s.tell(text("practice.stale.nothing")).Buttons = choices()
	case x.Done:
		s.showAgain([]words.Text{text("practice.stale.over")})
	default:
		s.show(text("practice.stale"))
	}
}

// refuse tells why nothing was done. What was typed plainly and can't be read
// goes on to the conversation.
func (s *session) refuse(err error) {
	t, ok := refusalOf(err)
	var r *refused
	switch {
	case !ok:
		s.h.Log.Error("practice failed", "request", s.r.ID, "command", s.line.Name(), "error", err)
		s.result = exchange.Broken
		s.tell(text("broken"))
	case !s.plainly:
		s.result = exchange.Refused
		m := s.tell(t)
		if errors.As(err, &r) {
			m.Buttons = r.buttons
		}
	}
}

// changed notes that the document must be written and buttons drawn before this
// are stale.
func (s *session) changed() {
	s.dirty = true
	if !s.turnRaised {
		s.turnRaised = true
		s.doc.Turn++
	}
}

// stamp marks the buttons of what is asked now: the turn, and a digest of what
// it belongs to, since after a failover a turn can come twice.
func (v view) stamp() string {
	h := fnv.New32a()
	if x := v.doc.Now; x != nil {
		for _, part := range []string{x.Kind, x.Game, x.Position, x.Date, strconv.FormatUint(x.Seed, 36), strconv.Itoa(x.Lesson), strconv.Itoa(x.Step)} {
			_, _ = h.Write(append([]byte(part), 0)) // it always succeeds
		}
	}
	return strconv.Itoa(v.doc.Turn) + "." + strconv.FormatUint(uint64(h.Sum32()), 36)
}

// tell adds a message that only the asking person sees, and that tells nothing
// others may not know.
func (s *session) tell(lines ...words.Text) *exchange.Message {
	return s.add(exchange.Message{Open: true, Lines: lines})
}

// add adds a message that only the asking person sees, in place of the one whose
// button they pressed.
func (s *session) add(m exchange.Message) *exchange.Message {
	m.To, m.Edit = &s.r.User, s.line.Pressed()
	s.messages = append(s.messages, m)
	return &s.messages[len(s.messages)-1]
}

// button is a command for what is asked now.
func (v view) button(label words.Text, style exchange.Style, command ...string) exchange.Button {
	return exchange.Button{Label: label, Style: style, Command: strings.Join(command, " ") + " ~" + v.stamp()}
}

// beyond are the words behind the command's name, in small letters.
func (s *session) beyond() string { return strings.ToLower(s.line.Rest) }

// date writes a day: "2026-11-21".
func date(t time.Time) string { return t.Format(time.DateOnly) }

// abridged is what somebody typed, for a refusal.
func abridged(s string) string { return typed.Abridge(s) }
