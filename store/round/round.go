// Package round has the document and the rules of a place's round: a series of questions that
// everybody there may answer. It knows no game and no platform: a question is a number of choices,
// some of which are right.
//
// A [Round] is a value. [Keeper] stores it beside the document of its place, so that
// answers don't wait for the place's games.
package round

import (
	"cmp"
	"errors"
	"maps"
	"slices"
	"time"

	"nimbot/store"
)

// The bounds of a round.
const (
	MaxAnswers = 500
	MaxPacked  = 20_000 // bytes of a packed string (packed.go)
	MaxShown   = 10     // people who are named after a question
	MaxPlaces  = 30     // people in the table of points: a class
)

// The times of a round.
const (
	NextAfter        = 8 * time.Second  // from a reveal that people see to the next question
	shownWithin      = 20 * time.Second // for a worker to show a reveal, the first of which may have been killed
	earlyAfter       = 3 * time.Second  // to the reveal, once everybody who answered the previous question has answered
	anybodyAfter     = 60 * time.Second // from a reveal until anybody may continue
	idleAfter        = 5 * time.Minute  // without a press, until the round ends
	untimedIdleAfter = 2 * time.Hour    // the same after a reveal, if questions have no time limit: a class talks about it
	openFor          = 24 * time.Hour   // until a question without a time limit ends
	editWithin       = 10 * time.Second // for an edit, after which it is tried again
	keptFor          = time.Hour        // after the end, so that people can ask about the last question
)

// Milli is a time in milliseconds since 1970, or a duration in milliseconds.
type Milli int64

// MilliOf is t in milliseconds.
func MilliOf(t time.Time) Milli { return Milli(t.UnixMilli()) }

// Duration converts m.
func (m Milli) Duration() time.Duration { return time.Duration(m) * time.Millisecond }

func milli(d time.Duration) Milli { return Milli(d.Milliseconds()) }

// Phase is what a round waits for.
type Phase string

// The phases.
const (
	Asked Phase = "asked" // for answers
	Shown Phase = "shown" // the answers are revealed; for the next question
	Over  Phase = "over"  // for nothing
)

// Round is the stored document. Its packed strings of people are described in packed.go.
type Round struct {
	store.Head
	ID    string `json:"id"`
	Host  Person `json:"host"` // the zero Person if they had their data deleted
	Terms Terms  `json:"terms"`
	Seed  uint64 `json:"seed"`
	// Number is the number of the present question, from 1.
	Number   int      `json:"number"`
	Phase    Phase    `json:"phase"`
	Question Question `json:"question"`
	// At is when the phase began, and Ends when its time is over, 0 for never.
	At   Milli `json:"at"`
	Ends Milli `json:"ends,omitempty"`
	// Touched is when somebody last pressed a button.
	Touched Milli `json:"touched"`
	// Answers are the answers to the present question in order of arrival, packed: id, choice,
	// milliseconds.
	Answers string `json:"answers,omitempty"`
	// Previous is the question before the present one, nil if this is the first.
	Previous *PastQuestion `json:"before,omitempty"`
	// Scores are the people who have answered a question that was revealed, packed: id, points,
	// milliseconds of the answers that gave points.
	Scores string `json:"scores,omitempty"`
	// Names are the names of the people who are shown, by id; while a question is open, of all who
	// may be shown after it.
	Names map[string]string `json:"names,omitempty"`
	// Message is the platform's id of the question's message, "" if unknown. Gone counts
	// the messages of the present question that were lost.
	Message      string `json:"message,omitempty"`
	LostMessages int    `json:"gone,omitempty"`
	// Changed is the version before the last change that the message must show. RedrawAt is when it
	// must be edited, 0 while it is up to date, and DrawnAt when it was last edited.
	Changed  uint64 `json:"changed,omitempty"`
	RedrawAt Milli  `json:"draw,omitempty"`
	DrawnAt  Milli  `json:"drawn,omitempty"`
	// Counted reports whether the points were counted for the month's leaderboard.
	Counted bool   `json:"counted,omitempty"`
	Locale  string `json:"locale,omitempty"` // of the place
	// Recent are hashes of the last typed deliveries that changed the round, the oldest first.
	Recent  []uint64      `json:"recent,omitempty"`
	Unknown store.Unknown `json:",embed"`

	unshown bool // the write must schedule a worker, in case this process doesn't show the message
}

// Person is somebody who is named.
type Person struct {
	ID   string `json:"id,omitempty"`
	Name string `json:"name,omitempty"`
}

// Terms are the settings with which a round was begun.
type Terms struct {
	Game      string `json:"game,omitempty"` // "": drawn for each question
	Ending    string `json:"ending"`
	Start     string `json:"start,omitempty"` // the first position, "" if it is drawn
	Questions int    `json:"questions"`
	Seconds   int    `json:"seconds,omitempty"` // for a question; 0: until it is revealed
	Level     string `json:"level,omitempty"`   // of the questions that are drawn, "" for medium
}

