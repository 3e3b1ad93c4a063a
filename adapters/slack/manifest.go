package slack

import (
	"cmp"
	"encoding/json"
	"strings"

	"nimbot/game/words"
)

// Scope is one permission of the app. Reason says why the app needs it; it begins with "optional:
// " if the app works without it.
type Scope struct {
	Name   string
	Reason string
	// Uses are the methods, events and features that need it.
	Uses []string
}

// Scopes returns the permissions of the app. Without an optional one the app lacks what
// Reason names, and everything else works.
func Scopes() []Scope {
	return []Scope{
		{"commands", "people type the slash command and use the shortcut", []string{"slash_commands", "shortcuts"}},
		{"chat:write", "boards and private answers", []string{"chat.postMessage", "chat.update", "chat.postEphemeral"}},
		{"chat:write.public", "optional: boards in public channels without an invitation", []string{"chat.postMessage"}},
		{"app_mentions:read", "optional: commands as mentions, the only way in threads", []string{"app_mention"}},
		{"files:write", "optional: exports as files, in direct messages", []string{"files.getUploadURLExternal", "files.completeUploadExternal"}},
		{"im:history", "optional: commands typed in direct messages to the bot", []string{"message.im"}},
		{"users:read", "optional: display names, each person's language, and who administers the workspace", []string{"users.info"}},
	}
}

func scopeNames() []string {
	var names []string
	for _, s := range Scopes() {
		names = append(names, s.Name)
	}
	return names
}

// events are the events to which the app subscribes.
var events = []string{"app_home_opened", "app_mention", "app_uninstalled", "message.im", "team_access_revoked", "tokens_revoked"}

// ManifestConfig is what an app's manifest depends on.
type ManifestConfig struct {
	Command string // "/nim"
	// Address is where Slack reaches the bot, such as "https://nim.example.com"; "":
	// AddressPlaceholder.
	Address string
	Socket  bool // Socket Mode
	Many    bool // installed by many workspaces, with token rotation
}

// AddressPlaceholder replaces an unknown address in a manifest.
const AddressPlaceholder = "https://YOUR-ADDRESS"

// Manifest returns the app's manifest as JSON, to paste where Slack creates an app. The error
// would say that it can't be encoded, which doesn't happen.
func Manifest(c ManifestConfig, catalogue *words.Catalogue) ([]byte, error) {
	v := words.Voice{Command: c.Command}
	say := func(key string) string { return catalogue.Say(words.New("slack.manifest."+key), v) }
	address := cmp.Or(strings.TrimSuffix(c.Address, "/"), AddressPlaceholder)
	slash := map[string]any{"command": c.Command, "description": say("command"), "usage_hint": say("hint"), "should_escape": true}
	interactivity := map[string]any{"is_enabled": true}
	subscriptions := map[string]any{"bot_events": events}
	oauth := map[string]any{"scopes": map[string]any{"bot": scopeNames()}}
	if !c.Socket {
		slash["url"] = address + "/slack/commands"
		interactivity["request_url"] = address + "/slack/interactions"
		subscriptions["request_url"] = address + "/slack/events"
	}
	if c.Many {
		oauth["redirect_urls"] = []string{address + "/slack/oauth"}
	}
	name := catalogue.Say(words.New("bot.name"), v)
	return json.MarshalIndent(map[string]any{
		"_metadata":           map[string]any{"major_version": 1, "minor_version": 1},
		"display_information": map[string]any{"name": name, "description": say("description"), "background_color": "#1f3a5f"},
		"features": map[string]any{
			"app_home":       map[string]any{"home_tab_enabled": true, "messages_tab_enabled": true, "messages_tab_read_only_enabled": false},
			"bot_user":       map[string]any{"display_name": strings.TrimPrefix(c.Command, "/"), "always_online": true},
			"shortcuts":      []any{map[string]any{"name": say("shortcut"), "type": "global", "callback_id": shortcutID, "description": say("shortcut-about")}},
			"slash_commands": []any{slash},
		},
		"oauth_config": oauth,
		"settings": map[string]any{
			"event_subscriptions":    subscriptions,
			"interactivity":          interactivity,
			"org_deploy_enabled":     c.Many,
			"socket_mode_enabled":    c.Socket,
			"token_rotation_enabled": c.Many,
		},
	}, "", "  ")
}
