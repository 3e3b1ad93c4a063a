package sentence

import (
	"slices"
	"strconv"
	"strings"

	"nimbot/game/rules"
	"nimbot/game/words"
)

// Exercise understands what is said to an open exercise.
type Exercise struct{ *Interpreter }

// Exercise returns the part of the interpreter that is for exercises.
func (t *Interpreter) Exercise() Exercise { return Exercise{t} }

// ReadRequest finds what a learner asks of an open exercise: a hint, the solution, the
// next one. ok is false for a sentence that asks for nothing an exercise can do.
func (t Exercise) ReadRequest(text string) (said Meaning, ok bool) {
	said, ok = t.learner().request(text)
	if (said.Topic == Setup || said.Topic == Start) && len(said.Values) == 1 { // a level is that of the exercise
		switch said.Values["level"] {
		case "easy":
			said.Topic, said.Values = Easier, nil
		case "hard":
			said.Topic, said.Values = Harder, nil
		}
	}
	return said, ok
}

// AsksAboutPiles reports whether a sentence asks who wins other piles: "who wins 3 4 5?"
func (s Meaning) AsksAboutPiles() bool { return s.Topic == Advice && s.Values["piles"] != "" }

// IsRequest reports whether a sentence is about what only an exercise can do: "give me a
// harder one".
func (s Meaning) IsRequest() bool { return slices.Contains(requestTopics, s.Topic) }

// IsRequest reports whether a whole sentence is one of the phrases that only a learner
// says to an exercise.
func (t Exercise) IsRequest(text string) bool {
	return phraseReader{t.Interpreter, []hashTable[Topic]{t.exercise}}.topicOf(t.split(text)) != ""
}

// answeringTopics are the topics of sentences that are about answering but aren't answers.
var answeringTopics = []Topic{Tries, Permit, Thinking, Daily}

// IsAboutExercise reports whether a sentence is a request about the exercise rather than an
// answer, such as "don't count that yet". gives: it names something that could be the answer.
func (s Meaning) IsAboutExercise(text string, gives bool) bool {
	besides := slices.Contains(answeringTopics, s.Topic) && !(gives && s.ranked) || s.Topic == Skip && !s.ranked
	return !gives && s.AsksAboutPiles() || besides || !gives && s.IsRequest() && !strings.ContainsAny(text, "0123456789")
}

// IsGuess reports whether a sentence is no phrase.
func (s Meaning) IsGuess() bool { return s.ranked }

// AnnouncesAnswer reports whether a sentence says that it answers: "my final answer is ...".
func (t Exercise) AnnouncesAnswer(text string) bool {
	spoken := " " + strings.Join(t.split(text), " ") + " "
	return !strings.Contains(t.fold(text), "?") && slices.ContainsFunc(t.answers.giving, func(words []string) bool {
		return strings.Contains(spoken, " "+strings.Join(words, " ")+" ")
	})
}

// AsksOutcomeMeaning reports whether a sentence asks what the outcomes mean: "won for whom?"
func (t Exercise) AsksOutcomeMeaning(text string) bool {
	e, spoken := &t.answers, t.split(text)
	return (t.IsQuestion(text) || t.move.hasAny(spoken, t.reports)) && t.move.hasAny(spoken, e.meaning) && (t.move.hasAny(spoken, e.won) || t.move.hasAny(spoken, e.lost))
}

// MissingPile returns the letter of a pile that a sentence names and the position lacks;
// "" for none.
func (t Exercise) MissingPile(p rules.Position, text string) string {
	piles := pilesOf(p)
	spoken := t.move.normalize(text)
	speaks := func(w string) bool { return isNumber(w) || t.move.taking[w] || t.move.isPiles(w) || w == "from" }
	if len(piles) == 0 || !slices.ContainsFunc(spoken, func(w string) bool { return speaks(w) || oneMove.MatchString(w) }) {
		return ""
	}
	for i, w := range spoken {
		if t.move.roles[w] == ordinal && t.move.nth[w] >= len(piles) && i+1 < len(spoken) && t.move.isPiles(spoken[i+1]) { // "the third pile"
			return rules.Label(t.move.nth[w])
		}
		letter := strings.TrimRight(w, "0123456789")
		isWord := t.move.roles[w] != 0 || t.weak[w] || t.move.joins[w] // "5 z A", "A y B"
		if len(letter) == 1 && (isLetter(w) && !isWord || oneMove.MatchString(w)) && int(letter[0]-'a') >= len(piles) {
			return strings.ToUpper(letter)
		}
	}
	return ""
}

