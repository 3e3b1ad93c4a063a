package typed

import (
	"maps"
	"slices"
	"strings"

	"nimbot/game"
	"nimbot/words"
)

// Topic is what a sentence is about: a key of [words.Talk].Phrases.
type Topic string

// The topics.
const (
	TalkStart   Topic = "start"
	TalkSetup   Topic = "setup" // a game, piles or a level, with nothing to be done with them
	TalkRematch Topic = "rematch"
	TalkOpen    Topic = "open"
	TalkAdvice  Topic = "advice"  // who is winning?
	TalkJudge   Topic = "judge"   // is this move good?
	TalkDespair Topic = "despair" // I can't win
	TalkExplain Topic = "explain"
	TalkNext    Topic = "next"  // what now?
	TalkStudy   Topic = "study" // analyze this
	TalkReview  Topic = "review"
	TalkRules   Topic = "rules"
	TalkAbout   Topic = "about-game" // becomes TalkRules
	TalkLearn   Topic = "learn"
	TalkPuzzle  Topic = "puzzle"
	TalkGames   Topic = "games"
	TalkRanks   Topic = "ranks"   // who is the best here?
	TalkSelf    Topic = "self"    // how good am I?
	TalkPrivacy Topic = "privacy" // what is kept about me?
	TalkTheory  Topic = "theory"  // what is the secret of it?
	TalkShare   Topic = "share"
	TalkSetting Topic = "settings"
	TalkHelp    Topic = "help"
	TalkBoard   Topic = "board"
	TalkTurn    Topic = "turn" // whose turn is it?
	TalkUndo    Topic = "undo"
	TalkResign  Topic = "resign"
	TalkStop    Topic = "stop"
	TalkAccept  Topic = "accept"
	TalkNo      Topic = "no"
	TalkHello   Topic = "greeting"
	TalkThanks  Topic = "thanks"
	TalkPraise  Topic = "praise"
	TalkOkay    Topic = "okay"
	TalkNod     Topic = "nod" // ok
	TalkBye     Topic = "bye"
)

// ofPiles are the topics that ask who wins where a sentence names piles.
var ofPiles = []Topic{TalkNext, TalkExplain, TalkStudy}

// helping are the topics of who doesn't know how to go on.
var helping = []Topic{TalkAdvice, TalkNext, TalkExplain, TalkDespair, TalkStudy, TalkResign}

// polite are the topics of words that may stand around any sentence.
var polite = []Topic{TalkHello, TalkThanks, TalkPraise, TalkOkay, TalkNod, TalkBye}

// forms are the commands whose options a topic's sentences may name.
var forms = map[Topic]string{
	TalkStart: "start", TalkSetup: "start", TalkRematch: "start", TalkOpen: "open", TalkAdvice: "predict", TalkStudy: "predict", TalkRules: "rules", TalkAbout: "rules", TalkLearn: "rules",
}

// Said is what a sentence was understood as.
type Said struct {
	Topic Topic
	// Values are what the sentence says of a game, by the names of options.
	Values map[string]string
	Agrees bool // it begins with a yes
}

// Command is the command name as it is typed with what the sentence says.
func (s Said) Command(name string) string {
	return Find(name).Typed(func(option string) string { return s.Values[option] })
}

// Talk understands sentences in one language. It is safe for concurrent use.
//
// A misspelt word is corrected, and what can be said in several ways is put in
// one. The words of a sentence that describe a game are taken out. The others
// must be a phrase of the catalogue, in which fillers don't count, or have a
// clause that is one; or else keywords tell the topic, whatever stands around
// them.
type Talk struct {
	*lexer
	words   *words.Talk
	phrases map[string]Topic
	names   map[string]value // of games, levels and so on
	longest int              // name in words
	fillers map[string]bool
	between map[string]bool
	polite  map[string]Topic // words that may stand around any sentence
	not     map[string]bool
	// questions begin what is asked about, leadsToGame stand before the name of a
	// game or a person, and invites are wishes to play among questions.
	questions, leadsToGame map[string]bool
	invites                [][]string
	same                   synonyms
	spell                  vocabulary
	move                   *moveTalk
	keys                   []keywords
}

