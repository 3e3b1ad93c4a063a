package chat

// share shows everybody in a line how the last finished game of the place went
// for the asking person. It is worked out when the lane is left, as a review is.
func (s advice) share() error {
	g := s.LastGame()
	switch {
	case s.OfPair(): // the game before may be the pair's first, from the same start
		return refuse("rated.hints")
	case g == nil:
		return refuse("share.nothing")
	}
	return s.aside(func() error {
		past, err := s.LookBack(g)
		if err != nil {
			return err
		}
		seat, played := past.SeatOf(s.r.User.ID)
		if !played {
			return refuse("share.not-yours")
		}
		m, err := past.Share(seat)
		s.show(m)
		return err
	})
}
