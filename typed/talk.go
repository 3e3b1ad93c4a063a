package typed

import (
	"slices"
	"strconv"
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
	TalkAdvice  Topic = "advice" // who is winning?
	TalkExplain Topic = "explain"
	TalkNext    Topic = "next" // what now?
	TalkReview  Topic = "review"
	TalkRules   Topic = "rules"
	TalkAbout   Topic = "about-game" // becomes TalkRules
	TalkGames   Topic = "games"
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
	TalkBye     Topic = "bye"
)

// polite are the topics of words that may stand around any sentence.
var polite = []Topic{TalkHello, TalkThanks, TalkPraise, TalkOkay, TalkBye}

// forms are the commands whose options a topic's sentences may name.
var forms = map[Topic]string{
	TalkStart: "start", TalkSetup: "start", TalkRematch: "start", TalkOpen: "open", TalkAdvice: "predict", TalkRules: "rules", TalkAbout: "rules",
}

// Said is what a sentence was understood as.
type Said struct {
	Topic Topic
	// Values are what the sentence says of a game, by the names of options.
	Values map[string]string
}

// Command is the command name as it is typed with what the sentence says.
func (s Said) Command(name string) string {
	return Find(name).Typed(func(option string) string { return s.Values[option] })
}

// Talk understands sentences in one language. It is safe for concurrent use.
//
// A sentence is understood when all of its words are: those that describe a
// game are taken out, the fillers don't count, and the others must be a phrase
// of the catalogue. Whatever has a word beyond that is left alone.
type Talk struct {
	words   *words.Talk
	phrases map[string]Topic
	names   map[string]value // of games, levels and so on
	longest int              // name in words
	fillers map[string]bool
	between map[string]bool
	signs   map[string]bool // words with punctuation in them
	move    moveWords
}

// value is what a name in a sentence says: an option with its value.
type value struct{ option, value string }

// NewTalk makes the Talk of a language.
func NewTalk(w *words.Talk) *Talk {
	t := &Talk{words: w, phrases: map[string]Topic{}, names: map[string]value{}, fillers: setOf(w.Fillers), between: setOf(w.Between), signs: map[string]bool{}}
	t.move = newMoveWords(w)
	t.nameGames()
	for level, names := range w.Levels {
		t.name("level", level, names...)
	}
	for who, names := range w.First {
		t.name("first", who, names...)
	}
	t.name("misere", "true", w.Misere...)
	for _, list := range w.Phrases {
		for _, phrase := range list {
			for _, word := range strings.Fields(strings.ToLower(phrase)) {
				if cleanWord(word) != word && !strings.ContainsAny(word, "'’") {
					t.signs[word] = true
				}
			}
		}
	}
	// As it stands, a phrase has precedence over one without its fillers.
	for topic, list := range w.Phrases {
		for _, phrase := range list {
			t.phrases[strings.Join(t.split(phrase), " ")] = Topic(topic)
		}
	}
	for topic, list := range w.Phrases {
		for _, phrase := range list {
			short := strings.Join(t.withoutFillers(t.split(phrase)), " ")
			if _, known := t.phrases[short]; !known && short != "" {
				t.phrases[short] = Topic(topic)
			}
		}
	}
	return t
}

func setOf(words []string) map[string]bool {
	m := make(map[string]bool, len(words))
	for _, w := range words {
		m[w] = true
	}
	return m
}

// nameGames names every listed game by its key, its title and the catalogue.
func (t *Talk) nameGames() {
	for _, g := range game.Games() {
		t.name("game", g.Key, g.Key, g.Title)
		t.name("game", g.Key, t.words.Games[g.Key]...)
	}
}

func (t *Talk) name(option, means string, names ...string) {
	for _, n := range names {
		w := t.split(n)
		t.names[strings.Join(w, " ")] = value{option, means}
		t.longest = max(t.longest, len(w))
	}
}

// Read understands a sentence that is no command and no move; ok is false when
// it does not.
func (t *Talk) Read(text string) (said Said, ok bool) {
	spoken := t.split(text)
	if topic, ok := t.phrases[strings.Join(spoken, " ")]; ok && !needsValues(topic) {
		return Said{Topic: topic}, true
	}
	if said, ok = t.read(spoken); ok {
		return said, true
	}
	if digits := t.inDigits(spoken); !slices.Equal(digits, spoken) {
		return t.read(digits)
	}
	return Said{}, false
}

// needsValues reports whether a topic's phrases say nothing without a game.
func needsValues(topic Topic) bool { return topic == TalkSetup || topic == TalkAbout }

