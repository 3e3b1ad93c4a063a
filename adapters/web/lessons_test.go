package web

import (
	"encoding/json"
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"

	"nimbot/internal/slowtest"
	"nimbot/store"
	documents "nimbot/store/person"
)

// passes notes that somebody passed lessons, and began the next one.
func (s *site) passes(id string, lessons int) {
	s.t.Helper()
	practices := documents.NewPractices(s.store, s.now, 0)
	_, err := practices.Change(s.t.Context(), documents.PracticeKey(Platform, id), func(doc *documents.Practice) (bool, error) {
		ids := []string{"last-stone", "won-or-lost", "pairs"}
		for _, id := range ids[:lessons] {
			doc.Lesson(id).Passed = store.UnixOf(time.Now())
		}
		doc.Lesson(ids[lessons]).Read = 1
		return true, nil
	})
	if err != nil {
		s.t.Fatal(err)
	}
}

// The page shows the next lesson, which is opened by the keyboard alone.
func TestTheNextLessonIsOpenedByKeyboard(t *testing.T) {
	slowtest.Only(t)
	t.Parallel()
	s := newSite(t, 0, Limits{})
	w := openWindow(t, s, "")
	w.enter("Ana")
	w.until("today?.lessons.length === 12")
	who, ok, err := s.server.people.find(t.Context(), "Ana")
	if err != nil || !ok {
		t.Fatal(ok, err)
	}
	s.passes(who.ID, 2)
	w.run("askPath()")
	w.until("document.querySelector('#lesson-next small').textContent === 'Lesson 3: Equal pairs cancel (begun)'")
	if got := eval[string](w, "document.querySelector('#lesson-next circle + circle').getAttribute('stroke-dasharray')"); got != "2.5 12" {
		t.Errorf("of 12 lessons %q are passed, want 2, and the one that is begun counts half", got)
	}
	w.run("document.getElementById('lesson-next').focus()")
	w.do(chromedp.KeyEvent(kb.Enter))
	w.shows("An equal pair helps nobody")
}

// Nobody is told how far others got.
func TestLessonProgressIsPrivate(t *testing.T) {
	t.Parallel()
	s := newSite(t, 0, Limits{})
	ana, eve := s.browser(), s.browser()
	ana.join("Ana", false)
	eve.join("Eve", false)
	for _, c := range []struct {
		who  *browser
		want int
	}{{ana, http.StatusOK}, {eve, http.StatusForbidden}, {s.browser(), http.StatusForbidden}} {
		if r, text := c.who.get("/web/lessons?as=Ana"); r.StatusCode != c.want {
			t.Errorf("Ana's lessons: %s, want %d\n%s", r.Status, c.want, text)
		}
	}
}

// The page arrives with what a newcomer's progress says, so nothing grows when the progress follows.
func TestThePageKnowsANewcomersProgress(t *testing.T) {
	t.Parallel()
	s := newSite(t, 0, Limits{})
	ana := s.browser()
	ana.join("Ana", false)
	_, data := ana.getJSON("/web/lessons?as=Ana")
	var got struct{ Lessons []struct{ Label string } }
	if err := json.Unmarshal(data, &got); err != nil || len(got.Lessons) == 0 {
		t.Fatal(err, string(data))
	}
	_, page := ana.get("/")
	for _, says := range []string{got.Lessons[0].Label, `<small id="day-says">Today&#39;s three puzzles<`} {
		if !strings.Contains(page, says) {
			t.Errorf("the page arrives without %q", says)
		}
	}
}

// The time to the next day's positions is told in the language of the page.
func TestTheCountdownIsTranslated(t *testing.T) {
	slowtest.Only(t)
	t.Parallel()
	w := openWindow(t, newSite(t, 0, Limits{}), "")
	w.readsIn("ja")
	w.until("today")
	for minutes, want := range map[string]string{"125": "次まで2時間5分", "59": "次まで59分"} {
		w.run("today = { ...today, answers: '🟩🟩🟩', streak: '', ends: Date.now() + " + minutes + " * 60000 - 500 }; showDay()")
		if got := w.text("#day-says"); got != want {
			t.Errorf("%s minutes before the next day's positions, their card says %q, want %q", minutes, got, want)
		}
	}
	w.run("document.querySelector('.staged').append(make('span', { 'data-ends': Date.now() + 7500000, id: 'clock' })); showClocks()")
	if got := w.text("#clock"); got != "2時間5分" {
		t.Errorf("a clock with 125 minutes shows %q, want 2時間5分", got)
	}
}
