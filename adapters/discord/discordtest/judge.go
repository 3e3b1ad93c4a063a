package discordtest

import (
	"bytes"
	"encoding/json"
	"fmt"
	"maps"
	"slices"
	"strings"
	"unicode/utf8"
)

// Judge checks a request body against Discord's limits and returns what is wrong with it.
func Judge(method, path, contentType string, body []byte) []string {
	c, problems := open(contentType, body)
	if len(problems) > 0 {
		return problems
	}
	return c.judge(method, path)
}

// judge returns what is wrong with a parsed body.
func (c content) judge(method, path string) []string {
	j := judge{files: c.files}
	d := json.NewDecoder(bytes.NewReader(c.json))
	d.UseNumber()
	var v any
	if err := d.Decode(&v); err != nil {
		return []string{"not JSON: " + err.Error()}
	}
	switch {
	case strings.HasSuffix(path, "/callback"):
		j.response(object(v))
	case strings.HasSuffix(path, "/commands"):
		j.commands(v)
	case strings.Contains(path, "/messages") || strings.HasPrefix(path, "/webhooks/"):
		j.message("", object(v), method == "POST")
	default:
		j.add("", "a body that no route takes")
	}
	if len(j.files) > 0 && !j.sawMessage {
		j.add("", "files without a message")
	}
	return j.problems
}

type judge struct {
	files      map[string]File
	sawMessage bool
	problems   []string
}

func (j *judge) add(at, format string, args ...any) {
	j.problems = append(j.problems, at+": "+fmt.Sprintf(format, args...))
}

// unknownProperties reports properties that Discord would silently ignore.
func (j *judge) unknownProperties(at string, m map[string]any, known string) {
	for _, k := range slices.Sorted(maps.Keys(m)) {
		if !slices.Contains(strings.Fields(known), k) {
			j.add(at, "the unknown property %q", k)
		}
	}
}

// length checks that a text is within its bounds in characters.
func (j *judge) length(at string, v any, least, most int) {
	if n := utf8.RuneCountInString(text(v)); n < least || n > most {
		j.add(at, "%d characters, want %d to %d", n, least, most)
	}
}

func (j *judge) response(m map[string]any) {
	j.unknownProperties("", m, "type data")
	data := object(m["data"])
	switch integer(m["type"]) {
	case 1, 6:
	case 12:
		j.unknownProperties("", m, "type")
	case 4:
		j.message("/data", data, true)
	case 7:
		j.message("/data", data, false)
	case 8:
		j.unknownProperties("/data", data, "choices")
		list, ok := data["choices"].([]any)
		if !ok || len(list) > 25 {
			j.add("/data/choices", "want a list of at most 25")
		}
		seen := map[string]bool{}
		for i, c := range list {
			at := fmt.Sprintf("/data/choices/%d", i)
			j.unknownProperties(at, object(c), "name value name_localizations")
			j.length(at+"/name", object(c)["name"], 1, 100)
			j.length(at+"/value", object(c)["value"], 1, 100)
			if v := text(object(c)["value"]); seen[v] {
				j.add(at, "the value %q a second time", v)
			} else {
				seen[v] = true
			}
		}
	case 9:
		j.form(data)
	default:
		j.add("/type", "a response of type %v", m["type"])
	}
}

func (j *judge) form(m map[string]any) {
	j.unknownProperties("/data", m, "custom_id title components")
	j.length("/data/title", m["title"], 1, 45)
	j.length("/data/custom_id", m["custom_id"], 1, 100)
	parts := list(m["components"])
	if len(parts) < 1 || len(parts) > 5 {
		j.add("/data/components", "%d fields, want 1 to 5", len(parts))
	}
	c := counter{judge: j, ids: map[string]bool{}, names: map[string]bool{}, shown: map[string]bool{}}
	for i, p := range parts {
		at := fmt.Sprintf("/data/components/%d", i)
		if integer(object(p)["type"]) == 10 {
			c.component(at, object(p), true)
			continue
		}
		if integer(object(p)["type"]) != 18 {
			j.add(at, "a field without a label around it")
			continue
		}
		j.unknownProperties(at, object(p), "type label description component")
		j.length(at+"/label", object(p)["label"], 1, 45)
		c.component(at+"/component", object(object(p)["component"]), true)
	}
}

