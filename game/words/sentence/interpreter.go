package sentence

import (
	"maps"
	"slices"
	"strings"
	"sync"

	"nimbot/game/rules"
	"nimbot/game/words"
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

// New makes the Interpreter of a language.
func New(w *words.Talk) *Interpreter {
	if !w.HasRules() {
		return newLearned(w)
	}
	t := &Interpreter{words: w, phrases: map[string]Topic{}, beginning: map[string][]int{}, names: map[string]value{}, longest: map[string]int{}, fillers: setOf(w.Fillers), between: setOf(w.Between), negations: setOf(w.Not), polite: map[string]Topic{}}
	t.lexer = newLexer(w)
	t.move = &moveInterpreter{
		lexer: t.lexer, moveWords: newMoveWords(w, t.split), negations: t.negations, fillers: t.fillers,
		polite: t.polite, politePhrases: map[string]bool{}, normal: newMemo[[]string](maxLines),
	}
	maps.Copy(t.signs, t.move.moveWords.signs)
	t.same = newSynonyms(w.Same, t.split, t.split)
	t.nameValues()
	t.readPhrases()
	t.readKeywords()
	t.questions, t.leadsToGame = setOf(w.Questions), setOf(w.LeadsToGame)
	t.invites = phrasesOf(w.Invites, t.split)
	t.doubts, t.reports, t.leave, t.plain = setOf(w.Doubts), setOf(w.Reports), setOf(w.Leave), map[Topic]map[string]bool{}
	t.subjects, t.vague, t.complaints = setOf(w.Subjects), setOf(w.Vague), setOf(w.Complaints)
	t.meets, t.opposes, t.kin, t.people = setOf(w.Meets), setOf(w.Opposes), setOf(w.Kin), setOf(w.People)
	t.corrections = phrasesOf(w.Corrections, t.split)
	t.conditions, t.keeps = setOf(w.Conditions), setOf(w.Keeps)
	t.past, t.mays, t.openers, t.wonders, t.telling = setOf(w.Past), setOf(w.Mays), setOf(w.Openers), setOf(w.Wonders), setOf(w.Telling)
	t.verbs = setOf(w.Verbs)
	for topic, list := range w.Plain {
		t.plain[Topic(topic)] = setOf(list)
	}
	t.asideWords = asideWords{you: setOf(w.Aside.You), urges: setOf(w.Aside.Urges), help: setOf(w.Aside.Help), solving: setOf(w.Aside.Solving), tell: setOf(w.Aside.Tell), toMe: setOf(w.Aside.ToMe), bridges: setOf(w.Aside.Bridges), supposing: setOf(w.Aside.Supposing), wants: setOf(w.Aside.Wishes), verbsFirst: setOf(w.Aside.VerbsFirst)}
	t.exercise = newExerciseWords(&w.Exercise, t.split)
	t.readVocabulary()
	topicIndex{t}.collect()
	t.inExercise = newForExercise(t)
	return t
}

// signsOf returns the words with punctuation in them that occur in phrases or between
// sizes of piles.
func signsOf(w *words.Talk) map[string]bool {
	signs := setOf(w.Between)
	for _, list := range w.Phrases { // phrases for an exercise have none
		for _, phrase := range list {
			for _, word := range strings.Fields(strings.ToLower(phrase)) {
				if cleanWord(word) != word && !strings.ContainsAny(word, "'’") {
					signs[word] = true
				}
			}
		}
	}
	return signs
}

// readPhrases reads the phrases, each as it is and without its fillers. A complete phrase
// wins over a shortened one. Shortened phrases that belong to two topics are dropped:
// "how do I win?", "how do you win?".
func (t *Interpreter) readPhrases() {
	short := map[string]Topic{}
	for topic, list := range t.words.Phrases {
		for _, phrase := range list {
			spoken := t.same.replace(t.split(phrase))
			if len(spoken) == 0 { // "tell me", which is a phrase only when it stands alone
				spoken = t.split(phrase)
			}
			t.phrases[strings.Join(spoken, " ")] = Topic(topic)
			if Topic(topic) == Choose { // its words also occur in moves
				t.phrases[strings.Join(t.split(phrase), " ")] = Choose
			}
			brief := strings.Join(t.withoutFillers(spoken), " ")
			if slices.Contains(exerciseTopics, Topic(topic)) || Topic(topic) == Next || Topic(topic) == Despair {
				if !strings.Contains(brief, " ") {
					brief = "" // "you win" gives up, "win" may be an answer
				}
			}
			if other, known := short[brief]; known && other != Topic(topic) {
				short[brief] = ""
			} else {
				short[brief] = Topic(topic)
			}
			if slices.Contains(politeTopics, Topic(topic)) {
				t.move.politePhrases[strings.Join(t.split(phrase), " ")] = true
				for _, words := range [][]string{spoken, t.split(phrase)} {
					if len(words) == 1 {
						t.polite[words[0]] = Topic(topic)
					}
				}
			}
		}
	}
	for phrase, topic := range short {
		if _, known := t.phrases[phrase]; !known && phrase != "" && topic != "" {
			t.phrases[phrase] = topic
		}
	}
}

// readKeywords reads the keywords, in the catalogue's order.
func (t *Interpreter) readKeywords() {
	toPlay := setOf(t.words.ToPlay)
	for _, k := range t.words.Keywords {
		for _, either := range k.Words {
			for _, words := range alternatives(either, t.words.Classes) {
				spoken := t.same.replace(t.split(words))
				if len(spoken) == 0 {
					continue
				}
				key := keywords{topic: Topic(k.Topic), words: spoken, negated: slices.ContainsFunc(spoken, func(w string) bool { return t.negations[w] })}
				if slices.ContainsFunc(spoken, func(w string) bool { return toPlay[w] }) {
					key.maxUnknown = len(spoken)
				}
				keywordReader{t}.add(key)
			}
		}
	}
}

func (t keywordReader) add(list ...keywords) {
	for _, k := range list {
		t.beginning[k.words[0]] = append(t.beginning[k.words[0]], len(t.keywords))
		t.keywords = append(t.keywords, k)
	}
}

// alternatives returns all ways to choose one of the words between slashes, or one word
// of a class: "can/may {i} pass".
func alternatives(text string, classes map[string][]string) []string {
	all := []string{""}
	for field := range strings.FieldsSeq(text) {
		var longer []string
		for class, members := range classes {
			field = strings.ReplaceAll(field, "{"+class+"}", strings.Join(members, "/"))
		}
		for _, begun := range all {
			for word := range strings.SplitSeq(field, "/") {
				longer = append(longer, strings.TrimSpace(begun+" "+word))
			}
		}
		all = longer
	}
	return all
}

// readVocabulary collects the known words. No misspelt word is corrected to a word that by itself
// asks to end something. In a move, a misspelt word is only corrected to a move word.
func (t *Interpreter) readVocabulary() {
	known, ends := map[string]wordKind{}, map[string]bool{}
	learnAs := func(kind wordKind, texts []string) {
		for _, text := range texts {
			for _, w := range t.split(text) {
				known[w] = max(known[w], kind)
			}
		}
	}
	learn := func(texts ...string) { learnAs(conversational, texts) }
	for _, phrases := range []map[string][]string{t.words.Phrases, t.words.Exercise.Phrases} {
		for _, list := range phrases {
			learn(list...)
		}
	}
	for _, phrase := range slices.Concat(t.words.Phrases[string(Resign)], t.words.Phrases[string(Stop)]) {
		if spoken := t.split(phrase); len(spoken) == 1 {
			ends[spoken[0]] = true
		}
	}
	for _, same := range []map[string][]string{t.words.Same, t.words.Move.Same} {
		for meaning, others := range same {
			learn(append(others, meaning)...)
		}
	}
	for _, words := range t.words.Classes {
		learn(words...)
	}
	apart := strings.NewReplacer("/", " ", "{", " ", "}", " ")
	for _, k := range slices.Concat(t.words.Keywords, t.words.Exercise.Keywords) {
		for _, words := range k.Words {
			learn(apart.Replace(words))
		}
	}
	e := &t.words.Exercise
	learn(slices.Concat(e.Won, e.Lost, e.None, e.Others, e.Around, e.Hedges, e.Meaning, t.words.Doubts, t.words.Past, t.words.Reports, t.words.Verbs, t.words.Vague)...)
	learn(slices.Concat(t.words.Fillers, t.words.Not, t.words.Numbers)...)
	for short := range t.contractions {
		known[short] = conversational
	}
	for name := range t.names {
		learn(name)
	}
	moving := setOf(t.words.Numbers)
	for word := range t.move.roles {
		learn(word)
		moving[word] = true
	}
	learnAs(meaningless, t.words.Known)
	learnAs(unrelated, t.words.Common)
	all := vocabulary{known: known, endings: t.words.Endings}
	t.vocabulary = all.withTargets(func(w string) bool { return known[w] == conversational && !ends[w] })
	t.move.vocabulary = all.withTargets(func(w string) bool { return moving[w] })
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
