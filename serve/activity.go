package serve

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"strings"
	"sync"
	"time"

	"nimbot/adapters/activity"
	"nimbot/adapters/discord"
	"nimbot/adapters/web"
	"nimbot/chat"
	"nimbot/config"
	"nimbot/exchange"
	"nimbot/round"
)

// activityPath is where Discord's proxy asks for what its frames show.
const activityPath = "/activity"

// activityFrames are the origins of Discord's clients.
var activityFrames = []string{"https://discord.com", "https://ptb.discord.com", "https://canary.discord.com"}

// activitySecret is the secret of the Activity, "" if it's off.
func activitySecret(c config.Discord) string {
	if c.Activity != "on" {
		return ""
	}
	return c.ClientSecret.Reveal()
}

// activityMapping is the target of the Activity's URL mapping, "" if it's off.
func activityMapping(c config.Config) string {
	if activitySecret(c.Discord) == "" {
		return ""
	}
	_, host, _ := strings.Cut(strings.TrimSuffix(c.HTTP.PublicURL, "/"), "://")
	return cmp.Or(host, "YOUR-ADDRESS") + activityPath
}

// connectActivity serves the page inside Discord beside p.
func (app *App) connectActivity(p *platform, a *discord.Adapter, changed *notifier) error {
	c := app.config
	origin := "https://" + c.Discord.ApplicationID + ".discordsays.com"
	site := ""
	if c.ServesPage() && strings.HasPrefix(c.HTTP.PublicURL, "https://") {
		site = strings.TrimSuffix(c.HTTP.PublicURL, "/")
	}
	shown := newMirror(app, a)
	page, err := web.New(web.Options{
		Bot: shown, Boards: boardsAndRound{app}, Completer: app.chat, Store: app.store, Words: app.Words,
		Lessons: app.lessons(discord.Platform), Today: app.today, Log: app.log, Now: app.Clock.Now,
		PerMinute: c.Limits.CommandsPerMinute,
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

// placeVersion changes whenever something changes that a place shows.
func (app *App) placeVersion(ctx context.Context, p exchange.Place) (string, error) {
	versions := ""
	for _, key := range []string{p.String(), round.Key(p.String())} {
		rec, err := app.store.Get(ctx, key)
		if err != nil {
			return "", err
		}
		versions += fmt.Sprint(rec.Version, " ")
		if p.Person != "" { // whose games have no rounds
			break
		}
	}
	return versions, nil
}

// boardsAndRound are the boards of a place, and its round.
type boardsAndRound struct{ app *App }

// Boards implements web.Boards.
func (b boardsAndRound) Boards(ctx context.Context, p exchange.Place, also ...int) ([]exchange.Reply, error) {
	all, err := b.app.chat.Boards(ctx, p, also...)
	if err != nil || p.Person != "" {
		return all, err
	}
	asked, err := b.app.races.Present(ctx, p)
	if len(asked.Messages) > 0 {
		all = append(all, asked)
	}
	return all, err
}

// notifier tells the Activity at once what presses and commands in a channel changed.
type notifier struct {
	discord.Conversation
	changed func(context.Context, exchange.Place) // nil: there is no Activity
}

// Handle implements exchange.Responder.
func (n *notifier) Handle(ctx context.Context, r exchange.Request) exchange.Reply {
	reply := n.Conversation.Handle(ctx, r)
	if n.changed != nil && reply.Found != reply.Version {
		go n.changed(context.WithoutCancel(ctx), r.Place)
	}
	return reply
}

// mirror answers in the Activity, and has the channel show what changed. Of a board that
// changes faster than Discord takes edits, the latest state is shown.
type mirror struct {
	app     *App
	adapter discord.Activity
	changed func(context.Context, exchange.Place)

	mu      sync.Mutex
	again   map[table]bool // tables that are being shown, and whether they changed meanwhile
	showing sync.WaitGroup
}

// table is a table of a place.
type table struct {
	place  exchange.Place
	number int
}

func newMirror(app *App, a *discord.Adapter) *mirror {
	return &mirror{app: app, adapter: discord.Activity{Adapter: a}, again: map[table]bool{}}
}

// mirrorFor is how long showing a board may take. Later a worker shows it.
const mirrorFor = chat.ShowAfter - time.Second

// Handle implements exchange.Responder.
func (m *mirror) Handle(ctx context.Context, r exchange.Request) exchange.Reply {
	reply := m.app.public.Handle(ctx, r)
	later := context.WithoutCancel(ctx)
	if reply.Found != reply.Version || reply.Round != nil {
		go m.changed(later, r.Place)
	}
	if reply.Result == exchange.Duplicate {
		return reply
	}
	said := reply
	said.Messages = slices.DeleteFunc(slices.Clone(reply.Messages), func(x exchange.Message) bool { return x.To != nil || x.Board || x.Post != "" })
	if len(said.Messages) > 0 {
		m.showing.Go(func() { m.say(later, r, said) })
	}
	for _, n := range reply.Boards() {
		if n != exchange.RoundTable {
			m.soon(later, table{r.Place.Shared(), n})
		}
	}
	return reply
}

// say posts what a reply says to everybody beside its boards.
func (m *mirror) say(ctx context.Context, r exchange.Request, said exchange.Reply) {
	ctx, cancel := context.WithTimeout(ctx, mirrorFor)
	defer cancel()
	if _, err := m.adapter.Show(ctx, r.Place.Shared(), exchange.Delivery{Locale: r.Locale, ReplyOnly: r.ReplyOnly}, said); err != nil {
		m.app.log.InfoContext(ctx, "what was said in the Activity is not shown in the channel", "place", r.Place.String(), "error", err)
	}
}

// soon shows a table in the channel, now or after what is being shown of it.
func (m *mirror) soon(ctx context.Context, t table) {
	m.mu.Lock()
	defer m.mu.Unlock()
	if _, runs := m.again[t]; runs {
		m.again[t] = true
		return
	}
	m.again[t] = false
	m.showing.Go(func() {
		for again := true; again; {
			m.show(ctx, t)
			m.mu.Lock()
			if again = m.again[t]; again {
				m.again[t] = false
			} else {
				delete(m.again, t)
			}
			m.mu.Unlock()
		}
	})
}

// show shows the present board of a table in the channel, and confirms that.
func (m *mirror) show(ctx context.Context, t table) {
	ctx, cancel := context.WithTimeout(ctx, mirrorFor)
	defer cancel()
	reply, d, err := m.app.chat.Present(ctx, t.place, t.number)
	if err == nil && len(reply.Messages) > 0 {
		var shown bool
		if shown, err = m.adapter.Show(ctx, t.place, d, reply); shown {
			err = m.app.public.Shown(ctx, t.place, reply.Version, []int{t.number})
		}
	}
	if err != nil {
		m.app.log.InfoContext(ctx, "a board that was changed in the Activity is shown later in the channel", "place", t.place.String(), "error", err)
	}
}

// wait waits until everything is shown, or ctx ends.
func (m *mirror) wait(ctx context.Context) {
	done := make(chan struct{})
	go func() { m.showing.Wait(); close(done) }()
	select {
	case <-done:
	case <-ctx.Done():
	}
}
