package sentence

import (
	"fmt"
	"maps"
	"os"
	"slices"
	"strings"
	"sync"
	"testing"

	"nimbot/game/rules"
	"nimbot/game/words"
	"nimbot/internal/slowtest"
)

// readAll makes the interpreters of all languages, by language. They are prepared, as the program's are, and
// know their phrases besides.
var readAll = sync.OnceValues(func() (map[string]*Interpreter, error) {
	catalogue, err := words.Load()
	if err != nil {
		return nil, err
	}
	found := map[string]*Interpreter{}
	for _, language := range catalogue.Languages() {
		talk, err := catalogue.WholeTalk(language)
		if err != nil {
			return nil, err
		}
		t := New(catalogue.Talk(language))
		folded := t.foldAll(talk)
		t.words.Phrases, t.words.Exercise.Phrases, t.words.Forms = folded.Phrases, folded.Exercise.Phrases, folded.Forms
		found[language] = t
	}
	return found, nil
})

func allLanguages(t testing.TB) map[string]*Interpreter {
	t.Helper()
	found, err := readAll()
	if err != nil || len(found) == 0 {
		t.Fatalf("the languages are %v, %v; want some", found, err)
	}
	return found
}

// eachPhrase yields the phrases of each topic, with all their alternatives, always in the
// same order.
func eachPhrase(lists map[string][]string, yield func(topic Topic, phrase string)) {
	for _, topic := range slices.Sorted(maps.Keys(lists)) {
		for _, entry := range lists[topic] {
			for _, phrase := range alternatives(entry) {
				yield(Topic(topic), phrase)
			}
		}
	}
}

func TestLearnedVocabulariesAreRight(t *testing.T) {
	for language, talk := range allLanguages(t) {
		t.Run(language, func(t *testing.T) {
			t.Parallel()
			for _, fault := range Check(talk.words) {
				t.Error(fault)
			}
		})
	}
}

func TestLearnedVocabulariesAreChecked(t *testing.T) {
	w := &words.Talk{
		Fillers: []string{"well", "not", "yes"}, Not: []string{"not"}, Levels: map[string][]string{"huge": {"huge"}}, Games: map[string][]string{"go": {"go"}}, First: map[string][]string{"bob": {"bob"}},
		Phrases: map[string][]string{"accept": {"yes", "gladly"}, "no": {"no", "gladly"}, "weather": {"it rains"}},
		Move:    words.MoveTalk{Fillers: []string{"took"}, Told: []string{"took"}},
	}
	faults := strings.Join(Check(w), "\n")
	for _, want := range []string{`"gladly" stands under accept and under no`, `no topic "weather"`, "accept has 2 lines", `"not" says nothing`, `"yes" says nothing`, `the topic "start" is missing`, `no level "huge"`, `no game "go"`, `no value "bob"`, "move.pile: is empty", `move: "took"`} {
		if !strings.Contains(faults, want) {
			t.Errorf("the faults lack %q:\n%s", want, faults)
		}
	}
}

func TestLearnedPhrasesLeadToTheirTopic(t *testing.T) {
	for language, talk := range allLanguages(t) {
		eachPhrase(talk.words.Phrases, func(topic Topic, phrase string) {
			said, _ := talk.Read(phrase)
			switch {
			case said.Term != "" && slices.Contains(termTopics, topic): // the term says more than the phrase's topic
			case !needsValues(topic) && said.Topic != topic:
				t.Errorf("%s: Read(%q) is about %q, want %q", language, phrase, said.Topic, topic)
			}
			if topic == About {
				if said, _ := talk.Read(phrase + " chomp"); said.Topic != Rules || said.Values["game"] != "chomp" {
					t.Errorf("%s: Read(%q) is about %q, %v; want the rules of chomp", language, phrase+" chomp", said.Topic, said.Values)
				}
			}
		})
		eachPhrase(talk.words.Exercise.Phrases, func(topic Topic, phrase string) {
			if said, _ := talk.Exercise().ReadRequest(phrase); said.Topic != topic {
				t.Errorf("%s: ReadRequest(%q) is about %q, want %q", language, phrase, said.Topic, topic)
			}
		})
	}
}

