// Package platform lists the facts about each platform on which the rules about people
// depend: with whom they are compared, and what their ids tell apart.
package platform

// facts are those of one platform.
type facts struct {
	servers   bool // it has servers: a place without one is a direct message
	serverIDs bool // the ids of people are unique to a server only
}

// platforms are all that the bot knows. A test of package serve holds that each one
// that can be served is here, or people's direct messages there would share a board.
var platforms = map[string]facts{
	"discord": {servers: true},
	"slack":   {servers: true, serverIDs: true},
	"web":     {},
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

// Realm is within what the ids of people are unique: the platform, or one of its
// servers ("slack/TEAM"). Whatever is kept about a person beyond one place has it in
// its key.
func Realm(name, server string) string {
	if HasServerIDs(name) {
		return name + "/" + server
	}
	return name
}
