package practice

import (
	"slices"
	"strings"

	"nimbot/game/dialog"
	"nimbot/game/rules"
	"nimbot/game/teach"
	"nimbot/game/words"
	"nimbot/game/words/command"
	"nimbot/game/words/sentence"
	"nimbot/store/person"
)

// handleSentence handles the line. It adds no message if the line is for the conversation.
func handleSentence(e *execution) error {
	x := e.doc.Now
	if x == nil {
		return nil
	}
	said, t := e.heard.line.Typed, e.h.Chat.Talk(e.locale).Exercise()
	asks := !x.Done && !(e.heard.line.Plain() && !e.heard.line.Bare) // and the line isn't a command
	if asks {
		if done, err := answerStrictly(e, e.heard.answerText()); done {
			return err
		}
	}
	if isLateAnswer(e) {
		return e.nothingOpen()
	}
	meant, ok := t.ReadRequest(t.WithoutNames(said, e.heard.situation.Opponent))
	gives := t.AnnouncesAnswer(said)
	if asks && (t.AsksOutcomeMeaning(said) && replyToOutcome(e, t, said) || meant.AsksAboutPiles() && confirmOutcome(e, t, said, meant.Values["piles"])) {
		return nil
	}
	if asks && !(ok && !meant.IsGuess() && meant.IsAboutExercise(said, gives)) && !t.IsRequest(said) {
		if answered, err := tryAnswer(e, t, said, !ok || meant.IsGuess()); answered {
			return err
		}
	}
	if ok {
		if done, err := tryRequest(e, meant, gives); done {
			return err
		}
	}
	if !x.Done && !playsHere(e) {
		notUnderstood(e)
	}
	return nil
}

// tryAnswer takes a sentence as an answer, or as a question whether something is the answer.
// unclear reports whether no other reading of the sentence is certain.
func tryAnswer(e *execution, t sentence.Exercise, said string, unclear bool) (answered bool, err error) {
	if answered, err := answerFreely(e, t, e.heard.answerText()); answered {
		return true, err
	}
	return (unclear || t.AsksOutcome(said) || t.GivesOutcome(said)) && replyToOutcome(e, t, said), nil
}

// isLateAnswer reports whether the line is an answer, but the exercise is over and no game is
// on here.
func isLateAnswer(e *execution) bool {
	return e.doc.Now.Done && !e.heard.situation.Game && e.heard.line.Bare && looksLikeAnswer(e.heard.line)
}

// playsHere reports whether the person plays in this place.
func playsHere(e *execution) bool { return e.heard.situation.Running && e.heard.situation.IsPlayer }

// tryRequest does what a sentence asks for. gives reports whether the line also names something
// that could be an answer. done is false if the request is left undone, for example because the
// line gives an answer.
func tryRequest(e *execution, meant sentence.Meaning, gives bool) (done bool, err error) {
	a, leads := meant.Answer(sentence.Situation{ExerciseRole: roleIn(e.doc.Now)})
	switch {
	case a.Unsure:
		return false, nil
	case leads && gives && meant.IsRequest():
		return false, nil
	case leads && e.heard.situation.Offering && (a.Request == sentence.LeaveOpen || a.Request == sentence.NoUndo):
		offerButtons(e, "practice.stop-which", dialog.Button{Label: words.New("button.take-back-offer"), Command: "decline"})
		return true, nil
	case leads && mayMean(e, a.Request):
		return true, doRequest(e, a.Request, meant)
	}
	return meant.Topic != "", nil
}

// looksLikeAnswer reports whether a line has the exact form of an answer, to whatever
// exercise.
func looksLikeAnswer(line command.Line) bool {
	_, notOutcome := readOutcome(line.Typed)
	_, notNumbers := readNumbers(line.Typed)
	return line.Plain() || notOutcome == nil || notNumbers == nil
}

// roleIn returns the person's role in an exercise, for package sentence.
func roleIn(x *person.Exercise) sentence.Role {
	switch {
	case x.Done:
		return sentence.Done
	case isGame(x):
		return sentence.PrivateGame
	case x.Kind == kindPage && x.Game == "":
		return sentence.Reader
	}
	return sentence.Questioned
}

