// Package sentence understands sentences: lines that are neither a command nor a move that
// package command can read. It only interprets: it changes no state.
//
// # Words
//
// [New] makes the [Interpreter] of a language from the phrases and word lists of the
// catalogue (locales/LANGUAGE/talk.yaml). It splits a sentence into words, corrects
// slips, and replaces synonyms, so that one phrase stands for many wordings.
//
// # Topics
//
// [Interpreter.Read] finds what a sentence is about when its words are a phrase of the
// catalogue. [Interpreter.ReadCorrected] corrects slips first, and [Interpreter.Guess] also
// looks for keywords. The result is [Meaning]: a [Topic], and what the sentence says of a
// game, such as its piles or the level.
//
// That is English. Another language has no rules of grammar here ([words.Talk.HasRules]): its
// sentences are phrases, or a model that learnt from the phrases (package rank) ranks what
// they may be about. A ranked topic only tells something; the rest is proposed on buttons.
// Moves are read in the same way in every language.
//
// # Asides
//
// [Readings] are tried before a guess. They recognize the purpose of a sentence, whatever its
// subject: it addresses somebody else, declines help, supposes a move, or just states
// something.
//
// # Moves
//
// [Interpreter.ReadMove] finds the move in "I take two from the second pile". Where a
// sentence leaves the move open, it returns a [Choice] to ask about.
//
// # Answers
//
// [Meaning.Answer] maps the meaning to an action in a [Situation]: a command to run, a
// command to ask about, or a message with buttons. A sentence never ends a game before
// the person has confirmed it.
package sentence

import (
	"maps"
	"slices"
	"strings"

	"nimbot/game/rules"
	"nimbot/game/words"
	"nimbot/game/words/command"
)

// Meaning is the meaning of a sentence.
type Meaning struct {
	Topic Topic
	// Values are what the sentence says of a game, by the names of options.
	Values map[string]string
	Agrees bool  // the sentence starts with a yes
	within Topic // the topic of what is said to somebody else, if it answers them or is polite
	plainness
}

// Command returns the command of that name as it is typed, with the options that the
// sentence gives.
func (s Meaning) Command(name string) string {
	return command.Find(name).Typed(func(option string) string { return s.Values[option] })
}

// Interpreter understands sentences in one language. It is safe for concurrent use.
//
// It corrects misspelt words, replaces synonyms, and takes out the words that
// describe a game. If the rest of the sentence, or of one of its clauses, is a phrase
// of the catalogue, fillers apart, that phrase gives the topic. Otherwise keywords
// give it, whatever words stand around them.
type Interpreter struct {
	*lexer
	learned   *learnedLanguage // nil in a language with rules
	words     *words.Talk
	phrases   map[string]Topic
	names     map[string]value // names of games, levels and so on
	longest   map[string]int   // number of words of the longest name, by its first word
	fillers   map[string]bool
	between   map[string]bool
	polite    map[string]Topic // words that may stand around any sentence
	negations map[string]bool
	// invites are questions that express a wish to play ("shall we play?")
	questions, leadsToGame map[string]bool
	invites                [][]string
	same                   synonyms
	vocabulary             vocabulary
	move                   *moveInterpreter
	keywords               []keywords
	beginning              map[string][]int // indexes of keywords, by their first word

	inExercise      *Interpreter    // of what is said to an open exercise
	exerciseOnly    map[string]bool // the phrases that only an exercise has
	exercise        exerciseWords
	doubts, reports map[string]bool
	// meets are words for playing with a person, and opposes are words before a person's name.
	// kin may stand between them. people are names that are also ordinary words.
	meets, opposes, kin, people map[string]bool
	vague                       map[string]bool // of a game, no matter which
	complaints                  map[string]bool // say that something is too much: "hard" of "too hard"
	keeps                       map[string]bool // after a "no", show that it is no refusal: "no problem"
	conditions                  map[string]bool // make a yes depend on something
	corrections                 [][]string      // before what is said instead
	openers                     map[string]bool // may stand before a question
	subjects                    map[string]bool // make a question of the question word before them
	wonders                     map[string]bool // make a question wherever they stand
	telling                     map[string]bool // turn a wish to play into a report of it
	past                        map[string]bool // say that something is over or hypothetical
	mays                        map[string]bool // after a subject, say that something may happen
	verbs                       map[string]bool // begin or change something
	leave                       map[string]bool // ask for permission: "can I undo that?"
	plain                       map[Topic]map[string]bool
	speaks                      map[string]map[Topic]bool // the topics that a word speaks of
	asideWords
}

