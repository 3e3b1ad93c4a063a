// Package person has the stored documents about people, two for each person, in the same
// store and with the same beginning as channels' documents. It knows no rules and no
// platform.
//
// A member document belongs to one server: games, rating, results. A practice document
// goes with the person from server to server: puzzles, lessons, the daily. Each is
// created when there is something to store, never because a person was merely present.
//
// Other documents record that a person left ([Mark]), and which servers have removed the
// bot ([Departure], [Roster]).
//
// [Keeper] reads and changes documents, one change at a time for each.
package person

import (
	"strings"

	"nimbot/store"
	"nimbot/store/platform"
)

// The prefixes of keys. No channel's key begins with one of them.
const (
	memberPrefix   = "member:"
	practicePrefix = "practice:"
)

// MemberKey returns the key of a member document: "member:discord/42/7".
func MemberKey(platform, guild, user string) string {
	return memberPrefix + platform + "/" + guild + "/" + user
}

// PracticeKey returns the key of a practice document: "practice:discord/7". The realm is the
// scope of the person's id (dialog.Place.Realm), so on Slack the key is
// "practice:slack/TEAM/U7".
func PracticeKey(realm, user string) string { return practicePrefix + realm + "/" + user }

// ParseMemberKey parses a MemberKey.
func ParseMemberKey(key string) (platform, guild, user string, ok bool) {
	rest, ok := strings.CutPrefix(key, memberPrefix)
	f := strings.SplitN(rest, "/", 3)
	if !ok || len(f) != 3 || f[0] == "" || f[1] == "" || f[2] == "" {
		return "", "", "", false
	}
	return f[0], f[1], f[2], true
}

// ParsePracticeKey parses a PracticeKey.
func ParsePracticeKey(key string) (realm, user string, ok bool) {
	rest, ok := strings.CutPrefix(key, practicePrefix)
	realm, user, _ = strings.Cut(rest, "/")
	if platform.HasServerIDs(realm) {
		team, id, _ := strings.Cut(user, "/")
		realm, user, ok = realm+"/"+team, id, ok && team != ""
	}
	return realm, user, ok && realm != "" && user != ""
}

// personOfKey returns the person whose document a key names.
func personOfKey(key string) (realm, user string, ok bool) {
	name, guild, user, ok := ParseMemberKey(key)
	if !ok {
		return ParsePracticeKey(key)
	}
	return platform.Realm(name, guild), user, true
}

// IsKey reports whether a key names a person's document and is complete.
func IsKey(key string) bool {
	_, _, _, member := ParseMemberKey(key)
	_, _, practice := ParsePracticeKey(key)
	return member || practice
}

// decode decodes a document into d. The error is store.ErrNewer for a newer format,
// store.ErrCorrupt for anything else.
func decode(data []byte, d any) error {
	if _, err := store.ParseHeader(data); err != nil {
		return err
	}
	return store.Unmarshal(data, d)
}
