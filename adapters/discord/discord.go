// Package discord plays on Discord: slash commands, buttons, a form, and a board message
// that the bot edits.
//
// # Two ways in, one handler
//
// Discord delivers interactions to an HTTP endpoint ([Adapter.Endpoint]) or
// over a websocket ([Adapter.RunGateway]); an application uses one of them.
// Both end in [Adapter.Interact], which turns the bytes of one interaction
// into the bytes of its answer. That answer is always the first response,
// never a deferral: a deferral fixes whether the answer is public before that
// is known, and Discord drops the interaction after three seconds either way.
// Package chat answers within 2.5 seconds whatever the store does.
//
// If the operator wants it, the gateway also delivers direct messages and messages that mention the
// bot, in either mode (chatmessage.go). The bot answers them with ordinary messages; what only the
// asking person may see is shown after a press of a button, which is an interaction
// (messagereply.go). The gateway also reports servers that removed the bot (servers.go).
//
// # What an interaction becomes
//
// A subcommand with its options is written as the text that people type elsewhere
// ("challenge @42 3 4 5 clock:10m", command.go); a button's or a menu's value is that
// text already. The reply becomes one message: after a click on the board, the edited
// board (type 7); otherwise a new message, public or for the asking person only
// (message.go). A board that everybody sees goes with its picture (picture.go).
//
// A reply's other messages, the opt-in "your turn" notice and the removal of an old
// board's buttons are sent in the background with the interaction's token (followup.go),
// through bounded queues (background.go). They may be dropped; a worker shows a board
// that is lost there. [Adapter.Publish] shows what time decides, if the bot is a member
// and has a token.
package discord

import (
	"cmp"
	"context"
	"errors"
	"io"
	"log/slog"
	"net"
	"net/http"
	"regexp"
	"time"

	"nimbot/game/dialog"
	"nimbot/game/rules"
	"nimbot/game/words"
	"nimbot/game/words/command"
)

// Platform is the first part of every place on Discord.
const Platform = "discord"

// directGuild is the guild of places outside of guilds: direct messages.
const directGuild = "@me"

// Conversation is what the adapter asks of the router.
type Conversation interface {
	dialog.Responder
	// CompleteMove completes the move that r.Text begins, for r.User in r.Place.
	CompleteMove(ctx context.Context, r dialog.Request) []command.Completion
	// Shown confirms that a version of a place's board was shown. The error is the store's.
	Shown(ctx context.Context, place dialog.Place, version uint64, tables []int) error
}

// Config is what an Adapter needs. Chat, Words and ApplicationID are required.
type Config struct {
	Chat  Conversation
	Words *words.Catalogue
	// ApplicationID is Discord's id of the application.
	ApplicationID string
	// Token is the bot's token without "Bot "; without it the bot can only answer
	// interactions. The gateway and registration need it.
	Token string
	// ClientSecret is the application's client secret, with which people sign in to the Activity;
	// "": the Activity is off.
	ClientSecret string
	// Site is the address of a page about the bot, and Version the bot's version, with which it
	// introduces itself to Discord; "": the application's page on Discord, and "development".
	Site, Version string
	// APIURL replaces https://discord.com for REST requests, for a proxy or a test.
	APIURL string
	// Picture writes the picture of a position as a PNG, such as [PNG] does;
	// nil: boards are drawn in emoji.
	Picture func(io.Writer, rules.Diagram) error
	Log     *slog.Logger      // nil: slog.Default()
	Now     func() time.Time  // nil: time.Now
	Base    http.RoundTripper // nil: one like http.DefaultTransport
	// Dial opens the gateway's connections; nil: as package net does, or through the environment's
	// proxy.
	Dial func(ctx context.Context, network, address string) (net.Conn, error)
	// Removed receives each server that removed the bot, as reported by the gateway; may
	// be nil.
	Removed func(ctx context.Context, guild string) error
	// Uninstalled receives each person who removed the app from their account; may be
	// nil.
	Uninstalled func(ctx context.Context, user string) error
	// Reconnected is called when a gateway connection has ended and will be reopened;
	// may be nil.
	Reconnected func()
	// Connected is called when Discord has begun or resumed a session; may be nil.
	Connected func()
	// Reached is called with false when the bot begins to try to reach Discord (a connection of the
	// gateway, an answer about its token), and with true when nothing of that is left to try;
	// may be nil. Calls are in the order of the changes.
	Reached func(reached bool)
	// TokenRefused is called when Discord begins or ceases to refuse the bot's token. Meanwhile
	// the token is tried again after pauses that grow to an hour. nil: only requests that the
	// bot makes anyway try it.
	TokenRefused func(refused bool)
}

