package discord

import (
	"encoding/base64"
	"strconv"
	"strings"
	"unicode"

	"github.com/bwmarrin/discordgo"

	"nimbot/chat"
)

// may reports whether the member has the permission in this channel.
func (m *member) may(permission uint64) bool {
	if m == nil {
		return false
	}
	have, err := strconv.ParseUint(m.Permissions, 10, 64)
	return err == nil && have&(permission|discordgo.PermissionAdministrator) != 0
}

// place is where the interaction happened; a thread is a place of its own.
func (i *interaction) place() chat.Place {
	guild := i.GuildID
	if guild == "" {
		guild = direct
	}
	return chat.Place{Platform: Platform, Guild: guild, Channel: i.ChannelID}
}

// locale is the language of the place, and where there is only one person to
// speak of, theirs.
func (i *interaction) locale() string {
	if i.GuildLang != "" {
		return i.GuildLang
	}
	return i.Locale
}

// unseated reports that the bot is no member here: it was brought along by the
// person, or this is a conversation between people. Then it can only answer.
func (i *interaction) unseated() bool {
	if i.Context != nil && *i.Context == discordgo.InteractionContextPrivateChannel {
		return true
	}
	_, seated := i.Owners["0"] // installed to the server, or the bot's own direct messages
	return len(i.Owners) > 0 && !seated
}

// forced reports that whatever the bot answers, Discord shows to the asking
// person only.
func (i *interaction) forced() bool {
	return i.GuildID != "" && i.unseated() && !i.Member.may(discordgo.PermissionUseExternalApps)
}

// alone reports that nobody but the asking person can see the answers.
func (i *interaction) alone() bool {
	return i.forced() || i.Context != nil && *i.Context == discordgo.InteractionContextBotDM
}

// ephemeral reports that the pressed message is only the asking person's.
func (i *interaction) ephemeral() bool {
	return i.Message != nil && i.Message.Flags&discordgo.MessageFlagsEphemeral != 0
}

// request is the interaction as a request with the given text.
func (a *Adapter) request(i *interaction, text string) chat.Request {
	r := chat.Request{
		ID:       i.ID,
		Place:    i.place(),
		User:     a.person(i.User, i.Member),
		Text:     text,
		Locale:   i.locale(),
		Unseated: i.unseated(),
		Private:  i.alone(),
		Confirms: a.rest.token != "" && !i.unseated(),
	}
	r.User.Moderator = i.Member.may(discordgo.PermissionManageMessages)
	people := i.Data.Resolved
	if len(people.Users) > 0 {
		r.Mentions = make(map[string]chat.User, len(people.Users))
	}
	for id, u := range people.Users {
		if u != nil {
			r.Mentions[id] = a.person(u, people.Members[id])
		}
	}
	if i.Type == discordgo.InteractionMessageComponent && i.Message != nil {
		r.Message = i.Message.ID
	}
	return r
}

// person is a Discord user as a person of the conversation.
func (a *Adapter) person(u *user, m *member) chat.User {
	if a.self[u.ID] {
		return chat.User{ID: chat.BotID}
	}
	name := ""
	if m != nil {
		name = tidy(m.Nick)
	}
	for _, n := range []string{u.GlobalName, u.Username, u.ID} {
		if name == "" {
			name = tidy(n)
		}
	}
	return chat.User{ID: u.ID, Name: name, Bot: u.Bot}
}

// maxName is the longest name that Discord gives people, in characters.
const maxName = 32

// tidy makes one plain line of a name: no control characters, no marks that
// turn the direction of the text around or stack up on a letter.
func tidy(name string) string {
	if tidied(name) {
		return name
	}
	marks := 0
	name = strings.Map(func(r rune) rune {
		switch {
		case unicode.IsSpace(r):
			return ' '
		case unicode.Is(unicode.C, r) || r == unicode.ReplacementChar || !unicode.IsGraphic(r):
			return -1
		case unicode.Is(unicode.M, r):
			if marks++; marks > 2 {
				return -1
			}
			return r
		}
		marks = 0
		return r
	}, name)
	name = strings.Join(strings.Fields(name), " ")
	if r := []rune(name); len(r) > maxName {
		name = string(r[:maxName])
	}
	return name
}

// tidied reports that a name is one word of printable ASCII: tidy would leave
// it, as it leaves most names, and a board says a few.
func tidied(name string) bool {
	for i := range len(name) {
		if name[i] <= ' ' || name[i] > '~' {
			return false
		}
	}
	return len(name) <= maxName
}

// userOfToken is the bot's own user id, which the first part of its token
// encodes; "" when it does not. Only old applications have a user id that
// differs from the application's.
func userOfToken(token string) string {
	first, _, _ := strings.Cut(token, ".")
	id, err := base64.RawStdEncoding.DecodeString(strings.TrimRight(first, "="))
	if err != nil || !snowflake.Match(id) {
		return ""
	}
	return string(id)
}
