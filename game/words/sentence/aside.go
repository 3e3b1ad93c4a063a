package sentence

import (
	"slices"
	"strings"

	"nimbot/game/words"
	"nimbot/game/words/command"
)

// asideReader recognizes sentences by their purpose, whatever their subject: they address somebody
// else, decline help, or ask about a move without making it.
type asideReader struct {
	*Interpreter
	names []string
}

// asideWords are the word lists of [words.AsideTalk] as sets.
type asideWords struct{ you, urges, help, solving, tell, toMe, bridges, supposing, wants, verbsFirst map[string]bool }

// Readings returns the functions that read a sentence before its meaning is guessed, in order. Each
// is called with the sentence without people's names; text still has the names. asked reports
// whether the speaker has been asked something.
func Readings(t *Interpreter, text string, asked bool, names ...string) []func(string) (Meaning, bool) {
	person := func(string) (Meaning, bool) { return opponentReader{t}.read(text, names...) }
	aside := func(unnamed string) (Meaning, bool) { return asideReader{t, names}.read(text, unnamed) }
	if !asked {
		return []func(string) (Meaning, bool){person, aside, t.Read}
	}
	return []func(string) (Meaning, bool){person, aside, t.Read, refusalReader{t}.read}
}

// answersPerson are the topics with which people answer somebody else, or are polite to them.
var answersPerson = append([]Topic{Accept, No, NeverMind, Start, Cheer}, politeTopics...)

// read reads an aside. A sentence that is a phrase as a whole isn't an aside, unless it
// addresses somebody else.
func (t asideReader) read(text, unnamed string) (said Meaning, ok bool) {
	if t.learned != nil {
		return Meaning{}, false // only English has rules
	}
	who, told := t.addressee(text)
	whole, ok := t.Read(told)
	whole.whole = ok && whole.whole
	if _, refuses := (refusalReader{t.Interpreter}).read(told); refuses && !t.refusesHelp(unnamed) {
		whole = Meaning{Topic: No, plainness: plainness{whole: true}}
	}
	switch {
	case who != "":
		said = Meaning{Topic: ToPerson, Values: map[string]string{"person": who}, plainness: whole.plainness, Agrees: whole.Agrees}
		if whole.whole && slices.Contains(answersPerson, whole.Topic) && len(whole.Values) == 0 {
			said.within = whole.Topic
		}
	case whole.whole && (slices.Contains(beginTopics, whole.Topic) || !t.refusesHelp(unnamed)):
		return Meaning{}, false
	case t.refusesHelp(unnamed):
		said = Meaning{Topic: NoHelp}
		said.asks = strings.Contains(text, "?")
	case t.supposesMove(unnamed):
		said = Meaning{Topic: Judge}
	default:
		if topic := t.firmTopic(unnamed); topic != "" {
			return Meaning{Topic: topic}, true
		}
		return t.readLeadingEnd(unnamed)
	}
	return said, true
}

// firmTopics are topics whose keywords count more than a phrase in a part of the sentence. They
// only lead to an answer and change nothing.
var firmTopics = []Topic{Unaccepted, Secret, Seen, Resume, Term, Counting, Hurry, Tries, Thinking, Permit, Judge}

// firmTopic returns the firm topic whose keywords a sentence has, "" for none.
func (t asideReader) firmTopic(text string) Topic {
	spoken := t.same.replace(t.correctedWords(text))
	for _, i := range (keywordReader{t.Interpreter}).mayOccur(spoken) {
		if k := t.keywords[i]; slices.Contains(firmTopics, k.topic) && (keywordReader{t.Interpreter}).occurs(k.topic, spoken, k.words) {
			return k.topic
		}
	}
	return ""
}

// addressee returns the name of the person to whom a sentence speaks, "" for none, and the sentence
// without it. The name comes first, followed by a comma or a word for that person, or stands
// between commas.
func (t asideReader) addressee(text string) (name, rest string) {
	fields := strings.Fields(text)
	before := true // only polite words so far
	for i, field := range fields {
		name := strings.Trim(field, ".,;:!?")
		if !t.isPerson(name) {
			before = before && !slices.ContainsFunc(t.split(field), func(w string) bool { return t.polite[w] == "" && !t.openers[w] })
			continue
		}
		comma, after := field != name, t.split(strings.Join(fields[i+1:], " "))
		afterComma := i > 0 && strings.HasSuffix(fields[i-1], ",")
		if before && len(after) > 0 && (comma || t.turnsTo(after)) || afterComma && (comma || i == len(fields)-1) {
			return name, strings.Join(slices.Concat(fields[:i], fields[i+1:]), " ")
		}
	}
	return "", text
}

