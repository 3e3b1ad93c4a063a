package sentence

import (
	"maps"
	"reflect"
	"slices"
	"strings"
	"sync"

	"nimbot/game/rules"
	"nimbot/game/words"
	"nimbot/game/words/sentence/rank"
)

// interpreters has the *Interpreter of each *words.Talk that Of was asked for.
var interpreters sync.Map

// Of returns the Interpreter of a language. It is made when it is first asked for and then
// shared: to read a prepared vocabulary takes some ten milliseconds and up to 1 MB; another one is learned
// first, which takes up to half a second.
func Of(w *words.Talk) *Interpreter {
	if t, ok := interpreters.Load(w); ok {
		return t.(*Interpreter)
	}
	t, _ := interpreters.LoadOrStore(w, New(w))
	return t.(*Interpreter)
}

// InUse counts the languages that Of was asked for.
func InUse() (n int) {
	interpreters.Range(func(any, any) bool { n++; return true })
	return n
}

// Interpreter understands sentences in one language. A sentence is a phrase, or a model that
// learnt from the phrases ranks what it may be about. It is safe for concurrent use.
type Interpreter struct {
	*lexer
	words    *words.Talk      // folded
	sep      string           // between the words of a phrase
	phrases  hashTable[Topic] // of the conversation
	exercise hashTable[Topic] // of an open exercise, besides
	// weak are the words of the language that are left out of a sentence: fillers, and
	// courtesies of one word.
	weak        map[string]bool
	courtesies  [][]string
	polite      hashTable[Topic]  // words that may stand around any sentence
	names       map[string]value  // names of games, levels and so on
	longest     map[string]int    // number of words of the longest name, by its first word
	between     map[string]bool   // may stand between the sizes of piles
	terms       map[string]string // what people ask the meaning of, by its names
	longestTerm int               // number of words of the longest name of a term
	defining    map[string]bool   // may stand in one besides
	define      map[string]bool   // the words of such a question
	negations   map[string]bool   // of any kind
	questions   map[string]bool   // make a question wherever they stand
	doubts      map[string]bool   // make what is said conditional
	reports     map[string]bool   // introduce what others say
	conditions  [][]string        // what makes an answer depend on something
	corrections [][]string        // before what is said instead
	answers     exerciseWords
	move        *moveInterpreter
	ranker      *rank.Ranker
	setNames    setNames
	forms       hashTable[form]
}

// exercisePrefix marks the model's topics that belong to an open exercise.
const exercisePrefix = "exercise/"

// New makes the Interpreter of a language.
func New(w *words.Talk) *Interpreter {
	t, folded := newLists(w)
	x, ready := (*index)(nil), false
	if w.Prepared != nil {
		x, ready = readIndex(w.Prepared())
	}
	if !ready {
		x = newIndex(t, folded)
	}
	maps.Copy(t.signs, setOf(x.Signs))
	t.phrases, t.exercise, t.polite = x.Phrases, x.Exercise, x.Polite
	t.move.polite, t.move.politePhrases = x.Polite, x.PolitePhrases
	t.move.vocabulary = vocabulary{known: x.Known, target: x.Corrected, memo: newMemo[string](maxWords)}
	t.ranker, t.setNames, t.forms = rank.New(x.Model), x.SetNames, x.Forms
	return t
}

