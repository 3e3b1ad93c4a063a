package practice

import (
	"fmt"
	"slices"

	"nimbot/game/dialog"
	"nimbot/game/rules"
	"nimbot/game/rules/solve"
	"nimbot/game/teach"
	"nimbot/game/teach/explain"
	"nimbot/game/words"
	"nimbot/game/words/command"
	"nimbot/store/person"
)

// maxPlies bounds a private game that makes no progress.
const maxPlies = 200

// maxRounds bounds the random number of the game with which a lesson of several games begins.
const maxRounds = 60

// maxRedrawn is how often a start is drawn again because it equals the previous game's.
const maxRedrawn = 20

// openGame opens a game of a lesson in which the person has the winning side.
func openGame(e *execution, l teach.Lesson) error {
	rec := e.lessonRecord(l.ID)
	round := rec.Wins
	if !l.InOrder {
		round += int(rec.Seed % maxRounds)
	}
	draw := func() rules.Setup { return l.Start(e.rng.Uint64()>>32, round) }
	start := draw()
	if last := e.doc.Now; last != nil && last.Kind == kindGame && last.Lesson == l.ID {
		for range maxRedrawn {
			if start.Start != last.Start {
				break
			}
			start = draw()
		}
	}
	g, err := rules.Lookup(start.Game)
	if err != nil {
		return err
	}
	p, err := g.Begin(start.Start, start.Ending)
	if err != nil {
		return err
	}
	e.setExercise(person.Exercise{
		Kind: kindGame, Lesson: l.ID, Game: g.Key, Ending: start.Ending.String(), Position: p.String(), Start: p.String(),
	})
	return nil
}

// playMove plays a move of the open game, and then the bot's answer.
func playMove(e *execution, answer string) error {
	x := e.doc.Now
	_, p, err := position(x)
	if err != nil {
		return e.closeUnreadable(err)
	}
	m, err := command.ReadMove(p, answer)
	if err != nil {
		if b, ok := e.findButton(e.moveMessage(p, "", 0, nil), answer); ok {
			return e.press(b)
		}
		m, err = e.readSentence(p, answer)
	}
	switch {
	case err != nil:
		return moveRefusal(e, p, err)
	case e.handledElsewhere:
		return e.pointToAnswer(answer)
	}
	after, err := p.Play(m)
	if err != nil {
		return err
	}
	e.markChanged()
	x.Plies++
	noteTurn(x, p, m)
	said := []words.Text{words.Move("moved", e.r.User.Person(), p, m)}
	ending := rules.EndingOf(x.Ending)
	if rules.Over(after) {
		e.played = marksOf(x, m)
		x.Position = after.String()
		endGame(e, said)
		return nil
	}
	reply, err := solve.Choose(after, ending, levelOf(x), e.rng)
	if err != nil {
		return err
	}
	last, err := after.Play(reply)
	if err != nil {
		return err
	}
	told, err := replyText(e, after, reply)
	if err != nil {
		return err
	}
	said = append(said, told)
	e.played = marksOf(x, m, reply)
	x.Plies++
	x.Position = last.String()
	switch {
	case rules.Over(last):
		endGame(e, said)
	case x.Plies >= maxPlies:
		endGame(e, append(said, words.New("practice.endless")))
	default:
		e.show(said...)
	}
	return nil
}

// noteTurn records a move of the person that gives the win of the open game away.
func noteTurn(x *person.Exercise, p rules.Position, m rules.Move) {
	ending := rules.EndingOf(x.Ending)
	after, err := p.Play(m)
	if err != nil {
		return
	}
	before, err := solve.Analyze(p, ending)
	if err != nil || before.Outcome != rules.N {
		return
	}
	if left, err := solve.Analyze(after, ending); err == nil && left.Outcome == rules.N {
		x.Turned, x.TurnedBy, x.TurnedAt = p.String(), string(m), x.Plies
	}
}

