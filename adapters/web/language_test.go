package web

import (
	"io"
	"net/http"
	"regexp"
	"testing"
)

var pageLang = regexp.MustCompile(`<html lang="([^"]*)"`)

// The page is in the language that its visitor chose, on it or by a command, else in the
// first that the browser accepts and the catalogue has.
func TestThePageSpeaksItsVisitorsLanguage(t *testing.T) {
	s := newSite(t, 1_000_000, Limits{})
	b := s.browser()
	b.join("ana", false)
	get := func(accept, chosen string) string {
		t.Helper()
		req, err := http.NewRequest(http.MethodGet, s.http.URL, nil)
		if err != nil {
			t.Fatal(err)
		}
		req.Header.Set("Accept-Language", accept)
		if chosen != "" {
			req.AddCookie(&http.Cookie{Name: languageCookie, Value: chosen})
		}
		resp, err := b.http.Do(req)
		if err != nil {
			t.Fatal(err)
		}
		defer func() { _ = resp.Body.Close() }()
		text, err := io.ReadAll(resp.Body)
		if m := pageLang.FindSubmatch(text); err == nil && m != nil {
			return string(m[1])
		}
		t.Fatalf("no page: %v", err)
		return ""
	}
	for _, c := range []struct{ typed, accept, chosen, want string }{
		{"", "de-AT, en;q=0.5", "", "de"},
		{"", "uk, xx;q=0.9, pl;q=0.8, de;q=0.7", "", "pl"},
		{"", "xx", "", "en"},
		{"", "broken;;;q", "", "en"},
		{"", "de", "ja", "ja"},
		{"", "de", "zz", "de"},
		{"/nim me language pl", "de", "", "pl"},
		{"/nim me language zz", "de", "", "pl"},
		{"/nim me language auto", "de", "", "de"},
	} {
		if c.typed != "" {
			b.post("/web/say", sayRequest{As: "ana", Channel: "general", Text: c.typed})
		}
		if got := get(c.accept, c.chosen); got != c.want {
			t.Errorf("after %q, a page for %q with the choice %q is in %q, want %q", c.typed, c.accept, c.chosen, got, c.want)
		}
	}
}
