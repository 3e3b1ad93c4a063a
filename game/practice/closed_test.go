package practice_test

import (
	"strings"
	"testing"
	"time"

	"nimbot/game/dialog"
	"nimbot/game/teach"
)

// An answer that comes after another device has closed the exercise doesn't count, however it
// is given. The reply says what can be done instead.
func TestAnAnswerToAClosedExercise(t *testing.T) {
	for _, says := range []string{"answer A1", "A1", "won", "5", "1 2"} {
		r := newRoom(t)
		r.says("ana", "puzzle")
		r.says("ana", "show") // on the other device
		before := r.doc("ana")
		r.Place.Channel = "elsewhere"
		reply := r.says("ana", says)
		if text := r.Text(reply); !strings.Contains(text, "That exercise is over") {
			t.Errorf("%q is answered with\n%s", says, text)
		}
		if after := r.doc("ana"); *after.Now != *before.Now || after.Turn != before.Turn {
			t.Errorf("%q left %+v, want %+v", says, after.Now, before.Now)
		}
	}
	// The other device has gone on to the next exercise: the button doesn't answer that.
	r := newRoom(t)
	r.onExercise(1, 0, func(x teach.Exercise) bool { return x[0].Asks == teach.AsksMove })
	first := r.says("ana", "answer")
	r.says("ana", "skip")
	before := r.doc("ana")
	r.Pass(time.Hour)
	if reply := r.press("ana", first, "Hint (counts as not solved)"); reply.Result != dialog.Stale {
		t.Errorf("the first device's button gives %v, want %v", reply.Result, dialog.Stale)
	}
	if after := r.doc("ana"); *after.Now != *before.Now {
		t.Errorf("the first device's button left %+v, want %+v", after.Now, before.Now)
	}
}
