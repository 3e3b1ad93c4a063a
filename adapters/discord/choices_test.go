package discord_test

import (
	"slices"
	"strings"
	"testing"

	"nimbot/adapters/discord/discordtest"
)

// fillIn presses a button that opens a form, which must hold all of shown, and sends the form with
// what is entered.
func (b *bot) fillIn(who discordtest.Person, m discordtest.Message, label, id string, shown []string, entered map[string]any) discordtest.Message {
	b.t.Helper()
	button, err := m.Find(label)
	if err != nil {
		b.t.Fatal(err)
	}
	o := b.deliver(pressed(who, "c", m, button))
	if o.Kind != 9 {
		b.t.Fatalf("%q is answered with type %d: %s; want a form", label, o.Kind, o.Body)
	}
	for _, want := range shown {
		if !strings.Contains(string(o.Form), want) {
			b.t.Errorf("the form behind %q has no %s: %s", label, want, o.Form)
		}
	}
	sent := pressed(who, "c", m, button)
	sent.Kind, sent.Data = discordtest.Form, discordtest.Filled(id, entered)
	o = b.deliver(sent)
	if o.Message == nil {
		b.t.Fatalf("the form is answered with %s, want a message", o.Body)
	}
	return *o.Message
}

func TestMySettingsAreOneForm(t *testing.T) {
	b := newBot(t, false)
	ana := somebody("ana")
	m := *b.deliver(types(ana, "c", "me settings")).Message
	m = b.fillIn(ana, m, "Change", "m:s:me settings", []string{
		`"label":"Deutsch","value":"de"`, `"value":"auto","default":true`, `"value":"on","default":true`, `"value":"public","default":true`,
	}, map[string]any{"language": []string{"de"}, "pings": "off", "profile": "private"})
	for _, want := range []string{"Deutsch", "Dein Profil siehst nur du", "me pings on"} {
		if !strings.Contains(m.Text, want) {
			t.Errorf("after the form the settings are %q, want %q among them", m.Text, want)
		}
	}
	b.fillIn(ana, m, "Ändern", "m:s:me settings", []string{
		"Meine Einstellungen", `"value":"de","default":true`, `"value":"off","default":true`, `"value":"private","default":true`,
	}, map[string]any{"language": []string{"auto"}, "pings": "on", "profile": "public"})
	for line, want := range map[string]string{"language:fr volume:11": "`volume:11` isn't a setting of yours", "profile:private pings:maybe": "Pings can be on or off"} {
		m = *b.deliver(types(ana, "c", "move me settings "+line)).Message
		if m.To != ana.ID || !strings.Contains(m.Text, want) {
			t.Errorf("%q is answered with %q to %q, want the private refusal %q", line, m.Text, m.To, want)
		}
	}
	m = *b.deliver(types(ana, "c", "me settings")).Message
	if !strings.Contains(m.Text, "I call you") || !strings.Contains(m.Text, "Everyone here can see") {
		t.Errorf("after two refusals the settings are %q, want nothing changed", m.Text)
	}
}

func TestAChannelsSettingsAreTwoForms(t *testing.T) {
	b := newBot(t, false)
	mo := somebody("mo")
	mo.Permissions = 1 << 13
	settings := *b.deliver(types(mo, "c", "settings")).Message
	m := b.fillIn(mo, settings, "Change", "m:s:settings", []string{
		`"value":"auto","default":true`, "Hints in games between people",
	}, map[string]any{"language": []string{"auto"}, "pings": "on", "hints": "off", "races": "on"})
	if want := "turn pings on, hints in games between people off"; !strings.Contains(m.Text, want) {
		t.Errorf("after the form the settings are %q, want %q", m.Text, want)
	}
	m = b.fillIn(mo, settings, "Daily post", "m:s:settings", []string{`"value":"UTC"`, `"value":"off"`}, map[string]any{
		"zone": "Europe/Berlin", "days": "mon, wed", "daily": "off",
	})
	if want := "Dates here are in Europe/Berlin"; !strings.Contains(m.Text, want) {
		t.Errorf("after the form of the daily post the settings are %q, want %q", m.Text, want)
	}
	ana := somebody("ana")
	for _, r := range []string{"settings", "settings change"} {
		m := *b.deliver(types(ana, "c", "move "+r)).Message
		if slices.ContainsFunc(m.Buttons, func(x discordtest.Button) bool { return x.Label == "Change" }) || !strings.Contains(m.Text, "oderators can change") {
			t.Errorf("%q by somebody who is no moderator is answered with %q and %v", r, m.Text, m.Buttons)
		}
	}
}