// isPerson reports whether a word is a person's name.
func (t asideReader) isPerson(word string) bool {
	known := slices.ContainsFunc(t.names, func(n string) bool { return strings.EqualFold(n, word) })
	return len(word) > 1 && !command.CalledBot(word) && (known || t.people[strings.ToLower(word)])
}

// turnsTo reports whether the words after a name speak to that person: "bob you", "bob do
// you", "bob hurry", and not "bob will" or "bob told".
func (t asideReader) turnsTo(after []string) bool {
	first, second := after[0], after[min(1, len(after)-1)]
	asks := t.questions[first] || t.move.asking[first] || t.verbsFirst[first]
	return t.you[first] || t.urges[first] || asks && (t.you[second] || !t.verbsFirst[first] && t.move.hasAny(after, t.you))
}

// maxBetween is how many words may come between a no and the help that it refuses.
const maxBetween = 4

// refusesHelp reports whether a sentence wants no help: "no hints pls", "don't tell me". One
// that refuses the answer and asks for a hint wants help.
func (t asideReader) refusesHelp(text string) bool {
	declined := false
	for _, clause := range clausesOrAll(text) {
		spoken, reach := t.correctedWords(clause), 0
		if t.asksSomething(spoken) {
			continue
		}
		for i, w := range spoken {
			after := spoken[i+1:]
			switch {
			case t.refuses(spoken, i) && i > 1 && t.conditions[spoken[i-1]] || i > 2 && t.negations[w] && t.conditions[spoken[i-2]]:
				return false // "a hint, but don't tell me all"
			case t.refuses(spoken, i):
				reach = maxBetween + 1
			case reach > 0 && (t.help[w] || t.solving[w] && reach < maxBetween || t.tell[w] && (len(after) == 0 || t.toMe[after[0]])):
				declined = true
			case t.help[w]:
				return false
			case !t.fillers[w] && !t.bridges[w]:
				reach = 0
			}
			reach = max(0, reach-1)
		}
	}
	return declined
}

// asksSomething reports whether a sentence opens a question. "Don't tell me" doesn't.
func (t asideReader) asksSomething(spoken []string) bool {
	for len(spoken) > 2 && (t.openers[spoken[0]] || t.polite[spoken[0]] != "" || t.fillers[spoken[0]]) {
		spoken = spoken[1:]
	}
	if len(spoken) == 0 {
		return false
	}
	forbids := len(spoken) > 1 && t.negations[spoken[1]] && !t.wonders[spoken[0]] && (len(spoken) == 2 || !t.you[spoken[2]])
	return !forbids && (t.questions[spoken[0]] || t.move.asking[spoken[0]] && !t.leave[spoken[0]])
}

// isInverted reports whether a sentence begins with a verb followed by its subject: "am I", "was
// there".
func (t asideReader) isInverted(spoken []string) bool {
	for len(spoken) > 2 && (t.openers[spoken[0]] || t.polite[spoken[0]] != "") {
		spoken = spoken[1:]
	}
	return len(spoken) > 1 && t.verbsFirst[spoken[0]] && (t.subjects[spoken[1]] || t.you[spoken[1]] || t.reports[spoken[1]] || t.fillers[spoken[1]])
}

// refuses reports whether the word at i is a no to what follows. "Can't you help?" asks for
// it, "he didn't help" tells, and in "no, I want a hint" it is an answer.
func (t asideReader) refuses(spoken []string, i int) bool {
	w := spoken[i]
	if !t.negations[w] || i > 0 && (t.leave[spoken[i-1]] || t.past[spoken[i-1]]) {
		return false
	}
	return t.phrases[w] != No || i+1 < len(spoken) && !t.fillers[spoken[i+1]] && t.polite[spoken[i+1]] == ""
}