const (
	flagV2    = 1 << 15
	flagQuiet = 1 << 12
)

func (j *judge) message(at string, m map[string]any, create bool) {
	j.sawMessage = true
	j.unknownProperties(at, m, "flags components allowed_mentions nonce enforce_nonce content embeds attachments message_reference")
	flags := integer(m["flags"])
	if flags&^(flagV2|ephemeral|flagQuiet) != 0 {
		j.add(at+"/flags", "flags %d", flags)
	}
	if m["allowed_mentions"] == nil {
		j.add(at+"/allowed_mentions", "missing: the default notifies everybody who is named")
	}
	allowed := object(m["allowed_mentions"])
	if p, ok := allowed["parse"].([]any); !ok || len(p) > 0 {
		j.add(at+"/allowed_mentions/parse", "want an empty list")
	}
	if n := len(list(allowed["users"])); n > 100 {
		j.add(at+"/allowed_mentions/users", "%d people", n)
	}
	j.length(at+"/nonce", m["nonce"], 0, 25)
	if m["message_reference"] != nil {
		j.reference(at, m, create)
	}
	if flags&flagV2 == 0 {
		j.add(at+"/flags", "this bot's messages are Components V2, and a message cannot change back")
	}
	if m["content"] != nil || m["embeds"] != nil {
		j.add(at, "content or embeds beside Components V2")
	}
	parts := list(m["components"])
	if create && len(parts) == 0 {
		j.add(at, "an empty message")
	}
	if !create && m["components"] == nil {
		j.add(at+"/components", "missing: Discord would keep the old ones")
	}
	c := counter{judge: j, ids: map[string]bool{}, names: j.attachments(at, m, create), shown: map[string]bool{}}
	for i, p := range parts {
		c.component(fmt.Sprintf("%s/components/%d", at, i), object(p), false)
	}
	for _, name := range slices.Sorted(maps.Keys(c.names)) {
		if !c.shown[name] {
			j.add(at+"/attachments", "no component shows %q", name)
		}
	}
	if c.parts > 40 {
		j.add(at, "%d components, want at most 40", c.parts)
	}
	if c.text > 4000 {
		j.add(at, "%d characters of text, want at most 4000", c.text)
	}
}

// reference judges how a message refers to another one of its channel, which
// may have been deleted by then.
func (j *judge) reference(at string, m map[string]any, create bool) {
	to := object(m["message_reference"])
	j.unknownProperties(at+"/message_reference", to, "message_id fail_if_not_exists")
	j.length(at+"/message_reference/message_id", to["message_id"], 15, 20)
	if !create || at != "" {
		j.add(at+"/message_reference", "only a new message of the bot's own refers to another one")
	}
	if to["fail_if_not_exists"] != false {
		j.add(at+"/message_reference/fail_if_not_exists", "an answer to a message that was deleted would be refused")
	}
	if object(m["allowed_mentions"])["replied_user"] != false {
		j.add(at+"/allowed_mentions/replied_user", "want an explicit false")
	}
}

// counter judges the components of one message together.
type counter struct {
	*judge
	parts, text int
	ids         map[string]bool
	names       map[string]bool // of attachments
	shown       map[string]bool // those that a component refers to
}

