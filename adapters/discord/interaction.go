package discord

import (
	"cmp"
	"encoding/base64"
	"fmt"
	"strconv"
	"strings"
	"sync/atomic"

	"github.com/bwmarrin/discordgo"
	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"

	"nimbot/adapters/names"
	"nimbot/game/dialog"
	"nimbot/game/words"
	"nimbot/store/platform"
)

// interaction is the used part of Discord's interaction. discordgo's own type decodes
// the whole pressed message, and fails on a single component that it doesn't know.
type interaction struct {
	ID        string                    `json:"id"`
	AppID     string                    `json:"application_id"`
	Type      discordgo.InteractionType `json:"type"`
	Version   int                       `json:"version"`
	Token     string                    `json:"token"`
	GuildID   string                    `json:"guild_id"`
	ChannelID string                    `json:"channel_id"`
	Channel   struct {
		Type discordgo.ChannelType `json:"type"`
	} `json:"channel"`
	Locale    string                            `json:"locale"`
	GuildLang string                            `json:"guild_locale"`
	Context   *discordgo.InteractionContextType `json:"context"`
	Owners    map[string]jsontext.Value         `json:"authorizing_integration_owners"`
	Member    *member                           `json:"member"`
	User      *user                             `json:"user"`
	Message   *struct {
		ID    string                 `json:"id"`
		Flags discordgo.MessageFlags `json:"flags"`
	} `json:"message"`
	Data data `json:"data"`
}

// data is the content of every kind of interaction at once.
type data struct {
	Type     discordgo.ApplicationCommandType `json:"type"`      // of the command
	Name     string                           `json:"name"`      // of the command
	TargetID string                           `json:"target_id"` // of the person or message in whose context menu the command was chosen
	Options  []option                         `json:"options"`
	Resolved struct {
		Users    map[string]*user   `json:"users"`
		Members  map[string]*member `json:"members"`
		Messages map[string]struct {
			Content string `json:"content"`
		} `json:"messages"`
	} `json:"resolved"`
	CustomID   string               `json:"custom_id"` // of the component or form
	Values     []string             `json:"values"`    // chosen in a menu
	Components []submittedComponent `json:"components"`
}

// option is an option of a command, a subcommand included.
type option struct {
	Name    string                                 `json:"name"`
	Type    discordgo.ApplicationCommandOptionType `json:"type"`
	Value   jsontext.Value                         `json:"value"`
	Options []option                               `json:"options"`
	Focused bool                                   `json:"focused"` // it is being typed
}

// submittedComponent is a component of a form that was sent: a label around a field, or
// a field.
type submittedComponent struct {
	CustomID  string              `json:"custom_id"`
	Value     string              `json:"value"`
	Values    []string            `json:"values"`
	Component *submittedComponent `json:"component"`
}

type user struct {
	ID         string `json:"id"`
	Username   string `json:"username"`
	GlobalName string `json:"global_name"`
	Bot        bool   `json:"bot"`
	System     bool   `json:"system"` // Discord itself
}

type member struct {
	User        *user  `json:"user"`
	Nick        string `json:"nick"`
	Permissions string `json:"permissions"` // a decimal bit set
}

// hasPermission reports whether the member has the permission in this channel.
func (m *member) hasPermission(permission uint64) bool {
	if m == nil {
		return false
	}
	have, err := strconv.ParseUint(m.Permissions, 10, 64)
	return err == nil && have&(permission|discordgo.PermissionAdministrator) != 0
}

// decode decodes an interaction. It fails without the ids that any answer needs.
// go-json-experiment is the prototype of encoding/json/v2; it needs half the time of
// encoding/json.
func decode(raw []byte) (*interaction, error) {
	var i interaction
	if err := json.Unmarshal(raw, &i, jsontext.AllowDuplicateNames(true), jsontext.AllowInvalidUTF8(true)); err != nil {
		return nil, fmt.Errorf("not an interaction: %w", err)
	}
	if i.Type == discordgo.InteractionPing {
		return &i, nil
	}
	if i.Member != nil && i.Member.User != nil {
		i.User = i.Member.User
	}
	switch {
	case i.Type < discordgo.InteractionPing || i.Type > discordgo.InteractionModalSubmit:
		return nil, fmt.Errorf("interactions of type %d are unknown", i.Type)
	case i.User == nil || i.User.ID == "":
		return nil, fmt.Errorf("interaction %q names nobody", i.ID)
	case i.ID == "" || i.ChannelID == "":
		return nil, fmt.Errorf("interaction %q names no channel", i.ID)
	}
	return &i, nil
}

