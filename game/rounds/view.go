package rounds

import (
	"fmt"
	"slices"
	"strings"
	"time"

	"nimbot/game/dialog"
	"nimbot/game/rules"
	"nimbot/game/teach"
	"nimbot/game/teach/explain"
	"nimbot/game/words"
	"nimbot/store/platform"
	"nimbot/store/round"
)

// The bounds of what a reveal shows.
const (
	maxBars    = 5
	longestBar = 5
	maxWinning = 3
)

// buttonIn makes a button for the present question.
func (h *Handler) buttonIn(p dialog.Place, r *round.Round, label words.Text, style dialog.Style, command ...string) dialog.Button {
	return dialog.Button{Label: label, Style: style, Command: strings.Join(command, " ") + " ~" + stamp(p, r)}
}

// presentMessage returns the message that everybody sees now.
func (h *Handler) presentMessage(p dialog.Place, r *round.Round) dialog.Message {
	switch {
	case r.Phase == round.Asked:
		return h.questionMessage(p, r)
	case r.Phase == round.Over && r.Terms.Questions > 1:
		return h.standingsMessage(p, r)
	}
	return h.revealMessage(p, r, true)
}

// publicMessage makes a public message of the round.
func publicMessage(r *round.Round, lines ...words.Text) dialog.Message {
	return dialog.Message{Lines: lines, TableNumber: dialog.RoundTable, Post: &dialog.Post{Name: r.PostName(), EditID: r.Message, Urgent: r.Phase != round.Asked}}
}

// questionMessage asks the present question, and counts the answers.
func (h *Handler) questionMessage(p dialog.Place, r *round.Round) dialog.Message {
	q := r.Question
	at, err := position(r)
	if err != nil {
		return publicMessage(r, errUnreadable.Text)
	}
	d := at.Diagram()
	m := publicMessage(r, words.New("race.ask-"+q.Kind, "number", r.Number, "several", r.Terms.Questions,
		"position", words.Position(q.Game, at, &d), "aim", h.Words.Aim(q.Game, q.Ending)))
	for i, rule := range h.Words.Rule(q.Game, at) {
		if i == 0 {
			rule = words.New("titled-rule", "title", words.Title(q.Game), "rule", rule)
		}
		m.Lines = append(m.Lines, rule)
	}
	if r.IsHeld() {
		m.Lines = append(m.Lines, words.New("race.count", "count", r.CountAnswers(), "seconds", 0), words.New("race.held", "button", words.New("button.reveal")))
	} else {
		m.Lines = append(m.Lines, words.New("race.count", "count", r.CountAnswers(), "seconds", r.Terms.Seconds))
	}
	m.Diagram, m.Drawn = &d, &dialog.Drawn{Game: q.Game, Position: q.Position}
	if teach.Kind(q.Kind) == teach.Outcome {
		for _, o := range outcomes {
			m.Buttons = append(m.Buttons, h.buttonIn(p, r, words.New("button."+o), dialog.Plain, "guess", o))
		}
	} else {
		m.Buttons = []dialog.Button{h.buttonIn(p, r, words.New("button.race-answer"), dialog.Primary, "guess")}
	}
	m.Buttons = append(m.Buttons, h.buttonIn(p, r, words.New("button.reveal"), dialog.Plain, "reveal"))
	return m
}

