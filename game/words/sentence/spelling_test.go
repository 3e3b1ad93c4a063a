package sentence

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"nimbot/game/words"
)

// The likeliest slip decides which of several near words was meant. If two are equally
// likely, the word stays as it is, unless two letters changed places.
func TestSlipsAreCorrected(t *testing.T) {
	known := map[string]bool{}
	for _, w := range []string{"take", "tame", "game", "hint", "can", "cant", "from", "form", "winning", "wining", "dining", "leaderboard", "play", "new", "what", "now", "pray", "restart", "training", "last", "slat", "кучи", "лишь", "подсказка", "取る", "はじめる"} {
		known[w] = true
	}
	delete(known, "wining")
	v := vocabulary{newWordSet(known), correctedTo(known, func(w string) bool { return w != "restart" }), newMemo[string](maxWords)}
	for _, tt := range []struct{ typed, want string }{
		{"gmae", "game"},
		{"gaem", "game"},
		{"tke", "take"}, // a vowel is missing
		{"cat", "cat"},  // another letter is
		{"hnit", "hint"},
		{"wining", "winning"}, // rather than dining
		{"paly", "play"},      // rather than pray
		{"taze", "taze"},      // take or tame
		{"lsat", "last"},      // last or slat: the first by the alphabet
		{"hiint", "hint"},
		{"lederbord", "leaderboard"},
		{"restrat", "restrat"}, // nobody may mean that
		{"newgame", "new game"},
		{"whatnow", "what now"},
		{"newspaper", "newspaper"},
		{"trainin", "training"},
		{"game", "game"},
		{"мячи", "мячи"}, // two other letters
		{"лист", "лист"}, // two letters of four
		{"кчуи", "кучи"},
		{"подсказкаа", "подсказка"},
		{"подскзка", "подсказка"},
		{"取ろ", "取ろ"}, // no alphabet
		{"はじめろ", "はじめろ"},
	} {
		if got := strings.Join(v.correctAll([]string{"so", tt.typed})[1:], " "); got != tt.want {
			t.Errorf("correctAll(%q) = %q, want %q", tt.typed, got, tt.want)
		}
	}
}

// Contractions are written in full, with and without an apostrophe.
func TestContractionsAreReadInFull(t *testing.T) {
	talk := english(t)
	for _, tt := range []struct{ typed, want string }{
		{"what's left", "what is left"},
		{"whats left", "what is left"},
		{"wats left", "what is left"},
		{"u start", "you start"},
		{"I’ll wait", "i will wait"},
		{"dont r u", "do not are you"},
	} {
		if got := strings.Join(talk.split(tt.typed), " "); got != tt.want {
			t.Errorf("split(%q) = %q, want %q", tt.typed, got, tt.want)
		}
	}
}

// No word stands in two of the catalogue's lists of move words: its role would depend on
// the order in which they are read.
func TestAWordHasOneRoleInAMove(t *testing.T) {
	catalogue, err := words.Load()
	if err != nil {
		t.Fatal(err)
	}
	m := catalogue.Talk("en").Move
	seen := map[string]bool{}
	for _, word := range slices.Concat(m.Fillers, m.Pile, m.Things, m.Single, m.All, m.Ordinals, m.Last, m.Middle, m.Half, m.Largest, m.Smallest, m.Leave, m.Either, m.Until, m.By) {
		if seen[word] {
			t.Errorf("%q has two roles in a move, want one", word)
		}
		seen[word] = true
	}
}

// BenchmarkGuess measures the cost of a line that is no sentence: each of its words is
// compared with all known ones.
//
//	go test ./game/words/sentence -run - -bench Guess -benchmem
func BenchmarkGuess(b *testing.B) {
	talk := english(b)
	for _, text := range []string{"the wether is quite lovly in the mountains", strings.Repeat("qwik browm foxx jumpd ovr lazzy dogg ", 27)} {
		b.Run(fmt.Sprint(len(text), " characters"), func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				talk.Guess(text, Situation{})
			}
		})
	}
}

// BenchmarkNew measures the cost of a language's tables, which the first sentence of a
// process waits for.
//
//	go test ./game/words/sentence -run - -bench New -benchmem
func BenchmarkNew(b *testing.B) {
	catalogue, err := words.Load()
	if err != nil {
		b.Fatal(err)
	}
	spoken := catalogue.Talk("en")
	b.ReportAllocs()
	for b.Loop() {
		New(spoken)
	}
}
