package slack

import (
	"context"
	"fmt"
	"log/slog"
	"slices"
	"strings"
	"time"

	"nimbot/game/dialog"
	"nimbot/game/rules"
	"nimbot/game/words/command"
	"nimbot/store"
	"nimbot/store/platform"
)

// The bounds of what a home page remembers.
const (
	homeGames   = 10
	homeExpires = 40 * 24 * time.Hour
)

// home is the document of one person's App Home: which games they play or
// played last.
type home struct {
	Format  int    `json:"v"`
	Version uint64 `json:"n"`
	// Direct is the channel of the person's direct messages with the bot.
	Direct  string        `json:"direct,omitempty"`
	Games   []homeGame    `json:"games,omitempty"` // the latest first
	Unknown store.Unknown `json:",embed"`
}

// homeGame is a game as one of its players sees it.
type homeGame struct {
	Channel string        `json:"channel"`         // as in dialog.Place
	Table   int           `json:"table,omitempty"` // its number there, 0 for table 1
	Own     bool          `json:"own,omitempty"`   // the person's private game
	ID      string        `json:"id,omitempty"`    // of the game; it can move to another table
	Key     string        `json:"game"`
	Other   string        `json:"other"` // the opponent's id, platform.BotID for the bot
	Name    string        `json:"name,omitempty"`
	Turn    bool          `json:"turn,omitempty"` // it is the person's turn
	Over    bool          `json:"over,omitempty"`
	Result  string        `json:"result,omitempty"` // "won", "lost", "drawn"
	At      store.Unix    `json:"at"`
	Unknown store.Unknown `json:",embed"`
}

// homes keeps the home documents.
type homes struct {
	store  store.Store
	outbox *outbox // writes them in the background, so that no answer waits
	log    *slog.Logger
	now    func() time.Time
	last   *ttlCache[string, homeGame] // the last recorded game, by person and place
	direct *ttlCache[string, string]   // by person
	// leaving is Config.Leaving.
	leaving func(ctx context.Context, guild, user string) (bool, error)
}

func newHomes(s store.Store, o *outbox, log *slog.Logger, now func() time.Time) *homes {
	return &homes{
		store: s, outbox: o, log: log, now: now,
		last:   newTTLCache[string, homeGame](remembered, time.Hour, now),
		direct: newTTLCache[string, string](remembered, time.Hour, now),
	}
}

func homeKey(guild, user string) string { return homePrefix + guild + "/" + user }

const homePrefix = "slack-home/"

// homeQueue returns the name of the outbox's queue for a person's home page.
func homeQueue(guild, user string) string { return "home/" + guild + "/" + user }

// Forget removes the people for whom left is true from a home document, and encodes it
// with the version next. kept is nil if the document itself belongs to one of them. changed
// is false if there was nobody to remove, and for documents of other kinds.
func Forget(key string, data []byte, next uint64, left func(realm, user string) bool) (kept []byte, changed bool) {
	rest, ok := strings.CutPrefix(key, homePrefix)
	guild, user, _ := strings.Cut(rest, "/")
	realm := dialog.Place{Platform: Platform, Guild: guild}.Realm()
	var d home
	if !ok || store.Unmarshal(data, &d) != nil {
		return nil, false
	}
	if left(realm, user) {
		return nil, true
	}
	games := len(d.Games)
	d.Games = slices.DeleteFunc(d.Games, func(g homeGame) bool { return left(realm, g.Other) })
	if len(d.Games) == games {
		return nil, false
	}
	d.Version = next
	kept, err := store.Marshal(d)
	return kept, err == nil
}

// note stores the state of the game that a reply is about for its players, in the
// background. After `forget me yes` it deletes the home document of c's user instead. said
// is the command, without a mention of the bot.
func (h *homes) note(c call, said string, r dialog.Reply) {
	guild := c.workspace.id()
	if isForgetCommand(said) && r.Result != dialog.Refused && r.Result != dialog.Limited && r.Result != dialog.Flooded {
		h.outbox.add(homeQueue(guild, c.user), job{send: h.job(guild, c.user, func(d *home) bool {
			d.Games, d.Direct = nil, ""
			return true
		})})
		return
	}
	if r.State == nil {
		return
	}
	for seat, p := range r.State.Players {
		g, person := h.game(c.place(), *r.State, rules.Seat(seat), p)
		if !person {
			continue
		}
		key := homeKey(guild, p.ID) + "/" + g.at()
		if before, ok := h.last.get(key); ok && before == g || !ok && g.Over && p.ID != c.user {
			continue
		}
		h.last.put(key, g)
		at := g
		at.At = store.UnixOf(h.now())
		h.outbox.add(homeQueue(guild, p.ID), job{name: key, send: h.job(guild, p.ID, func(d *home) bool { return d.add(at) })})
	}
}