func TestContractionsAreFolded(t *testing.T) {
	talk := New(&words.Talk{Contractions: map[string][]string{"weiß nicht": {"kp"}}})
	if got, want := talk.split("kp"), talk.split("Weiß nicht"); !slices.Equal(got, want) {
		t.Errorf("split(%q) = %q, want %q", "kp", got, want)
	}
}

// everywhere are situations with every role.
var everywhere = []Situation{
	{}, {Game: true, Running: true, IsPlayer: true, ToMove: true}, {Game: true, Running: true, IsPlayer: true, HelpCounts: true}, {Game: true, Running: true}, {Game: true, IsPlayer: true, HadGame: true},
	{Offered: true, Offering: true, Opponent: "bob"}, {Offered: true, Asked: AskedOffer}, {Asked: AskedAnybody}, {Game: true, Running: true, IsPlayer: true, Asking: true},
	{Game: true, Running: true, IsPlayer: true, Asked: AskedConsent}, {Game: true, Running: true, IsPlayer: true, Asked: AskedToStop}, {Game: true, Running: true, IsPlayer: true, ToMove: true, Asked: AskedConfirm},
	{ExerciseRole: Questioned}, {ExerciseRole: Reader}, {ExerciseRole: PrivateGame}, {ExerciseRole: Done},
}

// doesNothing checks that a sentence, however it is read, only tells something everywhere,
// and is offered nothing that changes something.
func doesNothing(t *testing.T, language string, talk *Interpreter, text string) {
	t.Helper()
	readings := []func(string) (Meaning, bool){talk.Exercise().ReadRequest, func(text string) (Meaning, bool) { return talk.Guess(text, Situation{}) }, talk.Read}
	for i, read := range readings {
		said, ok := read(text)
		if !ok {
			continue
		}
		for _, st := range everywhere {
			if a, leads := said.Answer(st); leads && (i == 0) == (st.ExerciseRole != "") && !a.onlyTells() {
				t.Errorf("%s: %q does %q%q in %+v, want nothing", language, text, a.Run, a.Request, st)
			}
		}
	}
	for _, c := range talk.LikelyCommands(text, "", Situation{}) {
		if name, _, _ := strings.Cut(c, " "); !slices.Contains([]string{"hint", "learn", "puzzle", "daily", "leaders", "profile", "export", "menu"}, name) && !slices.Contains(tellingCommands, name) {
			t.Errorf("%s: %q is offered %q", language, text, c)
		}
	}
}

// listedBy returns a function that reports whether a language lists exactly the words of a
// denial, apart from its courtesies, fillers and a game's name: "sorry, no time", "no nim".
func listedBy(talk *Interpreter) func(text string) bool {
	listed, key := map[string]bool{}, talk.key
	for _, lists := range []map[string][]string{talk.words.Phrases, talk.words.Exercise.Phrases} {
		eachPhrase(lists, func(_ Topic, phrase string) {
			listed[key(talk.split(phrase))], listed[key(talk.withoutFillers(talk.split(phrase)))] = true, true
		})
	}
	return func(text string) bool {
		core := talk.conversation().withoutCourtesies(talk.split(text))
		nameless, _, _ := talk.takeValues(core)
		for _, spoken := range [][]string{core, talk.withoutFillers(core), talk.withoutFillers(nameless)} {
			if listed[key(spoken)] && talk.move.hasAny(spoken, talk.negations) {
				return true
			}
		}
		return false
	}
}

