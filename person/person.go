// Package person is what is kept about people, as it is stored: two documents,
// in the same store as the channels' and with the same beginning. It knows no
// rules and no platform.
//
// A member document is what belongs to one server: games, rating, results. A
// practice document is what goes with the person from server to server: puzzles,
// lessons, the daily. They are made at the first thing worth keeping, never by
// watching.
//
// Beside them stand what outlasts a person who left ([Mark]), and which servers
// have removed the bot ([Departure], [Roster]).
//
// [Keeper] reads and changes them, one change at a time for each document.
package person

import (
	"strings"

	"nimbot/platform"
	"nimbot/store"
)

// The prefixes of keys. No channel's key begins like this.
const (
	memberPrefix   = "member:"
	practicePrefix = "practice:"
)

// MemberKey is the key of what belongs to one server: "member:discord/42/7".
func MemberKey(platform, guild, user string) string {
	return memberPrefix + platform + "/" + guild + "/" + user
}

// PracticeKey is the key of what goes with a person: "practice:discord/7". The
// realm is within what the person's id is unique (scene.Place.Realm), so it's
// "practice:slack/TEAM/U7" on Slack.
func PracticeKey(realm, user string) string { return practicePrefix + realm + "/" + user }

// ParseMemberKey reads what MemberKey writes.
func ParseMemberKey(key string) (platform, guild, user string, ok bool) {
	rest, ok := strings.CutPrefix(key, memberPrefix)
	f := strings.SplitN(rest, "/", 3)
	if !ok || len(f) != 3 || f[0] == "" || f[1] == "" || f[2] == "" {
		return "", "", "", false
	}
	return f[0], f[1], f[2], true
}

// ParsePracticeKey reads what PracticeKey writes. A key of Slack from before teams
// stood in them ("practice:slack/U7") has the platform as its realm.
func ParsePracticeKey(key string) (realm, user string, ok bool) {
	rest, ok := strings.CutPrefix(key, practicePrefix)
	realm, user, _ = strings.Cut(rest, "/")
	if team, id, teams := strings.Cut(user, "/"); teams && platform.HasServerIDs(realm) {
		realm, user = realm+"/"+team, id
	}
	return realm, user, ok && realm != "" && user != ""
}

// Teamless is the user of a practice document of Slack from before teams stood in
// keys. Nobody can tell by it alone whose it is.
func Teamless(key string) (user string, ok bool) {
	realm, user, ok := ParsePracticeKey(key)
	return user, ok && platform.HasServerIDs(realm)
}

// whose is the person whose document a key names.
func whose(key string) (realm, user string, ok bool) {
	name, guild, user, ok := ParseMemberKey(key)
	if !ok {
		return ParsePracticeKey(key)
	}
	return platform.Realm(name, guild), user, true
}

// IsKey reports whether a key is that of a person's document, and whether its
// parts are there.
func IsKey(key string) bool {
	_, _, _, member := ParseMemberKey(key)
	_, _, practice := ParsePracticeKey(key)
	return member || practice
}

// decode reads a document into d. One of a newer format is store.ErrNewer,
// anything else that can't be read store.ErrCorrupt.
func decode(data []byte, d any) error {
	if _, err := store.ParseHeader(data); err != nil {
		return err
	}
	return store.Unmarshal(data, d)
}
