// Package discord plays on Discord: slash commands, buttons, a form, and a
// board that edits itself.
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
// # What an interaction becomes
//
// A subcommand with its options is written as the text that people type
// elsewhere ("challenge @42 3 4 5 clock:10m", command.go); a button's or a
// menu's value is that text already. The reply becomes one message: of a click
// on the board the board itself (type 7), otherwise a new message, public or
// for the asking person only (message.go). A board that everybody sees goes
// with its picture (picture.go).
//
// # What happens after the answer
//
// A reply's further messages, the opt-in "your turn" notice and the removal of
// an old board's buttons follow off the path, through the interaction's token
// (after.go). They are best effort. What time decides is shown by
// [Adapter.Publish] where the bot is a member and has a token.
package discord

import (
	"context"
	"errors"
	"io"
	"log/slog"
	"net/http"
	"regexp"
	"sync"
	"time"

	"nimbot/chat"
	"nimbot/game"
	"nimbot/typed"
)

// Platform is the first part of every place on Discord.
const Platform = "discord"

// direct is the guild of places that belong to none: direct messages.
const direct = "@me"

// Conversation is what the adapter needs to know of package chat.
type Conversation interface {
	chat.Responder
	// CompleteMove completes a move in the place's present position.
	CompleteMove(ctx context.Context, place chat.Place, prefix string) []typed.Completion
	// Shown tells that a place's board was shown as it was in a version.
	Shown(ctx context.Context, place chat.Place, version uint64) error
}

// Config is what an Adapter needs. Chat, Words and ApplicationID are required.
type Config struct {
	Chat  Conversation
	Words *chat.Words
	// ApplicationID is Discord's id of the application.
	ApplicationID string
	// Token is the bot's token without "Bot "; "" means that nothing can be
	// shown unasked. The gateway and registration need it.
	Token string
	// APIURL is where REST requests go instead of https://discord.com, for a
	// proxy or a test.
	APIURL string
	// Picture writes the picture of a position as a PNG, such as [PNG] does;
	// nil: boards are drawn in emoji.
	Picture func(io.Writer, game.Diagram) error
	Log     *slog.Logger      // nil: slog.Default()
	Now     func() time.Time  // nil: time.Now
	Base    http.RoundTripper // nil: http.DefaultTransport
}

// Adapter carries the conversation on Discord. It is safe for concurrent use.
type Adapter struct {
	chat   Conversation
	words  *chat.Words
	app    string
	self   map[string]bool // the ids under which this bot can be mentioned
	log    *slog.Logger
	now    func() time.Time
	rest   *rest
	boards *boards
	tasks  tasks

	pictures *pictures
}

// New makes an Adapter; it connects to nothing yet.
func New(c Config) (*Adapter, error) {
	switch {
	case c.Chat == nil || c.Words == nil:
		return nil, errors.New("discord: Chat and Words are required")
	case !snowflake.MatchString(c.ApplicationID):
		return nil, errors.New("discord: the application id is a number of 15 to 20 digits; copy it from the application's General Information page")
	}
	a := &Adapter{chat: c.Chat, words: c.Words, app: c.ApplicationID, log: c.Log, now: c.Now, boards: newBoards()}
	if a.log == nil {
		a.log = slog.Default()
	}
	if a.now == nil {
		a.now = time.Now
	}
	a.pictures = newPictures(c.Picture, a.log)
	var err error
	if a.rest, err = newREST(c.APIURL, c.Token, c.Base, a.log); err != nil {
		return nil, err
	}
	a.self = map[string]bool{c.ApplicationID: true, userOfToken(c.Token): true}
	a.tasks.room = make(chan struct{}, maxTasks)
	return a, nil
}

// IsID reports whether s has the form of Discord's ids: 15 to 20 digits.
func IsID(s string) bool { return snowflake.MatchString(s) }

// snowflake is the form of Discord's ids.
var snowflake = regexp.MustCompile(`^[0-9]{15,20}$`)

// Close waits for the answers that are under way and for what follows them, as
// long as ctx allows.
func (a *Adapter) Close(ctx context.Context) error { return a.tasks.wait(ctx) }

// maxTasks is how many follow-ups are under way at once; the rest wait.
const maxTasks = 32

// tasks counts what is under way: answers, and what happens after them.
type tasks struct {
	room chan struct{} // one for each follow-up that is under way

	mu   sync.Mutex
	n    int
	idle chan struct{} // closed when n is 0 again; nil while nobody waits
}

// begin notes that something is under way; end is to be called once.
func (t *tasks) begin() (end func()) {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.n++
	return func() {
		t.mu.Lock()
		defer t.mu.Unlock()
		if t.n--; t.n == 0 && t.idle != nil {
			close(t.idle)
			t.idle = nil
		}
	}
}

// run does f in the background, when there is room.
func (t *tasks) run(f func()) {
	end := t.begin()
	go func() {
		defer end()
		t.room <- struct{}{}
		defer func() { <-t.room }()
		f()
	}()
}

func (t *tasks) wait(ctx context.Context) error {
	t.mu.Lock()
	if t.n == 0 {
		t.mu.Unlock()
		return nil
	}
	if t.idle == nil {
		t.idle = make(chan struct{})
	}
	idle := t.idle
	t.mu.Unlock()
	select {
	case <-idle:
		return nil
	case <-ctx.Done():
		return ctx.Err()
	}
}
