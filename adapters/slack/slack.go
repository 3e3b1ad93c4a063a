// Package slack carries the conversation of package chat on Slack: as a slash
// command, as mentions in threads and direct messages, as buttons, as a form
// and on the App Home.
//
// # From delivery to reply
//
// Slack delivers the same three kinds of payload over HTTP (http.go) and over Socket Mode
// (socket.go): slash commands, interactions and events. decode.go turns each into a
// [call], which says who asked for what, where, and where the answer can be sent.
// answer.go passes it to the chat and queues the messages of the reply; render.go renders
// a message as Block Kit.
//
// # Acknowledging and showing
//
// Slack wants an answer within three seconds, and its own methods may be slower. So no
// handler waits for Slack: calls go to the outbox (outbox.go), which sends one message
// at a time in each channel, keeps within Slack's rates, and drops a board that a later
// one of its table has replaced. A message that waits at one table lets other tables pass.
// Edits that are less important than moves (former boards, the day's post) leave them room.
//
// # Where the bot is no member
//
// A board is posted and updated by chat.postMessage and chat.update. Where the
// bot may not do that, the response_url of the command or click carries it
// (deliver.go), and the person is told how to invite the bot.
//
// # Names
//
// People's names are free text. They are written so that they neither format, link nor
// notify (text.go). Only people whom the chat wants to notify are mentioned.
package slack

import (
	"cmp"
	"context"
	"errors"
	"log/slog"
	"net"
	"net/http"
	"time"

	"nimbot/game/dialog"
	"nimbot/game/words"
	"nimbot/game/words/command"
	"nimbot/store"
	"nimbot/store/backoff"
)

// Platform is the Platform of every dialog.Place of this adapter.
const Platform = "slack"

// Conversation is what the adapter asks of the router.
type Conversation interface {
	dialog.Responder
	// Shown records that the boards of these tables were shown as they were in a version
	// of the place's document. The error is the store's.
	Shown(ctx context.Context, place dialog.Place, version uint64, tables []int) error
	// Present returns the present board of a table. The error is the store's.
	Present(ctx context.Context, place dialog.Place, table int) (dialog.Reply, dialog.Delivery, error)
}

// Config is what an Adapter needs. Chat, Words and Store are required, and the credentials
// that New names.
type Config struct {
	Chat  Conversation
	Words *words.Catalogue
	// Store keeps the adapter's own documents: installations and home pages.
	Store store.Store
	Log   *slog.Logger     // nil: slog.Default()
	Now   func() time.Time // nil: time.Now

	Command string // the slash command, "/nim"

	// PublicURL is the site from which Slack fetches pictures of boards (see draw.Picture).
	// If it doesn't begin with https://, boards are drawn in emoji.
	PublicURL string

	SigningSecret string // for HTTP
	AppToken      string // xapp-…, for Socket Mode

	BotToken string // xoxb-…, for one workspace

	// For many workspaces: the app's credentials, and the keys that seal the
	// tokens of its installations, as ParseKeys reads them.
	ClientID, ClientSecret string
	EncryptionKey          string

	// Remote returns the address of a visitor of the installation's pages, whose rate is
	// limited; nil: the address of the connection. Behind a proxy all connections have the
	// proxy's address, so Remote must read the proxy's header.
	Remote func(*http.Request) string

	// MoveLog writes every move of a game into a thread at its first board.
	MoveLog bool

	APIURL string       // "" for Slack itself
	Client *http.Client // nil: one of its own; redirects are never followed
	// Dial opens the connections of Socket Mode; nil: as package net does, or through the environment's
	// proxy.
	Dial func(ctx context.Context, network, address string) (net.Conn, error)

	Rates Rates // zero fields: DefaultRates

	// Removed receives each workspace that removed the app; may be nil.
	Removed func(ctx context.Context, guild string) error
	// Leaving reports whether everything about a user of a workspace is being deleted, so
	// that nothing is written about them; may be nil.
	Leaving func(ctx context.Context, guild, user string) (bool, error)

	// Jitter returns a random pause up to most, before connecting again; nil: one from
	// math/rand/v2.
	Jitter func(most time.Duration) time.Duration

	// Reached is called with false when the bot begins to try to reach Slack, and with true when it
	// has; may be nil. Calls are in the order of the changes.
	Reached func(reached bool)

	// TokenRefused is called with what Slack says about the bot's token when it's asked
	// (Adapter.WatchToken); may be nil.
	TokenRefused func(refused bool)

	// Connected is called when Slack has greeted the bot on a Socket Mode connection;
	// may be nil.
	Connected func()

	// Reconnected is called when a Socket Mode connection has ended and will be
	// reopened; may be nil.
	Reconnected func()
}

// Errors of New.
var (
	errNoToken  = errors.New("slack: neither a bot token nor a client id and secret")
	errNoSecret = errors.New("slack: neither a signing secret nor an app token")
)

