package chat

import (
	"context"
	"math/rand/v2"

	"nimbot/game/chat/message"
	"nimbot/game/rules"
	"nimbot/game/words"
)

// drawn is a start that was drawn outside the lane, so that no other command waits for it.
type drawn struct {
	game   rules.Game
	ending rules.Ending
	setup  string
	coin   bool
	ok     bool
	source rand.PCG // the job's random source afterwards
}

// drawing is a start to be drawn.
type drawing struct {
	drawn
	pick message.StartPicker
}

// draw returns the start that was drawn for the command. If none was drawn yet, it sets needsStart,
// and the command will be run again.
func (s newGame) draw(g rules.Game, pick message.StartPicker) (string, error) {
	s.random()
	e := s.line.Options.Ending
	switch made := s.made; {
	case made == nil || made.game.Key != g.Key || made.ending != e:
		s.needsStart = &drawing{drawn{game: g, ending: e, source: *s.source}, pick}
		return "", refuse("limited.busy") // nobody is told, because the command is run again
	case !made.ok:
		return "", s.withExample(g, refuse("start.none", "title", words.Title(g.Key), "example", g.Examples[0]))
	default:
		*s.source, s.coin = made.source, made.coin
		return made.setup, nil
	}
}

// draw draws the start that a session needs, charged to the person.
func (h outside) draw(ctx context.Context, j *job) error {
	ctx, cancel := context.WithTimeout(ctx, h.timeout)
	defer cancel()
	made, pick := j.session.needsStart.drawn, j.session.needsStart.pick
	err := Charged(ctx, j.request, made.game.IsCostly(made.ending), func() {
		made.setup, made.coin, made.ok = pick(rules.NewDrawing(ctx, rand.New(&made.source)), made.game, made.ending)
	})
	j.made = &made
	return err
}
