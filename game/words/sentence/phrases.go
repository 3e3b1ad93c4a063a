package sentence

import (
	"regexp"
	"slices"
	"strings"

	"nimbot/game/rules"
	"nimbot/game/words/command"
)

// phraseReader reads sentences by phrases.
type phraseReader struct {
	*Interpreter
	tables []hashTable[Topic] // looked up in this order
}

// conversation reads the phrases of the conversation.
func (t *Interpreter) conversation() phraseReader {
	return phraseReader{t, []hashTable[Topic]{t.phrases}}
}

// learner reads the phrases of an exercise, and then those of the conversation.
func (t *Interpreter) learner() phraseReader {
	return phraseReader{t, []hashTable[Topic]{t.exercise, t.phrases}}
}

// ofExercise reports whether the reader reads what is said to an exercise.
func (r phraseReader) ofExercise() bool { return len(r.tables) > 1 }

// Read finds the meaning of a sentence that is neither a command nor a move, and that is a phrase
// of the language; ok is false for any other.
func (t *Interpreter) Read(text string) (said Meaning, ok bool) { return t.conversation().read(text) }

// Guess ranks what a sentence may be about in a situation. What it returns only tells or offers
// something ([Meaning.Answer]); ok is false if no topic is probable enough.
func (t *Interpreter) Guess(text string, st Situation) (said Meaning, ok bool) {
	return t.conversation().guess(text, st)
}

// ReadExtraWords returns a function that reads a command that takes no words together
// with the words that follow it: "explain chomp to a child". What is guessed behind a command
// that ends something is only about the bot's settings: "stop pinging me".
func (t *Interpreter) ReadExtraWords(c *command.Command, st Situation) func(text string) (said Meaning, ok bool) {
	return func(text string) (said Meaning, ok bool) {
		if said, ok = t.Read(text); ok || !c.Ends && len(strings.Fields(text)) < minGuessed {
			return said, ok
		}
		said, ok = t.Guess(text, st)
		return said, ok && (!c.Ends || said.Topic == Settings || said.Topic == Remind)
	}
}

// minGuessed is the smallest number of words of a line, its command included, whose
// meaning is guessed.
const minGuessed = 4

// read reads a sentence whose words, or those of each of its clauses, are a phrase. Clauses
// have to mean the same, except for politeness.
func (r phraseReader) read(text string) (said Meaning, ok bool) {
	if term := r.termAsked(text); term != "" && slices.Contains(termTopics, r.topicOf(r.split(r.fold(text)))) {
		return Meaning{Topic: Term, Term: term, asks: true}, true
	}
	if quotesPart(text) {
		return Meaning{}, false
	}
	text = r.fold(text)
	spoken := r.split(text)
	if said, ok = r.readWords(spoken); !ok {
		if _, values, _ := r.takeValues(spoken); len(values) > 0 && !r.ofExercise() {
			return Meaning{}, false // a clause would lose the values; an exercise has none
		}
		said, ok = r.readClauses(text)
	}
	said.asks = strings.Contains(text, "?")
	if said.Topic == Term {
		said.Term = r.namesTerm(text)
	}
	return said, ok
}

// quotation matches words in quotation marks, and some words beside them.
var quotation = regexp.MustCompile(`["“”„«»「」].+["“”„«»「」]`)

// quotesPart reports whether a part of a text, but not all of it, is in quotation marks.
func quotesPart(text string) bool {
	found := quotation.FindString(text)
	return found != "" && len(found) < len(strings.Trim(text, " .!?"))
}

// clausesOf splits a folded text at its punctuation, which needs no space after it.
func clausesOf(text string) []string {
	return clauses(strings.NewReplacer("!", "! ", "?", "? ").Replace(text))
}

