package rules

// Situation is a position of a game under one of its endings: all that decides who wins.
type Situation struct {
	Game     string // the game's key
	Ending   Ending
	Position Position
}

// ReadSituation reads a situation from a game's key, an Ending's String and a position's. ok is
// false if no game has that key, or no such position.
func ReadSituation(key, ending, position string) (s Situation, ok bool) {
	g, err := Lookup(key)
	if err != nil {
		return s, false
	}
	p, err := g.Parse(position)
	return Situation{key, EndingOf(ending), p}, err == nil
}

// Situation returns the one with which a game begins. The error is that of Lookup or Begin.
func (t Setup) Situation() (s Situation, err error) {
	g, err := Lookup(t.Game)
	if err != nil {
		return s, err
	}
	p, err := g.Begin(t.Start, t.Ending)
	return Situation{t.Game, t.Ending, p}, err
}

// Situations returns those of a match, from the start to the present one, taken-back ones left out.
func (m Match) Situations() []Situation {
	all := make([]Situation, len(m.history))
	for i, p := range m.history {
		all[i] = Situation{m.setup.Game, m.setup.Ending, p}
	}
	return all
}
