package discordtest

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"image"
	_ "image/gif" // the pictures that the bot sends
	_ "image/png"
	"io"
	"mime"
	"mime/multipart"
	"regexp"
	"strings"
	"unicode/utf8"
)

// The limits of files. Discord drops a large answer to its own request. The limit isn't documented:
// 80 kB passed, 160 kB didn't.
const (
	maxFile     = 10 << 20
	maxResponse = 80_000
	maxAlt      = 1024
)

// File is a file that came with a message. This server takes pictures in PNG, and
// JSON.
type File struct {
	Name string
	Alt  string // its alternative text
	Data []byte
}

// content is a parsed body: its JSON, and the files by the n of "files[n]".
type content struct {
	json  []byte
	files map[string]File
}

var filePart = regexp.MustCompile(`^files\[(0|[1-9][0-9]?)\]$`)

// open parses a body, and returns what is wrong with its form.
func open(contentType string, body []byte) (c content, problems []string) {
	kind, parameters, err := mime.ParseMediaType(contentType)
	switch {
	case err != nil:
		return c, []string{fmt.Sprintf("the content type %q: %v", contentType, err)}
	case kind == "application/json":
		return content{json: body}, nil
	case kind != "multipart/form-data" || parameters["boundary"] == "":
		return c, []string{fmt.Sprintf("the content type %q", contentType)}
	}
	c.files = map[string]File{}
	form := multipart.NewReader(bytes.NewReader(body), parameters["boundary"])
	for {
		part, err := form.NextRawPart()
		if errors.Is(err, io.EOF) {
			break
		}
		if err != nil {
			return c, append(problems, "the form: "+err.Error())
		}
		data, err := io.ReadAll(part)
		if err != nil {
			return c, append(problems, "the form: "+err.Error())
		}
		problems = append(problems, c.take(part, data)...)
	}
	if c.json == nil {
		problems = append(problems, "a form without payload_json")
	}
	if len(c.files) == 0 {
		problems = append(problems, "a form without a file")
	}
	return c, problems
}

// take adds a part of the form.
func (c *content) take(part *multipart.Part, data []byte) []string {
	name, kind := part.FormName(), part.Header.Get("Content-Type")
	if name == "payload_json" {
		if c.json != nil || kind != "" && kind != "application/json" {
			return []string{fmt.Sprintf("payload_json a second time, or of the type %q", kind)}
		}
		c.json = data
		return nil
	}
	m := filePart.FindStringSubmatch(name)
	if m == nil {
		return []string{fmt.Sprintf("a form with the part %q", name)}
	}
	if _, twice := c.files[m[1]]; twice {
		return []string{fmt.Sprintf("the part %q a second time", name)}
	}
	f := File{Name: part.FileName(), Data: data}
	c.files[m[1]] = f
	if f.Name == "" || strings.ContainsAny(f.Name, "/\\ ") {
		return []string{fmt.Sprintf("%s has the file name %q", name, f.Name)}
	}
	if len(data) == 0 || len(data) > maxFile {
		return []string{fmt.Sprintf("%s has %d bytes", name, len(data))}
	}
	if kind == "application/json" && json.Valid(data) {
		return nil
	}
	_, format, err := image.Decode(bytes.NewReader(data))
	if err != nil || kind != "image/"+format {
		return []string{fmt.Sprintf("%s has the type %q, and is %q: %v", name, kind, format, err)}
	}
	return nil
}

// attachments judges the attachments of a message, and returns the names under
// which its components may refer to them.
func (j *judge) attachments(at string, m map[string]any, create bool) map[string]bool {
	names := map[string]bool{}
	all, there := m["attachments"].([]any)
	if m["attachments"] != nil && !there || len(all) > 10 {
		j.add(at+"/attachments", "want a list of at most 10")
	}
	if !create && !there {
		j.add(at+"/attachments", "missing: which of the old ones stay depends on the route")
	}
	listed := map[string]bool{}
	for i, a := range all {
		here, a := fmt.Sprintf("%s/attachments/%d", at, i), object(a)
		j.unknownProperties(here, a, "id filename description")
		n := text(a["id"]) // this bot never keeps an earlier attachment in an edit
		f, uploaded := j.files[n]
		if !uploaded || listed[n] {
			j.add(here+"/id", "%v is no file of this form, or is there twice", a["id"])
			continue
		}
		listed[n] = true
		if text(a["filename"]) != f.Name || names[f.Name] {
			j.add(here+"/filename", "%v, want %q, and once", a["filename"], f.Name)
		}
		j.length(here+"/description", a["description"], 1, maxAlt)
		names[f.Name] = true
	}
	for n, f := range j.files {
		if !listed[n] {
			j.add(at+"/attachments", "the file %q is not among them", f.Name)
		}
	}
	return names
}

// gallery judges a gallery; its pictures are attachments of the message.
func (c *counter) gallery(at string, m map[string]any) {
	items := list(m["items"])
	if len(items) < 1 || len(items) > 10 {
		c.add(at+"/items", "%d pictures, want 1 to 10", len(items))
	}
	for i, item := range items {
		here, item := fmt.Sprintf("%s/items/%d", at, i), object(item)
		c.unknownProperties(here, item, "media description spoiler")
		c.unknownProperties(here+"/media", object(item["media"]), "url")
		if n := utf8.RuneCountInString(text(item["description"])); n < 1 || n > maxAlt {
			c.add(here+"/description", "%d characters of alternative text, want 1 to %d", n, maxAlt)
		}
		c.attachment(here+"/media/url", text(object(item["media"])["url"]))
	}
}

// attachment judges a reference to an attachment of the message.
func (c *counter) attachment(at, url string) {
	name, ok := strings.CutPrefix(url, "attachment://")
	if !ok || !c.names[name] {
		c.add(at, "UNFURLED_MEDIA_ITEM_REFERENCED_ATTACHMENT_NOT_FOUND: %v", url)
	}
	c.shown[name] = true
}

// attached returns the files of a message, in its order.
func (c content) attached(w wireMessage) []File {
	var all []File
	for _, a := range w.Attachments {
		f := c.files[a.ID]
		f.Alt = a.Description
		all = append(all, f)
	}
	return all
}
