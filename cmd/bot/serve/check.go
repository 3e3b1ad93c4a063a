package serve

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"net/http"
	"os"
	"sync"
	"time"

	"nimbot/adapters/console"
	"nimbot/adapters/discord"
	"nimbot/adapters/slack"
	"nimbot/cmd/bot/config"
	"nimbot/game/words"
	"nimbot/store"
)

// platformWithin is how long the check of a platform may take, on a slow server, too:
// Discord's reads every language.
const platformWithin = 20 * time.Second

// unlogged is the logger of adapters that only check: they return their errors,
// so logging would repeat them.
var unlogged = slog.New(slog.DiscardHandler)

// checkStore opens the store and returns notes about it. It never creates a file,
// and it's no error if a running server holds the file.
func checkStore(ctx context.Context, c config.Config) (notes []string, err error) {
	if err := CheckFile(c.Store); err != nil {
		return nil, err
	}
	if path, ok := c.Store.File(); ok {
		if _, err := os.Stat(path); os.IsNotExist(err) {
			return []string{"store: " + path + " does not exist yet; it is made when the bot starts"}, nil
		}
	}
	s, said, err := OpenStore(ctx, c.Store, time.Now, "")
	switch {
	case errors.Is(err, store.ErrInUse):
		return []string{"store: a running bot uses it"}, nil
	case err != nil:
		return nil, err
	}
	for _, note := range said {
		notes = append(notes, note.Text)
	}
	return notes, s.Close()
}

// checkDiscord asks Discord whether the application is as the configuration
// says. Without a token, it asks nothing.
func checkDiscord(ctx context.Context, c config.Config) (notes []string, err error) {
	switch {
	case !c.Discord.Configured():
		return nil, nil
	case c.Discord.Token == "":
		return []string{"discord: nothing was asked, since discord.token is empty"}, nil
	}
	catalogue, err := words.Load()
	if err != nil {
		return nil, err
	}
	clock := &comparedClock{who: discord.Platform}
	a, err := Discord(c.Discord, catalogue, clock)
	if err != nil {
		return nil, err
	}
	ctx, cancel := context.WithTimeout(ctx, platformWithin)
	defer cancel()
	notes, err = a.Check(ctx, discord.Setup{PublicKey: c.Discord.PublicKey, Gateway: c.Discord.Mode == config.GatewayMode, Site: c.HTTP.PublicURL, Mapping: activityMapping(c)})
	return notes, errors.Join(err, clock.checkSkew())
}

// checkSlack asks Slack whether the tokens are good and allow what the bot
// does. If a required setting is missing, it asks nothing.
func checkSlack(ctx context.Context, c config.Config) (notes []string, err error) {
	if !c.Slack.Configured() {
		return nil, nil
	}
	if key := c.Slack.Missing(); key != "" {
		return []string{"slack: nothing was asked, since " + key + " is empty"}, nil
	}
	clock := &comparedClock{who: slack.Platform}
	a, err := slackAdapter(c.Slack, nil, nil, &App{log: unlogged, Clock: &console.Clock{}}, adapterHooks{transport: clock})
	if err != nil {
		return nil, err
	}
	ctx, cancel := context.WithTimeout(ctx, platformWithin)
	defer cancel()
	notes, err = a.Check(ctx)
	return notes, errors.Join(err, clock.checkSkew(), a.Close(ctx))
}

// maxSkew is half of the five minutes that signatures allow.
const maxSkew = 150 * time.Second

// comparedClock sends requests to a platform and compares the platform's clock with this machine's:
// if they differ by five minutes, every signature is refused.
type comparedClock struct {
	who string

	mu    sync.Mutex
	ahead time.Duration // this machine's clock minus the platform's
}

// RoundTrip implements http.RoundTripper.
func (c *comparedClock) RoundTrip(r *http.Request) (*http.Response, error) {
	resp, err := http.DefaultTransport.RoundTrip(r)
	if err != nil {
		return resp, err
	}
	if theirs, err := http.ParseTime(resp.Header.Get("Date")); err == nil {
		c.mu.Lock()
		c.ahead = time.Since(theirs)
		c.mu.Unlock()
	}
	return resp, nil
}

// checkSkew returns an error if this machine's clock differs too much.
func (c *comparedClock) checkSkew() error {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.ahead.Abs() < maxSkew {
		return nil
	}
	where := "ahead of"
	if c.ahead < 0 {
		where = "behind"
	}
	return fmt.Errorf("%s: this machine's clock is %s %s theirs, and at 5m0s they refuse each other's signatures; have it set by NTP", c.who, c.ahead.Abs().Round(time.Second), where)
}
