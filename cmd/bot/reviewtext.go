package main

import (
	"fmt"
	"io"
	"strconv"
	"strings"

	"nimbot/game"
	"nimbot/teach"
	"nimbot/words"
)

// tell writes a review for people.
func (v *reviewer) tell(r teach.Review) error {
	lines := []words.Text{v.head("review.head", r.Setup)}
	for _, d := range r.Decisions {
		lines = append(lines, turnText(d))
	}
	for s := range game.Seat(2) {
		lines = append(lines, skillTexts(s, r.Skill[s])...)
	}
	lines = append(lines, turningPointTexts(r)...)
	lines = append(lines, resultText(r.Result))
	var b strings.Builder
	for _, t := range lines {
		b.WriteString(v.say(t) + "\n")
	}
	_, err := io.WriteString(v.out, b.String())
	return err
}

// head names a game, a position and what wins.
func (q *question) head(key string, s game.Setup) words.Text {
	title := s.Game
	if g, err := game.Lookup(s.Game); err == nil {
		title = g.Title
	}
	return words.Text{Key: key, Args: words.Args{
		"title", title, "position", s.Start, "aim", q.words.Aim(s.Game, s.Ending.String()),
	}}
}

func seatText(s game.Seat) words.Text { return words.Text{Key: fmt.Sprint("review.player.", s)} }

func turnText(d teach.Decision) words.Text {
	return words.Text{Key: "review.turn", Args: words.Args{
		"turn", d.Turn, "player", seatText(d.Seat), "move", string(d.Move), "to", d.After.String(), "verdict", verdictText(d),
	}}
}

func verdictText(d teach.Decision) words.Text {
	switch {
	case d.Winning == 0:
		return words.Text{Key: "review.lost"}
	case d.Legal > teach.MaxLegal:
		return words.Text{Key: "review.not-judged"}
	case d.Winning == d.Legal:
		return words.Text{Key: "review.all-won"}
	case d.Kept():
		return words.Text{Key: "review.kept"}
	}
	moves := make([]string, len(d.Better))
	for i, m := range d.Better {
		moves[i] = string(m)
	}
	return words.Text{Key: "review.gave-away", Args: words.Args{"count", len(moves), "moves", strings.Join(moves, ", ")}}
}

// skillTexts say how well a seat did: for one game how often it kept the win,
// and its skill where there were enough decisions.
func skillTexts(seat game.Seat, s teach.Skill) []words.Text {
	who := seatText(seat)
	if s.Judged == 0 {
		return []words.Text{{Key: "review.nothing-judged", Args: words.Args{"player", who}}}
	}
	texts := []words.Text{{Key: "review.kept-of", Args: words.Args{
		"player", who, "kept", s.Kept, "count", s.Judged, "guess", decimals(s.Chance, 1),
	}}}
	if s.Rough() {
		low, high := s.Interval()
		texts = append(texts, words.Text{Key: "review.skill", Args: words.Args{
			"player", who, "skill", decimals(s.Value(), 2), "low", decimals(low, 2), "high", decimals(high, 2),
		}})
	}
	return texts
}

func turningPointTexts(r teach.Review) []words.Text {
	var texts []words.Text
	for _, d := range r.TurningPoints() {
		better := d.Better[0] // a turning point has one
		to := ""
		if q, err := d.Before.Play(better); err == nil {
			to = q.String()
		}
		texts = append(texts, words.Text{Key: "review.turning-point", Args: words.Args{
			"turn", d.Turn, "move", string(d.Move), "to", d.After.String(), "better", string(better), "better_to", to,
		}})
	}
	if len(r.Decisions) == 0 {
		return texts
	}
	if r.Flawless() {
		texts = append(texts, words.Text{Key: "review.flawless"})
	}
	if r.Result.Winner == 1 && r.NeverWinning(0) {
		texts = append(texts, words.Text{Key: "review.never-winning", Args: words.Args{"player", seatText(0), "position", r.Setup.Start}})
	}
	return texts
}

func resultText(r game.Result) words.Text {
	switch {
	case !r.Over:
		return words.Text{Key: "review.unfinished"}
	case r.Winner == game.Nobody:
		return words.Text{Key: "review.drawn"}
	}
	return words.Text{Key: "review.winner", Args: words.Args{"player", seatText(r.Winner)}}
}

func decimals(x float64, n int) string { return strconv.FormatFloat(x, 'f', n, 64) }

// textOf is what the catalogue says about a refusal.
func textOf(err *game.Error) words.Text { return words.TextOf(err.Code, err.Args) }
