package talk

import (
	"errors"
	"slices"
	"strings"

	"nimbot/typed"
	"nimbot/words"
)

// Situation is what an answer depends on besides the sentence.
type Situation struct {
	Game    bool     // the channel has a game, running or finished
	Playing bool     // the game is running
	Last    bool     // another game was finished here before that one
	Plays   bool     // the speaker is one of its players
	ToMove  bool     // and it's their turn
	Counts  bool     // help counts as a hint, of which the opponent is told
	Offered bool     // a game is offered here, by the speaker or to somebody else
	Asked   Question // what the speaker hasn't answered yet
	Tried   string   // the command that refused the sentence, "" for none
}

// Question is a question that a person was asked and can answer.
type Question string

// The questions.
const (
	NoQuestion   Question = ""
	AskedConsent Question = "consent"    // to a request of the opponent
	AskedToStop  Question = "stop"       // a request of the opponent to stop the game
	AskedConfirm Question = "confirm"    // whether the speaker really wants to end the game
	AskedOffer   Question = "offer"      // a game offered to the speaker
	AskedAnybody Question = "open-offer" // a game offered to anybody
)

// yes and no are the commands that answer a question. An offer to anybody can be
// taken, but not declined: that would speak for everybody.
var (
	yes = map[Question]string{AskedConsent: "accept", AskedToStop: "accept", AskedConfirm: "confirm", AskedOffer: "accept", AskedAnybody: "accept"}
	no  = map[Question]string{AskedConsent: "decline", AskedToStop: "decline", AskedConfirm: "decline", AskedOffer: "decline"}
)

// Answer is what a sentence leads to: a command to run, a command to ask about, or a
// message.
type Answer struct {
	Run string         // the command to run as if it had been typed instead
	Ask *typed.Command // the command to ask about, because it ends something

	Say     words.Text // what the message says; may be empty if State is set
	State   bool       // the message also says how the game stands
	Buttons []string   // commands to press
	Presets bool       // add the buttons that start a game
	Reply   bool       // add the buttons that answer the open question
}

// commandFor lists the command of each topic that leads to the same command in every
// situation.
var commandFor = map[Topic]string{
	Open: "open", Rules: "rules", Games: "games", Help: "help", Board: "board", Undo: "undo", Share: "share", Settings: "settings",
}

// choicesFor lists the commands from which a person chooses, by topic.
var choicesFor = map[Topic][]string{
	Learn:   {"learn 1", "learn", "rules"},
	Puzzle:  {"puzzle", "daily"},
	Ranks:   {"leaders", "profile"},
	Self:    {"profile", "leaders"},
	Privacy: {"export me"},
}

// Answer returns what the sentence leads to; ok is false if it means nothing in this
// situation. A command that ends something runs only if the person was asked about it and
// says yes.
func (s Said) Answer(st Situation) (a Answer, ok bool) {
	if command := commandFor[s.Topic]; command != "" {
		return run(s.Command(command)), true
	}
	switch s.Topic {
	case Start:
		if s.Agrees && len(s.Values) == 0 && st.Asked == AskedOffer {
			return run(yes[st.Asked]), true
		}
		return s.start(st)
	case Setup:
		return s.setup(st)
	case Rematch:
		if !st.Plays {
			return s.start(st)
		}
		return run("rematch"), true
	case Advice:
		return s.advice(st), true
	case Next:
		return st.next(), true
	case Explain, Theory:
		return s.explain(st)
	case Study:
		if st.Game && !st.Playing {
			return run("review"), true
		}
		return s.advice(st), true
	case Review:
		return st.review(), true
	case Turn:
		return st.standing(), true
	case Learn:
		if s.Values["game"] != "" {
			return run(s.Command("rules")), true
		}
		if n := s.Values["lesson"]; n != "" {
			return Answer{Say: words.New("talk.lesson", words.Args{"number", n}), Buttons: []string{"learn " + n, "learn"}}, true
		}
	case Judge:
		return st.judge(), true
	case Despair:
		return st.despair(), true
	case Stop:
		if !st.Playing {
			return Said{Topic: Bye}.politeAnswer(st)
		}
		return Answer{Ask: typed.Find("stop")}, true
	case Resign:
		return Answer{Ask: typed.Find("resign")}, true
	}
	if buttons := choicesFor[s.Topic]; buttons != nil {
		return Answer{Say: words.New("talk."+string(s.Topic), nil), Buttons: buttons}, true
	}
	return s.politeAnswer(st)
}