// value is what a name in a sentence says: an option with its value.
type value struct{ option, value string }

// callsBot names the default game, after which the bot is called, too.
var callsBot = value{"game", game.Default}

// Read understands a sentence that is neither a command nor a move; ok is false
// where it means nothing.
func (t *Talk) Read(text string) (said Said, ok bool) {
	said, ok = t.readSpelt(text, func(text string) []string {
		spoken := t.split(text)
		for i, w := range spoken {
			spoken[i] = t.spell.undrawn(w)
		}
		return spoken
	})
	return said.agreeing(t.agrees(text)), ok
}

// AsksForHelp reports whether a sentence wants to be told what to do, or why.
func (t *Talk) AsksForHelp(text string) bool {
	said, ok := t.Read(text)
	if !ok {
		said, ok = t.Guess(text)
	}
	return ok && len(said.Values) == 0 && slices.Contains(helping, said.Topic)
}

// agrees reports whether a sentence begins with a yes.
func (t *Talk) agrees(text string) bool {
	spoken := t.split(text)
	return len(spoken) > 0 && t.phrases[spoken[0]] == TalkAccept
}

func (s Said) agreeing(yes bool) Said {
	s.Agrees = yes
	return s
}

// Unnamed is a sentence without the people it speaks to, of whom it then says
// nothing: "well played, Bob". A name that is a word, too, stays.
func (t *Talk) Unnamed(text string, names ...string) string {
	addressed := map[string]bool{}
	for _, name := range names {
		for _, w := range t.split(name) {
			addressed[w] = isWord(w) && t.spell.known[w] != telling
		}
	}
	return strings.Join(slices.DeleteFunc(strings.Fields(text), func(field string) bool {
		return addressed[strings.ToLower(strings.Trim(field, ".,;:!?"))]
	}), " ")
}

// respelt are the words of a sentence, with slips corrected.
func (t *Talk) respelt(text string) []string { return t.expand(t.spell.corrected(t.split(text))) }

// readSpelt understands a sentence as a whole, or else the last clause of it that
// says more than manners, if one does; spelt splits text into words.
func (t *Talk) readSpelt(text string, spelt func(text string) []string) (said Said, ok bool) {
	spoken := spelt(text)
	if t.move.asksOfPile(t.move.moving(text)) {
		return Said{Topic: TalkTurn}, true
	}
	if n := t.lesson(spoken); n != "" {
		return Said{Topic: TalkLearn, Values: map[string]string{"lesson": n}}, true
	}
	if said, ok = t.readWords(spoken); ok {
		return said, true
	}
	if _, values, _ := t.takeValues(spoken); len(values) > 0 {
		return Said{}, false // a clause would lose them
	}
	var manners Said
	parts := clauses(text)
	kind := len(parts) > 0 // every clause of it, as of "good game, well played"
	for _, clause := range parts {
		s, understood := t.readWords(spelt(clause))
		switch {
		case understood && slices.Contains(polite, s.Topic):
			manners = s
			continue
		case understood && s.Topic != TalkSetup:
			said, ok = s, true
		}
		kind = false
	}
	if kind {
		return manners, true
	}
	denied := slices.ContainsFunc(spoken, func(w string) bool { return t.not[w] })
	if denied && strings.Contains(text, "?") && slices.Contains(endings, said.Topic) {
		return Said{}, false // "resign? never"
	}
	return said, ok
}

// readWords understands words that are a phrase.
func (t *Talk) readWords(spoken []string) (said Said, ok bool) {
	if topic, ok := t.phrases[strings.Join(t.same.replace(spoken), " ")]; ok && !needsValues(topic) {
		return Said{Topic: topic}, true
	}
	if said, ok = t.read(spoken, t.phrased); ok || !t.hasNumbers(spoken) {
		return said, ok
	}
	return t.read(t.inDigits(spoken), t.phrased)
}