// exerciseOnlyRequests are the requests that can't be meant for a game.
var exerciseOnlyRequests = []sentence.ExerciseRequest{sentence.GiveHint, sentence.ShowSolution, sentence.SkipIt, sentence.GoOn, sentence.GoBack, sentence.SetHarder, sentence.SetEasier, sentence.TellWhy}

// mayMean reports whether a request can be meant for the exercise. If the person plays or has
// played a game here, a request that could be about that game is taken to be about it.
func mayMean(e *execution, r sentence.ExerciseRequest) bool {
	st, done := e.heard.situation, e.doc.Now.Done
	switch {
	case playsHere(e):
		return slices.Contains(exerciseOnlyRequests, r)
	case done && (st.Running || st.Offered):
		return slices.Contains(exerciseOnlyRequests[1:], r)
	case done && st.Game:
		return slices.Contains(exerciseOnlyRequests, r)
	}
	return true
}

// answerStrictly takes the line as an answer in its exact form: "B2", "won", "8 4 1".
func answerStrictly(e *execution, said string) (done bool, err error) {
	x := e.doc.Now
	if strings.Contains(said, "?") {
		return false, nil
	}
	if isGame(x) {
		_, p, err := position(x)
		if err != nil {
			return true, e.closeUnreadable(err)
		}
		if _, err := command.ReadMove(p, said); err != nil {
			return false, nil
		}
		return true, playMove(e, said)
	}
	step, err := e.presentStep()
	if err != nil {
		return true, e.closeUnreadable(err)
	}
	if step.Asks == asksNothing {
		return false, nil
	}
	if _, err := readNumbers(said); err == nil && step.Among != nil { // "3" may be the third choice
		var buttons []dialog.Button
		for _, m := range step.Among {
			buttons = append(buttons, answerButton(e, string(m)))
		}
		e.tell(words.New("practice.which-answer")).Buttons = buttons
		return true, nil
	}
	if _, err := judge(step, said, command.ReadMove); err != nil {
		return false, nil
	}
	return true, answerStep(e, said)
}

// answerFreely looks for an answer in a sentence. It takes one that is given, and asks
// about one that is only mentioned.
func answerFreely(e *execution, t sentence.Exercise, said string) (answered bool, err error) {
	x := e.doc.Now
	if isGame(x) {
		_, p, err := position(x)
		if err != nil {
			return true, e.closeUnreadable(err)
		}
		return answerMove(e, t, p, said, func(move string) error { return playMove(e, move) }, func(err error) error { return moveRefusal(e, p, err) })
	}
	step, err := e.presentStep()
	if err != nil {
		return true, e.closeUnreadable(err)
	}
	answer := func(typed string) error { return answerStep(e, typed) }
	switch step.Asks {
	case asksNothing:
		return false, nil
	case teach.AsksOutcome:
		won, how := t.ReadOutcome(said)
		word := "lost"
		if won {
			word = "won"
		}
		if how == sentence.NoAnswer && (t.SpeaksOfMove(step.Puzzle.Position, said) || t.AnnouncesAnswer(said)) {
			e.show(words.New("practice.outcome-first"))
			return true, nil
		}
		return takeOrAsk(e, how, word, answer)
	case teach.AsksMove:
		p := step.Puzzle.Position
		if i, named := t.ReadChoice(said, len(step.Among)); named && i < 0 {
			return true, doRequest(e, sentence.NotCounted, sentence.Meaning{})
		} else if named {
			askWhether(e, answerButton(e, string(step.Among[i])))
			return true, nil
		}
		return answerMove(e, t, p, said, answer, func(err error) error { return withExample(p, step.Puzzle.Winning, err) })
	}
	if sizes := namedSizes(step, said); sizes != "" {
		return true, answer(sizes)
	}
	numbers, how := t.ReadNumbers(said)
	if len(numbers) == 0 && step.Asks != teach.AsksPiles {
		return false, nil
	}
	if _, refused := judge(step, formatNumbers(numbers), command.ReadMove); refused != nil && how == sentence.Mentioned {
		how = sentence.Given // the refusal says what is wrong, and costs nothing
	}
	return takeOrAsk(e, how, formatNumbers(numbers), answer)
}

