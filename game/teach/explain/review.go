package explain

import (
	"math"
	"strconv"

	"nimbot/game/rules"
	"nimbot/game/rules/solve"
	"nimbot/game/teach"
	"nimbot/game/words"
)

// Review is a teach.Review in words.
type Review struct {
	teach.Review
	Words *words.Catalogue
	Names [2]words.Person // by seat
}

// Head names the game, its start and its aim.
func (r Review) Head() words.Text { return r.Words.Setup("review.head", r.Setup) }

// Kept says of each player how often they kept a win that could be given away, by a move that
// stands, and how often guessing keeps it.
func (r Review) Kept() []words.Text {
	lines := make([]words.Text, 2)
	for seat := range lines {
		lines[seat] = r.kept(rules.Seat(seat))
	}
	return lines
}

func (r Review) kept(seat rules.Seat) words.Text {
	who, kept, hinted := r.Names[seat], 0, 0
	var judged []teach.Decision
	var chances []float64 // of a guesser, in the judged decisions
	tooMany := false
	for _, d := range r.Standing() {
		switch {
		case d.Seat != seat:
			continue
		case !d.Judged():
			tooMany = tooMany || d.Winning > 0 && d.Legal > teach.MaxLegal
			continue
		case d.Kept():
			kept++
			if d.Hinted {
				hinted++
			}
		}
		judged, chances = append(judged, d), append(chances, d.Chance())
	}
	var guess words.Text
	switch {
	case len(judged) == 0 && tooMany:
		return words.New("review.too-many-moves", "player", who)
	case len(judged) == 0:
		return words.New("review.nothing-judged", "player", who)
	case len(judged) == 1:
		d := judged[0]
		guess = words.New("review.guess-once", "count", d.Winning, "of", d.Legal, "seldom", 2*d.Winning <= d.Legal)
	default:
		guess = guessing(chances, kept)
	}
	return words.New("review.kept-of", "player", who, "kept", kept, "count", len(judged), "hinted", hinted, "guess", guess)
}

// guessing says in how many games a player who guesses keeps the win at least as often as it was
// kept, but at least once. chances are those of a guesser in each decision.
func guessing(chances []float64, kept int) words.Text {
	part, of, fewer := fraction(atLeast(chances, max(kept, 1)))
	return words.New("review.guess-games", "count", part, "of", of, "kept", kept > 0, "fewer", fewer)
}

// atLeast returns the probability that n or more of independent events happen.
func atLeast(chances []float64, n int) float64 {
	exactly := make([]float64, len(chances)+1) // exactly[k]: k of the events so far happen
	exactly[0] = 1
	for i, p := range chances {
		for k := i + 1; k > 0; k-- {
			exactly[k] = exactly[k]*(1-p) + exactly[k-1]*p
		}
		exactly[0] *= 1 - p
	}
	sum := 0.0
	for _, p := range exactly[n:] {
		sum += p
	}
	return sum
}

// fraction returns the simplest fraction of a probability that is at most 10 % off: 2 of 3 for
// 0.65, never all. Below a tenth it is 1 of a number with two significant digits: 1 of 44 for
// 0.0227. fewer reports a probability below 1 of 10^6, for which it returns 1 of 10^6.
func fraction(x float64) (part, of int, fewer bool) {
	const near, most, least = 0.1, 10, 1e-6
	if x < least {
		return 1, 1 / least, true
	}
	if x >= 0.95 {
		return 19, 20, false // never all games
	}
	for of = 2; of <= most; of++ {
		part = int(math.Round(x * float64(of)))
		if part > 0 && part < of && math.Abs(float64(part)/float64(of)-x) <= near*x {
			return part, of, false
		}
	}
	scale := math.Pow(10, math.Floor(math.Log10(1/x))-1)
	return 1, int(math.Round(1/x/scale) * scale), false
}

// TurningPoint says what was played at a turning point, and what would have
// kept the win.
func (r Review) TurningPoint(d teach.Decision) words.Text {
	better := d.Better[0] // a turning point has one
	args := words.Args{
		"turn", rules.MoveNumber(d.Turn), "moved", words.Move("moved", r.Names[d.Seat], d.Before, d.Move), "to", d.After.String(),
		"doing", words.Move("doing", words.Person{}, d.Before, better),
	}
	if q, err := d.Before.Play(better); err == nil && !rules.Over(q) {
		return words.New("review.turning-point", append(args, "better_to", q.String())...)
	}
	return words.New("review.turning-point-end", args...)
}

