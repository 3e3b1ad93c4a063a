package sentence

import (
	"slices"
	"strings"

	"nimbot/game/words/command"
)

// keywords are words that occur together in sentences about a topic.
type keywords struct {
	topic   Topic
	words   []string
	negated bool // one of the words is a negation
	// maxUnknown is the largest number of unknown words in a sentence, for topics
	// that begin something.
	maxUnknown int
}

// ReadCorrected reads a sentence like Read, but corrects slips in its words first, also in
// the name of a command: "strat game". It leaves a misspelt name of a game or a level
// alone, and a misspelt command that stands alone or has options; the caller asks about
// those.
func (t *Interpreter) ReadCorrected(text string) (said Meaning, ok bool) {
	if t.learned != nil {
		return t.Guess(text)
	}
	first, rest, _ := strings.Cut(text, " ")
	if rest == "" || t.hasMisspeltName(text) {
		return Meaning{}, false
	}
	said, ok = t.readSentence(text, func(text string) []string {
		spoken := t.split(text)
		for i, w := range spoken {
			spoken[i] = t.vocabulary.correct(w)
		}
		return t.expandContractions(spoken)
	})
	if len(said.Values) > 0 && commandNamed(strings.ToLower(first)) == nil {
		return Meaning{}, false
	}
	return plainnessReader{t}.withPlainness(said, text, true), ok
}

// hasMisspeltName reports whether a word of text is a misspelt name of a game or a level, or a
// misspelt option: "levle:easy".
func (t *Interpreter) hasMisspeltName(text string) bool {
	return slices.ContainsFunc(t.split(text), func(w string) bool {
		meant := t.vocabulary.correct(w)
		return meant != w && t.names[meant] != (value{}) || strings.Contains(strings.Trim(w, ":"), ":")
	})
}

// ReadRefused returns a function that reads a line which command c refused, as a sentence
// that asks for the same: "start a easy game for a beginner".
func (t *Interpreter) ReadRefused(c *command.Command) func(text string) (said Meaning, ok bool) {
	return func(text string) (said Meaning, ok bool) {
		if t.learned != nil {
			return t.Read(text)
		}
		if said, ok = t.ReadCorrected(text); ok || len(strings.Fields(text)) < minGuessed || t.hasMisspeltName(text) {
			return said, ok
		}
		said, ok = t.Guess(text)
		return said, ok && optionsFrom[said.Topic] == c.Name
	}
}

// minGuessed is the smallest number of words of a line, its command included, whose
// meaning is guessed.
const minGuessed = 4

// Guess reads a sentence with slips in its words corrected, or by its keywords. It may be
// wrong, so it isn't for a line that a command refused for a better reason.
func (t *Interpreter) Guess(text string) (said Meaning, ok bool) {
	if t.learned != nil {
		return learner{t}.conversationReader().guess(text)
	}
	if said, ok = t.readSentence(text, t.correctedWords); ok {
		said = plainnessReader{t}.withPlainness(said, text, true)
	} else {
		said, ok = keywordReader{t}.byKeywords(text)
	}
	if ok && (asideReader{t, nil}).isGossip(said, text) {
		return Meaning{}, false
	}
	if parts := clauses(text); said.Topic == No && parts != nil && !t.move.hasAny(t.correctedWords(parts[len(parts)-1]), t.negations) { // "not today, I just wanted to see the games"
		if other, wants := (keywordReader{t}).byClause(text); wants {
			return other, true
		}
	}
	if _, values, _ := t.takeValues(t.correctedWords(text)); said.asks && said.Topic == Praise && values["game"] != "" {
		said = Meaning{Topic: Rules, Values: map[string]string{"game": values["game"]}} // "is chomp any fun?"
	}
	return said, ok
}

// byKeywords reads a sentence by its keywords alone.
func (t keywordReader) byKeywords(text string) (said Meaning, ok bool) {
	spoken := t.correctedWords(text)
	if t.move.asksToJudge(text) {
		return Meaning{Topic: Judge}, true
	}
	unknown := t.vocabulary.countUnknown(t.split(text))
	denial := false
	byKeywords := func(rest []string, values map[string]string) (topic Topic, ok bool) {
		topic, denial, ok = t.topicByKeywords(rest, values, unknown)
		return topic, ok
	}
	if t.hasNumbers(spoken) {
		said, _ = t.read(t.inDigits(spoken), byKeywords)
	}
	if said.Topic == "" || slices.Contains(politeTopics, said.Topic) { // "oops, the wrong one" has no number
		if other, _ := t.read(spoken, byKeywords); other.Topic != "" {
			said = other
		}
	}
	said.byDenial = denial
	if slices.Contains(beginTopics, said.Topic) && (!t.mayWish(spoken) || asksForCommand(spoken) || t.move.takesAmount(text, said)) || slices.Contains(endTopics, said.Topic) && t.asksAbout(spoken) {
		return Meaning{}, false
	}
	if said.Topic == Open && said.Values["player"] != "" {
		said.Topic = Start // "play against my friend @bob"
	}
	if optionsFrom[said.Topic] == "" || !strings.Contains(said.Values["piles"], " ") {
		delete(said.Values, "piles") // "should I take 2?", "I am 7 years old"
	}
	if !slices.Contains(beginTopics, said.Topic) {
		said.dropStray() // "can you help a beginner?"
	}
	if said.Topic == "" {
		return t.byClause(text)
	}
	return plainnessReader(t).withPlainness(said, text, true), said.fits()
}

