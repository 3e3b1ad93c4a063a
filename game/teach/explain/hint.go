package explain

import (
	"slices"
	"strings"

	"nimbot/game/rules"
	"nimbot/game/rules/solve"
	"nimbot/game/teach"
	"nimbot/game/words"
)

// Teacher.answers refutes at most maxAnswers plausible moves, which it chooses from
// maxTried.
const (
	maxAnswers = 2
	maxTried   = 5
)

// Explanation is the text of a message, and the drawings below it: the board, and a working
// in binary columns; nil if there is none.
type Explanation struct {
	Lines   []words.Text
	Diagram *rules.Diagram
	Working *rules.Working
}

func told(lines ...words.Text) Explanation { return Explanation{Lines: lines} }

// Teacher explains an analyzed position of a game.
type Teacher struct {
	solve.Analysis
	Words *words.Catalogue
	Key   string // the game's key
}

// Turn is the match context of a hint.
type Turn struct {
	Bot solve.Level // the level of the bot that plays against the person, "" for none
	// GaveAway is the player's last move that gave a win away, and its turn; ""
	// when there is none.
	GaveAway rules.Move
	At       int
}

// Hint returns one of three steps. In a won position: that it is won, with the question
// to ask here; where to look; the move with its working. In a lost one: that it is lost;
// why; the move that resists best.
func (t Teacher) Hint(step int, turn Turn) Explanation {
	if t.Outcome == rules.N {
		return t.hintWon(step)
	}
	return t.hintLost(step, turn)
}

func (t Teacher) hintWon(step int) Explanation {
	best := t.Best()
	switch step {
	case 1:
		if t.EveryMoveWins() {
			return told(words.New("hint.won-always"))
		}
		ask := t.Ask()
		ask.Lines[0] = words.New("hint.won", "question", ask.Lines[0])
		return ask
	case 2:
		if t.EveryMoveWins() {
			return told(words.New("hint.every"))
		}
		return told(t.whereToLook(t.Analysis.Working(best), best)...)
	}
	out := t.ShowMove(words.New("hint.move", "do", words.Do(t.Position, best)))
	if t.balances() { // what the picture shows explains the sum that follows
		out.Lines = slices.DeleteFunc(out.Lines, func(l words.Text) bool { return l.Key == "method.nim-sum" })
		out.Lines = slices.Insert(out.Lines, 1, words.New("lesson.balance.why", "won", false))
		out.Diagram = t.balanced(best)
	}
	return out
}

// Best returns the move that every step of a hint is about: the one that the working
// names, or else, in a won position, teach.TaughtMove. In a lost position it is the
// analysis's.
func (t Teacher) Best() rules.Move {
	for _, f := range t.Analysis.Working("").Facts {
		if m, ok := f.Args["move"].(string); ok {
			return rules.Move(m)
		}
	}
	if m := teach.TaughtMove(t.Analysis); m != "" {
		return m
	}
	return t.Analysis.Best()
}

// ShowMove shows the working of the best move in a won position, and the check after it,
// below a sentence.
func (t Teacher) ShowMove(sentence words.Text) Explanation {
	w := t.Analysis.Working(t.Best())
	return t.explain(sentence, w, t.replies(w))
}

// whereToLook says how to find the move best without naming it. A player who can do
// the sums needs no more.
func (t Teacher) whereToLook(w rules.Working, best rules.Move) []words.Text {
	hinting, hints := t.Position.(rules.Hinting)
	switch {
	case onlyMove(t.Position):
		return []words.Text{words.New("hint.only-move")}
	case t.balances() && w.Target != nil:
		return t.withEnding([]words.Text{{Key: "hint.bundles", Args: t.Words.WhereToLook(t.Key, w)[0].Args}}, w)
	case w.Target != nil && w.Target.Row < len(w.Rows):
		return t.withEnding(t.Words.WhereToLook(t.Key, w), w)
	case hints:
		hint := hinting.Hint(best, t.Ending)
		return t.withEnding([]words.Text{words.New("hint."+hint.Code, hint.Args...)}, w)
	}
	first := rules.Choice{}
	for c := range t.Position.Choices("") {
		if c.Done {
			break
		}
		// The longest prefix is meant: 14,8 begins with 14, and not with 1.
		if strings.HasPrefix(string(best), c.Prefix) && len(c.Prefix) > len(first.Prefix) {
			first = c
		}
	}
	switch {
	case first.Prefix != "":
	case w.After != nil && w.After.Check == "over":
		return []words.Text{words.New("hint.finish")}
	default:
		return []words.Text{t.Words.WorkingMethod(t.Key, w)}
	}
	return []words.Text{words.New("hint.begins", "label", words.Step(first))}
}

// withEnding adds to a hint, in misère play, the sentence that says how its end
// differs.
func (t Teacher) withEnding(hint []words.Text, w rules.Working) []words.Text {
	if t.Ending == rules.Normal {
		return hint
	}
	return append(hint, t.Words.WorkingMethod(t.Key, w))
}

// onlyMove reports whether p has just one legal move.
func onlyMove(p rules.Position) bool {
	n := 0
	for range p.Moves() {
		if n++; n > 1 {
			break
		}
	}
	return n == 1
}

