package people_test

import (
	"strings"
	"testing"

	"nimbot/game/chat/chattest"
	"nimbot/game/people"
	"nimbot/game/router/routertest"
	"nimbot/store"
	"nimbot/store/person"
)

// The board of lessons says who passed which, of public profiles only, the most first.
func TestWhoPassedWhichLessons(t *testing.T) {
	c := routertest.NewRoom(t)
	book := people.New(people.Config{Store: c.Store.(store.Archive), Now: c.Clock, Seed: 1})
	for name, done := range map[string]person.Practised{
		"ana":  {Lessons: 4, Passed: "1 2 3 7 chomp"},
		"cleo": {Lessons: 1, Passed: "4"},
		"dan":  {Lessons: 1, Passed: "1"},
	} {
		if err := book.Practised(t.Context(), c.Place, chattest.Person(name), done); err != nil {
			t.Fatal(err)
		}
	}
	c.Says("dan", "visibility private")
	got := c.Text(c.Says("cleo", "leaders lessons"))
	for _, want := range []string{"1. ana: 5 lessons (1–3, 7, Chomp)", "2. cleo: 1 lesson (4)"} {
		if !strings.Contains(got, want) {
			t.Errorf("leaders lessons says\n%s\nwant %q", got, want)
		}
	}
	if strings.Contains(got, "dan") {
		t.Errorf("leaders lessons says\n%s\nwant nothing of dan, whose profile is private", got)
	}
}
