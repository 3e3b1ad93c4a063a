package chat

import (
	"context"
	"math/rand/v2"
	"strconv"

	"nimbot/game/chat/message"
	"nimbot/game/dialog"
	"nimbot/game/rules"
	"nimbot/game/words"
)

// randomness is the job's own random source. A command that is run again draws the same.
type randomness struct {
	stream *uint64   // the job's job.stream
	pcg    *rand.PCG // nil before it is used
}

// source returns the state of this command's random numbers.
func (e *execution) source() *rand.PCG {
	if e.pcg == nil {
		if *e.stream == 0 {
			*e.stream = e.h.streams.Add(1)
		}
		e.pcg = rand.NewPCG(e.h.seed, *e.stream)
	}
	return e.pcg
}

// random returns this command's random numbers.
func (e *execution) random() *rand.Rand { return rand.New(e.source()) }

// newID returns a random id for a game or an offer.
func newID(random *rand.Rand) string { return strconv.FormatUint(random.Uint64()>>24, 36) }

// drawnStart is a start that was drawn outside the lane, so that no other command waits for it.
type drawnStart struct {
	game   rules.Game
	ending rules.Ending
	setup  string
	coin   bool // it decides who moves first
	ok     bool
	source rand.PCG // the job's random source afterwards
}

// drawStart returns the start that was drawn for the command outside the lane.
func drawStart(e *execution, g rules.Game, pick message.StartPicker) (string, error) {
	ending := e.line.Options.Ending
	switch made := e.made; {
	case made == nil || made.game.Key != g.Key || made.ending != ending:
		next := drawnStart{game: g, ending: ending, source: *e.source()}
		return "", e.prepare(func(ctx context.Context, h outside, heard dialog.ParsedRequest, j *job) (refused dialog.Reply, err error) {
			if err := h.draw(ctx, j, next, pick); err != nil {
				return dialog.RefusalOf(err).Reply(heard.User), nil
			}
			return refused, nil
		})
	case !made.ok:
		return "", withExample(e, g, refuse("start.none", "title", words.Title(g.Key), "example", g.Examples[0]))
	default:
		*e.source(), e.coinDecides = made.source, made.coin
		return made.setup, nil
	}
}

// draw draws a start that an execution needs, charged to the person.
func (h outside) draw(ctx context.Context, j *job, made drawnStart, pick message.StartPicker) error {
	ctx, cancel := context.WithTimeout(ctx, h.timeout)
	defer cancel()
	err := Charged(ctx, j.request, made.game.IsCostly(made.ending), func() {
		made.setup, made.coin, made.ok = pick(rules.NewDrawing(ctx, rand.New(&made.source)), made.game, made.ending)
	})
	j.made = &made
	return err
}