// Adapter connects one Slack app. It is safe for concurrent use.
type Adapter struct {
	chat         Conversation
	log          *slog.Logger
	removed      func(ctx context.Context, guild string) error // may be nil
	seen         *ttlCache[string, struct{}]                   // deliveries of the last minutes
	reach        *reach
	tokenRefused func(refused bool)

	endpoint *endpoint
	socket   *socket
	oauth    *oauth // nil with a single workspace
	intake   *requestBuilder
	web      *webAPI
	people   *people
	homes    *homes
	homeTab  *homeTab
	render   *renderer
	outbox   *outbox
	sender   *sender
}

// How long things are remembered, and how many of them.
const (
	seenFor    = 15 * time.Minute // Slack delivers again after 5 minutes at most
	outsideFor = 10 * time.Minute // then the bot may have been invited
	invitedFor = time.Hour
	boardsFor  = 7 * 24 * time.Hour
	localeFor  = 7 * 24 * time.Hour
	remembered = 10_000
	seenMost   = 50_000
	boardsMost = 2_000
)

// New makes an Adapter. It needs SigningSecret for HTTP or AppToken for Socket
// Mode, and BotToken for one workspace or ClientID, ClientSecret and
// EncryptionKey for many. The error says which of these is missing or malformed.
func New(c Config) (*Adapter, error) {
	if c.SigningSecret == "" && c.AppToken == "" {
		return nil, errNoSecret
	}
	c = c.withDefaults()
	client := newClient(c.Client)
	web := &webAPI{client: client, patience: newRetryAfterGate(client), url: apiURL(c.APIURL), hooks: hookOrigins(c.APIURL), rates: newRates(c.Rates, time.Now), log: c.Log, now: c.Now}
	installs, oauth, err := connect(c, web)
	if err != nil {
		return nil, err
	}
	web.installs = installs
	a := &Adapter{
		chat: c.Chat, log: c.Log, removed: c.Removed, seen: newTTLCache[string, struct{}](seenMost, seenFor, c.Now),
		reach: &reach{tell: c.Reached}, tokenRefused: c.TokenRefused,
		web: web, oauth: oauth, outbox: newOutbox(c.Log),
		render: &renderer{words: c.Words, command: c.Command, pictures: newPictures(c.PublicURL), now: c.Now},
	}
	a.people = newPeople(a.outbox.ctx, web.call, c.Log, c.Now)
	a.render.people = a.people
	a.homes = newHomes(c.Store, a.outbox, c.Log, c.Now)
	a.homes.leaving = c.Leaving
	a.sender = newSender(c, a.render, web, a.outbox, a.people)
	a.homeTab = &homeTab{a.sender, a.homes}
	a.intake = newRequestBuilder(c, installs, a.people, a.homes, a.sender.outside)
	a.endpoint = &endpoint{secret: []byte(c.SigningSecret), receive: a.receive, log: c.Log, now: c.Now}
	a.socket = newSocket(c, a.sender, a.receive, a.reach)
	return a, nil
}

// withDefaults fills in missing settings.
func (c Config) withDefaults() Config {
	c.Log = cmp.Or(c.Log, slog.Default())
	if c.Now == nil {
		c.Now = time.Now
	}
	if c.Jitter == nil {
		c.Jitter = backoff.UpTo
	}
	if c.Reconnected == nil {
		c.Reconnected = func() {}
	}
	if c.Reached == nil {
		c.Reached = func(bool) {}
	}
	if c.TokenRefused == nil {
		c.TokenRefused = func(bool) {}
	}
	if c.Connected == nil {
		c.Connected = func() {}
	}
	c.Command = cmp.Or(c.Command, "/"+command.Name)
	return c
}

// connect selects the source of tokens; oauth is nil for a single workspace.
func connect(c Config, web *webAPI) (installations, *oauth, error) {
	switch {
	case c.ClientID != "" && c.ClientSecret != "":
		keys, err := ParseKeys(c.EncryptionKey)
		if err != nil {
			return nil, nil, err
		}
		many := newInstallStore(c.Store, keys, c.Log, c.Now)
		o := newOAuth(c, web.patience.clientFor(c.ClientID), web.url, many)
		many.refresh = o.refresh
		return many, o, nil
	case c.BotToken != "":
		return newSingle(c.BotToken, web.patience, web.url), nil, nil
	default:
		return nil, nil, errNoToken
	}
}

// Close finishes deliveries of Socket Mode and sends what is queued, for drainFor at
// most or until ctx ends. A board that wasn't sent by then is no error: the store still
// asks for it, and the next process shows it. No HTTP delivery may arrive any more.
func (a *Adapter) Close(ctx context.Context) error {
	ctx, cancel := context.WithTimeout(ctx, drainFor)
	defer cancel()
	a.socket.queues.close()
	waitFor(ctx, &a.socket.queues.running)
	if left := a.outbox.close(ctx); left > 0 {
		a.log.Warn("messages to Slack were not sent before the end; boards are shown by the next process", "messages", left)
	}
	return nil
}
