package rounds

import (
	"slices"
	"testing"

	"nimbot/game/dialog"
	"nimbot/store/round"
)

// People with equal points share a rank; the next rank counts everybody before it.
func TestEqualPointsShareARank(t *testing.T) {
	r := &round.Round{ID: "x", Terms: round.Terms{Questions: 2}}
	for n, right := range [][]string{{"ana", "bob", "cid"}, {"ana", "bob"}} {
		now := round.Milli(1000 * n)
		r.Ask(round.Question{Choices: 2, Right: []int{0}}, now)
		for _, id := range right {
			now += 10
			if err := r.TakeAnswer(round.Person{ID: id, Name: id}, 0, now, 0); err != nil {
				t.Fatal(err)
			}
		}
		r.Reveal(now)
	}
	r.Finish(3000)
	var got []any
	for _, line := range (&Handler{}).standingsMessage(dialog.Place{}, r).Lines[1:] {
		got = append(got, line.Args.Value("rank"), line.Args.Value("count"))
	}
	if want := []any{1, 2, 1, 2, 3, 1}; !slices.Equal(got, want) {
		t.Errorf("the ranks and points are %v, want %v", got, want)
	}
}