// hasNumbers reports whether words for numbers in a sentence mean numbers:
// several do, one at its end, and that of piles, but not that of "one more" and "an
// easy one".
func (t *Talk) hasNumbers(spoken []string) bool {
	n, last := 0, false
	for i, w := range spoken {
		if last && t.move.parts[w] == pile {
			return true
		}
		if last = slices.Contains(t.words.Numbers, w) && (w != t.words.Numbers[0] || i == 0 || t.names[spoken[i-1]] == value{}); last {
			n++
		}
	}
	return n > 1 || last
}

// needsValues reports whether a topic's phrases say nothing without a game.
func needsValues(topic Topic) bool { return topic == TalkSetup || topic == TalkAbout }

// read understands words of a sentence, of which those about a game are taken
// out first; about tells the topic of the others.
func (t *Talk) read(spoken []string, about func(rest []string, values map[string]string) (Topic, bool)) (said Said, ok bool) {
	rest, values, ok := t.takeValues(spoken)
	if !ok {
		return Said{}, false
	}
	rest = t.same.replace(rest)
	topic, ok := about(rest, values)
	if !ok || needsValues(topic) && len(values) == 0 {
		return Said{}, false
	}
	switch {
	case topic == TalkRematch && len(values) == 1 && values["piles"] != "" && !strings.Contains(values["piles"], " "):
		values = nil // "best of 3"
	case topic == TalkRematch && len(values) > 0, topic == TalkSetup && t.setsUp(rest, values):
		topic = TalkStart
	case topic == TalkAbout, topic == TalkExplain && values["game"] != "":
		topic = TalkRules
	case slices.Contains(ofPiles, topic) && strings.Contains(values["piles"], " "):
		topic = TalkAdvice // "piles of 3 and 5: should I go first?"
	}
	switch {
	case topic == TalkAdvice && values["piles"] == "":
		delete(values, "game") // of the position that is on, not of one that is named
	case topic == TalkAdvice:
		(&Said{Topic: topic, Values: values}).dropStray()
	}
	if forms[topic] == "" && values["game"] == game.Default {
		delete(values, "game") // "hi nim": the bot is meant
	}
	said = Said{Topic: topic, Values: values}
	return said, said.fits()
}

// setsUp reports whether a sentence that describes a game wants it begun. One
// number may belong to a move: "make A 1".
func (t *Talk) setsUp(rest []string, values map[string]string) bool {
	if slices.ContainsFunc(rest, t.move.isPiles) {
		return true
	}
	return len(t.withoutFillers(rest)) > 0 && (len(values) > 1 || values["piles"] == "" || strings.Contains(values["piles"], " "))
}

// dropStray drops what a sentence says of a game that doesn't belong to its topic.
func (s *Said) dropStray() {
	form := Find(forms[s.Topic])
	maps.DeleteFunc(s.Values, func(option, _ string) bool {
		if form == nil {
			return true
		}
		_, known := form.Option(option)
		return !known
	})
}

// fits reports whether all that a sentence says of a game belongs to its topic.
func (s Said) fits() bool {
	name := forms[s.Topic]
	if s.Topic == TalkStart && s.Values["player"] != "" {
		name = "challenge"
	}
	for option := range s.Values {
		form := Find(name)
		if form == nil {
			return false
		}
		if _, known := form.Option(option); !known {
			return false
		}
	}
	return true
}

// phrased finds what is left of a sentence among the phrases: as it stands, then
// without fillers, then without words of politeness before or behind it. Where
// nothing is left, there are only values.
func (t *Talk) phrased(rest []string, _ map[string]string) (Topic, bool) {
	short := t.withoutFillers(rest)
	for _, text := range [][]string{rest, t.core(rest), short} {
		for _, text := range [][]string{text, t.afterManners(text), t.beforeManners(text), t.afterManners(t.beforeManners(text))} {
			if topic, ok := t.phrases[strings.Join(text, " ")]; ok {
				return topic, true
			}
		}
	}
	if len(short) == 0 {
		return TalkSetup, true
	}
	if len(t.afterManners(short)) > 0 {
		return "", false
	}
	for _, topic := range []Topic{TalkThanks, TalkBye, TalkHello, TalkPraise} { // nothing but politeness: "ok thanks"
		if slices.ContainsFunc(short, func(w string) bool { return t.polite[w] == topic }) {
			return topic, true
		}
	}
	return TalkOkay, true
}
