package chat

import (
	"strings"

	"nimbot/channel"
	"nimbot/game"
	"nimbot/teach"
	"nimbot/words"
)

// share shows everybody in a line how the last finished game of the place went
// for the asking person. It is worked out when the lane is left, as a review is.
func (s advice) share() error {
	g := s.lastGame()
	switch {
	case s.ofPair(): // the game before may be the pair's first, from the same start
		return refuse("rated.hints")
	case g == nil:
		return refuse("share.nothing")
	}
	return s.aside(func() error {
		past, err := s.lookBack(g)
		if err != nil {
			return err
		}
		seat, played := past.seatOf(s.r.User.ID)
		if !played {
			return refuse("share.not-yours")
		}
		m, err := past.shareMessage(seat)
		s.show(m)
		return err
	})
}

// shareMessage is the finished game as the player of a seat shows it.
func (s *scene) shareMessage(seat game.Seat) (Message, error) {
	review, err := teach.NewReviewWithin(s.match, teach.QuickWork)
	if err != nil {
		return Message{}, err
	}
	score := scoreOf(review, seat)
	m := Message{Lines: []words.Text{s.shareLine(seat, score), text("share.by", "player", s.player(seat))}}
	m.Diagram, m.Played = s.diagram(), &Played{Match: s.match, BotFirst: s.player(0).isBot(), Score: score}
	return m, nil
}

// The letters of a score.
const (
	keptWin   = 'k'
	thrownWin = 't'
)

// scoreOf has a letter for each judged decision of a seat.
func scoreOf(r teach.Review, seat game.Seat) string {
	var b strings.Builder
	for _, d := range r.Decisions {
		switch {
		case d.Seat != seat || !d.Judged() || d.Undone:
		case d.Kept():
			b.WriteByte(keptWin)
		default:
			b.WriteByte(thrownWin)
		}
	}
	return b.String()
}

// maxSquares is how many decisions a line shows; of more it shows the last.
const maxSquares = 40

// shareLine is the line: "Nim 3·4·5 vs perfect ✅ 6 moves · no hints · 🟩🟩🟥🟩".
func (s *scene) shareLine(seat game.Seat, score string) words.Text {
	g, r := s.doc.Game, s.match.Result()
	outcome := "drawn"
	switch {
	case r.Winner == seat:
		outcome = "won"
	case r.Winner == seat.Other():
		outcome = "lost"
	}
	args := words.Args{
		"title", titleOf(g), "start", startOf(g.Start), "misere", g.Ending == game.Misere.String(), "rival", s.player(seat.Other()), "level", "",
		"outcome", text("share." + outcome), "moves", text("share.moves", "count", len(s.match.Moves())),
		"hints", text("share.no-hints"), "squares", squares.Replace(score[max(0, len(score)-maxSquares):]),
	}
	if bot, ok := s.againstBot(); ok {
		args = append(args, "level", levelText(levelOf(g.Players[bot])))
	}
	if used := s.match.Count(game.Hinted, seat); used > 0 {
		args = append(args, "hints", text("share.hints", "count", used))
	}
	return text("share.line", args...)
}

var squares = strings.NewReplacer(string(keptWin), "🟩", string(thrownWin), "🟥")

// titleOf is the name of a game's rules.
func titleOf(g *channel.Game) string {
	if known, err := game.Lookup(g.Key); err == nil {
		return known.Title
	}
	return g.Key
}

// startOf is a start in one word where it is sizes alone: "3·4·5".
func startOf(start string) string {
	if strings.Trim(start, "0123456789 ") != "" {
		return start
	}
	return strings.Join(strings.Fields(start), "·")
}
