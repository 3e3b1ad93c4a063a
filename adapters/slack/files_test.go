package slack

import (
	"encoding/json"
	"strings"
	"testing"
)

// TestExportIsAFile exports what is stored about a person, with and without the right to
// upload a file, and with each step of the upload failing.
func TestExportIsAFile(t *testing.T) {
	for _, c := range []struct {
		name   string
		scopes string // in addition to the usual ones
		fails  string // the method that fails
		code   string
		file   bool
	}{
		{name: "a file", scopes: ",files:write", file: true},
		{name: "no scope"},
		{name: "no address", scopes: ",files:write", fails: "files.getUploadURLExternal", code: "internal_error"},
		{name: "no direct messages", scopes: ",files:write", fails: "chat.postMessage", code: "restricted_action"},
		{name: "not shared", scopes: ",files:write", fails: "files.completeUploadExternal", code: "500"},
	} {
		t.Run(c.name, func(t *testing.T) {
			w := newWorld(t)
			w.slack.Scopes += c.scopes
			w.typeCommand("ana", "general", "visibility private")
			if c.fails != "" {
				w.slack.Fail(c.fails, c.code)
			}
			w.typeCommand("ana", "general", "export me")
			files := w.slack.Files()
			if !c.file {
				if len(files) > 0 {
					t.Errorf("the files %q were shared, want none", files)
				}
				w.wantPrivate("ana", "everything I store about you")
				if last := w.lastPrivate("ana"); !strings.Contains(last, `\"private\": true`) {
					t.Errorf("ana is shown %s, want the document", last)
				}
				return
			}
			w.wantPrivate("ana", "I've sent you a file")
			if len(files) != 1 || files[0].Channel != "DUANA" || files[0].Name != "nimbot.json" {
				t.Fatalf("the files are %q, want one in ana's direct messages", files)
			}
			var kept struct {
				Members map[string]struct{ Private bool }
			}
			if err := json.Unmarshal([]byte(files[0].Data), &kept); err != nil || !kept.Members["T0NIM"].Private {
				t.Errorf("the file is %s, %v, want ana's documents", files[0].Data, err)
			}
		})
	}
}

// lastPrivate returns the last private message to a person, as JSON.
func (w *world) lastPrivate(name string) (shown string) {
	w.t.Helper()
	for _, m := range w.slack.Messages(channelID("general")) {
		if m.To != userID(name) {
			continue
		}
		data, err := json.Marshal(m)
		if err != nil {
			w.t.Fatal(err)
		}
		shown = string(data)
	}
	return shown
}
