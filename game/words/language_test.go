package words

import (
	"runtime"
	"testing"
	"testing/fstest"

	"nimbot/internal/slowtest"
)

func TestALocaleIsServedByItsMainLanguage(t *testing.T) {
	files := fstest.MapFS{}
	for _, l := range []string{"en", "de", "es", "pt-BR", "ru"} {
		files[l+"/all.yaml"] = &fstest.MapFile{Data: []byte("hi: " + l)}
	}
	w, err := Read(files)
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		locales []string
		want    string
	}{
		{[]string{"de"}, "de"},
		{[]string{"de_AT"}, "de"},
		{[]string{"es-ES"}, "es"},
		{[]string{"es-419"}, "es"},
		{[]string{"pt"}, "pt-BR"},
		{[]string{"pt-PT"}, "pt-BR"},
		{[]string{"en-GB"}, "en"},
		{[]string{"de-x-invented"}, "de"},
		{[]string{"uk"}, ""}, // related to Russian, but not Russian
		{[]string{"xx-YY", "", "de-CH", "es"}, "de"},
		{[]string{"not a locale", "C", "POSIX"}, ""},
		{nil, ""},
	} {
		if got := w.Language(c.locales...); got != c.want {
			t.Errorf("Language(%q) = %q, want %q", c.locales, got, c.want)
		}
	}
	for name, want := range map[string]string{"PT-br": "pt-BR", "de": "de", "pt": "", "xx": "", "": ""} {
		if got, ok := w.LanguageNamed(name); got != want || ok != (want != "") {
			t.Errorf("Named(%q) = %q, %t, want %q", name, got, ok, want)
		}
	}
}

// The sentences of a language that is used take at most 1.2 MB, and the others nothing.
func TestMemoryOfALanguage(t *testing.T) {
	slowtest.Sequential(t)
	const most = 1200 << 10
	w, err := Read(BuiltIn())
	if err != nil {
		t.Fatal(err)
	}
	heap := func() int64 {
		runtime.GC()
		runtime.GC() // once more, for objects with finalizers
		var m runtime.MemStats
		runtime.ReadMemStats(&m)
		return int64(m.HeapAlloc)
	}
	for _, language := range w.langs[1:] {
		if language.lexicon != nil {
			t.Errorf("%s was read before anybody spoke it", language.tag)
		}
		before := heap()
		w.Say(New("bot.name"), Voice{Locale: language.tag.String()})
		took := heap() - before
		t.Logf("%s takes %d kB", language.tag, took>>10)
		if took > most {
			t.Errorf("%s takes %d kB, want at most %d", language.tag, took>>10, most>>10)
		}
	}
	runtime.KeepAlive(w)
}

// BenchmarkRead measures reading English, as every start does, and then each other language
// when it's first spoken.
func BenchmarkRead(b *testing.B) {
	b.Run("en", func(b *testing.B) {
		for b.Loop() {
			if _, err := Read(BuiltIn()); err != nil {
				b.Fatal(err)
			}
		}
	})
	w, err := Read(BuiltIn())
	if err != nil {
		b.Fatal(err)
	}
	for _, t := range w.langs[1:] {
		b.Run(t.folder, func(b *testing.B) {
			for b.Loop() {
				unread := lang{tag: t.tag, folder: t.folder, files: t.files}
				if err := unread.read(w.english); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}
