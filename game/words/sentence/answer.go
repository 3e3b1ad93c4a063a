package sentence

import (
	"slices"

	"nimbot/game/words"
	"nimbot/game/words/command"
)

// yes and no are the commands that answer a question. An offer to anybody can be accepted, but not
// declined: that would speak for everybody.
var (
	yesCommands = map[Question]string{AskedConsent: "accept", AskedToStop: "accept", AskedConfirm: "confirm", AskedOffer: "accept", AskedAnybody: "accept"}
	noCommands  = map[Question]string{AskedConsent: "decline", AskedToStop: "decline", AskedConfirm: "decline", AskedOffer: "decline"}
)

// Answer is what a sentence leads to: a command to run, a command to ask about, a request
// to the open exercise, or a message.
type Answer struct {
	Run     string           // the command to run as if it had been typed instead
	Ask     *command.Command // the command to ask about, because it ends something
	Request ExerciseRequest  // what the open exercise is asked for

	Say     words.Text // what the message says; may be empty if State is set
	Last    bool       // the message says the last move first
	State   bool       // the message also says how the game stands
	Buttons []string   // commands to press
	Card    bool       // add the buttons of the card
	Reply   bool       // add the buttons that answer the open question
	Refuse  bool       // of those, the refusal comes first
	Whom    string     // the challenge that the choice of a person completes
	Names   string     // a command that the message names, "" for none
	Unsure  bool       // it is no answer: the topic is a guess, and what it leads to is only proposed
	Guess   bool       // it is an answer if the topic was guessed right: the message says so first
}

// Answer returns what the sentence leads to; ok is false if it means nothing in this
// situation. A command that ends something runs only if the person was asked about it and
// says yes, and nothing of consequence runs for a sentence that is no phrase.
func (s Meaning) Answer(st Situation) (a Answer, ok bool) {
	cells := reactions[s.Topic]
	for _, stand := range st.roles() {
		react, there := cells[stand]
		if !there {
			continue
		}
		a, ok = react(s, st)
		switch {
		case a.Ask != nil && s.asks && !s.ranked: // "resign?"
			return st.standing(), true
		case s.ranked && slices.Contains(answerTopics, s.Topic):
			return st.isThat(s.Topic == Accept), true
		case s.ranked && (a.tellsNothing(s.Topic) || !s.sure && a.onlyOffers()):
			return Answer{Request: a.Request, Unsure: true}, false
		case ok && s.doubtful && !s.isRemark() && a.onlyTells() && a.Request == NoRequest:
			a.Guess = true
		case s.ranked && offered[a.Request] != "":
			a.Request = offered[a.Request]
		case ok && s.ranked && a.Run != "" && !a.onlyTells():
			a = s.orPress(a.Run, st)
		case ok && a.Run != "" && !s.mayRun(a.Run):
			a = s.orPress(a.Run, st)
		}
		return a.withWayOn(st), ok
	}
	return Answer{}, false
}

// isRemark reports whether the sentence is a remark, which asks for nothing.
func (s Meaning) isRemark() bool { return slices.Contains(remarkTopics, s.Topic) }

// standingTopics are the topics of questions how things stand.
var standingTopics = []Topic{Turn, Board, Waiting, LastMove, Clock, Sizes, Consequence}

// tellsNothing reports whether an answer to a guess says only how things stand, or that something
// waits: to a sentence about something else that would be wrong.
func (a Answer) tellsNothing(topic Topic) bool {
	if slices.Contains(remarkTopics, topic) && a.Request == NoRequest {
		return false // it is a remark itself
	}
	switch a.Request {
	case AskAgain:
		return topic != Board && topic != Turn
	case StillOpen, Remark:
		return true
	}
	switch a.Say.Key {
	case "":
		return (a.State && !a.Last || a.Run == "board") && !slices.Contains(standingTopics, topic)
	case "talk.press", "talk.offer", "talk.open-offer", "talk.confirm", "talk.okay", "talk.cheers", "talk.nothing-asked", "talk.own-offer":
		return true
	case "talk.offering":
		return !slices.Contains(standingTopics, topic)
	}
	return false
}

// offeringKeys are the messages that say nothing but what can be pressed.
var offeringKeys = []string{"talk.puzzle", "talk.remind", "talk.pick", "talk.despair", "talk.choose", "talk.counts", "talk.meant", "talk.meant.withdraw", "talk.piles", "talk.learn", "talk.privacy", "talk.recommend", "talk.join", "talk.challenge", "talk.yesterday"}

// offeringRequests are the requests that are answered with an offer.
var offeringRequests = []ExerciseRequest{GiveHint, OfferHint, ShowSolution, OfferShow, SkipIt, OfferSkip, GoOn, OfferNext, GoBack, OfferBack, Restart, SetHarder, SetEasier, OfferOther, OfferGame, LeaveOpen}

