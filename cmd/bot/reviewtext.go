package main

import (
	"fmt"
	"io"
	"slices"
	"strings"

	"nimbot/game/rules"
	"nimbot/game/teach"
	"nimbot/game/teach/explain"
	"nimbot/game/words"
)

// writeText writes a review for people.
func (v *reviewer) writeText(r teach.Review) error {
	told := explain.Review{Review: r, Words: v.words}
	for s := range rules.Seat(2) {
		told.Names[s] = words.Person{Name: v.say(seatText(s))}
	}
	lines := []words.Text{told.Head()}
	for _, d := range r.Decisions {
		lines = append(lines, turnText(d))
	}
	lines = append(lines, told.Kept()...)
	lines = append(lines, skillTexts(told)...)
	for _, d := range r.TurningPoints() {
		lines = append(lines, told.TurningPoint(d))
	}
	lines = append(lines, told.Conclusion()...)
	lines = append(lines, resultText(r.Result))
	var b strings.Builder
	for _, t := range lines {
		b.WriteString(v.say(t) + "\n")
	}
	_, err := io.WriteString(v.out, b.String())
	return err
}

func seatText(s rules.Seat) words.Text { return words.Text{Key: fmt.Sprint("review.player.", s)} }

func turnText(d teach.Decision) words.Text {
	return words.Text{Key: "review.turn", Args: words.Args{
		"turn", rules.MoveNumber(d.Turn), "player", seatText(d.Seat), "move", string(d.Move), "to", d.After.String(), "verdict", verdictText(d),
	}}
}

func verdictText(d teach.Decision) words.Text {
	if !d.GaveAway() {
		return explain.Verdict(d)
	}
	moves := make([]string, len(d.Better))
	for i, m := range d.Better {
		moves[i] = string(m)
	}
	return words.Text{Key: "review.gave-away", Args: words.Args{"count", len(moves), "moves", strings.Join(moves, ", ")}}
}

// skillTexts returns each player's skill, if there were enough decisions, and their resistance, if
// they had a choice in a lost position.
func skillTexts(r explain.Review) []words.Text {
	var texts []words.Text
	for seat, s := range r.Skill {
		if s.Rough() {
			low, high := s.Interval()
			texts = append(texts, words.Text{Key: "review.skill", Args: words.Args{
				"player", r.Names[seat], "skill", explain.Decimals(s.Value(), 2), "low", explain.Decimals(low, 2), "high", explain.Decimals(high, 2),
			}})
		}
		if value, ok := resistanceOf(r, rules.Seat(seat)).Value(); ok {
			texts = append(texts, words.Text{Key: "review.resistance", Args: words.Args{"player", r.Names[seat], "value", explain.Decimals(value, 2)}})
		}
	}
	return texts
}

func resistanceOf(r explain.Review, seat rules.Seat) teach.Resistance {
	own := slices.DeleteFunc(slices.Clone(r.Decisions), func(d teach.Decision) bool { return d.Seat != seat })
	return teach.ResistanceOf(r.Setup.Ending, own...)
}

func resultText(r rules.Result) words.Text {
	switch {
	case !r.Over:
		return words.Text{Key: "review.unfinished"}
	case r.Winner == rules.Nobody:
		return words.Text{Key: "review.drawn"}
	}
	return words.Text{Key: "review.winner", Args: words.Args{"player", seatText(r.Winner)}}
}

// textOf returns the catalogue's text for a refusal of the rules.
func textOf(err *rules.Error) words.Text { return words.TextOf(err.Code, err.Args) }
