package sentence

import (
	"bytes"
	"flag"
	"io/fs"
	"os"
	"path/filepath"
	"runtime"
	"testing"

	"nimbot/game/words"
	"nimbot/internal/slowtest"
)

var update = flag.Bool("update", false, "write the prepared vocabularies")

// The program has a vocabulary prepared of each talk.yaml. After a change to one, or to how phrases
// are read, go test ./game/words/sentence -run Prepared -update writes them.
func TestVocabulariesArePrepared(t *testing.T) {
	const locales = "../locales"
	catalogue, err := words.Load()
	if err != nil {
		t.Fatal(err)
	}
	for i, language := range catalogue.Languages() {
		if catalogue.Talk(language).Prepared == nil && !*update {
			t.Errorf("%s: talk.yaml was changed: run go test ./game/words/sentence -run Prepared -update", language)
		}
		if i%slowtest.Count(5, 1) != 0 && !*update {
			continue
		}
		name, want, err := words.PrepareTalk(os.DirFS(locales), language, Prepare)
		if err != nil {
			t.Fatal(err)
		}
		if *update {
			if err := os.WriteFile(filepath.Join(locales, name), want, 0o600); err != nil {
				t.Fatal(err)
			}
			continue
		}
		if got, err := fs.ReadFile(words.BuiltIn(), name); err != nil || !bytes.Equal(got, want) {
			t.Errorf("%s isn't what the phrases come to (%v): run go test ./game/words/sentence -run Prepared -update", name, err)
		}
	}
}

// heapInUse returns how much the program holds.
func heapInUse() int {
	runtime.GC()
	runtime.GC() // once more, for objects with finalizers
	var m runtime.MemStats
	runtime.ReadMemStats(&m)
	return int(m.HeapAlloc)
}

// The first sentence in a language is read without learning the language, which takes hundreds of
// thousands of allocations, and what it leaves behind is small.
func TestTheFirstSentenceIsCheap(t *testing.T) {
	slowtest.Sequential(t)
	const mostAllocations, most, mostInEnglish = 32_000, 700 << 10, 1200 << 10
	catalogue, err := words.Load()
	if err != nil {
		t.Fatal(err)
	}
	for _, language := range catalogue.Languages() {
		w, before := catalogue.Talk(language), heapInUse()
		talk := New(w)
		talk.Guess("who is winning", Situation{})
		talk.ReadForm("who is winning", Situation{})
		took, bound := heapInUse()-before, most
		if language == "en" {
			bound = mostInEnglish
		}
		allocations := testing.AllocsPerRun(1, func() { New(w).ReadForm("who is winning", Situation{}) })
		t.Logf("%s: %d kB, %.0f allocations", language, took>>10, allocations)
		if took > bound || allocations > mostAllocations {
			t.Errorf("%s: the reader takes %d kB and %.0f allocations, want at most %d kB and %d", language, took>>10, allocations, bound>>10, mostAllocations)
		}
		runtime.KeepAlive(talk)
	}
}

// Without what was prepared, as after a change to a talk.yaml, a language is learned when it's first used.
func TestAnotherVocabularyIsLearned(t *testing.T) {
	catalogue, err := words.Load()
	if err != nil {
		t.Fatal(err)
	}
	whole, err := catalogue.WholeTalk("tr")
	if err != nil {
		t.Fatal(err)
	}
	learned, ready := New(whole), New(catalogue.Talk("tr"))
	for _, text := range []string{"ipucu ver", "kim kazanıyor", "bugün hava nasıl", "geri al", "seviye biraz zor geldi"} {
		got, ok := learned.Guess(text, Situation{})
		want, wanted := ready.Guess(text, Situation{})
		said, _ := learned.Read(text)
		again, _ := ready.Read(text)
		if ok != wanted || got.Topic != want.Topic || said.Topic != again.Topic {
			t.Errorf("%q is about %q or %q, want %q or %q as with what was prepared", text, got.Topic, said.Topic, want.Topic, again.Topic)
		}
	}
}
