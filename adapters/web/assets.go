package web

import (
	"bytes"
	"compress/gzip"
	"crypto/sha256"
	"embed"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"html/template"
	"maps"
	"net/http"
	"path"
	"regexp"
	"slices"
	"strings"
	"sync"

	"nimbot/game/draw"
)

//go:embed static
var static embed.FS

// assets are the built-in templates and files of the page.
type assets struct {
	page    *template.Template
	plain   *template.Template
	analyze *template.Template
	gate    *template.Template // of an Activity
	files   map[string]asset   // by name
	release string             // changes when anything of the page does
}

// asset is a file of the page.
type asset struct {
	kind string
	body body
	tag  string // of its content
}

// contentTypes are the content types of the page's files, by the suffix of their names.
var contentTypes = map[string]string{
	".webmanifest": "application/manifest+json", ".png": "image/png",
	".css": "text/css; charset=utf-8", ".js": "text/javascript; charset=utf-8", ".json": "application/json", ".svg": "image/svg+xml",
}

// scripts are joined into one script, so that a browser fetches one file while programmers read
// short ones.
var scripts = []string{"page.js", "messages.js", "boards.js", "drawing.js", "game.js", "next.js", "coach.js", "asked.js", "review.js", "lobby.js", "lessons.js", "panel.js", "typing.js", "signals.js", "begin.js"}

// blockComment matches a comment in a style sheet.
var blockComment = regexp.MustCompile(`/\*[^*]*\*/`)

// cssBlanks matches blanks that mean nothing in a style sheet.
var cssBlanks = regexp.MustCompile(`\s*([{};,])\s*`)

// endComment matches a comment of a script behind a statement, or behind what opens or ends one; in a
// string of the scripts there is none.
var endComment = regexp.MustCompile(`(?m)([;{},(]) // .*$`)

// codeBlanks matches blanks that mean nothing beside a mark of a script. "+" isn't such a mark: "a + +b".
var codeBlanks = regexp.MustCompile(` *([;,{}()=&|?:<>]) *`)

// withoutBlanks drops blanks of a line of a script outside its strings. A line with other marks of strings, or of
// regular expressions, stays as it is.
func withoutBlanks(line []byte) []byte {
	if bytes.ContainsRune(line, '\\') { // which may stand before the end of a string
		return line
	}
	parts := bytes.Split(line, []byte(`"`))
	for i := 0; i < len(parts); i += 2 {
		if bytes.ContainsAny(parts[i], "'`/") {
			return line
		}
		parts[i] = codeBlanks.ReplaceAll(parts[i], []byte("$1"))
	}
	return bytes.Join(parts, []byte(`"`))
}

// withoutComments drops comments, blank lines and indentation, which browsers needn't fetch.
func withoutComments(text []byte) []byte {
	short := make([]byte, 0, len(text))
	for line := range bytes.Lines(endComment.ReplaceAll(blockComment.ReplaceAll(text, nil), []byte("$1"))) {
		line = bytes.TrimLeft(line, " \t")
		if !bytes.HasPrefix(line, []byte("//")) && string(line) != "\n" {
			short = append(short, line...)
		}
	}
	return short
}

// builtInAssets are the assets, which are the same for every Server.
var builtInAssets = sync.OnceValues(newAssets)

func newAssets() (assets, error) {
	a := assets{files: map[string]asset{}}
	stub := template.FuncMap{"say": func(string) string { return "" }, "count": func(string, int) string { return "" }, "title": func(string) string { return "" }, "lang": func() string { return "" }, "file": a.address}
	for name, page := range map[string]**template.Template{"page.html": &a.page, "plain.html": &a.plain, "analyze.html": &a.analyze, "activity.html": &a.gate} {
		var err error
		if *page, err = template.New(name).Funcs(stub).ParseFS(static, "static/"+name, "static/shared.html"); err != nil {
			return a, fmt.Errorf("%s: %w", name, err)
		}
	}
	texts := map[string][]byte{}
	first, others := smallDrawings()
	for name, drawn := range map[string]map[string]string{"groups.json": first, "drawings.json": others} {
		drawings, err := json.Marshal(drawn)
		if err != nil {
			return a, err
		}
		texts[name] = drawings
	}
	for name, parts := range map[string][]string{"style.css": {"style.css"}, "page.js": scripts, "icon.svg": {"icon.svg"}, "icon-turn.svg": {"icon-turn.svg"}, "icon-180.png": {"icon-180.png"}, "icon-512.png": {"icon-512.png"}, "app.webmanifest": {"app.webmanifest"}, "worker.js": {"worker.js"}, "activity.js": {"activity.js"}, "activity.css": {"activity.css"}} {
		text, err := source(parts...)
		if err != nil {
			return a, err
		}
		if name == "style.css" {
			text = append(text, boardCSS()...)
		}
		if kind := path.Ext(name); kind == ".css" || kind == ".js" {
			text = withoutComments(text)
		}
		switch path.Ext(name) {
		case ".css":
			text = cssBlanks.ReplaceAll(text, []byte("$1"))
		case ".js":
			var short []byte
			for line := range bytes.Lines(text) {
				short = append(short, withoutBlanks(line)...)
			}
			text = short
		}
		texts[name] = text
	}
	a.pack(texts)
	page, err := source("page.html", "shared.html")
	if err != nil {
		return a, err
	}
	for _, name := range slices.Sorted(maps.Keys(a.files)) {
		page = append(page, a.files[name].tag...)
	}
	a.release = digest(page)
	return a, nil
}

