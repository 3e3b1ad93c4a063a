package exchange

import (
	"strings"

	"nimbot/platform"
	"nimbot/words"
)

// Place is a channel or a thread: at most one game at a time is played there.
type Place struct {
	Platform string // "discord", "slack", "web", "console"
	Guild    string // server, workspace; "" where the platform has none
	Channel  string
}

// String is the place as people and stores write it: "discord/GUILD/CHANNEL",
// "console/CHANNEL".
func (p Place) String() string {
	if p.Guild == "" {
		return p.Platform + "/" + p.Channel
	}
	return p.Platform + "/" + p.Guild + "/" + p.Channel
}

// Realm is within what the ids of people are unique; see [platform.Realm].
func (p Place) Realm() string { return platform.Realm(p.Platform, p.Guild) }

// ParsePlace reads what String writes. The keys of other documents, which name
// their kind in front of a colon ("member:discord/42/7"), are no places.
func ParsePlace(s string) (Place, bool) {
	f := strings.SplitN(s, "/", 3)
	for _, x := range f {
		if x == "" {
			return Place{}, false
		}
	}
	if strings.Contains(f[0], ":") {
		return Place{}, false
	}
	switch len(f) {
	case 2:
		return Place{Platform: f[0], Channel: f[1]}, true
	case 3:
		return Place{Platform: f[0], Guild: f[1], Channel: f[2]}, true
	}
	return Place{}, false
}

// User is a person, or this bot when ID is BotID.
type User struct {
	ID        string
	Name      string // as the platform shows it; free text, to be made inert by the adapter
	Moderator bool   // may end other people's games
	Bot       bool   // another program; it cannot be challenged
}

// BotID is the ID of this bot as a player and as somebody to challenge.
const BotID = words.BotID

// IsBot reports whether u is this bot.
func (u User) IsBot() bool { return u.ID == BotID }

// Person is u as sentences name people.
func (u User) Person() words.Person { return words.Person{ID: u.ID, Name: u.Name} }
