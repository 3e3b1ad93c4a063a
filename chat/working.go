package chat

import (
	"slices"
	"strings"

	"nimbot/game"
	"nimbot/game/solve"
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
	lines := []Text{say("method."+work.Method, nil)}
	if (valued || w.part(key, "").Key != "part") && work.Method == "tame-end" {
		lines[0] = say("method.tame-end.values", nil)
	}
	if work.Method == string(solve.BySearch) && len(work.Facts) > 0 {
		lines[0] = say("method.search.facts", nil)
	}
	if valued {
		lines = append(lines, say("working.values", Args{"values", valueTexts(work.Rows)}))
	}
	lines = append(lines, factTexts(work.Facts)...)
	lost, isLost := lostText(work)
	if t, ok := sumText("working.sum", work); ok {
		switch {
		case len(work.Rows) > 1:
			lines = append(lines, t)
		case work.Target == nil && !isLost: // those name the sum too
			lines = append(lines, say("working.sum-one", Args{"total", work.Sum}))
		}
	}
	if t := work.Target; t != nil && t.Row < len(work.Rows) {
		lines = append(lines, w.targetText(key, work, *t))
	}
	if work.After != nil {
		return append(lines, afterLines(work, *work.After)...)
	}
	if isLost {
		lines = append(lines, lost)
	}
	return lines
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
	return say(w.KeyFor("part", key), Args{"label", label})
}

// lostText says why no move helps, where the sum of a position shows that it
// is lost.
func lostText(w game.Working) (t Text, lost bool) {
	switch {
	case (w.Method == "nim-sum" || w.Method == "tame") && w.Sum == 0:
		return say("working.lost", nil), true
	case w.Method == "tame-end" && w.Sum == 1:
		return say("working.lost-end", nil), true
	case (w.Method == "moore" || w.Method == "moore-misere") && len(w.Facts) == 0: // no column is left over
		return say("working.lost-moore", nil), true
	case w.Method == "moore-end" && len(nonZero(w.Rows))%w.Base == 1:
		return say("working.lost-moore-end", nil), true
	}
	return Text{}, false
}

// afterLines are the check after the move of a working, and what to do from
// there on.
func afterLines(w, after game.Working) []Text {
	move := Args{"move", w.Move}
	switch {
	case after.Method == string(solve.ByEnd):
		return []Text{say("working.after-over", move)}
	case after.Method == string(solve.BySearch):
		return []Text{say("working.after-search", move)}
	case len(after.Rows) == 0:
		if after.Method != w.Method {
			move = append(move, "method", say("method."+after.Method, nil))
		}
		return append([]Text{say("working.after-facts", move)}, factTexts(after.Facts)...)
	}
	if after.Method == "moore-end" {
		return []Text{say("working.after-moore-end", append(move, "count", len(nonZero(after.Rows)), "base", after.Base))}
	}
	t, ok := sumText("working.after", after)
	switch {
	case !ok:
		t = say("working.after-columns", nil)
	case len(after.Rows) == 1:
		t = say("working.after-one", Args{"total", after.Sum})
	}
	t.Args = append(t.Args, move...)
	lines := []Text{t}
	switch v := nonZero(after.Rows); {
	case after.Method == "tame-end":
		lines = append(lines, say("working.after-end", nil))
	case after.Method == "turtles-misere": // which sum loses depends on the heads that are left
		lines = append(lines, factTexts(newFacts(w.Facts, after.Facts))...)
	case len(v) == 2 && v[0].Value == v[1].Value && after.Method == "nim-sum" && trueNim(after):
		lines = append(lines, say("working.copy", Args{"first", v[0].Label, "second", v[1].Label}))
	}
	return lines
}

// newFacts are the facts of a kind that was not there before.
func newFacts(before, after []game.Fact) []game.Fact {
	return slices.DeleteFunc(slices.Clone(after), func(f game.Fact) bool {
		return slices.ContainsFunc(before, func(b game.Fact) bool { return b.Code == f.Code })
	})
}

// sumText writes the nim-sum of a working; ok is false where the columns are
// not added modulo 2.
func sumText(key string, w game.Working) (Text, bool) {
	if len(w.Rows) == 0 || w.Base > 2 {
		return Text{}, false
	}
	return say(key, Args{"sum", sumTerms(w.Rows), "total", w.Sum}), true
}

// trueNim reports whether a position is Nim itself and not only worth the
// same: then equal piles can be copied move for move.
func trueNim(w game.Working) bool { return !unlike(w.Rows) && len(w.Facts) == 0 }

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