// Question is a position and what is asked about it.
type Question struct {
	Game     string `json:"game"`
	Ending   string `json:"ending"`
	Position string `json:"position"`
	Kind     string `json:"kind"`
	Choices  int    `json:"choices"`         // how many answers there are
	Right    []int  `json:"right,omitempty"` // the right answers, numbered from 0
}

// PastQuestion is an earlier question with its answers.
type PastQuestion struct {
	Question Question      `json:"question"`
	Answers  string        `json:"answers,omitempty"`
	Unknown  store.Unknown `json:",embed"`
}

// The errors of TakeAnswer.
var (
	ErrOver     = errors.New("round: the question is over")
	ErrAnswered = errors.New("round: answered before")
	ErrFull     = errors.New("round: too many answers")
)

// Ask asks the next question.
func (r *Round) Ask(q Question, now Milli) {
	if r.Number > 0 {
		r.Previous = &PastQuestion{Question: r.Question, Answers: r.Answers}
	}
	r.Number, r.Question, r.Answers = r.Number+1, q, ""
	r.Message, r.LostMessages, r.RedrawAt, r.DrawnAt = "", 0, 0, 0
	r.begin(Asked, now)
}

// begin begins a phase, and sets its end.
func (r *Round) begin(p Phase, now Milli) {
	r.Phase, r.At, r.Ends = p, now, 0
	switch {
	case p == Asked && r.Terms.Seconds > 0:
		r.Ends = now + Milli(r.Terms.Seconds)*1000
	case p == Asked:
		r.Ends = now + milli(openFor)
	case p == Shown && r.Terms.Seconds > 0:
		r.Ends = now + milli(NextAfter)
	}
	r.markRedraw()
}

// TakeAnswer records a person's answer, if it is their first. every is how often the message may be
// edited, 0 for never. The error is ErrOver if no question is open, ErrAnswered if they had answered,
// or ErrFull if there is no room.
func (r *Round) TakeAnswer(who Person, choice int, now Milli, every time.Duration) error {
	switch _, answered := r.AnswerOf(who.ID); {
	case r.Phase != Asked || r.Ends <= now:
		return ErrOver
	case answered:
		return ErrAnswered
	}
	next := appendEntry(r.Answers, who.ID, int64(choice), int64(max(0, now-r.At)))
	if len(next) > MaxPacked || r.CountAnswers() >= MaxAnswers {
		return ErrFull
	}
	r.Answers, r.Touched, r.Changed = next, now, r.Version
	names := map[string]string{who.ID: who.Name} // the table of points may name this person
	maps.Copy(names, r.Names)
	r.Names = names
	if r.Terms.Seconds > 0 && !r.IsHeld() && r.allAnswered() {
		r.Ends = min(r.Ends, now+milli(earlyAfter))
	}
	if r.RedrawAt == 0 && every > 0 && r.Message != "" { // a message without an id can't be edited
		r.RedrawAt = max(now, r.DrawnAt+milli(every))
	}
	return nil
}

// allAnswered reports whether everybody who answered the previous question, if anybody did, has
// answered this one.
func (r *Round) allAnswered() bool {
	if r.Previous == nil || r.Previous.Answers == "" {
		return false
	}
	for id := range entries(r.Previous.Answers) {
		if !hasEntry(r.Answers, id) {
			return false
		}
	}
	return true
}

// AtPrevious returns the round as it was when the answers to the previous question were revealed.
// ok is false if there was none.
func (r *Round) AtPrevious() (former Round, ok bool) {
	if r.Previous == nil {
		return Round{}, false
	}
	former = *r
	former.Number, former.Phase, former.Question, former.Answers = r.Number-1, Shown, r.Previous.Question, r.Previous.Answers
	return former, true
}

// IsRight reports whether a choice is right.
func (r *Round) IsRight(choice int) bool { return slices.Contains(r.Question.Right, choice) }

// Reveal ends the present question and gives its points.
func (r *Round) Reveal(now Milli) {
	if r.Answers != "" {
		r.Touched = now
	}
	for i, a := range r.Winners() {
		if n := r.points(i); n > 0 {
			r.addPoints(a, n)
		}
	}
	for _, a := range r.AllAnswers() {
		if !hasEntry(r.Scores, a.ID) {
			r.addPoints(Answer{ID: a.ID}, 0)
		}
	}
	r.begin(Shown, now)
	r.RedrawAt = 0
	r.pruneNames()
	if r.Terms.Questions == 1 {
		r.Finish(now)
	}
}

// RevealUnseen is Reveal for a worker, which has yet to show the answers: the time to the next question
// begins when they are shown.
func (r *Round) RevealUnseen(now Milli) {
	if r.Reveal(now); r.GoesOnAlone() {
		r.Ends += milli(shownWithin)
	}
}