// newLists makes the Interpreter of a language without its phrases, and returns the vocabulary folded.
func newLists(w *words.Talk) (*Interpreter, *words.Talk) {
	folding := newFolding(w)
	w = folding.foldAll(w)
	t := &Interpreter{
		words: w, sep: " ", weak: setOf(w.Fillers), names: map[string]value{}, longest: map[string]int{},
		between: setOf(w.Between), negations: setOf(w.Not), questions: setOf(w.Questions), doubts: setOf(w.Doubts), reports: setOf(w.Reports),
	}
	if slices.ContainsFunc(w.Not, func(not string) bool { return strings.ContainsFunc(not, writesTogether) }) {
		t.sep = ""
	}
	for _, phrase := range w.Courtesies {
		if !strings.Contains(phrase, " ") {
			t.weak[phrase] = true
		}
	}
	t.lexer = newLexer(w, folding)
	t.pieces.cutAt(w)
	for _, phrase := range w.Courtesies {
		t.courtesies = append(t.courtesies, t.split(phrase))
	}
	t.move = &moveInterpreter{
		lexer: t.lexer, moveWords: newMoveWords(w, t.split), negations: t.negations, fillers: t.weak, normal: newMemo[[]string](maxLines),
	}
	maps.Copy(t.signs, t.move.moveWords.signs)
	t.suffixes = t.move.roles
	t.nameValues()
	t.nameTerms()
	t.conditions = phrasesOf(w.Conditions, t.split)
	t.answers = newExerciseWords(&w.Exercise, t.split)
	t.corrections = phrasesOf(w.Corrections, t.split)
	return t, w
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
				if folded := f.fold(s.String()); folded != s.String() { // else they share it
					s.SetString(folded)
				}
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

// cutAt collects the words at which texts without spaces are cut.
func (p *pieces) cutAt(w *words.Talk) {
	p.known = map[string]bool{}
	note := func(lists ...[]string) {
		for _, list := range lists {
			for _, entry := range list {
				for word := range strings.FieldsFuncSeq(entry, func(r rune) bool { return r == ' ' || r == '/' }) {
					if strings.ContainsFunc(word, writesTogether) {
						p.known[word] = true
						p.longest = max(p.longest, len([]rune(word)))
					}
				}
			}
		}
	}
	m, e := &w.Move, &w.Exercise
	note(w.Courtesies, w.Fillers, w.Define, w.Defining, w.Conditions, w.Not, w.Misere, w.Between, w.Numbers, w.Lesson, w.Questions)
	note(m.Fillers, m.Pile, m.Things, m.Single, m.All, m.Ordinals, m.Last, m.Middle, m.Largest, m.Smallest, m.Half, m.Sized, m.Sizing, m.Leave, m.By, m.Either, m.Until, m.Asking, m.Doubts, m.Told, m.Joins, m.Takes)
	note(e.Won, e.Lost, e.None, e.Others, e.Reasons, e.Around, e.Hedges)
	for _, names := range []map[string][]string{w.Games, w.Levels, w.Languages, w.First, w.Terms, w.Sets} {
		for _, list := range names {
			note(list)
		}
	}
}

// alternatives returns all ways to choose one of the words between slashes.
func alternatives(text string) []string {
	if !strings.Contains(text, "/") {
		return []string{text}
	}
	all := []string{""}
	for field := range strings.FieldsSeq(text) {
		var longer []string
		for _, begun := range all {
			for word := range strings.SplitSeq(field, "/") {
				longer = append(longer, strings.TrimSpace(begun+" "+word))
			}
		}
		all = longer
	}
	return all
}

// isGrave reports whether sentences of a topic may change something. Only a phrase does that.
func isGrave(topic Topic) bool { return slices.Contains(graveTopics, topic) }

func (t *Interpreter) key(spoken []string) string { return strings.Join(spoken, t.sep) }

// knownWords adds the words of the lists to known ones, and returns them with those of moves, to which a
// slip is corrected.
func (t *Interpreter) knownWords(known map[string]bool) (all, moving map[string]bool) {
	learn := func(texts ...string) {
		for _, text := range texts {
			for _, w := range t.splitUncached(text) {
				known[w] = true
			}
		}
	}
	for meaning, others := range t.words.Move.Same {
		learn(append(others, meaning)...)
	}
	e := &t.words.Exercise
	learn(slices.Concat(e.Won, e.Lost, e.None, e.Others, e.Around, e.Hedges, e.Meaning, t.words.Doubts, t.words.Reports, t.words.Fillers, t.words.Not, t.words.Move.Told, t.words.Move.Asking)...)
	for short := range t.contractions {
		known[short] = true
	}
	for name := range t.names {
		learn(name)
	}
	moving = map[string]bool{}
	for word := range t.digits {
		known[word], moving[word] = true, true
	}
	for word := range t.move.roles {
		known[word], moving[word] = true, true
	}
	return known, moving
}

// withoutFillers leaves out the words that say nothing.
func (t *Interpreter) withoutFillers(spoken []string) []string {
	short := make([]string, 0, len(spoken))
	for _, w := range spoken {
		if !t.weak[w] {
			short = append(short, w)
		}
	}
	return short
}

// phrasesOf splits phrases into words.
func phrasesOf(list []string, split func(string) []string) (phrases [][]string) {
	for _, phrase := range list {
		phrases = append(phrases, split(phrase))
	}
	return phrases
}

func setOf(words []string) map[string]bool {
	m := make(map[string]bool, len(words))
	for _, w := range words {
		m[w] = true
	}
	return m
}

// nameValues names every listed game by its key, its title, and its names in the
// catalogue, and the other values that a sentence may give.
func (t *Interpreter) nameValues() {
	for level, names := range t.words.Levels {
		t.name("level", level, names...)
	}
	for who, names := range t.words.First {
		t.name("first", who, names...)
	}
	for language, names := range t.words.Languages {
		t.name("language", language, names...)
	}
	t.name("misere", "true", t.words.Misere...)
	for _, g := range rules.Games() {
		t.name("game", g.Key, g.Title)
		if g.Group != rules.SumGames { // "sum" is an ordinary word
			t.name("game", g.Key, g.Key)
		}
		t.name("game", g.Key, t.words.Games[g.Key]...)
	}
}

// name maps names to a value of an option.
func (t *Interpreter) name(option, means string, names ...string) {
	for _, n := range names {
		w := t.split(n)
		t.names[strings.Join(w, " ")] = value{option, means}
		t.longest[w[0]] = max(t.longest[w[0]], len(w))
	}
}