// value is an option and the value that a name in a sentence gives it.
type value struct{ option, value string }

// defaultGame is the value of the default game's name, which people also call the bot by.
var defaultGame = value{"game", rules.Default}

// Read finds the meaning of a sentence that is neither a command nor a move; ok is false
// if it finds none.
func (t *Interpreter) Read(text string) (said Meaning, ok bool) {
	if t.learned != nil {
		return learner{t}.conversationReader().read(text)
	}
	said, ok = t.readSentence(text, func(text string) []string {
		spoken := t.split(text)
		for i, w := range spoken {
			spoken[i] = t.vocabulary.trimRepeats(w)
		}
		if one := slices.Compact(slices.Clone(spoken)); len(one) == 1 && !isNumber(one[0]) { // "yes yes yes"
			return one
		}
		return spoken
	})
	refusesPart := said.Topic == No && said.guessed
	said = plainnessReader{t}.withPlainness(said, text, false)
	return said, ok && !refusesPart && (said.whole || !(asideReader{t, nil}).isGossip(said, text))
}

// correctedWords splits a sentence into words and corrects slips.
func (t *Interpreter) correctedWords(text string) []string {
	return t.expandContractions(t.vocabulary.correctAll(t.split(text)))
}

// readSentence reads a sentence as a whole. If that fails, it reads its clauses, and
// returns the last one that is more than polite, or else a polite one if all are polite.
// spelt splits a text into words.
func (t *Interpreter) readSentence(text string, spelt func(text string) []string) (said Meaning, ok bool) {
	spoken := spelt(text)
	if t.move.asksOfPile(t.move.normalize(text)) {
		return Meaning{Topic: Turn}, true
	}
	if n := t.numbered(spoken, t.words.Lesson, "learn", "lesson"); n != "" {
		return Meaning{Topic: Learn, Values: map[string]string{"lesson": n}}, true
	}
	if n := t.numbered(spoken, t.words.Table, "watch", "table"); n != "" {
		rest := slices.DeleteFunc(t.inDigits(spoken), func(w string) bool { return w == n || slices.Contains(t.words.Table, w) })
		if said, ok = t.readWords(append(rest, "board")); ok && slices.Contains([]Topic{Board, Turn, Advice, Setup}, said.Topic) { // "show me table 2"
			return Meaning{Topic: Board, Values: map[string]string{"table": n}}, true
		}
	}
	if said, ok = t.readWords(spoken); ok {
		return said, true
	}
	if _, values, _ := t.takeValues(spoken); len(values) > 0 {
		return Meaning{}, false // a clause would lose them
	}
	var manners Meaning
	parts := clauses(text)
	kind, part := len(parts) > 0, false // all clauses are polite: "good game, well played"
	for _, clause := range parts {
		s, understood := t.readWords(spelt(clause))
		switch {
		case understood && slices.Contains(politeTopics, s.Topic):
			manners = s
			continue
		case understood && s.Topic != Setup:
			said, ok = s, true
		default:
			part = true
		}
		kind = false
	}
	said.guessed = part
	if kind {
		return manners, true
	}
	denied := slices.ContainsFunc(spoken, func(w string) bool { return t.negations[w] })
	if denied && strings.Contains(text, "?") && (said.Topic == No || slices.Contains(endTopics, said.Topic)) {
		return Meaning{}, false // "resign? never"
	}
	return said, ok
}

// readWords reads words that are a phrase, as they are or with numbers in digits.
func (t *Interpreter) readWords(spoken []string) (said Meaning, ok bool) {
	for _, words := range [][]string{t.same.replace(spoken), spoken} {
		if topic, ok := t.phrases[strings.Join(words, " ")]; ok && !needsValues(topic) {
			return Meaning{Topic: topic}, true
		}
	}
	if said, ok = t.read(spoken, t.topicByPhrase); ok || !t.hasNumbers(spoken) {
		return said, ok
	}
	return t.read(t.inDigits(spoken), t.topicByPhrase)
}