// takeOrAsk takes an answer that was given, and asks about one that was only mentioned.
func takeOrAsk(e *execution, how sentence.Certainty, answer string, take func(string) error) (answered bool, err error) {
	switch how {
	case sentence.Given:
		return true, take(answer)
	case sentence.Mentioned:
		askWhether(e, answerButton(e, answer))
		return true, nil
	}
	return false, nil
}

// answerMove is answerFreely for a move. If the move is refused for a reason, the reply gives
// it.
func answerMove(e *execution, t sentence.Exercise, p rules.Position, said string, take func(string) error, refused func(error) error) (answered bool, err error) {
	if label := t.MissingPile(p, said); label != "" {
		return true, noSuchPile(e, p, label)
	}
	moves, how := t.ReadAnswer(p, said)
	if how == sentence.Mentioned && t.DeniesMove(p, said) {
		return true, doRequest(e, sentence.NotCounted, sentence.Meaning{})
	}
	if len(moves) == 1 {
		return takeOrAsk(e, how, string(moves[0].Move), take)
	}
	if len(moves) > 1 {
		var buttons []dialog.Button
		for _, m := range moves[:min(len(moves), maxOffered)] {
			buttons = append(buttons, e.button(m.Label, dialog.Plain, "answer", string(m.Move)))
		}
		e.tell(words.New("practice.which-answer")).Buttons = buttons
		return true, nil
	}
	if told := t.NamedMove(p, said); told != "" && !t.IsQuestion(said) {
		if _, err := command.ReadMove(p, told); dialog.RefusalOf(err) != nil {
			return true, refused(err)
		}
	}
	_, err = command.ReadMove(p, said)
	switch r := dialog.RefusalOf(err); {
	case r == nil:
	case isNotation(p, said), r.Text.Key != "move.form" && !t.IsQuestion(said) && !t.IsRemark(said, true) && (strings.ContainsAny(said, "0123456789") || command.BeginsLikeMove(strings.ToLower(said))):
		return true, refused(err)
	}
	return false, nil
}

// isNotation reports whether a line has only digits and signs, and the game's moves are written
// that way: then "6,1" is a move and not a list of piles.
func isNotation(p rules.Position, said string) bool {
	for m := range p.Moves() {
		return strings.Trim(said, "0123456789 ,-:") == "" && m[0] <= '9'
	}
	return false
}

// maxOffered is how many moves are offered to choose from if a line may mean several.
const maxOffered = 3

// askWhether says that a line isn't counted as an answer, and what to press to answer.
func askWhether(e *execution, answers ...dialog.Button) {
	e.tell(words.New("practice.not-counted")).Buttons = answers
}

// answerButton returns the button that answers.
func answerButton(e *execution, answer string) dialog.Button {
	shown := any(answer)
	if answer == "won" || answer == "lost" { // typed in English, shown in the reader's language
		shown = words.New("race." + answer)
	}
	return e.button(words.New("button.answer-with", "answer", shown), dialog.Primary, "answer", answer)
}

// namedSizes returns the sizes of the piles that a line names by their letters, "A and C", if the
// question asks for piles; "" for any other line.
func namedSizes(step teach.Step, said string) string {
	if step.Asks != teach.AsksPiles || step.Puzzle.Position == nil {
		return ""
	}
	rows := step.Puzzle.Position.Diagram().Rows
	var sizes []uint64
	for _, f := range strings.FieldsFunc(strings.ToUpper(said), func(r rune) bool { return strings.ContainsRune(" ,;+.!&", r) }) {
		i := slices.IndexFunc(rows, func(r rules.Row) bool { return r.Label == f })
		switch {
		case f == "AND":
		case i < 0:
			return ""
		default:
			sizes = append(sizes, rows[i].Count)
		}
	}
	return strings.TrimSpace(joinNumbers(sizes, " "))
}

// answerText returns the line as an answer.
func (h *heardLine) answerText() string {
	if h.line.Command.Name == "move" {
		return h.line.Rest
	}
	return h.line.Typed
}
