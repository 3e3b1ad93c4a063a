// Package legal serves the pages that tell strangers about the bot: what it is, what it
// keeps about people, the terms of use, and whom to ask. The reviewers of Discord and Slack
// ask for these pages. One table, [Facts.Kept], lists the stored data; a test compares it
// with the stored documents.
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

// Facts are what the pages say about this copy of the bot.
type Facts struct {
	Operator string // who runs it; "" if the pages don't say
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

// ContactLink returns Contact as a link, "" if there is none.
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

// paths maps the paths of the pages to their templates.
var paths = map[string]string{
	"/about":   "about.html",
	"/privacy": "privacy.html",
	"/terms":   "terms.html",
	"/support": "support.html",
}

// Routes returns the pages by pattern for http.ServeMux. The first page is under /about, and
// also under / unless people play there. An error is a fault in the embedded pages.
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

// page is a rendered page.
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
	_, _ = w.Write(p.body) // an error means that the visitor went away
}