// turned says which move of the person lost a game, and what would have kept the win.
func (e *execution) turned(x *person.Exercise) []words.Text {
	g, err := rules.Lookup(x.Game)
	if err != nil || x.Turned == "" {
		return nil
	}
	p, err := g.Begin(x.Turned, rules.EndingOf(x.Ending))
	if err != nil {
		return nil
	}
	after, err := p.Play(rules.Move(x.TurnedBy))
	if err != nil {
		return nil
	}
	a, err := solve.Analyze(p, rules.EndingOf(x.Ending))
	if err != nil {
		return nil
	}
	for better := range a.Winning() {
		d := teach.Decision{Turn: x.TurnedAt, Before: p, Move: rules.Move(x.TurnedBy), After: after, Better: []rules.Move{better}}
		return []words.Text{explain.Review{Names: [2]words.Person{e.r.User.Person()}}.TurningPoint(d)}
	}
	return nil
}

// marksOf returns the marks of the moves from the exercise's position, the person's first; none if the
// game doesn't say what its moves do.
func marksOf(x *person.Exercise, moves ...rules.Move) []rules.Mark {
	m, err := rules.NewMatch(rules.Setup{Game: x.Game, Ending: rules.EndingOf(x.Ending), Start: x.Position})
	for i, move := range moves {
		if err == nil {
			m, err = m.Play(rules.Seat(i%2), move)
		}
	}
	if err != nil {
		return nil
	}
	return m.MarksAt(len(moves), len(moves), false)
}

// replyVariants is how many sentences there are for each purpose of a reply.
var replyVariants = map[teach.Purpose]int{
	teach.Finishes: 1, teach.Forced: 1, teach.Evens: 2, teach.Balances: 2, teach.Waits: 4, teach.Traps: 3, teach.Resists: 2,
}

// replyText puts the bot's reply in p and its purpose into words. It rotates through the sentences,
// starting with a different one in each game of a lesson. In the game that teaches copying, and
// where the bot may have slipped, it leaves the purpose out, because the learner should notice it.
func replyText(e *execution, p rules.Position, reply rules.Move) (words.Text, error) {
	x := e.doc.Now
	do := words.Move("do", words.Person{}, p, reply)
	if x.Kind == kindDemo || levelOf(x) != solve.Perfect {
		return words.New("practice.replied", "do", do), nil
	}
	a, err := solve.Analyze(p, rules.EndingOf(x.Ending))
	if err != nil {
		return words.Text{}, err
	}
	purpose, err := teach.PurposeOf(a, reply)
	if err != nil {
		return words.Text{}, err
	}
	way := (x.Plies/2+e.lessonRecord(x.Lesson).Wins)%replyVariants[purpose] + 1
	return words.New(fmt.Sprint("practice.replied.", purpose, "-", way), "do", do), nil
}

// levelOf returns the level at which the bot plays the open game.
func levelOf(x *person.Exercise) solve.Level {
	if l, err := lesson(x.Lesson); err == nil && x.Kind == kindGame {
		return l.Level
	}
	return solve.Perfect
}

// moveRefusal says why a move of the open game is refused, with an example that isn't a
// winning move.
func moveRefusal(e *execution, p rules.Position, err error) error {
	a, analyzeErr := solve.Analyze(p, rules.EndingOf(e.doc.Now.Ending))
	if analyzeErr != nil {
		return err
	}
	return withExample(p, slices.Collect(a.Winning()), err)
}

// endGame ends the open game, and shows its end until the person goes on.
func endGame(e *execution, said []words.Text) {
	x := e.doc.Now
	if hasWon(x) && !x.Missed && x.Kind == kindGame {
		e.doc.Lesson(x.Lesson).Wins++
	}
	if x.Kind == kindDemo {
		said = append(said, e.lessonText("demo-over")...)
	}
	e.close()
	e.showEnd(said)
}

// hasWon reports whether the person, who moved first, has won the game that ended.
func hasWon(x *person.Exercise) bool {
	_, p, err := position(x)
	movedLast := x.Plies%2 == 1
	return err == nil && rules.Over(p) && movedLast == (rules.EndingOf(x.Ending) == rules.Normal)
}

