package discord

import (
	"encoding/json"
	"fmt"

	"github.com/bwmarrin/discordgo"
)

// interaction is what Discord sends, as far as it is used. discordgo's own
// type decodes the whole pressed message, and refuses all of it for one
// component that it does not know. The tags
// say what the reader's methods read.
type interaction struct {
	ID        string                            `json:"id"`
	Type      discordgo.InteractionType         `json:"type"`
	Version   int                               `json:"version"`
	Token     string                            `json:"token"`
	GuildID   string                            `json:"guild_id"`
	ChannelID string                            `json:"channel_id"`
	Locale    string                            `json:"locale"`
	GuildLang string                            `json:"guild_locale"`
	Context   *discordgo.InteractionContextType `json:"context"`
	Owners    map[string]json.RawMessage        `json:"authorizing_integration_owners"`
	Member    *member                           `json:"member"`
	User      *user                             `json:"user"`
	Message   *pressed                          `json:"message"`
	Data      data                              `json:"data"`
}

// pressed is the message whose component was pressed.
type pressed struct {
	ID    string                 `json:"id"`
	Flags discordgo.MessageFlags `json:"flags"`
}

// data is the content of every kind of interaction at once.
type data struct {
	Name       string      `json:"name"` // of the command
	Options    []option    `json:"options"`
	Resolved   resolved    `json:"resolved"`
	CustomID   string      `json:"custom_id"` // of the component or form
	Values     []string    `json:"values"`    // chosen in a menu
	Components []submitted `json:"components"`
}

// resolved are the people whom options name, by their ids.
type resolved struct {
	Users   map[string]*user   `json:"users"`
	Members map[string]*member `json:"members"`
}

// option is an option of a command, a subcommand included.
type option struct {
	Name    string          `json:"name"`
	Value   json.RawMessage `json:"value"`
	Options []option        `json:"options"`
	Focused bool            `json:"focused"` // it is being typed
}

// submitted is a component of a form that was sent: a label around a field, or
// a field.
type submitted struct {
	CustomID  string     `json:"custom_id"`
	Value     string     `json:"value"`
	Values    []string   `json:"values"`
	Component *submitted `json:"component"`
}

type user struct {
	ID         string `json:"id"`
	Username   string `json:"username"`
	GlobalName string `json:"global_name"`
	Bot        bool   `json:"bot"`
}

type member struct {
	User        *user  `json:"user"`
	Nick        string `json:"nick"`
	Permissions string `json:"permissions"` // a decimal bit set
}

// decode reads an interaction. What is not one is an error; so is one without
// the ids that any answer needs.
func decode(raw []byte) (*interaction, error) {
	i, r := interaction{}, reader{data: raw}
	r.interaction(&i)
	if err := r.end(); err != nil {
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

func (r *reader) interaction(i *interaction) {
	for name := range r.members {
		switch string(name) {
		case "id":
			r.text(&i.ID)
		case "type":
			integer(r, &i.Type)
		case "version":
			integer(r, &i.Version)
		case "token":
			r.text(&i.Token)
		case "guild_id":
			r.text(&i.GuildID)
		case "channel_id":
			r.text(&i.ChannelID)
		case "locale":
			r.text(&i.Locale)
		case "guild_locale":
			r.text(&i.GuildLang)
		case "context":
			optional(r, &i.Context, integer)
		case "authorizing_integration_owners":
			mapOf(r, &i.Owners, (*reader).raw)
		case "member":
			optional(r, &i.Member, (*reader).member)
		case "user":
			optional(r, &i.User, (*reader).user)
		case "message":
			optional(r, &i.Message, (*reader).pressed)
		case "data":
			r.content(&i.Data)
		default:
			r.skip()
		}
	}
}

func (r *reader) pressed(p *pressed) {
	for name := range r.members {
		switch string(name) {
		case "id":
			r.text(&p.ID)
		case "flags":
			integer(r, &p.Flags)
		default:
			r.skip()
		}
	}
}

func (r *reader) content(d *data) {
	for name := range r.members {
		switch string(name) {
		case "name":
			r.text(&d.Name)
		case "options":
			listOf(r, &d.Options, (*reader).option)
		case "resolved":
			r.resolved(&d.Resolved)
		case "custom_id":
			r.text(&d.CustomID)
		case "values":
			listOf(r, &d.Values, (*reader).text)
		case "components":
			listOf(r, &d.Components, (*reader).submitted)
		default:
			r.skip()
		}
	}
}

func (r *reader) resolved(s *resolved) {
	for name := range r.members {
		switch string(name) {
		case "users":
			mapOf(r, &s.Users, (*reader).userOrNull)
		case "members":
			mapOf(r, &s.Members, (*reader).memberOrNull)
		default:
			r.skip()
		}
	}
}

func (r *reader) option(o *option) {
	for name := range r.members {
		switch string(name) {
		case "name":
			r.text(&o.Name)
		case "value":
			r.raw(&o.Value)
		case "options":
			listOf(r, &o.Options, (*reader).option)
		case "focused":
			r.flag(&o.Focused)
		default:
			r.skip()
		}
	}
}

func (r *reader) submitted(s *submitted) {
	for name := range r.members {
		switch string(name) {
		case "custom_id":
			r.text(&s.CustomID)
		case "value":
			r.text(&s.Value)
		case "values":
			listOf(r, &s.Values, (*reader).text)
		case "component":
			optional(r, &s.Component, (*reader).submitted)
		default:
			r.skip()
		}
	}
}

func (r *reader) user(u *user) {
	for name := range r.members {
		switch string(name) {
		case "id":
			r.text(&u.ID)
		case "username":
			r.text(&u.Username)
		case "global_name":
			r.text(&u.GlobalName)
		case "bot":
			r.flag(&u.Bot)
		default:
			r.skip()
		}
	}
}

func (r *reader) member(m *member) {
	for name := range r.members {
		switch string(name) {
		case "user":
			optional(r, &m.User, (*reader).user)
		case "nick":
			r.text(&m.Nick)
		case "permissions":
			r.text(&m.Permissions)
		default:
			r.skip()
		}
	}
}

func (r *reader) userOrNull(u **user)     { optional(r, u, (*reader).user) }
func (r *reader) memberOrNull(m **member) { optional(r, m, (*reader).member) }