// Hold stops the time: an open question waits until somebody reveals its answers, as one without a
// time limit does, and a reveal until somebody asks for the next question.
func (r *Round) Hold(now Milli) (changed bool) {
	switch {
	case r.Terms.Seconds > 0 && r.Phase == Asked && !r.IsHeld():
		r.Ends = r.At + milli(openFor)
	case r.GoesOnAlone():
		r.Ends = 0
	default:
		return false
	}
	r.Touched = now
	r.markRedraw()
	return true
}

// IsHeld reports whether somebody stopped the time that the terms give.
func (r *Round) IsHeld() bool {
	return r.Terms.Seconds > 0 && (r.Phase == Asked && r.Ends > r.At+Milli(r.Terms.Seconds)*1000 || r.Phase == Shown && r.Ends == 0)
}

// GoesOnAlone reports whether the answers are revealed and the next question comes by itself.
func (r *Round) GoesOnAlone() bool { return r.Phase == Shown && r.Ends > 0 }

// Winners returns the right answers to the present question, the fastest first.
func (r *Round) Winners() (all []Answer) {
	for _, a := range r.AllAnswers() {
		if r.IsRight(a.Choice) {
			all = append(all, a)
		}
	}
	slices.SortStableFunc(all, func(a, b Answer) int { return int(a.Took - b.Took) })
	return all
}

// points returns the points of a right answer, given how many right answers came before: 3, 2, then
// 1. If more than a quarter of the choices are right, each right answer gets 1 point, because a
// fast guess would beat slower thought. There are none for a position that somebody typed, because
// they may know it, and none for an answer that is the only one.
func (r *Round) points(before int) int {
	if r.IsTyped() || r.CountAnswers() < 2 {
		return 0
	}
	if r.IsGuessable() {
		return 1
	}
	return max(1, 3-before)
}

// IsGuessable reports whether more than a quarter of the choices of the present question are right.
func (r *Round) IsGuessable() bool { return 4*len(r.Question.Right) > r.Question.Choices }

// IsTyped reports whether somebody typed the position of the present question.
func (r *Round) IsTyped() bool { return r.Number == 1 && r.Terms.Start != "" }

// Points returns the points of a person whose answer to the present question is right.
func (r *Round) Points(id string) int {
	return r.points(slices.IndexFunc(r.Winners(), func(a Answer) bool { return a.ID == id }))
}

// addPoints adds points to the score of the person who gave an answer.
func (r *Round) addPoints(a Answer, points int) {
	had, took := int64(points), int64(a.Took)
	for id, n := range entries(r.Scores) {
		if id == a.ID {
			had, took = had+n[0], took+n[1]
		}
	}
	if next := appendEntry(removeEntry(r.Scores, a.ID), a.ID, had, took); len(next) <= MaxPacked {
		r.Scores = next
	}
}

// HasPoints reports whether anybody has points.
func (r *Round) HasPoints() bool {
	all := r.Standings()
	return len(all) > 0 && all[0].Points > 0
}

// Standings returns the people who have answered, the best first; of equal scores, the faster first.
func (r *Round) Standings() (all []Score) {
	for id, n := range entries(r.Scores) {
		all = append(all, Score{id, int(n[0]), Milli(n[1])})
	}
	slices.SortStableFunc(all, func(a, b Score) int { return cmp.Or(b.Points-a.Points, int(a.Took-b.Took)) })
	return all
}

// pruneNames forgets the names of those who aren't shown.
func (r *Round) pruneNames() {
	keep, winners, standings := map[string]string{}, r.Winners(), r.Standings()
	for _, a := range winners[:min(len(winners), MaxShown)] {
		keep[a.ID] = r.Names[a.ID]
	}
	for _, s := range standings[:min(len(standings), MaxPlaces)] {
		keep[s.ID] = r.Names[s.ID]
	}
	r.Names = keep
}

// Finish ends the round.
func (r *Round) Finish(now Milli) {
	if r.Phase != Over && r.Terms.Questions > 1 {
		r.Message, r.LostMessages, r.DrawnAt = "", 0, 0 // the table of points has a message of its own
	}
	r.RedrawAt = 0
	r.begin(Over, now)
	r.Counted = !r.HasPoints()
}

// Forget deletes a person's data, and reports whether there was any.
func (r *Round) Forget(id string) (changed bool) {
	if !slices.Contains(r.People(), id) {
		return false
	}
	r.Names = maps.Clone(r.Names)
	delete(r.Names, id)
	if r.Host.ID == id {
		r.Host = Person{}
	}
	r.Answers, r.Scores = removeEntry(r.Answers, id), removeEntry(r.Scores, id)
	if r.Previous != nil {
		past := *r.Previous
		past.Answers = removeEntry(past.Answers, id)
		r.Previous = &past
	}
	r.markRedraw()
	return true
}

// People returns the ids of everybody in the document.
func (r *Round) People() (ids []string) {
	all := []string{r.Answers, r.Scores}
	if r.Previous != nil {
		all = append(all, r.Previous.Answers)
	}
	for _, packed := range all {
		for id := range entries(packed) {
			ids = append(ids, id)
		}
	}
	return append(slices.AppendSeq(ids, maps.Keys(r.Names)), r.Host.ID)
}
