package person

import (
	"slices"
	"strings"
	"time"

	"nimbot/store"
)

// When a server removes the bot, its people's documents are deleted after a wait in
// which the bot may return. The documents about the wait name only servers.

// KeepServer is how long a server's documents are kept after the bot was removed.
const KeepServer = 7 * 24 * time.Hour

// Departure records that a server removed the bot, until everything of the server is
// deleted or the bot is found there again.
type Departure struct {
	store.Head
	// At is when the server removed the bot, as far as that is known.
	At store.Unix `json:"at"`
	// Next is when to ask the platform whether the bot has returned. If not, everything
	// of the server is deleted.
	Next    store.Unix    `json:"next"`
	Unknown store.Unknown `json:",embed"`
}

const (
	departurePrefix = "gone:"
	rosterPrefix    = "servers:"
	// rosterEvery is the interval between checks of a platform's list of servers.
	rosterEvery = 24 * time.Hour
	// keepServers is how long documents about servers are kept after they are due, so
	// that a neglected one expires.
	keepServers = 30 * 24 * time.Hour
)

// DepartureKey returns the key of a server's departure: "gone:discord/42".
func DepartureKey(platform, guild string) string { return departurePrefix + platform + "/" + guild }

// ParseDepartureKey parses a DepartureKey.
func ParseDepartureKey(key string) (platform, guild string, ok bool) {
	rest, ok := strings.CutPrefix(key, departurePrefix)
	platform, guild, _ = strings.Cut(rest, "/")
	return platform, guild, ok && platform != "" && guild != ""
}

// Departures keeps the departures.
type Departures = Keeper[Departure, *Departure]

// NewDepartures makes the keeper of the documents under DepartureKey.
func NewDepartures(s store.Store, now func() time.Time) *Departures {
	return newKeeper[Departure](s, now, keepServers)
}

func (d *Departure) flaw() string {
	if d.At <= 0 || d.Next < d.At {
		return "a departure without a time"
	}
	return ""
}

func (d *Departure) due(time.Time) time.Time { return d.Next.Time() }
func (d *Departure) since() time.Time        { return d.Next.Time() }

// Roster is a platform's last list of the servers with the bot.
type Roster struct {
	store.Head
	// At is when the last check began.
	At store.Unix `json:"at"`
	// Servers are the ids in the list, at most MaxServers.
	Servers []string `json:"servers,omitempty"`
	// Absent are servers that have vanished from the list.
	Absent []Absent `json:"absent,omitempty"`
	// SuspectSince is when the list first shrank implausibly; 0 if the last list was
	// plausible.
	SuspectSince store.Unix    `json:"doubted,omitempty"`
	Unknown      store.Unknown `json:",embed"`
}

// Absent is a server that has vanished from the list.
type Absent struct {
	Server  string        `json:"server"`
	Since   store.Unix    `json:"since"` // the first check without it
	Unknown store.Unknown `json:",embed"`
}

// MaxServers bounds a roster, which must fit in a record. A bot in more servers learns
// of removals through the gateway.
const MaxServers = 30_000

// RosterKey returns the key of a platform's roster: "servers:discord".
func RosterKey(platform string) string { return rosterPrefix + platform }

// ParseRosterKey parses a RosterKey.
func ParseRosterKey(key string) (platform string, ok bool) {
	platform, ok = strings.CutPrefix(key, rosterPrefix)
	return platform, ok && platform != ""
}

// Rosters keeps the rosters.
type Rosters = Keeper[Roster, *Roster]

// NewRosters makes the keeper of the documents under RosterKey.
func NewRosters(s store.Store, now func() time.Time) *Rosters {
	return newKeeper[Roster](s, now, keepServers)
}

// Forget drops a server.
func (r *Roster) Forget(guild string) (changed bool) {
	servers, absent := len(r.Servers), len(r.Absent)
	r.Servers = slices.DeleteFunc(r.Servers, func(id string) bool { return id == guild })
	r.Absent = slices.DeleteFunc(r.Absent, func(a Absent) bool { return a.Server == guild })
	return len(r.Servers) < servers || len(r.Absent) < absent
}

func (r *Roster) flaw() string {
	if len(r.Servers) > MaxServers {
		return "a list of too many servers"
	}
	return ""
}

func (r *Roster) due(time.Time) time.Time { return r.At.Time().Add(rosterEvery) }
func (r *Roster) since() time.Time        { return r.At.Time() }
