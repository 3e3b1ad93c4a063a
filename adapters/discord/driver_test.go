package discord_test

import (
	"cmp"
	"context"
	"fmt"
	"io"
	"log/slog"
	"net/http/httptest"
	"regexp"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"nimbot/adapters/adaptertest"
	"nimbot/adapters/discord"
	"nimbot/adapters/discord/discordtest"
	"nimbot/game/chat"
	"nimbot/game/dialog"
	"nimbot/game/router/routertest"
	"nimbot/game/rules"
	"nimbot/game/words"
	"nimbot/game/worker"
	"nimbot/internal/slowtest"
	"nimbot/store"
	"nimbot/store/storetest"
)

// guild is the server on which the tests play.
const guild = "1000000000000000001"

// clock is a clock that tests move.
type clock struct {
	mu  sync.Mutex
	add time.Duration
}

// Now returns the real time plus the offset.
func (c *clock) Now() time.Time {
	c.mu.Lock()
	defer c.mu.Unlock()
	return time.Now().Add(c.add)
}

func (c *clock) Advance(d time.Duration) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.add += d
}

// bot is the adapter on a Discord of its own.
type bot struct {
	t       testing.TB
	server  *discordtest.Server
	store   store.Archive
	words   *words.Catalogue
	clock   *clock
	chat    *chat.Handler
	whole   *routertest.Bot
	adapter *discord.Adapter
	picture func(io.Writer, rules.Diagram) error
	timeout time.Duration // of the store
	limits  chat.Limits
	logged  *syncBuffer
	log     *slog.Logger

	endpoint *httptest.Server
	ended    atomic.Int64 // connections that were opened again
	stop     func()
	gateway  bool
	removed  func(context.Context, string) error // of the adapter
	used     []dialog.Place
	secret   string // of the Activity, "" while it's off
}

// syncBuffer collects what is logged.
type syncBuffer struct {
	mu   sync.Mutex
	text strings.Builder
}

func (b *syncBuffer) Write(p []byte) (int, error) {
	b.mu.Lock()
	defer b.mu.Unlock()
	return b.text.Write(p)
}

func (b *syncBuffer) String() string {
	b.mu.Lock()
	defer b.mu.Unlock()
	return b.text.String()
}

func newBot(t testing.TB, gateway bool) *bot {
	t.Helper()
	catalogue, err := words.Load()
	if err != nil {
		t.Fatal(err)
	}
	b := &bot{t: t, server: discordtest.New(), store: storetest.NewMemory(), words: catalogue, clock: &clock{}, logged: &syncBuffer{}, picture: discord.PNG, gateway: gateway, timeout: time.Minute}
	b.log = slog.New(slog.NewTextHandler(io.MultiWriter(b.logged, io.Discard), nil))
	b.server.Also = official(t)
	b.server.ResponseTime, b.server.Now = time.Minute, b.clock.Now
	b.start()
	t.Cleanup(func() {
		b.stop()
		b.server.Close()
		for _, f := range b.server.Faults() {
			t.Errorf("Discord refused: %s", f)
		}
	})
	return b
}

// start starts a bot process on b's existing store.
func (b *bot) start() {
	b.t.Helper()
	talk := routertest.NewBot(chat.Config{Store: b.store, Words: b.words, Now: b.clock.Now, Seed: 7, Log: b.log, Timeout: b.timeout, Limits: b.limits}, b.store)
	b.chat, b.whole = talk.Config.Chat, talk
	a, err := discord.New(discord.Config{
		Chat: talk, Words: b.words, ApplicationID: discordtest.Application, Token: discordtest.Token, ClientSecret: b.secret,
		APIURL: b.server.URL, Picture: b.picture, Log: b.log, Now: b.clock.Now,
		Reconnected: func() { b.ended.Add(1) }, Removed: b.removed,
	})
	if err != nil {
		b.t.Fatal(err)
	}
	b.adapter = a
	talk.Config.Chat.PostThrough(discord.Platform, a)
	if b.gateway {
		b.connect()
		return
	}
	handler, err := a.Endpoint(b.server.PublicKey)
	if err != nil {
		b.t.Fatal(err)
	}
	b.endpoint = httptest.NewServer(handler)
	b.server.Endpoint = b.endpoint.URL
	b.stop = func() {
		b.endpoint.Close()
		b.settle()
	}
}

