// Package round has the document and the rules of a place's round: a row of questions that
// everybody there may answer. It knows no game and no platform: a question is a number of
// choices, some of which are right.
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
	MaxPacked  = 20_000 // bytes of a packed string
	MaxShown   = 10     // people who are named
)

// The times of a round.
const (
	nextAfter  = 8 * time.Second  // from a reveal to the next question
	earlyAfter = 3 * time.Second  // after everybody who answered the former question has answered
	lentAfter  = 60 * time.Second // after this long in a reveal, anybody may continue
	idleAfter  = 5 * time.Minute  // without a press the round ends
	openFor    = 24 * time.Hour   // until a question without a time ends
	drawWithin = 10 * time.Second // for an edit; after that it is tried again
	keptFor    = time.Hour        // after the end, for questions about it
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

// Round is the stored document. Its strings of people are packed, see pack.
type Round struct {
	store.Head
	ID    string `json:"id"`
	Host  Person `json:"host"` // the zero Person if they had their data deleted
	Terms Terms  `json:"terms"`
	Seed  uint64 `json:"seed"`
	// Number is the present question's, from 1.
	Number   int      `json:"number"`
	Phase    Phase    `json:"phase"`
	Question Question `json:"question"`
	// At is when the phase began, and Ends when its time is over, 0 for never.
	At   Milli `json:"at"`
	Ends Milli `json:"ends,omitempty"`
	// Touched is when somebody pressed something last.
	Touched Milli `json:"touched"`
	// Answers are those to the present question, in the order in which they came: who,
	// choice, milliseconds.
	Answers string `json:"answers,omitempty"`
	// Before is the question before the present one, nil if this is the first.
	Before *Past `json:"before,omitempty"`
	// Scores are those who have points: who, points, milliseconds of the right answers.
	Scores string `json:"scores,omitempty"`
	// Names are those of the people who are shown, by id; while a question is open, of
	// all who may be.
	Names map[string]string `json:"names,omitempty"`
	// Message is the platform's id of the question's message, "" if unknown. Gone counts
	// the messages of the present question that were lost.
	Message string `json:"message,omitempty"`
	Gone    int    `json:"gone,omitempty"`
	// Changed is the version before the last change that the message shows, Draw when it
	// must be edited, 0 while it is up to date, and Drawn when it was edited last.
	Changed uint64 `json:"changed,omitempty"`
	Draw    Milli  `json:"draw,omitempty"`
	Drawn   Milli  `json:"drawn,omitempty"`
	// Counted: the points are counted for the month.
	Counted bool          `json:"counted,omitempty"`
	Locale  string        `json:"locale,omitempty"` // of the place
	Unknown store.Unknown `json:",embed"`

	unshown bool // with this write, a worker must show the message if nobody else does
}

// Person is somebody who is named.
type Person struct {
	ID   string `json:"id,omitempty"`
	Name string `json:"name,omitempty"`
}

// Terms are what a round was begun with.
type Terms struct {
	Game      string `json:"game,omitempty"` // "": drawn for each question
	Ending    string `json:"ending"`
	Start     string `json:"start,omitempty"` // the first position, "" if it is drawn
	Questions int    `json:"questions"`
	Seconds   int    `json:"seconds,omitempty"` // for a question; 0: until it is revealed
}

// Question is a position and what is asked about it.
type Question struct {
	Game     string `json:"game"`
	Ending   string `json:"ending"`
	Position string `json:"position"`
	Kind     string `json:"kind"`
	Choices  int    `json:"choices"`         // how many answers there are
	Right    []int  `json:"right,omitempty"` // those that are right, by number from 0
}

// Past is a question that is over.
type Past struct {
	Question Question      `json:"question"`
	Answers  string        `json:"answers,omitempty"`
	Unknown  store.Unknown `json:",embed"`
}

// The errors of Take.
var (
	ErrOver     = errors.New("round: the question is over")
	ErrAnswered = errors.New("round: answered before")
	ErrFull     = errors.New("round: too many answers")
)

// Ask asks the next question.
func (r *Round) Ask(q Question, now Milli) {
	if r.Number > 0 {
		r.Before = &Past{Question: r.Question, Answers: r.Answers}
	}
	r.Number, r.Question, r.Answers = r.Number+1, q, ""
	r.Message, r.Gone, r.Draw, r.Drawn = "", 0, 0, 0
	r.begin(Asked, now)
}

// begin begins a phase, with the time that it has.
func (r *Round) begin(p Phase, now Milli) {
	r.Phase, r.At, r.Ends = p, now, 0
	switch {
	case p == Asked && r.Terms.Seconds > 0:
		r.Ends = now + Milli(r.Terms.Seconds)*1000
	case p == Asked:
		r.Ends = now + milli(openFor)
	case p == Shown && r.Terms.Seconds > 0:
		r.Ends = now + milli(nextAfter)
	}
	r.redrawn()
}

// Take records a person's answer, if it is their first, and returns how long they took. every
// is how often the message may be edited, 0 for never.
func (r *Round) Take(who Person, choice int, now Milli, every time.Duration) (took Milli, err error) {
	switch _, answered := r.AnswerOf(who.ID); {
	case r.Phase != Asked || r.Ends <= now:
		return 0, ErrOver
	case answered:
		return 0, ErrAnswered
	}
	took = max(0, now-r.At)
	next := appended(r.Answers, who.ID, int64(choice), int64(took))
	if len(next) > MaxPacked || r.Count() >= MaxAnswers {
		return 0, ErrFull
	}
	r.Answers, r.Touched, r.Changed = next, now, r.Version
	if r.IsRight(choice) { // they may be shown
		names := map[string]string{who.ID: who.Name}
		maps.Copy(names, r.Names)
		r.Names = names
	}
	if r.Terms.Seconds > 0 && r.allAnswered() {
		r.Ends = min(r.Ends, now+milli(earlyAfter))
	}
	if r.Draw == 0 && every > 0 && r.Message != "" { // a message without an id can't be edited
		r.Draw = max(now, r.Drawn+milli(every))
	}
	return took, nil
}

// allAnswered reports whether everybody who answered the question before, if anybody did,
// has answered this one.
func (r *Round) allAnswered() bool {
	if r.Before == nil || r.Before.Answers == "" {
		return false
	}
	for id := range each(r.Before.Answers) {
		if !has(r.Answers, id) {
			return false
		}
	}
	return true
}

// Former is the round as it was when the answers to the question before were revealed. ok
// is false if there was none.
func (r *Round) Former() (former Round, ok bool) {
	if r.Before == nil {
		return Round{}, false
	}
	former = *r
	former.Number, former.Phase, former.Question, former.Answers = r.Number-1, Shown, r.Before.Question, r.Before.Answers
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
		r.score(a, r.points(i))
	}
	r.begin(Shown, now)
	r.Draw = 0
	r.prune()
	if r.Terms.Questions == 1 {
		r.Finish(now)
	}
}

