package words

import (
	"math/bits"
	"slices"
	"strconv"
	"strings"

	"nimbot/game/rules"
)

// Working words a working of the game key: what decides, the Nim position
// that it is equal to, the sum, what the move does to it, and the check.
func (w *Catalogue) Working(key string, work rules.Working) []Text {
	return append([]Text{w.WorkingMethod(key, work)}, w.WorkingSteps(key, work)...)
}

// WorkingSteps words a working as Working does, without what decides.
func (w *Catalogue) WorkingSteps(key string, work rules.Working) []Text {
	var lines []Text
	if hasValues(work.Rows) {
		lines = append(lines, New("working.values", "values", w.valueTexts(key, work.Rows)))
	}
	lines = append(lines, w.factTexts(key, work.Facts)...)
	if t, ok := sumText("working.sum", work); ok && work.Adds() {
		switch {
		case len(work.Rows) > 1:
			lines = append(lines, t)
		case work.Target == nil && work.Lost == "": // the sentences of the other cases name the sum, too
			lines = append(lines, New("working.sum-one", "total", work.Sum))
		}
	}
	if t := work.Target; t != nil && t.Row < len(work.Rows) {
		lines = append(lines, w.targetText(key, work, *t))
	}
	if work.After != nil {
		return append(lines, w.afterLines(key, work, *work.After)...)
	}
	if work.Lost != "" {
		lines = append(lines, New("working."+work.Lost, "base", work.Base, "one", len(work.Rows) == 1))
	}
	return lines
}

// WorkingMethod returns the sentence for the deciding theory. There may be a special
// one for a lost position, for parts that only count as Nim piles, and for a theory with facts.
func (w *Catalogue) WorkingMethod(key string, work rules.Working) Text {
	method := "method." + work.Method
	if work.Variant != "" {
		method += "." + work.Variant
	}
	own := w.KeyFor(method, key)
	switch {
	case own != method:
		method = own
	case work.Lost != "" && w.Has(method+".lost"):
		method += ".lost"
	case w.hidesValues(key, work.Rows) && w.Has(method+".values"):
		method += ".values"
	case len(work.Facts) > 0 && w.Has(method+".facts"):
		method += ".facts"
	}
	return New(method, "base", work.Base, "second", work.Base+1, "third", 2*work.Base+1)
}

// hidesValues reports whether the drawing doesn't show the parts' values: they
// aren't piles, or not of that size.
func (w *Catalogue) hidesValues(key string, rows []rules.WorkingRow) bool {
	label := ""
	if len(rows) > 0 {
		label = rows[0].Label
	}
	return hasValues(rows) || w.Part(key, label).Key != "part"
}

// factTexts words facts of a game. Labels in them that are words are said in the
// reader's language.
func (w *Catalogue) factTexts(key string, facts []rules.Fact) []Text {
	t := make([]Text, len(facts))
	for i, f := range facts {
		t[i] = TextOf("fact."+f.Code, f.Args)
		for n := 1; n < len(t[i].Args); n += 2 {
			if label, ok := t[i].Args[n].(string); ok && label != "" {
				if part, named := w.namedPart(key, label); named {
					t[i].Args[n] = part
				}
			}
		}
	}
	return t
}

// namedPart returns a part that has a name of its own in a game key, by its label: "the left
// side" of a cake.
func (w *Catalogue) namedPart(key, label string) (part Text, ok bool) {
	part.Key = "part." + rules.Family(key) + "." + label
	return part, w.Has(part.Key)
}

func (w *Catalogue) targetText(key string, work rules.Working, t rules.Target) Text {
	sentence := "working.target"
	if t.To != t.From^work.Sum {
		sentence = "working.target-end"
	}
	label := any(work.Rows[t.Row].Label)
	if part := w.Part(key, work.Rows[t.Row].Label); part.Key != "part" { // a pile's letter suffices
		label = part
	}
	return New(sentence, "label", label, "from", t.From, "total", work.Sum, "to", t.To)
}

// Part names one part of a game key: "pile A", "the coin on 9", "the left side".
func (w *Catalogue) Part(key, label string) Text {
	if named, ok := w.namedPart(key, label); ok {
		return named
	}
	return New(w.KeyFor("part", key), "label", label)
}

