package slack

import (
	"context"
	"fmt"
	"strings"
	"time"

	slackapi "github.com/slack-go/slack"

	"nimbot/game/dialog"
	"nimbot/game/words"
)

// homeTab shows people their App Home.
type homeTab struct {
	*sender
	homes *homes
}

// open publishes the App Home of the user who opened it.
func (tab *homeTab) open(c call) {
	guild := c.workspace.id()
	if c.channel != "" {
		tab.homes.noteDirect(c)
	}
	if c.text != "home" {
		return
	}
	tab.outbox.add(homeQueue(guild, c.user), job{name: "publish", send: func(ctx context.Context) time.Duration {
		d, err := tab.homes.read(ctx, guild, c.user)
		if err != nil {
			tab.log.WarnContext(ctx, "an App Home could not be read", "error", err)
		}
		s := tab.loadProfile(ctx, c)
		err = tab.web.publishHome(ctx, c, tab.render.home(d, s, true))
		if t, _ := diagnose(err); t == rejected { // not every workspace shows table blocks yet
			err = tab.web.publishHome(ctx, c, tab.render.home(d, s, false))
		}
		switch t, wait := diagnose(err); t {
		case done:
			return 0
		case busy, unreachable, ambiguous, timedOut: // showing the same view twice does no harm
			return max(wait, firstBackoff)
		}
		tab.logRefusal(ctx, c, "views.publish", err)
		return 0
	}})
}

func (web *webAPI) publishHome(ctx context.Context, c call, v slackapi.HomeTabViewRequest) error {
	return web.call(ctx, c.workspace, func(api *slackapi.Client) error {
		_, err := api.PublishViewContext(ctx, slackapi.PublishViewContextRequest{UserID: c.user, View: v})
		return err
	})
}

// home renders the App Home: the person's games, how to begin, the person's profile, and
// how to play. If tables is true, the leaderboard is a Slack table block, otherwise lines
// of text.
func (r *renderer) home(d home, s profilePage, tables bool) slackapi.HomeTabViewRequest {
	b := blocks{ids: "home", localizer: r.localizerFor(dialog.Place{}, s.locale, nil)}
	b.voice.Pronoun = words.ReaderPronoun(s.who.Person())
	b.heading(words.New("slack.home.games"))
	lines := make([]string, 0, len(d.Games))
	for _, g := range d.Games {
		lines = append(lines, b.gameLine(g))
	}
	if len(lines) == 0 {
		lines = []string{b.say(words.New("slack.home.none"))}
	}
	b.paragraphs(lines)
	b.buttons([]dialog.Button{{Label: words.New("slack.home.start"), Command: openFormCommand, Style: dialog.Primary}})
	b.addProfile(s, tables)
	b.add(slackapi.NewDividerBlock())
	b.heading(words.New("slack.home.how"))
	how := make([]string, 0, 10)
	for i := 1; i <= 10; i++ {
		how = append(how, b.say(words.New(fmt.Sprint("help.", i))))
	}
	b.paragraphs(how)
	return slackapi.HomeTabViewRequest{Type: slackapi.VTHomeTab, Blocks: slackapi.Blocks{BlockSet: b.all}}
}

func (b *blocks) heading(t words.Text) {
	b.add(slackapi.NewHeaderBlock(plainText(b.plain(t, 150)), slackapi.HeaderBlockOptionBlockID(b.id())))
}

// gameLine returns one game of the list, with a link to its channel.
func (b *blocks) gameLine(g homeGame) string {
	key := "slack.home.waiting"
	switch {
	case g.Over:
		key = "slack.home." + g.Result
	case g.Turn:
		key = "slack.home.turn"
	}
	line := b.say(words.New(key, "title", words.Title(g.Key), "other", dialog.User{ID: g.Other, Name: g.Name}))
	channel, _ := splitChannel(g.Channel)
	if strings.HasPrefix(channel, "D") {
		return "• " + line
	}
	return "• " + line + " <#" + channel + ">"
}
