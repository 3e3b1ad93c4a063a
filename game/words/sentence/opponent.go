package sentence

import (
	"slices"
	"strings"
	"unicode"

	"nimbot/game/rules"
	"nimbot/game/words"
	"nimbot/game/words/command"
)

// opponentReader finds people whom a sentence names without a mention.
type opponentReader struct{ *Interpreter }

// read reads a sentence that wishes for a game with a person whom it names without a mention:
// "fight bob in kayles". Only a mention can be challenged, and the sentence must not begin a
// game with somebody else. names are those of people who are known here.
func (t opponentReader) read(text string, names ...string) (said Meaning, ok bool) {
	spoken := t.split(text)
	if t.learned != nil || strings.Contains(text, "@") || len(spoken) > 0 && spoken[0] == "challenge" { // the command explains how to challenge
		return Meaning{}, false
	}
	for i, w := range spoken {
		if !slices.ContainsFunc(names, func(name string) bool { return strings.EqualFold(name, w) }) {
			spoken[i] = t.vocabulary.correct(w)
		}
	}
	if !t.move.hasAny(spoken, t.meets) {
		return Meaning{}, false
	}
	name, at := t.findName(text, spoken, names)
	if at < 0 {
		return Meaning{}, false
	}
	if t.move.hasAny(t.same.replace(spoken), t.negations) && (t.move.hasAny(t.same.replace(spoken[:at]), t.negations) || !t.deniesBot(spoken[at:])) {
		return Meaning{}, false
	}
	_, values, fit := t.takeValues(slices.Delete(slices.Clone(spoken), at, at+1))
	if !fit {
		values = map[string]string{}
	}
	if !strings.Contains(values["piles"], " ") {
		delete(values, "piles")
	}
	delete(values, "level")
	delete(values, "first")
	values["player"] = name
	return Meaning{Topic: Versus, Values: values}, true
}

// deniesBot reports whether a negation refers to the bot: "play bob, not you".
func (t opponentReader) deniesBot(after []string) bool {
	i := slices.IndexFunc(after, func(w string) bool { return t.negations[w] })
	return i >= 0 && i+1 < len(after) && t.you[after[i+1]]
}

// findName returns the name of the person, as it is written, and where it stands among the
// words; -1 for none.
func (t opponentReader) findName(text string, spoken, names []string) (name string, at int) {
	written, opens, cut := map[string]string{}, map[string]bool{}, false // opens a clause: "withdraw my challenge, Bob is busy"
	for _, field := range strings.Fields(text) {
		word := strings.Trim(field, ".,;:!?\"'")
		written[strings.ToLower(word)], opens[strings.ToLower(word)] = word, cut
		cut = strings.TrimRight(field, ".,;:!?") != field
	}
	known := map[string]bool{}
	for _, n := range names {
		known[strings.ToLower(n)] = true
	}
	for i, w := range spoken {
		sure := t.people[w] || known[w] || i > 0 && startsUpper(written[w])
		if written[w] != "" && !opens[w] && t.isName(w, sure) && t.isMet(spoken, i, sure) {
			return written[w], i
		}
	}
	return "", -1
}

// isName reports whether a word can be a person's name. If sure, every word that people don't say
// to the bot is one.
func (t opponentReader) isName(word string, sure bool) bool {
	if len(word) < 2 || !command.IsWord(word) || t.names[word] != (value{}) || rules.Known(word) || command.CalledBot(word) {
		return false
	}
	kind := t.vocabulary.known[word]
	return sure && kind != conversational || kind == 0 && t.vocabulary.correct(word) == word
}

// isMet reports whether the word at i stands where a sentence names an opponent: "against my friend
// bob", "me and bob". After other words, only a word that surely is a name counts: "play bob".
func (t opponentReader) isMet(spoken []string, i int, sure bool) bool {
	before := i - 1
	for before >= 0 && t.kin[spoken[before]] {
		before--
	}
	isSelf := func(at int) bool { return 0 <= at && at < len(spoken) && (spoken[at] == "me" || spoken[at] == "i") }
	switch {
	case sure && before < i-1: // "my friend bob"
		return true
	case before >= 0 && spoken[before] == "and" && isSelf(before-1), i+2 < len(spoken) && spoken[i+1] == "and" && isSelf(i+2):
		return true
	case before < 0:
		return false
	}
	return t.opposes[spoken[before]] || sure && t.meets[spoken[before]]
}

func startsUpper(word string) bool {
	for _, r := range word {
		return unicode.IsUpper(r)
	}
	return false
}

// versus tells how to challenge the person whom a sentence names. A player who names the
// opponent may just be speaking of them.
func (s Meaning) versus(st Situation) (Answer, bool) {
	switch {
	case st.Running && st.IsPlayer && strings.EqualFold(s.Values["player"], st.Opponent):
		return Answer{}, false // "I'd like to resign the game against bob"
	case st.Running && st.IsPlayer:
		return st.standing(), true
	}
	command := s.Command("challenge")
	unnamed := Meaning{Values: map[string]string{}}
	for option, v := range s.Values {
		if option != "player" {
			unnamed.Values[option] = v
		}
	}
	return Answer{Say: words.New("talk.whom", "who", s.Values["player"], "command", command), Whom: unnamed.Command("challenge")}, true
}

// WithoutNames removes the names of people to whom a sentence speaks, "well played, Bob", and
// replaces the name of a person of whom it speaks by a pronoun: "bob accepts". A name that is
// also a word of the vocabulary stays.
func (t *Interpreter) WithoutNames(text string, names ...string) string {
	if t.learned != nil {
		return learner{t}.conversationReader().withoutName(text, names)
	}
	addressed := map[string]bool{}
	for w := range t.people {
		addressed[w] = t.vocabulary.known[w] == meaningless
	}
	for _, name := range names {
		for _, w := range t.split(name) {
			addressed[w] = command.IsWord(w) && t.vocabulary.known[w] != conversational
		}
	}
	isName := func(field string) bool { return addressed[strings.ToLower(strings.Trim(field, ".,;:!?"))] }
	var left []string
	fields := strings.Fields(text)
	for i, field := range fields {
		name := strings.TrimRight(field, ".,;:!?")
		switch {
		case !isName(field):
			left = append(left, field)
		case name == field && i+1 < len(fields) && !isName(fields[i+1]), !(opponentReader{t}).speaksTo(left): // "bob will", "tell bob"
			left = append(left, t.words.Somebody+field[len(name):])
		case len(left) > 0: // "no thank you Bob, not today" keeps its clauses
			left[len(left)-1] += field[len(name):]
		}
	}
	return strings.Join(left, " ")
}

// speaksTo reports whether a sentence speaks to the person whose name ends the clause after these
// words: "well played bob", but not "tell bob".
func (t opponentReader) speaksTo(before []string) bool {
	clause := before
	for i, field := range before {
		if strings.ContainsAny(field[len(field)-1:], ".,;:!?") {
			clause = before[i+1:]
		}
	}
	spoken := t.split(strings.Join(clause, " "))
	if len(spoken) == 0 {
		return true
	}
	end := spoken[len(spoken)-1]
	_, phrase := t.phrases[strings.Join(t.same.replace(spoken), " ")]
	return phrase || t.leadsToGame[end] || t.polite[end] != "" || len(end) == 1 || isNumber(end) || t.move.roles[end] > filler
}
