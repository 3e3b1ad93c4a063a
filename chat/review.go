package chat

import (
	"context"
	"runtime"

	"nimbot/channel"
	"nimbot/coach"
	"nimbot/game"
	"nimbot/teach"
	"nimbot/typed"
	"nimbot/words"
)

// mostTurningPoints is how many turning points one message tells.
const mostTurningPoints = 3

// reviewing holds one for each review that is worked out, so that reviews take
// half of the processors at most.
type reviewing chan struct{}

func newReviewing() reviewing { return make(reviewing, max(1, runtime.GOMAXPROCS(0)/2)) }

// review looks back on the last finished game of the place, for the asking
// person or, with "all", for everybody. It is worked out when the lane is left:
// it takes longer than a command may.
func (s advice) review() error {
	all := s.line.Rest == "all"
	g := s.lastGame()
	switch {
	case s.line.Rest != "" && !all:
		return refuse("review.form", "part", typed.Abridge(s.line.Rest))
	case s.ofPair(): // the game before may be the pair's first, from the same start
		return refuse("rated.hints")
	case g == nil:
		return refuse("review.nothing")
	}
	return s.aside(func() error {
		past, err := s.lookBack(g)
		var m Message
		if err == nil {
			m, err = past.reviewMessage(!all)
		}
		if err != nil { // another version knew more games, or larger positions
			return refuse("review.another-version")
		}
		if !all {
			m.To, m.Open = &s.r.User, true
			m.Buttons = append(m.Buttons, s.button(text("button.show-all"), Plain, "review", "all"))
		}
		s.show(m)
		return nil
	})
}

// aside has something done when the lane is left, beside few others.
func (s advice) aside(do func() error) error {
	s.later = func(ctx context.Context) error {
		select {
		case s.h.reviewing <- struct{}{}:
		case <-ctx.Done():
			return refuse("limited.busy")
		}
		defer func() { <-s.h.reviewing }()
		return do()
	}
	return nil
}

// lastGame is the last finished game in which somebody moved, nil without one.
func (k *known) lastGame() *channel.Game {
	if k.doc.Game != nil && !k.playing() && len(k.match.Moves()) > 0 {
		return k.doc.Game
	}
	return k.doc.Last
}

// lookBack is how the place stood at the end of its game g.
func (s *scene) lookBack(g *channel.Game) (*scene, error) {
	if g == s.doc.Game {
		return s, nil
	}
	m, err := replay(g)
	return &scene{known: &known{doc: channel.Document{Game: g}, match: m}, words: s.words, place: s.place}, err
}

// reviewMessage looks back on the game: how it ended, how often each player
// kept a win, where it turned, and what the working was there. With retry, one
// can try again from there.
func (s *scene) reviewMessage(retry bool) (Message, error) {
	found, err := teach.NewReviewWithin(s.match, teach.QuickWork)
	if err != nil {
		return Message{}, err
	}
	r := coach.Review{Review: found, Words: s.words, Names: [2]words.Person{s.player(0).Person(), s.player(1).Person()}}
	m := Message{Lines: []words.Text{text("sentences", "first", r.Head(), "second", s.resultText())}}
	m.Lines = append(append(m.Lines, s.hintLines()...), r.Kept()...)
	points := r.TurningPoints()
	for i, d := range points {
		if i == mostTurningPoints {
			m.Lines = append(m.Lines, text("review.more", "count", len(points)-i))
			break
		}
		m.Lines = append(append(m.Lines, r.TurningPoint(d)), r.Check(d)...)
		if retry {
			m.Buttons = append(m.Buttons, retryButtons(i+1, d.Turn)...)
		}
	}
	m.Lines = append(m.Lines, r.Conclusion()...)
	return m, nil
}

// retryButtons try a game again from its turning point number n, where that can
// be done. They carry no stamp: the channel's board has no part in it.
func retryButtons(n, turn int) []Button {
	const command = "retry"
	if typed.Find(command) == nil {
		return nil
	}
	return []Button{{Label: text("button.retry", "turn", turn), Command: command + " " + string('0'+rune(n))}}
}

// Finished is a game that is over.
type Finished struct {
	ID      string
	Players [2]User // in the order of their seats
	Match   game.Match
}

// LastGame is the last finished game of a place in which somebody moved; ok is
// false without one. The error is the store's.
func (h *Handler) LastGame(ctx context.Context, p Place) (last Finished, ok bool, err error) {
	j := &job{request: Request{Place: p}, act: (*session).look}
	if _, err := h.do(ctx, j); err != nil {
		return Finished{}, false, err
	}
	s := &j.session
	g := s.lastGame()
	if g == nil {
		return Finished{}, false, nil
	}
	past, err := s.lookBack(g)
	if err != nil {
		return Finished{}, false, err
	}
	return Finished{ID: g.ID, Players: [2]User{past.player(0), past.player(1)}, Match: past.match}, true, nil
}