func (r phraseReader) readClauses(text string) (said Meaning, ok bool) {
	for _, clause := range clausesOf(text) {
		spoken := r.split(clause)
		if r.topicOf(spoken) == "" && len(r.withoutFillers(r.withoutCourtesies(spoken))) == 0 { // "oh, take that back, if I may"
			continue
		}
		s, understood := r.readWords(spoken)
		polite := slices.Contains(politeTopics, s.Topic)
		switch {
		case !understood:
			return Meaning{}, false
		case said.Topic == "", slices.Contains(politeTopics, said.Topic) && !polite:
			said = s
		case s.Topic == Okay && (said.Topic == Accept || said.Topic == Nod || said.Agrees): // "ok, wait": no yes yet
			said = s
		case polite, said.Topic == s.Topic:
		case said.Topic == NeverMind && s.Topic == Withdraw: // "leave it, cancel the challenge"
			said = s
		case said.Topic == Accept && s.Topic == Start: // "yes, let's play"
			said = s
			said.Agrees = true
		default:
			return Meaning{}, false
		}
	}
	return said, said.Topic != ""
}

// intents returns the topics of a sentence that says several things, each a phrase, if they aren't
// one: "give me a hint and show me the board". Politeness is none.
func (r phraseReader) intents(text string) (all []Topic) {
	if r.pilesNamed(text) != nil {
		return nil
	}
	for _, clause := range clausesOrAll(r.fold(text)) {
		for _, piece := range r.splitAtJoins(r.split(clause)) {
			said, ok := r.readWords(piece)
			if ok && said.Topic != None && !needsValues(said.Topic) && !slices.Contains(politeTopics, said.Topic) && !slices.Contains(all, said.Topic) {
				all = append(all, said.Topic)
			}
		}
	}
	if len(all) < 2 {
		return nil
	}
	return all
}

// splitAtJoins splits words where one joins two things that are said: "and".
func (r phraseReader) splitAtJoins(spoken []string) (parts [][]string) {
	for {
		i := slices.IndexFunc(spoken, func(w string) bool { return r.move.joins[w] })
		if i < 0 {
			return append(parts, spoken)
		}
		parts, spoken = append(parts, spoken[:i]), spoken[i+1:]
	}
}

// readWords reads words that are a phrase, as they are or without what describes a game.
func (r phraseReader) readWords(spoken []string) (said Meaning, ok bool) {
	if len(spoken) == 0 {
		return Meaning{}, false
	}
	if topic := r.topicOf(spoken); topic != "" && !needsValues(topic) {
		return Meaning{Topic: topic}, true
	}
	if n := r.numbered(spoken, r.words.Lesson, "learn", "lesson"); n != "" {
		return Meaning{Topic: Learn, Values: map[string]string{"lesson": n}}, true
	}
	byPhrase := func(rest []string, values map[string]string) (Topic, bool) {
		topic := r.topicOf(rest)
		if topic == Accept && r.sep == "" && values["game"] != "" && values["game"] != rules.Default {
			topic = Start // 촘프 하자: after a game, "let's" answers nobody
		}
		if topic == "" && len(r.withoutFillers(rest)) == 0 && !r.move.hasAny(rest, r.negations) {
			topic = Setup
		}
		return topic, topic != ""
	}
	if said, ok = r.Interpreter.read(spoken, byPhrase); ok {
		return said, !said.namesOnePile()
	}
	if core := r.withoutCourtesies(spoken); len(core) < len(spoken) && len(core) > 0 && !r.ofExercise() { // a learner's "harder, please" names no level
		spoken = core
		if said, ok = r.Interpreter.read(spoken, byPhrase); ok {
			return said, true
		}
	}
	digits := r.inDigits(spoken)
	if _, values, _ := r.takeValues(digits); values["piles"] != "" && !strings.Contains(values["piles"], " ") { // "one" may be an article
		return Meaning{}, false
	}
	return r.Interpreter.read(digits, byPhrase)
}

// namesOnePile reports whether a sentence begins something with one number and no game: "the 21
// game" isn't Nim with one pile.
func (s Meaning) namesOnePile() bool {
	piles := s.Values["piles"]
	return (s.Topic == Start || s.Topic == Open) && piles != "" && !strings.Contains(piles, " ") && s.Values["game"] == ""
}

// topicOf looks words up among the phrases: as they are, without courtesies around them,
// and without weak words; "" for none.
func (r phraseReader) topicOf(spoken []string) Topic {
	core := r.withoutCourtesies(spoken)
	for _, words := range [][]string{spoken, core, r.withoutFillers(core), r.withFivePiles(core)} {
		for _, table := range r.tables {
			if topic := table.of(r.key(words)); topic != "" && len(words) > 0 {
				return topic
			}
		}
	}
	return ""
}

