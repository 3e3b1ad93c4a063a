package serve

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"strings"
	"sync"

	"nimbot/adapters/clientip"
	"nimbot/adapters/discord"
	"nimbot/adapters/discord/activity"
	"nimbot/adapters/web"
	"nimbot/cmd/bot/config"
	"nimbot/game/dialog"
	"nimbot/store/round"
)

// activityPath is the path under which Discord's proxy requests the content of frames.
const activityPath = "/activity"

// activityFrames are the origins of Discord's clients.
var activityFrames = []string{"https://discord.com", "https://ptb.discord.com", "https://canary.discord.com"}

// activitySecret returns the secret of the Activity, "" if it's off.
func activitySecret(c config.Discord) string {
	if c.Activity != "on" {
		return ""
	}
	return c.ClientSecret.Reveal()
}

// activityMapping returns the target of the Activity's URL mapping, "" if it's off.
func activityMapping(c config.Config) string {
	if activitySecret(c.Discord) == "" {
		return ""
	}
	_, host, _ := strings.Cut(strings.TrimSuffix(c.HTTP.PublicURL, "/"), "://")
	return cmp.Or(host, "YOUR-ADDRESS") + activityPath
}

// connectActivity adds the page inside Discord to the platform p.
func (app *App) connectActivity(p *platform, a *discord.Adapter, changed *notifier) error {
	c := app.config
	origin := "https://" + c.Discord.ApplicationID + ".discordsays.com"
	site := ""
	if c.ServesPage() && strings.HasPrefix(c.HTTP.PublicURL, "https://") {
		site = strings.TrimSuffix(c.HTTP.PublicURL, "/")
	}
	proxies, err := clientip.ParseProxies(c.HTTP.TrustedProxy)
	if err != nil {
		return err
	}
	shown := newMirror(app, a)
	page, err := web.New(web.Options{
		Bot: shown, Boards: app.public.BoardsAndRound, Completer: app.public, Store: app.store, Words: app.Words,
		LessonProgress: app.lessons(discord.Platform), DailyProgress: app.today, Log: app.log, Now: app.Clock.Now,
		PerMinute: c.Limits.CommandsPerMinute, Limits: activityLimits(), Proxies: proxies,
		Activity: &web.Activity{
			Path: activityPath, Application: c.Discord.ApplicationID, Origin: origin, Site: site,
			Frames:   append(slices.Clone(activityFrames), origin),
			Visitors: activity.New(discord.Activity{Adapter: a}, activitySecret(c.Discord), app.Clock.Now), Version: app.placeVersion,
		},
	})
	if err != nil {
		return err
	}
	shown.changed = page.Changed
	changed.changed = page.Changed
	p.routes[activityPath], p.routes[activityPath+"/"] = page, page
	before := p.run
	p.run = func(ctx context.Context) error {
		running, stop := context.WithCancel(ctx)
		var following sync.WaitGroup
		defer following.Wait()
		defer stop()
		following.Go(func() {
			page.Follow(running)
			if ctx.Err() != nil {
				page.Close() // ends the streams, which would delay shutdown
			}
		})
		if before == nil {
			<-ctx.Done()
			return nil
		}
		return before(ctx)
	}
	closing := p.close
	p.close = func(ctx context.Context) error {
		shown.wait(ctx)
		return closing(ctx)
	}
	return nil
}

// activityLimits are those of the page inside Discord. A channel of Discord is one of its channels,
// and a person, who has one page open on each device, sees one channel on each.
func activityLimits() web.Limits {
	l := web.DefaultLimits()
	l.Channels, l.Pages, l.BrowserPages, l.BrowserChannels = 1000, 2000, 10, 10
	return l
}

// placeVersion changes whenever something changes that a place shows.
func (app *App) placeVersion(ctx context.Context, p dialog.Place) (string, error) {
	versions := ""
	for _, key := range []string{p.String(), round.Key(p.String())} {
		rec, err := app.store.Get(ctx, key)
		if err != nil {
			return "", err
		}
		versions += fmt.Sprint(rec.Version, " ")
		if p.Person != "" { // a person's own place has no rounds
			break
		}
	}
	return versions, nil
}

// notifier tells the Activity at once what presses and commands in a channel changed.
type notifier struct {
	discord.Conversation
	changed func(context.Context, dialog.Place) // nil: there is no Activity
}

// Handle implements dialog.Responder.
func (n *notifier) Handle(ctx context.Context, r dialog.Request) dialog.Reply {
	reply := n.Conversation.Handle(ctx, r)
	if n.changed != nil && reply.Found != reply.Version {
		go n.changed(context.WithoutCancel(ctx), r.Place)
	}
	return reply
}