// showEnd shows the last position of a game that is over, below its result.
func (e *execution) showEnd(said []words.Text) {
	x := e.doc.Now
	result := words.New("practice.game-lost")
	switch {
	case hasWon(x) && x.Missed:
		result = words.New("practice.won-with-help")
	case hasWon(x):
		result = words.New("practice.game-won")
	}
	m := e.tell(result)
	if _, p, err := position(x); err == nil {
		d := p.Diagram()
		d.Marks = e.played
		m.Diagram = &d
	}
	if len(said) > 0 {
		m.Lines = append(m.Lines, stacked(said))
	}
	m.Buttons = e.finishedButtons()
	if !hasWon(x) && x.Kind == kindGame {
		m.Lines = append(m.Lines, e.turned(x)...)
		m.Buttons = append(m.Buttons, e.button(words.New("button.restart"), dialog.Plain, "skip")) // the same position
	}
	m.Lines = append(m.Lines, e.gameLabels(x)...)
}

// helpInGame shows the working of the open game's position. After that, a lesson's game doesn't
// count as won.
func helpInGame(e *execution) error {
	x := e.doc.Now
	g, p, err := position(x)
	if err != nil {
		return e.closeUnreadable(err)
	}
	if x.Kind == kindGame {
		x.Missed = true
	}
	e.markChanged()
	step := teach.Step{Asks: teach.AsksOutcome, Puzzle: teach.Puzzle{Game: g, Ending: rules.EndingOf(x.Ending), Position: p}}
	m := e.addMessage(e.solution(step, nil))
	m.Buttons = []dialog.Button{e.button(words.New("button.go-on"), dialog.Primary, "answer")}
	return nil
}

// restartGame starts the open game again.
func restartGame(e *execution, x *person.Exercise) error {
	again := *x
	again.Position, again.Plies, again.Missed, again.Hinted, again.Done = x.Start, 0, false, false, false
	again.Turned, again.TurnedBy, again.TurnedAt = "", "", 0
	e.setExercise(again)
	e.show()
	return nil
}

// showGame shows the open game.
func (e *execution) showGame(said []words.Text) {
	_, p, err := position(e.doc.Now)
	if err != nil {
		e.refuse(e.closeUnreadable(err))
		return
	}
	e.addMessage(e.moveMessage(p, "", 0, said))
}

// moveMessage is the message that asks for a move of the open game. prefix is the choice made so
// far, and skip the index of the first choice shown.
func (v view) moveMessage(p rules.Position, prefix string, skip int, said []words.Text) dialog.Message {
	x := v.doc.Now
	d := p.Diagram()
	d.Marks = v.played
	state := words.New("state.to-move", "player", v.player, "position", words.Position(x.Game, p, &d), "aim", v.words.Aim(x.Game, x.Ending))
	if x.Kind == kindDemo && x.Plies == 0 {
		said = append(said, words.New(pageKey(x)))
	}
	m := dialog.Message{Diagram: &d, Lines: []words.Text{stacked(append(said, state))}}
	if g, err := rules.Lookup(x.Game); err == nil && x.Plies == 0 {
		m.Lines = append(m.Lines, v.rule(g, p)...)
	}
	m.Lines = append(m.Lines, v.gameLabels(x)...)
	if x.Plies == 0 {
		m.Lines = append(m.Lines, words.New(v.words.KeyFor(answerKeys[teach.AsksMove], x.Game)))
	}
	v.offerMoves(&m, p, prefix, skip)
	m.Buttons = append(m.Buttons, v.hintButton(), v.showButton(), v.button(words.New("button.restart"), dialog.Plain, "skip"))
	return m
}

// gameLabels returns the lines that say to which lesson a game belongs.
func (v view) gameLabels(x *person.Exercise) []words.Text {
	l, err := lesson(x.Lesson)
	if x.Kind != kindGame || err != nil {
		return nil
	}
	return []words.Text{words.New("practice.of-wins", "title", title(l), "wins", v.lessonRecord(x.Lesson).Wins, "count", l.Wins)}
}
