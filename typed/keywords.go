package typed

import (
	"regexp"
	"slices"
	"strings"
)

// keywords are words that stand in sentences about a topic.
type keywords struct {
	topic   Topic
	words   []string
	negated bool // one of the words says no
}

// Guess understands a sentence with slips in its words, or by keywords. It may
// be wrong, so it is not for what a command refused for a better reason.
func (t *Talk) Guess(text string) (said Said, ok bool) {
	if said, ok = t.readSpelt(text, t.respelt); ok {
		return said.agreeing(t.agrees(text)), true
	}
	spoken := t.respelt(text)
	if t.asksToJudge(spoken) {
		return Said{Topic: TalkJudge}, true
	}
	if t.hasNumbers(spoken) {
		said, _ = t.read(t.inDigits(spoken), t.keyed)
	}
	if said.Topic == "" { // "the last one" is no number
		said, _ = t.read(spoken, t.keyed)
	}
	if slices.Contains(acting, said.Topic) && !t.wishes(spoken) || slices.Contains(endings, said.Topic) && t.asksAbout(spoken) {
		return Said{}, false
	}
	if forms[said.Topic] == "" || !strings.Contains(said.Values["piles"], " ") {
		delete(said.Values, "piles") // "should I take 2?", "I am 7 years old"
	}
	if !slices.Contains(acting, said.Topic) {
		said.dropStray() // "can you help a beginner?"
	}
	return said.agreeing(t.agrees(text)), said.Topic != "" && said.fits()
}

// Beyond understands a command that takes no words together with those behind it:
// "explain chomp to a child". A few words are too few to guess from, and a guess
// takes nobody at their word who ends, begins or takes back something.
func (t *Talk) Beyond(c *Command) func(text string) (said Said, ok bool) {
	const few = 4
	return func(text string) (said Said, ok bool) {
		if said, ok = t.Read(text); ok || c.Ends || len(strings.Fields(text)) < few {
			return said, ok
		}
		said, ok = t.Guess(text)
		return said, ok && !slices.Contains(positive, said.Topic) && !slices.Contains(acting, said.Topic)
	}
}

// keyed finds the first keywords that stand in a sentence, values apart. Those
// that begin something are common words ("play", "again"): where later ones say
// more of the sentence ("well played"), these count.
func (t *Talk) keyed(rest []string, values map[string]string) (Topic, bool) {
	negated := slices.ContainsFunc(rest, func(w string) bool { return t.not[w] })
	strange := t.strange(rest)
	var best keywords
	for _, k := range t.keys {
		switch {
		case best.topic != "" && (!slices.Contains(acting, best.topic) || len(k.words) <= len(best.words)), !inOrder(rest, k.words):
		case negated && slices.Contains(positive, k.topic) && !k.negated:
		case needsValues(k.topic) && len(values) == 0, k.topic == TalkAbout && values["game"] == "":
		case slices.Contains(acting, k.topic) && strange > len(k.words)+len(values):
		default:
			best = k
		}
	}
	switch {
	case best.topic != "":
		return best.topic, true
	case values["misere"] != "" && t.asksAbout(rest): // "what does misère mean?"
		return TalkRules, true
	case values["first"] != "" && t.asksOfPiles(rest, values):
		return TalkAdvice, true
	case values["player"] != "":
		return TalkStart, !negated
	}
	return TalkSetup, values["game"] != "" && !negated
}

// wishes reports whether a sentence that speaks of playing may be a wish to play:
// not where it asks for something else, says no, or names another game or person.
func (t *Talk) wishes(spoken []string) bool {
	if t.asksAbout(spoken) && !hasAll(spoken, t.invites) {
		return false
	}
	for i, w := range spoken[min(1, len(spoken)):] {
		if t.leadsToGame[spoken[i]] && !t.said[w] && !isNumber(w) && w[0] != '@' && !t.nearGame(w) {
			return false // "play chess"
		}
	}
	return true
}

// oneMove is a move in the notation of lettered piles.
var oneMove = regexp.MustCompile(`^[a-z]{1,2}[1-9][0-9]*$`)

// asksToJudge reports whether a sentence asks about one move in notation: "is A1
// good?"
func (t *Talk) asksToJudge(spoken []string) bool {
	return slices.ContainsFunc(spoken, func(w string) bool { return t.move.asks[w] }) && slices.ContainsFunc(spoken, oneMove.MatchString)
}

// asksAbout reports whether a sentence begins as a question about something.
func (t *Talk) asksAbout(spoken []string) bool { return len(spoken) > 0 && t.questions[spoken[0]] }

// nearGame reports whether a word is a slip of the name of a game.
func (t *Talk) nearGame(word string) bool {
	for name, v := range t.names {
		if v.option == "game" && distance(word, name) <= 1 {
			return true
		}
	}
	return false
}

// asksOfPiles reports whether a sentence is a question about piles that it names.
func (t *Talk) asksOfPiles(rest []string, values map[string]string) bool {
	return strings.Contains(values["piles"], " ") && slices.ContainsFunc(rest, func(w string) bool { return t.move.asks[w] })
}

// strange counts the words of a sentence that stand nowhere in the catalogue's
// talk. Many of them tell that it's about something else.
func (t *Talk) strange(spoken []string) int {
	n := 0
	for _, w := range spoken {
		if !t.spell.known[w] && !t.spell.known[strings.TrimSuffix(w, "s")] && !isNumber(w) {
			n++
		}
	}
	return n
}

// positive are the topics of which a sentence with a "not" says the contrary.
var positive = []Topic{TalkStart, TalkRematch, TalkOpen, TalkUndo, TalkResign, TalkStop, TalkAccept, TalkThanks, TalkPraise}

// endings are the topics that lead to the question whether to end the game.
var endings = []Topic{TalkResign, TalkStop}

// acting are the topics that begin something, for which few words of a sentence
// may be strange.
var acting = []Topic{TalkStart, TalkRematch, TalkOpen, TalkSetup}

// inOrder reports whether all of words stand in spoken, in their order. There
// they may end in an s: "who's", "mistakes".
func inOrder(spoken, words []string) bool {
	for _, w := range spoken {
		if len(words) > 0 && (w == words[0] || w == words[0]+"s") {
			words = words[1:]
		}
	}
	return len(words) == 0
}
