package sentence

import (
	"bytes"
	"encoding/gob"
	"maps"
	"slices"
	"strings"

	"nimbot/game/words"
	"nimbot/game/words/sentence/rank"
)

// index is what the phrases of a language come to. To make it takes a quarter of a second, so that
// the program has those of its own languages ready (words.Talk.Prepared).
type index struct {
	Phrases, Exercise hashTable[Topic]
	Polite            hashTable[Topic] // words that may stand around any sentence
	PolitePhrases     wordSet
	Signs             []string // phrases that are punctuation
	Known             wordSet  // words that aren't corrected
	Corrected         []string // words to which one is corrected, sorted
	Model             rank.Model
	SetNames          setNames
	Forms             hashTable[form]
}

// indexer makes an index.
type indexer struct {
	*Interpreter
	phrases, exercise map[string]Topic
	polite            map[string]Topic
	politePhrases     map[string]bool
	known             map[string]bool
	examples          map[string][]string // what the model learns from
}

// newIndex indexes the phrases of a language. t has the language's lists.
func newIndex(t *Interpreter, w *words.Talk) *index {
	x := indexer{t, map[string]Topic{}, map[string]Topic{}, map[string]Topic{}, map[string]bool{}, map[string]bool{}, map[string][]string{}}
	x.read(x.exercise, w.Exercise.Phrases, exercisePrefix)
	x.read(x.phrases, w.Phrases, "")
	addCommands(x.exercise, exerciseCommands)
	addCommands(x.phrases, map[string]Topic{"me": Self})
	made := &index{Signs: slices.Sorted(maps.Keys(signsOf(w))), PolitePhrases: newWordSet(x.politePhrases), Model: rank.Train(x.examples).Model()}
	t.setNames = formReader{t}.readSetNames(w.Sets)
	made.SetNames, made.Forms = t.setNames, formReader{t}.readForms(w.Forms)
	made.Phrases, made.Exercise, made.Polite = newHashTable(x.phrases), newHashTable(x.exercise), newHashTable(x.polite)
	known, moving := t.knownWords(x.known)
	made.Known, made.Corrected = newWordSet(known), correctedTo(known, func(word string) bool { return moving[word] })
	return made
}

// Prepare returns an index of a vocabulary, for words.PrepareTalk.
func Prepare(w *words.Talk) ([]byte, error) {
	t, folded := newLists(w)
	var b bytes.Buffer
	err := gob.NewEncoder(&b).Encode(newIndex(t, folded))
	return b.Bytes(), err
}

// readIndex reads what Prepare returned. ok is false if it is damaged, or from another version.
func readIndex(prepared []byte) (x *index, ok bool) {
	x = new(index)
	if err := gob.NewDecoder(bytes.NewReader(prepared)).Decode(x); err != nil {
		return nil, false
	}
	return x, x.Phrases.isWhole() && x.Exercise.isWhole() && x.Polite.isWhole() && x.SetNames.Means.isWhole() && x.Forms.isWhole()
}

// maxLearned is how many alternatives of a phrase the model learns from. More of them take time and
// improve it little.
const maxLearned = 6

// read reads phrases, each as it is and without its weak words, and notes their words as known. A
// shortened phrase that two topics share belongs to neither. One that begins, ends or answers
// something needs at least two words. The topics of what the model learns from have the prefix.
func (x *indexer) read(phrases map[string]Topic, lists map[string][]string, prefix string) {
	brief := map[string]Topic{}
	for _, name := range slices.Sorted(maps.Keys(lists)) {
		topic := Topic(name)
		for _, entry := range lists[name] {
			all := alternatives(entry)
			for i, phrase := range all {
				spoken := x.splitUncached(phrase)
				for _, w := range spoken {
					x.known[w] = true
				}
				key := x.key(spoken)
				if phrases[key] = topic; i%((len(all)-1)/maxLearned+1) == 0 {
					x.examples[prefix+name] = append(x.examples[prefix+name], key)
				}
				x.notePolite(topic, spoken)
				left := x.withoutFillers(spoken)
				if short := x.key(left); !needsValues(topic) && (len(left) > 1 || !isGrave(topic)) {
					of := topic
					if other, known := brief[short]; known && other != topic {
						of = ""
					}
					brief[short] = of
				}
			}
		}
	}
	for phrase, topic := range brief {
		if phrase != "" && topic != "" && phrases[phrase] == "" {
			phrases[phrase] = topic
		}
	}
}

// notePolite notes a phrase of politeness.
func (x *indexer) notePolite(topic Topic, spoken []string) {
	if !slices.Contains(politeTopics, topic) {
		return
	}
	x.politePhrases[strings.Join(spoken, " ")] = true
	if len(spoken) == 1 {
		x.polite[spoken[0]] = topic
	}
}

// exerciseCommands are the commands that a learner means for the open exercise. They have
// English names in every language.
var exerciseCommands = map[string]Topic{"hint": Next, "explain": Next, "help": Next, "undo": Undo, "stop": Stop, "resign": Solution, "rules": Rules}

// addCommands adds the names of commands that aren't phrases of the language already.
func addCommands(phrases, commands map[string]Topic) {
	for name, topic := range commands {
		if phrases[name] == "" {
			phrases[name] = topic
		}
	}
}
