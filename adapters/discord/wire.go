package discord

import (
	"unicode/utf8"

	"github.com/bwmarrin/discordgo"
)

// Discord's limits, in characters where they are of text.
const (
	maxComponentText = 4000 // all text displays of a message
	maxCustomID      = 100
	maxLabel         = 80 // of a button
	maxOption        = 100
	maxOptions       = 25 // of a menu, and autocomplete choices
	maxPlaceholder   = 150
	maxRow           = 5 // buttons side by side
	maxTitle         = 45
)

// The component types that discordgo does not know yet.
const labelComponent discordgo.ComponentType = 18

// response is the answer to an interaction.
type response struct {
	Type discordgo.InteractionResponseType `json:"type"`
	Data any                               `json:"data,omitempty"`
}

// message is a message as it is sent or edited. discordgo's types would send
// fields that mean nothing beside Components V2, and leave out empty ones that
// mean something.
type message struct {
	Flags           discordgo.MessageFlags `json:"flags"`
	Components      []component            `json:"components"`
	AllowedMentions mentions               `json:"allowed_mentions"`
	// Nonce lets Discord recognise a message that is sent again.
	Nonce        string `json:"nonce,omitempty"`
	EnforceNonce bool   `json:"enforce_nonce,omitempty"`
}

// mentions are the people whom a message may notify: nobody else, whatever its
// text says. Parse is always empty, and always there: without it the default
// would notify everybody who is named.
type mentions struct {
	Parse []string `json:"parse"`
	Users []string `json:"users,omitempty"`
}

// form asks for several values in a window of its own.
type form struct {
	CustomID   string      `json:"custom_id"`
	Title      string      `json:"title"`
	Components []component `json:"components"`
}

// choices answer autocomplete; an empty list is sent as one.
type choices struct {
	Choices []choice `json:"choices"`
}

type choice struct {
	Name  string `json:"name"`
	Value string `json:"value"`
}

// component is any component; the fields that its type does not have are zero.
type component struct {
	Type        discordgo.ComponentType `json:"type"`
	Components  []component             `json:"components,omitempty"`
	Component   *component              `json:"component,omitempty"`
	AccentColor int                     `json:"accent_color,omitempty"`
	Content     string                  `json:"content,omitempty"`
	CustomID    string                  `json:"custom_id,omitempty"`
	Style       discordgo.ButtonStyle   `json:"style,omitempty"`
	Label       string                  `json:"label,omitempty"`
	Description string                  `json:"description,omitempty"`
	Placeholder string                  `json:"placeholder,omitempty"`
	Options     []selectOption          `json:"options,omitempty"`
	Required    *bool                   `json:"required,omitempty"` // of a field in a form; Discord's default is true
	MaxLength   int                     `json:"max_length,omitempty"`
}

type selectOption struct {
	Label   string `json:"label"`
	Value   string `json:"value"`
	Default bool   `json:"default,omitempty"`
}

func text(content string) component {
	return component{Type: discordgo.TextDisplayComponent, Content: content}
}

func row(parts ...component) component {
	return component{Type: discordgo.ActionsRowComponent, Components: parts}
}

// short cuts s to at most n characters.
func short(s string, n int) string {
	if utf8.RuneCountInString(s) <= n {
		return s
	}
	return string([]rune(s)[:n-1]) + "…"
}
