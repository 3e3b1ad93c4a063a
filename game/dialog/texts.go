package dialog

import (
	"iter"

	"nimbot/game/words"
)

// Texts yields every text that the message says, to be changed in place: its lines, and the labels
// and titles of what stands below them.
func (m *Message) Texts() iter.Seq[*words.Text] {
	return func(yield func(*words.Text) bool) {
		_ = eachOf(m.Lines, yield) && eachLabel(m.Buttons, yield) && m.Menu.each(yield) && m.Terms().each(yield) &&
			(m.Form == nil || yield(&m.Form.Label)) && m.Choices.each(yield) && (m.Whom == nil || yield(&m.Whom.Title)) && m.Table.each(yield)
	}
}

func eachOf(texts []words.Text, yield func(*words.Text) bool) bool {
	for i := range texts {
		if !yield(&texts[i]) {
			return false
		}
	}
	return true
}

func eachLabel(buttons []Button, yield func(*words.Text) bool) bool {
	for i := range buttons {
		if !yield(&buttons[i].Label) {
			return false
		}
	}
	return true
}

func (m *Menu) each(yield func(*words.Text) bool) bool {
	return m == nil || yield(&m.Title) && eachLabel(m.Items, yield)
}

func (c *Choices) each(yield func(*words.Text) bool) bool {
	if c == nil {
		return true
	}
	for i := range c.Fields {
		f := &c.Fields[i]
		if !yield(&f.Label) {
			return false
		}
		for j := range f.Options {
			if !yield(&f.Options[j].Label) {
				return false
			}
		}
	}
	return yield(&c.Title)
}

func (t *Table) each(yield func(*words.Text) bool) bool {
	if t == nil {
		return true
	}
	for _, row := range t.Rows {
		for i := range row {
			if !yield(&row[i].Text) {
				return false
			}
		}
	}
	return eachOf(t.Head, yield)
}
