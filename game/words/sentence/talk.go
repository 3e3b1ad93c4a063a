// Package sentence understands sentences: lines that are neither a command nor a move that
// package command can read. It only interprets: it changes no state.
//
// # Words
//
// [New] makes the [Interpreter] of a language from the phrases and word lists of the
// catalogue (locales/LANGUAGE/talk.yaml), which have one shape in every language.
//
// # Topics
//
// [Interpreter.Read] finds what a sentence is about when its words are a phrase of the
// catalogue; only a phrase begins, ends, answers, shares or takes back something.
// [Interpreter.Guess] asks a model that learnt from the phrases (package rank), and what it
// returns only tells something; the rest is proposed on buttons ([Interpreter.LikelyCommands]).
// The result is [Meaning]: a [Topic], and what the sentence says of a game, such as its piles or
// the level.
//
// # Moves
//
// [Interpreter.ReadMove] finds the move in "I take two from the second pile". Where a
// sentence leaves the move open, it returns a [Choice] to ask about.
//
// # Answers
//
// [Meaning.Answer] maps the meaning to an action in a [Situation]: a command to run, a
// command to ask about, or a message with buttons. A sentence never ends a game before
// the person has confirmed it.
package sentence

import (
	"maps"
	"slices"
	"strings"

	"nimbot/game/rules"
	"nimbot/game/words/command"
)

// Meaning is the meaning of a sentence.
type Meaning struct {
	Topic Topic
	// Values are what the sentence says of a game, by the names of options.
	Values  map[string]string
	Term    string // of which the sentence asks what it means, "" for none that is known
	Agrees  bool   // the sentence starts with a yes
	asks    bool   // it is a question
	ranked  bool   // the model gave the topic: the sentence is no phrase
	sure    bool   // and it is so sure that what it only offers is named
	refuses bool   // it is rather a no than a yes
	// doubtful: the topic is rather likely, and the answer has to say so.
	doubtful bool
}

// Command returns the command of that name as it is typed, with the options that the
// sentence gives.
func (s Meaning) Command(name string) string {
	return command.Find(name).Typed(func(option string) string { return s.Values[option] })
}

// value is an option and the value that a name in a sentence gives it.
type value struct{ option, value string }

// defaultGame is the value of the default game's name, which people also call the bot by.
var defaultGame = value{"game", rules.Default}

// read takes the values that describe a game out of a sentence, and asks topicOf for the
// topic of the words that are left.
func (t *Interpreter) read(spoken []string, topicOf func(rest []string, values map[string]string) (Topic, bool)) (said Meaning, ok bool) {
	rest, values, ok := t.takeValues(spoken)
	if !ok {
		return Meaning{}, false
	}
	topic, ok := topicOf(rest, values)
	if !ok || needsValues(topic) && len(values) == 0 {
		return Meaning{}, false
	}
	switch {
	case topic == Setup && values["language"] != "": // "in German?"
		topic = Language
	case topic == Rematch && len(values) == 1 && values["piles"] != "" && !strings.Contains(values["piles"], " "):
		values = nil // "best of 3"
	case topic == Rematch && len(values) > 0 && !onlyLevelAndFirst(values), topic == Setup && t.setsUp(rest, values):
		topic = Start
	case strings.Contains(values["piles"], " ") && topic == Rules:
		topic = Setup
	case topic == About, topic == Explain && values["game"] != "":
		topic = Rules
	case slices.Contains(pileTopics, topic) && strings.Contains(values["piles"], " "):
		topic = Advice // "piles of 3 and 5: should I go first?"
	}
	switch {
	case topic == Advice && values["piles"] == "":
		delete(values, "game") // the advice is about the present position
	case topic == Advice:
		(&Meaning{Topic: topic, Values: values}).dropStray()
	}
	if optionsFrom[topic] == "" && values["game"] == rules.Default {
		delete(values, "game") // "hi nim": the bot is meant
	}
	said = Meaning{Topic: topic, Values: values}
	return said, said.fits()
}

// setsUp reports whether a sentence that describes a game asks to begin it. A single
// number may belong to a move: "make A 1".
func (t *Interpreter) setsUp(rest []string, values map[string]string) bool {
	if slices.ContainsFunc(rest, t.move.isPiles) {
		return true
	}
	return len(t.withoutFillers(rest)) > 0 && (len(values) > 1 || values["piles"] == "" || strings.Contains(values["piles"], " "))
}

// dropStray drops the values for which the topic's command has no option.
func (s *Meaning) dropStray() {
	form := command.Find(optionsFrom[s.Topic])
	maps.DeleteFunc(s.Values, func(option, _ string) bool {
		if form == nil {
			return true
		}
		_, known := form.Option(option)
		return !known
	})
}

// fits reports whether the command of the topic has options for all values.
func (s Meaning) fits() bool {
	name := optionsFrom[s.Topic]
	if s.Topic == Start && s.Values["player"] != "" {
		name = "challenge"
	}
	for option := range s.Values {
		form := command.Find(name)
		if form == nil {
			return false
		}
		if _, known := form.Option(option); !known {
			return false
		}
	}
	return true
}
