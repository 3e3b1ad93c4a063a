package sentence

import (
	"hash/maphash"
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
// shared: to read a vocabulary takes some ten milliseconds and up to 1.5 MB.
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
	words    *words.Talk // folded
	sep      string      // between the words of a phrase
	phrases  phraseTable // of the conversation
	exercise phraseTable // of an open exercise, besides
	// weak are the words of the language that are left out of a sentence: fillers, and
	// courtesies of one word.
	weak        map[string]bool
	courtesies  [][]string
	polite      map[string]Topic  // words that may stand around any sentence
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
	ranker      func() *rank.Ranker // trained when it is first asked for
	forms       func() *formReader  // read when they are first asked for
}

// phraseTable maps the hashes of phrases to their topics: thousands of them take a tenth of the
// memory that their texts would take.
type phraseTable map[uint64]Topic

// phraseSeed is the same for all tables. That two phrases share a hash of 64 bits isn't expected.
var phraseSeed = maphash.MakeSeed()

func (p phraseTable) of(key string) Topic { return p[maphash.String(phraseSeed, key)] }

func (p phraseTable) set(key string, topic Topic) { p[maphash.String(phraseSeed, key)] = topic }

// exercisePrefix marks the model's topics that belong to an open exercise.
const exercisePrefix = "exercise/"

// New makes the Interpreter of a language.
func New(w *words.Talk) *Interpreter {
	folding := newFolding(w)
	w = folding.foldAll(w)
	t := &Interpreter{
		words: w, phrases: phraseTable{}, exercise: phraseTable{}, sep: " ", weak: setOf(w.Fillers), polite: map[string]Topic{}, names: map[string]value{}, longest: map[string]int{},
		between: setOf(w.Between), negations: setOf(w.Not), questions: setOf(w.Questions), doubts: setOf(w.Doubts), reports: setOf(w.Reports),
	}
	if slices.ContainsFunc(w.Phrases[string(Rules)], func(phrase string) bool { return strings.ContainsFunc(phrase, writesTogether) }) {
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
		lexer: t.lexer, moveWords: newMoveWords(w, t.split), negations: t.negations, fillers: t.weak,
		polite: t.polite, politePhrases: map[string]bool{}, normal: newMemo[[]string](maxLines),
	}
	maps.Copy(t.signs, t.move.moveWords.signs)
	t.suffixes = t.move.roles
	t.nameValues()
	t.nameTerms()
	t.conditions = phrasesOf(w.Conditions, t.split)
	t.answers = newExerciseWords(&w.Exercise, t.split)
	t.corrections = phrasesOf(w.Corrections, t.split)
	known, examples := map[string]bool{}, map[string][]string{}
	t.index(t.exercise, w.Exercise.Phrases, known, exercisePrefix, examples)
	t.index(t.phrases, w.Phrases, known, "", examples)
	addCommands(t.exercise, exerciseCommands)
	addCommands(t.phrases, map[string]Topic{"me": Self})
	t.move.vocabulary = t.vocabulary(known)
	t.forms = sync.OnceValue(func() *formReader { return newForms(t) })
	t.ranker = sync.OnceValue(func() *rank.Ranker {
		defer func() { examples = nil }()
		return rank.Train(examples)
	})
	return t
}

// exerciseCommands are the commands that a learner means for the open exercise. They have
// English names in every language.
var exerciseCommands = map[string]Topic{"hint": Next, "explain": Next, "help": Next, "undo": Undo, "stop": Stop, "resign": Solution, "rules": Rules}

// addCommands adds the names of commands that aren't phrases of the language already.
func addCommands(phrases phraseTable, commands map[string]Topic) {
	for name, topic := range commands {
		if phrases.of(name) == "" {
			phrases.set(name, topic)
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

// maxLearned is how many alternatives of a phrase the model learns from. More of them take time and
// improve it little.
const maxLearned = 6

// index reads phrases, each as it is and without its weak words, and notes their words as known. A
// shortened phrase that two topics share belongs to neither. One that begins, ends or answers
// something needs at least two words. It adds what the model learns from to examples, by the topic after
// prefix.
func (t *Interpreter) index(phrases phraseTable, lists map[string][]string, seen map[string]bool, prefix string, examples map[string][]string) {
	brief := map[string]Topic{}
	for _, name := range slices.Sorted(maps.Keys(lists)) {
		for _, entry := range lists[name] {
			all := alternatives(entry)
			for i, phrase := range all {
				spoken, topic := t.splitUncached(phrase), Topic(name)
				for _, w := range spoken {
					seen[w] = true
				}
				key := t.key(spoken)
				if phrases.set(key, topic); i%((len(all)-1)/maxLearned+1) == 0 {
					examples[prefix+name] = append(examples[prefix+name], key)
				}
				left := t.withoutFillers(spoken)
				if slices.Contains(politeTopics, topic) {
					t.move.politePhrases[strings.Join(spoken, " ")] = true
					if len(spoken) == 1 {
						t.polite[spoken[0]] = topic
					}
				}
				if short := t.key(left); !needsValues(topic) && (len(left) > 1 || !isGrave(topic)) {
					if other, known := brief[short]; known && other != topic {
						topic = ""
					}
					brief[short] = topic
				}
			}
		}
	}
	for phrase, topic := range brief {
		if phrase != "" && topic != "" && phrases.of(phrase) == "" {
			phrases.set(phrase, topic)
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

// vocabulary returns the known words, and among them those of moves, to which a slip is corrected.
func (t *Interpreter) vocabulary(known map[string]bool) vocabulary {
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
	e, moving := &t.words.Exercise, map[string]bool{}
	learn(slices.Concat(e.Won, e.Lost, e.None, e.Others, e.Around, e.Hedges, e.Meaning, t.words.Doubts, t.words.Reports, t.words.Fillers, t.words.Not, t.words.Move.Told, t.words.Move.Asking)...)
	for short := range t.contractions {
		known[short] = true
	}
	for name := range t.names {
		learn(name)
	}
	for word := range t.digits {
		known[word], moving[word] = true, true
	}
	for word := range t.move.roles {
		known[word], moving[word] = true, true
	}
	return newVocabulary(known, func(w string) bool { return moving[w] })
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
