package sentence

import (
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"nimbot/game/rules"
	"nimbot/internal/slowtest"
)

// acts reports whether an answer begins, ends, answers, shares or takes back something.
func (a Answer) acts() bool {
	name, _, _ := strings.Cut(a.Run, " ")
	return slices.Contains([]string{"start", "challenge", "open", "rematch", "begin", "level", "accept", "decline", "confirm", "undo", "share"}, name) || a.Ask != nil
}

// Lines that are made of the words of a language's phrases and forms, shuffled, denied, quoted and joined,
// never act unless the whole line is a phrase, apart from what says nothing around it.
func TestGeneratedLinesDoNothing(t *testing.T) {
	const most = 10 // faults that are listed
	lines := slowtest.Sizes(2000, 10_000, 100_000)
	for language, talk := range allLanguages(t) {
		t.Run(language, func(t *testing.T) {
			t.Parallel()
			next, faults := generated(talk), 0
			for n := 0; n < lines && faults < most; n++ {
				if text := next(); talk.actsUnsaid(t, text) {
					faults++
				}
			}
		})
	}
}

// generated returns a function that makes lines up.
func generated(talk *Interpreter) func() string {
	r := rand.New(rand.NewPCG(7, 11))
	var grave, all, forms []string
	eachPhrase(talk.words.Phrases, func(topic Topic, phrase string) {
		if all = append(all, phrase); isGrave(topic) {
			grave = append(grave, phrase)
		}
	})
	eachPhrase(talk.words.Forms, func(_ Topic, phrase string) {
		forms = append(forms, strings.NewReplacer("{set}", "1, 2 or 3", "{piles}", "7 9", "{number}", "9", "{game}", "kayles", "{split}", "").Replace(phrase))
	})
	pick := func(from []string) string { return from[r.IntN(len(from))] }
	kinds := []func(one, other, not string) string{
		func(one, other, _ string) string {
			words := strings.Fields(one + " " + other)
			r.Shuffle(len(words), func(i, j int) { words[i], words[j] = words[j], words[i] })
			return strings.Join(words, " ")
		},
		func(one, _, not string) string { return not + " " + one },
		func(one, _, not string) string { return one + ", " + not },
		func(one, other, _ string) string { return one + ` "` + other + `"` },
		func(one, _, _ string) string { return `bob: "` + one + `"` },
		func(one, other, _ string) string { return one + ". " + other },
		func(one, other, _ string) string { return one + " " + pick(talk.words.Move.Joins) + " " + other },
		func(_, _, not string) string { return not + " " + pick(forms) },
		func(_, _, _ string) string { return `bob: "` + pick(forms) + `"` },
	}
	return func() string { return kinds[r.IntN(len(kinds))](pick(grave), pick(all), pick(talk.words.Not)) }
}

// actsUnsaid reports whether a line does something in a situation although it doesn't say so, which is a fault.
func (t *Interpreter) actsUnsaid(test *testing.T, text string) bool {
	said, read := t.Read(text)
	for _, st := range everywhere {
		if a, ok := t.ReadForm(text, st); ok && a.acts() {
			test.Errorf("%q, read as a form, does %q in %+v, want nothing", text, a.Run, st)
			return true
		}
		if !read {
			continue
		}
		if a, leads := said.Answer(st); leads && a.acts() && !t.isSaid(text, said.Topic) {
			test.Errorf("%q, read as %s, does %q in %+v, want nothing", text, said.Topic, a.Run, st)
			return true
		}
	}
	return false
}

// isSaid reports whether each clause of a line is a phrase of a topic or of politeness, with what
// says nothing around it.
func (t *Interpreter) isSaid(text string, topic Topic) bool {
	r := t.conversation()
	text = t.fold(strings.NewReplacer(`"`, " ").Replace(text))
	if of := r.topicOf(r.split(text)); of == topic {
		return true
	}
	core := r.withoutCourtesies(r.split(text))
	for _, spoken := range [][]string{core, r.inDigits(core)} { // a number may be said in words
		if rest, values, _ := r.takeValues(spoken); len(values) > 0 && (len(r.withoutFillers(rest)) == 0 || r.topicOf(rest) != "") {
			return true
		}
	}
	for _, clause := range clausesOf(text) {
		spoken := r.split(clause)
		if rest, values, _ := r.takeValues(spoken); len(values) == 1 && values["game"] == rules.Default {
			spoken = rest // the bot's name
		}
		of := r.topicOf(spoken)
		if of == "" && len(r.withoutFillers(r.withoutCourtesies(spoken))) > 0 {
			return false
		}
	}
	return len(clausesOf(text)) > 0
}

// Odd lines do nothing, and none of them takes the interpreter down.
func TestOddLinesDoNothing(t *testing.T) {
	odd := []string{"", "?", "???", "👋🏽👨‍👩‍👧‍👦🔥", strings.Repeat("é́́", 1300), strings.Repeat("undo ", 800), "please nimm das zurück s'il te plaît", "ундо", "ｕｎｄｏ", "\u202eodnu", "undo\u200b", strings.Repeat("👍", 2000)}
	for language, talk := range allLanguages(t) {
		for _, text := range odd {
			for _, read := range []func(string) (Meaning, bool){talk.Read, func(text string) (Meaning, bool) { return talk.Guess(text, Situation{}) }} {
				said, ok := read(text)
				if !ok || said.Topic == Undo && talk.isSaid(text, Undo) {
					continue
				}
				for _, st := range everywhere {
					if a, leads := said.Answer(st); leads && a.acts() {
						t.Errorf("%s: %.40q does %q, want nothing", language, text, a.Run)
					}
				}
			}
			talk.LikelyCommands(text, "", Situation{})
			talk.Exercise().ReadRequest(text)
		}
	}
}

// The name of a game that the bot doesn't know begins nothing, nor does one beside a known name.
func TestUnknownGamesBeginNothing(t *testing.T) {
	talk := english(t)
	for _, text := range []string{"play dawson's chess", "play dawson chess with 7", "play the 21 game", "play cram", "play col", "play end nim", "let's play chess", "start a game of domineering", "can we play sprouts", "i want to play tic tac toe", "play col and kayles"} {
		if said, ok := talk.Read(text); ok {
			if a, _ := said.Answer(Situation{}); a.acts() {
				t.Errorf("%q does %q, want nothing", text, a.Run)
			}
		}
	}
}