// revealMessage shows the answers to the present question, with next also the button to continue.
func (h *Handler) revealMessage(p dialog.Place, r *round.Round, next bool) dialog.Message {
	puzzle, a, best, err := solveQuestion(r)
	if err != nil {
		return publicMessage(r, errUnreadable.Text)
	}
	d := puzzle.Position.Diagram()
	m := publicMessage(r, h.solutionText(r, puzzle, &d))
	m.Diagram, m.Drawn = &d, &dialog.Drawn{Game: r.Question.Game, Position: r.Question.Position}
	if best != "" {
		why := explain.Teacher{Analysis: a, Words: h.Words, Key: puzzle.Game.Key}.Check(best)
		m.Lines = append(m.Lines, why[:min(1, len(why))]...)
	} else { // "The sum is already 0": the line above shows which sum
		why := h.Words.Working(puzzle.Game.Key, a.Working(best))
		m.Lines = append(m.Lines, why[max(0, len(why)-2):]...)
	}
	m.Lines = append(m.Lines, bars(r, puzzle)...)
	m.Lines = append(m.Lines, winnersText(r))
	if r.Terms.Questions > 1 && len(r.Winners()) > 0 {
		m.Lines = append(m.Lines, words.New("race.points-how", "typed", r.IsTyped(), "alone", r.CountAnswers() == 1, "guessable", r.IsGuessable()))
	}
	if r.Phase == round.Over && len(r.Winners()) > 0 && !r.HasPoints() {
		m.Lines = append(m.Lines, noPointsText(r))
	}
	m.Buttons = append(m.Buttons, h.buttonIn(p, r, words.New("button.race-why"), dialog.Plain, "guess", whyWord))
	if next && r.GoesOnAlone() {
		m.Lines = append(m.Lines, words.New("race.goes-on-alone", "seconds", int(round.NextAfter.Seconds()), "last", r.Number == r.Terms.Questions))
		m.Buttons = append(m.Buttons, h.buttonIn(p, r, words.New("button.race-wait"), dialog.Plain, "reveal", waitWord))
	}
	if next && r.IsHeld() {
		m.Lines = append(m.Lines, words.New("race.held", "button", words.New(nextKey(r))))
	}
	switch {
	case r.Phase == round.Over:
		m.Buttons = append(m.Buttons, h.buttonIn(p, r, words.New("button.race-again"), dialog.Primary, "race", "again"))
	case next:
		m.Buttons = append(m.Buttons, h.buttonIn(p, r, words.New(nextKey(r)), dialog.Primary, "reveal", "next"))
		if r.Number < r.Terms.Questions {
			m.Buttons = append(m.Buttons, h.buttonIn(p, r, words.New("button.race-end"), dialog.Plain, "reveal", endWord))
		}
	}
	return m
}

// nextKey is the key of the button that goes on after a reveal.
func nextKey(r *round.Round) string {
	if r.Number < r.Terms.Questions {
		return "button.race-next"
	}
	return "button.race-points"
}

// solutionText says which moves win.
func (h *Handler) solutionText(r *round.Round, p teach.Puzzle, d *rules.Diagram) words.Text {
	args := []any{
		"number", r.Number, "several", r.Terms.Questions, "position", words.Position(p.Game.Key, p.Position, d),
		"aim", h.Words.Aim(p.Game.Key, p.Ending.String()), "outcome", p.Kind == teach.Outcome,
	}
	if p.Outcome == rules.P {
		return words.New("race.lost-shown", args...)
	}
	var moves []words.Text
	for _, m := range p.Winning[:min(len(p.Winning), maxWinning)] {
		moves = append(moves, words.Move("do", words.Person{}, p.Position, m))
	}
	return words.New("race.won-shown", append(args, "moves", moves, "count", len(p.Winning), "more", len(p.Winning)-len(moves))...)
}

// bar is a choice and how many people made it.
type bar struct{ choice, count int }

// bars shows how many people gave each answer, the most frequent first. Right answers have a tick,
// wrong moves the reply that refutes them.
func bars(r *round.Round, p teach.Puzzle) (lines []words.Text) {
	var all []bar
	for _, a := range r.AllAnswers() {
		i := slices.IndexFunc(all, func(b bar) bool { return b.choice == a.Choice })
		if i < 0 {
			i, all = len(all), append(all, bar{choice: a.Choice})
		}
		all[i].count++
	}
	slices.SortStableFunc(all, func(a, b bar) int { return b.count - a.count })
	rest := 0
	for i, b := range all {
		if i >= maxBars {
			rest += b.count
			continue
		}
		args := []any{"bar", strings.Repeat("█", max(1, b.count*longestBar/all[0].count)), "count", b.count}
		lines = append(lines, barLine(r, p, b.choice, args))
	}
	if rest > 0 {
		lines = append(lines, words.New("race.bar-rest", "count", rest))
	}
	return lines
}

// barLine returns the sentence of one bar.
func barLine(r *round.Round, p teach.Puzzle, choice int, args []any) words.Text {
	right := r.IsRight(choice)
	if p.Kind == teach.Outcome {
		return words.New("race.bar", append(args, "answer", words.New("race."+outcomes[choice]), "right", right)...)
	}
	m := moveOfChoice(p.Position, choice)
	args = append(args, "answer", words.Move("do", words.Person{}, p.Position, m), "right", right)
	if judged, err := p.Judge(m); !right && err == nil && judged.Refutation != "" {
		return words.New("race.bar-refuted", append(args, "reply", words.Move("do", words.Person{}, judged.After, judged.Refutation))...)
	}
	return words.New("race.bar", args...)
}