// onlyOffers reports whether an answer informs of nothing: it does something or offers it.
func (a Answer) onlyOffers() bool {
	return !a.onlyTells() || slices.Contains(offeringKeys, a.Say.Key) || slices.Contains(offeringRequests, a.Request)
}

// withWayOn adds the buttons of the situation, or the card where nothing is on, to a message that has
// none: no reply stands without a way on.
func (a Answer) withWayOn(st Situation) Answer {
	if a.Say.Key == "" && !a.State || a.Card || a.Reply || len(a.Buttons) > 0 {
		return a
	}
	if a.Reply = st.Offering || st.Asked != NoQuestion; a.Reply {
		return a
	}
	a.Buttons = withUsual(nil, st)
	a.Card = len(a.Buttons) == 0
	return a
}

func run(command string) Answer { return Answer{Run: command} }

// The reactions in the cells of the table.

// pass leaves the sentence to the conversation.
func pass(Meaning, Situation) (Answer, bool) { return Answer{}, false }

// runs runs a command as it stands.
func runs(text string) reaction {
	return func(Meaning, Situation) (Answer, bool) { return run(text), true }
}

// command runs a command with the options that the sentence gives.
func runWith(name string) reaction {
	return func(s Meaning, _ Situation) (Answer, bool) { return run(s.Command(name)), true }
}

// asks asks whether to end the game.
func asks(name string) reaction {
	return func(Meaning, Situation) (Answer, bool) { return Answer{Ask: command.Find(name)}, true }
}

// says says a sentence, with commands to press.
func says(key string, buttons ...string) reaction {
	return func(Meaning, Situation) (Answer, bool) {
		return Answer{Say: words.New(key), Buttons: buttons}, true
	}
}

// saysWithCard says a sentence above the buttons of the card.
func saysWithCard(key string) reaction {
	return func(Meaning, Situation) (Answer, bool) { return Answer{Say: words.New(key), Card: true}, true }
}

// confirming says a sentence above the answers to the open question.
func confirming(key string) reaction {
	return func(Meaning, Situation) (Answer, bool) {
		return Answer{Say: words.New(key, "stays", true), Reply: true}, true
	}
}

// offers is like says, for commands of which the person chooses one.
func offers(key string, buttons ...string) reaction { return says(key, buttons...) }

// helps runs a command that helps to win; see Situation.help.
func helps(name string) reaction {
	return func(_ Meaning, st Situation) (Answer, bool) { return st.help(name), true }
}

// practise asks the open exercise for something.
func practise(r ExerciseRequest) reaction {
	return func(Meaning, Situation) (Answer, bool) { return Answer{Request: r}, true }
}

// unchanged says that nothing was done, and what is still open.
func unchanged(key string) reaction {
	return func(_ Meaning, st Situation) (Answer, bool) { return st.unchanged(key), true }
}

// answers answers the open question.
func answers(commands map[Question]string) reaction {
	return func(_ Meaning, st Situation) (Answer, bool) {
		if c := commands[st.Asked]; c != "" {
			return run(c), true
		}
		return st.unchanged("talk.nothing-asked"), true
	}
}

// press asks for a clear answer to the open question. An offer says itself what it is.
func press(_ Meaning, st Situation) (Answer, bool) {
	if st.canTakeOffer() {
		return st.standing(), true
	}
	return Answer{Say: words.New("talk.press"), Reply: true}, true
}

// isThat asks whether a sentence is a yes, or a no, to the open question.
func (st Situation) isThat(yes bool) Answer {
	key := "talk.press"
	if !yes {
		key = "talk.press.no"
	}
	return Answer{Say: words.New(key), State: st.canTakeOffer(), Reply: true, Refuse: !yes}
}

// standing tells how things stand.
func standing(_ Meaning, st Situation) (Answer, bool) { return st.standing(), true }

// explain shows the working of the present position, or the rules where there's none.
func (s Meaning) explain(st Situation) (Answer, bool) {
	switch {
	case st.Running:
		return st.help("explain"), true
	case st.Game:
		return run("review"), true
	}
	return run("rules"), true
}

// theory handles a question about the secret of winning: it explains the present position, or
// without a game points to a lesson.
func (s Meaning) theory(st Situation) (Answer, bool) {
	switch {
	case st.Running:
		return st.help("explain"), true
	}
	return Meaning{Topic: Learn}.learn(st)
}

