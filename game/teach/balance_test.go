package teach_test

import (
	"testing"

	"nimbot/game/rules"
	"nimbot/game/teach"
)

// About as many of Chomp's exercises are lost as won.
func TestChompsExercisesAreBalanced(t *testing.T) {
	l, ok := teach.LessonOf("chomp")
	if !ok {
		t.Fatal("there's no lesson of Chomp")
	}
	lost, all := 0, 300
	for seed := range uint64(all) {
		if x := l.Exercise(seed); x[len(x)-1].Puzzle.Outcome == rules.P {
			lost++
		}
	}
	t.Logf("%d of %d are lost", lost, all)
	if lost*5 < all*2 || lost*5 > all*3 {
		t.Errorf("%d of %d exercises are lost, want two to three of five", lost, all)
	}
}