// supposesMove reports whether a sentence asks what would happen after a move: "what if I took 4
// from B?". A no in another part of the sentence doesn't deny the move.
func (t asideReader) supposesMove(text string) bool {
	if !t.move.mentionsMove(t.move.normalize(text)) {
		return false
	}
	return slices.ContainsFunc(clausesOrAll(text), func(clause string) bool {
		spoken := t.move.normalize(clause)
		return t.move.hasAny(spoken, t.supposing) && !t.move.hasAny(spoken, t.negations)
	})
}

// readLeadingEnd reads a sentence that begins with a phrase which asks to end the game, and says
// why: "I give up my mom is calling". The bot asks before it ends the game.
func (t asideReader) readLeadingEnd(text string) (said Meaning, ok bool) {
	spoken := t.same.replace(t.split(text))
	for n := len(spoken) - 1; n > 1; n-- {
		topic, next := t.phrases[strings.Join(spoken[:n], " ")], spoken[n]
		ends := topic == NeverMind || slices.Contains(endTopics, topic) && !t.move.hasAny(spoken[:n], t.negations)
		if ends && (t.subjects[next] || t.kin[next] || t.reports[next] || t.polite[next] != "") {
			return plainnessReader{t.Interpreter}.withPlainness(Meaning{Topic: topic}, text, false), true
		}
	}
	return Meaning{}, false
}

// topicIn returns the topic that counts in a situation. What a sentence says to somebody else
// counts if it is polite or answers their question.
func (s Meaning) topicIn(st Situation) Topic {
	polite := slices.Contains(politeTopics, s.within) && s.within != Nod
	if s.Topic == ToPerson && (polite || s.within != "" && (st.Asked == AskedOffer || st.Asked == AskedConsent)) {
		return s.within
	}
	return s.Topic
}

// toPerson leaves what is said to somebody else alone.
func (s Meaning) toPerson(st Situation) (Answer, bool) {
	a := st.unchanged("talk.to-person")
	a.Say.Args, a.Reply = words.Args{"who", command.Abridge(s.Values["person"])}, st.Offering || st.canTakeOffer()
	return a, true
}

// noHelp reveals nothing. A speaker who asks for a yes or a no anyway has to press a button.
func (s Meaning) noHelp(st Situation) (Answer, bool) {
	if s.asks && st.ToMove {
		return says("talk.no-help.asked", "hint")(s, st)
	}
	return st.unchanged("talk.no-help"), true
}

// IsStatement reports whether a sentence is a plain statement: it has several words, and
// neither asks nor wishes for anything.
func (t *Interpreter) IsStatement(text string) bool {
	spoken := t.correctedWords(text)
	if t.learned != nil || len(spoken) < maxAfterNo || strings.ContainsAny(text, "?@") || t.leave[spoken[0]] || (asideReader{t, nil}).asksSomething(spoken) || (asideReader{t, nil}).isInverted(spoken) {
		return false
	}
	return !t.move.hasAny(t.same.replace(spoken), t.wants)
}

// describesState reports whether a statement says how something is: "the new game has stones, too".
func (t asideReader) describesState(spoken []string) bool {
	if t.move.hasAny(spoken, t.leave) {
		return false
	}
	return hasNeighbours(spoken, func(before, w string) bool {
		return t.verbsFirst[w] && !t.subjects[before] && !t.you[before] && !t.openers[before]
	})
}

// gossipTopics are topics that are often wrongly guessed for a statement about others.
var gossipTopics = []Topic{Start, Rematch, Open, Praise, Thanks, Advice, Next, Learn, Puzzle}

// isGossip reports whether a guess is wrong because the sentence only tells about others.
func (t asideReader) isGossip(said Meaning, text string) bool {
	if !t.IsStatement(text) {
		return false
	}
	words := t.same.replace(t.correctedWords(text))
	tells := said.told || t.move.hasAny(words, t.telling) || slices.Contains(beginTopics, said.Topic) && len(said.Values) == 0 && t.describesState(words)
	return tells && slices.Contains(gossipTopics, said.Topic) && !(said.Topic == Next && t.move.hasAny(words, t.plain[Next])) || said.Topic == Rules && !t.move.hasAny(words, t.plain[Rules])
}