// unguessableTopics are the topics that are never guessed from a part of a sentence.
var unguessableTopics = []Topic{Setup, Accept, No, NeverMind, Resign, Stop}

// byClause guesses the meaning of a sentence that has none as a whole from its last clause that
// has one: "I'd rather not. Is anyone around?" What that clause asks for is only offered.
func (t keywordReader) byClause(text string) (said Meaning, ok bool) {
	for _, clause := range slices.Backward(clauses(text)) {
		if said, ok = t.Guess(clause); ok && !slices.Contains(unguessableTopics, said.Topic) && !slices.Contains(politeTopics, said.Topic) {
			said.whole, said.denied, said.guessed = false, true, true
			return said, true
		}
	}
	return Meaning{}, false
}

// ReadExtraWords returns a function that reads a command that takes no words together
// with the words that follow it: "explain chomp to a child". A guess never ends, begins
// or takes back anything.
func (t *Interpreter) ReadExtraWords(c *command.Command) func(text string) (said Meaning, ok bool) {
	return func(text string) (said Meaning, ok bool) {
		if said, ok = t.Read(text); ok || !c.Ends && len(strings.Fields(text)) < minGuessed {
			return said, ok
		}
		if said, ok = t.Guess(text); c.Ends {
			return said, ok && said.Topic == Settings // "stop pinging me"
		}
		return said, ok && !slices.Contains(deniableTopics, said.Topic) && !slices.Contains(beginTopics, said.Topic)
	}
}

// topicByKeywords returns the topic of the first keywords that occur in rest, the words of a
// sentence without its values. Topics that begin something have common keywords ("play", "again"),
// so longer keywords further down the list replace them ("well played"), and they allow only a few
// unknown words. denial reports whether one of the keywords is a negation.
func (t *Interpreter) topicByKeywords(rest []string, values map[string]string, unknown int) (topic Topic, denial, ok bool) {
	negated := plainnessReader{t}.negates(rest)
	var best keywords
	for _, i := range (keywordReader{t}).mayOccur(rest) {
		k := t.keywords[i]
		switch {
		case best.topic != "" && (!slices.Contains(beginTopics, best.topic) || len(k.words) <= len(best.words)), !(keywordReader{t}).occurs(k.topic, rest, k.words):
		case negated && slices.Contains(deniableTopics, k.topic) && !k.negated && plainnessReader{t}.negationReaches(rest, k.topic):
		case isGameless(k.topic) && describesGame(values), best.topic != "" && len(values) > 0 && slices.Contains(politeTopics, k.topic):
		case needsValues(k.topic) && len(values) == 0, k.topic == About && values["game"] == "":
		case slices.Contains(beginTopics, k.topic) && unknown > k.maxUnknown+len(values), unknown > len(k.words)+len(values)+1:
		default:
			best = k
		}
	}
	switch {
	case best.topic != "":
		return best.topic, best.negated, true
	case values["misere"] != "" && t.asksAbout(rest): // "what does misère mean?"
		return Rules, false, true
	case values["first"] != "" && t.move.asksOfPiles(rest, values):
		return Advice, false, true
	case values["player"] != "":
		return Start, false, !negated
	}
	return Setup, false, values["game"] != "" && !negated
}

// describesGame reports whether values describe a game: several piles, or more than its level.
func describesGame(values map[string]string) bool {
	return strings.Contains(values["piles"], " ") || len(values) > 1 && values["game"] != ""
}

// isGameless reports whether a description of a game can't belong to a topic: "I don't want
// to play, who wins 1 2 3?", "the hardest setting of kayles".
func isGameless(topic Topic) bool { return slices.Contains(endTopics, topic) || topic == Settings }

// keywordReader looks for keywords.
type keywordReader struct{ *Interpreter }

