package person

import (
	"strings"
	"time"

	"nimbot/store"
)

// A server that removes the bot takes its people's documents with it, after a
// wait in which it may come back. What is kept meanwhile names servers only, and
// nobody in them.

// KeepServer is how long what is kept of a server outlasts the bot there.
const KeepServer = 7 * 24 * time.Hour

// Departure remembers that a server removed the bot, until everything of that
// server is deleted or the bot is found to be there.
type Departure struct {
	Format  int    `json:"v"`
	Version uint64 `json:"n"`
	// Write marks the last write.
	Write uint64 `json:"w"`
	// At is when the server removed the bot, as far as that is known.
	At store.Unix `json:"at"`
	// Next is when to ask the platform whether the bot is there again, and
	// otherwise to delete everything.
	Next    store.Unix    `json:"next"`
	Unknown store.Unknown `json:",embed"`
}

const (
	departurePrefix = "gone:"
	rosterPrefix    = "servers:"
	// rosterEvery is the time between two looks at a platform's list of servers.
	rosterEvery = 24 * time.Hour
	// keepServers is how long documents about servers outlast the time at which
	// they are due, so that one that nobody deals with goes by itself.
	keepServers = 30 * 24 * time.Hour
)

// DepartureKey is the key of a server's departure: "gone:discord/42".
func DepartureKey(platform, guild string) string { return departurePrefix + platform + "/" + guild }

// ParseDepartureKey reads what DepartureKey writes.
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

func (d *Departure) begin(format int, version, write uint64) {
	d.Format, d.Version, d.Write = format, version, write
}

func (d *Departure) flaw() string {
	if d.At <= 0 || d.Next < d.At {
		return "a departure without a time"
	}
	return ""
}

func (d *Departure) due(time.Time) time.Time { return d.Next.Time() }
func (d *Departure) since() time.Time        { return d.Next.Time() }

// Roster is what a platform last said of where its bot is.
type Roster struct {
	Format  int    `json:"v"`
	Version uint64 `json:"n"`
	// Write marks the last write.
	Write uint64 `json:"w"`
	// At is when the last look began.
	At store.Unix `json:"at"`
	// Servers are the ids that the list had, at most MaxServers.
	Servers []string `json:"servers,omitempty"`
	// Absent are servers that were on the list before the last look and weren't
	// at it.
	Absent []Absent `json:"absent,omitempty"`
	// Doubted is when the first of the last lists came that lost so many servers
	// that they weren't believed, 0 if the last one was.
	Doubted store.Unix    `json:"doubted,omitempty"`
	Unknown store.Unknown `json:",embed"`
}

// Absent is a server that isn't on the list any more.
type Absent struct {
	Server  string        `json:"server"`
	Since   store.Unix    `json:"since"` // the first look without it
	Unknown store.Unknown `json:",embed"`
}

// MaxServers bounds a roster, which must fit in a record. A bot in more servers
// hears over a gateway who removes it.
const MaxServers = 30_000

// RosterKey is the key of a platform's roster: "servers:discord".
func RosterKey(platform string) string { return rosterPrefix + platform }

// ParseRosterKey reads what RosterKey writes.
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

func (r *Roster) begin(format int, version, write uint64) {
	r.Format, r.Version, r.Write = format, version, write
}

func (r *Roster) flaw() string {
	if len(r.Servers) > MaxServers {
		return "a list of too many servers"
	}
	return ""
}

func (r *Roster) due(time.Time) time.Time { return r.At.Time().Add(rosterEvery) }
func (r *Roster) since() time.Time        { return r.At.Time() }
