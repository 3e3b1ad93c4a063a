package web

import (
	"cmp"
	"net/http"
	"slices"
	"strings"
	"time"

	"golang.org/x/text/language"
	"golang.org/x/text/language/display"

	"nimbot/game/words/command"
)

// languageCookie is the name of the cookie with the language that a visitor chose.
const languageCookie = "language"

// languageFor is how long a browser remembers it.
const languageFor = 365 * 24 * time.Hour

// languageOf returns the language that the visitor chose on the page, "" for none. The catalogue
// may lack it.
func languageOf(r *http.Request) string {
	c, err := r.Cookie(languageCookie)
	if err != nil {
		return ""
	}
	return c.Value
}

// localeOf returns the language of the visitor's page, as set by withLanguage.
func localeOf(r *http.Request) string { return r.Header.Get("Accept-Language") }

// withLanguage replaces what the visitor's browser accepts by the one language in which they
// are answered: their choice, else the first that the catalogue has, else English.
func (s *Server) withLanguage(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		locales := append([]string{languageOf(r)}, acceptedLocales(r.Header.Get("Accept-Language"))...)
		r.Header.Set("Accept-Language", s.renderer.words.Language(append(locales, "en")...))
		next.ServeHTTP(w, r)
	})
}

// maxAccepted is how many languages of a browser are looked at.
const maxAccepted = 16

// acceptedLocales are the languages that a browser accepts, the preferred first. It skips invalid ones.
func acceptedLocales(header string) (locales []string) {
	weights := map[string]float32{}
	for _, entry := range strings.SplitN(header, ",", maxAccepted+1) { // the last entry may be the rest of the header
		tags, weight, err := language.ParseAcceptLanguage(entry)
		if err == nil && len(tags) == 1 && weight[0] > 0 {
			locales = append(locales, tags[0].String())
			weights[tags[0].String()] = weight[0]
		}
	}
	slices.SortStableFunc(locales, func(a, b string) int { return cmp.Compare(weights[b], weights[a]) })
	return locales
}

// setLanguageCookie makes the page use the language that its reader chose by a command.
func (s *Server) setLanguageCookie(w http.ResponseWriter, cmd string) {
	l, err := command.Parse(cmd)
	if err != nil || l.Name() != "language" || l.Rest == "" {
		return
	}
	known, ok := s.renderer.words.LanguageNamed(l.Rest)
	c := http.Cookie{Name: languageCookie, Value: known, Path: "/", MaxAge: int(languageFor.Seconds()), SameSite: http.SameSiteLaxMode}
	switch {
	case strings.EqualFold(l.Rest, command.AutoLanguage):
		c.MaxAge = -1
	case !ok: // the reply refuses the unknown language
		return
	}
	http.SetCookie(w, &c)
}

// languages returns the languages to choose from, each by its own name.
func (s *renderer) languages() (all []option) {
	for _, l := range s.words.Languages() {
		all = append(all, option{l, display.Self.Name(language.Make(l))})
	}
	return all
}