// mayOccur returns the indexes of the keywords whose first word occurs in a sentence.
func (t keywordReader) mayOccur(rest []string) (indexes []int) {
	for _, w := range rest {
		indexes = append(indexes, t.beginning[w]...)
		if stem, ok := strings.CutSuffix(w, "s"); ok {
			indexes = append(indexes, t.beginning[stem]...)
		}
	}
	slices.Sort(indexes)
	return slices.Compact(indexes)
}

// maxApart is how many other words may stand among keywords in what is said to an exercise:
// a long thought has many words, and asks for little.
const maxApart = 4

// sideTopics are topics that have little to do with the exercise itself.
var sideTopics = []Topic{Others, Tries, Daily, Self, Ranks, Review, Rules, Games, Help, Turn, Open, Settings, Share, Privacy}

// occurs reports whether the keywords of a topic occur in a sentence, in their order; in what
// is said to an exercise, those of a topic beside it occur near each other.
func (t keywordReader) occurs(topic Topic, spoken, words []string) bool {
	if t.exerciseOnly == nil || !slices.Contains(sideTopics, topic) || len(spoken) <= len(words)+maxApart {
		return inOrder(spoken, words)
	}
	for i := range spoken[:len(spoken)-len(words)-maxApart+1] {
		if inOrder(spoken[i:i+len(words)+maxApart], words) {
			return true
		}
	}
	return false
}

// takesAmount reports whether the only number of a sentence is an amount to take.
func (t *moveInterpreter) takesAmount(text string, said Meaning) bool {
	piles := said.Values["piles"]
	return piles != "" && !strings.Contains(piles, " ") && t.hasAny(t.normalize(text), t.taking)
}

// mayWish reports whether a sentence about playing can be a wish to play. It isn't one if it asks
// about something else, or names another game or person.
func (t *Interpreter) mayWish(spoken []string) bool {
	if t.asksAbout(spoken) && !hasPhrase(spoken, t.invites) {
		return false
	}
	return !hasNeighbours(spoken, func(before, w string) bool { // "play chess"
		return t.leadsToGame[before] && t.vocabulary.known[w] != conversational && !isNumber(w) && w[0] != '@' && !isNearGame(t, w)
	})
}

// asksAbout reports whether the first word of a sentence makes it a question about
// something. Words that say nothing may stand before it: "hmm, how do I …".
func (t *Interpreter) asksAbout(spoken []string) bool {
	for _, w := range spoken {
		if !t.openers[w] && t.polite[w] == "" {
			return t.questions[w]
		}
	}
	return false
}

// commandNamed returns the command with a name, nil if there is none or if its name is mostly an
// ordinary word among others: "play".
func commandNamed(word string) *command.Command {
	if c := command.Find(word); c != nil && (c.Of == command.Practice || !c.Alone) {
		return c
	}
	return nil
}

// asksForCommand reports whether a sentence contains the name of a command that begins
// nothing: "would you predict chomp".
func asksForCommand(spoken []string) bool {
	return slices.ContainsFunc(spoken, func(w string) bool {
		c := commandNamed(w)
		return c != nil && c.Shown != command.Nowhere && !slices.Contains(wishCommands, c.Name)
	})
}

// isNearGame reports whether a word is the name of a game with at most one slip.
func isNearGame(t *Interpreter, word string) bool {
	for name, v := range t.names {
		if v.option == "game" && command.Distance(word, name) <= 1 {
			return true
		}
	}
	return false
}

// asksOfPiles reports whether a sentence is a question and names several piles.
func (t *moveInterpreter) asksOfPiles(rest []string, values map[string]string) bool {
	return strings.Contains(values["piles"], " ") && t.hasAny(rest, t.asking)
}

// wishCommands are the commands whose names also occur in wishes to play.
var wishCommands = []string{"start", "challenge", "open", "rematch", "begin", "level", "move", "games"}

// inOrder reports whether all words occur among those spoken, in their order. A spoken
// word may have an s added: "who's", "mistakes".
func inOrder(spoken, words []string) bool {
	for _, w := range spoken {
		if len(words) > 0 && (w == words[0] || len(w) == len(words[0])+1 && w[len(w)-1] == 's' && w[:len(w)-1] == words[0]) {
			words = words[1:]
		}
	}
	return len(words) == 0
}

// namesPiles reports whether a sentence about a topic only names piles: "I meant 4 6 8", or
// "what does 3 4 5 mean?".
func (t keywordReader) namesPiles(topic Topic, rest []string) bool {
	switch topic {
	case Rules:
		return true
	case Okay, Undo:
		return hasPhrase(rest, t.corrections)
	case Explain:
		return t.move.hasAny(rest, t.exercise.meaning)
	}
	return false
}
