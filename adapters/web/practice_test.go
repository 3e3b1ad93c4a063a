package web

import (
	"testing"

	"nimbot/slowtest"
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

	w.say("/nim learn 7")
	for _, next := range []string{"21 ⊕ 39 = 50", "stays once", "easier in columns", "exercise 1 of 10"} {
		w.press("Next")
		w.shows(next)
	}
	w.run("{ const f = document.querySelector('.private form'); f.querySelector('input').value = '9999'; f.requestSubmit(); }")
	w.shows("That's not it")
}
