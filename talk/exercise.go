package talk

import (
	"maps"
	"slices"
	"strconv"
	"strings"

	"nimbot/game"
	"nimbot/typed"
)

// forExercise makes the Interpreter of what people say to an open exercise. Its phrases
// and keywords come before those of the conversation, and "harder" names no level.
func forExercise(t *Interpreter) *Interpreter {
	x, talk := *t, *t.words
	x.names = maps.Clone(t.names)
	maps.DeleteFunc(x.names, func(_ string, v value) bool { return v.option == "level" || v.option == "first" })
	x.phrases, x.keywords = map[string]Topic{}, nil
	talk.Phrases, talk.Keywords = t.words.Exercise.Phrases, t.words.Exercise.Keywords
	x.words = &talk
	x.readPhrases()
	x.own = map[string]bool{}
	for _, list := range talk.Phrases {
		for _, phrase := range list {
			x.own[strings.Join(x.same.replace(x.split(phrase)), " ")], x.own[strings.Join(x.split(phrase), " ")] = true, true
		}
	}
	for phrase, topic := range t.phrases {
		if _, own := x.phrases[phrase]; !own {
			x.phrases[phrase] = topic
		}
	}
	x.readKeywords()
	x.keywords = append(x.keywords, t.keywords...)
	return &x
}

// Exercise understands what is said to an open exercise.
type Exercise struct{ *Interpreter }

// Exercise returns the part of the interpreter that is for exercises.
func (t *Interpreter) Exercise() Exercise { return Exercise{t} }

// ReadRequest finds what a learner asks of an open exercise: a hint, the solution, the
// next one. ok is false for a sentence that asks for nothing an exercise can do.
func (t Exercise) ReadRequest(text string) (said Said, ok bool) {
	x := t.inExercise
	if said, ok = x.Read(text); ok {
		return said, true
	}
	return x.Guess(text)
}

// AsksAboutPiles reports whether a sentence asks who wins other piles: "who wins 3 4 5?"
func (s Said) AsksAboutPiles() bool { return s.Topic == Advice && s.Values["piles"] != "" }

// IsRequest reports whether a sentence is about what only an exercise can do: "give me a
// harder one".
func (s Said) IsRequest() bool { return slices.Contains(exerciseTopics, s.Topic) && s.Topic != Reason }

// IsRequest reports whether a whole sentence is one of the phrases that only a learner
// says to an exercise.
func (t Exercise) IsRequest(text string) bool {
	x := t.inExercise
	for _, spoken := range [][]string{x.split(text), x.same.replace(x.split(text))} {
		for _, words := range [][]string{spoken, x.trimPoliteStart(spoken), x.trimPoliteEnd(spoken)} {
			if len(words) > 0 && x.own[strings.Join(words, " ")] {
				return true
			}
		}
	}
	return false
}

// Certainty is how surely a sentence answers an exercise.
type Certainty uint8

// The certainties.
const (
	NoAnswer  Certainty = iota // it names no answer
	Mentioned                  // it names one, but asks about it, doubts it or denies it
	Given                      // it answers
)

// Asks reports whether a sentence is a question.
func (t Exercise) Asks(text string) bool {
	spoken := t.split(text)
	return strings.Contains(text, "?") || len(spoken) > 0 && (t.questions[spoken[0]] || t.move.asking[spoken[0]])
}

// certainty is that of an answer among other words.
func (t Exercise) certainty(text string, spoken []string, strays int) Certainty {
	e := &t.exercise
	doubtful := t.Asks(text) || slices.ContainsFunc(spoken, func(w string) bool { return e.hedges[w] || t.negations[w] || t.doubts[w] || t.reports[w] })
	switch {
	case strays > mostStrays:
		return NoAnswer
	case doubtful || strays > fewStrays:
		return Mentioned
	}
	return Given
}

// An answer may have few words around it that say nothing of it; with more of them it is
// only mentioned, and with many it isn't one.
const (
	fewStrays  = 2
	mostStrays = 5
)

// exerciseWords are the words of answers.
type exerciseWords struct {
	won, lost, none, others, reasons, around, hedges map[string]bool
}

// countAround counts the words of an answer that say nothing of it and that the
// catalogue doesn't list as such.
func (t Exercise) countAround(spoken []string, isAnswer func(word string) bool) (strays int) {
	for _, w := range spoken {
		e := &t.exercise
		if t.polite[w] == Hello {
			strays += fewStrays // "hi, I'm 10"
		}
		if !isAnswer(w) && !t.fillers[w] && t.polite[w] == "" && !e.around[w] && !e.hedges[w] && !e.others[w] && !t.negations[w] && !t.move.asking[w] && t.move.parts[w] == 0 {
			strays++
		}
	}
	return strays
}

