package discordtest

import (
	"bytes"
	"fmt"
	"image"
	"image/png"
	"mime/multipart"
	"net/textproto"
	"strings"
	"testing"
)

// part is a part of a form.
type part struct{ name, file, kind, data string }

func form(t *testing.T, parts ...part) (contentType string, body []byte) {
	t.Helper()
	var b bytes.Buffer
	w := multipart.NewWriter(&b)
	for _, p := range parts {
		h := textproto.MIMEHeader{"Content-Disposition": {fmt.Sprintf("form-data; name=%q", p.name)}}
		if p.file != "" {
			h.Set("Content-Disposition", fmt.Sprintf("form-data; name=%q; filename=%q", p.name, p.file))
		}
		if p.kind != "" {
			h.Set("Content-Type", p.kind)
		}
		to, err := w.CreatePart(h)
		if err == nil {
			_, err = to.Write([]byte(p.data))
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	return w.FormDataContentType(), b.Bytes()
}

// shows is a response that shows pictures in one gallery.
func shows(kind int, attachments string, urls ...string) part {
	var items []string
	for _, u := range urls {
		items = append(items, fmt.Sprintf(`{"media":{"url":%q},"description":"Piles: A 3."}`, u))
	}
	gallery := ""
	if len(items) > 0 {
		gallery = `,{"type":12,"items":[` + strings.Join(items, ",") + `]}`
	}
	return part{name: "payload_json", kind: "application/json", data: fmt.Sprintf(
		`{"type":%d,"data":{"flags":32768,"allowed_mentions":{"parse":[]},"components":[{"type":10,"content":"x"}%s]%s}}`, kind, gallery, attachments)}
}

func TestUploadsAreJudged(t *testing.T) {
	var picture bytes.Buffer
	if err := png.Encode(&picture, image.NewGray(image.Rect(0, 0, 2, 2))); err != nil {
		t.Fatal(err)
	}
	file := part{"files[0]", "a.png", "image/png", picture.String()}
	const one = `,"attachments":[{"id":"0","filename":"a.png","description":"Piles: A 3."}]`
	with := func(change func(*part)) part {
		f := file
		change(&f)
		return f
	}
	for _, tt := range []struct {
		name  string
		parts []part
		want  string // in the complaints; "" for none
	}{
		{"a picture", []part{shows(4, one, "attachment://a.png"), file}, ""},
		{"a picture in an edit", []part{shows(7, one, "attachment://a.png"), file}, ""},
		{"no payload", []part{file}, "without payload_json"},
		{"two payloads", []part{shows(4, one, "attachment://a.png"), file, {name: "payload_json", data: "{}"}}, "a second time"},
		{"a payload that is no JSON", []part{{name: "payload_json", data: "{"}, file}, "not JSON"},
		{"no file", []part{shows(4, `,"attachments":[]`)}, "without a file"},
		{"another part", []part{shows(4, one, "attachment://a.png"), file, {name: "content", data: "x"}}, `the part "content"`},
		{"a file of another name", []part{shows(4, one, "attachment://a.png"), with(func(f *part) { f.name = "file" })}, `the part "file"`},
		{"a file twice", []part{shows(4, one, "attachment://a.png"), file, file}, "a second time"},
		{"a file without a name", []part{shows(4, one, "attachment://a.png"), with(func(f *part) { f.file = "" })}, "the file name"},
		{"an empty file", []part{shows(4, one, "attachment://a.png"), with(func(f *part) { f.data = "" })}, "0 bytes"},
		{"another type", []part{shows(4, one, "attachment://a.png"), with(func(f *part) { f.kind = "image/gif" })}, `has the type "image/gif", and is "png"`},
		{"no picture", []part{shows(4, one, "attachment://a.png"), with(func(f *part) { f.data = "GIF" })}, `and is ""`},
		{"half a picture", []part{shows(4, one, "attachment://a.png"), with(func(f *part) { f.data = f.data[:40] })}, "unexpected EOF"},
		{"a gallery of a missing file", []part{shows(4, one, "attachment://a.png", "attachment://b.png"), file}, "REFERENCED_ATTACHMENT_NOT_FOUND"},
		{"a gallery of another site", []part{shows(4, one, "attachment://a.png", "https://example.com/b.png"), file}, "REFERENCED_ATTACHMENT_NOT_FOUND"},
		{"a file that nothing shows", []part{shows(4, one), file}, `no component shows "a.png"`},
		{"a file that is not listed", []part{shows(4, `,"attachments":[]`), file}, "not among them"},
		{"a file that is not there", []part{shows(4, strings.Replace(one, `"0"`, `"1"`, 1)), with(func(f *part) { f.name = "files[2]" })}, "is no file of this form"},
		{"another name in the list", []part{shows(4, strings.Replace(one, "a.png", "b.png", 1), "attachment://a.png"), file}, `want "a.png"`},
		{"no alternative text", []part{shows(4, strings.Replace(one, "Piles: A 3.", "", 1), "attachment://a.png"), file}, "0 characters"},
		{"too long a text", []part{shows(4, strings.Replace(one, "Piles", strings.Repeat("P", 1025), 1), "attachment://a.png"), file}, "characters, want 1 to 1024"},
		{"an edit that does not say what stays", []part{shows(7, "", "attachment://a.png"), file}, "missing"},
		{"files without a message", []part{{name: "payload_json", data: `{"type":6}`}, file}, "files without a message"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			contentType, body := form(t, tt.parts...)
			problems := Judge("POST", "/interactions/1/t/callback", contentType, body)
			if tt.want == "" && len(problems) > 0 || tt.want != "" && !strings.Contains(strings.Join(problems, "; "), tt.want) {
				t.Errorf("Judge = %q, want %q", problems, tt.want)
			}
		})
	}
}

func TestOtherBodiesAreRefused(t *testing.T) {
	good := shows(4, "").data
	for _, tt := range []struct{ contentType, body, want string }{
		{"application/json", good, ""},
		{"application/json; charset=utf-8", good, ""},
		{"application/json", shows(7, `,"attachments":[]`).data, ""},
		{"application/json", shows(4, "", "attachment://a.png").data, "REFERENCED_ATTACHMENT_NOT_FOUND"},
		{"application/json", shows(7, "").data, "missing"},
		{"text/plain", good, "content type"},
		{"", good, "content type"},
		{"multipart/form-data", good, "content type"},
		{"multipart/form-data; boundary=x", good, "without payload_json"},
	} {
		problems := Judge("POST", "/interactions/1/t/callback", tt.contentType, []byte(tt.body))
		if tt.want == "" && len(problems) > 0 || tt.want != "" && !strings.Contains(strings.Join(problems, "; "), tt.want) {
			t.Errorf("Judge(%q, %s) = %q, want %q", tt.contentType, tt.body, problems, tt.want)
		}
	}
}
