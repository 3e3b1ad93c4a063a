package sentence

import (
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"nimbot/internal/slowtest"
)

// acts reports whether an answer begins, ends, answers, shares or takes back something.
func (a Answer) acts() bool {
	name, _, _ := strings.Cut(a.Run, " ")
	return slices.Contains([]string{"start", "challenge", "open", "rematch", "begin", "level", "accept", "decline", "confirm", "undo", "share"}, name) || a.Ask != nil
}

// Lines that are made of the words of a language's phrases, shuffled, denied, quoted and joined,
// never act unless the whole line is a phrase, apart from what says nothing around it.
func TestGeneratedLinesDoNothing(t *testing.T) {
	lines := slowtest.Sizes(400, 4000, 100_000)
	for language, talk := range allLanguages(t) {
		t.Run(language, func(t *testing.T) {
			t.Parallel()
			r := rand.New(rand.NewPCG(7, 11))
			var grave, all []string
			eachPhrase(talk.words.Phrases, func(topic Topic, phrase string) {
				if all = append(all, phrase); isGrave(topic) {
					grave = append(grave, phrase)
				}
			})
			pick := func(from []string) string { return from[r.IntN(len(from))] }
			for range lines {
				one, other := pick(grave), pick(all)
				words := strings.Fields(one + " " + other)
				r.Shuffle(len(words), func(i, j int) { words[i], words[j] = words[j], words[i] })
				not := pick(talk.words.Not[:3])
				for _, text := range []string{strings.Join(words, " "), not + " " + one, one + ` "` + other + `"`, `bob: "` + one + `"`, one + ". " + other} {
					said, ok := talk.Read(text)
					if !ok || said.ranked || talk.isSaid(text, said.Topic) {
						continue
					}
					for _, st := range everywhere {
						if a, leads := said.Answer(st); leads && a.acts() {
							t.Fatalf("%q, read as %s, does %q in %+v, want nothing", text, said.Topic, a.Run, st)
						}
					}
				}
			}
		})
	}
}

// isSaid reports whether each clause of a line is a phrase of a topic or of politeness, with what
// says nothing around it.
func (t *Interpreter) isSaid(text string, topic Topic) bool {
	r := t.conversation()
	text = t.fold(strings.NewReplacer(`"`, " ").Replace(text))
	if of := r.topicOf(r.split(text)); of == topic {
		return true
	}
	rest, values, _ := r.takeValues(r.withoutCourtesies(r.split(text)))
	if len(values) > 0 && (len(r.withoutFillers(rest)) == 0 || r.topicOf(rest) != "") {
		return true
	}
	for _, clause := range clausesOf(text) {
		spoken := r.split(clause)
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
