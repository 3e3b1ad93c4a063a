package explain

import (
	"math/rand/v2"

	"nimbot/game/rules"
	"nimbot/game/rules/solve"
	"nimbot/game/words"
)

// Demo is a game in which the bot moves for both players and says why. It implements
// dialog.Reviewed.
type Demo struct {
	rules.Match
	words *words.Catalogue
	lines []words.Text    // about each move
	said  map[string]bool // the checks whose consequence, and the theories whose reason, was said once
}

// NewDemo begins a demonstration of a setup. Errors are those of rules.NewMatch.
func NewDemo(c *words.Catalogue, s rules.Setup) (Demo, error) {
	m, err := rules.NewMatch(s)
	return Demo{Match: m, words: c, said: map[string]bool{}}, err
}

// Play plays one more move. If random isn't nil, the second player moves at random; otherwise both
// play perfectly. It does nothing in a game that is over. The error is that of solve.Analyze.
func (d *Demo) Play(random *rand.Rand) error {
	p, seat := d.Position(), d.ToMove()
	if rules.Over(p) {
		return nil
	}
	a, err := solve.Analyze(p, d.Setup().Ending)
	if err != nil {
		return err
	}
	m := d.choose(a)
	if random != nil && seat == 1 {
		m = randomMove(p, random)
	}
	next, err := d.Match.Play(seat, m)
	if err != nil {
		return err
	}
	why, err := d.why(a, m, next.Position())
	if err != nil {
		return err
	}
	d.Match = next
	d.lines = append(d.lines, words.New("demo.move", "turn", rules.MoveNumber(len(d.lines)+1),
		"player", words.New(playerKey(seat)), "do", words.Do(p, m), "why", why))
	return nil
}

// choose returns the move that a hint teaches or, in a lost position, one whose answer shows most.
func (d *Demo) choose(a solve.Analysis) rules.Move {
	if a.Outcome == rules.N {
		return d.teacher(a).Best()
	}
	if m := d.instructive(a); m != "" {
		return m
	}
	return solve.Resist(a)
}

// instructive returns the move in a lost sum whose answer can't copy anything, so that it shows how a
// nim-sum of 0 is restored; among several, one after which most is left. It is "" if copying answers
// every move, and in misère play.
func (d *Demo) instructive(a solve.Analysis) (best rules.Move) {
	if a.Method != solve.BySum || a.Ending == rules.Misere {
		return ""
	}
	var most uint64
	for _, m := range solve.Plausible(a.Position) {
		p, err := a.Position.Play(m)
		if err != nil {
			continue
		}
		b, err := solve.Analyze(p, a.Ending)
		if err != nil {
			continue
		}
		q, err := p.Play(d.teacher(b).Best())
		if err != nil || liveParts(q) == 0 || canBeCopied(q) {
			continue
		}
		if left := q.Size().Total; left > most {
			best, most = m, left
		}
	}
	return best
}

func (d *Demo) teacher(a solve.Analysis) Teacher {
	return Teacher{Analysis: a, Words: d.words, Key: d.Setup().Game}
}

// why says what the move m did to the position that a is about, and left.
func (d *Demo) why(a solve.Analysis, m rules.Move, left rules.Position) (words.Text, error) {
	if a.Outcome == rules.P {
		return d.whyLost(a, left), nil
	}
	after, err := solve.Analyze(left, d.Setup().Ending)
	if err != nil {
		return words.Text{}, err
	}
	if after.Outcome == rules.N {
		return words.New("demo.gave-away", "position", rules.Typed(left)), nil
	}
	check := d.words.WorkingCheck(d.Setup().Game, a.Working(m))
	if len(check) == 0 {
		return words.New("demo.kept", "position", rules.Typed(left)), nil
	}
	line := check[0]
	if known := d.said[line.Key]; known && line.Key != "working.after-facts" {
		return line, nil
	}
	d.said[line.Key] = true
	for _, more := range check[1:] {
		line = words.New("sentences", "first", line, "second", more)
	}
	return line, nil
}

// whyLost says that every move loses and what was left, and once for each theory why.
func (d *Demo) whyLost(a solve.Analysis, left rules.Position) words.Text {
	lost := words.New("demo.lost", "position", rules.Typed(left))
	w := a.Working("")
	reason := d.words.WorkingMethod(d.Setup().Game, w)
	key := reason.Key
	if steps := d.words.WorkingSteps(d.Setup().Game, w); w.Variant != "" && len(steps) > 0 {
		reason, key = steps[0], "working.after-"+w.Check // why copying works, which the check says, too
	}
	if w.Lost == "" && w.Variant == "" || d.said[key] {
		return lost
	}
	d.said[key] = true
	return words.New("sentences", "first", lost, "second", reason)
}

// playerKey is the catalogue's entry that names the player of a seat.
func playerKey(s rules.Seat) string {
	if s == 0 {
		return "demo.first"
	}
	return "demo.second"
}

// mostRandom is from how many moves a random one is drawn: of a pile of a billion stones not all can
// be listed.
const mostRandom = 1000

// randomMove draws one of the first mostRandom moves of p, each as likely as the others.
func randomMove(p rules.Position, r *rand.Rand) (drawn rules.Move) {
	n := 0
	for m := range p.Moves() {
		if n++; r.IntN(n) == 0 {
			drawn = m
		}
		if n == mostRandom {
			break
		}
	}
	return drawn
}

// Lines are the sentences about the moves from the one with index from on, and at the end of the game
// about its result.
func (d *Demo) Lines(from int) []words.Text {
	lines := d.lines[from:len(d.lines):len(d.lines)]
	if w := d.Result().Winner; w != rules.Nobody {
		lines = append(lines, words.New("demo.won", "player", words.New(playerKey(w))))
	}
	return lines
}

// Kept implements dialog.Reviewed: nobody is judged.
func (d *Demo) Kept() []words.Text { return nil }

// Squares implements dialog.Reviewed.
func (d *Demo) Squares(rules.Seat) string { return "" }

// Judged implements dialog.Reviewed.
func (d *Demo) Judged(int) (kept, lost bool) { return false, false }

// After implements dialog.Reviewed.
func (d *Demo) After(n int) (lines []words.Text, point int) {
	switch {
	case n == 0:
		return nil, -1
	case n == len(d.lines):
		return d.Lines(n - 1), -1
	}
	return d.lines[n-1 : n : n], -1
}

// DemoPart is a demonstration from a move on. It implements dialog.Reviewed.
type DemoPart struct {
	*Demo
	Match rules.Match // begins with that move
	from  int
}

// From returns the demonstration from the move with index from on, which the first player makes. Errors are those of
// rules.NewMatch and Match.Play.
func (d *Demo) From(from int) (DemoPart, error) {
	s := d.Setup()
	s.Start = d.Positions()[from].String()
	m, err := rules.NewMatch(s)
	for _, move := range d.Moves()[from:] {
		if err != nil {
			break
		}
		m, err = m.Play(m.ToMove(), move)
	}
	return DemoPart{d, m, from}, err
}

// After implements dialog.Reviewed.
func (p DemoPart) After(n int) (lines []words.Text, point int) {
	if n == 0 {
		return nil, -1
	}
	return p.Demo.After(p.from + n)
}