func (c *counter) component(at string, m map[string]any, inForm bool) {
	c.parts++
	if m["custom_id"] != nil {
		c.length(at+"/custom_id", m["custom_id"], 1, 100)
		if id := text(m["custom_id"]); c.ids[id] {
			c.add(at, "the custom_id %q a second time", id)
		}
		c.ids[text(m["custom_id"])] = true
	}
	parts := list(m["components"])
	if kind := integer(m["type"]); inForm && (kind == 12 || kind == 13) {
		c.add(at, "a file in a form")
	}
	switch integer(m["type"]) {
	case 1:
		c.unknownProperties(at, m, "type components")
		c.row(at, parts)
	case 2:
		c.unknownProperties(at, m, "type style label custom_id disabled emoji")
		c.length(at+"/label", m["label"], 1, 80)
		if s := integer(m["style"]); s < 1 || s > 4 || m["custom_id"] == nil {
			c.add(at, "a button of style %d with the id %v", s, m["custom_id"])
		}
	case 3:
		c.unknownProperties(at, m, "type custom_id placeholder options disabled required")
		c.menu(at, m)
	case 4:
		c.unknownProperties(at, m, "type custom_id style placeholder required max_length min_length value")
		if !inForm {
			c.add(at, "a text field outside a form")
		}
		c.length(at+"/placeholder", m["placeholder"], 0, 100)
	case 5:
		c.unknownProperties(at, m, "type custom_id placeholder min_values max_values disabled")
		c.length(at+"/placeholder", m["placeholder"], 0, 150)
	case 21:
		c.unknownProperties(at, m, "type custom_id options required")
		if n := len(list(m["options"])); n < 2 || n > 10 || !inForm {
			c.add(at, "a radio group of %d options, in a form: %t", n, inForm)
		}
		c.menu(at, m)
	case 10:
		c.unknownProperties(at, m, "type content")
		c.length(at+"/content", m["content"], 1, 4000)
		c.text += utf8.RuneCountInString(text(m["content"]))
	case 12:
		c.unknownProperties(at, m, "type items")
		c.gallery(at, m)
	case 13:
		c.unknownProperties(at, m, "type file spoiler")
		c.unknownProperties(at+"/file", object(m["file"]), "url")
		c.attachment(at+"/file/url", text(object(m["file"])["url"]))
	case 17:
		c.unknownProperties(at, m, "type components accent_color")
		if len(parts) == 0 {
			c.add(at, "an empty container")
		}
	default:
		c.add(at, "a component of type %v", m["type"])
	}
	for i, p := range parts {
		c.component(fmt.Sprintf("%s/components/%d", at, i), object(p), inForm)
	}
}

// row checks that a row has at most five buttons or one menu.
func (c *counter) row(at string, parts []any) {
	menus := 0
	for _, p := range parts {
		switch integer(object(p)["type"]) {
		case 2:
		case 3, 5:
			menus++
		default:
			c.add(at, "a row of something else")
		}
	}
	if len(parts) < 1 || len(parts) > 5 || menus > 0 && len(parts) > 1 {
		c.add(at, "a row of %d parts, %d of them menus", len(parts), menus)
	}
}

func (c *counter) menu(at string, m map[string]any) {
	c.length(at+"/placeholder", m["placeholder"], 0, 150)
	options := list(m["options"])
	if len(options) < 1 || len(options) > 25 {
		c.add(at, "%d options, want 1 to 25", len(options))
	}
	seen := map[string]bool{}
	chosen := 0
	for i, o := range options {
		here := fmt.Sprintf("%s/options/%d", at, i)
		c.unknownProperties(here, object(o), "label value description default")
		c.length(here+"/label", object(o)["label"], 1, 100)
		c.length(here+"/value", object(o)["value"], 1, 100)
		c.length(here+"/description", object(o)["description"], 0, 100)
		if v := text(object(o)["value"]); seen[v] {
			c.add(here, "the value %q a second time", v)
		} else {
			seen[v] = true
		}
		if object(o)["default"] == true {
			chosen++
		}
	}
	if chosen > 1 {
		c.add(at, "%d options are chosen before", chosen)
	}
}

func object(v any) map[string]any { m, _ := v.(map[string]any); return m }
func list(v any) []any            { l, _ := v.([]any); return l }
func text(v any) string           { s, _ := v.(string); return s }

func integer(v any) int64 {
	n, ok := v.(json.Number)
	if !ok {
		return 0
	}
	i, err := n.Int64()
	if err != nil {
		return -1
	}
	return i
}