// hasNumbers reports whether the number words of a sentence are meant as numbers. They are if there
// are several, if the last word is one, or if one comes before a word for piles; the "one" of "one
// more" or "an easy one" isn't.
func (t *Interpreter) hasNumbers(spoken []string) bool {
	n, last := 0, false
	for i, w := range spoken {
		if last && t.move.roles[w] == pile {
			return true
		}
		if last = slices.Contains(t.words.Numbers, w) && (w != t.words.Numbers[0] || i == 0 || t.names[spoken[i-1]] == value{}); last {
			n++
		}
	}
	return n > 1 || last
}

// read takes the values that describe a game out of a sentence, and asks topicOf for the
// topic of the words that are left.
func (t *Interpreter) read(spoken []string, topicOf func(rest []string, values map[string]string) (Topic, bool)) (said Meaning, ok bool) {
	rest, values, ok := t.takeValues(spoken)
	if !ok {
		return Meaning{}, false
	}
	rest = t.same.replace(rest)
	topic, ok := topicOf(rest, values)
	if !ok || needsValues(topic) && len(values) == 0 {
		return Meaning{}, false
	}
	switch {
	case topic == Rematch && len(values) == 1 && values["piles"] != "" && !strings.Contains(values["piles"], " "):
		values = nil // "best of 3"
	case topic == Rematch && len(values) > 0 && !onlyLevelAndFirst(values), topic == Setup && t.setsUp(rest, values):
		topic = Start
	case strings.Contains(values["piles"], " ") && (keywordReader{t}).namesPiles(topic, rest):
		topic = Setup
	case topic == About, topic == Explain && values["game"] != "":
		topic = Rules
	case slices.Contains(pileTopics, topic) && strings.Contains(values["piles"], " "):
		topic = Advice // "piles of 3 and 5: should I go first?"
	}
	switch {
	case topic == Advice && values["piles"] == "":
		delete(values, "game") // the advice is about the present position
	case topic == Advice:
		(&Meaning{Topic: topic, Values: values}).dropStray()
	}
	if optionsFrom[topic] == "" && values["game"] == rules.Default {
		delete(values, "game") // "hi nim": the bot is meant
	}
	said = Meaning{Topic: topic, Values: values}
	return said, said.fits()
}

// setsUp reports whether a sentence that describes a game asks to begin it. A single
// number may belong to a move: "make A 1".
func (t *Interpreter) setsUp(rest []string, values map[string]string) bool {
	if slices.ContainsFunc(rest, t.move.isPiles) {
		return true
	}
	return len(t.withoutFillers(rest)) > 0 && (len(values) > 1 || values["piles"] == "" || strings.Contains(values["piles"], " "))
}

// dropStray drops the values for which the topic's command has no option.
func (s *Meaning) dropStray() {
	form := command.Find(optionsFrom[s.Topic])
	maps.DeleteFunc(s.Values, func(option, _ string) bool {
		if form == nil {
			return true
		}
		_, known := form.Option(option)
		return !known
	})
}

// fits reports whether the command of the topic has options for all values.
func (s Meaning) fits() bool {
	name := optionsFrom[s.Topic]
	if s.Topic == Start && s.Values["player"] != "" {
		name = "challenge"
	}
	for option := range s.Values {
		form := command.Find(name)
		if form == nil {
			return false
		}
		if _, known := form.Option(option); !known {
			return false
		}
	}
	return true
}

// topicByPhrase looks up the words that are left of a sentence among the phrases: as they
// are, then without fillers, then without polite words before or after them. If no words
// are left, the sentence only gives values.
func (t *Interpreter) topicByPhrase(rest []string, _ map[string]string) (Topic, bool) {
	short := t.withoutFillers(rest)
	for _, text := range [][]string{rest, t.corePhrase(rest), short} {
		for _, text := range [][]string{text, t.trimPoliteStart(text), t.trimPoliteEnd(text), t.trimPoliteStart(t.trimPoliteEnd(text))} {
			if topic, ok := t.phrases[strings.Join(text, " ")]; ok {
				return topic, true
			}
		}
	}
	if len(short) == 0 {
		return Setup, true
	}
	if len(t.trimPoliteStart(short)) > 0 {
		return "", false
	}
	for _, topic := range []Topic{Thanks, Bye, Hello, Praise} { // nothing but politeness: "ok thanks"
		if slices.ContainsFunc(short, func(w string) bool { return t.polite[w] == topic }) {
			return topic, true
		}
	}
	return Okay, true
}