// settle waits for what follows the answers.
func (b *bot) settle() {
	b.t.Helper()
	ctx, cancel := context.WithTimeout(context.Background(), time.Minute)
	defer cancel()
	if err := b.adapter.Idle(ctx); err != nil {
		b.t.Errorf("Idle: %v", err)
	}
}

// deliver sends an interaction and returns the outcome, after everything that
// follows from it.
func (b *bot) deliver(i discordtest.Interaction) discordtest.Outcome {
	b.t.Helper()
	o, err := b.server.Deliver(context.Background(), i)
	if err != nil {
		b.t.Fatalf("Deliver(%s): %v\n%s", i.JSON(), err, b.logged)
	}
	b.settle()
	return o
}

// channelID makes an id of a channel's name.
func channelID(name string) string { return "90000000000000" + idOf(name) }

// personID makes an id of a person's name.
func personID(name string) string { return "80000000000000" + idOf(name) }

func idOf(name string) string {
	n := 0
	for _, c := range name {
		n = (n*31 + int(c)) % 9000
	}
	return strconv.Itoa(1000 + n)
}

func somebody(name string) discordtest.Person {
	return discordtest.Person{ID: personID(name), Name: name, Permissions: 1 << 31}
}

// types returns the interaction in which who types text, a command as docs/commands.md
// writes it.
func types(who discordtest.Person, channel, text string) discordtest.Interaction {
	sub, people, options := asOptions(text)
	return discordtest.Interaction{
		Kind: discordtest.Command, Who: who, Channel: channelID(channel), Guild: guild,
		Data: discordtest.Typed("nim", sub, people, options...),
	}
}

func pressed(who discordtest.Person, channel string, m discordtest.Message, b discordtest.Button) discordtest.Interaction {
	return discordtest.Interaction{
		Kind: discordtest.Component, Who: who, Channel: channelID(channel), Guild: guild,
		Message: &m, Data: discordtest.Pressed(b),
	}
}

// asOptions chooses the subcommand and the options with which somebody types
// on Discord what is typed as text elsewhere. What is no command is a move.
func asOptions(text string) (sub string, people []discordtest.Person, options []discordtest.Option) {
	words := strings.Fields(text)
	if len(words) == 0 {
		return "play", nil, nil
	}
	option := func(name string, v any) { options = append(options, discordtest.Option{Name: name, Value: v}) }
	sub, rest := words[0], words[1:]
	switch sub {
	case "start", "challenge", "open", "predict":
		var piles []string
		for _, w := range rest {
			key, value, _ := strings.Cut(w, ":")
			switch {
			case w[0] == '@':
				p, there := known(w[1:])
				if there {
					people = append(people, p)
				}
				option("player", p.ID)
			case w == "misere", w == "rated":
				option(w, true)
			case key == "seats" && sub == "open" && seats[value] > 0:
				option(key, seats[value])
			case value != "" && strings.Contains("game level first clock", key):
				option(key, value)
			default:
				piles = append(piles, w)
			}
		}
		if len(piles) > 0 {
			option("piles", strings.Join(piles, " "))
		}
	case "rules":
		if len(rest) > 0 {
			option("game", strings.TrimPrefix(rest[0], "game:"))
		}
	case "settings":
		for _, w := range rest {
			key, value, _ := strings.Cut(w, ":")
			option(key, value)
		}
	case "hint":
		if n, err := strconv.Atoi(at(rest, 0)); err == nil {
			option("step", n)
		}
	case "move":
		option("move", strings.Join(rest, " "))
	case "play", "board", "explain", "undo", "resign", "stop", "rematch", "games":
	case "help":
		if at(rest, 0) == "all" {
			option("all", true)
		}
	case "leaders":
		if len(rest) > 0 {
			option("by", rest[0])
		}
	case "visibility":
		option("profile", at(rest, 0))
		return "me visibility", nil, options
	case "profile":
		if who := at(rest, 0); strings.HasPrefix(who, "@") {
			p, _ := known(who[1:])
			people = append(people, p)
			option("player", p.ID)
		} else if who != "" {
			return "move", nil, []discordtest.Option{{Name: "move", Value: text}}
		}
		return "me profile", people, options
	case "export":
		return "me export", nil, nil
	case "forget":
		if at(rest, 0) == "everywhere" {
			option("everywhere", true)
		}
		return "me forget", nil, options
	default:
		if misspelt[sub] {
			return sub, nil, []discordtest.Option{{Name: "piles", Value: strings.Join(rest, " ")}}
		}
		return "move", nil, []discordtest.Option{{Name: "move", Value: text}}
	}
	return sub, people, options
}

