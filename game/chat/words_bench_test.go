package chat_test

import (
	"context"
	"testing"

	"nimbot/game/dialog"
	"nimbot/game/words"
)

// BenchmarkSay measures putting a reply into words in each language: one label, one
// sentence, and everything that a board of Nim with five piles shows after a move.
//
//	go test ./game/chat -run - -bench Say -benchmem
func BenchmarkSay(b *testing.B) {
	catalogue, err := words.Load()
	if err != nil {
		b.Fatal(err)
	}
	ana := dialog.User{ID: "u1", Name: "Ana"}
	for _, c := range []struct {
		name  string
		texts []words.Text
	}{
		{"label", []words.Text{{Key: "button.hint"}}},
		{"sentence of three", []words.Text{{Key: "moved.take", Args: words.Args{"player", ana, "amount", "3", "label", "B", "move", "B3"}}}},
		{"plural", []words.Text{{Key: "end.last-move", Args: words.Args{"count", 12, "winner", ana, "loser", ana}}}},
		{"board", boardTexts(b)},
	} {
		for _, language := range catalogue.Languages() {
			b.Run(c.name+"/"+language, func(b *testing.B) {
				v := words.Voice{Locale: language, Command: "/nim", Name: func(u words.Person) string { return u.Name }}
				catalogue.Say(c.texts[0], v) // reads the language
				b.ReportAllocs()
				for b.Loop() {
					for _, t := range c.texts {
						catalogue.Say(t, v)
					}
				}
				b.ReportMetric(float64(len(c.texts)), "texts")
			})
		}
	}
}

// boardTexts are all texts of a board of five piles on which somebody has
// moved and the bot has answered.
func boardTexts(b *testing.B) []words.Text {
	h := newHandler(b, instant{}, nil)
	place := dialog.Place{Platform: "bench", Channel: "say"}
	var texts []words.Text
	for _, text := range []string{"start 9 8 7 6 5 level:easy", "A1"} {
		texts = nil
		for _, m := range h.Handle(context.Background(), dialog.Request{Place: place, User: dialog.User{ID: "u1", Name: "Ana"}, Text: text}).Messages {
			texts = append(texts, m.Lines...)
			if m.Menu != nil {
				texts = append(texts, m.Menu.Title)
				for _, i := range m.Menu.Items {
					texts = append(texts, i.Label)
				}
			}
			for _, i := range m.Buttons {
				texts = append(texts, i.Label)
			}
		}
	}
	return texts
}
