package chat

import (
	"context"

	"nimbot/game/chat/message"
	"nimbot/game/dialog"
	"nimbot/game/rules"
	"nimbot/game/teach"
	"nimbot/game/words/command"
	"nimbot/store"
)

// mayTell records the position that the answer gives away, and refuses if it occurs in one of the
// person's rated pairs, or is the question of a round.
func mayTell(e *execution, of rules.Situation) error {
	if err := e.lacks(command.Secrets); err != nil {
		return err
	}
	if key := e.secrets[teach.SituationKey(of)]; key != "" {
		return refuse(key)
	}
	e.out.Solved = []rules.Situation{of}
	return nil
}

// mayReview does the same as mayTell for the positions of a finished game, outside the lane.
func mayReview(ctx context.Context, e *execution, m rules.Match) error {
	all := m.Situations()
	err := e.h.MayTell(ctx, e.r.Place, e.r.User, all...)
	switch {
	case err == nil:
		e.out.Solved = all
	case dialog.RefusalOf(err) == nil:
		return dialog.Failure(ctx, e.h.log, err, "store", "a review", "place", e.r.Place.String())
	}
	return err
}

// presentSituation returns the present position of the running game.
func presentSituation(e *execution) rules.Situation {
	return rules.Situation{Game: e.Play.Game.Key, Ending: e.Match.Setup().Ending, Position: e.Match.Position()}
}

// MayTell refuses to tell a person about positions if one is in their rated pairs or rounds. The
// refusal is an *dialog.Refusal; any other error is the store's.
func (h *Handler) MayTell(ctx context.Context, p dialog.Place, u dialog.User, all ...rules.Situation) error {
	if h.people == nil {
		return nil
	}
	asked, err := outside{h}.askedElsewhere(ctx, p, u)
	if err != nil || len(asked) == 0 {
		return err
	}
	for _, of := range all {
		if key := asked[teach.SituationKey(of)]; key != "" {
			return refuse(key)
		}
	}
	return nil
}

// askedElsewhere returns the positions about which a person must not be told: a map from
// teach.SituationKey to the catalogue key of the reason. They are those in their rated pairs and in rounds that they
// are in, anywhere on a platform, and in the round of this place. It skips places that can't be
// read: nobody can play there.
func (h outside) askedElsewhere(ctx context.Context, p dialog.Place, u dialog.User) (map[string]string, error) {
	places, err := h.people.Running(ctx, p, u)
	if err != nil {
		return nil, err
	}
	positions := map[string]string{}
	asked, err := h.people.Asked(ctx, append(places, p.Shared()))
	if err != nil {
		return nil, err
	}
	for _, of := range asked {
		positions[teach.SituationKey(of)] = "race.elsewhere"
	}
	for _, place := range places {
		rec, err := h.store.Get(ctx, place.String())
		if err != nil {
			return nil, err
		}
		k, err := message.Decode(rec, nil)
		switch {
		case store.Unreadable(err):
			continue
		case err != nil:
			return nil, err
		}
		for t := range k.Tables {
			if _, plays := t.SeatOf(u.ID); plays && t.OfPair() {
				positions[teach.SituationKey(rules.Situation{Game: t.Game.Key, Ending: t.Match.Setup().Ending, Position: t.Match.Position()})] = "rated.elsewhere"
			}
		}
	}
	return positions, nil
}
