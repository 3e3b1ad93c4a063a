package sentence

import (
	"slices"
	"strconv"
	"strings"

	"nimbot/game/rules"
	"nimbot/game/words/command"
)

// equalizingMoves returns the moves that make piles equal, if a sentence asks for that: "make B the
// same as A", "even them out". alone reports whether the move is clear: the piles are named, or
// there are only two.
func (t *moveInterpreter) equalizingMoves(p rules.Position, text string) (moves []rules.Move, alone bool) {
	spoken, piles := t.normalize(text), pilesOf(p)
	if len(piles) < 2 || !t.hasAny(spoken, t.equal) || slices.ContainsFunc(spoken, t.raisesDoubt) {
		return nil, false
	}
	named, strays := t.namedPiles(spoken, piles)
	if strays > maxStrays || len(named) > 2 || len(named) < 2 && !t.hasAny(spoken, t.equalize) {
		return nil, false
	}
	candidates := named
	if len(named) < 2 {
		candidates = nil
		for i, n := range piles {
			if n > 0 {
				candidates = append(candidates, i)
			}
		}
	}
	for _, i := range candidates {
		for _, j := range candidates {
			if piles[i] > piles[j] && (len(named) == 0 || slices.Contains(named, i) || slices.Contains(named, j)) {
				moves = append(moves, rules.Move(rules.Label(i)+strconv.FormatUint(piles[i]-piles[j], 10)))
			}
		}
	}
	legal := make([]string, len(moves))
	for i, m := range moves {
		legal[i] = string(m)
	}
	moves = slices.DeleteFunc(command.LegalMoves(p, legal), func(m rules.Move) bool { return !takesAway(p, m) })
	return moves, len(moves) == 1 && strays == 0 && !strings.Contains(text, "?")
}

// namedPiles returns the piles that the words name by letter or place, and counts the
// words that mean nothing in a comparison.
func (t *moveInterpreter) namedPiles(spoken []string, piles []uint64) (named []int, strays int) {
	for i, w := range spoken {
		r := moveReader{talk: t, piles: piles}
		last := i == len(spoken)-1
		article := t.roles[w] == single && !last && !t.joins[spoken[i+1]]
		switch {
		case t.equal[w], t.equalize[w], t.joins[w], article:
		case len(w) == 1 && r.readPile(w, 0) > 0 && r.hasPile, ordinal <= t.roles[w] && t.roles[w] <= smallest && r.readPile(w, t.roles[w]) > 0 && r.hasPile:
			if !slices.Contains(named, r.pile) {
				named = append(named, r.pile)
			}
		case t.roles[w] == 0 && !t.isIgnorable(w):
			strays++
		}
	}
	return named, strays
}

// askAboutRest asks about a sentence that takes all of a pile it doesn't name, or half of one that
// can't be halved.
func (t *moveInterpreter) askAboutRest(p rules.Position, text string) *Choice {
	spoken, piles := t.normalize(text), pilesOf(p)
	if len(piles) == 0 || t.isDoubtful(text) || slices.ContainsFunc(spoken, t.raisesDoubt) {
		return nil
	}
	r := moveReader{talk: t, piles: piles}
	if !r.consume(spoken) || r.hasAmount || r.mode != 0 {
		return nil
	}
	var notations []string
	switch {
	case r.half && r.hasPile:
		notations = []string{r.moveTaking(r.piles[r.pile] / 2), r.moveTaking(r.piles[r.pile]/2 + 1)}
	case (r.all || r.half) && !r.hasPile:
		for r.pile = range piles {
			n := piles[r.pile]
			if r.half {
				n /= 2
			}
			if n > 0 {
				notations = append(notations, r.moveTaking(n))
			}
		}
	}
	legal := slices.DeleteFunc(command.LegalMoves(p, notations), func(m rules.Move) bool { return !takesAway(p, m) })
	if len(legal) == 0 || len(legal) > maxOpen {
		return nil
	}
	return propose("talk.which-move", legal...)
}
