package sentence

import (
	"fmt"
	"maps"
	"slices"

	"nimbot/game/rules"
	"nimbot/game/rules/solve"
	"nimbot/game/words"
)

// minPhrases is how many phrases a topic of a language needs, each alternative counted: with
// fewer, the model ranks the topic badly.
const minPhrases = 8

// maxAlternatives is how many alternatives one entry may have: each costs memory, and time when the
// language is first used.
const maxAlternatives = 500

// requiredTopics are those that a language must have: what people say in every
// situation. The others may be left out.
var (
	requiredTopics     = []Topic{None, Start, Rematch, Open, Advice, Next, Explain, Review, Rules, About, Learn, Puzzle, Games, Ranks, Self, Help, Board, Turn, Clock, Undo, Withdraw, Resign, Stop, Accept, No, NeverMind, Nod, Okay, Hello, Thanks, Praise, Bye, Settings, Share}
	requiredInExercise = []Topic{Next, Solution, Skip, Forward, Back, Harder, Easier, Reason, Board, Again, Stop, Tries, Permit, Thinking, Daily, No}
)

// Check returns what is wrong with a vocabulary.
func Check(w *words.Talk) (faults []string) {
	c := checker{Interpreter: New(w)}
	c.checkPhrases("", w.Phrases, requiredTopics)
	c.checkPhrases("exercise.", w.Exercise.Phrases, requiredInExercise)
	c.checkLists()
	c.checkTerms()
	slices.Sort(c.faults)
	return c.faults
}

type checker struct {
	*Interpreter
	faults []string
}

func (c *checker) fault(format string, args ...any) {
	c.faults = append(c.faults, fmt.Sprintf(format, args...))
}

// checkPhrases checks the phrases by topic, of the conversation or of an exercise.
func (c *checker) checkPhrases(prefix string, lists map[string][]string, needed []Topic) {
	of := map[string]string{}
	for _, topic := range slices.Sorted(maps.Keys(lists)) {
		if _, known := reactions[Topic(topic)]; !known && Topic(topic) != About && Topic(topic) != None {
			c.fault("%sphrases: there's no topic %q", prefix, topic)
		}
		lines := map[string]bool{}
		for _, entry := range lists[topic] {
			all := alternatives(entry)
			if len(all) > maxAlternatives {
				c.fault("%sphrases: %s: %q has %d alternatives, want at most %d", prefix, topic, entry, len(all), maxAlternatives)
			}
			for _, phrase := range all {
				key := c.key(c.split(phrase))
				if other, twice := of[key]; twice && other != topic {
					c.fault("%sphrases: %q stands under %s and under %s", prefix, phrase, other, topic)
				}
				of[key], lines[key] = topic, true
			}
		}
		if prefix != "" {
			for _, entry := range c.words.Phrases[topic] { // the model learns both as one topic
				for _, phrase := range alternatives(entry) {
					lines[phrase] = true
				}
			}
		}
		if len(lines) < minPhrases {
			c.fault("%sphrases: %s has %d lines, want at least %d", prefix, topic, len(lines), minPhrases)
		}
	}
	for _, topic := range needed {
		if lists[string(topic)] == nil {
			c.fault("%sphrases: the topic %q is missing", prefix, topic)
		}
	}
}

// checkLists checks the word lists.
func (c *checker) checkLists() {
	w := c.words
	for name, list := range map[string][]string{
		"courtesies": w.Courtesies, "conditions": w.Conditions, "not": w.Not, "numbers": w.Numbers, "lesson": w.Lesson, "move.fillers": w.Move.Fillers, "move.pile": w.Move.Pile, "move.things": w.Move.Things, "move.all": w.Move.All,
		"move.ordinals": w.Move.Ordinals, "move.last": w.Move.Last, "move.largest": w.Move.Largest, "move.smallest": w.Move.Smallest, "move.leave": w.Move.Leave, "move.takes": w.Move.Takes, "move.asking": w.Move.Asking, "move.told": w.Move.Told,
		"exercise.won": w.Exercise.Won, "exercise.lost": w.Exercise.Lost,
	} {
		if len(list) == 0 {
			c.fault("%s: is empty", name)
		}
	}
	for word := range c.weak {
		topic := c.phrases.of(word)
		switch {
		case c.negations[word]:
			c.fault("%q says nothing (fillers, courtesies) and is a negation (not)", word)
		case isGrave(topic) && topic != Thanks:
			c.fault("%q says nothing (fillers, courtesies) and is a phrase of %s", word, topic)
		}
	}
	for word := range c.move.roles {
		if len(word) == 1 && "a" <= word && word <= "h" && c.move.roles[word] != single { // "a" may be an article
			c.fault("move: %q has a part in moves, and is the name of a pile", word)
		}
		if c.negations[word] || c.move.reports[word] && c.move.roles[word] == filler {
			c.fault("move: %q has a part in moves, and denies or reports one (not, move.told)", word)
		}
	}
	for level := range w.Levels {
		if !slices.Contains(solve.Levels(), solve.Level(level)) {
			c.fault("levels: there's no level %q", level)
		}
	}
	for key := range w.Games {
		if !rules.Known(key) {
			c.fault("games: there's no game %q", key)
		}
	}
	for who := range w.First {
		if !slices.Contains([]string{"me", "bot", "random"}, who) {
			c.fault("first: there's no value %q", who)
		}
	}
}
