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
	Game    bool     // the channel has a game, which may be over
	Playing bool     // and it's still on
	Last    bool     // a game was finished here before the one that's on
	Plays   bool     // the speaker is one of its players
	ToMove  bool     // and it's their turn
	Counts  bool     // help would count as a hint that the opponent learns of
	Offered bool     // a game is offered here, by the speaker or to somebody else
	Asked   Question // what the speaker hasn't answered yet
	Tried   string   // the command that refused the sentence, "" for none
}

// Question is what a person was asked and can answer.
type Question string

// The questions.
const (
	NoQuestion   Question = ""
	AskedConsent Question = "consent"    // to what the opponent asks for
	AskedToStop  Question = "stop"       // which the opponent asks for
	AskedConfirm Question = "confirm"    // whether the game is to end, which the speaker began
	AskedOffer   Question = "offer"      // a game offered to the speaker
	AskedAnybody Question = "open-offer" // a game offered to anybody
)

// yes and no are the commands that answer a question; nobody says no for
// everybody.
var (
	yes = map[Question]string{AskedConsent: "accept", AskedToStop: "accept", AskedConfirm: "confirm", AskedOffer: "accept", AskedAnybody: "accept"}
	no  = map[Question]string{AskedConsent: "decline", AskedToStop: "decline", AskedConfirm: "decline", AskedOffer: "decline"}
)

// Answer is what a sentence leads to: a command to run, a command to ask about,
// or else a message.
type Answer struct {
	Run string         // the command to run as if it had been typed instead
	Ask *typed.Command // the command to offer: it ends something, so it isn't run

	Say     words.Text // what the message says; zero: only how the game stands
	State   bool       // the message also says how the game stands
	Buttons []string   // commands to press
	Presets bool       // the buttons that start a game are there, too
	Reply   bool       // the buttons that answer the open question are there, too
}

// steady are the topics that lead to the same command in every situation.
var commandFor = map[Topic]string{
	Open: "open", Rules: "rules", Games: "games", Help: "help", Board: "board", Undo: "undo", Share: "share", Settings: "settings",
}

// offering are the topics that lead to commands about the speaker, to be chosen
// from.
var choicesFor = map[Topic][]string{
	Learn:   {"learn 1", "learn", "rules"},
	Puzzle:  {"puzzle", "daily"},
	Ranks:   {"leaders", "profile"},
	Self:    {"profile", "leaders"},
	Privacy: {"export me"},
}

// Answer is what the sentence leads to; ok is false where it means nothing in
// this situation. It runs a command that ends something only as the yes to the
// question whether to.
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

// explain shows the working of the present position; without one it tells the rules,
// or teaches.
func (s Said) explain(st Situation) (a Answer, ok bool) {
	switch {
	case st.Game:
		return st.help("explain"), true
	case s.Topic == Theory:
		return Said{Topic: Learn}.Answer(st)
	}
	return run("rules"), true
}

// manners answers what's said for politeness' sake.
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

// nods reports whether a mere "ok" answers what the speaker was asked: what was
// put to them alone, and ends nothing.
func (st Situation) okMeansYes() bool { return st.Asked == AskedConsent || st.Asked == AskedOffer }

// offer reports whether the speaker can take a game that is offered.
func (st Situation) canTakeOffer() bool { return st.Asked == AskedOffer || st.Asked == AskedAnybody }

// answered runs the command that answers a question; where nothing was asked,
// there is none.
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

// start begins a game, or challenges the person mentioned. A command that
// refused the same already isn't tried again, and while a game is on, a single
// number belongs to a move. While the speaker can take an offer, that's to be
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

// setup answers what names a game without saying what to do with it. While a
// game is on, it may as well be a remark on that.
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

// advice tells who is winning, now or from the piles that are named.
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

// judge declines to judge a move that isn't made.
func (st Situation) judge() Answer {
	if !st.ToMove {
		return st.standing()
	}
	return Answer{Say: words.New("talk.judge", nil), Buttons: []string{"hint"}}
}

// despair offers help to somebody who thinks that they lose; they didn't ask.
func (st Situation) despair() Answer {
	if !st.ToMove {
		return st.standing()
	}
	return Answer{Say: words.New("talk.despair", nil), Buttons: []string{"hint"}}
}

// help runs a command that helps to win; where that counts as a hint, the
// speaker presses the button.
func (st Situation) help(command string) Answer {
	if !st.Counts {
		return run(command)
	}
	return Answer{Say: words.New("talk.counts", nil), Buttons: []string{command, "board"}}
}

// next tells what can be done.
func (st Situation) next() Answer {
	if st.ToMove {
		return st.help("hint")
	}
	return st.standing()
}

// review tells where the last game turned; in the first game, who is winning and
// why.
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

// Likely are the two commands that somebody most likely wants whose line was
// refused by [typed.UnknownCommand] with err; nil for any other error.
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

// usual are the two commands that people most likely want.
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