// replies refutes plausible replies to the winning move of a working, where no sum shows
// that every reply loses.
func (t Teacher) replies(w rules.Working) []words.Text {
	after := w.After
	if after == nil || len(after.Rows) > 0 || after.Check != "" && after.Method != string(solve.BySearch) {
		return nil
	}
	q, err := t.Position.Play(w.Move)
	if err != nil {
		return nil
	}
	a, err := solve.Analyze(q, t.Ending)
	if err != nil {
		return nil
	}
	return t.answers("answer.by-you", a)
}

func (t Teacher) hintLost(step int, turn Turn) Explanation {
	switch {
	case step == 1 && turn.GaveAway != "":
		return told(words.New("hint.lost-given-away", "move", turn.GaveAway, "turn", rules.MoveNumber(turn.At)))
	case step == 1:
		return told(words.New("hint.lost"))
	case step == 3:
		return told(words.New("hint.resist", "do", words.Do(t.Position, solve.Resist(t.Analysis))))
	}
	key := "answer.by-opponent"
	switch turn.Bot {
	case "":
	case solve.Perfect:
		key = "answer.by-perfect-bot"
	default:
		key = "answer.by-bot"
	}
	return t.whyLost(words.New("hint.why-lost"), key)
}

// ShowPosition shows the working of the position below a sentence. In a lost position it
// refutes plausible moves.
func (t Teacher) ShowPosition(sentence words.Text) Explanation {
	if t.Outcome == rules.P {
		return t.whyLost(sentence, "answer.by-anybody")
	}
	return t.explain(sentence, t.Analysis.Working(""), nil)
}

// Tell shows the working of the position below a sentence, whoever wins.
func (t Teacher) Tell(sentence words.Text) Explanation {
	if t.Outcome == rules.P {
		return t.ShowPosition(sentence)
	}
	return t.ShowMove(sentence)
}

// whyLost shows why every move loses: the working, and refutations of plausible moves.
func (t Teacher) whyLost(sentence words.Text, key string) Explanation {
	return t.explain(sentence, t.Analysis.Working(""), t.answers(key, t.Analysis))
}

// Plainly says without sums why the position is won by the move best, or lost: what that move leaves, or
// what answers plausible moves. It is nil where the move ends the game.
func (t Teacher) Plainly(best rules.Move) []words.Text {
	if t.Outcome == rules.P {
		return t.answers("answer.by-perfect-bot", t.Analysis)
	}
	after, err := t.Position.Play(best)
	if err != nil || rules.Over(after) {
		return nil
	}
	return []words.Text{words.New("answer.leaves", "position", after.String())}
}

// answers returns refutations of plausible moves in a lost position. Those that leave a
// known position come first, because a player can use them again.
func (t Teacher) answers(key string, a solve.Analysis) []words.Text {
	var known, searched []words.Text
	for _, r := range teach.Refutations(a, maxTried) {
		reply, leaving := t.knownReply(r)
		sentence := key
		if key == "answer.by-perfect-bot" && reply != r.Reply { // it could, but it won't
			sentence = "answer.by-bot"
		}
		line := words.New(sentence,
			"do", words.Move("do", words.Person{}, a.Position, r.Move),
			"answer", words.Move("do", words.Person{}, r.After, reply))
		if leaving != "" {
			line.Args = append(line.Args, "leaving", words.New(leaving))
			known = append(known, line)
		} else {
			searched = append(searched, line)
		}
	}
	lines := append(known, searched...)
	return lines[:min(len(lines), maxAnswers)]
}

// knownReply returns a winning reply to an answered move that leaves a known position, and
// the catalogue's key for that position. If there is none, it returns the answer's own reply.
func (t Teacher) knownReply(r teach.Refutation) (reply rules.Move, key string) {
	b, err := solve.Analyze(r.After, t.Ending)
	if err != nil || b.Method != solve.BySearch {
		return r.Reply, ""
	}
	for m := range b.Winning() {
		if q, err := r.After.Play(m); err == nil {
			if key := t.known("leaving", q); key != "" {
				return m, key
			}
		}
	}
	return r.Reply, ""
}

// explain returns a sentence, below it a working of the game, and the answers. In a lost
// position answers are examples, so it says that every move was searched.
func (t Teacher) explain(sentence words.Text, work rules.Working, answers []words.Text) Explanation {
	out := told(sentence)
	switch searched := t.Method == solve.BySearch && len(answers) > 0; {
	case searched && t.Outcome == rules.P && len(work.Facts) == 0:
		moves := 0
		for range t.Position.Moves() {
			moves++
		}
		out.Lines = append(out.Lines, words.New("method.search.lost", "count", moves))
	case searched && t.Outcome == rules.N: // the check says it
	default:
		out.Lines = append(out.Lines, t.Words.WorkingMethod(t.Key, work))
	}
	out.Lines = append(out.Lines, t.Words.WorkingSteps(t.Key, work)...)
	out.Lines = append(out.Lines, answers...)
	out.Diagram = t.stalked(work.Move)
	if work.Adds() {
		out.Working = &work
	}
	return out
}
