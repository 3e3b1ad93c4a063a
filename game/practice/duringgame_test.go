package practice_test

import (
	"strings"
	"testing"

	"nimbot/internal/slowtest"
	"nimbot/store/person"
)

// While a game is running, a line that can only be meant for the exercise answers it or leads
// back to it, and the game stays as it is.
func TestAnswersBesideAGame(t *testing.T) {
	slowtest.Sequential(t)
	const beside = "To answer your exercise instead of moving in the game here, type `/nim answer "
	find := person.Exercise{Kind: "puzzle", Game: "nim", Ending: "normal", Position: "2 9", Asks: "find"}
	judge := person.Exercise{Kind: "puzzle", Game: "nim", Ending: "normal", Position: "4 2 2 4", Asks: "outcome"}
	sum, page := person.Exercise{Kind: "lesson", Lesson: "nim-sum"}, person.Exercise{Kind: "page", Lesson: "nim-sum"}
	for _, tt := range []struct {
		open       person.Exercise
		says, want string
	}{
		{find, "B7", "Pile B has only 4"},
		{find, "B7", beside + "B7`"},
		{find, "b 7", beside + "b 7`"},
		{find, "D1", "There's no pile D"},
		{judge, "lost", beside + "lost`"},
		{judge, "Won", beside + "Won`"},
		{sum, "1000000", beside + "1000000`"},
		{page, "next", "Balance means nim-sum 0"},
		{page, "go on", "Balance means nim-sum 0"},
	} {
		r := newRoom(t)
		r.says("ana", "start 3 4 5")
		x := tt.open
		r.edit("ana", func(doc *person.Practice) { doc.Now = &x })
		reply := r.expect("ana", tt.says, tt.want)
		if strings.HasPrefix(tt.want, beside) {
			r.press("ana", reply, "Answer with it")
			if now := r.doc("ana").Now; !now.Wrong && !now.Done && now.Step == 0 {
				t.Errorf("%q and its button left %+v, want it answered", tt.says, now)
			}
		}
		r.expect("ana", "board", "Piles: A 3, B 4, C 5")
	}
}

// A refused move that isn't an answer either gets only its refusal. So does a refused move of
// somebody without an exercise.
func TestARefusedMoveThatIsNoAnswer(t *testing.T) {
	r := newRoom(t)
	r.says("ana", "start 3 4 5")
	for _, x := range []*person.Exercise{
		nil, {Kind: "puzzle", Game: "nim", Ending: "normal", Position: "2 2 3", Asks: "find"},
		{Kind: "puzzle", Game: "nim", Ending: "normal", Position: "2 9", Asks: "find", Done: true},
	} {
		r.edit("ana", func(doc *person.Practice) { doc.Now = x })
		if text := r.Text(r.expect("ana", "B7", "Pile B has only 4")); strings.Contains(text, "answer") {
			t.Errorf("with %+v open, B7 is answered with\n%s", x, text)
		}
	}
}

// Without a game or an exercise, the refusal says what can be started.
func TestRefusalsWhereNothingIsOpen(t *testing.T) {
	r := newRoom(t)
	r.expect("ana", "next", "Nothing is open to answer", "`/nim learn`")
	r.says("ana", "learn 6")
	r.expect("ana", "fiddlesticks", "didn't understand that, so nothing changed")
	r.says("ana", "learn 5")
	r.expect("ana", "skip", "Balance means nim-sum 0")
}

// A sentence that can mean only one move answers like the move, also in a game. A doubtful one
// doesn't.
func TestSentencesAnswer(t *testing.T) {
	slowtest.Sequential(t)
	for _, tt := range []struct{ says, want string }{
		{"answer take five stones from the first pile", "Right: take 5 from A"},
		{"answer I'll take 5 from A please", "Right: take 5 from A"},
		{"take three from the first pile", "Not that one. If you take 3 from A"},
		{"answer maybe A5", "isn't a move here"},
		{"answer make A 2", "isn't a move here"},
	} {
		r := newRoom(t)
		r.says("ana", "learn 1")
		r.expect("ana", tt.says, tt.want)
	}
	r := newRoom(t)
	r.demo()
	r.expect("ana", "answer take two from the second pile", "ana took 2 from B", "I take 2 from A")
}
