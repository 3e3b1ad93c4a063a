package explain

import (
	"nimbot/game/rules"
	"nimbot/game/teach"
	"nimbot/game/words"
)

// Ask returns Question and, where bundles decide, the board in bundles below it.
func (t Teacher) Ask() Explanation {
	q := t.Question()
	out := told(q)
	if q.Key == t.Words.KeyFor("question", t.Key) {
		out.Diagram = t.inBundles()
	}
	return out
}

// inBundles returns the board with its stones in bundles, if the bundles are what the explanation
// adds up.
func (t Teacher) inBundles() *rules.Diagram {
	d, w := t.Position.Diagram(), t.Analysis.Working("")
	if d.Shape != rules.Piles || len(w.Rows) != len(d.Rows) || !w.Adds() {
		return nil
	}
	for i, r := range w.Rows {
		if r.Value != d.Rows[i].Count {
			return nil
		}
	}
	d.Bundles = true
	return &d
}

// stalked returns the board after a move, or the present board if m is "", with the stalk to
// which each tree is equal; nil if there are no trees.
func (t Teacher) stalked(m rules.Move) *rules.Diagram {
	p, marks := t.Position, []rules.Mark(nil)
	if q, err := p.Play(m); err == nil {
		if was, ok := p.(rules.Marked); ok {
			marks = was.Marks(m)
		}
		p = q
	}
	d := p.Diagram()
	d.Marks, d.Stalks = marks, rules.Stalks(p)
	if d.Stalks == nil {
		return nil
	}
	return &d
}

// Drawn returns the board of an analysis: its stones are in bundles, or its trees beside their
// stalks, if the explanation adds these up.
func (t Teacher) Drawn(d rules.Diagram) rules.Diagram {
	d.Bundles, d.Stalks = t.inBundles() != nil, rules.Stalks(t.Position)
	return d
}

// Question returns the question that leads to a winning move in a won position. If something
// simpler than the game's theory wins, the question is about that; otherwise it is the game's
// own question.
func (t Teacher) Question() words.Text {
	q, err := t.Position.Play(teach.TaughtMove(t.Analysis))
	own := t.Words.KeyFor("question.two", t.Key)
	switch two := len(t.Position.Diagram().Rows) == 2; {
	case err != nil:
	case rules.Over(q):
		return text("question.finish")
	case t.Ending == rules.Misere && countsOnes(q):
		return text("question.ones")
	case t.Ending == rules.Misere && !isTame(t.Position):
		return t.AskOfGame()
	case t.Ending == rules.Normal && teach.LeavesPairs(q) && two:
		return text("question.two")
	case t.Ending == rules.Normal && teach.LeavesPairs(q):
		return text("question.pairs")
	case t.Ending == rules.Normal && two && own != "question.two" && len(q.Diagram().Rows) == 2:
		return text(own)
	}
	if after, err := t.Position.Play(t.best()); err == nil {
		if key := t.known("question", after); key != "" {
			return text(key)
		}
	}
	return text(t.Words.KeyFor("question", t.Key))
}

// known returns a catalogue key that begins with family, for what is known of a position
// without a search; "" if nothing is.
func (t Teacher) known(family string, p rules.Position) string {
	explainer, ok := p.(rules.Explainer)
	if !ok {
		return ""
	}
	for _, f := range explainer.Facts(t.Ending) {
		if key := family + "." + f.Code; t.Words.Has(key) {
			return key
		}
	}
	return ""
}

// AskOfGame returns the question to ask in every position of the game. It doesn't say who
// wins the present one.
func (t Teacher) AskOfGame() words.Text {
	key := "question"
	if t.Ending == rules.Misere {
		key = "question.misere"
	}
	return text(t.Words.KeyFor(key, t.Key))
}

// isTame reports whether values decide a position in misère play, too.
func isTame(p rules.Position) bool {
	s, ok := p.(rules.Sum)
	return ok && s.Tame()
}

// countsOnes reports whether no part of a sum counts above one.
func countsOnes(p rules.Position) bool {
	if !isTame(p) {
		return false
	}
	s := p.(rules.Sum)
	for i := range s.Parts() {
		if s.Value(i).Firm || s.Value(i).Grundy > 1 {
			return false
		}
	}
	return true
}
