package sentence

import (
	"regexp"
	"slices"
	"strings"

	"nimbot/game/words"
	"nimbot/game/words/command"
)

// plainness is how plainly a sentence asks for what its topic does.
type plainness struct {
	denied  bool // it denies something, or makes it conditional
	negated bool // it denies something
	asks    bool // it is a question
	told    bool // it tells what others say or do
	over    bool // it speaks of something past, hypothetical or possible
	// guessed reports that keywords gave the topic, slips were corrected, or a part wasn't understood.
	guessed bool
	// ranked reports that a model that learnt from phrases gave the topic.
	ranked bool
	// byDenial reports that a negation is among the keywords, "did not mean that".
	byDenial bool
	whole    bool // all of it is a phrase
	vague    bool // it asks for a game, no matter which
	nods     bool // it begins with an ok
	opens    bool // a part of it opens a question
	// complains: it says how something is, "too easy", rather than what to do.
	complains bool
}

// plainnessReader tells how plainly sentences ask for something.
type plainnessReader struct{ *Interpreter }

// withPlainness returns said with how plainly the sentence asks for its topic.
func (t plainnessReader) withPlainness(said Meaning, text string, guessed bool) Meaning {
	if said.Topic == "" {
		return said
	}
	said.Agrees, said.nods = t.agrees(text)
	said.whole = !guessed && !said.guessed
	w := wording{plainnessReader: t, topic: said.Topic, text: text, rest: t.same.replace(t.withoutValues(text)), begins: slices.Contains(beginTopics, said.Topic)}
	w.wish = [][]string{w.rest}
	if w.begins {
		w.wish = t.wishClauses(text, w.rest)
	}
	w.invites = w.begins && (hasPhrase(w.rest, t.invites) || hasPhrase(t.split(text), t.invites))
	said.denied = w.denies() && !said.byDenial || t.hasBrokenNot(text)
	said.negated = said.denied && t.negates(w.rest) && w.deniesAction()
	said.denied = said.denied || said.Topic == Accept && t.move.hasAny(w.rest, t.conditions)
	said.asks, said.told, said.over = w.asks(), w.tells(), w.isOver()
	said.complains = t.move.hasAny(t.split(text), t.complaints)
	said.opens = w.opensClause() || w.invites || w.move.hasAny(w.rest, w.move.looking)
	said.vague = t.move.hasAny(w.rest, t.vague) || t.move.hasAny(t.split(text), t.vague) || w.begins && said.Values["piles"] == "" && w.countsPiles()
	said.guessed = (guessed || said.guessed) && !t.move.hasAny(w.rest, t.plain[said.Topic]) && !(said.Agrees && slices.Contains(agreementTopics, said.Topic))
	return said
}

// wording is how a sentence speaks of a topic.
type wording struct {
	plainnessReader
	topic           Topic
	text            string
	rest            []string   // the words without values
	wish            [][]string // the parts that wish for something
	begins, invites bool       // the topic begins a game; the question is an invitation
}

// inWish reports whether a part of the wish has a word that kind accepts.
func (w wording) inWish(kind func(word string) bool) bool {
	return slices.ContainsFunc(w.wish, func(words []string) bool { return slices.ContainsFunc(words, kind) })
}

// denies reports whether the wish may be denied.
func (w wording) denies() bool {
	if slices.Contains(refusalTopics, w.topic) {
		return w.inWish(func(word string) bool { return w.doubts[word] })
	}
	return w.inWish(w.mayDeny)
}

// countsPiles reports whether the sentence says how many piles it wants, which no option can
// express: "a game with four piles", "but with more piles".
func (w wording) countsPiles() bool {
	spoken := w.inDigits(w.correctedWords(w.text))
	limits := w.move.hasAny(spoken, w.conditions)
	return hasNeighbours(spoken, func(before, word string) bool { return w.move.isPiles(word) && (limits || isNumber(before)) })
}

// asks reports whether the sentence is a question, and no invitation.
func (w wording) asks() bool {
	switch {
	case w.invites:
		return false
	case !slices.Contains(endTopics, w.topic) && hasAdjacent(w.rest, w.questions, w.subjects),
		strings.Contains(w.text, "?") && !w.move.hasAny(w.rest, w.leave),
		w.opensQuestion(w.rest):
		return true
	}
	return slices.ContainsFunc(clauses(w.text), func(clause string) bool { return w.opensQuestion(w.same.replace(w.correctedWords(clause))) })
}

