package discord

import (
	"bytes"
	"encoding/json"
	"mime/multipart"
	"net/textproto"

	"github.com/bwmarrin/discordgo"
)

// Discord's limits; those of text are in characters.
const (
	maxComponentText = 4000 // all text displays of a message
	maxCustomID      = 100
	maxLabel         = 80 // of a button
	maxOption        = 100
	maxOptions       = 25 // of a menu, and autocomplete choices
	maxPlaceholder   = 150
	maxRow           = 5 // buttons side by side
	maxTitle         = 45
	maxAlt           = 1024 // alternative text of a picture
)

// The component types that discordgo does not know yet.
const (
	labelComponent discordgo.ComponentType = 18
	radioComponent discordgo.ComponentType = 21
)

// body is what is sent: JSON, or a form of JSON and a file.
type body struct {
	kind string // its media type
	data []byte
}

const jsonType = "application/json"

// jsonBody encodes v as JSON.
func jsonBody(v any) (body, error) {
	data, err := json.Marshal(v)
	return body{jsonType, data}, err
}

// file is the attachment 0 of a message; without data there is none.
type file struct {
	name, kind string
	data       []byte
}

// multipartBody encodes v and its file as a multipart form.
func multipartBody(v any, f file) (body, error) {
	payload, err := jsonBody(v)
	if f.data == nil || err != nil {
		return payload, err
	}
	var b bytes.Buffer
	b.Grow(len(payload.data) + len(f.data) + 500) // with the headers
	form := multipart.NewWriter(&b)
	for _, part := range []struct {
		disposition, kind string
		data              []byte
	}{
		{`form-data; name="payload_json"`, payload.kind, payload.data},
		{`form-data; name="files[0]"; filename="` + f.name + `"`, f.kind, f.data},
	} {
		w, err := form.CreatePart(textproto.MIMEHeader{"Content-Disposition": {part.disposition}, "Content-Type": {part.kind}})
		if err != nil {
			return body{}, err
		}
		if _, err := w.Write(part.data); err != nil {
			return body{}, err
		}
	}
	if err := form.Close(); err != nil {
		return body{}, err
	}
	return body{form.FormDataContentType(), b.Bytes()}, nil
}

// response is the answer to an interaction.
type response struct {
	Type discordgo.InteractionResponseType `json:"type"`
	Data any                               `json:"data,omitempty"`
}

// body encodes the response.
func (r response) body() (body, error) {
	m, _ := r.Data.(message)
	return multipartBody(r, m.file)
}

// message is a message as it is sent or edited. discordgo's types would send
// fields that mean nothing beside Components V2, and leave out empty ones that
// mean something.
type message struct {
	Flags           discordgo.MessageFlags `json:"flags"`
	Components      []component            `json:"components"`
	AllowedMentions mentions               `json:"allowed_mentions"`
	// Attachments are all of the message's attachments; an edit removes the others.
	Attachments []attachment `json:"attachments"`
	// Nonce lets Discord recognise a message that is sent again.
	Nonce        string `json:"nonce,omitempty"`
	EnforceNonce bool   `json:"enforce_nonce,omitempty"`
	// Reference is the message that a new message answers.
	Reference *reference `json:"message_reference,omitempty"`

	file file // its attachment
}

// body encodes the message.
func (m message) body() (body, error) { return multipartBody(m, m.file) }

// attachment is a file that comes with a message.
type attachment struct {
	ID          string `json:"id"` // the n of its part "files[n]"
	Filename    string `json:"filename"`
	Description string `json:"description"`
}

// downloadable shows the attached file.
func downloadable(name string) component {
	return component{Type: discordgo.FileComponentType, File: &media{"attachment://" + name}}
}

// mentions lists the people whom a message may notify, whatever its text says.
// Parse is always sent, and always empty: Discord's default would notify
// everybody who is named.
type mentions struct {
	Parse []string `json:"parse"`
	Users []string `json:"users,omitempty"`
	// Replied says whether to notify the author of the referenced message; nil without a reference.
	Replied *bool `json:"replied_user,omitempty"`
}

// reference names a message of the same channel. Discord drops the reference if that message was
// deleted.
type reference struct {
	MessageID string `json:"message_id"`
	MustExist bool   `json:"fail_if_not_exists"`
}

// form asks for several values in a window of its own.
type form struct {
	CustomID   string      `json:"custom_id"`
	Title      string      `json:"title"`
	Components []component `json:"components"`
}

// choices are the answer to autocomplete; an empty list is sent as [], not null.
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
	Value       string                  `json:"value,omitempty"` // of a text field, to begin with
	Items       []galleryItem           `json:"items,omitempty"`
	File        *media                  `json:"file,omitempty"`
}

// galleryItem is a picture in a gallery.
type galleryItem struct {
	Media       media  `json:"media"`
	Description string `json:"description"` // its alternative text
}

type media struct {
	URL string `json:"url"`
}

type selectOption struct {
	Label   string `json:"label"`
	Value   string `json:"value"`
	Default bool   `json:"default,omitempty"`
}

func text(content string) component {
	return component{Type: discordgo.TextDisplayComponent, Content: content}
}

// gallery shows the attached picture of that name.
func gallery(name, description string) component {
	return component{
		Type:  discordgo.MediaGalleryComponent,
		Items: []galleryItem{{media{"attachment://" + name}, description}},
	}
}

func row(parts ...component) component {
	return component{Type: discordgo.ActionsRowComponent, Components: parts}
}
