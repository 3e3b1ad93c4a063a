package web

import (
	"net/http"
	"net/url"
	"strings"
	"testing"

	"nimbot/store/channel"
	kept "nimbot/store/person"
)

// The analysis refuses the position of a rated pair to its players, by the names of their
// browser, and counts as help with an exercise.
func TestAnalysisRefusesPositionsOfRatedPairs(t *testing.T) {
	s := newSite(t, 100_000, Limits{})
	ana, bob, other := s.browser(), s.browser(), s.browser()
	ana.join("Ana", false)
	bob.join("Bob", false)
	ana.open("Ana", "", "general")
	bob.open("Bob", "", "general")
	ana.say("Ana", "general", "/nim challenge @Bob rated")
	bob.say("Bob", "general", "/nim accept")
	rec, err := s.store.Get(t.Context(), "web/general")
	if err != nil {
		t.Fatal(err)
	}
	doc, err := channel.Decode(rec.Data)
	if err != nil || doc.Game == nil || doc.Game.Pair == nil {
		t.Fatalf("no rated pair is on: %+v, %v", doc.Game, err)
	}
	piles := strings.Fields(doc.Game.Start)
	piles[0], piles[1] = piles[1], piles[0]
	for _, position := range []string{doc.Game.Start, strings.Join(piles, " ")} {
		path := "/analyze/nim/" + url.PathEscape(position)
		for name, c := range map[string]struct {
			b    *browser
			want int
		}{"ana": {ana, http.StatusForbidden}, "bob": {bob, http.StatusForbidden}, "somebody else": {other, http.StatusOK}} {
			resp, page := c.b.get(path)
			if resp.StatusCode != c.want || (c.want != http.StatusOK) != strings.Contains(page, "rated pair you&#39;re playing") {
				t.Errorf("%s asks for %s: %d, want %d and a sentence", name, path, resp.StatusCode, c.want)
			}
			resp, body := c.b.getJSON(path)
			if resp.StatusCode != c.want || (c.want != http.StatusOK) != strings.Contains(string(body), `{"error":"`) {
				t.Errorf("%s asks for %s as JSON: %d, %s, want %d", name, path, resp.StatusCode, body, c.want)
			}
		}
	}
	if resp, _ := ana.get("/analyze/nim/1%202%204"); resp.StatusCode != http.StatusOK {
		t.Errorf("another position is refused: %d", resp.StatusCode)
	}

	practices := kept.NewPractices(s.store, s.now, 0)
	key := kept.PracticeKey(Platform, doc.Game.Players[0].ID)
	if _, err := practices.Change(t.Context(), key, func(doc *kept.Practice) (bool, error) {
		doc.Now = &kept.Exercise{Kind: "puzzle", Game: "nim", Ending: "normal", Position: "30 41 60", Asks: "find"}
		return true, nil
	}); err != nil {
		t.Fatal(err)
	}
	for _, b := range []*browser{ana, bob, other} {
		b.get("/analyze/nim/" + url.PathEscape("60 41 30"))
	}
	exercise, err := practices.Read(t.Context(), key)
	if err != nil || !exercise.Now.Hinted {
		t.Errorf("the exercise is %+v, %v; want it hinted", exercise.Now, err)
	}
}