// seats are the numbers that Discord takes.
var seats = func() map[string]int {
	all := map[string]int{}
	for n := 1; n <= 20; n++ {
		all[strconv.Itoa(n)] = n
	}
	return all
}()

// misspelt lists misspelt commands of the shared conversations. On Discord they can only
// come from another version's registration.
var misspelt = map[string]bool{"strat": true}

// known returns the person whom a mention names; ok is false if Discord wouldn't resolve
// the name.
func known(name string) (discordtest.Person, bool) {
	switch name {
	case "bot":
		return discordtest.Person{ID: discordtest.Application, Name: "Nim Bot", Bot: true}, true
	case "ana", "bob", "cleo", "mo":
		return somebody(name), true
	}
	return discordtest.Person{ID: name}, false
}

func at(words []string, i int) string {
	if i < len(words) {
		return words[i]
	}
	return ""
}

// driver is Discord for the conversations that every platform carries.
type driver struct {
	*bot
	seen  int
	names map[string]string // of people and channels by id
	again discordtest.Interaction
	// language is that of the server and of everybody in it, "" for American English;
	// personal is that of whoever speaks next, "" for the server's.
	language, personal string
}

func newDriver(t testing.TB, gateway bool) *driver {
	d := &driver{bot: newBot(t, gateway), names: map[string]string{}}
	for _, name := range []string{"ana", "bob", "cleo", "mo"} {
		d.names[personID(name)] = name
	}
	return d
}

func (d *driver) person(p adaptertest.Person) discordtest.Person {
	who := somebody(p.Name)
	d.names[who.ID] = p.Name
	if p.Moderator {
		who.Permissions |= 1 << 13
	}
	who.Locale = cmp.Or(d.personal, d.language)
	return who
}

func (d *driver) do(channel string, i discordtest.Interaction) error {
	d.names[channelID(channel)] = channel
	place := dialog.Place{Platform: "discord", Guild: guild, Channel: i.Channel}
	if len(d.used) == 0 || d.used[len(d.used)-1] != place {
		d.used = append(d.used, place)
	}
	d.again = i
	d.again.ID, d.again.Language = d.server.NewID(), d.language
	o, err := d.server.Deliver(context.Background(), d.again)
	if err == nil && d.server.Endpoint != "" && o.Status != 200 {
		err = fmt.Errorf("status %d", o.Status)
	}
	d.settle()
	return err
}

func (d *driver) Say(p adaptertest.Person, channel, text string) error {
	return d.do(channel, types(d.person(p), channel, text))
}