// Adapter connects the conversation to Discord. It is safe for concurrent use.
type Adapter struct {
	chat         Conversation
	words        *words.Catalogue
	app          string
	secret       string // "": the Activity is off
	self         identity
	writers      writerFactory
	log          *slog.Logger
	now          func() time.Time
	rest         *rest
	dial         func(ctx context.Context, network, address string) (net.Conn, error) // may be nil
	onDisconnect func()                                                               // called when a connection ends
	onConnect    func()                                                               // called when a session begins
	reach        reach
	boards       *boards
	muted        *refusals // the channels where the bot may not answer mentions
	refused      *refusals // what can't be shown unasked

	removed     func(ctx context.Context, guild string) error // may be nil
	uninstalled func(ctx context.Context, user string) error  // may be nil

	tasks          tasks
	interactions   stepQueue       // interactions of the gateway
	messages       channelQueues   // messages of the gateway
	messageAnswers channelQueues   // answers to them
	followUps      stepQueue       // requests to Discord that follow answers
	confirmations  stepQueue       // writes to the store that follow answers
	running        context.Context // ends with the adapter
	stop           context.CancelFunc
}

// New makes an Adapter; it connects to nothing yet. The error names the setting that is missing
// or malformed.
func New(c Config) (*Adapter, error) {
	switch {
	case c.Chat == nil || c.Words == nil:
		return nil, errors.New("discord: Chat and Words are required")
	case !snowflake.MatchString(c.ApplicationID):
		return nil, errors.New("discord: the application id is a number of 15 to 20 digits; copy it from the application's General Information page")
	}
	a := &Adapter{chat: c.Chat, words: c.Words, app: c.ApplicationID, dial: c.Dial, secret: c.ClientSecret, log: cmp.Or(c.Log, slog.Default()), now: c.Now, boards: newBoards(), removed: c.Removed, uninstalled: c.Uninstalled}
	a.reach.tell = c.Reached
	if a.now == nil {
		a.now = time.Now
	}
	if a.onConnect = c.Connected; a.onConnect == nil {
		a.onConnect = func() {}
	}
	if a.onDisconnect = c.Reconnected; a.onDisconnect == nil {
		a.onDisconnect = func() {}
	}
	a.writers = writerFactory{c.Words, newPictures(c.Picture, a.log), c.ClientSecret != ""}
	var err error
	a.muted, a.refused = newRefusals(a.now, mutedMax), newRefusals(a.now, publishPauseMax)
	if a.rest, err = newREST(c.APIURL, c.Token, c.Base, a.log); err != nil {
		return nil, err
	}
	a.refused.spares = a.rest.transport.spares
	a.rest.agent = userAgentOf(c.Site, c.Version, c.ApplicationID)
	a.self.known = map[string]bool{c.ApplicationID: true, userOfToken(c.Token): true}
	a.running, a.stop = context.WithCancel(context.Background())
	if c.TokenRefused != nil {
		retry := a.rest.transport.retryToken(a.running, func(ctx context.Context) { _, _ = a.rest.gatewayBot(ctx) }) // the transport notes what the answer says
		a.rest.transport.tokenChanged = func(refused bool) {
			c.TokenRefused(refused)
			retry(refused)
		}
	}
	a.interactions = stepQueue{adapter: a, name: "interactions", atOnce: answerAtOnce, capacity: answerLine, timeout: followFor}
	a.messages, a.messageAnswers = newChannelQueues(a), newChannelQueues(a)
	a.followUps = stepQueue{adapter: a, name: "what follows answers", atOnce: followAtOnce, capacity: followUpQueueSize, timeout: followFor}
	a.confirmations = stepQueue{adapter: a, name: "that boards were shown", atOnce: confirmAtOnce, capacity: confirmLine, timeout: confirmFor}
	return a, nil
}

// IsID reports whether s has the form of Discord's ids: 15 to 20 digits.
func IsID(s string) bool { return snowflake.MatchString(s) }

// snowflake is the form of Discord's ids.
var snowflake = regexp.MustCompile(`^[0-9]{15,20}$`)
