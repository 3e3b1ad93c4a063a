package web

import (
	"strconv"
	"strings"
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

// An answer that is typed in the chat while the lesson is open goes on there, as a press does; what is about
// something else stands in the chat.
func TestATypedAnswerGoesOnInTheLesson(t *testing.T) {
	slowtest.Only(t)
	t.Parallel()
	for _, x := range []screen{{390, 844, "light"}, {1280, 800, "light"}} {
		w := openWindow(t, newSite(t, 1_000_000, Limits{}), "")
		w.size(x.width, x.height, x.theme)
		w.enter("Ana")
		w.run("openPanel('learn', 'learn 2')")
		w.until("document.querySelector('#panel-log .answers')")
		before := w.text("#panel-log")
		typed := func(line string) {
			w.run("document.getElementById('say').value = '" + line + "'; document.getElementById('talk').requestSubmit()")
		}
		typed("/nim won")
		w.until("document.getElementById('panel-log').innerText !== " + strconv.Quote(before))
		if got := w.text("#panel-log"); !strings.HasPrefix(strings.TrimSpace(got), "No, it's lost") && !strings.HasPrefix(strings.TrimSpace(got), "Right") {
			t.Errorf("at %d px the lesson goes on with %q", x.width, got)
		}
		w.sees("after a typed answer", "#panel-log .buttons button")
		w.run("[...document.querySelectorAll('#panel-log .buttons button')][0].click()")
		w.until("!awaitsAnswer")
		if got := w.text("#panel-log"); strings.Contains(got, "exercise that's over") {
			t.Errorf("at %d px a button of the lesson answers %q", x.width, got)
		}
		typed("/nim leaders")
		w.shows("Nobody here has a rating yet")
		if got := w.text("#panel-title"); got != "Learn" {
			t.Errorf("at %d px %q took the lesson's place", x.width, got)
		}
	}
}

// An answer that can't be read leaves the exercise as it is, with what was wrong in the card.
func TestAnUnreadableAnswerKeepsTheExercise(t *testing.T) {
	slowtest.Only(t)
	t.Parallel()
	w := openWindow(t, newSite(t, 0, Limits{}), "")
	w.size(390, 844, "light")
	w.enter("Ana")
	w.run("openPanel('puzzle')")
	w.until("document.querySelector('#panel-log .drawing')")
	w.run("send('/nim answer about two', '', '', 'puzzle')")
	w.until("/about two/.test(document.getElementById('panel-log').textContent)")
	w.sees("after an answer in words", "#panel-log .drawing", "#panel-log .verbs", "#panel-log .buttons button")
	if got := w.text("#panel-log"); strings.Contains(got, "/nim answer") {
		t.Errorf("beside its field, an exercise says how to type an answer in a chat: %q", got)
	}
	w.run("document.getElementById('say').value = 'hello, all'; document.getElementById('talk').requestSubmit()") // to the people, not to the exercise
	w.until("/hello, all/.test(document.getElementById('logs').textContent)")
	w.run("openPanel('daily')")
	w.until("openedPanel === 'daily' && document.querySelector('#panel-log .drawing')")
	w.run("send('/nim answer banana', '', '', 'daily')")
	w.until("/banana/.test(document.getElementById('panel-log').textContent)")
	w.sees("after a fruit", "#panel-log .drawing", "#panel-log .buttons button")
}