// fivePiles is the number with which the phrases say how many piles there are to be.
const fivePiles = "5"

// withFivePiles returns words that say how many piles there are to be with the number that the phrases
// have; nil for others.
func (r phraseReader) withFivePiles(spoken []string) []string {
	digits := r.inDigits(spoken)
	i := slices.IndexFunc(digits, isNumber)
	if i < 0 || i+1 >= len(digits) || !r.move.isPiles(digits[i+1]) || slices.ContainsFunc(digits[i+1:], isNumber) {
		return nil
	}
	digits[i] = fivePiles
	return digits
}

// withoutCourtesies drops courtesies and polite words from both ends of a sentence.
func (r phraseReader) withoutCourtesies(spoken []string) []string {
	around := func(spoken []string, has func(words, end []string) bool) int {
		for _, phrase := range r.courtesies {
			if len(phrase) <= len(spoken) && has(spoken, phrase) {
				return len(phrase)
			}
		}
		return 0
	}
	begins := func(words, end []string) bool { return slices.Equal(words[:len(end)], end) }
	ends := func(words, end []string) bool { return slices.Equal(words[len(words)-len(end):], end) }
	for {
		first, last := around(spoken, begins), around(spoken, ends)
		switch {
		case first > 0:
			spoken = spoken[first:]
		case last > 0:
			spoken = spoken[:len(spoken)-last]
		case len(spoken) > 1 && r.polite.of(spoken[0]) == Hello:
			spoken = spoken[1:]
		case len(spoken) > 1 && r.polite.of(spoken[len(spoken)-1]) == Thanks:
			spoken = spoken[:len(spoken)-1]
		default:
			return spoken
		}
	}
}

// denies reports whether a sentence has a negation.
func (r phraseReader) denies(text string) bool { return r.move.hasAny(r.split(text), r.negations) }

// withoutName drops the name of somebody to whom a sentence speaks: before a comma at its start,
// or at its end after a comma or a phrase. Elsewhere the sentence may be about that person.
func (r phraseReader) withoutName(text string, names []string) string {
	isName := func(field string) bool {
		return slices.ContainsFunc(names, func(name string) bool { return strings.EqualFold(name, strings.Trim(field, ".,;:!?")) })
	}
	fields := strings.Fields(text)
	if n := len(fields); n > 1 {
		first, last, rest := fields[0], fields[n-1], strings.Join(fields[:n-1], " ")
		switch {
		case isName(first) && strings.HasSuffix(first, ","):
			return strings.Join(fields[1:], " ")
		case isName(last) && (strings.HasSuffix(rest, ",") || r.topicOf(r.split(rest)) != ""):
			return strings.TrimRight(rest, ",") + last[len(strings.TrimRight(last, ".,;:!?")):]
		}
	}
	return text
}

// WithoutNames removes the names of people to whom a sentence speaks: "well played, Bob".
func (t *Interpreter) WithoutNames(text string, names ...string) string {
	return t.conversation().withoutName(text, names)
}

// IsRemark reports whether a line is a remark about something else rather than a move: "I
// have 2 kids and a dog". playing reports whether a game is running. Without a game, one word
// that has nothing to do with moves is enough.
func (t *Interpreter) IsRemark(text string, playing bool) bool {
	unrelated, spoken := 0, t.move.same.replace(t.split(text))
	for _, w := range spoken {
		if command.IsWord(w) && t.move.roles[w] == 0 && !t.negations[w] {
			unrelated++
		}
	}
	if !playing {
		return unrelated > 0 && len(spoken) > 1
	}
	return unrelated > 1 && !command.BeginsLikeMove(text) || unrelated > maxUnrelated || unrelated > 0 && t.sep == ""
}

// maxUnrelated is the largest number of words around a move that have nothing to do with
// moves. A line with more of them is a remark.
const maxUnrelated = 5

// request finds what a learner asks of an open exercise.
func (r phraseReader) request(text string) (said Meaning, ok bool) {
	if said, ok = r.read(text); ok {
		return said, true
	}
	return r.guess(text, Situation{})
}
