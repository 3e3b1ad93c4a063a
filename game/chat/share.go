package chat

import "context"

// shareGame shows everybody one line about the last finished game here, if the person played it. Its text
// takes too long for the lane, so aside computes it afterwards.
func shareGame(s *session) error {
	g := s.LastGame(s.r.User.ID)
	switch {
	case g == nil:
		return refuse("share.nothing")
	case pairStartsAs(s, g):
		return refuse("rated.looks-back")
	}
	return computeAside(s, func(context.Context) error {
		past, err := s.AtEnd(g)
		if err != nil {
			return unreviewable(s, g, err)
		}
		seat, played := past.SeatOf(s.r.User.ID)
		if !played {
			return refuse("share.not-yours")
		}
		m, err := past.Share(seat)
		if err != nil {
			return unreviewable(s, g, err)
		}
		s.show(m)
		return nil
	})
}
