package words_test

import (
	"errors"
	"testing"

	"nimbot/game/rules"
	"nimbot/game/words"
	"nimbot/internal/slowtest"
)

// The names, counts and measures of a game are said in the reader's language, too.
func TestArgumentsAreTranslated(t *testing.T) {
	slowtest.Sequential(t)
	w := loaded(t)
	position := func(key, text string) words.Text {
		g, err := rules.Lookup(key)
		if err != nil {
			t.Fatal(err)
		}
		p, err := g.Parse(text)
		if err != nil {
			t.Fatal(err)
		}
		d := p.Diagram()
		return words.Position(key, p, &d)
	}
	var refused *rules.Error
	if g, err := rules.Lookup("northcott"); err != nil {
		t.Fatal(err)
	} else if _, err := g.Parse("red 8:2,9"); !errors.As(err, &refused) {
		t.Fatalf("Parse = %v, want a refusal", err)
	}
	sides := w.Working("cake", rules.Working{Method: "nim-sum", Facts: []rules.Fact{{Code: "equal", Args: rules.Args{"first": "left", "second": "right"}}}})
	for _, tt := range []struct {
		language string
		text     words.Text
		want     string
	}{
		{"de", w.Part("cake", "left"), "die linke Seite"},
		{"ru", w.Part("cake", "bottom"), "нижняя сторона"},
		{"en", words.New("button.this-move", "do", words.New("do.take", "amount", "2", "label", "B")), "Take 2 from B"},
		{"en", words.New("hint.move", "do", words.New("do.take", "amount", "2", "label", "B")), "A winning move: take 2 from B."},
		{"es", sides[1], "Como el lado izquierdo y el lado derecho son iguales y no se puede mover nada más, lo que se haga en una parte se puede hacer en la otra: quien copia hace la última jugada."},
		{"ja", position("coins", "2 5 9"), "コインずらし、コインのマス：2、5、9"},
		{"en", position("coins", "2 5 9"), "Sliding coins. Coins on 2, 5, 9"},
		{"de", words.TextOf("fact.euclid.above", rules.Args{"large": 13, "small": 8, "ratio": rules.Decimal("1.625"), "golden": rules.Decimal("1.618")}), "13 ÷ 8 = 1,625, und das liegt über 1,618…"},
		{"de", words.TextOf(refused.Code, refused.Args), "Reihe A hat die Felder 1 bis 8, Feld 9 gibt es dort nicht (Figur: blau). Versuch ` red 8:2,5 6:1,6`."},
	} {
		if got := w.Say(tt.text, words.Voice{Locale: tt.language}); got != tt.want {
			t.Errorf("%s is said in %s as %q, want %q", tt.text.Key, tt.language, got, tt.want)
		}
	}
}
