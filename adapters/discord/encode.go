package discord

import (
	"encoding/json"
	"strconv"
	"strings"
	"unicode/utf8"
)

// Messages are written byte for byte as encoding/json writes them, which a
// test holds. Every click is answered with one, and reflection took as long as
// choosing what it says. What is seldom sent is left to encoding/json.

// usualMessage is how many bytes most messages have as JSON, without pictures.
const usualMessage = 2 << 10

// encode is the response as JSON.
func (r response) encode() ([]byte, error) {
	m, ok := r.Data.(message)
	if !ok {
		return json.Marshal(r)
	}
	o := make(object, 0, usualMessage)
	o = o.begin()
	o = o.number("type", int(r.Type))
	o = o.key("data")
	o = m.encode(o)
	return o.end(), nil
}

func (m *message) encode(o object) object {
	o = o.begin()
	o = o.number("flags", int(m.Flags))
	o = o.key("components")
	o = each(o, m.Components, (*component).encode)
	o = o.key("allowed_mentions")
	o = m.AllowedMentions.encode(o)
	o = o.key("attachments")
	o = each(o, m.Attachments, (*attachment).encode)
	o = o.textIfAny("nonce", m.Nonce)
	o = o.flag("enforce_nonce", m.EnforceNonce)
	return o.end()
}

func (a *attachment) encode(o object) object {
	o = o.begin()
	o = o.text("id", a.ID)
	o = o.text("filename", a.Filename)
	o = o.text("description", a.Description)
	return o.end()
}

func (m *mentions) encode(o object) object {
	o = o.begin()
	o = o.key("parse")
	o = each(o, m.Parse, encodeText)
	if len(m.Users) > 0 {
		o = o.key("users")
		o = each(o, m.Users, encodeText)
	}
	return o.end()
}

func (c *component) encode(o object) object {
	o = o.begin()
	o = o.number("type", int(c.Type))
	if len(c.Components) > 0 {
		o = o.key("components")
		o = each(o, c.Components, (*component).encode)
	}
	if c.Component != nil {
		o = o.key("component")
		o = c.Component.encode(o)
	}
	o = o.numberIfAny("accent_color", c.AccentColor)
	o = o.textIfAny("content", c.Content)
	o = o.textIfAny("custom_id", c.CustomID)
	o = o.numberIfAny("style", int(c.Style))
	o = o.textIfAny("label", c.Label)
	o = o.textIfAny("description", c.Description)
	o = o.textIfAny("placeholder", c.Placeholder)
	if len(c.Options) > 0 {
		o = o.key("options")
		o = each(o, c.Options, (*selectOption).encode)
	}
	if c.Required != nil {
		o = o.key("required")
		o = strconv.AppendBool(o, *c.Required)
	}
	o = o.numberIfAny("max_length", c.MaxLength)
	if len(c.Items) > 0 {
		o = o.key("items")
		o = each(o, c.Items, (*galleryItem).encode)
	}
	return o.end()
}

func (i *galleryItem) encode(o object) object {
	o = o.begin()
	o = o.key("media")
	o = o.begin()
	o = o.text("url", i.Media.URL)
	o = o.end()
	o = o.text("description", i.Description)
	return o.end()
}

func (s *selectOption) encode(o object) object {
	o = o.begin()
	o = o.text("label", s.Label)
	o = o.text("value", s.Value)
	o = o.flag("default", s.Default)
	return o.end()
}

// object is JSON that is being written, the members of an object in turn. Its
// methods return it with more behind it, as append does.
type object []byte

func (o object) begin() object { return append(o, '{') }
func (o object) end() object   { return append(o, '}') }

// key begins a member.
func (o object) key(name string) object {
	if o[len(o)-1] != '{' {
		o = append(o, ',')
	}
	o = append(o, '"')
	o = append(o, name...)
	return append(o, `":`...)
}

func (o object) text(name, value string) object { return appendText(o.key(name), value) }

func (o object) textIfAny(name, value string) object {
	if value == "" {
		return o
	}
	return o.text(name, value)
}

func (o object) number(name string, value int) object {
	return strconv.AppendInt(o.key(name), int64(value), 10)
}

func (o object) numberIfAny(name string, value int) object {
	if value == 0 {
		return o
	}
	return o.number(name, value)
}

// flag writes a flag that is set; one that is not is left out.
func (o object) flag(name string, value bool) object {
	if !value {
		return o
	}
	return append(o.key(name), "true"...)
}

// each appends a list, every element of it by encode; nil is null.
func each[T any](o object, list []T, encode func(*T, object) object) object {
	if list == nil {
		return append(o, "null"...)
	}
	o = append(o, '[')
	for i := range list {
		if i > 0 {
			o = append(o, ',')
		}
		o = encode(&list[i], o)
	}
	return append(o, ']')
}

func encodeText(s *string, o object) object { return appendText(o, *s) }

// appendText appends a JSON string.
func appendText(b object, s string) object {
	if !sound(s) {
		escaped, _ := json.Marshal(s) // a string never fails
		return append(b, escaped...)
	}
	b = append(b, '"')
	from := 0
	for i := range len(s) {
		if c := s[i]; c < utf8.RuneSelf && escapes[c] != "" {
			b = append(b, s[from:i]...)
			b = append(b, escapes[c]...)
			from = i + 1
		}
	}
	b = append(b, s[from:]...)
	return append(b, '"')
}

// sound reports that in s nothing but ASCII can need an escape.
func sound(s string) bool {
	return utf8.ValidString(s) && !strings.Contains(s, "\xe2\x80") // as U+2028 and U+2029 begin
}

// escapes are how encoding/json writes the ASCII characters that do not stand
// for themselves.
var escapes = func() (as [utf8.RuneSelf]string) {
	for c := range as {
		plain := string(rune(c))
		quoted, _ := json.Marshal(plain) // a string never fails
		if e := string(quoted[1 : len(quoted)-1]); e != plain {
			as[c] = e
		}
	}
	return as
}()
