package slack

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	slackapi "github.com/slack-go/slack"

	"nimbot/chat"
	"nimbot/game"
	"nimbot/store"
	"nimbot/words"
)

// The bounds of what a home page remembers.
const (
	homeGames   = 10
	homeExpires = 40 * 24 * time.Hour
	homeTries   = 10
)

// home is the document of one person's App Home: which games they play or
// played last.
type home struct {
	Format  int    `json:"v"`
	Version uint64 `json:"n"`
	// Direct is the channel of the person's direct messages with the bot.
	Direct  string        `json:"direct,omitempty"`
	Games   []homeGame    `json:"games,omitempty"` // the latest first
	Unknown store.Unknown `json:"-"`
}

// homeGame is a game as one of its players sees it.
type homeGame struct {
	Channel string        `json:"channel"` // as in chat.Place
	Key     string        `json:"game"`
	Other   string        `json:"other"` // the opponent's id, chat.BotID for the bot
	Name    string        `json:"name,omitempty"`
	Turn    bool          `json:"turn,omitempty"` // it is the person's turn
	Over    bool          `json:"over,omitempty"`
	Result  string        `json:"result,omitempty"` // "won", "lost", "drawn"
	At      store.Unix    `json:"at"`
	Unknown store.Unknown `json:"-"`
}

// homes keeps the home documents.
type homes struct {
	store  store.Store
	now    func() time.Time
	last   *memory[string, homeGame] // what was noted last, by person and place
	direct *memory[string, string]   // by person
}

func newHomes(s store.Store, now func() time.Time) *homes {
	return &homes{
		store: s, now: now,
		last:   newMemory[string, homeGame](remembered, time.Hour, now),
		direct: newMemory[string, string](remembered, time.Hour, now),
	}
}

func homeKey(guild, user string) string { return homePrefix + guild + "/" + user }

const homePrefix = "slack-home/"

// Forget deletes those who left from a home page's document, and writes it with
// the version next: kept is nil where it was their own. It leaves documents of
// other kinds as they are.
func Forget(key string, data []byte, next uint64, left func(platform, user string) bool) (kept []byte, changed bool) {
	rest, ok := strings.CutPrefix(key, homePrefix)
	_, user, _ := strings.Cut(rest, "/")
	var d home
	if !ok || store.Unmarshal(data, &d) != nil {
		return nil, false
	}
	if left(Platform, user) {
		return nil, true
	}
	games := len(d.Games)
	d.Games = slices.DeleteFunc(d.Games, func(g homeGame) bool { return left(Platform, g.Other) })
	if len(d.Games) == games {
		return nil, false
	}
	d.Version = next
	kept, err := store.Marshal(d)
	return kept, err == nil
}

// note keeps how the game of c's place stands for the people who play it, off
// the path of the answer. said is the command, without a mention of the bot.
func (h *homes) note(a *Adapter, c call, said string, r chat.Reply) {
	guild := c.workspace.id()
	if forgot(said) && r.Result != chat.Refused && r.Result != chat.Limited && r.Result != chat.Flooded {
		a.outbox.add("home/"+guild+"/"+c.user, job{send: h.job(a, guild, c.user, func(d *home) bool {
			d.Games, d.Direct = nil, ""
			return true
		})})
		return
	}
	if r.State == nil {
		return
	}
	for seat, p := range r.State.Players {
		g, person := h.game(c.place(), *r.State, game.Seat(seat), p)
		if !person {
			continue
		}
		key := homeKey(guild, p.ID) + "/" + g.Channel
		if before, ok := h.last.get(key); ok && before == g || !ok && g.Over && p.ID != c.user {
			continue
		}
		h.last.put(key, g)
		at := g
		at.At = store.UnixOf(h.now())
		a.outbox.add("home/"+guild+"/"+p.ID, job{name: key, send: h.job(a, guild, p.ID, func(d *home) bool { return d.add(at) })})
	}
}

// forgot recognises the command that deletes what is stored about a person.
func forgot(text string) bool {
	return slices.Equal(strings.Fields(strings.ToLower(text)), []string{"forget", "me"})
}

