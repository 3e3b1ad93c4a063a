package sentence

import (
	"slices"
	"strconv"
	"strings"

	"nimbot/game/rules"
	"nimbot/game/words"
	"nimbot/game/words/command"
)

// Choice is a question about a move that a sentence leaves open, with the possible moves.
type Choice struct {
	Say   words.Text
	Moves []LabelledMove
}

// LabelledMove is a move with the text of its button.
type LabelledMove struct {
	Move  rules.Move
	Label words.Text
}

// ReadMove returns the move that a sentence clearly orders to play in p. If the sentence
// leaves something open, it returns a question instead: which of several moves, whether
// to play one, whether the number is taken or left, which pile, or how many. If the
// sentence names no move, it returns neither.
func (t *Interpreter) ReadMove(p rules.Position, text string) (rules.Move, *Choice) {
	text = t.fold(text)
	if topic := t.conversation().topicOf(t.split(text)); topic == Choose || slices.Contains(politeTopics, topic) {
		return "", nil // "just pick one for me", "good one"
	}
	if m, choice := (correctionReader{t}).move(p, text); m != "" || choice != nil {
		return m, choice
	}
	switch moves := t.move.orderedMoves(p, text); len(moves) {
	case 0:
	case 1:
		return moves[0], nil
	default:
		_, amount := cutMove(moves[0])
		return "", &Choice{words.New("talk.either"), []LabelledMove{
			{moves[0], words.New("choice.take", "label", amount)},
			{moves[1], words.New("choice.leave", "label", amount)},
		}}
	}
	if moves, alone := t.move.equalizingMoves(p, text); alone {
		return moves[0], nil
	} else if len(moves) > 0 {
		return "", propose("talk.which-move", moves[:min(len(moves), maxProposed)]...)
	}
	if choice := t.move.askAboutPart(p, text); choice != nil {
		return "", choice
	}
	if moves := append(t.move.proposedMove(p, text), t.move.afterDenial(p, text)...); len(moves) > 0 {
		return "", proposeOne(moves[0])
	}
	if choice := t.move.askAboutRest(p, text); choice != nil {
		return "", choice
	}
	if m, choice := t.move.readUnfinished(p, text); m != "" || choice != nil {
		return m, choice
	}
	switch moves := t.move.movesByNumbers(p, text, 0); len(moves) {
	case 0:
		if m := t.move.moveInPiece(p, text); m != "" && !strings.Contains(text, "?") {
			return "", propose("talk.not-the-rest", m)
		}
		return "", nil
	case 1:
		return "", proposeOne(moves[0])
	default:
		return "", propose("talk.which-move", moves[:min(len(moves), maxProposed)]...)
	}
}

// afterDenial returns the move of the last clause of a sentence whose other clauses deny
// something: "not B, take 2 from C". The result has one move or none.
func (t *moveInterpreter) afterDenial(p rules.Position, text string) []rules.Move {
	parts, piles := clauses(text), pilesOf(p)
	if len(parts) == 0 || len(piles) == 0 || t.isDoubtful(text) {
		return nil
	}
	last := len(parts) - 1
	for _, clause := range parts[:last] {
		if !t.hasAny(t.normalize(clause), t.negations) || t.hasAny(t.normalize(clause), t.asking) {
			return nil
		}
	}
	if moves := t.movesIn(p, piles, parts[last]); len(moves) == 1 {
		return moves
	}
	return nil
}

// proposeOne asks whether to play a move.
func proposeOne(m rules.Move) *Choice { return propose("talk.play", m) }

// propose asks about one or more moves with a sentence of the catalogue.
func propose(key string, moves ...rules.Move) *Choice {
	c := &Choice{Say: words.New(key, "move", string(moves[0]), "moves", command.ListMoves(moves))}
	for _, m := range moves {
		c.Moves = append(c.Moves, LabelledMove{m, words.New("button.play", "move", string(m))})
	}
	return c
}

