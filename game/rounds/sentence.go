package rounds

import (
	"cmp"
	"context"
	"regexp"
	"slices"
	"strings"
	"unicode"

	"nimbot/game/chat"
	"nimbot/game/chat/message"
	"nimbot/game/dialog"
	"nimbot/game/rules"
	"nimbot/game/teach"
	"nimbot/game/words"
	"nimbot/game/words/command"
	"nimbot/game/words/sentence"
	"nimbot/store/round"
)

// roundSentence is a sentence that somebody types while a question is open.
type roundSentence struct {
	*execution
	round round.Round
	talk  sentence.Exercise
	// instead is a line for the conversation to run in place of the typed one.
	instead string
}

// HearSentence handles a typed sentence while a question is open, unless something at a table
// waits for its author or is theirs. The sentence answers the question or is about the round;
// nobody else sees the reply. ok is false if it is for the conversation.
func (h *Handler) HearSentence(ctx context.Context, heard dialog.ParsedRequest) (reply dialog.Reply, ok bool) {
	if !mayMeanRound(heard) {
		return dialog.Reply{}, false
	}
	place, st, ok := h.Chat.Stance(ctx, heard.Request)
	if !ok || st.Waits() || st.Offering || st.Running && st.IsPlayer || (st.Game || st.Offered) && heard.Line.Plain() {
		return dialog.Reply{}, false
	}
	r, err := h.rounds.Read(ctx, heard.Place.Shared().String()) // which a typed move in a game doesn't need
	if err != nil || r.Phase != round.Asked && r.Phase != round.Shown {
		return dialog.Reply{}, false
	}
	ctx, cancel := context.WithTimeout(ctx, chat.DefaultTimeout)
	defer cancel()
	s := roundSentence{round: r, talk: h.Chat.Talk(cmp.Or(place.Locale, heard.Locale)).Exercise()}
	reply = h.inExecution(ctx, heard, func(e *execution) error {
		s.execution, e.shown, e.result = e, r, dialog.Told
		return s.handle(ctx)
	})
	if s.instead != "" {
		heard.Text = s.instead
		run := dialog.Read(heard.Request, h.Words)
		run.Precompute = heard.Precompute
		return h.Chat.Answer(ctx, run), true
	}
	return reply, len(reply.Messages) > 0
}

// roundCommands are commands of other packages that mean the round if no words follow them and no
// game is here.
var roundCommands = []string{"board", "hint", "explain", "undo", "stop", "resign", "rules"}

// mayMeanRound reports whether a line can be meant for a round: it was typed in a place that can
// have rounds, and isn't a command or a move in notation.
func mayMeanRound(heard dialog.ParsedRequest) bool {
	line := heard.Line
	switch {
	case line.Pressed() || line.Command == nil || line.Typed == "" || heard.Private || heard.Place.Person != "":
		return false
	case line.Plain():
		return slices.Contains(roundCommands, line.Name())
	}
	return line.Name() == "move" && line.Rest != "" || line.HasWords()
}

// moveInPart matches the notation of a move in a part of a sum: "2.A1".
var moveInPart = regexp.MustCompile(`^\d+\.\S+$`)

// isDoubted reports whether a refused answer may mean a move, or something else.
func isDoubted(refused error) bool {
	r := dialog.RefusalOf(refused)
	return r != nil && r.Text.Key == "move.meant"
}

