package chat

import "context"

// share shows everybody one line about the last finished game here, if the person played it. Its text
// takes too long for the lane, so aside computes it afterwards.
func (s advice) share() error {
	g := s.LastGame(s.r.User.ID)
	switch {
	case g == nil:
		return refuse("share.nothing")
	case s.pairStartsAs(g):
		return refuse("rated.looks-back")
	}
	return s.aside(func(context.Context) error {
		past, err := s.AtEnd(g)
		if err != nil {
			return s.unreviewable(g, err)
		}
		seat, played := past.SeatOf(s.r.User.ID)
		if !played {
			return refuse("share.not-yours")
		}
		m, err := past.Share(seat)
		if err != nil {
			return s.unreviewable(g, err)
		}
		s.show(m)
		return nil
	})
}
