package web

import (
	"slices"
	"strings"

	"nimbot/game/dialog"
	"nimbot/game/rules"
	"nimbot/game/words"
	"nimbot/store/round"
)

// shownRound is a round's message as the page shows it in the place of the board.
type shownRound struct {
	Open bool  `json:"open,omitempty"` // people can answer
	Over bool  `json:"over,omitempty"` // no question follows
	Ends int64 `json:"ends,omitempty"` // when the time to answer is over, in milliseconds since 1970; 0 without a limit
	// Bars are how many people gave which answer; they say what as many lines say, the first of which
	// is number From, counted from 0.
	Bars []bar `json:"bars,omitempty"`
	From int   `json:"from,omitempty"`
	// Counted is what line number CountedAt says, without how long people have: the clock says so.
	// The page adds how many are here.
	Counted   string `json:"counted,omitempty"`
	CountedAt int    `json:"countedAt,omitempty"`
	// Places is how many lines after the first rank people.
	Places int `json:"places,omitempty"`
	// Aim says who wins, above an open question, and with a limit that a choice counts without being confirmed.
	Aim     string `json:"aim,omitempty"`
	Answers int    `json:"answers,omitempty"` // how many have answered an open question
	// Host is the name of who may reveal the answers and go on; others may when the host has left.
	Host string `json:"host"`
}

// pointAtAnswers lets people answer on the drawing of an open question. The button that shows the
// choices is for a question with too many. Afterwards the drawing shows the right answers.
func pointAtAnswers(out *message, r *dialog.Round, say func(words.Text) string) {
	at, ok := rules.ReadSituation(r.Game, r.Ending, r.Position)
	i := slices.IndexFunc(out.Buttons, func(b button) bool { return strings.HasPrefix(b.Command, "guess ~") })
	switch {
	case !ok:
	case i >= 0:
		_, stamp, _ := strings.Cut(out.Buttons[i].Command, "~")
		out.Aims = aims(dialog.NewPlay(at.Position, "guess", stamp), say)
	case len(r.Right) > 0:
		out.Aims = slices.DeleteFunc(aims(dialog.NewPlay(at.Position, "", ""), say), func(a aim) bool {
			move, _, _ := strings.Cut(a.Command, " ~")
			return !slices.Contains(r.Right, move)
		})
	}
}

// leadQuestion gives who leads an open question the buttons that stop its time and end the round. What
// ends something asks for a second press: the page reveals at once what everybody has answered.
func leadQuestion(out *message, r *dialog.Round, say func(words.Text) string) {
	i := slices.IndexFunc(out.Buttons, func(b button) bool { return strings.HasPrefix(b.Command, "reveal ~") })
	if i < 0 {
		return
	}
	out.Buttons[i].Ask, out.Buttons[i].Style = say(words.New("web.sure-reveal")), string(dialog.Primary)
	_, stamp, _ := strings.Cut(out.Buttons[i].Command, "~")
	if !r.Ends.IsZero() {
		out.Buttons = append(out.Buttons, button{Label: say(words.New("button.race-wait")), Command: "reveal wait ~" + stamp})
	}
	out.Buttons = append(out.Buttons, button{Label: say(words.New("button.race-end")), Command: "reveal end ~" + stamp, Ask: say(words.New("web.sure-end"))})
}

// bar is an answer, and how many people gave it.
type bar struct {
	Label string `json:"label"`
	Count int    `json:"count"`
	Right bool   `json:"right,omitempty"`
}

// showRound describes the public message m of a round.
func showRound(r *dialog.Round, m dialog.Message, say func(words.Text) string) *shownRound {
	shown := &shownRound{Open: r.Open, Over: r.Phase == string(round.Over) && (r.Questions == 1 || m.Lines[0].Key == "race.over")}
	if r.Open {
		shown.Answers = r.Answers
	}
	if r.Open && !r.Ends.IsZero() {
		shown.Ends = milli(r.Ends)
	}
	if aim, ok := m.Lines[0].Args.Value("aim").(words.Text); ok && r.Open {
		shown.Aim = say(words.New("web.aim", "aim", aim, "limited", shown.Ends > 0))
	}
	for i, t := range m.Lines {
		if t.Key == "race.count" {
			shown.CountedAt, shown.Counted = i, say(words.New(t.Key, "count", t.Args.Value("count"), "seconds", 0))
		}
		if t.Key == "race.place" {
			shown.Places++
		}
		if !strings.HasPrefix(t.Key, "race.bar") {
			continue
		}
		if len(shown.Bars) == 0 {
			shown.From = i
		}
		var b bar
		b.Count, _ = t.Args.Value("count").(int)
		b.Right, _ = t.Args.Value("right").(bool)
		if answer, ok := t.Args.Value("answer").(words.Text); ok {
			b.Label = say(answer)
		} else {
			b.Label = say(t)
		}
		shown.Bars = append(shown.Bars, b)
	}
	return shown
}

// closeQuestions takes from the messages of former questions what can't be pressed any more. "Why?"
// stays where it's still answered: at the question before the present one and, once the round is
// over, at the last one.
func (c *conversation) closeQuestions(r *room, now *dialog.Round) {
	explained := 0
	switch {
	case now == nil:
	case now.Phase == string(round.Over):
		explained = 2
	case now.Number > 1:
		explained = 1
	}
	for _, e := range slices.Backward(slices.Clone(r.log)) {
		if e.Round == nil || e == r.round {
			continue
		}
		m := e.decode()
		m.Buttons = slices.DeleteFunc(m.Buttons, func(b button) bool { return explained <= 0 || !strings.HasPrefix(b.Command, "guess why") })
		explained--
		if len(m.Buttons) == len(e.Buttons) && !m.Round.Open {
			continue
		}
		if m.Round.Open { // nobody revealed it
			m.Round.Open, m.Aims, m.Menu = false, nil, nil
		}
		closed := newEntry(m, e.to)
		closed.about = e.about
		c.hub.replace(r, e, closed)
	}
}