// game is st as the player in seat sees it, without the time.
func (h *homes) game(p chat.Place, st chat.State, seat game.Seat, who chat.User) (homeGame, bool) {
	other := st.Players[seat.Other()]
	g := homeGame{
		Channel: p.Channel, Key: st.Game, Other: other.ID, Name: other.Name,
		Turn: !st.Over && st.ToMove == seat, Over: st.Over,
	}
	if st.Over {
		switch st.Winner {
		case seat:
			g.Result = "won"
		case seat.Other():
			g.Result = "lost"
		default:
			g.Result = "drawn"
		}
	}
	return g, who.ID != chat.BotID && isPerson(who.ID)
}

// isPerson tells a Slack user's id from what stands for a forgotten one.
func isPerson(id string) bool { return strings.HasPrefix(id, "U") || strings.HasPrefix(id, "W") }

// add puts g in front of the games, in place of what was known of its place.
func (d *home) add(g homeGame) bool {
	for i, old := range d.Games {
		if old.Channel == g.Channel {
			if !old.Over { // the same game
				g.Unknown = old.Unknown
			}
			if old.At = g.At; old == g {
				return false
			}
			d.Games = slices.Delete(d.Games, i, i+1)
			break
		}
	}
	d.Games = slices.Insert(d.Games, 0, g)
	d.Games = d.Games[:min(len(d.Games), homeGames)]
	return true
}

// job changes a home document in the background.
func (h *homes) job(a *Adapter, guild, user string, change func(*home) bool) func(context.Context) time.Duration {
	return func(ctx context.Context) time.Duration {
		if err := h.change(ctx, guild, user, change); err != nil {
			a.log.WarnContext(ctx, "an App Home could not be kept up to date", "error", err)
		}
		return 0
	}
}

// read returns the document, the zero home when there is none.
func (h *homes) read(ctx context.Context, guild, user string) (home, error) {
	rec, err := h.store.Get(ctx, homeKey(guild, user))
	if err != nil || rec.Version == 0 {
		return home{}, err
	}
	return decodeHome(rec)
}

func decodeHome(rec store.Record) (home, error) {
	var d home
	if rec.Version == 0 {
		return d, nil
	}
	if err := store.Unmarshal(rec.Data, &d); err != nil {
		return d, fmt.Errorf("a home page: %w", err)
	}
	return d, nil
}

// change applies a change that reports whether there is anything to write,
// again when somebody else wrote first.
func (h *homes) change(ctx context.Context, guild, user string, change func(*home) bool) error {
	key := homeKey(guild, user)
	rec, err := h.store.Get(ctx, key)
	for range homeTries {
		if err != nil {
			return err
		}
		d, err := decodeHome(rec)
		if err != nil {
			return err
		}
		if !change(&d) {
			return nil
		}
		d.Format, d.Version = store.Format, store.NextVersion(rec.Version, h.now())
		data, err := store.Marshal(d)
		if err != nil {
			return err
		}
		expires := h.now().Add(homeExpires)
		if len(d.Games) == 0 && d.Direct == "" {
			expires = h.now() // nothing to keep
		}
		if rec, err = h.store.Commit(ctx, key, store.Write{Expect: rec.Version, Data: data, Expires: expires}); !errors.Is(err, store.ErrConflict) {
			return err
		}
	}
	return fmt.Errorf("%w: gave up after %d tries", store.ErrConflict, homeTries)
}

// isDirect reports whether c is in the direct messages of its user and the
// bot, as far as that is known. Slack does not say it in a slash command.
func (h *homes) isDirect(ctx context.Context, c call) bool {
	if !strings.HasPrefix(c.channel, "D") {
		return false
	}
	key := homeKey(c.workspace.id(), c.user)
	direct, ok := h.direct.get(key)
	if !ok {
		d, err := h.read(ctx, c.workspace.id(), c.user)
		if err != nil {
			return false
		}
		direct = d.Direct
		h.direct.put(key, direct)
	}
	return direct == c.channel
}

