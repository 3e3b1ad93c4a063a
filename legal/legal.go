// Package legal serves the pages that tell strangers about the bot: what it is, what it
// keeps about people, on which terms it's offered, and whom to ask. Those who review bots
// for Discord and Slack ask for them. The stored data is listed in one table, [Kept], which
// a test compares with the stored documents.
package legal

import (
	"bytes"
	"crypto/sha256"
	"embed"
	"encoding/base64"
	"fmt"
	"html/template"
	"net/http"
	"slices"
	"strconv"
	"strings"
)

//go:embed pages
var files embed.FS

// Facts are what the pages say of this copy of the bot.
type Facts struct {
	Operator string // whoever runs it; "" if that isn't told
	Contact  string // an e-mail or web address; "" if there is none
	Address  string // postal address; "" if there is none
	Command  string // "/nim"
	Games    int    // how many games it plays
	Play     bool   // people can play on a page under /
	// PersonDays is how many days an inactive person's data is kept.
	PersonDays int
	// BackupDays is how many days a deletion is remembered, so that a restored
	// backup deletes the data again. It is also the maximum age of a backup.
	BackupDays int
}

// ContactLink is Contact as a link, "" if there is none.
func (f Facts) ContactLink() string {
	if strings.Contains(f.Contact, "://") || f.Contact == "" {
		return f.Contact
	}
	return "mailto:" + f.Contact
}

// Kept returns the table of the stored data.
func (f Facts) Kept() []Kind {
	all := slices.Clone(kept)
	for i := range all {
		days := strings.NewReplacer("BACKUP_DAYS", strconv.Itoa(f.BackupDays), "DAYS", strconv.Itoa(f.PersonDays))
		all[i].HowLong, all[i].Why = days.Replace(all[i].HowLong), days.Replace(all[i].Why)
	}
	return all
}

// paths are where the pages are, with their templates.
var paths = map[string]string{
	"/about":   "about.html",
	"/privacy": "privacy.html",
	"/terms":   "terms.html",
	"/support": "support.html",
}

// Routes are the pages by pattern for http.ServeMux. The first page is under
// /about, and under / where nobody plays there.
func Routes(f Facts) (map[string]http.Handler, error) {
	style, err := files.ReadFile("pages/style.css")
	if err != nil {
		return nil, err
	}
	all, err := template.New("").Funcs(template.FuncMap{
		"style": func() template.CSS { return template.CSS(style) },
	}).ParseFS(files, "pages/*.html")
	if err != nil {
		return nil, err
	}
	digest := sha256.Sum256(style)
	policy := "default-src 'none'; style-src 'sha256-" + base64.StdEncoding.EncodeToString(digest[:]) + "'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
	routes := map[string]http.Handler{}
	for path, name := range paths {
		var b bytes.Buffer
		if err := all.ExecuteTemplate(&b, name, f); err != nil {
			return nil, fmt.Errorf("%s: %w", name, err)
		}
		routes["GET "+path] = page{b.Bytes(), policy}
	}
	if !f.Play {
		routes["GET /{$}"] = routes["GET /about"]
	}
	return routes, nil
}

// page is a page as it is sent, which never changes.
type page struct {
	body   []byte
	policy string
}

// ServeHTTP implements http.Handler.
func (p page) ServeHTTP(w http.ResponseWriter, _ *http.Request) {
	h := w.Header()
	h.Set("Content-Type", "text/html; charset=utf-8")
	h.Set("Content-Security-Policy", p.policy)
	h.Set("X-Content-Type-Options", "nosniff")
	h.Set("Referrer-Policy", "no-referrer")
	h.Set("Cache-Control", "public, max-age=3600")
	_, _ = w.Write(p.body) // a visitor who went away
}
