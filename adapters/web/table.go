package web

import (
	"math/bits"
	"slices"
	"strconv"

	"nimbot/game/dialog"
	"nimbot/game/draw"
	"nimbot/game/rules"
	"nimbot/game/words"
)

// table is a working as binary columns, for an HTML table: one row per part, a row below
// it for its value after the move, and a row with the column sums.
type table struct {
	Caption string     `json:"caption"`
	Head    []string   `json:"head"`
	Rows    []tableRow `json:"rows"`
}

// tableRow is one row: two cells that head it, and the digits.
type tableRow struct {
	Kind  string   `json:"kind"` // "part", "target", "sum"
	Label string   `json:"label"`
	Value string   `json:"value"`
	Cells []string `json:"cells"`
	Odd   []int    `json:"odd,omitempty"` // the columns that do not vanish, from 0
}

// IsOdd reports whether the column, from 0, does not vanish.
func (r tableRow) IsOdd(column int) bool { return slices.Contains(r.Odd, column) }

// maxTableRows is how many parts are listed; the sum counts all of them.
const maxTableRows = 30

// table converts a working to an HTML table. w has at least one row.
func (s *renderer) table(w rules.Working, locale string) *table {
	base, width := max(w.Base, 2), 1
	for _, r := range w.Rows {
		width = max(width, bits.Len64(r.Value))
	}
	if w.Target != nil {
		width = max(width, bits.Len64(w.Target.To))
	}
	t := &table{Caption: s.text(locale, "web.table")}
	if base > 2 {
		t.Caption = s.text(locale, "web.table-of-base", "base", base)
	}
	t.Head = []string{s.text(locale, "web.table-part"), s.text(locale, "web.table-value")}
	for i := width - 1; i >= 0; i-- {
		t.Head = append(t.Head, strconv.FormatUint(1<<i, 10))
	}
	for i, r := range w.Rows[:min(len(w.Rows), maxTableRows)] {
		name := draw.PartLabel(r.Label, draw.Code)
		label := name
		if r.Shape != strconv.FormatUint(r.Value, 10) {
			label += " (" + r.Shape + ")"
		}
		t.Rows = append(t.Rows, tableRow{Kind: "part", Label: label, Value: strconv.FormatUint(r.Value, 10), Cells: binaryDigits(r.Value, width)})
		if w.Target != nil && w.Target.Row == i {
			t.Rows = append(t.Rows, tableRow{
				Kind: "target", Label: "→ " + name, Value: strconv.FormatUint(w.Target.To, 10), Cells: binaryDigits(w.Target.To, width),
			})
		}
	}
	t.Rows = append(t.Rows, s.sumRow(w, base, width, locale))
	return t
}

// sumRow adds the columns up, modulo the base.
func (s *renderer) sumRow(w rules.Working, base, width int, locale string) tableRow {
	row := tableRow{Kind: "sum", Label: s.text(locale, "web.table-sum"), Value: strconv.FormatUint(w.Sum, 10)}
	if base > 2 {
		row.Label, row.Value = s.text(locale, "web.table-modulo", "base", base), ""
	}
	for i := range width {
		ones := 0
		for _, r := range w.Rows {
			ones += int(r.Value >> (width - 1 - i) & 1)
		}
		if ones %= base; ones > 0 {
			row.Odd = append(row.Odd, i)
		}
		row.Cells = append(row.Cells, strconv.Itoa(ones))
	}
	return row
}

// binaryDigits returns the lowest width binary digits of v, highest first.
func binaryDigits(v uint64, width int) []string {
	out := make([]string, width)
	for i := range out {
		out[i] = strconv.FormatUint(v>>(width-1-i)&1, 10)
	}
	return out
}

// peopleTable converts a table of people. Each row has at least two cells.
func peopleTable(from *dialog.Table, say func(words.Text) string) *table {
	t := &table{Rows: []tableRow{}}
	for _, h := range from.Head {
		t.Head = append(t.Head, say(h))
	}
	for _, row := range from.Rows {
		cells := make([]string, len(row))
		for i, c := range row {
			cells[i] = say(c.Text)
		}
		t.Rows = append(t.Rows, tableRow{Kind: "person", Label: cells[0], Value: cells[1], Cells: cells[2:]})
	}
	return t
}
