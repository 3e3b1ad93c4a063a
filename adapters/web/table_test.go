package web

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"nimbot/game/rules"
)

func TestWorkingTable(t *testing.T) {
	s := newSite(t, 0, Limits{}).server
	w := rules.Working{
		Method: "nim-sum", Sum: 2, Target: &rules.Target{Row: 0, From: 3, To: 1},
		Rows: []rules.WorkingRow{{Label: "A", Shape: "3", Value: 3}, {Label: "B", Shape: "4-", Value: 4}, {Label: "C", Shape: "5", Value: 5}},
	}
	want := &table{
		Caption: "The values in binary. A column with an odd number of ones is marked.",
		Head:    []string{"Part", "Value", "4", "2", "1"},
		Rows: []tableRow{
			{"part", "A", "3", []string{"0", "1", "1"}, nil},
			{"target", "→ A", "1", []string{"0", "0", "1"}, nil},
			{"part", "B (4-)", "4", []string{"1", "0", "0"}, nil},
			{"part", "C", "5", []string{"1", "0", "1"}, nil},
			{"sum", "⊕ nim-sum", "2", []string{"0", "1", "0"}, []int{1}},
		},
	}
	if diff := cmp.Diff(want, s.renderer.table(w, "")); diff != "" {
		t.Errorf("table (-want +got):\n%s", diff)
	}
	w.Base, w.Target = 3, nil
	if got, want := s.renderer.table(w, "").Caption, "The values in binary. A column whose ones don't add up to a multiple of 3 is marked."; got != want {
		t.Errorf("the caption modulo 3 is %q, want %q", got, want)
	}
	if got := s.renderer.table(w, "").Rows[3]; got.Value != "" || !cmp.Equal(got.Odd, []int{0, 1, 2}) || !cmp.Equal(got.Cells, []string{"2", "1", "2"}) {
		t.Errorf("the sum modulo 3 is %+v, want 2 1 2, all marked", got)
	}
}