// Turn says what was played on a turn, and with what effect. If the move gave a win
// away, Turn says how to keep it, and why.
func (r Review) Turn(d teach.Decision) []words.Text {
	if !d.GaveAway() {
		moved := words.Move("moved", r.Names[d.Seat], d.Before, d.Move)
		return []words.Text{words.New("review.move", "turn", rules.MoveNumber(d.Turn), "moved", moved, "verdict", Verdict(d))}
	}
	lines := []words.Text{r.TurningPoint(d)}
	if d.Hinted {
		lines = append(lines, words.New("review.hinted", "player", r.Names[d.Seat]))
	}
	return append(lines, r.Check(d)...)
}

// Verdict describes a move that didn't give away a judged win.
func Verdict(d teach.Decision) words.Text {
	switch {
	case d.Winning == 0:
		return words.New("review.lost")
	case d.Legal > teach.MaxLegal:
		return words.New("review.not-judged")
	case d.Winning == d.Legal:
		return words.New("review.all-won")
	}
	return words.New("review.kept")
}

// Judged reports whether move n, from 1, kept a win or gave it away. It does neither if the move
// wasn't judged, or comes after the end of a shortened review.
func (r Review) Judged(n int) (kept, lost bool) {
	if standing := r.Standing(); n <= len(standing) {
		kept, lost = standing[n-1].Kept(), standing[n-1].GaveAway()
	}
	return kept, lost
}

// After returns the sentences about move n, 0 being the start, and its index among the turning
// points, -1 if it is none. For a move after the end of a shortened review, the sentences say so.
func (r Review) After(n int) (lines []words.Text, point int) {
	standing := r.Standing()
	switch {
	case n == 0:
		return []words.Text{r.Head()}, -1
	case n > len(standing):
		return r.Conclusion(), -1
	}
	d := standing[n-1]
	point = -1
	if d.TurningPoint() {
		for _, p := range r.TurningPoints() {
			if p.Turn <= d.Turn {
				point++
			}
		}
	}
	lines = r.Turn(d)
	if n == len(standing) {
		lines = append(lines, r.Conclusion()...)
	}
	return lines, point
}

// Check returns the check after the move that would have kept the win at a turning
// point.
func (r Review) Check(d teach.Decision) []words.Text {
	a, err := solve.Analyze(d.Before, r.Setup.Ending)
	if err != nil {
		return nil
	}
	return withMoveInWords(r.Words.WorkingCheck(r.Setup.Game, a.Working(d.Better[0])), d.Before, d.Better[0])
}

// Conclusion says what the decisions show together: that nobody gave a win away, that the
// loser never had one, or gave up with one; and how far the review got.
func (r Review) Conclusion() []words.Text {
	var lines []words.Text
	looked := len(r.Standing())
	played := looked > 0
	loser := rules.Nobody
	if r.Result.Winner != rules.Nobody {
		loser = r.Result.Winner.Other()
	}
	switch {
	case loser != rules.Nobody && r.GaveUp(loser):
		lines = append(lines, words.New("review.gave-up", "player", r.Names[loser]))
	case played && r.Flawless():
		lines = append(lines, words.New("review.flawless"))
	}
	lines = append(lines, r.takenBack()...)
	if loser != rules.Nobody && played && r.NeverWinning(loser) {
		lines = append(lines, words.New("review.never-winning."+strconv.Itoa(int(loser)), "player", r.Names[loser], "position", r.Setup.Start))
	}
	if r.Truncated {
		lines = append(lines, words.New("review.cut", "count", looked))
	}
	return lines
}

// takenBack says who gave a win away with a move that was taken back. It counts for nothing else here.
func (r Review) takenBack() []words.Text {
	var count [2]int
	for _, d := range r.Decisions {
		if d.Undone && d.GaveAway() {
			count[d.Seat]++
		}
	}
	var lines []words.Text
	for seat, n := range count {
		if n > 0 {
			lines = append(lines, words.New("review.taken-back", "player", r.Names[seat], "count", n))
		}
	}
	return lines
}

// Decimals writes x with n digits after the point.
func Decimals(x float64, n int) words.Decimal {
	return words.Decimal(strconv.FormatFloat(x, 'f', n, 64))
}
