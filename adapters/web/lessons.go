package web

import (
	"net/http"
	"strconv"

	"nimbot/words"
)

// Lesson is a person's progress in a lesson.
type Lesson struct {
	Number        int
	Title         words.Text
	Passed, Begun bool
	Known         bool // without being passed
}

// lessonStep is a lesson as the page shows it.
type lessonStep struct {
	Command string `json:"command"` // opens it
	Number  int    `json:"number"`
	Label   string `json:"label"` // with how far the person got, for whoever can't see it
	State   string `json:"state"` // "passed", "begun", "known" or "open"
}

// serveLessons serves a person's progress in the lessons.
func (s *Server) serveLessons(w http.ResponseWriter, r *http.Request) {
	who, ok := s.gate.reader(w, r)
	if !ok {
		return
	}
	steps := []lessonStep{}
	if s.lessons != nil {
		all, err := s.lessons(r.Context(), who.ID)
		if err != nil {
			s.log.WarnContext(r.Context(), "somebody's lessons couldn't be read", "error", err)
			s.gate.refuse(w, r, http.StatusServiceUnavailable, "practice.away")
			return
		}
		locale := localeOf(r)
		for _, l := range all {
			x := lessonStep{Command: "learn " + strconv.Itoa(l.Number), Number: l.Number, State: "open"}
			switch {
			case l.Passed:
				x.State = "passed"
			case l.Begun:
				x.State = "begun"
			case l.Known:
				x.State = "known"
			}
			x.Label = s.speaker.text(locale, "web.lesson-"+x.State, "number", l.Number, "title", l.Title)
			steps = append(steps, x)
		}
	}
	writeJSON(w, http.StatusOK, steps)
}