// cutMove splits a move into the letter of its pile and its amount.
func cutMove(m rules.Move) (label, amount string) {
	label = strings.TrimRight(string(m), "0123456789")
	return label, string(m)[len(label):]
}

// readUnfinished reads a sentence that names only the amount or only the pile: "take 2",
// "from B". It returns the move if only one is possible.
func (t *moveInterpreter) readUnfinished(p rules.Position, text string) (rules.Move, *Choice) {
	spoken, piles := t.normalize(text), pilesOf(p)
	if len(piles) == 0 || t.isDoubtful(text) || slices.ContainsFunc(spoken, t.raisesDoubt) {
		return "", nil
	}
	takes := t.hasAny(spoken, t.taking)
	if !takes && !t.canBeHalfMove(spoken) {
		return "", nil
	}
	r := moveReader{talk: t, piles: piles}
	if !r.consume(spoken) || r.hasAmount == r.hasPile || r.all || r.half || r.mode != 0 {
		return "", nil
	}
	legal := slices.DeleteFunc(command.LegalMoves(p, r.completions()), func(m rules.Move) bool { return !takesAway(p, m) })
	switch {
	case len(legal) == 1 && (takes || len(piles) == 1):
		return legal[0], nil
	case len(legal) == 1:
		return "", proposeOne(legal[0])
	case len(legal) == 0 || len(legal) > maxOpen:
		return "", nil
	}
	return "", r.ask(legal)
}

// takesAway reports whether a legal move takes the number of stones that its notation
// says. In some games with lettered rows, the notation means something else.
func takesAway(p rules.Position, m rules.Move) bool {
	label, amount := cutMove(m)
	after, err := p.Play(m)
	if err != nil {
		return false
	}
	before, left := pilesOf(p), pilesOf(after)
	for i := range min(len(before), len(left)) {
		if rules.Label(i) == label {
			return strconv.FormatUint(before[i]-left[i], 10) == amount
		}
	}
	return false
}

// canBeHalfMove reports whether a sentence without a word for taking can be half a move: a
// single letter, or a number among move words. "Nice one" can't.
func (t *moveInterpreter) canBeHalfMove(spoken []string) bool {
	if len(spoken) == 1 && len(spoken[0]) == 1 {
		return true
	}
	return slices.ContainsFunc(spoken, isNumber) && !slices.ContainsFunc(spoken, func(w string) bool {
		nods := t.polite.of(w) == Nod || t.polite.of(w) == Okay
		return t.roles[w] == 0 && !isNumber(w) && !t.fillers[w] && !nods
	})
}

// maxOpen is the largest number of moves to choose from.
const maxOpen = 5

// completions returns the moves that an amount without a pile, or a pile without an
// amount, may mean.
func (r *moveReader) completions() (notations []string) {
	if r.hasAmount {
		for r.pile = range r.piles {
			notations = append(notations, r.moveTaking(r.amount))
		}
		return notations
	}
	size := r.piles[r.pile]
	for n := uint64(1); n <= size && n < maxOpen; n++ {
		notations = append(notations, r.moveTaking(n))
	}
	return append(notations, r.moveTaking(size))
}

// ask asks from which pile to take, or how many stones, with the moves that are legal.
func (r *moveReader) ask(legal []rules.Move) *Choice {
	c := &Choice{Say: words.New("talk.which-pile", "amount", int(r.amount), "moves", command.ListMoves(legal))}
	if r.hasPile {
		c.Say = words.New("talk.how-many", "label", rules.Label(r.pile), "moves", command.ListMoves(legal))
	}
	for _, m := range legal {
		label, amount := cutMove(m)
		text := words.New("choice.take", "label", amount)
		if r.hasAmount {
			text = words.New("button.from", "label", label)
		}
		c.Moves = append(c.Moves, LabelledMove{m, text})
	}
	return c
}