// noteDirect records that c's channel holds the direct messages of c's user and the bot.
func (h *homes) noteDirect(c call) {
	guild := c.workspace.id()
	if before, had := h.direct.put(homeKey(guild, c.user), c.channel); had && before == c.channel {
		return
	}
	h.outbox.add(homeQueue(guild, c.user), job{send: h.job(guild, c.user, func(d *home) bool {
		changed := d.Direct != c.channel
		d.Direct = c.channel
		return changed
	})})
}

// isForgetCommand reports whether text is the command that deletes what is stored about a
// person.
func isForgetCommand(text string) bool {
	c, rest := command.Named(text)
	return c != nil && c.Name == "forget" && slices.Equal(strings.Fields(strings.ToLower(rest)), []string{"me", "yes"})
}

// game returns the home-page entry of st for the player in seat, without the timestamp. It
// reports false if who isn't a person.
func (h *homes) game(p dialog.Place, st dialog.State, seat rules.Seat, who dialog.User) (homeGame, bool) {
	other := st.Players[seat.Other()]
	g := homeGame{
		Channel: p.Channel, Table: st.Table, Own: st.Table == 0, ID: st.ID, Key: st.Game, Other: other.ID, Name: other.Name,
		Turn: !st.Over && st.ToMove == seat, Over: st.Over,
	}
	if g.Table == 1 {
		g.Table = 0
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
	return g, who.ID != platform.BotID && isPerson(who.ID)
}

// isPerson reports whether id is a Slack user id, and not the placeholder of an erased
// person.
func isPerson(id string) bool { return strings.HasPrefix(id, "U") || strings.HasPrefix(id, "W") }

// at returns where the game is played.
func (g homeGame) at() string { return fmt.Sprint(g.Channel, " ", g.Table, " ", g.Own) }

// add puts g in front of the games, in place of earlier entries of its table, and of the
// same game at another table. It reports whether anything changed.
func (d *home) add(g homeGame) bool {
	var kept []homeGame
	for _, old := range d.Games {
		if old.at() != g.at() && (old.ID == "" || old.ID != g.ID || old.Channel != g.Channel) {
			kept = append(kept, old)
			continue
		}
		if !old.Over { // the same game
			g.Unknown = old.Unknown
		}
		if old.At = g.At; old == g {
			return false
		}
	}
	d.Games = slices.Insert(kept, 0, g)
	d.Games = d.Games[:min(len(d.Games), homeGames)]
	return true
}

// job returns the function of an outbox job that changes a home document.
func (h *homes) job(guild, user string, change func(*home) bool) func(context.Context) time.Duration {
	return func(ctx context.Context) time.Duration {
		if err := h.change(ctx, guild, user, change); err != nil {
			h.log.WarnContext(ctx, "an App Home could not be kept up to date", "error", err)
		}
		return 0
	}
}

// read returns a person's home document, the zero home if there is none.
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

// change applies a change to a person's home document. change reports whether there is
// anything to write. It is called again if another process wrote first.
func (h *homes) change(ctx context.Context, guild, user string, change func(*home) bool) error {
	changed := false
	rec, err := store.Change(ctx, h.store, homeKey(guild, user), func(rec store.Record) (w store.Write, err error) {
		d, err := decodeHome(rec)
		if err != nil {
			return w, err
		}
		if changed = change(&d); !changed {
			return w, nil
		}
		d.Format, d.Version = store.Format, store.NextVersion(rec.Version, h.now())
		w.Expires = h.now().Add(homeExpires)
		if len(d.Games) == 0 && d.Direct == "" {
			w.Expires = h.now() // nothing to keep
		}
		w.Data, err = store.Marshal(d)
		return w, err
	})
	if err != nil || !changed {
		return err
	}
	return h.deleteIfLeaving(ctx, guild, user, rec)
}

// deleteIfLeaving deletes a home document that was written while its person leaves. It
// checks after the write: a person who leaves is marked before the scan of the store
// begins, so one of the two sees the other.
func (h *homes) deleteIfLeaving(ctx context.Context, guild, user string, wrote store.Record) error {
	if h.leaving == nil {
		return nil
	}
	leaves, err := h.leaving(ctx, guild, user)
	if err != nil || !leaves {
		return err
	}
	// If another process has written the document since, that process checks, too.
	return store.Delete(ctx, h.store, homeKey(guild, user), wrote.Version, h.now())
}

// isDirect reports whether c's channel is known to hold its user's direct messages with the
// bot. A slash command doesn't say so.
func (h *homes) isDirect(ctx context.Context, c call) bool {
	return strings.HasPrefix(c.channel, "D") && h.directChannel(ctx, c.workspace.id(), c.user) == c.channel
}

// directChannel returns the channel of a person's direct messages with the bot, "" if it
// isn't known. Another process may learn it at any time, so only a known one is cached.
func (h *homes) directChannel(ctx context.Context, guild, user string) string {
	key := homeKey(guild, user)
	if direct, ok := h.direct.get(key); ok {
		return direct
	}
	d, err := h.read(ctx, guild, user)
	if err != nil || d.Direct == "" {
		return ""
	}
	h.direct.put(key, d.Direct)
	return d.Direct
}