// source is the text of built-in files, one after the other.
func source(names ...string) (all []byte, err error) {
	for _, name := range names {
		text, err := static.ReadFile("static/" + name)
		if err != nil {
			return nil, err
		}
		all = append(all, text...)
	}
	return all, nil
}

// digest identifies a text.
func digest(text []byte) string {
	sum := sha256.Sum256(text)
	return hex.EncodeToString(sum[:8])
}

// pack adds files. It compresses them concurrently, because that takes a while.
func (a assets) pack(texts map[string][]byte) {
	var packing sync.WaitGroup
	var adding sync.Mutex
	for name, text := range texts {
		packing.Go(func() {
			packed := asset{contentTypes[path.Ext(name)], newBody(text), digest(text)}
			adding.Lock()
			defer adding.Unlock()
			a.files[name] = packed
		})
	}
	packing.Wait()
}

// address returns the address of a file. It contains a digest of the content, so that a browser can
// cache the file until it changes.
func (a assets) address(name string) string {
	return "/web/" + name + "?" + a.files[name].tag
}

// cssColour matches a colour as draw.CSS writes it.
var cssColour = regexp.MustCompile(`#[0-9a-f]{6}`)

// boardCSS returns the board colours, each for the light and the dark theme, which the system or the
// visitor chooses.
func boardCSS() string {
	dark := cssColour.FindAllString(draw.CSS(draw.Dark, ".board"), -1)
	return cssColour.ReplaceAllStringFunc(draw.CSS(draw.Light, ".board"), func(light string) string {
		both := "light-dark(" + light + "," + dark[0] + ")"
		dark = dark[1:]
		return both
	})
}

// serveWorker answers with the page's service worker, whose address must be above everything
// that it serves offline.
func (a assets) serveWorker(w http.ResponseWriter, r *http.Request) {
	w.Header().Set("Content-Type", contentTypes[".js"])
	w.Header().Set("Cache-Control", "no-cache")
	a.files["worker.js"].body.write(w, r, http.StatusOK)
}

// serveFile answers with a file of the page.
func (a assets) serveFile(w http.ResponseWriter, r *http.Request) {
	f, ok := a.files[r.PathValue("file")]
	if !ok {
		http.NotFound(w, r)
		return
	}
	h := w.Header()
	h.Set("Content-Type", f.kind)
	h.Set("ETag", `"`+f.tag+`"`)
	if r.URL.RawQuery == f.tag {
		h.Set("Cache-Control", "public, max-age=31536000, immutable")
	} else {
		h.Set("Cache-Control", "no-cache") // check for a new version each time
	}
	if strings.Contains(r.Header.Get("If-None-Match"), f.tag) {
		w.WriteHeader(http.StatusNotModified)
		return
	}
	f.body.write(w, r, http.StatusOK)
}

// body is a text to answer with, as it is and compressed.
type body struct{ plain, packed []byte }

func newBody(text []byte) body {
	var b bytes.Buffer
	z, _ := gzip.NewWriterLevel(&b, gzip.BestCompression)
	_, _ = z.Write(text) // a Buffer doesn't fail
	_ = z.Close()
	return body{text, b.Bytes()}
}

// write answers with b, compressed for a browser that can read that.
func (b body) write(w http.ResponseWriter, r *http.Request, status int) {
	text := b.plain
	w.Header().Add("Vary", "Accept-Encoding")
	if strings.Contains(r.Header.Get("Accept-Encoding"), "gzip") {
		w.Header().Set("Content-Encoding", "gzip")
		text = b.packed
	}
	w.WriteHeader(status)
	_, _ = w.Write(text) // fails if the visitor went away
}
