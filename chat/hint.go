package chat

import (
	"strings"

	"nimbot/game"
	"nimbot/game/solve"
)

// hint answers in three steps: who is winning; where to look; the move with
// its working. In a lost position: that it is lost; why; what resists best.
func (s *session) hint() error {
	if s.playing() {
		if _, plays := s.seat(); !plays {
			return refuse("hint.spectator", nil)
		}
	}
	if err := s.mustMove(); err != nil {
		return err
	}
	if err := s.mayHint(); err != nil {
		return err
	}
	step := 1
	switch s.cmd.rest {
	case "", "1":
	case "2":
		step = 2
	case "3":
		step = 3
	default:
		return refuse("hint.step", Args{"part", abridge(s.cmd.rest)})
	}
	a, err := solve.Analyze(s.match.Position(), s.match.Setup().Ending)
	if err != nil {
		return err
	}
	if err := s.countHint(); err != nil {
		return err
	}
	var m *Message
	if a.Outcome == game.N {
		m = s.hintWon(a, step)
	} else {
		m = s.hintLost(a, step)
	}
	m.Edit = s.pressed() && step > 1
	if step < 3 {
		next := string('1' + rune(step))
		m.Buttons = []Button{s.button(say("button.more-hint", nil), Primary, "hint", next)}
	}
	return nil
}

// countHint notes a hint, once a turn however many steps are asked for.
func (s *session) countHint() error {
	seat, _ := s.seat()
	if s.match.HintedThisTurn(seat) {
		return nil
	}
	return s.apply(game.Event{Kind: game.Hinted, Seat: seat})
}

func (s *session) hintWon(a solve.Analysis, step int) *Message {
	best := a.Best()
	w := a.Working(best)
	switch step {
	case 1:
		return s.tell(say("hint.won", nil))
	case 2:
		return s.tell(s.whereToLook(w, best)...)
	}
	do := moveText("do", s.r.User, s.match.Position(), best)
	return s.tellWorking(say("hint.move", Args{"do", do}), s.doc.Game.Key, w)
}

// whereToLook says how to find the move best, without it, so that whoever can
// do the sums has enough.
func (s *session) whereToLook(w game.Working, best game.Move) []Text {
	p := s.match.Position()
	switch hinting, ok := p.(game.Hinting); {
	case onlyMove(p):
		return []Text{say("hint.only-move", nil)}
	case w.Target != nil && w.Target.Row < len(w.Rows):
		return s.partToLookAt(w)
	case ok:
		hint := hinting.Hint(best, s.match.Setup().Ending)
		return []Text{say("hint."+hint.Code, hint.Args)}
	}
	first := game.Choice{}
	for c := range p.Choices("") {
		if c.Done {
			break
		}
		// Of 1 and 14 the longer one is what 14,8 begins with.
		if strings.HasPrefix(string(best), c.Prefix) && len(c.Prefix) > len(first.Prefix) {
			first = c
		}
	}
	if first.Prefix == "" {
		return []Text{s.h.words.methodText(s.doc.Game.Key, w)}
	}
	return []Text{say("hint.begins", Args{"label", stepText(first)})}
}

// onlyMove reports whether p has just one legal move.
func onlyMove(p game.Position) bool {
	n := 0
	for range p.Moves() {
		if n++; n > 1 {
			break
		}
	}
	return n == 1
}

// partToLookAt names the part of a sum and the binary column that matter. What
// the parts count, where people cannot see it, and what the part must come to
// count, are told with it.
func (s *session) partToLookAt(w game.Working) []Text {
	row := w.Rows[w.Target.Row]
	part := s.h.words.part(s.doc.Game.Key, row.Label)
	args := Args{"part", part, "label", row.Label, "column", highBit(w.Sum), "value", number(row.Value)}
	hidden := unlike(w.Rows)
	key := "hint.row"
	switch {
	case w.Target.To > w.Target.From:
		key = "hint.rise"
	case row.Value&highBit(w.Sum) != 0:
		key = "hint.column"
	}
	if (part.Key != "part" || hidden) && key != "hint.rise" { // what is added is not what people see
		key += "-of-values"
	}
	lines := []Text{say(key, args)}
	if hidden {
		lines = append(lines, say("working.values", Args{"values", valueTexts(w.Rows)}))
	}
	lines = append(lines, factTexts(w.Facts)...)
	if hidden || len(w.Facts) > 0 {
		lines = append(lines, say("hint.make", Args{"to", w.Target.To}))
	}
	return lines
}

// highBit is the value of the highest binary digit of n, 0 for 0.
func highBit(n uint64) uint64 {
	if n == 0 {
		return 0
	}
	b := uint64(1)
	for n > 1 {
		n >>= 1
		b <<= 1
	}
	return b
}

func (s *session) hintLost(a solve.Analysis, step int) *Message {
	switch step {
	case 1:
		return s.tell(say("hint.lost", nil))
	case 2:
		return s.tellWorking(say("hint.why-lost", nil), s.doc.Game.Key, a.Working(""))
	}
	return s.tell(say("hint.resist", Args{"do", moveText("do", s.r.User, a.Position, solve.Resist(a))}))
}

// explain shows the working of the present position. A player of a game
// between people is counted a hint for it.
func (s *session) explain() error {
	switch {
	case s.doc.Game == nil:
		return refuse("no-game", nil)
	case !s.playing():
		return refuse("explain.over", nil)
	}
	a, err := solve.Analyze(s.match.Position(), s.match.Setup().Ending)
	if err != nil {
		return err
	}
	if _, plays := s.seat(); plays {
		if err := s.mayHint(); err != nil {
			return err
		}
		if err := s.countHint(); err != nil {
			return err
		}
	}
	key := "explain.lost"
	if a.Outcome == game.N {
		key = "explain.won"
	}
	s.tellWorking(say(key, Args{"player", s.player(s.match.ToMove())}), s.doc.Game.Key, a.Working(""))
	return nil
}

// predict says who wins a position before it is played, and how.
func (s *session) predict() error {
	for _, o := range []string{"level", "first", "clock"} {
		if s.cmd.opt.given[o] {
			return refuse("predict.option", Args{"option", o})
		}
	}
	if s.cmd.rest == "" {
		return refuse("predict.what", nil)
	}
	t, err := s.table()
	if err != nil {
		return err
	}
	g, err := game.Lookup(t.key)
	if err != nil {
		return err
	}
	p, err := g.Begin(t.start, t.ending)
	if err != nil {
		return err
	}
	a, err := solve.Analyze(p, t.ending)
	if err != nil {
		return err
	}
	if err := s.countPrediction(t, p); err != nil {
		return err
	}
	d := p.Diagram()
	args := Args{"position", positionText(t.key, p, &d), "aim", s.h.words.terms(t.key, t.ending.String())}
	if a.Outcome == game.P {
		s.tellWorking(say("predict.second", args), t.key, a.Working(""))
		return nil
	}
	best := a.Best()
	args = append(args, "do", moveText("do", s.r.User, p, best))
	s.tellWorking(say("predict.first", args), t.key, a.Working(best))
	return nil
}

// countPrediction counts a prediction of the very position that the person is
// playing as the hint that it is.
func (s *session) countPrediction(t table, p game.Position) error {
	_, plays := s.seat()
	if !plays || !s.playing() || s.doc.Game.Key != t.key || s.match.Setup().Ending != t.ending ||
		s.match.Position().String() != p.String() {
		return nil
	}
	return s.countHint()
}