// place returns where the interaction happened; a thread has a place of its own.
func (i *interaction) place() dialog.Place { return placeOf(i.GuildID, i.ChannelID) }

// placeOf returns the place of a channel; guild is "" in direct messages.
func placeOf(guild, channel string) dialog.Place {
	return dialog.Place{Platform: Platform, Guild: cmp.Or(guild, directGuild), Channel: channel}
}

// locale returns the language of the place; in direct messages, the person's.
func (i *interaction) locale() string {
	if i.GuildLang != "" {
		return i.GuildLang
	}
	return i.Locale
}

// botIsNotMember reports whether the bot isn't a member here: the person installed it for
// themselves, or this is a conversation between people. It can only answer.
func (i *interaction) botIsNotMember() bool {
	if i.Context != nil && *i.Context == discordgo.InteractionContextPrivateChannel {
		return true
	}
	_, seated := i.Owners["0"] // installed to the server, or the bot's own direct messages
	return len(i.Owners) > 0 && !seated
}

// mustBePrivate reports whether Discord makes every answer private.
func (i *interaction) mustBePrivate() bool {
	return i.GuildID != "" && i.botIsNotMember() && !i.Member.hasPermission(discordgo.PermissionUseExternalApps)
}

// isPrivate reports whether nobody but the asking person can see the answers.
func (i *interaction) isPrivate() bool {
	return i.mustBePrivate() || i.Context != nil && *i.Context == discordgo.InteractionContextBotDM
}

// isOnMessage reports whether the interaction is the press of a button of a message, or a
// form opened by one.
func (i *interaction) isOnMessage() bool {
	return i.Message != nil && (i.Type == discordgo.InteractionMessageComponent || i.Type == discordgo.InteractionModalSubmit)
}

// isEphemeral reports whether the pressed message is private.
func (i *interaction) isEphemeral() bool {
	return i.Message != nil && i.Message.Flags&discordgo.MessageFlagsEphemeral != 0
}

// request returns the interaction as a request with the given text.
func (a *Adapter) request(i *interaction, text string) dialog.Request {
	r := dialog.Request{
		ID:        i.ID,
		Place:     i.place(),
		User:      a.self.person(i.User, i.Member),
		Text:      text,
		Mentions:  map[string]dialog.User{},
		Locale:    i.locale(),
		ReplyOnly: i.botIsNotMember(),
		Private:   i.isPrivate(),
		Confirms:  a.rest.token != "" && !i.botIsNotMember(),
	}
	r.User.Moderator = i.Member.hasPermission(discordgo.PermissionManageMessages)
	for id, u := range i.Data.Resolved.Users {
		if u != nil {
			r.Mentions[id] = a.self.person(u, i.Data.Resolved.Members[id])
		}
	}
	if i.isOnMessage() {
		r.Message = i.Message.ID
	}
	return r
}

// identity are the ids under which this bot can be mentioned and seen to write.
type identity struct {
	known       map[string]bool        // from the configuration
	fromGateway atomic.Pointer[string] // the user id from READY; nil before that
}

// isSelf reports whether a user is this bot.
func (id *identity) isSelf(user string) bool {
	told := id.fromGateway.Load()
	return id.known[user] || told != nil && *told == user
}

// person returns a Discord user as a person of the conversation.
func (id *identity) person(u *user, m *member) dialog.User {
	if id.isSelf(u.ID) {
		return dialog.User{ID: platform.BotID}
	}
	name := ""
	if m != nil {
		name = tidyName(m.Nick)
	}
	for _, n := range []string{u.GlobalName, u.Username, u.ID} {
		if name == "" {
			name = tidyName(n)
		}
	}
	return dialog.User{ID: u.ID, Name: name, Bot: u.Bot}
}

// maxName is the longest name that Discord gives people, in characters.
const maxName = 32

// tidyName makes one plain line of a name.
func tidyName(name string) string { return words.Truncate(names.Tidy(name), maxName) }

// userOfToken returns the bot's own user id, which the first part of its token encodes,
// or "" if the token has another form. Only old applications have a user id that differs
// from the application's.
func userOfToken(token string) string {
	first, _, _ := strings.Cut(token, ".")
	id, err := base64.RawStdEncoding.DecodeString(strings.TrimRight(first, "="))
	if err != nil || !snowflake.Match(id) {
		return ""
	}
	return string(id)
}
