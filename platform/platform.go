// Package platform says, for each platform, whether it has servers, and whether
// a person's id is unique in the whole platform or only in one server.
package platform

import "time"

// facts are the facts about one platform.
type facts struct {
	servers   bool // it has servers: a place without one is a direct message
	serverIDs bool // the ids of people are unique to a server only
	// editEvery is how often a message that changes all the time may be edited.
	editEvery time.Duration
}

// platforms are all that the bot knows. A test of package serve checks that
// every platform it can serve is listed. An unlisted platform would treat all
// direct messages as one place.
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

// HasServers reports whether a place without a server is a direct message, not one
// for everybody on the platform.
func HasServers(name string) bool { return platforms[name].servers }

// HasServerIDs reports whether the ids of people are unique to a server only.
func HasServerIDs(name string) bool { return platforms[name].serverIDs }

// EditEvery returns how often a message that changes all the time may be edited on a platform, 0
// where a message isn't edited without a request.
func EditEvery(name string) time.Duration { return platforms[name].editEvery }

// Realm returns the scope in which people's ids are unique: the platform, or
// one of its servers ("slack/TEAM"). Keys of people's documents contain it.
func Realm(name, server string) string {
	if HasServerIDs(name) {
		return name + "/" + server
	}
	return name
}