// explain shows the working of the present position. Without a game, it shows the rules,
// or offers a lesson.
func (s Said) explain(st Situation) (a Answer, ok bool) {
	switch {
	case st.Game:
		return st.help("explain"), true
	case s.Topic == Theory:
		return Said{Topic: Learn}.Answer(st)
	}
	return run("rules"), true
}

// politeAnswer answers greetings, thanks and other polite sentences, and yes and no.
func (s Said) politeAnswer(st Situation) (a Answer, ok bool) {
	switch s.Topic {
	case Hello:
		if st.Playing || st.Offered || st.canTakeOffer() {
			return Answer{Say: words.New("talk.greeting", nil), State: true, Reply: st.Asked != NoQuestion}, true
		}
		return Answer{Say: words.New("talk.welcome", nil), Presets: true}, true
	case Accept:
		return st.answerQuestion(yes[st.Asked]), true
	case No:
		return st.answerQuestion(no[st.Asked]), true
	case Nod:
		if st.okMeansYes() {
			return run(yes[st.Asked]), true
		}
		return Said{Topic: Okay}.politeAnswer(st)
	case Okay:
		if st.Asked != NoQuestion {
			return Answer{Say: words.New("talk.press", nil), Reply: true}, true
		}
		return st.unchanged("talk.okay"), true
	case Bye:
		if st.Playing && st.Plays {
			return Answer{Say: words.New("talk.bye.playing", nil)}, true
		}
	}
	if !slices.Contains(politeTopics, s.Topic) {
		return Answer{}, false
	}
	return Answer{Say: words.New("talk."+string(s.Topic), nil)}, true
}

func run(command string) Answer { return Answer{Run: command} }

// okMeansYes reports whether a plain "ok" accepts what the speaker was asked. It does if
// only the speaker was asked, and if accepting ends nothing.
func (st Situation) okMeansYes() bool { return st.Asked == AskedConsent || st.Asked == AskedOffer }

// canTakeOffer reports whether the speaker can take a game that is offered.
func (st Situation) canTakeOffer() bool { return st.Asked == AskedOffer || st.Asked == AskedAnybody }

// answerQuestion runs the command that answers the open question; command is "" if
// nothing was asked.
func (st Situation) answerQuestion(command string) Answer {
	if command == "" {
		return st.unchanged("talk.nothing-asked")
	}
	return run(command)
}

// unchanged says that nothing was done, and what is still open.
func (st Situation) unchanged(key string) Answer {
	return Answer{Say: words.New(key, nil), State: st.Playing || st.Offered || st.canTakeOffer()}
}

// start begins a game, or challenges the person that the sentence mentions. ok is false
// if the refused line was a start command but mentions a person, or a challenge that
// describes a game but mentions nobody. It's also false if the sentence names a single
// number during a game, which belongs to a move. An open offer to the speaker must be
// answered first.
func (s Said) start(st Situation) (a Answer, ok bool) {
	if piles := s.Values["piles"]; st.Playing && piles != "" && !strings.Contains(piles, " ") {
		return Answer{}, false
	}
	command := "start"
	if s.Values["player"] != "" {
		command = "challenge"
	}
	if st.Tried != command && (st.Tried == "start" || st.Tried == "challenge" && len(s.Values) > 0) {
		return Answer{}, false
	}
	if st.canTakeOffer() {
		return Answer{Say: words.New("talk."+string(st.Asked), nil), Reply: true}, true
	}
	return run(s.Command(command)), true
}