// With a negation before, in or after it, a phrase that begins, ends, answers or takes back
// something does and offers nothing, unless the language lists that very sentence.
func TestLearnedNegationsDoNothing(t *testing.T) {
	for language, talk := range allLanguages(t) {
		t.Run(language, func(t *testing.T) {
			t.Parallel()
			listed, n, every := listedBy(talk), 0, slowtest.Sizes(30, 5, 1)
			for _, lists := range []map[string][]string{talk.words.Phrases, talk.words.Exercise.Phrases} {
				eachPhrase(lists, func(topic Topic, phrase string) {
					if !isGrave(topic) || slices.Contains(politeTopics, topic) { // "no thanks" is listed with neither word
						return
					}
					if slices.Contains(refusalTopics, topic) && talk.move.hasAny(talk.split(phrase), talk.negations) {
						return // "no, not this time" refuses as well
					}
					if n++; n%every != 0 {
						return
					}
					for _, not := range talk.words.Not[:min(3, len(talk.words.Not))] {
						first, rest, _ := strings.Cut(phrase, " ")
						for _, denied := range []string{not + " " + phrase, phrase + " " + not, first + " " + not + " " + rest, phrase + ", " + not} {
							if !listed(denied) && !(strings.Contains(denied, ",") && listed(not)) {
								doesNothing(t, language, talk, denied)
							}
						}
					}
				})
			}
		})
	}
}

func TestLearnedLinesAboutSomethingElseDoNothing(t *testing.T) {
	for language, talk := range allLanguages(t) {
		eachPhrase(talk.words.Phrases, func(topic Topic, phrase string) {
			if topic == None {
				doesNothing(t, language, talk, phrase)
			}
		})
	}
}

// "Ok, wait" accepts nothing, nor does a yes with such words after it.
func TestLearnedYesWithAWaitAcceptsNothing(t *testing.T) {
	asked := Situation{Offered: true, Asked: AskedOffer, Opponent: "bob"}
	for language, talk := range allLanguages(t) {
		of, n, every := map[Topic][]string{}, 0, slowtest.Sizes(29, 7, 1)
		eachPhrase(talk.words.Phrases, func(topic Topic, phrase string) { of[topic] = append(of[topic], phrase) })
		for _, yes := range append(of[Accept], of[Nod]...) {
			for _, wait := range of[Okay] {
				if n++; n%every != 0 {
					continue
				}
				text := yes + ", " + wait
				if said, _ := talk.Read(yes + " " + wait); said.Topic == Accept || said.Topic == Nod {
					continue // "yes, oh"
				}
				if said, ok := talk.Read(text); ok {
					if a, _ := said.Answer(asked); a.Run == "accept" {
						t.Errorf("%s: %q accepts an offer, want a question", language, text)
					}
				}
			}
		}
	}
}

// The moves of each language stand in testdata/moves-LANGUAGE.txt.
func TestLearnedMoves(t *testing.T) {
	g, err := rules.Lookup("nim")
	if err != nil {
		t.Fatal(err)
	}
	p, err := g.Read("3 4 5", rules.Normal)
	if err != nil {
		t.Fatal(err)
	}
	for language, talk := range allLanguages(t) {
		text, err := os.ReadFile(fmt.Sprintf("testdata/moves-%s.txt", language))
		if err != nil {
			t.Fatal(err)
		}
		for line := range strings.Lines(string(text)) {
			said, want, ok := strings.Cut(strings.TrimSpace(line), " | ")
			if !ok {
				continue
			}
			m, choice := talk.ReadMove(p, said)
			if want == "-" && m != "" || want != "-" && string(m) != want {
				t.Errorf("%s: ReadMove(%q) = %q, %v; want %q", language, said, m, choice, want)
			}
		}
	}
}

