package dialog

import (
	"strings"

	"nimbot/game/words"
	"nimbot/store/platform"
)

// Place is a channel or a thread, or one person's private games against the bot there.
type Place struct {
	Platform string // its name in package platform, such as "discord"
	Guild    string // server, workspace; "" where the platform has none
	Channel  string
	Person   string // whose private games these are; "" for the channel itself
}

// private separates a channel from the person whose private games are played there.
const private = "/~"

// Own returns the place of a person's private games in p.
func (p Place) Own(person string) Place {
	p.Person = person
	return p
}

// Shared returns the channel of p, which others share.
func (p Place) Shared() Place {
	p.Person = ""
	return p
}

// String returns the place in text and in store keys: "discord/GUILD/CHANNEL",
// "console/CHANNEL", "discord/GUILD/CHANNEL/~PERSON".
func (p Place) String() string {
	own := ""
	if p.Person != "" {
		own = private + p.Person
	}
	if p.Guild == "" {
		return p.Platform + "/" + p.Channel + own
	}
	return p.Platform + "/" + p.Guild + "/" + p.Channel + own
}

// Where returns the target of a link to the place, or to a message there if its id isn't "".
func (p Place) Where(message string) words.Where {
	return words.Where{Guild: p.Guild, Channel: p.Channel, Message: message}
}

// Realm returns the scope in which ids of people are unique; see [platform.Realm].
func (p Place) Realm() string { return platform.Realm(p.Platform, p.Guild) }

// ParsePlace parses a Place's String. Keys of other documents, which begin with their
// kind and a colon ("member:discord/42/7"), aren't places.
func ParsePlace(s string) (Place, bool) {
	s, person, own := strings.Cut(s, private)
	if own && person == "" {
		return Place{}, false
	}
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
		return Place{Platform: f[0], Channel: f[1], Person: person}, true
	case 3:
		return Place{Platform: f[0], Guild: f[1], Channel: f[2], Person: person}, true
	}
	return Place{}, false
}

// User is a person, or this bot when ID is platform.BotID.
type User struct {
	ID        string
	Name      string // as the platform shows it: free text, which the adapter must escape
	Moderator bool   // may end other people's games
	Bot       bool   // another program; it cannot be challenged
}

// IsBot reports whether u is this bot.
func (u User) IsBot() bool { return u.ID == platform.BotID }

// Person returns u for use in sentences.
func (u User) Person() words.Person { return words.Person{ID: u.ID, Name: u.Name} }
