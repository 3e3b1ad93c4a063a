package web

import (
	"testing"

	"nimbot/internal/slowtest"
)

// An exercise is answered by pointing at its board, and one that asks for
// numbers in its field.
func TestAnExerciseOnThePage(t *testing.T) {
	slowtest.Only(t)
	t.Parallel()
	w := openWindow(t, newSite(t, 0, Limits{}), "")
	w.enter("Ana")
	w.say("/nim learn 1")
	w.shows("Which move wins at once?")
	w.run("document.querySelector('.private svg .can').dispatchEvent(new MouseEvent('click', { bubbles: true }))")
	w.until("document.querySelector('.private .verbs .verb')")
	w.press("take 5 from A")
	w.shows("Right: take 5 from A")

	w.say("/nim learn 5")
	w.shows("quicker in columns")
	w.press("Next")
	w.shows("Balance means nim-sum 0")
	w.say("/nim answer A5")
	w.shows("Now on your own")
	w.say("/nim answer A7")
	w.shows("exercise 1.")
	w.run("{ const f = document.querySelector('.private form'); f.querySelector('input').value = '9999'; f.requestSubmit(); }")
	w.shows("That's not it")
}