// Winners are the right answers to the present question, the fastest first.
func (r *Round) Winners() (all []Answer) {
	for _, a := range r.All() {
		if r.IsRight(a.Choice) {
			all = append(all, a)
		}
	}
	slices.SortStableFunc(all, func(a, b Answer) int { return int(a.Took - b.Took) })
	return all
}

// points are those of the right answer that came after so many others: 3, 2, then 1. Where
// a guess is right more often than once in four, each has one, because a fast guess would
// beat a slower thought.
func (r *Round) points(before int) int {
	if q := r.Question; 4*len(q.Right) > q.Choices {
		return 1
	}
	return max(1, 3-before)
}

// Points are those of a right answer to the present question.
func (r *Round) Points(id string) int {
	return r.points(slices.IndexFunc(r.Winners(), func(a Answer) bool { return a.ID == id }))
}

// score adds points to those of whoever gave an answer.
func (r *Round) score(a Answer, points int) {
	had, took := int64(points), int64(a.Took)
	for id, n := range each(r.Scores) {
		if id == a.ID {
			had, took = had+n[0], took+n[1]
		}
	}
	if next := appended(without(r.Scores, a.ID), a.ID, had, took); len(next) <= MaxPacked {
		r.Scores = next
	}
}

// Standings are the people who have points, the best first, and the faster of equals first.
func (r *Round) Standings() (all []Score) {
	for id, n := range each(r.Scores) {
		all = append(all, Score{id, int(n[0]), Milli(n[1])})
	}
	slices.SortStableFunc(all, func(a, b Score) int { return cmp.Or(b.Points-a.Points, int(a.Took-b.Took)) })
	return all
}

// prune forgets the names of those who aren't shown.
func (r *Round) prune() {
	keep, winners, standings := map[string]string{}, r.Winners(), r.Standings()
	for _, a := range winners[:min(len(winners), MaxShown)] {
		keep[a.ID] = r.Names[a.ID]
	}
	for _, s := range standings[:min(len(standings), MaxShown)] {
		keep[s.ID] = r.Names[s.ID]
	}
	r.Names = keep
}

// Finish ends the round.
func (r *Round) Finish(now Milli) {
	if r.Phase != Over && r.Terms.Questions > 1 {
		r.Message, r.Gone, r.Drawn = "", 0, 0 // the table of points has a message of its own
	}
	r.Draw = 0
	r.begin(Over, now)
	r.Counted = r.Scores == ""
}

// Forget deletes a person.
func (r *Round) Forget(id string) (changed bool) {
	if !slices.Contains(r.People(), id) {
		return false
	}
	r.Names = maps.Clone(r.Names)
	delete(r.Names, id)
	if r.Host.ID == id {
		r.Host = Person{}
	}
	r.Answers, r.Scores = without(r.Answers, id), without(r.Scores, id)
	if r.Before != nil {
		past := *r.Before
		past.Answers = without(past.Answers, id)
		r.Before = &past
	}
	r.redrawn()
	return true
}

// People are the ids of everybody in the document.
func (r *Round) People() (ids []string) {
	all := []string{r.Answers, r.Scores}
	if r.Before != nil {
		all = append(all, r.Before.Answers)
	}
	for _, packed := range all {
		for id := range each(packed) {
			ids = append(ids, id)
		}
	}
	return append(slices.AppendSeq(ids, maps.Keys(r.Names)), r.Host.ID)
}