// opensClause reports whether a part of the sentence opens a question.
func (w wording) opensClause() bool {
	return slices.ContainsFunc(append(clauses(w.text), w.text), func(clause string) bool {
		words := w.correctedWords(clause)
		return w.opensQuestion(w.same.replace(words)) || asideReader{w.Interpreter, nil}.isInverted(words)
	})
}

// tells reports whether the sentence reports what others say or do, or wonders about it.
func (w wording) tells() bool {
	words := w.correctedWords(w.text)
	if w.move.hasAny(w.rest, w.reports) || w.hasOtherSubject(w.split(w.text)) || w.hasOtherSubject(words) || isQuoted(w.text) ||
		w.topic == Open && w.namesKin(words) {
		return true
	}
	return w.begins && !w.invites && (w.move.hasAny(words, w.telling) || w.inWish(func(word string) bool { return w.wonders[word] }) ||
		hasAdjacent(w.rest, w.questions, w.subjects) || hasAdjacent(w.rest, w.questions, w.mays) || hasAdjacent(w.rest, w.questions, w.verbs))
}

// isOver reports whether the sentence speaks of what was, or would be.
func (w wording) isOver() bool {
	if hasAdjacent(w.rest, w.subjects, w.mays) || w.begins && hasAdjacent(w.rest, w.past, w.subjects) {
		return true
	}
	return slices.ContainsFunc(w.rest, func(word string) bool {
		return w.past[word] && !(w.begins && (w.subjects[word] || w.mays[word])) || w.exercise.hedges[word] && !w.begins
	})
}

// quotation matches words in quotation marks.
var quotation = regexp.MustCompile(`(?:^|\s)["\x{201C}\x{201E}\x{AB}'\x{2018}][^"\x{201C}\x{201D}\x{BB}]*\w[.!?]?["\x{201C}\x{201D}\x{BB}'\x{2019}](?:$|[\s.,;:!?])`)

// isQuoted reports whether a part of a text, but not all of it, is in quotation marks.
func isQuoted(text string) bool {
	found := quotation.FindString(text)
	return found != "" && len(found) < len(text)
}

// agreementTopics are the topics that a yes before them makes certain: "sure, we are in".
var agreementTopics = []Topic{Accept, Start, Cheer}

// refusalTopics are the topics whose phrases are negations themselves.
var refusalTopics = []Topic{No, NeverMind}

// hasAdjacent reports whether a word of one kind stands right before one of another: "… is it
// wise to play", "then I may play".
func hasAdjacent(spoken []string, before, behind map[string]bool) bool {
	return hasNeighbours(spoken, func(first, second string) bool { return before[first] && behind[second] && !behind[first] })
}

// hasNeighbours reports whether is holds for a word and the one right after it.
func hasNeighbours(spoken []string, is func(first, second string) bool) bool {
	for i := 1; i < len(spoken); i++ {
		if is(spoken[i-1], spoken[i]) {
			return true
		}
	}
	return false
}

// hasOtherSubject reports whether a sentence says what somebody else does: "carl starts",
// "zoltan will begin". An unknown word before a verb may be a name.
func (t plainnessReader) hasOtherSubject(spoken []string) bool {
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
		if third && !t.questions[before] && !t.move.hasAny(t.same.replace([]string{before}), t.subjects) || t.isUnknown(before) && t.vocabulary.correct(before) == before {
			return true
		}
	}
	return false
}

// namesKin reports whether a sentence means a certain person: "my friend", not "a friend".
func (t plainnessReader) namesKin(spoken []string) bool {
	return hasNeighbours(spoken, func(first, second string) bool { return t.kin[first] && t.kin[second] })
}

// isUnknown reports whether a word isn't in the vocabulary.
func (t plainnessReader) isUnknown(word string) bool {
	return command.IsWord(word) && t.vocabulary.known[word] == 0
}

// opensQuestion reports whether the first word makes a sentence a question rather than a request:
// "how do I share?", but not "can I undo?".
func (t plainnessReader) opensQuestion(spoken []string) bool {
	for _, w := range spoken {
		if !t.openers[w] && t.polite[w] == "" {
			return t.questions[w] || t.move.asking[w] && !t.leave[w] || t.move.hasAny(spoken, t.wonders)
		}
	}
	return false
}

// withoutValues splits a sentence into words and takes out what describes a game: "not too
// hard" names a level and denies nothing.
func (t plainnessReader) withoutValues(text string) []string {
	spoken := t.correctedWords(text)
	if rest, _, ok := t.takeValues(spoken); ok {
		return rest
	}
	return spoken
}

