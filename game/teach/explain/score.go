package explain

import (
	"strings"

	"nimbot/game/rules"
)

// The letters of a score.
const (
	keptWin   = 'k'
	thrownWin = 't'
)

// Score returns a letter for each judged decision of a seat that wasn't taken back: "k" if it kept
// the win, "t" if it gave the win away.
func (r Review) Score(seat rules.Seat) string {
	var b strings.Builder
	for _, d := range r.Standing() {
		switch {
		case d.Seat != seat || !d.Judged():
		case d.Kept():
			b.WriteByte(keptWin)
		default:
			b.WriteByte(thrownWin)
		}
	}
	return b.String()
}

// Turns returns the turns of the decisions that Squares shows.
func (r Review) Turns(seat rules.Seat) (turns []int) {
	for _, d := range r.Standing() {
		if d.Seat == seat && d.Judged() {
			turns = append(turns, d.Turn)
		}
	}
	return turns[max(0, len(turns)-maxSquares):]
}

// maxSquares is how many decisions a line shows; if there are more, it shows the last ones.
const maxSquares = 40

var squares = strings.NewReplacer(string(keptWin), "🟩", string(thrownWin), "❌")

// Squares returns a seat's score in a line: "🟩🟩❌🟩".
func (r Review) Squares(seat rules.Seat) string {
	score := r.Score(seat)
	return squares.Replace(score[max(0, len(score)-maxSquares):])
}
