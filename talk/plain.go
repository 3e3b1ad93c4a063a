package talk

import (
	"regexp"
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
	begins := slices.Contains(beginTopics, said.Topic)
	said.Agrees, said.whole = t.agrees(text), !guessed && !said.guessed
	rest := t.same.replace(t.withoutValues(text))
	wish := [][]string{rest}
	if begins {
		wish = t.wishing(text, rest)
	}
	in := func(parts [][]string, kind func(word string) bool) bool {
		return slices.ContainsFunc(parts, func(words []string) bool { return slices.ContainsFunc(words, kind) })
	}
	denies := t.mayDeny
	if slices.Contains(refusing, said.Topic) {
		denies = func(w string) bool { return t.doubts[w] }
	}
	said.denied = in(wish, denies) && !said.byDenial || t.hasBrokenNot(text)
	said.negated = said.denied && t.negates(rest)
	invites := begins && (hasPhrase(rest, t.invites) || hasPhrase(t.split(text), t.invites))
	said.asks = !invites && (!slices.Contains(endTopics, said.Topic) && adjacent(rest, t.questions, t.subjects) || strings.Contains(text, "?") && !t.move.has(rest, t.leave) || t.opensQuestion(rest) || slices.ContainsFunc(clauses(text), func(clause string) bool {
		return t.opensQuestion(t.same.replace(t.correctedWords(clause)))
	}))
	said.told = t.move.has(rest, t.reports) || t.hasOtherSubject(t.split(text)) || t.hasOtherSubject(t.correctedWords(text)) || isQuoted(text) ||
		begins && !invites && (in(wish, func(w string) bool { return t.wonders[w] }) || (adjacent(rest, t.questions, t.subjects) || adjacent(rest, t.questions, t.mays) || adjacent(rest, t.questions, t.verbs)))
	said.told = said.told || said.Topic == Open && t.namesKin(t.correctedWords(text))
	said.denied = said.denied || said.Topic == Accept && t.move.has(rest, t.conditions)
	said.vague = t.move.has(rest, t.vague) || t.move.has(t.split(text), t.vague)
	said.over = adjacent(rest, t.subjects, t.mays) || begins && adjacent(rest, t.past, t.subjects) || slices.ContainsFunc(rest, func(w string) bool {
		return t.past[w] && !(begins && (t.subjects[w] || t.mays[w])) || t.exercise.hedges[w] && !begins
	})
	said.guessed = (guessed || said.guessed) && !t.move.has(rest, t.plain[said.Topic]) && !(said.Agrees && slices.Contains(agreeing, said.Topic))
	return said
}

// quoted matches words in quotation marks.
var quoted = regexp.MustCompile(`(?:^|\s)["\x{201C}\x{201E}\x{AB}'\x{2018}][^"\x{201C}\x{201D}\x{BB}]*\w[.!?]?["\x{201C}\x{201D}\x{BB}'\x{2019}](?:$|[\s.,;:!?])`)

// isQuoted reports whether a part of a text stands in quotation marks, and not all of it.
func isQuoted(text string) bool {
	found := quoted.FindString(text)
	return found != "" && len(found) < len(text)
}

// agreeing are the topics that a yes before them makes plain: "sure, we are in".
var agreeing = []Topic{Accept, Start}

// refusing are the topics that a negation belongs to.
var refusing = []Topic{No, NeverMind}

// adjacent reports whether a word of one kind stands right before one of another: "… is it
// wise to play", "then I may play".
func adjacent(spoken []string, before, behind map[string]bool) bool {
	for i, w := range spoken[min(1, len(spoken)):] {
		if behind[w] && before[spoken[i]] && !behind[spoken[i]] {
			return true
		}
	}
	return false
}

// hasOtherSubject reports whether a sentence tells of what somebody else does: "carl
// starts", "zoltan will begin". An unknown word before a verb may be a name.
func (t plainSpeech) hasOtherSubject(spoken []string) bool {
	for i, w := range spoken {
		stem, third := strings.CutSuffix(w, "s")
		if third = third && (t.verbs[stem] || t.verbs[strings.TrimSuffix(stem, "e")]); !third && !t.verbs[w] && !t.mays[w] {
			continue
		}
		if i == 0 {
			if third {
				return true
			}
			continue
		}
		before := spoken[i-1]
		if third && !t.questions[before] && !t.move.has(t.same.replace([]string{before}), t.subjects) || t.isStrange(before) && t.vocabulary.correct(before) == before {
			return true
		}
	}
	return false
}

// namesKin reports whether a sentence means a certain person: "my friend", not "a friend".
func (t plainSpeech) namesKin(spoken []string) bool {
	for i, w := range spoken[min(1, len(spoken)):] {
		if t.kin[w] && t.kin[spoken[i]] {
			return true
		}
	}
	return false
}

// hasBrokenNot reports whether a word ends like "don't" and means something else, by a
// slip: "wo't".
func (t plainSpeech) hasBrokenNot(text string) bool {
	return slices.ContainsFunc(strings.Fields(strings.ReplaceAll(text, "’", "'")), func(field string) bool {
		return strings.HasSuffix(strings.ToLower(field), "'t") && !t.move.has(t.correctedWords(field), t.negations)
	})
}

// isStrange reports whether a word isn't in the vocabulary.
func (t plainSpeech) isStrange(word string) bool {
	return typed.IsWord(word) && t.vocabulary.known[word] == 0
}

// mayDeny reports whether a word denies something, or may be a slip of one that turns a
// sentence.
func (t plainSpeech) mayDeny(word string) bool {
	if t.denies(word) || !t.isStrange(word) || len(word) < shortest {
		return t.denies(word)
	}
	for _, turning := range []map[string]bool{t.negations, t.doubts, t.mays, t.past, t.reports, t.wonders, t.questions} {
		for known := range turning {
			if typed.Distance(word, known) <= 1 {
				return true
			}
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

// wishing returns the first clause of a text, whose words are rest, that wishes to play, and
// what follows it. A clause before may have a denial: "I've never played, can we start?"
func (t plainSpeech) wishing(text string, rest []string) (parts [][]string) {
	all := clauses(text)
	if all == nil {
		return [][]string{rest}
	}
	for _, clause := range all {
		if words := t.same.replace(t.withoutValues(clause)); parts != nil || t.move.has(words, t.plain[Start]) {
			parts = append(parts, words)
		}
	}
	if parts == nil {
		return [][]string{rest}
	}
	return parts
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
		return !s.denied && !s.told && (s.whole || s.isPlain())
	}
	return true
}

// offered is what is offered instead of what a sentence doesn't plainly ask of an
// exercise, because it costs something.
var offered = map[Request]Request{GiveHint: OfferHint, ShowSolution: OfferShow, SkipIt: AskAgain, SetHarder: OfferOther, SetEasier: OfferOther}

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
