package discord_test

import (
	"context"
	"encoding/json"
	"fmt"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"nimbot/adapters/adaptertest"
	roam "nimbot/adapters/adaptertest/walk"
	"nimbot/adapters/discord/discordtest"
	"nimbot/game/dialog"
	"nimbot/game/words"
	"nimbot/game/words/wordstest"
	"nimbot/internal/slowtest"
)

// TestRandomWalk visits every screen at random. NIM_TEST_WALK sets the number
// of steps; 30000 is a long walk.
func TestRandomWalk(t *testing.T) {
	stroll(t, newDriver(t, false), roam.Steps(t, slowtest.Count(300, 1500)))
}

// Everything fits, however long a language is.
func TestRandomWalkInALongerLanguage(t *testing.T) {
	slowtest.Sequential(t)
	longer, err := wordstest.Pseudo()
	if err != nil {
		t.Fatal(err)
	}
	d := newDriver(t, false)
	d.stop()
	d.words = longer
	d.start()
	stroll(t, d, slowtest.Count(200, 1000))
}

// In every language everything fits, and nobody reads English.
func TestRandomWalkInEveryLanguage(t *testing.T) {
	slowtest.Sequential(t)
	adaptertest.InEveryLanguage(t, func(t *testing.T, w *words.Catalogue, language string) {
		roam.Translated(t, newStrolling(newDriverIn(t, w, language)), slowtest.Sizes(15, 30, 300))
	})
}

func stroll(t *testing.T, of *driver, steps int) {
	t.Helper()
	roam.Walk(t, newStrolling(of), steps)
}

func newStrolling(of *driver) *strolling {
	d := &strolling{driver: of, sizes: map[string]int{}}
	for _, p := range roam.People {
		d.names[personID(p.Name)] = p.Name
	}
	for _, c := range append([]string{"dmana", "dmeve"}, roam.Channels...) {
		d.names[channelID(c)] = c
	}
	d.chat.PostThrough("discord", d.adapter)
	return d
}

// strolling is Discord for a walk.
type strolling struct {
	*driver
	minded int
	sizes  map[string]int
	serial int
}

func (d *strolling) someone(p adaptertest.Person) discordtest.Person {
	who := d.person(p)
	who.Name, who.Nick = roam.Shown(p.Name), roam.Shown(p.Name)
	return who
}

// send sends an interaction of a person in a channel, of a server or direct.
func (d *strolling) send(i discordtest.Interaction, channel string) error {
	if roam.Direct[channel] != "" {
		i.Guild = ""
	}
	i.Language = d.language
	if d.serial++; i.ID == "" {
		i.ID = strconv.Itoa(7_000_000_000_000_000 + d.serial)
	}
	d.again = i
	return d.result(d.server.Deliver(context.Background(), i))
}

func (d *strolling) result(o discordtest.Outcome, err error) error {
	d.settle()
	if err == nil && o.Status != 200 {
		err = fmt.Errorf("status %d", o.Status)
	}
	return err
}

func (d *strolling) Say(p adaptertest.Person, channel, text string) error {
	sub, people, options := asOptions(text)
	for i, o := range options {
		if name, ok := o.Value.(string); ok && o.Name == "player" && name == "eve" {
			eve := d.someone(roam.People[3])
			people, options[i].Value = append(people, eve), eve.ID
		}
	}
	for i := range people {
		if name := d.names[people[i].ID]; name != "" {
			people[i].Nick = roam.Shown(name)
		}
	}
	return d.send(discordtest.Interaction{
		Kind: discordtest.Command, Who: d.someone(p), Channel: channelID(channel), Guild: guild,
		Data: discordtest.Typed("nim", sub, people, options...),
	}, channel)
}