// handle handles the sentence. It adds no message if the sentence is for the conversation.
func (s *roundSentence) handle(ctx context.Context) error {
	said, t := s.line.Typed, s.talk
	if s.line.Name() == "move" {
		said = s.line.Rest
	}
	asks := s.round.Phase == round.Asked && !s.line.Plain()
	_, refused := readChoice(&s.round, said)
	switch {
	case asks && refused == nil && !t.IsQuestion(said):
		return s.giveAnswer(ctx, said)
	case asks && (moveInPart.MatchString(said) || isDoubted(refused) && !t.IsQuestion(said)): // it is refused as a move, and not guessed at
		return refused
	}
	meant, ok := t.ReadRequest(t.WithoutNames(said))
	p, err := position(&s.round)
	switch {
	case err != nil:
		return err
	case ok && t.IsQuestion(said) && !t.AsksOutcome(said) && !t.SpeaksOfMove(p, said) && slices.Contains(scoreTopics, meant.Topic) && !meant.AsksAboutPiles():
	case asks && teach.Kind(s.round.Question.Kind) == teach.Outcome && t.AsksOutcomeMeaning(said):
		return s.showWith(words.New("practice.outcomes"))
	case asks && !(ok && meant.IsAboutExercise(said, t.AnnouncesAnswer(said))) && !t.IsRequest(said):
		if answered, err := s.tryAnswer(ctx, p, said); answered {
			return err
		}
	}
	if ok {
		return s.request(meant)
	}
	if !asks {
		return nil
	}
	return s.notUnderstood()
}

// notUnderstood says that a line wasn't understood, and how the round stands: most of what people ask
// in a round is about that.
func (s *roundSentence) notUnderstood() error {
	return s.showWith(words.New("practice.unknown"), words.New("race.count", "count", s.round.CountAnswers(), "seconds", 0), s.timeLeft())
}

// tryAnswer takes an answer that a sentence gives, and asks about one that it only mentions.
func (s *roundSentence) tryAnswer(ctx context.Context, p rules.Position, said string) (answered bool, err error) {
	r, t := &s.round, s.talk
	finds := teach.Kind(r.Question.Kind) == teach.Find
	won, how := t.ReadOutcome(said)
	given := outcomes[1:]
	switch {
	case !finds && won:
		given = outcomes[:1]
	case finds && how != sentence.NoAnswer && (!t.IsQuestion(said) || t.AsksOutcome(said)):
		return true, s.showWith(words.New("practice.move-wanted"))
	}
	if finds {
		var moves []sentence.LabelledMove
		moves, how = t.ReadAnswer(p, said)
		given = nil
		for _, m := range moves {
			given = append(given, string(m.Move))
		}
	}
	switch _, before := r.AnswerOf(s.r.User.ID); {
	case how == sentence.NoAnswer && !finds && t.SpeaksOfMove(p, said):
		return true, s.showWith(words.New("practice.outcome-first"))
	case how == sentence.NoAnswer:
		if told := t.NamedMove(p, said); told != "" && !t.IsQuestion(said) {
			_, err = readChoice(r, told)
			return err != nil, err
		}
		return false, nil
	case before || how == sentence.Mentioned && t.DeniesMove(p, said):
		return true, s.showWith()
	case how == sentence.Given && len(given) == 1:
		return true, s.giveAnswer(ctx, given[0])
	}
	m := s.tell(words.New("practice.not-counted"))
	for _, answer := range given[:min(len(given), maxWinning)] {
		m.Buttons = append(m.Buttons, s.buttonIn(s.place(), r, words.New("button.answer-with", "answer", answer), dialog.Primary, "guess", answer))
	}
	return true, nil
}

// giveAnswer takes an answer.
func (s *roundSentence) giveAnswer(ctx context.Context, answer string) error {
	s.result = dialog.Done
	return s.takeAnswer(ctx, answer)
}

// scoreTopics are the topics of sentences that ask how the round stands.
var scoreTopics = []sentence.Topic{sentence.Ranks, sentence.Self, sentence.Turn, sentence.Advice}

// Requests, by their answer: helpRequests gets "there are no hints", stateRequests how many have
// answered and the time left, boardReplies a sentence above the choices.
var (
	helpRequests  = []sentence.ExerciseRequest{sentence.GiveHint, sentence.OfferHint, sentence.ShowSolution, sentence.OfferShow, sentence.TellAllowed, sentence.TellWhy, sentence.SetHarder, sentence.SetEasier, sentence.OfferOther}
	stateRequests = []sentence.ExerciseRequest{sentence.TellTime, sentence.TellProgress, sentence.SkipIt, sentence.OfferSkip, sentence.OfferBack, sentence.GoOn, sentence.OfferNext, sentence.TellTries, sentence.TellPrivate, sentence.GoBack, sentence.Restart, sentence.NoUndo}
	// A guess at one of unsureRequests isn't answered.
	unsureRequests = []sentence.ExerciseRequest{sentence.OfferGame, sentence.LeaveOpen, sentence.StillOpen, sentence.TellDaily, sentence.Remark}
	boardReplies   = map[sentence.ExerciseRequest]string{sentence.NotCounted: "talk.okay", sentence.StillOpen: "talk.okay", sentence.LeaveOpen: "talk.okay", sentence.GreetBack: "talk.greeting"}
)

