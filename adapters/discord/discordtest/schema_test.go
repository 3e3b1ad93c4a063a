package discordtest_test

import (
	"os"
	"path/filepath"
	"testing"

	"nimbot/adapters/discord/discordtest"
)

// TestSchema holds bodies against a small document: those that it forbids are found, also after others of
// almost the same shape, and what it doesn't describe.
func TestSchema(t *testing.T) {
	t.Parallel()
	file := filepath.Join(t.TempDir(), "discord.json")
	const document = `{"openapi": "3.1.0", "paths": {
		"/channels/{channel}/messages": {"post": {"requestBody": {"content": {"application/json": {"schema": {
			"type": "object",
			"properties": {
				"content": {"type": "string", "maxLength": 20},
				"flags": {"type": "integer", "maximum": 9},
				"parse": {"type": "array", "items": {"enum": ["users", "roles"]}}
			},
			"required": ["content"]
		}}}}}},
		"/channels/{channel}/messages/@original": {"post": {"requestBody": {"content": {"application/json": {"schema": {"type": "array"}}}}}},
		"/channels/{channel}/messages/{message}": {"post": {"requestBody": {"content": {"application/json": {"schema": {"type": "object"}}}}}}
	}}`
	if err := os.WriteFile(file, []byte(document), 0o600); err != nil {
		t.Fatal(err)
	}
	judge, err := discordtest.Schema(file)
	if err != nil {
		t.Fatal(err)
	}
	const messages = "/channels/1/messages"
	for _, c := range []struct {
		path, body string
		right      bool
	}{
		{messages, `{"content":"Hi \"Ana\"","flags":1,"parse":["users"]}`, true},
		{messages, `{"content":"Hi \"Bob\"","flags":1,"parse":["users"]}`, true},
		{messages, `{"content":"Hi \"Bob\"","flags":10,"parse":["users"]}`, false},
		{messages, `{"content":"Hi \"Bob\"","flags":1,"parse":["other"]}`, false},
		{messages, `{"content":"Hi \"Bob\", and all of you who are here","flags":1,"parse":["users"]}`, false},
		{messages, `{"contents":"Hi","flags":1,"parse":["users"]}`, false},
		{messages, `{"content":"Hi"`, false},
		{messages + "/@original", `[]`, true},
		{messages + "/@original", `{}`, false},
		{messages + "/2", `{}`, true},
		{"/channels/1/message", `{}`, false},
	} {
		if problems := judge("POST", c.path, "application/json", []byte(c.body)); (len(problems) == 0) != c.right {
			t.Errorf("%s %s: %q", c.path, c.body, problems)
		}
	}
	if judge("PUT", messages, "application/json", []byte(`{"content":"Hi"}`)) == nil {
		t.Error("a method that isn't described is right")
	}
}

// TestNoSchema gives it files in which there is no document.
func TestNoSchema(t *testing.T) {
	t.Parallel()
	folder := t.TempDir()
	for name, text := range map[string]string{"empty": "", "else.json": `{"openapi": "3.1.0"}`} {
		file := filepath.Join(folder, name)
		if err := os.WriteFile(file, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
		if _, err := discordtest.Schema(file); err == nil {
			t.Errorf("%s: no error", name)
		}
	}
	if _, err := discordtest.Schema(filepath.Join(folder, "missing")); err == nil {
		t.Error("a missing file: no error")
	}
}