func (d *strolling) Press(p adaptertest.Person, channel string, m roam.Seen, b adaptertest.Button) error {
	old := m.Raw.(discordtest.Message)
	custom, value, _ := strings.Cut(b.Token, "\n")
	i := discordtest.Interaction{Kind: discordtest.Component, Who: d.someone(p), Channel: channelID(channel), Guild: guild, Message: &old}
	i.Data = discordtest.Pressed(discordtest.Button{CustomID: custom, Value: value})
	if b.Label == "" { // a choice of people
		i.Data = discordtest.Chosen(custom, d.someone(roam.People[1]))
	}
	if command, ok := strings.CutPrefix(custom, "c:"); ok && strings.HasPrefix(command, "resign ") { // it asks first
		i.Kind, i.Data = discordtest.Form, discordtest.Filled("m:"+custom, nil)
	}
	return d.send(i, channel)
}

func (d *strolling) Again() error { return d.result(d.server.Deliver(context.Background(), d.again)) }

var (
	fenced   = regexp.MustCompile("(?s)```.*?```")
	inMarkup = regexp.MustCompile("\\\\([!-/:-@\\[-`{-~])")
	strong   = regexp.MustCompile(`\*\*([^*]+)\*\*`)
)

// prose is what people read of a part of a message, without drawings.
func (d *strolling) prose(content string) string {
	content = fenced.ReplaceAllString(content, "")
	content = regexp.MustCompile(`<@(\d+)>`).ReplaceAllStringFunc(content, func(s string) string {
		if name := d.names[s[2:len(s)-1]]; name != "" {
			return roam.Shown(name)
		}
		return s
	})
	return inMarkup.ReplaceAllString(strong.ReplaceAllString(content, "$1"), "$1")
}

func (d *strolling) Seen() []roam.Seen {
	var shown []discordtest.Message
	shown, d.seen = d.server.Shown(d.seen)
	var out []roam.Seen
	for _, m := range shown {
		x := roam.Seen{ID: m.ID, Channel: d.names[m.Channel], To: d.names[m.To], Edit: m.Edits > 0, Raw: m}
		for _, u := range m.Pinged {
			if m.Edits == 0 {
				x.Pinged = append(x.Pinged, d.names[u])
			}
		}
		for _, b := range m.Buttons {
			x.Buttons = append(x.Buttons, adaptertest.Button{Label: b.Label, Token: b.CustomID + "\n" + b.Value})
		}
		var body any
		_ = json.Unmarshal(m.Body, &body) // it was judged
		var texts []string
		d.each(body, func(c map[string]any) {
			if s, ok := c["content"].(string); ok {
				texts = append(texts, d.prose(s))
			}
			if c["media"] != nil {
				x.Pictures++
				alt, _ := c["description"].(string)
				x.Alts = append(x.Alts, alt)
			}
		})
		x.Prose = strings.TrimSpace(links.ReplaceAllString(strings.Join(texts, "\n"), "#channel"))
		out = append(out, x)
	}
	return out
}

// each calls see for every object in v.
func (d *strolling) each(v any, see func(map[string]any)) {
	switch v := v.(type) {
	case []any:
		for _, x := range v {
			d.each(x, see)
		}
	case map[string]any:
		see(v)
		for _, key := range []string{"components", "items", "component"} {
			d.each(v[key], see)
		}
	}
}

func (d *strolling) States(channel string) ([]roam.State, error) {
	return roam.StatesOf(d.place(channel), func(p dialog.Place) (dialog.Reply, error) { return d.chat.State(context.Background(), p) }, personID, d.nameOf)
}

func (d *strolling) nameOf(id string) string { return d.names[id] }

func (d *strolling) place(channel string) dialog.Place {
	if roam.Direct[channel] != "" {
		return dialog.Place{Platform: "discord", Guild: "@me", Channel: channelID(channel)}
	}
	return dialog.Place{Platform: "discord", Guild: guild, Channel: channelID(channel)}
}

func (d *strolling) Faults() []string {
	all := d.server.Faults()
	fresh := all[d.minded:]
	d.minded = len(all)
	return fresh
}

// links are the addresses of channels and messages, which Discord shows by their names.
var links = regexp.MustCompile(`https://discord\.com/channels/[0-9@a-z/]+`)
