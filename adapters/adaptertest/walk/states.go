package walk

import "nimbot/game/dialog"

// StatesOf returns the states of the games of a place: those of its tables, and the private
// game of each of People there. read returns the state of a place. person returns the
// platform's id of one of People, nameOf the name for an id. The error is that of read.
func StatesOf(place dialog.Place, read func(dialog.Place) (dialog.Reply, error), person, nameOf func(string) string) (all []State, err error) {
	r, err := read(place)
	if err != nil {
		return nil, err
	}
	games := r.Tables
	if r.State != nil && (r.State.Over || len(games) == 0) { // table 1, which isn't live
		games = append(games[:len(games):len(games)], *r.State)
	}
	for _, s := range games {
		all = append(all, stateOf(s, "", nameOf))
	}
	for _, p := range People {
		r, err := read(place.Own(person(p.Name)))
		if err != nil {
			return nil, err
		}
		if r.State != nil {
			all = append(all, stateOf(*r.State, p.Name, nameOf))
		}
	}
	return all, nil
}

func stateOf(of dialog.State, owner string, nameOf func(string) string) State {
	s := State{Table: of.Table, Owner: owner, Game: of.ID, Position: of.Position, Turn: of.Turn, Over: of.Over}
	if !s.Over {
		s.Mover = nameOf(of.Players[of.ToMove].ID)
	}
	return s
}