// NamedMove returns the only move that a sentence names, legal or not, in the game's notation;
// "" if there are none or several. An announced number is taken from the only pile that has stones.
func (t Exercise) NamedMove(p rules.Position, text string) string {
	piles := pilesOf(p)
	told := t.move.toldMoves(piles, t.fold(text))
	if len(told) == 0 && t.AnnouncesAnswer(text) {
		r := moveReader{talk: t.move, piles: piles}
		numbers, _ := t.ReadNumbers(text)
		if r.nameOnlyPile(); r.hasPile && len(numbers) == 1 {
			return r.moveTaking(numbers[0])
		}
	}
	if len(told) != 1 {
		return ""
	}
	return told[0]
}

// Certainty is how surely a sentence answers an exercise.
type Certainty uint8

// The certainties.
const (
	NoAnswer  Certainty = iota // it names no answer
	Mentioned                  // it names one, but asks about it, doubts it or denies it
	Given                      // it answers
)

// IsQuestion reports whether a sentence is a question.
func (t Exercise) IsQuestion(text string) bool {
	spoken := t.split(text)
	asks := t.move.hasAny(spoken, t.questions) || t.sep == "" && t.move.hasAny(spoken, t.move.asking)
	return asks || strings.Contains(t.fold(text), "?") || len(spoken) > 0 && t.move.asking[spoken[0]]
}

// certainty returns how surely the words around an answer say that it is one.
func (t Exercise) certainty(text string, spoken []string, strays int) Certainty {
	e := &t.answers
	doubtful := t.IsQuestion(text) || slices.ContainsFunc(spoken, func(w string) bool { return e.hedges[w] || t.negations[w] || t.doubts[w] || t.reports[w] })
	switch {
	case strays > maxStraysMentioned:
		return NoAnswer
	case doubtful || strays > 0: // any word may express a doubt
		return Mentioned
	}
	return Given
}

// The largest numbers of unrelated words around an answer that is mentioned, and around a move.
const (
	maxStraysGiven     = 2
	maxStraysMentioned = 5
)

// exerciseWords are the words of answers.
type exerciseWords struct {
	won, lost, none, others, reasons, around, hedges, meaning map[string]bool
	giving                                                    [][]string
}

// newExerciseWords reads the words of answers; split splits a phrase into words.
func newExerciseWords(e *words.ExerciseTalk, split func(string) []string) exerciseWords {
	return exerciseWords{
		won: setOf(e.Won), lost: setOf(e.Lost), none: setOf(e.None), others: setOf(e.Others), reasons: setOf(e.Reasons),
		around: setOf(e.Around), hedges: setOf(e.Hedges), meaning: setOf(e.Meaning), giving: phrasesOf(e.Giving, split),
	}
}

// countAround counts the words around an answer that don't belong to it and that the catalogue
// doesn't list as meaningless there.
func (t Exercise) countAround(spoken []string, isAnswer func(word string) bool) (strays int) {
	for _, w := range spoken {
		e := &t.answers
		if t.polite.of(w) == Hello {
			strays += maxStraysGiven // "hi, I'm 10"
		}
		if !isAnswer(w) && !t.weak[w] && t.polite.of(w) == "" && !e.around[w] && !e.hedges[w] && !e.others[w] && !t.negations[w] && !t.move.asking[w] && t.move.roles[w] == 0 {
			strays++
		}
	}
	return strays
}

// ReadOutcome reads who wins in a sentence: "I think it's lost". A denial means the other
// outcome, and so does "you win"; both are only mentioned, and so is the outcome after a
// correction. A reason after the outcome is ignored.
func (t Exercise) ReadOutcome(text string) (won bool, how Certainty) {
	e, spoken := &t.answers, t.split(text)
	_, last, corrects := t.correction(spoken, t.corrections)
	if corrects && (t.move.hasAny(last, e.won) || t.move.hasAny(last, e.lost)) {
		for len(last) > 0 && t.phrases.of(last[0]) == No {
			last = last[1:]
		}
		spoken = last
	}
	if i := slices.IndexFunc(spoken, func(w string) bool { return e.reasons[w] }); i > 0 {
		spoken = spoken[:i]
	}
	isAnswer := func(w string) bool { return e.won[w] || e.lost[w] }
	wins, loses := t.outcomes(spoken)
	if wins == loses {
		return false, NoAnswer
	}
	how = t.certainty(text, spoken, t.countAround(spoken, isAnswer))
	if how == Given && (corrects || t.move.hasAny(spoken, e.won) && t.move.hasAny(spoken, e.lost) || wins != t.move.hasAny(spoken, e.won)) {
		how = Mentioned
	}
	return wins, how
}

