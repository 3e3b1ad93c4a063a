package chat

import "context"

// shareGame shows everybody one line about the last finished game here, if the person played it. Its text
// takes too long for the lane, so aside computes it afterwards.
func shareGame(e *execution) error {
	g := e.LastGame(e.r.User.ID)
	switch {
	case g == nil:
		return refuse("share.nothing")
	case pairStartsAs(e, g):
		return refuse("rated.looks-back")
	}
	return computeAside(e, func(context.Context) error {
		past, err := e.AtEnd(g)
		if err != nil {
			return unreviewable(e, g, err)
		}
		seat, played := past.SeatOf(e.r.User.ID)
		if !played {
			return refuse("share.not-yours")
		}
		m, err := past.Share(seat)
		if err != nil {
			return unreviewable(e, g, err)
		}
		e.show(m)
		return nil
	})
}
