package slack

import (
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"nimbot/adapters/adaptertest"
	"nimbot/adapters/slack/slacktest"
	"nimbot/exchange"
)

func TestConversationsOverHTTP(t *testing.T) {
	adaptertest.Run(t, 3, func(t testing.TB) adaptertest.Driver { return newDriver(newWorld(t)) })
}

func TestConversationsOverSocketMode(t *testing.T) {
	adaptertest.Run(t, 1, func(t testing.TB) adaptertest.Driver {
		return newDriver(newWorld(t, func(c *Config) { c.AppToken, c.SigningSecret = slacktest.AppToken, "" }))
	})
}

// driver is Slack as the conversations use it.
type driver struct {
	*world
	last   *slacktest.Delivery
	places []exchange.Place
	texts  map[string]string // of every message, as it was shown last
}

func newDriver(w *world) *driver { return &driver{world: w, texts: map[string]string{}} }

func (d *driver) deliver(x *slacktest.Delivery) error {
	d.last = x
	d.send(x)
	return nil
}

func (d *driver) Say(p adaptertest.Person, channel, text string) error {
	d.join(channel)
	return d.deliver(d.slack.Command(userID(p.Name), channelID(channel), "/nim", d.typed(text)))
}

func (d *driver) Press(p adaptertest.Person, channel string, m adaptertest.Message, b adaptertest.Button) error {
	for _, x := range d.slack.Messages(channelID(channel)) {
		if x.TS == m.ID {
			action, value, _ := strings.Cut(b.Token, "\n")
			return d.deliver(d.slack.Click(userID(p.Name), x, action, value))
		}
	}
	return fmt.Errorf("no message %s in %s", m.ID, channel)
}

func (d *driver) Again() error { return d.deliver(d.last) }

func (d *driver) Clock(by time.Duration) error { return d.advance(by) }

func (d *driver) Restart() error {
	d.stop()
	d.start()
	return nil
}

// join records a channel that is used, and makes the bot a member of it.
func (d *driver) join(channel string) {
	p := exchange.Place{Platform: Platform, Guild: slacktest.Team, Channel: channelID(channel)}
	if !slices.Contains(d.places, p) {
		d.places = append(d.places, p)
		d.slack.AddChannel(slacktest.Channel{ID: p.Channel, Member: true})
	}
}

func (d *driver) Shown() []adaptertest.Message {
	var all []adaptertest.Message
	for _, s := range d.slack.Shown() {
		m := adaptertest.Message{ID: s.TS, Channel: strings.ToLower(s.Channel[1:]), Text: d.visibleText(s.Message)}
		if s.To != "" {
			m.To = strings.ToLower(s.To[1:])
		}
		for _, e := range pressable(s.Message) {
			m.Buttons = append(m.Buttons, adaptertest.Button{Label: e.label, Token: e.action + "\n" + e.value})
		}
		retired := s.Edit && len(m.Buttons) == 0 && d.texts[s.TS] == s.Text
		d.texts[s.TS] = s.Text
		if !retired { // nothing new to read: only its buttons are gone
			all = append(all, m)
		}
	}
	return all
}

// visibleText returns the text that a person sees, including menu titles.
func (d *driver) visibleText(m slacktest.Message) string {
	lines := []string{m.Text}
	for _, b := range m.Blocks {
		block := b.(map[string]any)
		elements, _ := block["elements"].([]any)
		for _, x := range elements {
			e := x.(map[string]any)
			if block["type"] == "context" {
				lines = append(lines, e["text"].(string))
			}
			if p, ok := e["placeholder"].(map[string]any); ok {
				lines = append(lines, p["text"].(string))
			}
		}
	}
	text := strings.Join(lines, "\n")
	for _, name := range []string{"ana", "bob", "cleo", "mo"} {
		text = strings.ReplaceAll(text, "<@"+userID(name)+">", name)
	}
	return strings.NewReplacer("&lt;", "<", "&gt;", ">", "&amp;", "&", "*", "").Replace(text) // bold is seen, not read
}
