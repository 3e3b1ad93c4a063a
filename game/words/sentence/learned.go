package sentence

import (
	"maps"
	"reflect"
	"slices"
	"strings"
	"sync"

	"nimbot/game/words"
	"nimbot/game/words/sentence/rank"
)

// learnedLanguage understands sentences in a language whose talk.yaml has no rules of grammar: a
// sentence is a phrase, or a model that learnt from the phrases ranks what it may be about. A
// ranked topic only leads to information; whatever begins, ends, answers or takes back something
// needs a phrase.
type learnedLanguage struct {
	*folding
	sep        string // between the words of a phrase
	courtesies [][]string
	phrases    map[string]Topic // of the conversation
	exercise   map[string]Topic // of an open exercise
	// weak are the words of the language that are left out of a sentence: fillers, and
	// courtesies of one word.
	weak   map[string]bool
	ranker func() *rank.Ranker // trained when it is first asked for
}

// exercisePrefix marks the model's topics that belong to an open exercise.
const exercisePrefix = "exercise/"

// newLearned makes the interpreter of a language that is learnt from its phrases.
func newLearned(w *words.Talk) *Interpreter {
	l := &learnedLanguage{folding: newFolding(w), phrases: map[string]Topic{}, exercise: map[string]Topic{}, sep: " "}
	w = l.foldAll(w)
	l.weak = setOf(w.Fillers)
	if slices.ContainsFunc(w.Phrases[string(Rules)], func(phrase string) bool { return strings.ContainsFunc(phrase, writesTogether) }) {
		l.sep = ""
	}
	for _, phrase := range w.Courtesies {
		spoken := strings.Fields(phrase)
		l.courtesies = append(l.courtesies, spoken)
		if len(spoken) == 1 {
			l.weak[phrase] = true
		}
	}
	t := &Interpreter{
		words: w, learned: l, names: map[string]value{}, longest: map[string]int{}, polite: map[string]Topic{}, fillers: l.weak,
		between: setOf(w.Between), negations: setOf(w.Not), questions: setOf(w.Questions), doubts: setOf(w.Doubts), reports: setOf(w.Reports),
	}
	t.lexer = newLexer(w)
	t.folding, t.signs = l.folding, setOf(w.Between)
	learner{t}.cutAt(w)
	t.move = &moveInterpreter{
		lexer: t.lexer, moveWords: newMoveWords(w, t.split), negations: t.negations, fillers: t.fillers,
		polite: t.polite, politePhrases: map[string]bool{}, normal: newMemo[[]string](maxLines),
	}
	maps.Copy(t.signs, t.move.moveWords.signs)
	t.suffixes = t.move.roles
	t.nameValues()
	t.exercise = newExerciseWords(&w.Exercise, t.split)
	t.corrections = phrasesOf(w.Corrections, t.split)
	t.vocabulary = vocabulary{}.withTargets(func(string) bool { return false }) // no slips are corrected
	t.move.vocabulary = t.vocabulary
	t.same, t.move.same = newSynonyms(w.Same, t.split, t.split), newSynonyms(w.Move.Same, t.split, t.split)
	learner{t}.index(l.exercise, w.Exercise.Phrases)
	learner{t}.index(l.phrases, w.Phrases)
	addCommands(l.exercise, exerciseCommands)
	addCommands(l.phrases, map[string]Topic{"me": Self})
	l.ranker = sync.OnceValue(learner{t}.train)
	return t
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

// foldAll returns a copy of a vocabulary with all its lists folded.
func (f *folding) foldAll(w *words.Talk) *words.Talk {
	folded := *w
	f.foldIn(reflect.ValueOf(&folded).Elem())
	return &folded
}

func (f *folding) foldIn(v reflect.Value) {
	switch v.Kind() {
	case reflect.Struct:
		for i := range v.NumField() {
			f.foldIn(v.Field(i))
		}
	case reflect.Slice:
		list := reflect.MakeSlice(v.Type(), v.Len(), v.Len())
		reflect.Copy(list, v)
		for i := range list.Len() {
			if s := list.Index(i); s.Kind() == reflect.String {
				s.SetString(f.fold(s.String()))
			}
		}
		v.Set(list)
	case reflect.Map:
		if v.Type().Elem().Kind() != reflect.Slice {
			return
		}
		lists := reflect.MakeMap(v.Type())
		for _, key := range v.MapKeys() {
			list := reflect.New(v.Type().Elem()).Elem()
			list.Set(v.MapIndex(key))
			f.foldIn(list)
			lists.SetMapIndex(reflect.ValueOf(f.fold(key.String())), list)
		}
		v.Set(lists)
	}
}

// learner learns the vocabulary of a language without rules.
type learner struct{ *Interpreter }

// cutAt collects the words at which texts without spaces are cut.
func (t learner) cutAt(w *words.Talk) {
	t.pieces.known = map[string]bool{}
	note := func(lists ...[]string) {
		for _, list := range lists {
			for _, entry := range list {
				for word := range strings.FieldsFuncSeq(entry, func(r rune) bool { return r == ' ' || r == '/' }) {
					if strings.ContainsFunc(word, writesTogether) {
						t.pieces.known[word] = true
						t.pieces.longest = max(t.pieces.longest, len([]rune(word)))
					}
				}
			}
		}
	}
	m, e := &w.Move, &w.Exercise
	note(w.Courtesies, w.Fillers, w.Not, w.Misere, w.Between, w.Numbers, w.Lesson, w.Questions)
	note(m.Fillers, m.Pile, m.Things, m.Single, m.All, m.Ordinals, m.Last, m.Middle, m.Largest, m.Smallest, m.Half, m.Sized, m.Sizing, m.Leave, m.By, m.Either, m.Until, m.Asking, m.Doubts, m.Told, m.Joins, m.Takes)
	note(e.Won, e.Lost, e.None, e.Others, e.Reasons, e.Around, e.Hedges)
	for _, names := range []map[string][]string{w.Games, w.Levels, w.First} {
		for _, list := range names {
			note(list)
		}
	}
}

// index reads phrases, each as it is and without its weak words. A shortened phrase that two topics
// share belongs to neither. One that begins, ends or answers something needs at least two words.
func (t learner) index(phrases map[string]Topic, lists map[string][]string) {
	brief := map[string]Topic{}
	for _, name := range slices.Sorted(maps.Keys(lists)) {
		for _, entry := range lists[name] {
			for _, phrase := range alternatives(entry, nil) {
				spoken, topic := t.split(phrase), Topic(name)
				phrases[t.learned.key(spoken)] = topic
				left := t.withoutFillers(spoken)
				if slices.Contains(politeTopics, topic) {
					t.move.politePhrases[strings.Join(spoken, " ")] = true
					if len(spoken) == 1 {
						t.polite[spoken[0]] = topic
					}
				}
				if short := t.learned.key(left); !needsValues(topic) && (len(left) > 1 || !isGrave(topic)) {
					if other, known := brief[short]; known && other != topic {
						topic = ""
					}
					brief[short] = topic
				}
			}
		}
	}
	for phrase, topic := range brief {
		if _, known := phrases[phrase]; !known && phrase != "" && topic != "" {
			phrases[phrase] = topic
		}
	}
}

// isGrave reports whether sentences of a topic may change something.
func isGrave(topic Topic) bool {
	return slices.Contains(deniableTopics, topic) || slices.Contains(refusalTopics, topic) || slices.Contains([]Topic{Nod, Share, Versus}, topic)
}

func (l *learnedLanguage) key(spoken []string) string { return strings.Join(spoken, l.sep) }

// maxLearned is how many alternatives of a phrase the model learns from. More of them take time and
// improve it little.
const maxLearned = 12

// train trains the model from the phrases.
func (t learner) train() *rank.Ranker {
	examples := map[string][]string{}
	add := func(prefix string, lists map[string][]string) {
		for topic, list := range lists {
			for _, entry := range list {
				all := alternatives(entry, nil)
				for i := 0; i < len(all); i += (len(all)-1)/maxLearned + 1 {
					examples[prefix+topic] = append(examples[prefix+topic], t.learned.key(t.split(all[i])))
				}
			}
		}
	}
	add("", t.words.Phrases)
	add(exercisePrefix, t.words.Exercise.Phrases)
	return rank.Train(examples)
}