// request answers a sentence that requests something in the round.
func (s *roundSentence) request(meant sentence.Meaning) error {
	r := &s.round
	a, leads := meant.Answer(sentence.Situation{ExerciseRole: sentence.Questioned})
	switch {
	case r.Phase == round.Asked && (a.Unsure || meant.IsGuess() && slices.Contains(unsureRequests, a.Request)):
		return s.notUnderstood()
	case r.Phase == round.Shown:
		if leads && (a.Request == sentence.TellWhy || a.Request == sentence.ShowSolution) {
			return s.explainWhy(r)
		}
		return nil
	case slices.Contains(scoreTopics, meant.Topic) && !meant.AsksAboutPiles():
		lines := []words.Text{words.New("race.count", "count", r.CountAnswers(), "seconds", 0), s.timeLeft()}
		return s.showWith(append(lines, s.leaderLines()...)...)
	case slices.Contains(helpRequests, a.Request):
		return s.showWith(words.New("race.no-hints"), s.timeLeft())
	case slices.Contains(stateRequests, a.Request):
		return s.showWith(words.New("race.count", "count", r.CountAnswers(), "seconds", 0), s.timeLeft())
	case a.Request == sentence.LeaveOpen && s.offerEnd():
	case boardReplies[a.Request] != "":
		return s.showWith(words.New(boardReplies[a.Request]))
	case a.Request == sentence.AskAgain:
		return s.showWith(s.questionMessage(s.place(), r).Lines...)
	case a.Request == sentence.TellRules && meant.Values["game"] == "":
		s.instead = "rules " + r.Question.Game
	case a.Request == sentence.OfferGame && !strings.ContainsFunc(s.line.Typed, unicode.IsLetter): // "11" is an answer, of another kind
		return s.showWith(words.New("practice.unknown"))
	case a.Request == sentence.OfferGame:
		wished, challenge := message.GameWished(meant)
		if s.instead = challenge; challenge != "" {
			return nil
		}
		if wished == nil {
			wished = message.CommandButtons([]string{"start"})
		}
		s.tell(words.New("talk.meant", "what", words.Text{Key: command.Pressed(wished[0].Command).About()})).Buttons = wished
	}
	return nil
}

// offerEnd offers to end the round, if the person may do that.
func (s *roundSentence) offerEnd() bool {
	b, ok := s.endButton(s.r, &s.round, s.now)
	if ok {
		s.tell(words.New("race.ask-end")).Buttons = []dialog.Button{b}
	}
	return ok
}

// timeLeft says how many seconds are left, and that the answers are shown after them.
func (s *roundSentence) timeLeft() words.Text {
	left := 0
	if s.round.Terms.Seconds > 0 && !s.round.IsHeld() {
		left = int((s.round.Ends - s.now).Duration().Seconds())
	}
	return words.New("race.so-far", "seconds", max(0, left))
}

// leaderLines returns the lines of the people who lead the round so far.
func (s *roundSentence) leaderLines() []words.Text {
	if !s.round.HasPoints() {
		return []words.Text{words.New("race.no-points-yet")}
	}
	return placeLines(&s.round, maxWinning)
}

// showWith shows lines above the choices, or above the answer that the person has given.
func (s *roundSentence) showWith(lines ...words.Text) error {
	r := &s.round
	if a, answered := r.AnswerOf(s.r.User.ID); answered {
		s.tell(append(lines, words.New("race.answered", "answer", s.choiceText(r, a.Choice)))...)
		return nil
	}
	if err := s.showChoices(r, ""); err != nil {
		return err
	}
	m := &s.messages[len(s.messages)-1]
	m.Lines = append(lines, m.Lines...)
	return nil
}
