// Package people stores results, ratings, leaderboards and profiles of players. It also has the
// commands that show, hide, export and delete this data.
//
// # From a finished game to its players
//
// The write that ends a game leaves its result in the channel's document (package chat).
// [Book.Count] receives such results, at once from the process that committed the write,
// otherwise from a worker. Each member's document takes a result by a compare-and-set of
// its own and refuses an id it already has, so a result may be handed over any number of
// times. Skill is computed there, so that no move waits for it.
//
// # Leaderboards
//
// A line of a leaderboard follows from a member's document. The write that counts a
// result records that the leaderboards are stale. Then the lines are set with the
// document's version, so that the later of two documents wins. A second write records
// that the leaderboards are up to date. If a step fails, the document stays due and a
// worker repeats it (see [Book.Due]).
//
// # Commands
//
// [Handler.Answer] answers the commands.
package people

import (
	"cmp"
	"context"
	"errors"
	"log/slog"
	"math/rand/v2"
	"sync"
	"time"

	"nimbot/game/chat"
	"nimbot/game/dialog"
	"nimbot/store"
	"nimbot/store/channel"
	"nimbot/store/person"
	"nimbot/store/platform"
	"nimbot/store/round"
)

// Config has the parts and settings of a Book. Store is required.
type Config struct {
	Store store.Archive
	Now   func() time.Time // nil: time.Now
	Seed  uint64           // for the starts of rated pairs; 0: a random seed
	Log   *slog.Logger     // nil: slog.Default()
	// Keep is how long a member's document is kept after its last change; 0: for ever.
	Keep time.Duration
	// KeepMarks is how long a deletion is remembered: as long as an older backup may be
	// restored. 0: for ever.
	KeepMarks time.Duration
	// Forget deletes people who left from an adapter's own document and writes it with
	// the version next; kept is nil if nothing of it is left. People are identified by
	// realm (dialog.Place.Realm) and id. nil: there are no such documents.
	Forget ForgetFunc
	// ServerOf returns the server to which an adapter's own document belongs. nil: none
	// does.
	ServerOf func(key string) (platform, guild string, ok bool)
}

// ForgetFunc is the type of Config.Forget.
type ForgetFunc = func(key string, data []byte, next uint64, left func(realm, user string) bool) (kept []byte, changed bool)

// Book stores the members of all servers and implements chat.Results. It is safe for
// concurrent use, by one process or by many that share a store.
type Book struct {
	store      store.Archive
	members    *person.Members
	marks      *person.Marks
	departures *person.Departures
	rosters    *person.Rosters
	rounds     *round.Keeper
	now        func() time.Time
	log        *slog.Logger

	mu     sync.Mutex
	random *rand.Rand

	exporting chan struct{} // has an element while the store is scanned for an export

	sweeper sweeper
	servers servers
	openLists
	languages
}

var _ chat.Results = (*Book)(nil)

// New makes a Book.
func New(c Config) *Book {
	b := &Book{store: c.Store, now: c.Now, log: c.Log, exporting: make(chan struct{}, 1)}
	if b.now == nil {
		b.now = time.Now
	}
	b.log = cmp.Or(b.log, slog.Default())
	if c.Seed == 0 {
		c.Seed = store.Random()
	}
	b.random = rand.New(rand.NewPCG(c.Seed, 0))
	b.members = person.NewMembers(c.Store, b.now, c.Keep)
	b.marks = b.members.Marks(c.KeepMarks)
	b.departures, b.rosters = person.NewDepartures(c.Store, b.now), person.NewRosters(c.Store, b.now)
	b.rounds = round.NewKeeper(c.Store, b.now)
	b.openLists = openLists{b.members, b.marks, b.now, b.log}
	b.languages = newLanguages(b.members, b.now)
	b.sweeper.forget, b.servers.of = c.Forget, c.ServerOf
	return b
}

// server is a group of people who are compared with each other: a server of a platform, or a whole
// platform that has no servers.
type server struct{ platform, guild string }

// The guilds of places outside of servers.
const (
	noServers = "local" // the platform has no servers: everybody there is compared
	direct    = "@me"   // direct messages, as Discord's places name them: nobody is compared
)

func serverOf(p dialog.Place) server {
	switch {
	case p.Guild != "":
		return server{p.Platform, p.Guild}
	case platform.HasServers(p.Platform):
		return server{p.Platform, direct}
	}
	return server{p.Platform, noServers}
}

// personalServer returns the server whose member document keeps what a person has once on the platform,
// or, where ids of people are unique within a server alone, once in the server of the place: the
// language, the notifications, and the places of their games.
func personalServer(p dialog.Place) server {
	if platform.HasServers(p.Platform) && !platform.HasServerIDs(p.Platform) {
		return server{p.Platform, direct}
	}
	return serverOf(p)
}

// realm returns the scope within which ids of people are unique.
func (s server) realm() string {
	return platform.Realm(s.platform, s.guild)
}

// compares reports whether the server has ratings and leaderboards.
func (s server) compares() bool { return s.guild != direct }

func (s server) key(user string) string { return person.MemberKey(s.platform, s.guild, user) }

// board returns the name of one of the server's leaderboards.
func (s server) board(kind string) string { return kind + ":" + s.platform + "/" + s.guild }

// isPerson reports whether a player is a person about whom data may be kept.
func isPerson(p channel.Player) bool { return p.ID != platform.BotID && p.ID != platform.ForgottenID }

// Due handles a due document about people. A worker calls it with the keys of all
// documents that aren't channels; Due ignores keys that aren't the book's. The error is
// the store's.
func (b *Book) Due(ctx context.Context, key string) error {
	if person.IsMarkKey(key) {
		b.sweepSoon(key, nil)
		return nil
	}
	if platform, guild, ok := person.ParseDepartureKey(key); ok {
		b.inBackground(key, func(ctx context.Context) error { return b.leaveServer(ctx, platform, guild) })
		return nil
	}
	if platform, ok := person.ParseRosterKey(key); ok {
		b.inBackground(key, func(ctx context.Context) error { return b.lookAtServers(ctx, platform) })
		return nil
	}
	platform, guild, user, ok := person.ParseMemberKey(key)
	if !ok {
		return nil
	}
	return b.updateLines(ctx, server{platform, guild}, user)
}

// Leaving reports whether a user's data in a place's server is being deleted, or was deleted a
// moment ago. The error is the store's.
func (b *Book) Leaving(ctx context.Context, p dialog.Place, user string) (bool, error) {
	mark, err := b.marks.Of(ctx, p.Realm(), user)
	return mark.UnderWay() || mark.Within(time.Minute, store.UnixOf(b.now())), err
}

// Practised records the part of a person's practice that a server shows. The error is the
// store's; it isn't one that the person is leaving.
func (b *Book) Practised(ctx context.Context, p dialog.Place, u dialog.User, done person.Practised) error {
	s := serverOf(p)
	m, err := b.members.Change(ctx, s.key(u.ID), func(m *person.Member) (bool, error) {
		if m.PracticeSummary != nil {
			done.Unknown = m.PracticeSummary.Unknown
			if *m.PracticeSummary == done && m.Name == u.Name {
				return false, nil
			}
		}
		m.PracticeSummary, m.Name, m.Seen = &done, u.Name, store.UnixOf(b.now())
		m.LeaderboardsStale = b.belongs(s, m)
		return true, nil
	})
	if errors.Is(err, person.ErrLeaving) {
		return nil // private messages have no boards
	}
	if err != nil || !m.LeaderboardsStale {
		return err
	}
	return b.updateLines(ctx, s, u.ID)
}
