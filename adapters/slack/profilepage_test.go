package slack

import (
	"strings"
	"testing"

	"nimbot/adapters/slack/slacktest"
	"nimbot/internal/slowtest"
)

// TestAppHomeShowsProfile plays a rated pair, and checks the App Home.
func TestAppHomeShowsProfile(t *testing.T) {
	w := newWorld(t)
	if got := w.homeText("ana"); !strings.Contains(got, "You haven't finished a game here yet") || !strings.Contains(got, "Be the first") {
		t.Errorf("the App Home before the first game is %s", got)
	}
	w.typeCommand("ana", "general", "challenge @bob rated")
	w.press("bob", "general", "Accept")
	for _, name := range []string{"ana", "ana"} {
		w.typeCommand(name, "general", "resign")
	}
	w.wait("the pair to be counted", func() bool {
		got := w.homeText("ana")

		return strings.Contains(got, `"text":"1662? ± 581 (above `) && strings.Contains(got, "Rating: 1338?")
	})
	got := w.homeText("ana")
	for _, want := range []string{
		`"text":"Your profile"`, "Rating: 1338? (rated pairs: 1)", `"text":"The best ratings here"`, `"type":"data_table"`,
		`{"text":"bob","type":"raw_text"}`, `"text":"1662? ± 581 (above `,
	} {
		if !strings.Contains(got, want) {
			t.Errorf("the App Home is %s, want %q", got, want)
		}
	}
	// Where Slack refuses table blocks, lines say the same.
	w.slack.Fail("views.publish", "invalid_blocks")
	got = w.homeText("ana")
	if strings.Contains(got, "data_table") || !strings.Contains(got, "1. bob: 1662? ± 581") || !strings.Contains(got, "→ 2. You: 1338? ± 581") {
		t.Errorf("the App Home without tables is %s", got)
	}
	// What a person hides is hidden on the others' App Homes.
	w.typeCommand("bob", "general", "visibility private")
	if got := w.homeText("ana"); strings.Contains(got, "1662") {
		t.Errorf("the App Home shows what bob hides: %s", got)
	}
}

// TestNamesOfAnyScript shows people on boards and App Homes whose names are of any script
// or look like markup. The fake validates what is sent.
func TestNamesOfAnyScript(t *testing.T) {
	slowtest.Sequential(t)
	for _, name := range []string{"محمد", "李小龍", "👩‍👩‍👧‍👦", "Z̴̧͑a̵͝l̶̛g̸o̷", "\u202eevil", "<@UANA>", "<!everyone>", "*b* _i_ `c`", strings.Repeat("ŷ", 80)} {
		w := newWorld(t)
		w.slack.AddUser(slacktest.User{ID: userID("bob"), Name: name})
		w.typeCommand("ana", "general", "challenge @bob rated")
		w.press("bob", "general", "Accept")
		w.typeCommand("bob", "general", "resign")
		w.typeCommand("bob", "general", "resign")
		w.wait("the pair to be counted", func() bool { return strings.Contains(w.homeText("ana"), "data_table") })
		for _, who := range []string{"ana", "bob"} {
			// A table's cells are plain text, sections are not.
			if got := w.homeText(who); !strings.Contains(got, "data_table") || strings.Contains(got, "against "+name) && strings.ContainsAny(name, "<*`") {
				t.Errorf("the App Home of %s with %q is %s, want a table, and the name without markup", who, name, got)
			}
		}
		for range 10 {
			w.typeCommand("bob", "general", "export me")
			w.wantPrivate("bob", "everything I store about you")
		}
	}
}