// learn offers lessons: the one that the sentence names, or the rules of a game.
func (s Meaning) learn(Situation) (Answer, bool) {
	if s.Values["game"] != "" {
		return run(s.Command("rules")), true
	}
	if n := s.Values["lesson"]; n != "" {
		return Answer{Say: words.New("talk.lesson", "number", n), Buttons: []string{"learn " + n, "learn"}}, true
	}
	return Answer{Say: words.New("talk.learn"), Buttons: []string{"learn 1", "learn", "rules"}}, true
}

// language offers the language that the sentence names.
func (s Meaning) language(Situation) (Answer, bool) {
	return Answer{Say: words.New("talk.language"), Buttons: []string{s.Command("language"), "settings"}}, true
}

// greet greets back, and says what waits.
func (s Meaning) greet(st Situation) (Answer, bool) {
	if st.Running || st.Offered || st.canTakeOffer() {
		return Answer{Say: words.New("talk.greeting"), State: true, Reply: st.Asked != NoQuestion}, true
	}
	return Answer{Say: words.New("talk.welcome"), Card: true}, true
}

// nod takes a plain "ok" for a yes if it can do no harm.
func (s Meaning) nod(st Situation) (Answer, bool) {
	if st.okMeansYes() {
		return run(yesCommands[st.Asked]), true
	}
	return s.okay(st)
}

// okay says that nothing was done.
func (s Meaning) okay(st Situation) (Answer, bool) {
	if st.Asked != NoQuestion {
		return press(s, st)
	}
	return st.unchanged("talk.okay"), true
}

func (s Meaning) bye(st Situation) (Answer, bool) {
	switch playing := st.Running && st.IsPlayer; {
	case playing && st.Timed:
		return Answer{Say: words.New("talk.bye.clock")}, true
	case playing:
		return Answer{Say: words.New("talk.bye.playing")}, true
	}
	return Answer{Say: words.New("talk.bye")}, true
}

// okMeansYes reports whether a plain "ok" accepts what the speaker was asked. It does if
// only the speaker was asked, and if accepting ends nothing.
func (st Situation) okMeansYes() bool { return st.Asked == AskedConsent || st.Asked == AskedOffer }

// canTakeOffer reports whether the speaker can take a game that is offered.
func (st Situation) canTakeOffer() bool { return st.Asked == AskedOffer || st.Asked == AskedAnybody }

// unchanged says that nothing was done, and what is still open.
func (st Situation) unchanged(key string) Answer {
	return Answer{Say: words.New(key), State: st.Running || st.Offered || st.canTakeOffer(), Reply: st.Offering || st.Asked != NoQuestion}
}

// adviceInvited gives advice to a speaker to whom a game is offered.
func (s Meaning) adviceInvited(st Situation) (Answer, bool) {
	if !s.ranked && s.Values["piles"] != "" {
		return s.advice(st)
	}
	return st.standing(), true
}

// advice tells who is winning in the present position, or in the piles that the sentence
// names.
func (s Meaning) advice(st Situation) (Answer, bool) {
	switch {
	case s.Values["piles"] != "":
		return run(s.Command("predict")), true
	case !st.Running:
		return st.standing(), true
	case st.ToMove:
		return st.help("hint"), true
	}
	return st.help("explain"), true
}

// adviceInExercise offers a hint, unless the sentence asks about other piles.
func (s Meaning) adviceInExercise(Situation) (Answer, bool) {
	if s.Values["piles"] != "" {
		return Answer{}, false
	}
	return Answer{Request: OfferHint}, true
}

// study gives advice during a game, and shows the review after it.
func (s Meaning) study(st Situation) (Answer, bool) {
	if st.Game && !st.Running {
		return run("review"), true
	}
	return s.advice(st)
}

// review shows where the last game was decided. During the first game, it shows who is
// winning and why.
func (s Meaning) review(st Situation) (Answer, bool) {
	if st.Running && !st.HadGame {
		return st.help("explain"), true
	}
	return run("review"), true
}

// help runs a command that helps to win. If that counts as a hint, the speaker has to
// press a button first.
func (st Situation) help(command string) Answer {
	if !st.HelpCounts {
		return run(command)
	}
	return Answer{Say: words.New("talk.counts"), Buttons: []string{command, "board"}}
}

// standing says how the game stands.
func (st Situation) standing() Answer {
	switch {
	case !st.Running && st.Offering:
		return Answer{Say: words.New("talk.offering"), State: true, Reply: true}
	case !st.Running && (st.Offered || st.canTakeOffer()):
		return Answer{State: true, Reply: st.Asked != NoQuestion}
	case !st.Game:
		return run("board")
	case st.IsPlayer && !st.Running && !st.Offered:
		return Answer{State: true, Buttons: []string{"rematch", "review"}}
	}
	return Answer{State: true, Reply: st.Asked != NoQuestion}
}
