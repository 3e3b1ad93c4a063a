package web

import (
	"cmp"
	"net/http"
	"slices"
	"strconv"
	"time"

	"nimbot/game/words"
)

// LessonProgress is a person's progress in a lesson.
type LessonProgress struct {
	Number        int
	Title         words.Text
	Passed, Begun bool
	Known         bool // by the placement test, without being passed
}

// DailyProgress is a person's progress with the day's positions.
type DailyProgress struct {
	Answers string     // so far: "1" for each right answer, "2" for each with help, "0" for each wrong one
	Line    words.Text // the result once all are answered
	Streak  int        // in days
	Ends    time.Time
}

// progress is a person's practice, as the page shows it.
type progress struct {
	Lessons []lessonStep `json:"lessons"`
	Answers string       `json:"answers"`        // as marks
	Line    string       `json:"line,omitempty"` // to share
	Streak  string       `json:"streak,omitempty"`
	Ends    int64        `json:"ends,omitempty"`  // of the day, in milliseconds since 1970
	Asked   bool         `json:"asked,omitempty"` // a visitor without a name: everybody here is asked to play
}

// lessonStep is a lesson as the page shows it.
type lessonStep struct {
	Command string `json:"command"` // opens it
	Number  int    `json:"number"`
	Label   string `json:"label"` // with the person's progress, for screen readers
	State   string `json:"state"` // "passed", "begun", "known" or "open"
}

// serveLessons serves a person's progress in the lessons and with the day's positions. A
// visitor without a name gets a beginner's, and hears whether everybody in the channel is asked to play.
//
//	GET /web/lessons?as=ana&channel=general
func (s *Server) serveLessons(w http.ResponseWriter, r *http.Request) {
	who, channel := onlooker, ""
	var ok bool
	if r.URL.Query().Has("as") {
		who, channel, ok = s.gate.asker(w, r)
	} else {
		ok = s.gate.onlooker(w, r)
	}
	if !ok {
		return
	}
	p, err := s.progress(r, who.ID, cmp.Or(channel, mainChannel))
	if err != nil {
		s.options.Log.WarnContext(r.Context(), "somebody's lessons couldn't be read", "error", err)
		s.gate.refuse(w, r, http.StatusServiceUnavailable, "practice.away")
		return
	}
	if _, private := visitOf(r); channel == "" && !private {
		p.Asked = slices.ContainsFunc(s.hub.liveBoards(cmp.Or(r.URL.Query().Get("channel"), mainChannel), true), func(m message) bool { return m.Asked != nil && m.Asked.Game && m.Asked.Of == "" })
	}
	writeLongJSON(w, r, p)
}

func (s *Server) progress(r *http.Request, userID, channel string) (p progress, err error) {
	locale := localeOf(r)
	if p.Lessons = []lessonStep{}; s.options.LessonProgress != nil {
		all, err := s.options.LessonProgress(r.Context(), userID)
		if err != nil {
			return p, err
		}
		for _, l := range all {
			p.Lessons = append(p.Lessons, s.renderer.step(l, locale))
		}
	}
	if s.options.DailyProgress == nil {
		return p, nil
	}
	at, _ := placeOf(r, channel)
	t, err := s.options.DailyProgress(r.Context(), at, userID)
	p.Answers, p.Ends = words.DayMarks(t.Answers), milli(t.Ends)
	if t.Line.Key != "" {
		p.Line = s.renderer.text(locale, t.Line.Key, t.Line.Args...)
	}
	if t.Streak > 0 {
		p.Streak = s.renderer.text(locale, "web.streak", "count", t.Streak)
	}
	return p, err
}

// step returns a lesson as the page shows it.
func (s *renderer) step(l LessonProgress, locale string) lessonStep {
	x := lessonStep{Command: "learn " + strconv.Itoa(l.Number), Number: l.Number, State: "open"}
	switch {
	case l.Passed:
		x.State = "passed"
	case l.Begun:
		x.State = "begun"
	case l.Known:
		x.State = "known"
	}
	x.Label = s.text(locale, "web.lesson-"+x.State, "number", l.Number, "title", l.Title)
	return x
}
