package slack

import (
	"context"
	"encoding/json"
	"strings"
	"testing"

	"nimbot/adapters/slack/slacktest"
	"nimbot/game/dialog"
	"nimbot/store"
)

// In a channel that workspaces share, the form's submission belongs to the installation that
// opened the form.
func TestAFormOfASharedChannel(t *testing.T) {
	w := newWorld(t)
	d := w.slack.Submit(userID("ana"), formID, channelID("general"), filled("bob", "nim", "3 4 5", "normal", "me", "perfect"))
	d.Payload["team"] = map[string]any{"id": "T0OTHER", "domain": "other"}
	d.Payload["enterprise"] = map[string]any{"id": "E0OTHER"}
	d.Payload["user"].(map[string]any)["team_id"] = "T0OTHER"
	w.send(d)
	place := dialog.Place{Platform: Platform, Guild: slacktest.Team, Channel: channelID("general")}
	if rec, err := w.store.Get(context.Background(), place.String()); err != nil || rec.Version == 0 {
		t.Fatalf("the document of %s is %v, %v; want the challenge there", place, rec, err)
	}
	w.press("bob", "general", "Accept")
	w.wantBoard("Piles: A 3, B 4, C 5")
}

func TestWorkspaceOfAView(t *testing.T) {
	for _, tt := range []struct {
		team, enterprise string
		org              bool
		app, want        string
		lookups          workspace
	}{
		{team: "T1", app: "", want: "T1", lookups: workspace{Team: "T1"}},
		{team: "T1", app: "T1", want: "T1", lookups: workspace{Team: "T1"}},
		{team: "T2", app: "T1", want: "T1", lookups: workspace{Team: "T1"}},
		{team: "T2", enterprise: "E2", app: "T1", want: "T1", lookups: workspace{Team: "T1"}},
		{team: "T1", enterprise: "E1", app: "T1", want: "T1", lookups: workspace{Team: "T1", Enterprise: "E1"}},
		{team: "T2", enterprise: "E1", org: true, app: "T1", want: "E1", lookups: workspace{Team: "T1", Enterprise: "E1", Org: true}},
		{team: "T2", enterprise: "E2", app: "E1", want: "E1", lookups: workspace{Enterprise: "E1", Org: true}},
	} {
		data, err := json.Marshal(map[string]any{
			"type": "view_submission", "team": map[string]any{"id": tt.team}, "enterprise": map[string]any{"id": tt.enterprise},
			"is_enterprise_install": tt.org, "user": map[string]any{"id": "U1"},
			"view": map[string]any{"callback_id": formID, "app_installed_team_id": tt.app},
		})
		if err != nil {
			t.Fatal(err)
		}
		c, err := decodeInteraction(data)
		if err != nil || c.workspace.id() != tt.want || c.workspace.Team != tt.lookups.Team || c.workspace.Enterprise != tt.lookups.Enterprise {
			t.Errorf("decodeInteraction(%s) belongs to %+v, %v; want %s, %+v", data, c.workspace, err, tt.want, tt.lookups)
		}
	}
}

// The form knows which direct messages are the bot's. A challenge there, where its target
// would never see it, is refused in the form, by a process that doesn't know the channel.
func TestTheFormKnowsTheDirectMessages(t *testing.T) {
	w := newWorld(t)
	w.slack.AddChannel(slacktest.Channel{ID: "DANA", Member: true, Direct: true})
	open := func() map[string]any {
		w.send(w.slack.Shortcut(userID("ana"), shortcutID))
		views := w.slack.Views()
		if len(views) != 1 {
			t.Fatalf("opened %v, want the form", views)
		}
		return views[0].Body
	}
	hides := func(view map[string]any) bool {
		data, _ := json.Marshal(view)
		return strings.Contains(string(data), `"exclude_bot_users":true`)
	}
	if view := open(); !hides(view) || view["private_metadata"] != nil {
		t.Errorf("the form of an unknown person is %v, want it without the bot's direct messages", view)
	}
	w.send(w.slack.Direct(userID("ana"), "DANA", "help")) // tells that the channel is the bot's
	w.stop()
	w.start()
	if view := open(); hides(view) || view["private_metadata"] != "DANA" {
		t.Errorf("the form is %v, want it to offer DANA and to carry it", view)
	}
	if err := store.Delete(context.Background(), w.store, homeKey(slacktest.Team, userID("ana")), w.homeVersion("ana"), w.now()); err != nil {
		t.Fatal(err)
	}
	w.stop()
	w.start()
	before := len(w.slack.Messages("DANA"))
	submit := func(values map[string]map[string]any) string {
		values[fieldPlace]["selected_conversation"] = "DANA"
		return string(w.send(w.slack.Submit(userID("ana"), formID, "DANA", values)).Body)
	}
	if got := submit(filled("bob", "nim", "3 4 5", "normal", "me", "perfect")); !strings.Contains(got, `"errors":{"place":`) || !strings.Contains(got, "nobody could play you") {
		t.Errorf("a challenge in the bot's direct messages is answered with %s, want an error beside the channel", got)
	}
	if m := w.slack.Messages("DANA"); len(m) != before {
		t.Errorf("the direct messages show %v, want no challenge", m[before:])
	}
	if got := submit(filled("", "nim", "3 4 5", "normal", "me", "perfect")); got != "" {
		t.Errorf("a game against the bot there is answered with %s, want a game", got)
	}
	w.send(w.slack.Direct(userID("ana"), "DANA", "A1"))
	if m := w.slack.Messages("DANA"); !strings.Contains(m[len(m)-1].Text, "ana: A1") && !strings.Contains(m[len(m)-1].Text, "took 1") {
		t.Errorf("A1 in the direct messages shows %q, want a move", m[len(m)-1].Text)
	}
}

func (w *world) homeVersion(name string) uint64 {
	rec, err := w.store.Get(context.Background(), homeKey(slacktest.Team, userID(name)))
	if err != nil {
		w.t.Fatal(err)
	}
	return rec.Version
}

// A form that was open while the workspace removed the app says so and begins nothing.
func TestAFormAfterUninstalling(t *testing.T) {
	w := newWorld(t, many)
	w.browse(w.served() + "/slack/install")
	w.send(w.slack.Shortcut(userID("ana"), shortcutID))
	d := w.slack.Submit(userID("ana"), formID, channelID("general"), filled("bob", "nim", "3 4 5", "normal", "me", "perfect"))
	w.send(w.slack.Event(map[string]any{"type": "app_uninstalled"}))
	before := w.handled.Load()
	if got := string(w.send(d).Body); !strings.Contains(got, "I've been removed from this workspace") {
		t.Errorf("the form is answered with %s, want an error in it", got)
	}
	if n := w.handled.Load() - before; n > 0 {
		t.Errorf("%d commands reached the conversation, want none", n)
	}
	// The same form works when the app is back.
	w.browse(w.served() + "/slack/install")
	if got := string(w.send(d).Body); got != "" {
		t.Errorf("after the app was installed again, the form is answered with %s, want nothing", got)
	}
	w.press("bob", "general", "Accept")
	w.wantBoard("Piles: A 3, B 4, C 5")
}
