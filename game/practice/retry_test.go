package practice_test

import (
	"testing"

	"nimbot/store/person"
)

// TestAFormerRetryIsClosed reads a game from a turning point as older versions kept it,
// beside the lessons' exercises.
func TestAFormerRetryIsClosed(t *testing.T) {
	for _, line := range []string{"answer B2", "skip", "show", "answer"} {
		r := newRoom(t)
		r.edit("ana", func(doc *person.Practice) {
			doc.Now = &person.Exercise{Kind: "retry", Game: "nim", Ending: "normal", Position: "3 4 5", Start: "3 4 5"}
		})
		r.expect("ana", line, "private game now")
		if now := r.doc("ana").Now; now != nil {
			t.Errorf("%s: %+v stays open", line, now)
		}
		r.expect("ana", "puzzle", "Whoever takes the last stone wins")
	}
}
