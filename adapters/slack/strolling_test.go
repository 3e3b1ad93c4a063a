package slack

import (
	"context"
	"regexp"
	"strings"
	"testing"
	"time"

	"nimbot/adapters/adaptertest"
	"nimbot/adapters/adaptertest/walk"
	"nimbot/adapters/slack/slacktest"
	"nimbot/game/dialog"
	"nimbot/game/words"
	"nimbot/game/words/wordstest"
	"nimbot/internal/slowtest"
)

// TestRandomWalk visits every screen at random. NIM_TEST_WALK sets the number of
// steps; 30000 is a long walk.
func TestRandomWalk(t *testing.T) {
	stroll(t, newWorld(t, withPictures), walk.Steps(t, slowtest.Count(200, 1000)))
}

// Everything fits in a language of long words.
func TestRandomWalkInALongerLanguage(t *testing.T) {
	slowtest.Sequential(t)
	longer, err := wordstest.Pseudo()
	if err != nil {
		t.Fatal(err)
	}
	w := newWorld(t, withPictures)
	w.stop()
	w.words, w.config.Words = longer, longer
	w.start()
	stroll(t, w, slowtest.Count(100, 800))
}

// In every language everything fits, and nothing is in English.
func TestRandomWalkInEveryLanguage(t *testing.T) {
	slowtest.Sequential(t)
	adaptertest.InEveryLanguage(t, func(t *testing.T, w *words.Catalogue, language string) {
		walk.Translated(t, newStrolling(worldIn(t, w, language, withPictures), language), slowtest.Sizes(15, 30, 300))
	})
}

func stroll(t *testing.T, in *world, steps int) {
	t.Helper()
	walk.Walk(t, newStrolling(in, "en-GB"), steps)
}

func newStrolling(in *world, language string) *strolling {
	d := &strolling{driver: newDriver(in)}
	for _, p := range walk.People {
		d.slack.AddUser(slacktest.User{ID: userID(p.Name), Name: walk.Shown(p.Name), Locale: language, Admin: p.Moderator})
	}
	d.handler.PostThrough(Platform, d.adapter)
	return d
}

// strolling implements walk's driver.
type strolling struct {
	*driver
	minded int
}

// at returns the id of a channel, and makes the bot a member of it.
func (d *strolling) at(channel string) string {
	if walk.Direct[channel] == "" {
		d.join(channel)
		return channelID(channel)
	}
	id := "D" + strings.ToUpper(channel)
	d.slack.AddChannel(slacktest.Channel{ID: id, Member: true, Direct: true})
	return id
}

func (d *strolling) Say(p adaptertest.Person, channel, text string) error {
	text = strings.ReplaceAll(d.typed(text), "@eve", "<@"+userID("eve")+"|eve>")
	return d.deliver(d.slack.Command(userID(p.Name), d.at(channel), "/nim", text))
}

func (d *strolling) Press(p adaptertest.Person, channel string, m walk.Seen, b adaptertest.Button) error {
	action, value, _ := strings.Cut(b.Token, "\n")
	return d.deliver(d.slack.Click(userID(p.Name), m.Raw.(slacktest.Message), action, value))
}

func (d *strolling) Clock(by time.Duration) error { return d.advance(by) }

var drawn = regexp.MustCompile("(?s)```.*?```")

// prose returns what people read of a text in markup, without drawings.
func (d *strolling) prose(text string) string {
	text = drawn.ReplaceAllString(text, "")
	text = labelled.ReplaceAllString(channels.ReplaceAllString(text, "#channel"), "$1")
	for _, p := range walk.People {
		text = strings.ReplaceAll(text, "<@"+userID(p.Name)+">", walk.Shown(p.Name))
	}
	return text
}

func (d *strolling) Seen() []walk.Seen {
	var all []walk.Seen
	for _, s := range d.slack.Shown() {
		m := walk.Seen{ID: s.TS, Channel: strings.ToLower(s.Channel[1:]), Edit: s.Edit, Raw: s.Message}
		if s.To != "" {
			m.To = strings.ToLower(s.To[1:])
		}
		for _, id := range s.Mentions {
			if !s.Edit && s.To == "" {
				m.Pinged = append(m.Pinged, strings.ToLower(id[1:]))
			}
		}
		texts := []string{}
		for _, b := range s.Blocks {
			block := b.(map[string]any)
			if block["type"] == "image" {
				m.Pictures++
				alt, _ := block["alt_text"].(string)
				m.Alts = append(m.Alts, alt)
			}
			parts, _ := block["elements"].([]any)
			for _, x := range append([]any{block}, parts...) {
				e, _ := x.(map[string]any)
				switch text := e["text"].(type) {
				case string:
					texts = append(texts, d.prose(text))
				case map[string]any:
					if said, ok := text["text"].(string); ok && block["type"] != "actions" {
						texts = append(texts, d.prose(said))
					}
				}
			}
		}
		if len(s.Blocks) == 0 {
			texts = append(texts, d.prose(s.Text))
		}
		m.Prose = strings.TrimSpace(plainly.Replace(strings.Join(texts, "\n")))
		for _, e := range pressable(s.Message) {
			m.Buttons = append(m.Buttons, adaptertest.Button{Label: e.label, Token: e.action + "\n" + e.value})
		}
		all = append(all, m)
	}
	return all
}

// channels matches mentions of channels, labelled matches links with a label.
var (
	channels = regexp.MustCompile(`<#C[A-Z0-9]+>`)
	labelled = regexp.MustCompile(`<https:[^|>]*\|([^>]*)>`)
)

// plainly removes escapes and bold.
var plainly = strings.NewReplacer("&lt;", "<", "&gt;", ">", "&amp;", "&", "*", "")

func (d *strolling) States(channel string) ([]walk.State, error) {
	place := dialog.Place{Platform: Platform, Guild: slacktest.Team, Channel: d.at(channel)}
	return walk.StatesOf(place, func(p dialog.Place) (dialog.Reply, error) { return d.handler.State(context.Background(), p) }, userID, d.nameOf)
}

func (d *strolling) nameOf(id string) string { return strings.ToLower(strings.TrimPrefix(id, "U")) }

func (d *strolling) Faults() []string {
	all := d.slack.Problems()
	fresh := all[d.minded:]
	d.minded = len(all)
	return fresh
}