// WhereToLook names the part of a sum and the binary column that matter to the
// move of a working, without the move. If the drawing hides the values, the
// text includes them and the value that the part has to get.
func (w *Catalogue) WhereToLook(key string, work rules.Working) []Text {
	row := work.Rows[work.Target.Row]
	part := w.Part(key, row.Label)
	args := Args{"part", part, "label", row.Label, "column", highBit(work.Sum), "value", number(row.Value)}
	hidden := hasValues(work.Rows)
	sentence := "hint.row"
	switch {
	case work.Target.To > work.Target.From:
		sentence = "hint.rise"
	case row.Value&highBit(work.Sum) != 0 && work.Adds():
		sentence = "hint.column"
	}
	if (part.Key != "part" || hidden) && sentence != "hint.rise" { // the values aren't what people see
		sentence += "-of-values"
	}
	lines := []Text{New(sentence, args...)}
	if hidden {
		lines = append(lines, New("working.values", "values", w.valueTexts(key, work.Rows)))
	}
	lines = append(lines, w.factTexts(key, work.Facts)...)
	if hidden || len(work.Facts) > 0 {
		lines = append(lines, New("hint.make", "part", part, "to", work.Target.To))
	}
	return lines
}

// highBit returns the value of the highest binary digit of n, 0 for 0.
func highBit(n uint64) uint64 {
	if n == 0 {
		return 0
	}
	return 1 << (bits.Len64(n) - 1)
}

// WorkingCheck returns the check after the move of a working, and what to know from there
// on; nil if the working has no check.
func (w *Catalogue) WorkingCheck(key string, work rules.Working) []Text {
	if work.After == nil {
		return nil
	}
	return w.afterLines(key, work, *work.After)
}

// afterLines returns the lines of Check.
func (w *Catalogue) afterLines(key string, before, after rules.Working) []Text {
	check := []Text{w.checkText(key, before, after)}
	if after.Check == "" && len(after.Rows) == 0 {
		check = append(check, w.factTexts(key, after.Facts)...)
	}
	return append(check, w.factTexts(key, after.Then)...)
}

func (w *Catalogue) checkText(key string, before, after rules.Working) Text {
	args := Args{"move", before.Move}
	if after.Check != "" {
		sentence := "working.after-" + after.Check
		if w.hidesValues(key, after.Rows) && w.Has(sentence+".values") {
			sentence += ".values"
		}
		return New(sentence, append(args, "count", countingRows(after.Rows), "base", after.Base)...)
	}
	if len(after.Rows) == 0 {
		if after.Method != before.Method {
			args = append(args, "method", w.WorkingMethod(key, after))
		}
		return New("working.after-facts", args...)
	}
	t, ok := sumText("working.after", after)
	switch {
	case !ok:
		t = New("working.after-columns", "base", after.Base)
	case len(after.Rows) == 1:
		t = New("working.after-one", "total", after.Sum)
	}
	t.Args = append(t.Args, args...)
	return t
}

// sumText writes the nim-sum of a working; ok is false where the columns are
// not added modulo 2.
func sumText(key string, w rules.Working) (Text, bool) {
	if len(w.Rows) == 0 || w.Base > 2 {
		return Text{}, false
	}
	return New(key, "sum", sumTerms(w.Rows), "total", w.Sum), true
}

// hasValues reports whether any row's value is not simply its size.
func hasValues(rows []rules.WorkingRow) bool {
	return slices.ContainsFunc(rows, func(r rules.WorkingRow) bool { return r.Shape != number(r.Value) })
}

// countingRows returns how many of rows don't count as 0.
func countingRows(rows []rules.WorkingRow) int {
	n := 0
	for _, r := range rows {
		if r.Value != 0 {
			n++
		}
	}
	return n
}

// sumTerms writes "3 ⊕ 4 ⊕ 5", a term for each part in its order, also if it is
// 0, as the columns have a line for each.
func sumTerms(rows []rules.WorkingRow) string {
	terms := make([]string, len(rows))
	for i, r := range rows {
		terms[i] = number(r.Value)
	}
	return strings.Join(terms, " ⊕ ")
}

func (w *Catalogue) valueTexts(key string, rows []rules.WorkingRow) []Text {
	t := make([]Text, len(rows))
	for i, r := range rows {
		args := Args{"label", r.Label, "value", r.Value}
		if part := w.Part(key, r.Label); part.Key != "part" && r.Label[0] <= '9' { // "1" alone would be read as a value
			args[1] = part
		}
		if r.Shape != r.Label {
			args = append(args, "shape", r.Shape)
		}
		t[i] = New("working.value", args...)
	}
	return t
}

func number(n uint64) string { return strconv.FormatUint(n, 10) }
