package web

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"nimbot/internal/slowtest"
)

// Yesterday's positions have a title of their own, and there the day's result can't be shared; a lesson
// that was just passed has its tick in the list at once; and a link shows the result with which it was sent.
func TestThePanelSaysWhatItShows(t *testing.T) {
	slowtest.Only(t)
	t.Parallel()
	s := newSite(t, 0, Limits{})
	w := openWindow(t, s, fmt.Sprintf("daily?score=tok&until=%d", time.Now().Add(time.Hour).UnixMilli()))
	w.until("document.querySelector('#sent .squares')")
	if got := w.text("#sent"); !strings.HasPrefix(got, "The result that you were sent:") {
		t.Errorf("the link with a result says %q", got)
	}
	w.run("openPanel('learn')")
	w.until("!document.getElementById('sent')")
	w.run("openPanel('daily', 'daily yesterday')")
	w.until("document.getElementById('panel-title').textContent === 'Yesterday\\'s three puzzles'")
	w.run("openPanel('daily')")
	w.until("document.getElementById('panel-title').textContent === 'Today\\'s three puzzles'")
	w.run("openPanel('learn', 'learn list')")
	w.until("document.querySelector('#panel-log button[data-command=\"learn 2\"]')")
	who, ok, err := s.server.people.find(t.Context(), eval[string](w, "me"))
	if err != nil || !ok {
		t.Fatal(ok, err)
	}
	s.passes(who.ID, 1)
	w.run("openPanel('learn', 'learn list')")
	w.until("document.querySelector('#panel-log button[data-command=\"learn 1\"]')?.textContent.startsWith('✓')")
}
