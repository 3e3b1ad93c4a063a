package slack

import (
	"encoding/json"
	"fmt"
	"go/parser"
	"go/token"
	"os"
	"slices"
	"strings"
	"testing"
	"unicode/utf8"

	"nimbot/game/words"
)

// at follows a path of keys and indices through JSON.
func at(v any, path ...any) any {
	for _, p := range path {
		switch p := p.(type) {
		case string:
			m, _ := v.(map[string]any)
			v = m[p]
		case int:
			l, _ := v.([]any)
			if p >= len(l) {
				return nil
			}
			v = l[p]
		}
	}
	return v
}

func manifest(t *testing.T, c ManifestConfig) (string, map[string]any) {
	t.Helper()
	catalogue, err := words.Load()
	if err != nil {
		t.Fatal(err)
	}
	text, err := Manifest(c, catalogue)
	if err != nil {
		t.Fatal(err)
	}
	var m map[string]any
	if err := json.Unmarshal(text, &m); err != nil {
		t.Fatal(err)
	}
	return string(text), m
}

func TestManifest(t *testing.T) {
	for _, tt := range []struct {
		ManifestConfig
		want map[string]any // by path
	}{
		{ManifestConfig{Command: "/nim", Address: "https://nim.example/"}, map[string]any{
			"features slash_commands 0 url":                    "https://nim.example/slack/commands",
			"settings interactivity request_url":               "https://nim.example/slack/interactions",
			"settings event_subscriptions request_url":         "https://nim.example/slack/events",
			"settings socket_mode_enabled":                     false,
			"settings org_deploy_enabled":                      false,
			"settings token_rotation_enabled":                  false,
			"oauth_config redirect_urls":                       nil,
			"features app_home messages_tab_read_only_enabled": false,
		}},
		{ManifestConfig{Command: "/nimbot", Socket: true}, map[string]any{
			"features slash_commands 0 command":        "/nimbot",
			"features slash_commands 0 url":            nil,
			"settings event_subscriptions request_url": nil,
			"settings socket_mode_enabled":             true,
			"features bot_user display_name":           "nimbot",
		}},
		{ManifestConfig{Command: "/nim", Many: true}, map[string]any{
			"oauth_config redirect_urls 0":    AddressPlaceholder + "/slack/oauth",
			"settings org_deploy_enabled":     true,
			"settings token_rotation_enabled": true,
		}},
	} {
		text, m := manifest(t, tt.ManifestConfig)
		for path, want := range tt.want {
			var keys []any
			for _, k := range strings.Fields(path) {
				if k == "0" {
					keys = append(keys, 0)
				} else {
					keys = append(keys, k)
				}
			}
			if got := at(m, keys...); got != want {
				t.Errorf("the manifest of %+v has %s = %v, want %v", tt.ManifestConfig, path, got, want)
			}
		}
		for path, most := range map[string]int{"command": 32, "description": 140, "usage_hint": 1000} {
			if v, _ := at(m, "features", "slash_commands", 0, path).(string); v == "" || utf8.RuneCountInString(v) > most {
				t.Errorf("the command's %s is %q, want 1 to %d characters", path, v, most)
			}
		}
		for path, most := range map[string]int{"name": 24, "callback_id": 255, "description": 150} {
			if v, _ := at(m, "features", "shortcuts", 0, path).(string); v == "" || utf8.RuneCountInString(v) > most {
				t.Errorf("the shortcut's %s is %q, want 1 to %d characters", path, v, most)
			}
		}
		if v, _ := at(m, "display_information", "name").(string); utf8.RuneCountInString(v) > 35 {
			t.Errorf("the app's name %q is too long", v)
		}
		if at(m, "features", "slash_commands", 0, "should_escape") != true {
			t.Errorf("the command does not escape: %s", text)
		}
	}
}

// methods maps methods of Slack to the library's calls of them.
var methods = map[string]string{
	"PostMessageContext": "chat.postMessage", "UpdateMessageContext": "chat.update", "PostEphemeralContext": "chat.postEphemeral",
	"GetUserInfoContext": "users.info", "GetUploadURLExternalContext": "files.getUploadURLExternal", "CompleteUploadExternalContext": "files.completeUploadExternal",
}

// Every requested scope is needed by a method, event or feature that the app uses, and
// every one of those has its scope.
func TestEveryScopeIsUsed(t *testing.T) {
	_, m := manifest(t, ManifestConfig{Command: "/nim"})
	used := map[string]bool{}
	for _, e := range at(m, "settings", "event_subscriptions", "bot_events").([]any) {
		used[e.(string)] = true
	}
	for feature := range at(m, "features").(map[string]any) {
		used[feature] = true
	}
	for file, source := range sources(t) {
		if _, err := parser.ParseFile(token.NewFileSet(), file, source, parser.SkipObjectResolution); err != nil {
			t.Fatal(err)
		}
		for call, method := range methods {
			if strings.Contains(source, "."+call+"(") {
				used[method] = true
			}
		}
	}
	asked := map[string]bool{}
	for _, s := range Scopes() {
		if s.Reason == "" || len(s.Uses) == 0 {
			t.Errorf("the scope %s has no reason or use", s.Name)
		}
		for _, use := range s.Uses {
			asked[use] = true
			if !used[use] {
				t.Errorf("the scope %s is asked for because of %s, which is not used", s.Name, use)
			}
		}
	}
	// These need no scope of their own.
	free := []string{"app_home", "bot_user", "app_home_opened", "app_uninstalled", "team_access_revoked", "tokens_revoked"}
	for use := range used {
		if !asked[use] && !slices.Contains(free, use) {
			t.Errorf("%s is used without a scope for it", use)
		}
	}
	var scopes []string
	for _, s := range at(m, "oauth_config", "scopes", "bot").([]any) {
		scopes = append(scopes, fmt.Sprint(s))
	}
	if !slices.Equal(scopes, scopeNames()) {
		t.Errorf("the manifest asks for %q, want %q", scopes, scopeNames())
	}
}

// The guide names every scope with its reason.
func TestTheGuideGivesEveryScope(t *testing.T) {
	guide, err := os.ReadFile("../../docs/slack.md")
	if err != nil {
		t.Fatal(err)
	}
	for _, s := range Scopes() {
		if !strings.Contains(string(guide), "`"+s.Name+"`") {
			t.Errorf("docs/slack.md does not name the scope %s", s.Name)
		}
	}
}