// read understands words of a sentence, of which those about a game are taken
// out first.
func (t *Talk) read(spoken []string) (said Said, ok bool) {
	rest, values, ok := t.takeValues(spoken)
	if !ok {
		return Said{}, false
	}
	topic, ok := t.topic(rest)
	if !ok || needsValues(topic) && len(values) == 0 {
		return Said{}, false
	}
	switch {
	case topic == TalkRematch && len(values) > 0, topic == TalkSetup && len(t.withoutFillers(rest)) > 0:
		topic = TalkStart
	case topic == TalkAbout:
		topic = TalkRules
	}
	form := Find(forms[topic])
	if topic == TalkStart && values["player"] != "" {
		form = Find("challenge")
	}
	if topic == TalkAdvice && len(values) > 0 && values["piles"] == "" {
		delete(values, "game") // of the position that is on, not of one that is named
	}
	for option := range values {
		if form != nil {
			if _, known := form.Option(option); known {
				continue
			}
		}
		if option != "game" || values[option] != game.Default {
			return Said{}, false
		}
		delete(values, option) // "hi nim": the bot is meant
	}
	return Said{topic, values}, true
}

// topic finds what is left of a sentence among the phrases: as it stands, then
// without fillers, then without words of politeness around it. Where nothing
// is left, there are only values.
func (t *Talk) topic(rest []string) (Topic, bool) {
	short := t.withoutFillers(rest)
	for _, text := range [][]string{rest, t.withoutManners(rest), short, t.withoutManners(short)} {
		if topic, ok := t.phrases[strings.Join(text, " ")]; ok {
			return topic, true
		}
	}
	if len(short) == 0 {
		return TalkSetup, true
	}
	topic := t.phrases[short[0]] // of nothing but politeness
	return topic, len(t.withoutManners(short)) == 0
}

// withoutManners is what words of politeness stand around.
func (t *Talk) withoutManners(spoken []string) []string {
	for len(spoken) > 0 && t.isPolite(spoken[0]) {
		spoken = spoken[1:]
	}
	for len(spoken) > 0 && t.isPolite(spoken[len(spoken)-1]) {
		spoken = spoken[:len(spoken)-1]
	}
	return spoken
}

func (t *Talk) isPolite(word string) bool { return slices.Contains(polite, t.phrases[word]) }

func (t *Talk) withoutFillers(spoken []string) []string {
	short := make([]string, 0, len(spoken))
	for _, w := range spoken {
		if !t.fillers[w] {
			short = append(short, w)
		}
	}
	return short
}

// takeValues takes what describes a game out of a sentence: names, piles in one
// place, a mention, "name:value". ok is false where one is said twice.
func (t *Talk) takeValues(spoken []string) (rest []string, values map[string]string, ok bool) {
	values = map[string]string{}
	set := func(v value) bool {
		old, twice := values[v.option]
		values[v.option] = v.value
		return !twice || old == v.value
	}
	for i := 0; i < len(spoken); {
		v, n := t.valueAt(spoken[i:])
		switch {
		case n == 0:
			rest = append(rest, spoken[i])
			n = 1
		case v.option != "" && !set(v):
			return nil, nil, false
		}
		i += n
	}
	return rest, values, true
}

// valueAt is what the beginning of a sentence says of a game, and how many
// words that takes; 0 where it says nothing. A call of the bot says no value.
func (t *Talk) valueAt(spoken []string) (v value, n int) {
	for n = min(t.longest, len(spoken)); n > 0; n-- {
		if v, ok := t.names[strings.Join(spoken[:n], " ")]; ok {
			return v, n
		}
	}
	word := spoken[0]
	option, means, keyed := strings.Cut(word, ":")
	switch {
	case keyed && slices.Contains(setupOptions, option):
		return value{option, means}, 1
	case isGame(word):
		return value{"game", word}, 1
	case strings.HasPrefix(word, "@") && CalledBot(word[1:]):
		return value{}, 1
	case len(word) > 1 && word[0] == '@':
		return value{"player", word[1:]}, 1
	}
	piles, n := t.piles(spoken)
	return value{"piles", piles}, n
}

// piles reads the sizes of piles at the beginning of a sentence.
func (t *Talk) piles(spoken []string) (piles string, n int) {
	var sizes []string
	for i, w := range spoken {
		switch {
		case w[0] >= '0' && w[0] <= '9':
			sizes, n = append(sizes, w), i+1
		case n != i || !t.between[w]:
			return strings.Join(sizes, " "), n
		}
	}
	return strings.Join(sizes, " "), n
}

// inDigits writes numbers in digits.
func (t *Talk) inDigits(spoken []string) []string {
	out := slices.Clone(spoken)
	for i, w := range out {
		if n := slices.Index(t.words.Numbers, w); n >= 0 {
			out[i] = strconv.Itoa(n + 1)
		}
	}
	return out
}

// Piles reads the sizes of piles in other clothes than blanks: "(3,4,5)",
// "3 XOR 4 XOR 5"; ok is false for anything else.
func (t *Talk) Piles(text string) (piles string, ok bool) {
	spoken := t.inDigits(t.split(text))
	if len(spoken) == 0 {
		return "", false
	}
	piles, n := t.piles(spoken)
	return piles, n == len(spoken)
}
