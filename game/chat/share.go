package chat

import "context"

// share shows everybody one line about the person's last finished game here. It runs
// after the lane, like a review.
func (s advice) share() error {
	g := s.LastGame(s.r.User.ID)
	switch {
	case s.pairStartsAs(g):
		return refuse("rated.hints")
	case g == nil:
		return refuse("share.nothing")
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
