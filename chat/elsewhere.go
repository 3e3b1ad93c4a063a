package chat

import (
	"context"
	"errors"

	"nimbot/chat/scene"
	"nimbot/exchange"
	"nimbot/store"
	"nimbot/typed"
)

// tells notes that the asking person is told of a position. Where it stands in a
// rated pair of theirs, that is refused. The pairs are looked for outside the lane:
// as long as nobody did, wait is true, and the command is done anew.
func (s advice) tells(of exchange.Solved) (wait bool, err error) {
	switch {
	case s.h.people == nil:
	case s.elsewhere == nil:
		s.needsPairs = true
		return true, nil
	case s.elsewhere[of.Key()]:
		return false, refuse("rated.elsewhere")
	}
	s.solved = &of
	return false, nil
}

// present is the position of the game that is on.
func (s advice) present() exchange.Solved {
	return exchange.Solved{Game: s.Doc.Game.Key, Ending: s.Match.Setup().Ending, Position: s.Match.Position()}
}

// MayTell refuses to tell somebody of a position that stands in a rated pair of
// theirs: the error is a *typed.Refusal then, else a store's.
func (h *Handler) MayTell(ctx context.Context, p exchange.Place, u exchange.User, of exchange.Solved) error {
	if h.people == nil {
		return nil
	}
	pairs, err := h.pairsOf(ctx, p, u)
	if err == nil && pairs[of.Key()] {
		err = &typed.Refusal{Text: text("rated.elsewhere")}
	}
	return err
}

// pairsOf are the positions that stand in rated pairs of a person anywhere on a
// platform, by Solved.key. A place that can't be read has none that could be played
// on.
func (h *Handler) pairsOf(ctx context.Context, p exchange.Place, u exchange.User) (map[string]bool, error) {
	places, err := h.people.Running(ctx, p, u)
	if err != nil {
		return nil, err
	}
	positions := map[string]bool{}
	for _, place := range places {
		rec, err := h.store.Get(ctx, place.String())
		if err != nil {
			return nil, err
		}
		k, err := scene.Decode(rec)
		switch {
		case errors.Is(err, store.ErrCorrupt), errors.Is(err, store.ErrNewer):
			continue
		case err != nil:
			return nil, err
		}
		if _, plays := k.SeatOf(u.ID); plays && k.OfPair() {
			positions[exchange.Solved{Game: k.Doc.Game.Key, Ending: k.Match.Setup().Ending, Position: k.Match.Position()}.Key()] = true
		}
	}
	return positions, nil
}
