package slacktest

import (
	"fmt"
	"slices"
	"strings"
	"unicode/utf8"
)

// Slack's limits, in characters or elements.
const (
	maxText          = 4000
	maxMessageBlocks = 50
	maxViewBlocks    = 100
)

// Judge returns everything about a message that Slack would refuse, or that an app
// shouldn't send.
func Judge(text string, blocks []any) []string {
	bad := judgeBlocks(blocks, maxMessageBlocks)
	if n := utf8.RuneCountInString(strings.TrimSpace(text)); n < 1 || n > maxText {
		bad = append(bad, fmt.Sprintf("a text of %d characters, want 1 to %d", n, maxText))
	}
	return bad
}

// judge collects what is wrong with blocks.
type judge struct {
	bad     []string
	ids     map[string]bool
	actions map[string]bool
}

func (j *judge) add(format string, args ...any) { j.bad = append(j.bad, fmt.Sprintf(format, args...)) }

// judgeBlocks checks blocks against Slack's limits.
func judgeBlocks(blocks []any, most int) []string {
	j := &judge{ids: map[string]bool{}, actions: map[string]bool{}}
	if len(blocks) > most {
		j.add("%d blocks, at most %d", len(blocks), most)
	}
	for i, b := range blocks {
		m, ok := b.(map[string]any)
		if !ok {
			j.add("block %d is no object", i)
			continue
		}
		j.block(fmt.Sprintf("blocks[%d]", i), fields(m))
	}
	return j.bad
}

func (j *judge) block(at string, b fields) {
	if id := b.str("block_id"); id != "" {
		if j.ids[id] {
			j.add("%s: the block_id %q is there twice", at, id)
		}
		j.ids[id] = true
		j.length(at+".block_id", id, 1, 255)
	}
	elements := b.list("elements")
	switch kind := b.str("type"); kind {
	case "section":
		if b["text"] == nil && len(b.list("fields")) == 0 {
			j.add("%s: a section without text", at)
		}
		j.text(at+".text", b["text"], "", 3000)
	case "header":
		j.text(at+".text", b["text"], "plain_text", 150)
	case "context":
		j.count(at, elements, 10)
		for i, e := range elements {
			j.text(fmt.Sprintf("%s.elements[%d]", at, i), e, "", 3000)
		}
	case "actions":
		j.count(at, elements, 25)
		primary := 0
		for i, e := range elements {
			m, _ := e.(map[string]any)
			j.element(fmt.Sprintf("%s.elements[%d]", at, i), m)
			if m["style"] == "primary" {
				primary++
			}
		}
		if primary > 1 {
			j.add("%s: %d primary buttons beside each other", at, primary)
		}
	case "input":
		j.text(at+".label", b["label"], "plain_text", 2000)
		j.element(at+".element", b.object("element"))
	case "rich_text":
		j.count(at, elements, 100)
		for i, e := range elements {
			j.richText(fmt.Sprintf("%s.elements[%d]", at, i), e)
		}
	case "image":
		if address := b.str("image_url"); !strings.HasPrefix(address, "https://") || len(address) > 3000 {
			j.add("%s: %q is no https address of at most 3000 characters", at, address)
		}
		if alt := b.str("alt_text"); alt == "" || utf8.RuneCountInString(alt) > 2000 {
			j.add("%s: an alternative text of %d characters", at, utf8.RuneCountInString(alt))
		}
	case "data_table":
		j.dataTable(at, b)
	case "divider":
	default:
		j.add("%s: a block of type %q", at, kind)
	}
}

// dataTable checks a table against Slack's limits: it has a caption, a head of plain text,
// and rows of the head's width.
func (j *judge) dataTable(at string, b fields) {
	rows := b.list("rows")
	if b.str("caption") == "" || len(rows) < 2 || len(rows) > 101 {
		j.add("%s: a table with the caption %q and %d rows", at, b.str("caption"), len(rows))
	}
	if size, ok := b["page_size"].(float64); ok && (size < 1 || size > 100) {
		j.add("%s: pages of %v rows", at, size)
	}
	width := 0
	for i, row := range rows {
		cells, _ := row.([]any)
		if i == 0 {
			width = len(cells)
		}
		if len(cells) != width || width == 0 || width > 20 {
			j.add("%s: row %d has %d cells, want %d", at, i, len(cells), width)
		}
		for _, cell := range cells {
			m, _ := cell.(map[string]any)
			kind, said := fields(m).str("type"), fields(m).str("text")
			if said == "" || kind != "raw_text" && (i == 0 || kind != "raw_number") {
				j.add("%s: row %d has a cell %v", at, i, cell)
			}
		}
	}
}