// setup answers a sentence that describes a game but doesn't say what to do with it.
// During a game, such a sentence may be a remark about that game.
func (s Said) setup(st Situation) (a Answer, ok bool) {
	key, piles := s.Values["game"], s.Values["piles"]
	switch {
	case st.Playing && st.Plays && len(s.Values) == 1 && s.Values["first"] == "bot":
		return run("begin"), true
	case st.Playing && st.Plays && !st.Counts && st.Tried != "level" && len(s.Values) == 1 && s.Values["level"] != "":
		return Answer{Say: words.New("talk.level", nil), Buttons: []string{"level " + s.Values["level"], s.Command("start")}}, true
	case st.Playing && key == "":
		return Answer{}, false
	case st.Playing:
		return Answer{Say: words.New("talk.game", nil), Buttons: []string{"rules " + key, s.Command("start")}}, true
	case piles != "" && len(s.Values) == 1 && st.Tried != "challenge":
		return Answer{Say: words.New("talk.piles", words.Args{"piles", piles}), Buttons: []string{"start " + piles, "predict " + piles}}, true
	}
	return s.start(st)
}

// advice tells who is winning in the present position, or in the piles that the sentence
// names.
func (s Said) advice(st Situation) Answer {
	switch {
	case s.Values["piles"] != "":
		return run(s.Command("predict"))
	case st.Game && !st.Playing:
		return st.standing()
	case st.ToMove:
		return st.help("hint")
	}
	return st.help("explain")
}

// judge offers a hint instead of judging a move before it is played.
func (st Situation) judge() Answer {
	if !st.ToMove {
		return st.standing()
	}
	return Answer{Say: words.New("talk.judge", nil), Buttons: []string{"hint"}}
}

// despair offers a hint to a person who says that they are losing. It gives none unasked.
func (st Situation) despair() Answer {
	if !st.ToMove {
		return st.standing()
	}
	return Answer{Say: words.New("talk.despair", nil), Buttons: []string{"hint"}}
}

// help runs a command that helps to win. If that counts as a hint, the speaker has to
// press a button first.
func (st Situation) help(command string) Answer {
	if !st.Counts {
		return run(command)
	}
	return Answer{Say: words.New("talk.counts", nil), Buttons: []string{command, "board"}}
}

// next answers a person who asks what to do.
func (st Situation) next() Answer {
	if st.ToMove {
		return st.help("hint")
	}
	return st.standing()
}

// review shows where the last game was decided. During the first game, it shows who is
// winning and why.
func (st Situation) review() Answer {
	if st.Playing && !st.Last {
		return st.help("explain")
	}
	return run("review")
}

// standing tells how the game stands.
func (st Situation) standing() Answer {
	switch {
	case !st.Game:
		return run("board")
	case st.Plays && !st.Playing:
		return Answer{State: true, Buttons: []string{"rematch"}}
	}
	return Answer{State: true}
}

// Likely returns the two commands that a person probably wants whose line
// [typed.UnknownCommand] refused with err; nil for any other error.
func (st Situation) Likely(err error) []string {
	var r *typed.Refusal
	if !errors.As(err, &r) || !strings.HasPrefix(r.Text.Key, "unknown") {
		return nil
	}
	var likely []string
	if near, ok := r.Text.Args.Value("near").(string); ok {
		likely = append(likely, near)
	}
	for _, c := range st.usualCommands() {
		if !slices.Contains(likely, c) {
			likely = append(likely, c)
		}
	}
	return likely[:2]
}

// usualCommands returns the two commands that people most often want in this situation.
func (st Situation) usualCommands() []string {
	switch {
	case st.ToMove:
		return []string{"hint", "board"}
	case st.Playing:
		return []string{"board", "rules"}
	case st.Plays:
		return []string{"rematch", "help"}
	}
	return []string{"start 3 4 5", "help"}
}
