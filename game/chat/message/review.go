package message

import (
	"slices"
	"strconv"

	"nimbot/game/dialog"
	"nimbot/game/rules"
	"nimbot/game/teach"
	"nimbot/game/teach/explain"
	"nimbot/game/words"
	"nimbot/store/channel"
)

// maxTurningPoints bounds the turning points in one message.
const maxTurningPoints = 3

// LastGame returns the finished game that a person played last here, else the one that anybody
// played last; nil if there is none. A game counts if it has a move.
func (k *Known) LastGame(id string) (last *channel.Game) {
	own := false
	look := func(g *channel.Game) {
		plays := g.Players[0].ID == id || g.Players[1].ID == id
		if last == nil || plays && !own || plays == own && g.Since >= last.Since {
			last, own = g, plays
		}
	}
	for t := range k.Tables {
		if t.Last != nil {
			look(t.Last)
		}
		if t.Game != nil && !t.Playing() && len(t.Match.Moves()) > 0 {
			look(t.Game)
		}
	}
	return last
}

// AtEnd returns the scene of the finished game g. The error is that of rules.Replay.
func (s *Scene) AtEnd(g *channel.Game) (*Scene, error) {
	if g == s.Play.Game {
		return s, nil
	}
	m, err := rules.Replay(StoredSetup(g), g.Events)
	return &Scene{Known: s.Known, Table: Table{channel.Table{Play: channel.Play{Game: g}}, m}, Words: s.Words, Place: s.Place}, err
}

// Review words the review of a game: the result, how often each player kept a win, the
// turning points and their working. retry adds buttons to try again from there. The error is that
// of teach.NewReviewWithin.
func (s *Scene) Review(retry bool) (dialog.Message, error) {
	found, err := teach.NewReviewWithin(s.Match, teach.QuickWork)
	if err != nil {
		return dialog.Message{}, err
	}
	r := explain.Review{Review: found, Words: s.Words, Names: [2]words.Person{s.Player(0).Person(), s.Player(1).Person()}}
	m := dialog.Message{Lines: []words.Text{words.New("sentences", "first", r.Head(), "second", s.resultText())}}
	m.Lines = append(append(m.Lines, s.hintLines()...), r.Kept()...)
	points := r.TurningPoints()
	m.Review = &dialog.Review{Match: s.Match, BotFirst: s.Player(0).IsBot(), Said: r}
	if retry {
		m.Review.Retry = s.retryButtons(points)
	}
	for i, d := range points {
		if i == maxTurningPoints {
			m.Lines = append(m.Lines, words.New("review.more", "count", len(points)-i))
			break
		}
		m.Lines = append(append(m.Lines, r.TurningPoint(d)), r.Check(d)...)
	}
	m.Buttons = slices.Clone(m.Review.Retry[:min(maxTurningPoints, len(m.Review.Retry))])
	m.Lines = append(m.Lines, r.Conclusion()...)
	return m, nil
}

// retryButtons replay a game from its turning points. They carry no stamp because the
// channel's board doesn't matter for them.
func (s *Scene) retryButtons(points []teach.Decision) []dialog.Button {
	command := "retry "
	if s.Place.Person != "" {
		command += "own "
	}
	buttons := make([]dialog.Button, len(points))
	for i, d := range points {
		buttons[i] = dialog.Button{Label: words.New("button.retry", "turn", rules.MoveNumber(d.Turn)), Command: command + strconv.Itoa(i+1)}
	}
	return buttons
}