// wishClauses returns the first clause of a text that wishes to play, and the clauses after it.
// rest are the text's words. An earlier clause may have a denial: "I've never played, can we
// start?"
func (t plainnessReader) wishClauses(text string, rest []string) (parts [][]string) {
	all := clauses(text)
	if all == nil {
		return [][]string{rest}
	}
	for _, clause := range all {
		if words := t.same.replace(t.withoutValues(clause)); parts != nil || t.move.hasAny(words, t.plain[Start]) {
			parts = append(parts, words)
		}
	}
	if parts == nil {
		return [][]string{rest}
	}
	return parts
}

// replyCommands are the commands that answer somebody.
var replyCommands = []string{"accept", "decline", "confirm"}

// startCommands are the commands that begin a game or change its terms.
var startCommands = []string{"start", "challenge", "open", "rematch", "begin", "level"}

// mayRun reports whether the sentence asks plainly enough for a command.
func (s Meaning) mayRun(cmd string) bool {
	c, _ := command.Named(cmd)
	switch {
	case c == nil:
		return false
	case slices.Contains(replyCommands, c.Name), c.Name == "undo", c.Name == "share": // everybody sees these
		return s.isPlain() && !s.guessed
	case slices.Contains(startCommands, c.Name):
		return !s.denied && !s.told && (s.whole || s.isPlain())
	}
	return true
}

// telling are the commands and requests that only inform the speaker. A ranked topic runs no
// others.
var (
	tellingCommands = []string{"board", "rules", "games", "help", "explain", "review", "settings", "predict"}
	tellingRequests = []ExerciseRequest{NoRequest, TellWhy, TellRules, AskAgain, StillOpen, GreetBack, NoUndo, LeaveOpen, TellTries, TellAllowed, NotCounted, TellDaily, TellPrivate, Remark}
)

// onlyTells reports whether an answer only gives information.
func (a Answer) onlyTells() bool {
	command, _, _ := strings.Cut(a.Run, " ")
	return a.Ask == nil && slices.Contains(tellingRequests, a.Request) && (a.Run == "" || slices.Contains(tellingCommands, command))
}

// milderRequest maps a request that costs something to the request that is offered instead, if the
// sentence doesn't plainly ask for it.
var milderRequest = map[ExerciseRequest]ExerciseRequest{GiveHint: OfferHint, ShowSolution: OfferShow, SkipIt: AskAgain, SetHarder: OfferOther, SetEasier: OfferOther, GoOn: OfferNext, Restart: AskAgain}

// mayPractise reports whether the sentence asks plainly enough for a request: a hint is
// charged, and what was shown or skipped isn't solved.
func (s Meaning) mayPractise(r ExerciseRequest) bool {
	if s.complains && (r == SetHarder || r == SetEasier) { // "this is too easy"
		return false
	}
	return milderRequest[r] == "" || s.whole || !s.guessed && s.isPlain()
}

// isPlain reports whether a sentence plainly asks for its topic: it denies nothing, asks no
// question, and speaks of nobody else and of nothing past.
func (s Meaning) isPlain() bool { return !s.denied && !s.asks && !s.told && !s.over }

// orPress offers a command that the sentence doesn't ask for plainly, unless the sentence
// denies it.
func (s Meaning) orPress(cmd string, st Situation) Answer {
	c, _ := command.Named(cmd)
	switch {
	case slices.Contains(replyCommands, c.Name) && st.Asked != NoQuestion:
		a, _ := press(s, st)
		return a
	case s.negated:
		return st.unchanged("talk.okay")
	}
	key := "talk.meant"
	if s.Topic == Undo || s.Topic == Withdraw {
		key += "." + string(s.Topic)
	}
	return Answer{Say: words.New(key, "who", st.Opponent, "what", words.Text{Key: c.About()}), Buttons: []string{cmd}}
}

// maxAgreeing is the largest number of words of a yes: "with pleasure".
const maxAgreeing = 3

// agrees reports whether a sentence begins with a yes, or with an ok.
func (t plainnessReader) agrees(text string) (yes, ok bool) {
	spoken := t.split(text)
	for n := 1; n <= min(maxAgreeing, len(spoken)); n++ {
		switch t.phrases[strings.Join(spoken[:n], " ")] {
		case Accept:
			yes = true
		case Nod:
			ok = true
		}
	}
	return yes, ok
}
