package slack

import (
	"strings"
	"testing"
)

// TestTheAppHomeShowsHowOneStands plays a rated pair, and looks at the App Home.
func TestTheAppHomeShowsHowOneStands(t *testing.T) {
	w := newWorld(t)
	if got := w.homeText("ana"); !strings.Contains(got, "You haven't finished a game here yet") || !strings.Contains(got, "Be the first") {
		t.Errorf("the App Home before the first game is %s", got)
	}
	w.types("ana", "general", "challenge @bob rated")
	w.press("bob", "general", "Accept")
	for _, name := range []string{"ana", "ana"} {
		w.types(name, "general", "resign")
	}
	got := w.homeText("ana")
	for _, want := range []string{
		`"text":"Your profile"`, "Rating: 1338? (rated pairs: 1)", `"text":"The best ratings here"`, `"type":"data_table"`,
		`{"text":"bob","type":"raw_text"}`, `"text":"1662?"`,
	} {
		if !strings.Contains(got, want) {
			t.Errorf("the App Home is %s, want %q", got, want)
		}
	}
	// Where there are no tables yet, the same is said in lines.
	w.slack.Fail("views.publish", "invalid_blocks")
	got = w.homeText("ana")
	if strings.Contains(got, "data_table") || !strings.Contains(got, "1. bob: 1662?") || !strings.Contains(got, "→ 2. You: 1338?") {
		t.Errorf("the App Home without tables is %s", got)
	}
	// What somebody hides is hidden from the others' App Homes.
	w.types("bob", "general", "visibility private")
	if got := w.homeText("ana"); strings.Contains(got, "1662") {
		t.Errorf("the App Home shows what bob hides: %s", got)
	}
}
