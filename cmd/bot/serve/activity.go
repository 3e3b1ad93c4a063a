package serve

import (
	"cmp"
	"context"
	"strings"
	"time"

	"nimbot/adapters/clientip"
	"nimbot/adapters/discord"
	"nimbot/adapters/discord/activity"
	"nimbot/adapters/web"
	"nimbot/cmd/bot/config"
	"nimbot/game/chat"
)

// activitySecret returns the secret of the Activity, "" if it's off.
func activitySecret(c config.Discord) string {
	if c.Activity != config.On {
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
	return cmp.Or(host, "YOUR-ADDRESS") + activity.Path
}

// connectActivity adds the page inside Discord to the platform p.
func (app *App) connectActivity(p *platform, a *discord.Adapter, presses *activity.Notifier) error {
	c := app.config
	site := ""
	if c.ServesPage() && strings.HasPrefix(c.HTTP.PublicURL, "https://") {
		site = strings.TrimSuffix(c.HTTP.PublicURL, "/")
	}
	proxies, err := clientip.ParseProxies(c.HTTP.TrustedProxy)
	if err != nil {
		return err
	}
	page, err := activity.NewPage(activity.Options{
		Adapter: a, Application: c.Discord.ApplicationID, Secret: activitySecret(c.Discord), Site: site,
		Presses: presses, Bot: app.public, ShowWithin: chat.ShowAfter - time.Second,
		Page: web.Options{
			Completer: app.public, Store: app.store, Words: app.Words,
			LessonProgress: app.lessons(discord.Platform), DailyProgress: app.today, Log: app.log, Now: app.Clock.Now,
			PerMinute: c.Limits.CommandsPerMinute, Proxies: proxies,
		},
	})
	if err != nil {
		return err
	}
	p.routes[activity.Path], p.routes[activity.Path+"/"] = page, page
	connection := p.run
	p.run = func(ctx context.Context) error { return page.Run(ctx, connection) }
	closing := p.close
	p.close = func(ctx context.Context) error {
		page.Close(ctx)
		return closing(ctx)
	}
	return nil
}
