package web

import (
	"strings"
	"testing"
)

func TestCommandsAreUnderstood(t *testing.T) {
	for _, tt := range []struct {
		line, want string
		ok         bool
	}{
		{"/nim start 3 4 5", "start 3 4 5", true},
		{"/start 3 4 5", "start 3 4 5", true},
		{"/nim chomp", "start chomp", true},
		{"/nim Chomp 3x4", "start Chomp 3x4", true},
		{"/nim play chomp", "start chomp", true},
		{"/chomp", "start chomp", true},
		{"/nim play B2", "play B2", true},
		{"/nim", "", true},
		{"start 3 4 5", "start 3 4 5", false},
		{"/me export", "me export", true},
		{"/me and my piles", "/me and my piles", false},
		{"/shrug", "/shrug", false},
		{"chomp is fun", "chomp is fun", false},
	} {
		if got, ok := commandText(tt.line); got != tt.want || ok != tt.ok {
			t.Errorf("command(%q) = %q, %v, want %q, %v", tt.line, got, ok, tt.want, tt.ok)
		}
	}
}

// Whoever posts a result has a name.
func TestAPostNeedsAName(t *testing.T) {
	for text, want := range map[string]bool{"share": true, "daily share": true, "daily": false, "puzzle": false, "guess why": false, "guess A1": true} {
		if got := needsName(text); got != want {
			t.Errorf("needsName(%q) = %v, want %v", text, got, want)
		}
	}
}

func TestCompletion(t *testing.T) {
	s := newSite(t, 0, Limits{})
	ana, bob := s.browser(), s.browser()
	ana.join("Ana", false)
	bob.join("Bob", false)
	ana.open("Ana", "", "general")
	bob.open("Bob", "", "general")
	for text, want := range map[string]string{
		"/nim cha":           `[{"text":"challenge","label":"challenge"}]`,
		"/nim challenge @b":  `[{"text":"@Bob","label":"@Bob"},{"text":"@bot","label":"@bot"}]`,
		"/nim start game:wy": `[{"text":"game:wythoff","label":"wythoff: Wythoff's game"}]`,
		"hello":              `[]`,
	} {
		_, body := ana.get("/web/complete?as=Ana&channel=general&text=" + strings.ReplaceAll(text, " ", "%20"))
		if got := strings.TrimSpace(body); got != want {
			t.Errorf("%q completes to %s, want %s", text, got, want)
		}
	}
}
