package activity

import (
	"context"
	"fmt"
	"slices"
	"sync"
	"time"

	"nimbot/adapters/discord"
	"nimbot/adapters/web"
	"nimbot/game/dialog"
	"nimbot/store"
	"nimbot/store/round"
)

// Path is the path under which Discord's proxy requests the content of frames.
const Path = "/activity"

// clients are the origins of Discord's clients.
var clients = []string{"https://discord.com", "https://ptb.discord.com", "https://canary.discord.com"}

// Options are what the page inside Discord needs. All but Site are required.
type Options struct {
	Adapter     *discord.Adapter
	Application string // Discord's id of it
	Secret      string // as in New
	Site        string // the public URL of the page outside Discord, for links; "" if there is none
	// Presses tells the page what changes in channels. It's the conversation of Adapter.
	Presses *Notifier
	Bot     Bot
	// ShowWithin is how long showing a board in the channel may take. After that, a worker shows it.
	ShowWithin time.Duration
	// Page is what this page has in common with others. Its Bot, Boards, Limits and Activity aren't
	// read.
	Page web.Options
}

// Bot answers, and shows boards. router.Router implements it.
type Bot interface {
	dialog.Responder
	// Present returns the present board of a table, and how it is shown. The error is the
	// store's.
	Present(ctx context.Context, p dialog.Place, table int) (dialog.Reply, dialog.Delivery, error)
	// BoardsAndRound returns the present boards of a place, and the message of its round if one
	// is on. The error is the store's.
	BoardsAndRound(ctx context.Context, p dialog.Place, also ...int) ([]dialog.Reply, error)
	// Shown confirms that boards were shown as of a version. The error is the store's.
	Shown(ctx context.Context, p dialog.Place, version uint64, tables []int) error
}

// Page is the page inside Discord. What changes there is shown in the channel, too.
type Page struct {
	*web.Server
	shown *mirror
}

// NewPage makes the page inside Discord. Its errors are those of web.New.
func NewPage(o Options) (*Page, error) {
	p := &Page{shown: newMirror(o)}
	origin := "https://" + o.Application + ".discordsays.com"
	o.Page.Bot, o.Page.Boards, o.Page.Limits = p.shown, o.Bot.BoardsAndRound, limits()
	o.Page.Activity = &web.Activity{
		Path: Path, Application: o.Application, Origin: origin, Site: o.Site, Frames: append(slices.Clone(clients), origin),
		Visitors: New(discord.Activity{Adapter: o.Adapter}, o.Secret, o.Page.Now), Version: versionOf(o.Page.Store),
	}
	var err error
	if p.Server, err = web.New(o.Page); err != nil {
		return nil, err
	}
	p.shown.changed, o.Presses.changed = p.Changed, p.Changed
	return p, nil
}

// Run runs the bot's connection to Discord, nil for none, and meanwhile shows what other processes
// change. It returns when the connection ends, or ctx, with which it also ends the streams: they would
// delay shutdown. The error is the connection's.
func (p *Page) Run(ctx context.Context, connection func(context.Context) error) error {
	running, stop := context.WithCancel(ctx)
	var following sync.WaitGroup
	defer following.Wait()
	defer stop()
	following.Go(func() {
		p.Follow(running)
		if ctx.Err() != nil {
			p.Server.Close()
		}
	})
	if connection == nil {
		<-ctx.Done()
		return nil
	}
	return connection(ctx)
}

// Close waits until what changed is shown in the channel, or ctx ends.
func (p *Page) Close(ctx context.Context) { p.shown.wait(ctx) }

// limits are those of the page inside Discord. A channel of Discord is one of its channels, and a
// person, who has one page open on each device, sees one channel on each.
func limits() web.Limits {
	l := web.DefaultLimits()
	l.Channels, l.Pages, l.BrowserPages, l.BrowserChannels = 1000, 2000, 10, 10
	return l
}

// versionOf returns a function whose result changes whenever something changes that a place shows.
func versionOf(documents store.Store) func(context.Context, dialog.Place) (string, error) {
	return func(ctx context.Context, p dialog.Place) (string, error) {
		versions := ""
		for _, key := range []string{p.String(), round.Key(p.String())} {
			rec, err := documents.Get(ctx, key)
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
}

// Notifier is a conversation that tells the page at once what presses and commands in a channel
// changed.
type Notifier struct {
	discord.Conversation
	changed func(context.Context, dialog.Place) // nil: there is no page
}

// Handle implements dialog.Responder.
func (n *Notifier) Handle(ctx context.Context, r dialog.Request) dialog.Reply {
	reply := n.Conversation.Handle(ctx, r)
	if n.changed != nil && reply.Found != reply.Version {
		go n.changed(context.WithoutCancel(ctx), r.Place)
	}
	return reply
}
