package message

import (
	"strconv"

	"nimbot/game/rules"
	"nimbot/game/words"
	"nimbot/store/channel"
)

// pairLine words the score of a rated pair. ok is false if there is no pair, and at the
// end of its first game: the second game's board follows at once and shows the score.
func (t *Table) pairLine() (line words.Text, ok bool) {
	p, r := t.Play.Game.Pair, t.Match.Result()
	void := r.Over && r.Reason == rules.ByAgreement
	if p == nil || r.Over && p.Game == 1 && !void {
		return words.Text{}, false
	}
	leader := rules.Seat(0)
	if p.Score[0] < p.Score[1] {
		leader = 1
	}
	level := p.Score[0] == p.Score[1]
	key := "pair.second"
	switch {
	case void:
		key = "pair.void"
	case p.Game == 1:
		key = "pair.first"
	case r.Over && level:
		key = "pair.drawn"
	case r.Over:
		key = "pair.won"
	case level:
		key = "pair.level"
	}
	return words.New(key, "leader", t.Player(leader), "more", points(p.Score[leader]), "fewer", points(p.Score[leader.Other()])), true
}

// points formats half points: 3 is "1½".
func points(halves int) string {
	switch {
	case halves%2 == 0:
		return strconv.Itoa(halves / 2)
	case halves == 1:
		return "½"
	}
	return strconv.Itoa(halves/2) + "½"
}

// Scored adds a game's result to the score of its pair. A stopped game scores nothing.
func Scored(p channel.Pair, r rules.Result) *channel.Pair {
	switch {
	case r.Winner != rules.Nobody:
		p.Score[r.Winner] += 2
	case r.Reason != rules.ByAgreement:
		p.Score[0]++
		p.Score[1]++
	}
	return &p
}
