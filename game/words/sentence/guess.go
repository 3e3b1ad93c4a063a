package sentence

import (
	"cmp"
	"slices"
	"strings"

	"nimbot/game/rules"
	"nimbot/game/words/sentence/rank"
)

// likely is the smallest probability at which a topic is answered in a conversation although no phrase
// of it was said, and sure that in an exercise. Below certain, the answer says that it is a guess.
// sureToName is that at which what changes something is offered by name, sureToEnd that of one that
// asks whether to end a game, and sureOfRemark that of a remark. worthAButton is the smallest at which
// a topic is proposed, and worthAnEnd that of one that ends a game.
const (
	likely       = 0.5
	sure         = 0.55
	certain      = 0.8
	sureToEnd    = 0.6
	sureToName   = 0.6
	sureOfRemark = 0.65

	sureWithoutName = 0.2 // of a topic, where the opponent's name is left out
	worthAButton    = 0.05
	worthAnEnd      = 0.5
)

// ranked returns the topics that a sentence may be about, the most probable first. The topics
// of exercises count only in an exercise; there, the probabilities of two topics of one name
// are added. What is likelier in the situation than elsewhere is weighted.
func (r phraseReader) ranked(text string, st Situation) (guesses []rank.Guess) {
	spoken, mentions := r.split(text), false
	if rest, values, ok := r.takeValues(spoken); ok && len(rest) > 0 && !(len(values) == 1 && values["game"] == rules.Default) {
		spoken, mentions = rest, values["player"] != "" // "nim" may be a part of a word: "nim sum"
	}
	exercise := r.ofExercise()
	if exercise {
		st = Situation{ExerciseRole: Questioned}
	}
	sum, at, roles := 0.0, map[string]int{}, st.roles()
	for _, g := range r.ranker.Rank(r.key(spoken)) {
		topic, inside := strings.CutPrefix(g.Topic, exercisePrefix)
		if inside && !exercise {
			continue
		}
		if inside {
			g.P *= insideWeight
		} else {
			g.P *= weightIn(roles, Topic(topic))
		}
		if mentions && Topic(topic) == Challenge {
			g.P *= mentionWeight
		}
		sum += g.P
		if i, known := at[topic]; known {
			guesses[i].P += g.P
			continue
		}
		at[topic] = len(guesses)
		guesses = append(guesses, rank.Guess{Topic: topic, P: g.P})
	}
	for i := range guesses {
		guesses[i].P /= sum
	}
	slices.SortStableFunc(guesses, func(a, b rank.Guess) int { return cmp.Compare(b.P, a.P) })
	return guesses
}

// probabilityOf returns a topic's probability among guesses.
func probabilityOf(topic Topic, guesses []rank.Guess) float64 {
	i := slices.IndexFunc(guesses, func(g rank.Guess) bool { return Topic(g.Topic) == topic })
	if i < 0 {
		return 0
	}
	return guesses[i].P
}

// without returns a text without a name, which may have an ending; "" if that is no other text.
func (r phraseReader) without(name, text string) string {
	const longestEnding = 3
	if name = r.fold(name); name == "" {
		return ""
	}
	spoken := r.split(text)
	rest := slices.DeleteFunc(slices.Clone(spoken), func(w string) bool { return strings.HasPrefix(w, name) && len(w) <= len(name)+longestEnding })
	if len(rest) == len(spoken) {
		return ""
	}
	return strings.Join(rest, " ")
}

