package words_test

import (
	"strings"
	"testing"

	"nimbot/game/words"
)

// loaded returns the catalogue.
func loaded(t *testing.T) *words.Catalogue {
	t.Helper()
	catalogue, err := words.Load()
	if err != nil {
		t.Fatal(err)
	}
	return catalogue
}

func TestPluralForms(t *testing.T) {
	catalogue := loaded(t)
	for _, c := range []struct {
		count any
		want  string
	}{{1, "1 minute"}, {2, "2 minutes"}, {uint64(1), "1 minute"}, {uint64(10_000_000_001), "10000000001 minutes"}} {
		if got := catalogue.Say(words.Text{Key: "time.minutes", Args: words.Args{"count", c.count}}, words.Voice{}); got != c.want {
			t.Errorf("Say(time.minutes, %v) = %q, want %q", c.count, got, c.want)
		}
	}
}

func TestAnUnknownKeyIsShownAsItself(t *testing.T) {
	catalogue := loaded(t)
	if got := catalogue.Say(words.Text{Key: "no.such.key"}, words.Voice{}); !strings.Contains(got, "no.such.key") {
		t.Errorf("Say(no.such.key) = %q, want the key", got)
	}
}

// A text for one reader addresses the reader as "you", and its sentences begin
// with a capital letter.
func TestTextsAddressTheirReader(t *testing.T) {
	catalogue := loaded(t)
	ana, bob := words.Person{ID: "1", Name: "ana"}, words.Person{ID: "2", Name: "bob"}
	took := func(u words.Person) words.Text {
		return words.Text{Key: "moved.take", Args: words.Args{"player", u, "amount", "2", "label", "B"}}
	}
	toMove := func(u words.Person) words.Text {
		return words.Text{Key: "state.to-move", Args: words.Args{"player", u, "position", "Pile: 3", "aim", "Win"}}
	}
	for _, c := range []struct {
		text         words.Text
		toAll, toAna string
	}{
		{toMove(ana), "ana's move. Pile: 3. Win.", "Your move. Pile: 3. Win."},
		{toMove(bob), "bob's move. Pile: 3. Win.", "bob's move. Pile: 3. Win."},
		{took(ana), "ana took 2 from B.", "You took 2 from B."},
		{
			words.Text{Key: "moved.both", Args: words.Args{"first", took(bob), "second", took(ana)}},
			"bob took 2 from B. ana took 2 from B.", "bob took 2 from B. You took 2 from B.",
		},
		{
			words.Text{Key: "offer.to", Args: words.Args{"from", bob, "to", ana}},
			"bob challenged ana to a game.", "bob challenged you to a game.",
		},
		{
			words.Text{Key: "offer.expired.to", Args: words.Args{"from", ana, "to", bob}},
			"ana's challenge to bob has expired.", "Your challenge to bob has expired.",
		},
	} {
		if got := catalogue.Say(c.text, words.Voice{}); got != c.toAll {
			t.Errorf("Say(%v) to all = %q, want %q", c.text, got, c.toAll)
		}
		if got := catalogue.Say(c.text, words.Voice{Pronoun: words.ReaderPronoun(ana)}); got != c.toAna {
			t.Errorf("Say(%v) to Ana = %q, want %q", c.text, got, c.toAna)
		}
	}
}

func TestThousandsAreSetApart(t *testing.T) {
	catalogue := loaded(t)
	for _, c := range []struct {
		count int
		want  string
	}{
		{25, "Draw: the 25-move limit was reached."},
		{999, "Draw: the 999-move limit was reached."},
		{2000, "Draw: the 2,000-move limit was reached."},
		{1234567, "Draw: the 1,234,567-move limit was reached."},
	} {
		if got := catalogue.Say(words.Text{Key: "end.length", Args: words.Args{"count", c.count}}, words.Voice{}); got != c.want {
			t.Errorf("Say(end.length, %d) = %q, want %q", c.count, got, c.want)
		}
	}
}

// Emphasised text is wrapped in the platform's marks; a "you" right after an
// opening mark still counts as the start of the sentence.
func TestEmphasis(t *testing.T) {
	catalogue := loaded(t)
	ana := words.Person{ID: "1", Name: "a*a"}
	won := words.Text{Key: "end.last-move", Args: words.Args{"count", 2, "winner", ana}}
	over := words.Text{Key: "state.over", Args: words.Args{"result", won, "position", "Pile: 0"}}
	took := words.Text{Key: "moved.take", Args: words.Args{"player", ana, "amount", "2", "label", "B"}}
	both := words.Text{Key: "sentences", Args: words.Args{"first", over, "second", took}}
	for _, c := range []struct {
		text  words.Text
		voice words.Voice
		want  string
	}{
		{over, words.Voice{}, "a*a won in 2 moves. Pile: 0."},
		{over, words.Voice{Strong: [2]string{"<b>", "</b>"}}, "<b>a*a won in 2 moves.</b> Pile: 0."},
		{over, words.Voice{Strong: [2]string{"**", "**"}, Pronoun: words.ReaderPronoun(ana)}, "**You won in 2 moves.** Pile: 0."},
		{both, words.Voice{Strong: [2]string{"**", "**"}, Pronoun: words.ReaderPronoun(ana)}, "**You won in 2 moves.** Pile: 0. You took 2 from B."},
	} {
		if got := catalogue.Say(c.text, c.voice); got != c.want {
			t.Errorf("Say(%v, %v) = %q, want %q", c.text.Key, c.voice.Strong, got, c.want)
		}
	}
}

// Beside a field no command precedes an answer, in no language, and no blank is left of it.
func TestAFieldNeedsNoCommand(t *testing.T) {
	w := loaded(t)
	text := words.New("practice.type-numbers", "several", false, "sample", "3")
	for _, lang := range w.Languages() {
		for field, want := range map[bool]string{true: "`3`", false: "`/nim answer 3`"} {
			if got := w.Say(text, words.Voice{Locale: lang, Command: "/nim", Field: field}); !strings.Contains(got, want) {
				t.Errorf("%s, with a field %t: %q lacks %s", lang, field, got, want)
			}
		}
	}
}