// outcomes reports which outcomes a sentence names. An outcome that it denies, or that is
// somebody else's than the mover's, counts as the other one: "not lost, it's won" names one.
func (t Exercise) outcomes(spoken []string) (wins, loses bool) {
	e, from := &t.answers, 0
	for i, w := range spoken {
		if !e.won[w] && !e.lost[w] {
			continue
		}
		denied := t.move.hasAny(spoken[from:i], t.negations)
		others := t.move.hasAny(spoken[max(from, i-nearSubject):i], e.others)
		if e.won[w] != (denied != others) {
			wins = true
		} else {
			loses = true
		}
		from = i + 1
	}
	return wins, loses
}

// nearSubject is how many words before "wins" are searched for its subject.
const nearSubject = 3

// ReadNumbers reads the numbers of a sentence: "I think the sum is 6". Words for nothing
// are an empty list.
func (t Exercise) ReadNumbers(text string) (numbers []uint64, how Certainty) {
	e, spoken := &t.answers, t.inDigits(t.move.withoutOnes(t.split(text)))
	for _, w := range spoken {
		if n, err := strconv.ParseUint(w, 10, 32); err == nil {
			numbers = append(numbers, n)
		}
	}
	empty := t.move.hasAny(spoken, e.none)
	if empty == (len(numbers) > 0) {
		return nil, NoAnswer
	}
	if empty { // the word "nothing" isn't a negation here
		spoken = slices.DeleteFunc(spoken, func(w string) bool { return e.none[w] })
	}
	return numbers, t.certainty(text, spoken, t.countAround(spoken, isNumber))
}

// ReadAnswer reads the move that a sentence answers with. If it only asks about a move or leaves
// something open, how is Mentioned, and moves are what it may mean.
func (t Exercise) ReadAnswer(p rules.Position, text string) (moves []LabelledMove, how Certainty) {
	m, choice := t.ReadMove(p, text)
	switch {
	case m != "":
		return proposeOne(m).Moves, t.moveCertainty(text)
	case choice != nil:
		if moves = choice.Moves; len(moves) > maxProposed { // "the one with five" probably means all of it
			moves = slices.Concat(moves[len(moves)-1:], moves[:len(moves)-1])
		}
	case strings.Contains(text, "@"): // it's about somebody
		return nil, NoAnswer
	default:
		if moves = t.mentionedMoves(p, text); len(moves) == 0 {
			return nil, NoAnswer
		}
	}
	if len(moves) == 1 && t.AnnouncesAnswer(text) && t.certainty(text, t.split(text), 0) == Given { // "the answer is three"
		return moves, t.moveCertainty(text)
	}
	return moves, Mentioned
}

// mentionedMoves returns the moves that a sentence may mention. What follows a reason says nothing of them:
// "three, because then two are left".
func (t Exercise) mentionedMoves(p rules.Position, text string) []LabelledMove {
	m := t.move.mentionedMove(p, t.fold(text))
	if m == "" {
		m = t.move.moveInPiece(p, t.fold(text))
	}
	if m != "" {
		return proposeOne(m).Moves
	}
	spoken := t.split(text)
	if i := slices.IndexFunc(spoken, func(w string) bool { return t.answers.reasons[w] && t.move.roles[w] == 0 }); i > 0 {
		if moves := t.mentionedMoves(p, strings.Join(spoken[:i], " ")); len(moves) > 0 {
			return moves
		}
	}
	if all := t.move.movesByNumbers(p, t.fold(text), maxStraysMentioned); 0 < len(all) && len(all) <= maxProposed {
		return propose("talk.which-move", all...).Moves
	}
	return nil
}

// moveCertainty returns the certainty of an answer that was read as a move: an answer after a
// correction is only mentioned.
func (t Exercise) moveCertainty(text string) Certainty {
	if _, _, corrects := t.correction(t.split(text), t.corrections); corrects {
		return Mentioned
	}
	return Given
}

// GivesOutcome reports whether a sentence only says that a position is won or lost.
func (t Exercise) GivesOutcome(text string) bool {
	_, how := t.ReadOutcome(text)
	return how == Given
}

// AsksOutcome reports whether a sentence only asks about one outcome: "is it lost?".
func (t Exercise) AsksOutcome(text string) bool {
	e, spoken := &t.answers, t.split(text)
	isOutcome := func(w string) bool { return e.won[w] || e.lost[w] }
	return len(spoken) > 0 && t.move.asking[spoken[0]] && !t.questions[spoken[0]] && slices.ContainsFunc(spoken, isOutcome) && t.countAround(spoken, isOutcome) == 0
}

// DeniesMove reports whether a sentence has a negation that may be of the move that it names: "not 2 from A".
func (t Exercise) DeniesMove(p rules.Position, text string) bool {
	return t.conversation().denies(text) && t.move.moveInPiece(p, t.fold(text)) == ""
}

// HasNegation reports whether a sentence has a negation.
func (t Exercise) HasNegation(text string) bool { return t.conversation().denies(text) }