func TestTextIsFolded(t *testing.T) {
	f := newFolding(&words.Talk{Spellings: map[string]string{"ue": "u"}})
	for _, tt := range []struct{ text, want string }{
		{"Zurück", "zuruck"}, {"ZURUECK", "zuruck"}, {"Straße", "strasse"}, {"İPUCU ıssız IŞIK", "ipucu issiz isik"}, {"¿Pista? ¡Sí!", " pista?  si!"}, {"Cofnij RUCH, łódź", "cofnij ruch, lodz"},
		{"Ｂ２を５つ！", "b2を5つ!"}, {"ﾋﾝﾄ", "ひんと"}, {"ヒント、ください。", "ひんと, ください. "}, {"ещё ход", "еще ход"}, {"힌트 주세요", "힌트 주세요"}, {"gegen @Łukasz Zurück", "gegen @Łukasz zuruck"},
	} {
		if got := f.fold(tt.text); got != tt.want {
			t.Errorf("fold(%q) = %q, want %q", tt.text, got, tt.want)
		}
		if again := f.fold(f.fold(tt.text)); again != f.fold(tt.text) {
			t.Errorf("fold(fold(%q)) = %q, want what fold returns", tt.text, again)
		}
	}
}

// A ranked topic runs nothing that changes something, whatever it is.
func TestARankedTopicOnlyTells(t *testing.T) {
	for topic := range reactions {
		for _, st := range everywhere {
			said := Meaning{Topic: topic, ranked: true}
			if a, ok := said.Answer(st); ok && a.Ask == nil && !a.onlyTells() { // to ask is no doing
				t.Errorf("%s, ranked, does %+v in %+v, want it to tell only", topic, a, st)
			}
		}
	}
}

// BenchmarkLearned measures the training of a language, and the reading of a line that is
// no phrase.
func BenchmarkLearned(b *testing.B) {
	for language, talk := range allLanguages(b) {
		b.Run("first-"+language, func(b *testing.B) { // what a language costs before its first line is read
			b.ReportAllocs()
			for b.Loop() {
				New(talk.words)
			}
		})
		b.Run("line-"+language, func(b *testing.B) {
			b.ReportAllocs()
			lines := talk.words.Phrases[string(None)]
			for i := 0; b.Loop(); i++ {
				talk.splits.forget()
				text := lines[i%len(lines)] + " xy"
				if _, ok := talk.Read(text); !ok {
					talk.Guess(text, Situation{})
				}
			}
		})
	}
}

// TestSentencesOfReaders holds sentences that readers of a language typed.
func TestSentencesOfReaders(t *testing.T) {
	all := allLanguages(t)
	for _, tc := range []struct {
		language, text string
		want           Topic
		option, value  string
	}{
		{"ko", "촘프 하자", Start, "game", "chomp"}, {"ko", "님 하자", Start, "game", ""}, {"ko", "보드 보여줘", Board, "game", ""}, {"ko", "졌습니다", Resign, "game", ""},
		{"it", "più facile, per favore", Easier, "level", ""}, {"es", "más fácil por favor", Easier, "level", ""}, {"pt-BR", "mais fácil por favor", Easier, "level", ""},
		{"tr", "çok zor, daha kolay olsun", Setup, "level", "easy"}, {"tr", "sen başla", Setup, "first", "bot"}, {"ja", "君から先に", Setup, "first", "bot"},
		{"tr", "me", Self, "game", ""}, {"ja", "誰か相手して", Open, "game", ""},
	} {
		said, _ := all[tc.language].Read(tc.text)
		if said.Topic != tc.want || said.Values[tc.option] != tc.value {
			t.Errorf("%s: Read(%q) = %q, %v, want %q and %s %q", tc.language, tc.text, said.Topic, said.Values, tc.want, tc.option, tc.value)
		}
	}
	for _, text := range []string{"待ったなし", "待ったはなし"} { // no taking back
		if said, ok := all["ja"].Read(text); ok && said.Topic != None {
			t.Errorf("ja: Read(%q) = %q, want a remark", text, said.Topic)
		}
	}
	for language, talk := range all {
		for command, want := range exerciseCommands {
			if said, _ := talk.Exercise().ReadRequest(command); said.Topic != want {
				t.Errorf("%s: ReadRequest(%q) = %q, want %q", language, command, said.Topic, want)
			}
		}
	}
}
