package talk

import (
	"slices"
	"strings"

	"nimbot/typed"
	"nimbot/words"
)

// plainness is how plainly a sentence asks for what its topic does.
type plainness struct {
	denied  bool // it denies something, or makes it depend on something
	negated bool // it denies something
	asks    bool // it is a question
	told    bool // it tells what others say or do
	over    bool // it tells what is over, would be or may be
	// guessed: keywords gave the topic, slips were corrected, or a part wasn't understood.
	guessed bool
	// byDenial: a negation is among the keywords, "did not mean that".
	byDenial bool
	whole    bool // all of it is a phrase
	vague    bool // it wishes for a game, no matter which
}

// plainSpeech tells how plainly sentences ask for something.
type plainSpeech struct{ *Interpreter }

// noted notes how plainly a sentence asks for the topic that was found in it.
func (t plainSpeech) noted(said Said, text string, guessed bool) Said {
	if said.Topic == "" {
		return said
	}
	said.Agrees, said.whole = t.agrees(text), !guessed && !said.guessed
	rest := t.same.replace(t.withoutValues(text))
	switch {
	case slices.Contains(refusing, said.Topic):
		said.denied = slices.ContainsFunc(rest, func(w string) bool { return t.doubts[w] })
	case slices.Contains(beginTopics, said.Topic):
		said.denied = t.wishHas(text, t.denies)
	default:
		said.denied = slices.ContainsFunc(rest, t.denies)
	}
	said.denied = said.denied && !said.byDenial
	said.negated = said.denied && t.negates(rest)
	said.asks = strings.Contains(text, "?") && !t.move.has(rest, t.leave) || t.opensQuestion(rest)
	if said.told = t.move.has(rest, t.reports); slices.Contains(beginTopics, said.Topic) {
		said.told = t.wishHas(text, func(w string) bool { return t.reports[w] || t.wonders[w] }) || t.asksOfSubject(rest)
		said.told = said.told && !hasPhrase(rest, t.invites) && !hasPhrase(t.split(text), t.invites)
	}
	said.denied = said.denied || said.Topic == Accept && t.move.has(rest, t.conditions)
	said.vague = t.move.has(rest, t.vague) || t.move.has(t.split(text), t.vague)
	said.over = t.move.has(rest, t.past) || t.move.has(rest, t.exercise.hedges)
	said.guessed = (guessed || said.guessed) && !t.move.has(rest, t.plain[said.Topic]) && !(said.Agrees && slices.Contains(agreeing, said.Topic))
	return said
}

// agreeing are the topics that a yes before them makes plain: "sure, we are in".
var agreeing = []Topic{Accept, Start}

// refusing are the topics that a negation belongs to.
var refusing = []Topic{No, NeverMind}

// asksOfSubject reports whether a question word stands before its subject anywhere in a
// sentence: "… is it wise to play".
func (t plainSpeech) asksOfSubject(spoken []string) bool {
	for i, w := range spoken[min(1, len(spoken)):] {
		if t.subjects[w] && t.questions[spoken[i]] {
			return true
		}
	}
	return false
}

// opensQuestion reports whether the first word makes a sentence a question that asks for
// nothing: "how do I share?", but not "can I undo?".
func (t plainSpeech) opensQuestion(spoken []string) bool {
	for _, w := range spoken {
		if !t.openers[w] && t.polite[w] == "" {
			return t.questions[w] || t.move.asking[w] && !t.leave[w] || t.move.has(spoken, t.wonders)
		}
	}
	return false
}

// negates reports whether a sentence has a negation. In "no, I want that back" the first
// word is none.
func (t plainSpeech) negates(spoken []string) bool {
	for i, w := range spoken {
		answers := t.phrases[w] == No && i+1 < len(spoken) && (t.fillers[spoken[i+1]] || t.polite[spoken[i+1]] != "")
		if t.negations[w] && !answers {
			return true
		}
	}
	return false
}

// denies reports whether a word denies something, or makes it depend on something.
func (t plainSpeech) denies(word string) bool { return t.negations[word] || t.doubts[word] }

// withoutValues splits a sentence into words and takes out what describes a game: "not too
// hard" names a level and denies nothing.
func (t plainSpeech) withoutValues(text string) []string {
	spoken := t.correctedWords(text)
	if rest, _, ok := t.takeValues(spoken); ok {
		return rest
	}
	return spoken
}

// wishHas reports whether a word of a kind stands in the clause that wishes to play.
// Another clause may have one: "I've never played this, can we start?"
func (t plainSpeech) wishHas(text string, kind func(word string) bool) bool {
	parts := clauses(text)
	if parts == nil {
		return slices.ContainsFunc(t.same.replace(t.withoutValues(text)), kind)
	}
	return slices.ContainsFunc(parts, func(clause string) bool {
		rest := t.same.replace(t.withoutValues(clause))
		return slices.ContainsFunc(rest, kind) && t.move.has(rest, t.plain[Start])
	})
}

// replies are the commands that answer somebody.
var replies = []string{"accept", "decline", "confirm"}

// begins are the commands that begin or change a game.
var begins = []string{"start", "challenge", "open", "rematch", "begin", "level"}

// mayRun reports whether the sentence asks plainly enough for a command.
func (s Said) mayRun(command string) bool {
	c, _ := typed.Named(command)
	switch {
	case c == nil:
		return false
	case slices.Contains(replies, c.Name), c.Name == "undo", c.Name == "share": // which everybody sees
		return s.isPlain() && !s.guessed
	case slices.Contains(begins, c.Name):
		return !s.denied && !s.told
	}
	return true
}

// offered is what is offered instead of what a sentence doesn't plainly ask of an
// exercise, because it costs something.
var offered = map[Request]Request{GiveHint: OfferHint, ShowSolution: OfferShow, SkipIt: AskAgain}

// mayPractise reports whether the sentence asks plainly enough for a request: a hint is
// charged, and what was shown or skipped isn't solved.
func (s Said) mayPractise(r Request) bool {
	return offered[r] == "" || s.whole || !s.guessed && s.isPlain()
}

// isPlain reports whether a sentence neither denies nor asks nor tells.
func (s Said) isPlain() bool { return !s.denied && !s.asks && !s.told && !s.over }

// orPress offers a command that the sentence doesn't ask for plainly, unless the sentence
// denies it.
func (s Said) orPress(command string, st Situation) Answer {
	c, _ := typed.Named(command)
	switch {
	case slices.Contains(replies, c.Name) && st.Asked != NoQuestion:
		a, _ := press(s, st)
		return a
	case s.negated:
		return st.unchanged("talk.okay")
	}
	return Answer{Say: words.New("talk.meant", nil), Buttons: []string{command}}
}

// agrees reports whether a sentence begins with a yes.
func (t plainSpeech) agrees(text string) bool {
	spoken := t.split(text)
	return len(spoken) > 0 && t.phrases[spoken[0]] == Accept
}