// winnersText names who was right, the fastest first.
func winnersText(r *round.Round) words.Text {
	all := r.Winners()
	if len(all) == 0 {
		return words.New("race.nobody", "count", r.CountAnswers())
	}
	var named []words.Text
	for _, a := range all[:min(len(all), round.MaxShown)] {
		named = append(named, words.New("race.winner", "player", person(r, a.ID), "time", seconds(a.Took), "points", r.Points(a.ID)))
	}
	return words.New("race.winners", "people", named, "more", len(all)-len(named))
}

// placeLines returns the lines of at most most people who lead a round. Who has as many points shares
// the place.
func placeLines(r *round.Round, most int) (lines []words.Text) {
	all, rank := r.Standings(), 0
	for i, s := range all[:min(len(all), most)] {
		if i == 0 || s.Points < all[i-1].Points {
			rank = i + 1
		}
		lines = append(lines, words.New("race.place", "rank", rank, "player", person(r, s.ID), "count", s.Points))
	}
	return lines
}

// standingsMessage shows the points of a round that is over.
func (h *Handler) standingsMessage(p dialog.Place, r *round.Round) dialog.Message {
	m := publicMessage(r, words.New("race.over", "count", r.Number))
	if r.HasPoints() {
		m.Lines = append(m.Lines, placeLines(r, round.MaxPlaces)...)
	} else {
		m.Lines = append(m.Lines, noPointsText(r))
	}
	if more := len(r.Standings()) - round.MaxPlaces; more > 0 && r.HasPoints() {
		m.Lines = append(m.Lines, words.New("race.more", "count", more))
	}
	m.Buttons = []dialog.Button{
		h.buttonIn(p, r, words.New("button.race-again"), dialog.Primary, "race", "again"),
		{Label: words.New("button.race-month"), Command: "leaders month"},
	}
	return m
}

// noPointsText says that nobody has points, and why if the last question that anybody answered gives
// none.
func noPointsText(r *round.Round) words.Text {
	if former, ok := r.AtPrevious(); ok && r.CountAnswers() == 0 {
		r = &former
	}
	return words.New("race.no-points", "typed", r.IsTyped(), "alone", r.CountAnswers() == 1)
}

// person returns a person of the round with their stored name.
func person(r *round.Round, id string) words.Person {
	if _, known := r.Names[id]; !known {
		return words.Person{ID: platform.ForgottenID}
	}
	return words.Person{ID: id, Name: r.Names[id]}
}

// seconds writes a time: "6.2".
func seconds(m round.Milli) words.Decimal {
	return words.Decimal(fmt.Sprintf("%.1f", m.Duration().Seconds()))
}

// stateOf returns a round as data for programs, nil if there is none.
func stateOf(r *round.Round) *dialog.Round {
	if r.Phase == "" {
		return nil
	}
	q := r.Question
	s := &dialog.Round{
		Number: r.Number, Questions: r.Terms.Questions, Seconds: r.Terms.Seconds, Phase: string(r.Phase),
		Game: q.Game, Ending: q.Ending, Position: q.Position, Kind: q.Kind, Answers: r.CountAnswers(), Version: r.Version,
		Host: dialog.User{ID: r.Host.ID, Name: r.Host.Name},
	}
	if s.Open = r.Phase == round.Asked; s.Open && r.Ends > 0 && r.Terms.Seconds > 0 && !r.IsHeld() {
		s.Ends = time.UnixMilli(int64(r.Ends))
	}
	if at, err := position(r); err == nil && !s.Open && teach.Kind(q.Kind) == teach.Find {
		for _, choice := range q.Right {
			s.Right = append(s.Right, string(moveOfChoice(at, choice)))
		}
	}
	all := r.Standings()
	for _, score := range all[:min(len(all), round.MaxPlaces)] {
		if score.Points == 0 {
			break // nor has anybody after them
		}
		s.Points = append(s.Points, dialog.Points{Player: dialog.User{ID: score.ID, Name: r.Names[score.ID]}, Points: score.Points})
	}
	return s
}
