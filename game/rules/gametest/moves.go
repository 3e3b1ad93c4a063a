package gametest

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"

	"nimbot/game/rules"
	"nimbot/internal/slowtest"
)

// garbage are texts that no game writes as a move, and hardly any as a position.
var garbage = []string{
	"", " ", "\x00", "A\x00", "\n", "A2\n", "\u202e3 4", "@everyone", "<@1>", "-", "--", "-1", "+", ":", ",", "A", "A-1", "A+1", "A1.5",
	"A99999999999999999999999", "ZZZZZZZZ1", "A0x1", "1e9", "½", "①", "A２", "\xff\xfe", "🎲", "A:", "A:+", "A1:", "A:1+", "A:0+0", "x", "1x",
	strings.Repeat("9", 100_000), strings.Repeat("A", 100_000), strings.Repeat("1 ", 5_000) + "x",
}

// checkIllegal tries to play texts that are not listed moves, in a sample of positions.
func checkIllegal(t *testing.T, x *graph) {
	c := newFailures(t)
	foreign := foreignMoves(t, x.game.Key)
	for _, n := range x.sample(slowtest.Count(25, 100)) {
		legal := make(map[rules.Move]bool, len(n.moves))
		for _, m := range n.moves {
			legal[m] = true
		}
		try := func(m rules.Move) {
			if !legal[m] {
				checkRefused(c, n.position, m)
			}
		}
		for _, s := range garbage {
			try(rules.Move(s))
		}
		for _, m := range foreign {
			try(m)
		}
		for _, m := range n.moves[:min(len(n.moves), 12)] {
			for _, s := range mutations(string(m)) {
				try(rules.Move(s))
			}
		}
	}
}

// checkFinish checks Finish against the legal moves that end the match.
func checkFinish(t *testing.T, x *graph) {
	c := newFailures(t)
	for _, n := range x.nodes {
		p, ok := n.position.(rules.Finishing)
		if !ok {
			return
		}
		var want rules.Move
		for i, m := range n.moves {
			if len(x.nodes[n.next[i]].moves) == 0 {
				want = m
			}
		}
		if m, ok := p.Finish(); m != want || ok != (want != "") {
			c.errorf("%s: Finish() = %q, %v, want %q", n.text, m, ok, want)
		}
	}
}

// checkCount checks CountMoves against Moves.
func checkCount(t *testing.T, x *graph) {
	c := newFailures(t)
	for _, n := range x.nodes {
		p, ok := n.position.(rules.Countable)
		if !ok {
			return
		}
		legal := len(n.moves)
		for _, most := range []int{legal + 1, legal, legal / 2} {
			if got, want := p.CountMoves(most), min(legal, most); got != want {
				c.errorf("%s: CountMoves(%d) = %d, want %d", n.text, most, got, want)
			}
		}
	}
}

// checkReached checks Reaches against MovesTo.
func checkReached(t *testing.T, x *graph) {
	c := newFailures(t)
	for _, n := range x.nodes {
		p, ok := n.position.(rules.Reaching)
		if !ok {
			return
		}
		for i := range p.Parts() {
			for g := range p.Value(i).Grundy + 2 {
				for _, v := range []rules.Value{{Grundy: g}, {Grundy: g, Firm: true}} {
					moves := slices.Collect(p.MovesTo(i, v))
					if len(moves) > 1 || p.Reaches(i, v) != (len(moves) == 1) {
						c.errorf("%s: Reaches(%d, %v) = %v, want what the moves %v say, of which there is at most one", n.text, i, v, p.Reaches(i, v), moves)
					}
				}
			}
		}
	}
}

// checkRefused plays an illegal move: it must be refused with an *Error that
// is ErrIllegal and has a code.
func checkRefused(c *failures, p rules.Position, m rules.Move) {
	c.t.Helper()
	defer func() {
		if r := recover(); r != nil {
			c.errorf("%s: Play(%.40q) panics: %v", p, string(m), r)
		}
	}()
	q, err := p.Play(m)
	if err == nil {
		c.errorf("%s: Play(%.40q) = %s, want it refused: it is not listed", p, string(m), q)
		return
	}
	var refusal *rules.Error
	if !errors.As(err, &refusal) || !errors.Is(err, rules.ErrIllegal) || refusal.Code == "" {
		c.errorf("%s: Play(%.40q) = %v, want an *Error that is ErrIllegal and has a code", p, string(m), err)
	}
}

// mutations returns near misses of a move.
func mutations(m string) []string {
	out := []string{
		m + "0", m + "1", "0" + m, "1" + m, m + " ", " " + m, m + m, m + ",1", m + ":1+1", m + "+1", m + "-1", m + "\x00",
		strings.ToLower(m), "A" + m, "Z" + m, m[1:], m[:len(m)-1],
	}
	for i := range len(m) {
		for _, r := range []string{"0", "00", "9", "-", "B", "99999999999999999999", "\u202e"} {
			out = append(out, m[:i]+r+m[i+1:])
		}
		out = append(out, m[:i]+"0"+m[i:])
	}
	return out
}

// foreignMoves returns a few moves of every other listed game.
func foreignMoves(t *testing.T, key string) []rules.Move {
	t.Helper()
	var out []rules.Move
	for _, g := range rules.Games() {
		if g.Key == key {
			continue
		}
		p, err := g.Begin(g.Examples[0], g.Endings[0])
		if err != nil {
			t.Logf("%s: its first example is refused: %v", g.Key, err)
			continue
		}
		n := 0
		for m := range p.Moves() {
			out = append(out, m)
			if n++; n == 12 {
				break
			}
		}
	}
	return out
}

// maxLabel is the length of a label that fits on a button beside others, in bytes.
const maxLabel = 16

// checkChoices walks all choices in a sample of positions: they must lead to
// exactly the legal moves.
func checkChoices(t *testing.T, x *graph) {
	c := newFailures(t)
	for _, n := range x.sample(slowtest.Count(100, 400)) {
		got, err := walk(n.position, "", 0)
		if err != nil {
			c.errorf("%s: %v", n.text, err)
			continue
		}
		want := slices.Clone(n.moves)
		slices.Sort(want)
		slices.Sort(got)
		if !slices.Equal(got, want) {
			c.errorf("%s: the choices lead to %v, want the legal moves %v", n.text, got, want)
		}
	}
	for _, prefix := range garbage {
		for range x.nodes[0].position.Choices(prefix + "?") {
			c.errorf("%s: Choices(%.40q) offers something", x.nodes[0].text, prefix+"?")
		}
	}
}

// walk collects the complete moves that the choices from prefix lead to.
func walk(p rules.Position, prefix string, depth int) ([]rules.Move, error) {
	if depth > 24 {
		return nil, fmt.Errorf("Choices(%q) does not come to an end", prefix)
	}
	var out []rules.Move
	for ch := range p.Choices(prefix) {
		if ch.Label == "" || len(ch.Label) > maxLabel {
			return nil, fmt.Errorf("Choices(%q) offers the label %q, want 1 to %d bytes", prefix, ch.Label, maxLabel)
		}
		if ch.Done {
			out = append(out, rules.Move(ch.Prefix))
			continue
		}
		if ch.Prefix == prefix {
			return nil, fmt.Errorf("Choices(%q) offers itself", prefix)
		}
		more, err := walk(p, ch.Prefix, depth+1)
		if err != nil {
			return nil, err
		}
		if len(more) == 0 {
			return nil, fmt.Errorf("Choices(%q) offers %q, which leads nowhere", prefix, ch.Prefix)
		}
		out = append(out, more...)
	}
	return out, nil
}