func (d *driver) Press(p adaptertest.Person, channel string, m adaptertest.Message, b adaptertest.Button) error {
	to := ""
	if m.To != "" {
		to = personID(m.To)
	}
	body := []byte("{}")
	for _, x := range d.server.Messages(channelID(channel)) {
		if x.ID == m.ID {
			body = x.Body
		}
	}
	custom, value, _ := strings.Cut(b.Token, "\n")
	if command, ok := strings.CutPrefix(custom, "c:"); ok && strings.HasPrefix(command, "resign ") { // it asks first
		return d.do(channel, discordtest.Interaction{
			Kind: discordtest.Form, Who: d.person(p), Channel: channelID(channel), Guild: guild,
			Message: &discordtest.Message{ID: m.ID, To: to, Body: body}, Data: discordtest.Filled("m:"+custom, nil),
		})
	}
	return d.do(channel, pressed(d.person(p), channel, discordtest.Message{ID: m.ID, To: to, Body: body}, discordtest.Button{CustomID: custom, Value: value}))
}

// Again delivers the same interaction once more; its token can be answered
// again, as after a lost response.
func (d *driver) Again() error {
	_, err := d.server.Deliver(context.Background(), d.again)
	d.settle()
	return err
}

func (d *driver) Clock(by time.Duration) error {
	d.clock.Advance(by)
	w := worker.Worker{Chat: d.chat, Rounds: d.whole.Config.Rounds, Store: d.store, Now: d.clock.Now, Publishers: map[string]dialog.Publisher{"discord": d.adapter}, Log: d.log}
	_, err := w.Step(context.Background())
	return err
}

func (d *driver) Restart() error {
	d.stop()
	d.start()
	return nil
}

var mentionID = regexp.MustCompile(`@(\d+)`)

func (d *driver) Shown() []adaptertest.Message {
	var shown []discordtest.Message
	shown, d.seen = d.server.Shown(d.seen)
	var out []adaptertest.Message
	for _, m := range shown {
		text := mentionID.ReplaceAllStringFunc(m.Text, func(s string) string { return d.names[s[1:]] })
		x := adaptertest.Message{ID: m.ID, Channel: d.names[m.Channel], To: d.names[m.To], Text: text}
		for _, id := range m.Pinged {
			if m.Edits == 0 {
				x.Pinged = append(x.Pinged, d.names[id])
			}
		}
		for _, b := range m.Buttons {
			x.Buttons = append(x.Buttons, adaptertest.Button{Label: b.Label, Token: b.CustomID + "\n" + b.Value})
		}
		out = append(out, x)
	}
	return out
}

func TestConversationsOverHTTP(t *testing.T) {
	adaptertest.Run(t, func(t testing.TB) adaptertest.Driver { return newDriver(t, false) })
}

func TestConversationsInEveryLanguage(t *testing.T) {
	slowtest.Sequential(t)
	adaptertest.RunInLanguages(t, func(t testing.TB, w *words.Catalogue, language string) adaptertest.Driver {
		return newDriverIn(t, w, language)
	})
}

// newDriverIn is Discord for people who all speak one language.
func newDriverIn(t testing.TB, w *words.Catalogue, language string) *driver {
	d := newDriver(t, false)
	d.stop()
	d.words, d.language = w, language
	d.start()
	return d
}

func TestAClass(t *testing.T) {
	slowtest.Sequential(t)
	adaptertest.Class(t, newDriver(t, false), 1)
}

func TestACrowd(t *testing.T) {
	slowtest.Only(t)
	adaptertest.Crowd(t, newDriver(t, false))
}

func TestByPressesAlone(t *testing.T) {
	d := newDriver(t, false)
	adaptertest.Pressing(t, d, func(who adaptertest.Person, m adaptertest.Message, command string, whom adaptertest.Person) error {
		return d.do("general", discordtest.Interaction{
			Kind: discordtest.Component, Who: d.person(who), Channel: channelID("general"), Guild: guild,
			Message: &discordtest.Message{ID: m.ID, To: personID(m.To), Body: []byte("{}")}, Data: discordtest.Chosen("u:"+command, d.person(whom)),
		})
	})
}
