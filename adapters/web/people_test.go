package web

import (
	"maps"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"nimbot/store"
	"nimbot/store/platform"
	"nimbot/store/storetest"
)

// Renewing a name keeps document members that a later version added.
func TestUnknownMembersOfANameAreKept(t *testing.T) {
	s := storetest.NewMemory()
	p := newPeople(s, time.Now)
	doc := `{"v":3,"n":1,"id":"w1","name":"Ana","owner":"o","seen":1,"avatar":{"hue":7}}`
	if _, err := s.Commit(t.Context(), nameKey("Ana"), store.Write{Data: []byte(doc)}); err != nil {
		t.Fatal(err)
	}
	if _, err := p.join(t.Context(), "o", "Ana", false, nil, ""); err != nil {
		t.Fatal(err)
	}
	rec, err := s.Get(t.Context(), nameKey("Ana"))
	if err != nil || rec.Version == 1 || !strings.HasSuffix(string(rec.Data), `,"avatar":{"hue":7}}`) {
		t.Errorf("the name became version %d, %s, %v, want its avatar kept", rec.Version, rec.Data, err)
	}
}

// A comma after a mention isn't part of the name, unless a person's name ends in a comma.
func TestMentionsFollowedByPunctuation(t *testing.T) {
	s := newSite(t, 0, Limits{})
	for _, name := range []string{"Ana", "Bob", "J.R."} {
		s.browser().join(name, false)
	}
	for _, tt := range []struct {
		text string
		want map[string]string // names by what is mentioned
	}{
		{"challenge @Bob, 3 4", map[string]string{"Bob": "Bob"}},
		{"@bob, fancy a game?", map[string]string{"bob": "Bob"}},
		{"challenge @J.R. 3 4", map[string]string{"J.R.": "J.R."}},
		{"challenge @bot! and @Ana.", map[string]string{"bot": platform.BotID, "Ana": "Ana"}},
		{"challenge @Carl,", map[string]string{}},
	} {
		found, err := s.server.conversation.mentions(httptest.NewRequest(http.MethodPost, "/web/say", nil), tt.text)
		if err != nil {
			t.Fatal(err)
		}
		got := map[string]string{}
		for mention, who := range found {
			got[mention] = who.Name
		}
		if !maps.Equal(got, tt.want) {
			t.Errorf("mentions(%q) = %v, want %v", tt.text, got, tt.want)
		}
	}
}

// A name that a newer version has written is refused for a minute, not for good.
func TestANameOfANewerVersion(t *testing.T) {
	s := newSite(t, 0, Limits{})
	w := httptest.NewRecorder()
	s.server.gate.fail(w, httptest.NewRequest(http.MethodPost, "/web/join", nil), store.ErrNewer)
	if body := w.Body.String(); w.Code != http.StatusServiceUnavailable || !strings.Contains(body, "I'm being upgraded") {
		t.Errorf("the answer is %d, %s, want %d and that the bot is being upgraded", w.Code, body, http.StatusServiceUnavailable)
	}
}