// guess is Interpreter.Guess for the reader's phrases.
func (r phraseReader) guess(text string, st Situation) (said Meaning, ok bool) {
	if len(r.intents(text)) > 0 {
		return Meaning{}, false
	}
	if r.move.asksToJudge(r.fold(text)) {
		return Meaning{Topic: Judge, ranked: true}, true
	}
	if values := r.pilesNamed(text); values != nil && !r.ofExercise() && (st.Asked == NoQuestion || !r.hasCondition(text)) {
		return Meaning{Topic: Setup, Values: values, ranked: true, sure: true}, true
	}
	guesses, open := r.ranked(text, st), st.Asked != NoQuestion && !r.ofExercise()
	if asksBack := open && r.asksBack(text); asksBack {
		guesses = slices.DeleteFunc(guesses, func(g rank.Guess) bool { return slices.Contains(answerTopics, Topic(g.Topic)) })
	} else if open && r.hasCondition(text) && (len(guesses) == 0 || !r.asksOf(guesses[0])) {
		_, values, _ := r.takeValues(r.split(text))
		refuses := probabilityOf(No, guesses) > probabilityOf(Accept, guesses)
		return Meaning{Topic: Condition, Values: values, ranked: true, sure: true, refuses: refuses}, true
	}
	if len(guesses) > 0 { // today's puzzles are told from others by little
		switch Topic(guesses[0].Topic) {
		case Puzzle:
			guesses[0].P += probabilityOf(Daily, guesses)
		case Daily:
			guesses[0].P += probabilityOf(Puzzle, guesses)
		}
	}
	if len(guesses) == 0 || !r.mayGuess(text, guesses[0], st) {
		return Meaning{}, false
	}
	p := guesses[0].P
	said = Meaning{Topic: Topic(guesses[0].Topic), ranked: true, sure: p >= sureToName, doubtful: p < certain}
	_, said.Values, _ = r.takeValues(r.split(text))
	if said.Topic == Term {
		said.Term = r.namesTerm(text)
	}
	switch {
	case said.Topic == Setup, said.Topic == Language && said.Values["language"] == "":
		return Meaning{}, false
	case said.Topic == About, said.Topic == Explain && said.Values["game"] != "":
		said.Topic = Rules
	case said.Topic == Start && said.Values["player"] != "":
		said.Topic = Challenge
	}
	said.dropStray()
	return said, true
}

// mayGuess reports whether a sentence that is no phrase may mean the topic that it is most probably about.
func (r phraseReader) mayGuess(text string, g rank.Guess, st Situation) bool {
	topic, enough := Topic(g.Topic), likely
	if r.ofExercise() || slices.Contains(answerTopics, topic) {
		enough = sure
	}
	switch {
	case g.P < enough, slices.Contains(phrasesOnly, topic):
		return false
	case slices.Contains(remarkTopics, topic) && g.P < sureOfRemark, (topic == Resign || topic == Stop) && !r.ofExercise() && g.P < sureToEnd:
		return false
	case slices.Contains(answerTopics, topic) && st.Asked == NoQuestion:
		return false
	case st.Asked != NoQuestion && g.P < certain && weightIn(st.roles(), topic) <= unlisted: // something else than the question
		return false
	case g.P < certain && r.move.mentionsMove(r.move.normalize(text)): // a move that can't be made here is about no topic
		return false
	case slices.Contains(denialTopics, topic) && !r.denies(text), isGrave(topic) && r.denies(text) && !slices.Contains(refusalTopics, topic):
		return false
	}
	rest := r.without(st.Opponent, text) // a name alone says nothing
	return rest == "" || probabilityOf(topic, r.ranked(rest, st)) >= sureWithoutName
}

// asksBack reports whether a sentence is a question, and doesn't begin with a yes or a no: it answers nothing.
func (r phraseReader) asksBack(text string) bool {
	spoken := r.split(text)
	if len(spoken) == 0 || !r.Exercise().IsQuestion(text) {
		return false
	}
	opens := []Topic{r.topicOf(spoken[:1]), r.topicOf(r.split(clausesOrAll(r.fold(text))[0]))}
	return !slices.ContainsFunc(opens, func(topic Topic) bool { return slices.Contains(yesTopics, topic) || slices.Contains(noTopics, topic) })
}

// hasCondition reports whether a sentence makes something depend on something else.
func (r phraseReader) hasCondition(text string) bool {
	spoken := " " + strings.Join(r.split(text), " ") + " "
	return slices.ContainsFunc(r.conditions, func(words []string) bool {
		said := strings.Join(words, " ")
		return strings.Contains(spoken, " "+said+" ") || r.sep == "" && strings.Contains(spoken, said)
	})
}

// asksOf reports whether a sentence is surely a question that can be answered while a yes or a no is
// waited for.
func (r phraseReader) asksOf(g rank.Guess) bool {
	return g.P >= sure && !slices.Contains(answerTopics, Topic(g.Topic)) && !isGrave(Topic(g.Topic)) && !slices.Contains([]Topic{Sizes, Another}, Topic(g.Topic))
}

// pilesNamed returns what a sentence says of a game of Nim if it names several piles and denies
// nothing: "set up rows of 1, 3 and 5 and let me begin"; nil for any other.
func (r phraseReader) pilesNamed(text string) map[string]string {
	rest, values, ok := r.takeValues(r.inDigits(r.split(text)))
	if !ok || r.move.hasAny(rest, r.negations) || !strings.Contains(values["piles"], " ") || values["game"] != "" {
		return nil
	}
	if !(Meaning{Topic: Start, Values: values}).fits() {
		return map[string]string{"piles": values["piles"]}
	}
	return values
}
