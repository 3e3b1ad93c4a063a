package chat

import (
	"strings"

	"nimbot/game"
)

// show adds a working of the game key to a message: its lines, and the drawing
// in binary columns where it has values.
func (w *Words) show(m *Message, key string, work game.Working) {
	m.Lines = append(m.Lines, w.workingLines(key, work)...)
	if len(work.Rows) > 0 {
		m.Working = &work
	}
}

// tellWorking tells a sentence, and below it a working of the game key.
func (s *session) tellWorking(t Text, key string, work game.Working) *Message {
	m := s.tell(t)
	s.h.words.show(m, key, work)
	return m
}

// workingLines word a working of the game key: what decides, the Nim position
// that it is equal to, the sum, what the move does to it, and the check.
func (w *Words) workingLines(key string, work game.Working) []Text {
	valued := unlike(work.Rows)
	lines := []Text{w.methodText(key, work)}
	if valued {
		lines = append(lines, say("working.values", Args{"values", valueTexts(work.Rows)}))
	}
	lines = append(lines, factTexts(work.Facts)...)
	if t, ok := sumText("working.sum", work); ok {
		switch {
		case len(work.Rows) > 1:
			lines = append(lines, t)
		case work.Target == nil && work.Lost == "": // those name the sum too
			lines = append(lines, say("working.sum-one", Args{"total", work.Sum}))
		}
	}
	if t := work.Target; t != nil && t.Row < len(work.Rows) {
		lines = append(lines, w.targetText(key, work, *t))
	}
	if work.After != nil {
		return append(lines, w.afterLines(key, work, *work.After)...)
	}
	if work.Lost != "" {
		lines = append(lines, say("working."+work.Lost, nil))
	}
	return lines
}

// methodText says what decides. Where the parts only count as Nim piles, or
// facts follow, it may say so.
func (w *Words) methodText(key string, work game.Working) Text {
	method := "method." + work.Method
	valued := unlike(work.Rows) || w.part(key, "").Key != "part"
	switch {
	case work.Variant != "":
		method += "." + work.Variant
	case valued && w.Has(method+".values"):
		method += ".values"
	case len(work.Facts) > 0 && w.Has(method+".facts"):
		method += ".facts"
	}
	return say(method, Args{"base", work.Base, "second", work.Base + 1, "third", 2*work.Base + 1})
}

func factTexts(facts []game.Fact) []Text {
	t := make([]Text, len(facts))
	for i, f := range facts {
		t[i] = TextOf("fact."+f.Code, f.Args)
	}
	return t
}

func (w *Words) targetText(key string, work game.Working, t game.Target) Text {
	sentence := "working.target"
	if t.To != t.From^work.Sum {
		sentence = "working.target-end"
	}
	label := any(work.Rows[t.Row].Label)
	if part := w.part(key, work.Rows[t.Row].Label); part.Key != "part" { // a pile's letter says enough
		label = part
	}
	return say(sentence, Args{"label", label, "from", t.From, "total", work.Sum, "to", t.To})
}

// part names one part of a game key: "pile A", "the coin on 9".
func (w *Words) part(key, label string) Text {
	if k := "part." + family(key); w.Has(k) {
		return say(k, Args{"label", label})
	}
	return say("part", Args{"label", label})
}

// afterLines are the check after the move of a working, and what to know from
// there on.
func (w *Words) afterLines(key string, before, after game.Working) []Text {
	check := []Text{w.checkText(key, before, after)}
	if after.Check == "" && len(after.Rows) == 0 {
		check = append(check, factTexts(after.Facts)...)
	}
	return append(check, factTexts(after.Then)...)
}

func (w *Words) checkText(key string, before, after game.Working) Text {
	args := Args{"move", before.Move}
	if after.Check != "" {
		return say("working.after-"+after.Check, append(args, "count", len(nonZero(after.Rows)), "base", after.Base))
	}
	if len(after.Rows) == 0 {
		if after.Method != before.Method {
			args = append(args, "method", w.methodText(key, after))
		}
		return say("working.after-facts", args)
	}
	t, ok := sumText("working.after", after)
	switch {
	case !ok:
		t = say("working.after-columns", nil)
	case len(after.Rows) == 1:
		t = say("working.after-one", Args{"total", after.Sum})
	}
	t.Args = append(t.Args, args...)
	return t
}

// sumText writes the nim-sum of a working; ok is false where the columns are
// not added modulo 2.
func sumText(key string, w game.Working) (Text, bool) {
	if len(w.Rows) == 0 || w.Base > 2 {
		return Text{}, false
	}
	return say(key, Args{"sum", sumTerms(w.Rows), "total", w.Sum}), true
}

// unlike reports whether any row's value is not simply its size.
func unlike(rows []game.WorkingRow) bool {
	for _, r := range rows {
		if r.Shape != number(r.Value) {
			return true
		}
	}
	return false
}

func nonZero(rows []game.WorkingRow) []game.WorkingRow {
	var out []game.WorkingRow
	for _, r := range rows {
		if r.Value != 0 {
			out = append(out, r)
		}
	}
	return out
}

// sumTerms writes "3 ⊕ 4 ⊕ 5"; what counts 0 is left out while there is still
// something to add without it.
func sumTerms(rows []game.WorkingRow) string {
	counting := nonZero(rows)
	if len(counting) < 2 {
		counting = rows
	}
	terms := make([]string, len(counting))
	for i, r := range counting {
		terms[i] = number(r.Value)
	}
	return strings.Join(terms, " ⊕ ")
}

func valueTexts(rows []game.WorkingRow) []Text {
	t := make([]Text, len(rows))
	for i, r := range rows {
		args := Args{"label", r.Label, "value", r.Value}
		if r.Shape != r.Label {
			args = append(args, "shape", r.Shape)
		}
		t[i] = say("working.value", args)
	}
	return t
}
