package explain

import (
	"nimbot/game/rules"
	"nimbot/game/teach"
	"nimbot/game/words"
)

// Ask returns Question and, where bundles decide, the board in bundles below it. What the board shows,
// the question leaves out.
func (t Teacher) Ask() Explanation {
	q := t.Question()
	if q.Key != t.Words.KeyFor("question", t.Key) {
		return told(q)
	}
	if t.balances() {
		q = words.New(q.Key + ".drawn")
	}
	out := told(q)
	out.Diagram = t.inBundles()
	return out
}

// balances reports whether the question is about the bundles of a board that is drawn in them, so that
// all three hints are.
func (t Teacher) balances() bool {
	q := t.Question()
	return q.Key == t.Words.KeyFor("question", t.Key) && t.Words.Has(q.Key+".drawn") && t.inBundles() != nil
}

// balanced returns the board in bundles after the move m, which gives each a partner.
func (t Teacher) balanced(m rules.Move) *rules.Diagram {
	q, err := t.Position.Play(m)
	if err != nil {
		return nil
	}
	d := q.Diagram()
	d.Bundles = true
	return &d
}

// InBundles returns the board after the move best, where hints speak of bundles, drawn in them: each has a partner.
// It is nil elsewhere.
func (t Teacher) InBundles(best rules.Move) *rules.Diagram {
	switch {
	case !t.balances():
		return nil
	case best == "":
		return t.inBundles()
	}
	return t.balanced(best)
}

// inBundles returns the board with its stones in bundles, if the bundles are what the explanation
// adds up, and no pile is too large to be drawn so.
func (t Teacher) inBundles() *rules.Diagram {
	d, w := t.Position.Diagram(), t.Analysis.Working("")
	if d.Shape != rules.Piles || len(w.Rows) != len(d.Rows) || !w.Adds() {
		return nil
	}
	for i, r := range w.Rows {
		if r.Value != d.Rows[i].Count || r.Value > rules.MaxBundled {
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

// Question returns the question that leads to t.Best() in a won position. If something
// simpler than the game's theory wins, the question is about that; otherwise it is the game's
// own question.
func (t Teacher) Question() words.Text {
	best := t.Best()
	q, err := t.Position.Play(best)
	if err != nil {
		return t.AskOfGame()
	}
	switch {
	case rules.Over(q):
		return words.New("question.finish")
	case t.Ending == rules.Misere && t.leavesOnes(best):
		return words.New(t.Words.KeyFor("question.ones", t.Key))
	case t.Ending == rules.Misere && !isTame(t.Position):
		return t.AskOfGame()
	case t.Ending == rules.Normal && canBeCopied(q):
		if liveParts(t.Position) == 2 && liveParts(q) == 2 {
			return words.New("question.two")
		}
		return words.New("question.pairs")
	}
	if key := t.known("question", q); key != "" {
		if two := t.Words.KeyFor("question.two", t.Key); two != "question.two" && len(t.Position.Diagram().Rows) == 2 && len(q.Diagram().Rows) == 2 {
			key = two // fewer words for a bar that has two rows already
		}
		return words.New(key)
	}
	return words.New(t.Words.KeyFor("question", t.Key))
}

// leavesOnes reports whether the move m reaches the end of a misère game, where the number of
// ones decides.
func (t Teacher) leavesOnes(m rules.Move) bool {
	after := t.Analysis.Working(m).After
	return after != nil && after.CountsOnes()
}

// canBeCopied reports whether the parts of p stand in equal pairs, so that every move can be
// copied in the other part of its pair.
func canBeCopied(p rules.Position) bool {
	_, ok := p.(rules.Copyable)
	return ok && liveParts(p) > 0 && teach.LeavesPairs(p)
}

// liveParts counts the parts of a sum that aren't empty.
func liveParts(p rules.Position) (n int) {
	if s, ok := p.(rules.Sum); ok {
		for i := range s.Parts() {
			if _, shape := s.Part(i); shape != "0" {
				n++
			}
		}
	}
	return n
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
	return words.New(t.Words.KeyFor(key, t.Key))
}

// isTame reports whether values decide a position in misère play, too.
func isTame(p rules.Position) bool {
	s, ok := p.(rules.Sum)
	return ok && s.Tame()
}
