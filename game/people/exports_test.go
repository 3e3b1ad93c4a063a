package people_test

import (
	"encoding/json"
	"strings"
	"testing"

	"nimbot/game/dialog"
	"nimbot/store"
)

// exportFor returns the file that a person gets in a server.
func (w *cluster) exportFor(guild, who string) (file struct {
	Members map[string]struct {
		Pairs []struct {
			With   string
			Rating float64
			Game   string
		}
		Begun []struct{ With, Offer string }
		Games []any
	}
	Practice map[string]any
}, text string) {
	w.t.Helper()
	r := w.replicas[0].Handle(w.t.Context(), dialog.Request{
		Place: dialog.Place{Platform: "test", Guild: guild, Channel: "one"}, User: dialog.User{ID: "id-" + who, Name: who}, Text: "export me",
	})
	if len(r.Messages) != 1 || r.Messages[0].File == nil {
		w.t.Fatalf("export me = %+v, want a file", r.Messages)
	}
	text = string(r.Messages[0].File.Data)
	if err := json.Unmarshal([]byte(text), &file); err != nil {
		w.t.Fatal(err)
	}
	return file, text
}

// TestAnExportIsComplete lets a person play in two servers and practise. In either
// server, the export has all of that, and nothing about anybody else.
func TestAnExportIsComplete(t *testing.T) {
	onEveryStore(t, func(t *testing.T, s store.Archive, w *cluster) {
		for _, guild := range []string{"g", "h"} {
			for _, line := range []struct{ who, text string }{
				{secret, "challenge @bob rated"}, {"bob", "accept"}, {secret, "resign"}, {"bob", "resign"},
			} {
				w.replicas[0].Handle(t.Context(), dialog.Request{
					Place: dialog.Place{Platform: "test", Guild: guild, Channel: "one"}, User: dialog.User{ID: "id-" + line.who, Name: line.who}, Text: line.text,
					Mentions: map[string]dialog.User{"bob": {ID: "id-bob", Name: "bob"}},
				})
			}
		}
		w.talkIn("one", secret, "puzzle")
		w.settle()
		with := map[string]bool{}
		for _, guild := range []string{"g", "h"} {
			file, text := w.exportFor(guild, secret)
			if len(file.Members) != 2 || file.Practice == nil {
				t.Fatalf("in %s the export is %s, want two servers and practice", guild, text)
			}
			if strings.Contains(text, "bob") {
				t.Errorf("in %s the export names the opponent: %s", guild, text)
			}
			for name, m := range file.Members {
				if len(m.Games) == 0 || len(m.Pairs) != 1 || int(m.Pairs[0].Rating)%50 != 0 {
					t.Errorf("of %s there is %+v, want games and a pair with a rounded rating", name, m)
					continue
				}
				with[m.Pairs[0].With] = true
			}
		}
		if len(with) != 1 {
			t.Errorf("the one opponent is called %v, want one name", with)
		}
		_, theirs := w.exportFor("g", "bob")
		for name := range with {
			if strings.Contains(theirs, name) {
				t.Errorf("bob is given %s, in which the name %s stands as well", theirs, name)
			}
		}
	})
}
