package words

import (
	"testing"
	"testing/fstest"
)

// Numbers have the marks of their language, and English articles are fixed only in English.
func TestNumbersByLanguage(t *testing.T) {
	files := fstest.MapFS{"en/all.yaml": {Data: []byte(`{number.group: ",", number.decimal: ".", article.a: a, article.an: an, said: "a {{.n}}"}`)}}
	for _, l := range []string{"de", "fr", "es", "pt-BR", "ja", "ru", "tr", "pl", "ko", "it"} {
		files[l+"/all.yaml"] = &fstest.MapFile{Data: []byte(`{said: "a {{.n}}"}`)}
	}
	w, err := Read(files)
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		locale   string
		n        any
		expected string
	}{
		{"en", 8000, "an 8,000"},
		{"en", Decimal("0.5"), "a 0.5"},
		{"de", 8000, "a 8.000"},
		{"de", Decimal("2.3"), "a 2,3"},
		{"de", Decimal("1620"), "a 1620"},
		{"fr", 1234567, "a 1\u00a0234\u00a0567"},
		{"fr", Decimal("2.3"), "a 2,3"},
		{"es", 8, "a 8"},
		{"pt-BR", 1234567, "a 1.234.567"},
		{"pl", Decimal("2.3"), "a 2,3"},
		{"ja", 1234567, "a 1,234,567"},
		{"ko", Decimal("2.3"), "a 2.3"},
	} {
		if got := w.Say(New("said", "n", c.n), Voice{Locale: c.locale}); got != c.expected {
			t.Errorf("%v in %s is %q, want %q", c.n, c.locale, got, c.expected)
		}
	}
}