// openHome draws the App Home of somebody who looks at it.
func (a *Adapter) openHome(_ context.Context, c call) {
	guild := c.workspace.id()
	if c.channel != "" {
		if before, had := a.homes.direct.put(homeKey(guild, c.user), c.channel); !had || before != c.channel {
			a.outbox.add("home/"+guild+"/"+c.user, job{send: a.homes.job(a, guild, c.user, func(d *home) bool {
				changed := d.Direct != c.channel
				d.Direct = c.channel
				return changed
			})})
		}
	}
	if c.text != "home" {
		return
	}
	a.outbox.add("home/"+guild+"/"+c.user, job{name: "publish", send: func(ctx context.Context) time.Duration {
		d, err := a.homes.read(ctx, guild, c.user)
		if err != nil {
			a.log.WarnContext(ctx, "an App Home could not be read", "error", err)
		}
		s := a.standing(ctx, c)
		err = a.web.publishHome(ctx, c, a.render.home(d, s, true))
		if t, _ := diagnose(err); t == rejected { // not every workspace has tables yet
			err = a.web.publishHome(ctx, c, a.render.home(d, s, false))
		}
		switch t, wait := diagnose(err); t {
		case fine:
			return 0
		case busy, unsent, unclear, silent: // the same view twice does no harm
			return max(wait, firstBackoff)
		}
		a.sender.complain(ctx, c, "views.publish", err)
		return 0
	}})
}

func (web *webAPI) publishHome(ctx context.Context, c call, v slackapi.HomeTabViewRequest) error {
	return web.call(ctx, c.workspace, func(api *slackapi.Client) error {
		_, err := api.PublishViewContext(ctx, slackapi.PublishViewContextRequest{UserID: c.user, View: v})
		return err
	})
}

// home is the App Home: the person's games, how to begin, how the person
// stands, and how to play. tables: leaders are a table of Slack's.
func (r *renderer) home(d home, s standing, tables bool) slackapi.HomeTabViewRequest {
	b := blocks{ids: "home", speaker: r.speaker(chat.Place{}, s.locale, nil)}
	b.voice.Pronoun = words.Reader(s.who.Person())
	b.heading(text("slack.home.games"))
	lines := make([]string, 0, len(d.Games))
	for _, g := range d.Games {
		lines = append(lines, b.gameLine(g))
	}
	if len(lines) == 0 {
		lines = []string{b.say(text("slack.home.none"))}
	}
	b.paragraphs(lines)
	b.buttons([]chat.Button{{Label: text("slack.home.start"), Command: openFormCommand, Style: chat.Primary}})
	b.stands(s, tables)
	b.add(slackapi.NewDividerBlock())
	b.heading(text("slack.home.how"))
	how := make([]string, 0, 10)
	for i := 1; i <= 10; i++ {
		how = append(how, b.say(text(fmt.Sprint("help.", i))))
	}
	b.paragraphs(how)
	return slackapi.HomeTabViewRequest{Type: slackapi.VTHomeTab, Blocks: slackapi.Blocks{BlockSet: b.all}}
}

func (b *blocks) heading(t words.Text) {
	b.add(slackapi.NewHeaderBlock(plainText(b.plain(t, 150)), slackapi.HeaderBlockOptionBlockID(b.id())))
}

// gameLine is one game of the list, with a link to where it is played.
func (b *blocks) gameLine(g homeGame) string {
	key := "slack.home.waiting"
	switch {
	case g.Over:
		key = "slack.home." + g.Result
	case g.Turn:
		key = "slack.home.turn"
	}
	title := g.Key
	if known, err := game.Lookup(g.Key); err == nil {
		title = known.Title
	}
	line := b.say(text(key, "title", title, "other", chat.User{ID: g.Other, Name: g.Name}))
	channel, _ := splitChannel(g.Channel)
	if strings.HasPrefix(channel, "D") {
		return "• " + line
	}
	return "• " + line + " <#" + channel + ">"
}
