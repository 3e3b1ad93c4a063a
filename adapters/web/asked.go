package web

import (
	"slices"
	"strings"

	"nimbot/game/dialog"
	"nimbot/game/words"
)

// asked is an open question: an offer of a game, or what a player asks the opponent.
type asked struct {
	By   string `json:"by"`             // the name of who asks
	Of   string `json:"of,omitempty"`   // the name of who may answer, "" for everybody else
	Game bool   `json:"game,omitempty"` // a game is offered
	// Gathers reports that several people can take the offer.
	Gathers bool `json:"gathers,omitempty"`
	// Says is the question, and Waits says that By waits for the answer.
	Says  string `json:"says"`
	Waits string `json:"waits"`
	// Joined are who has joined what Gathers.
	Joined []string `json:"joined,omitempty"`
	// First says to Of who will move first in an offered game.
	First string `json:"first,omitempty"`
	// Left says, around "{}", how long the question waits until Until, in milliseconds since 1970;
	// both are empty for a question that doesn't lapse.
	Left  string `json:"left,omitempty"`
	Until int64  `json:"until,omitempty"`
}

// asked words a question for who may answer it and for who asked it.
func (s *renderer) asked(m dialog.Message, locale string) *asked {
	q := m.Board.Asked
	v := s.voiceTo(nil, locale)
	a := &asked{By: s.name(q.By.ID, q.By.Name), Game: q.What == dialog.AskGame || q.Gathers, Gathers: q.Gathers}
	args := words.Args{"from", q.By}
	if q.What == dialog.AskGame {
		args = append(args, "title", words.Title(q.Offered.Game))
	}
	key := "web.asked-" + q.What
	switch {
	case q.Again:
		key = "web.asked-rematch"
	case q.Gathers:
		key = "web.asked-simul"
	case q.Of == nil:
		key = "web.asked-everybody"
	}
	a.Says = s.words.Say(words.New(key, args...), v)
	if len(m.Lines) > 1 {
		if first, ok := m.Lines[1].Args.Value("first").(words.Text); ok {
			a.First = s.words.Say(first, s.voiceTo(q.Of, locale))
		}
	}
	waits := words.New("web.waits")
	if q.Of != nil {
		a.Of = s.name(q.Of.ID, q.Of.Name)
		waits = words.New("web.waits-for", "to", *q.Of)
	}
	a.Waits = s.words.Say(waits, v)
	if !q.Until.IsZero() {
		a.Until, a.Left = milli(q.Until), s.text(locale, "web.lapses", "time", "{}")
	}
	return a
}

// askedOf shows each person only their buttons of a question: its author can take it
// back, and the others can answer.
func (s *renderer) askedOf(row []button, a *dialog.Question, locale string) {
	by, of, joined := s.name(a.By.ID, a.By.Name), "", s.namesOf(a.Joined)
	if a.Of != nil {
		of = s.name(a.Of.ID, a.Of.Name)
	}
	takeBack := "web.withdraw-request"
	if a.What == dialog.AskGame {
		takeBack = "web.withdraw"
	}
	for i := range row {
		b := &row[i]
		takesBack := strings.HasPrefix(b.Command, "decline ")
		if a.Gathers {
			switch verb, _, _ := strings.Cut(b.Command, " "); verb {
			case "accept":
				b.Not = slices.Concat(joined, []string{by})
			case "begin":
				b.For, b.Style = []string{by}, string(dialog.Primary)
			case "decline":
				b.Label = s.text(locale, "web.leave")
				b.For, b.Labels = slices.Concat(joined, []string{by}), map[string]string{by: s.text(locale, "button.withdraw")}
			}
			continue
		}
		if takesBack {
			b.Labels = map[string]string{by: s.text(locale, takeBack)}
		}
		switch {
		case a.Of == nil && takesBack:
			b.For = []string{by}
		case a.Of == nil:
			b.Not = []string{by}
		case takesBack:
			b.For = []string{by, of}
			b.Labels[of] = s.text(locale, "web.decline")
		default:
			b.For = []string{of}
		}
	}
}

// tellAsked words the lines of an offer for who made it and for who may take it: "You will move first".
func (s *renderer) tellAsked(out *message, m dialog.Message, locale string) {
	q := m.Board.Asked
	if q.What != dialog.AskGame || q.Gathers {
		return
	}
	out.Told = map[string][]string{}
	for _, u := range []*dialog.User{&q.By, q.Of} {
		if u == nil {
			continue
		}
		lines := s.lines(m, s.voiceTo(u, locale))
		lines[0] = out.Lines[0]
		out.Told[s.name(u.ID, u.Name)] = lines
	}
}

// namesOf returns the present names of people.
func (s *renderer) namesOf(all []dialog.User) (names []string) {
	for _, u := range all {
		names = append(names, s.name(u.ID, u.Name))
	}
	return names
}
