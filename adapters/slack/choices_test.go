package slack

import (
	"encoding/json"
	"strings"
	"testing"
	"time"
)

func chosen(value string) map[string]any {
	return map[string]any{"selected_option": map[string]any{"value": value}}
}

// opened returns the form that was opened since the last call.
func (w *world) opened() string {
	w.t.Helper()
	views := w.slack.Views()
	if len(views) == 0 || views[len(views)-1].Body["callback_id"] != choicesID {
		w.t.Fatalf("opened %v, want a form of choices", views)
	}
	body, err := json.Marshal(views[len(views)-1].Body)
	if err != nil {
		w.t.Fatal(err)
	}
	return string(body)
}

func TestMySettingsAreOneForm(t *testing.T) {
	w := newWorld(t)
	w.typeCommand("ana", "general", "me settings")
	w.press("ana", "general", "Change")
	form := w.opened()
	for _, want := range []string{"My settings", "Deutsch", "Who sees my profile", `"initial_option":{"text":{"text":"on"`} {
		if !strings.Contains(form, want) {
			t.Errorf("the form has no %s: %s", want, form)
		}
	}
	ack := w.send(w.slack.Submit(userID("ana"), choicesID, channelID("general"), map[string]map[string]any{
		"language": chosen("de"), "pings": chosen("off"), "profile": chosen("private"),
	}))
	if len(ack.Body) > 0 {
		t.Errorf("the form is answered with %s, want nothing", ack.Body)
	}
	w.wantPrivate("ana", "Dein Profil siehst nur du")
	w.press("ana", "general", "Ändern")
	if got := w.opened(); !strings.Contains(got, "Meine Einstellungen") {
		t.Errorf("the form opened again is %s, want it in German", got)
	}
}

// Where a setting is refused, the form stays open. If Slack doesn't open it, the person reads what
// to type.
func TestFormsOfSettingsThatFail(t *testing.T) {
	w := newWorld(t)
	w.typeCommand("mo", "general", "settings")
	w.press("mo", "general", "Daily post")
	if got := w.opened(); !strings.Contains(got, "Time zone") {
		t.Errorf("the form is %s, want the daily post's", got)
	}
	ack := w.send(w.slack.Submit(userID("mo"), choicesID, channelID("general"), map[string]map[string]any{
		"zone": {"type": "plain_text_input", "value": "Atlantis"}, "days": {"type": "plain_text_input", "value": nil}, "daily": {"type": "plain_text_input", "value": "off"},
	}))
	if got := string(ack.Body); !strings.Contains(got, `"errors":{"zone":"I don't know the time zone atlantis.`) {
		t.Errorf("an unknown zone is answered with %s, want an error in the form", got)
	}
	m := w.slack.Messages(channelID("general"))
	for _, e := range pressable(m[len(m)-1]) {
		if e.label == "Daily post" {
			d := w.slack.Click(userID("mo"), m[len(m)-1], e.action, e.value)
			w.slack.Advance(4 * time.Second)
			w.send(d)
		}
	}
	w.wantPrivate("mo", "settings daily:09:00")
	w.wantLog("expired_trigger_id")
}