func (j *judge) richText(at string, e any) {
	m, _ := e.(map[string]any)
	parts := fields(m).list("elements")
	if len(parts) == 0 {
		j.add("%s: empty", at)
	}
	for i, p := range parts {
		t, _ := p.(map[string]any)
		if fields(t).str("type") == "text" && fields(t).str("text") == "" {
			j.add("%s.elements[%d]: empty text", at, i)
		}
	}
}

// elementKinds are the types of interactive elements that the fake accepts.
var elementKinds = []string{
	"button", "static_select", "users_select", "conversations_select", "channels_select", "external_select",
	"radio_buttons", "checkboxes", "plain_text_input", "number_input", "overflow", "datepicker", "timepicker",
}

func (j *judge) element(at string, m map[string]any) {
	e := fields(m)
	kind := e.str("type")
	if !slices.Contains(elementKinds, kind) {
		j.add("%s: an element of type %q", at, kind)
		return
	}
	id := e.str("action_id")
	if id == "" || j.actions[id] {
		j.add("%s: the action_id %q is empty or there twice", at, id)
	}
	j.actions[id] = true
	j.length(at+".action_id", id, 1, 255)
	if c := e.object("confirm"); c != nil {
		j.confirm(at+".confirm", c)
	}
	if e["placeholder"] != nil {
		j.text(at+".placeholder", e["placeholder"], "plain_text", 150)
	}
	switch kind {
	case "button":
		j.text(at+".text", e["text"], "plain_text", 75)
		j.length(at+".value", e.str("value"), 0, 2000)
		if style := e.str("style"); style != "" && style != "primary" && style != "danger" {
			j.add("%s: the style %q", at, style)
		}
	case "static_select":
		j.options(at, e.list("options"), 100, 75)
	case "radio_buttons", "checkboxes":
		j.options(at, e.list("options"), 10, 150)
	}
}

func (j *judge) options(at string, options []any, most, maxValue int) {
	j.count(at+".options", options, most)
	seen := map[string]bool{}
	for i, o := range options {
		m, _ := o.(map[string]any)
		at := fmt.Sprintf("%s.options[%d]", at, i)
		j.text(at+".text", m["text"], "", 75)
		value := fields(m).str("value")
		j.length(at+".value", value, 1, maxValue)
		if seen[value] {
			j.add("%s: the value %q is there twice", at, value)
		}
		seen[value] = true
	}
}

func (j *judge) confirm(at string, c fields) {
	j.text(at+".title", c["title"], "plain_text", 100)
	j.text(at+".text", c["text"], "", 300)
	j.text(at+".confirm", c["confirm"], "plain_text", 30)
	j.text(at+".deny", c["deny"], "plain_text", 30)
}

// text checks a text object's kind ("" allows both) and its length in characters.
func (j *judge) text(at string, v any, kind string, most int) {
	m, _ := v.(map[string]any)
	t := fields(m)
	switch got := t.str("type"); {
	case got != "plain_text" && got != "mrkdwn", kind != "" && got != kind:
		j.add("%s: a text of type %q", at, got)
	}
	j.length(at, t.str("text"), 1, most)
}

func (j *judge) length(at, s string, least, most int) {
	if n := utf8.RuneCountInString(s); n < least || n > most {
		j.add("%s: %d characters, want %d to %d", at, n, least, most)
	}
}

func (j *judge) count(at string, l []any, most int) {
	if len(l) < 1 || len(l) > most {
		j.add("%s: %d elements, want 1 to %d", at, len(l), most)
	}
}

// judgeView checks a modal or a home page against Slack's limits.
func judgeView(v fields) []string {
	j := &judge{}
	switch v.str("type") {
	case "modal":
		j.text("title", v["title"], "plain_text", 24)
		for _, k := range []string{"submit", "close"} {
			if v[k] != nil {
				j.text(k, v[k], "plain_text", 24)
			}
		}
		j.length("callback_id", v.str("callback_id"), 0, 255)
	case "home":
	default:
		j.add("a view of type %q", v.str("type"))
	}
	return append(j.bad, judgeBlocks(v.list("blocks"), maxViewBlocks)...)
}
