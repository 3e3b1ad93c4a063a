package practice

import (
	"errors"
	"slices"
	"strconv"
	"strings"

	"nimbot/game/dialog"
	"nimbot/game/rules"
	"nimbot/game/teach"
	"nimbot/game/words"
	"nimbot/game/words/command"
)

// verdict is the judgment of an answer.
type verdict struct {
	right   bool
	outcome string     // the answer, "won" or "lost", if it is one
	move    rules.Move // the answer, if it is a move
	// numbers are the answer, if it is a list of numbers.
	numbers []uint64
	teach.Verdict
}

// moveReader reads a move.
type moveReader func(p rules.Position, typed string) (rules.Move, error)

// judge judges an answer to a step, and refuses a text that can't be one. read reads a move.
func judge(step teach.Step, answer string, read moveReader) (verdict, error) {
	switch step.Asks {
	case asksNothing:
		return verdict{right: true}, nil
	case teach.AsksOutcome:
		won, err := readOutcome(answer)
		v := verdict{right: step.Puzzle.JudgeOutcome(won), outcome: "lost"}
		if won {
			v.outcome = "won"
		}
		return v, err
	case teach.AsksMove:
		m, err := read(step.Puzzle.Position, answer)
		if err != nil {
			return verdict{}, withExample(step.Puzzle.Position, step.Puzzle.Winning, err)
		}
		v, err := step.Puzzle.Judge(m)
		return verdict{right: v.Right, move: m, Verdict: v}, err
	case teach.AsksOrder:
		numbers, err := readNumbers(answer)
		if err != nil || len(numbers) != len(step.Given) {
			return verdict{}, refuse("practice.order-form", "part", command.Abridge(answer))
		}
		for i, n := range numbers {
			if n < 1 || n > uint64(len(step.Given)) {
				return verdict{}, refuse("practice.order-form", "part", command.Abridge(answer))
			}
			numbers[i] = step.Given[n-1]
		}
		return verdict{right: step.JudgeNumbers(numbers)}, nil
	}
	numbers, err := readNumbers(answer)
	if err != nil {
		return verdict{}, refuse("practice.numbers-form", "part", command.Abridge(answer))
	}
	if len(numbers) == 0 && step.Asks == teach.AsksNumbers {
		numbers = []uint64{0}
	}
	if asked := len(step.Answer()); step.Asks == teach.AsksNumbers && len(numbers) != asked { // a wrong count is a slip, not an answer
		return verdict{}, refuse("practice.numbers-count", "count", len(numbers), "asked", asked, "several", asked > 1)
	}
	return verdict{right: step.JudgeNumbers(numbers), numbers: numbers}, nil
}

// readSentence reads a move in notation, or in a sentence that can mean only one move.
// The error says what's wrong with it as notation.
func (e *execution) readSentence(p rules.Position, answer string) (rules.Move, error) {
	m, err := command.ReadMove(p, answer)
	if err == nil || e.line.Pressed() {
		return m, err
	}
	if m, _ = e.h.Chat.Talk(e.locale).ReadMove(p, answer); m != "" {
		return m, nil
	}
	return "", err
}

// samplePiles is how many numbers a sample shows if finding the count is part of the question.
const samplePiles = 3

// sample writes an example of an answer in numbers. All of them are larger than any
// right answer, so the example reveals nothing.
func sample(step teach.Step) string {
	n := samplePiles
	if step.Asks == teach.AsksNumbers {
		n = len(step.Answer())
	}
	numbers := make([]uint64, n)
	for i := range numbers {
		numbers[i] = 100 * uint64(i+1)
	}
	return joinNumbers(numbers, " ")
}

// noSuchPile refuses a move from a pile that doesn't exist, and names the piles that do.
func noSuchPile(e *execution, p rules.Position, label string) error {
	d := p.Diagram()
	return &dialog.Refusal{Text: words.New(e.words.KeyFor("practice.no-such-pile", e.doc.Now.Game), "label", label, "position", words.Position(e.doc.Now.Game, p, &d)), How: dialog.Refused}
}

// withExample adds an example of the notation to the refusal of a move. The example can be
// typed as it stands and is not a winning move.
func withExample(p rules.Position, winning []rules.Move, err error) error {
	r := dialog.RefusalOf(err)
	if r == nil {
		return err
	}
	example, ok := r.Text.Args.Value("example").(string)
	if !ok || !command.AsksWhich(r.Text) { // that refusal lists the moves that it may mean
		example = string(losingMove(p, winning))
	}
	if example != "" {
		r.Text.Args = append(r.Text.Args, "example", "answer "+example)
	}
	return r
}

// losingMove returns a legal move of p that doesn't win. If all moves win, it returns any of them,
// because that gives nothing away.
func losingMove(p rules.Position, winning []rules.Move) (m rules.Move) {
	for m = range p.Moves() {
		if !slices.Contains(winning, m) {
			break
		}
	}
	return m
}

// The words for an outcome.
var (
	wonWords  = []string{"won", "win", "wins", "winning", "w", "n"}
	lostWords = []string{"lost", "lose", "loses", "losing", "loss", "l", "p"}
)

func readOutcome(answer string) (won bool, err error) {
	answer = strings.ToLower(strings.Trim(answer, " .!'\""))
	switch {
	case slices.Contains(wonWords, answer):
		return true, nil
	case slices.Contains(lostWords, answer):
		return false, nil
	}
	return false, refuse("practice.outcome-form", "part", command.Abridge(answer))
}

// noneWords stand for an empty list.
var noneWords = []string{"none", "nothing", "nil", "-", "empty"}

// maxNumbers bounds how many numbers an answer has.
const maxNumbers = 64

// errNumbers says that an answer isn't a list of numbers.
var errNumbers = errors.New("practice: no numbers")

// readNumbers reads "8 4 1", "8+4+1", "8, 4 and 1" and "eight four one".
func readNumbers(answer string) ([]uint64, error) {
	lower := command.Digits(strings.ToLower(strings.TrimSpace(answer)))
	if slices.Contains(noneWords, lower) {
		return nil, nil
	}
	fields := strings.FieldsFunc(lower, func(r rune) bool { return strings.ContainsRune(" ,;+⊕=", r) })
	var numbers []uint64
	for _, f := range fields {
		if f == "and" {
			continue
		}
		n, err := strconv.ParseUint(f, 10, 32)
		if err != nil || len(numbers) == maxNumbers {
			return nil, errNumbers
		}
		numbers = append(numbers, n)
	}
	if len(numbers) == 0 {
		return nil, errNumbers
	}
	return numbers, nil
}