// ReadOutcome reads who wins in a sentence: "I think it's lost". A denial means the other
// outcome, and so does "you win"; both are only mentioned. A reason behind it says nothing.
func (t Exercise) ReadOutcome(text string) (won bool, how Certainty) {
	e, spoken := &t.exercise, t.correctedWords(text)
	if i := slices.IndexFunc(spoken, func(w string) bool { return e.reasons[w] }); i > 0 {
		spoken = spoken[:i]
	}
	isAnswer := func(w string) bool { return e.won[w] || e.lost[w] }
	wins, loses := t.move.has(spoken, e.won), t.move.has(spoken, e.lost)
	if wins == loses {
		return false, NoAnswer
	}
	how = t.certainty(text, spoken, t.countAround(spoken, isAnswer))
	subject := spoken[max(0, slices.IndexFunc(spoken, isAnswer)-nearSubject):slices.IndexFunc(spoken, isAnswer)]
	denied, others := t.move.has(spoken, t.negations), t.move.has(subject, e.others)
	if others && how == Given {
		how = Mentioned
	}
	return wins != (denied != others), how
}

// nearSubject is how many words before "wins" may say who.
const nearSubject = 3

// ReadNumbers reads the numbers of a sentence: "I think the sum is 6". Words for nothing
// are an empty list.
func (t Exercise) ReadNumbers(text string) (numbers []uint64, how Certainty) {
	e, spoken := &t.exercise, t.inDigits(t.correctedWords(text))
	for _, w := range spoken {
		if n, err := strconv.ParseUint(w, 10, 32); err == nil {
			numbers = append(numbers, n)
		}
	}
	empty := t.move.has(spoken, e.none)
	if empty == (len(numbers) > 0) {
		return nil, NoAnswer
	}
	if empty { // "nothing" denies nothing
		spoken = slices.DeleteFunc(spoken, func(w string) bool { return e.none[w] })
	}
	return numbers, t.certainty(text, spoken, t.countAround(spoken, isNumber))
}

// ReadAnswer reads the move that a sentence answers with. Where it only asks about a move
// or leaves something open, how is Mentioned, and moves are what it may mean.
func (t Exercise) ReadAnswer(p game.Position, text string) (moves []LabelledMove, how Certainty) {
	m, choice := t.ReadMove(p, text)
	switch {
	case m != "":
		return proposeOne(m).Moves, Given
	case choice != nil:
		return choice.Moves, Mentioned
	}
	if m := t.move.mentioned(p, text); m != "" {
		return proposeOne(m).Moves, Mentioned
	}
	return nil, NoAnswer
}

// mentioned returns the only move that the words of a sentence name, whatever else it
// says of it; "" for none. "Is it 2 from the last pile?" mentions one.
func (t *moveInterpreter) mentioned(p game.Position, text string) game.Move {
	if m := trailingMove(p, text); m != "" {
		return m
	}
	piles := pilesOf(p)
	if len(piles) == 0 {
		return ""
	}
	r, strays := moveReader{talk: t, piles: piles}, 0
	for spoken := t.normalize(text); len(spoken) > 0; {
		n := 0
		if !t.isArticle(spoken) {
			n = r.next(spoken)
		}
		if n == 0 {
			if isNumber(spoken[0]) {
				return ""
			}
			if !t.raisesDoubt(spoken[0]) {
				strays++
			}
			n = 1
		}
		spoken = spoken[n:]
	}
	if r.hasAmount && !r.hasPile {
		r.nameOnlyPile()
	}
	if !r.complete() || strays > mostStrays {
		return ""
	}
	if legal := r.legal(p); len(legal) == 1 {
		return legal[0]
	}
	return ""
}

// trailingMove is the move with which a sentence ends, in the game's notation or as the
// game words its moves: "could it be top2?".
func trailingMove(p game.Position, text string) game.Move {
	const most = 6 // words before the move
	fields := strings.Fields(strings.ToLower(text))
	for i := 0; i < len(fields) && i < most; i++ {
		if legal := typed.Readings(p, strings.Join(fields[i:], " ")); len(legal) == 1 {
			return legal[0]
		}
	}
	return ""
}
