// Package platform says, for each platform, whether it has servers, whether a person's id
// is unique in the whole platform or only in one server, and how often a message may be
// edited. It has the ids of the two users who are no person.
package platform

import "time"

// facts are the facts about one platform.
type facts struct {
	servers   bool // it has servers: a place without one is a direct message
	serverIDs bool // people's ids are unique only within a server
	// editEvery is the shortest time between two edits of a message that changes
	// all the time.
	editEvery time.Duration
}

// platforms has the facts about every platform. A test of package serve checks that every
// platform that it can serve is listed. On an unlisted platform, all direct messages would
// be one place.
var platforms = map[string]facts{
	"discord": {servers: true, editEvery: 2 * time.Second},
	"slack":   {servers: true, serverIDs: true, editEvery: 5 * time.Second},
	"web":     {editEvery: 2 * time.Second},
	"console": {},
}

// Listed reports whether the facts about a platform are known.
func Listed(name string) bool {
	_, ok := platforms[name]
	return ok
}

// HasServers reports whether the platform has servers. If so, a place without a server is a
// direct message; otherwise it is open to everybody on the platform.
func HasServers(name string) bool { return platforms[name].servers }

// HasServerIDs reports whether people's ids are unique only within a server.
func HasServerIDs(name string) bool { return platforms[name].serverIDs }

// EditEvery returns the shortest time between two edits of a message that changes all the
// time, 0 for a platform on which no message is edited without a request.
func EditEvery(name string) time.Duration { return platforms[name].editEvery }

// Realm returns the scope in which people's ids are unique: the platform, or
// one of its servers ("slack/TEAM"). Keys of people's documents contain it.
func Realm(name, server string) string {
	if HasServerIDs(name) {
		return name + "/" + server
	}
	return name
}
