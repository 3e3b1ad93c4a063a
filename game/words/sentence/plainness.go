package sentence

import (
	"slices"
	"strings"

	"nimbot/game/words"
	"nimbot/game/words/command"
)

// publicCommands are the commands that answer somebody, or that everybody sees. A question runs none
// of them: "undo?".
var publicCommands = []string{"accept", "decline", "confirm", "undo", "share"}

// mayRun reports whether the sentence asks plainly enough for a command.
func (s Meaning) mayRun(cmd string) bool {
	c, _ := command.Named(cmd)
	return c != nil && !(s.asks && slices.Contains(publicCommands, c.Name))
}

// The commands and requests that only inform the speaker. A ranked topic runs no others.
var (
	tellingCommands = []string{"board", "rules", "games", "help", "explain", "review", "settings", "predict", "leaders", "profile"}
	tellingRequests = []ExerciseRequest{NoRequest, TellWhy, TellRules, AskAgain, StillOpen, GreetBack, NoUndo, LeaveOpen, TellTries, TellAllowed, NotCounted, TellDaily, TellPrivate, Remark, OfferHint, OfferShow, OfferSkip, OfferBack, OfferNext, OfferOther, OfferGame, TellTime, TellTerm, TellProgress, TellYesterday}
)

// offered are the requests that a ranked topic makes in place of those that change an exercise.
var offered = map[ExerciseRequest]ExerciseRequest{GiveHint: OfferHint, ShowSolution: OfferShow, SkipIt: OfferSkip, GoOn: OfferNext, GoBack: OfferBack, Restart: AskAgain, SetHarder: OfferOther, SetEasier: OfferOther}

// onlyTells reports whether an answer only gives information.
func (a Answer) onlyTells() bool {
	command, _, _ := strings.Cut(a.Run, " ")
	return a.Ask == nil && slices.Contains(tellingRequests, a.Request) && (a.Run == "" || slices.Contains(tellingCommands, command))
}

// orPress offers a command that the sentence doesn't ask for plainly.
func (s Meaning) orPress(cmd string, st Situation) Answer {
	c, _ := command.Named(cmd)
	if c.Name != "undo" && c.Name != "share" && st.Asked != NoQuestion {
		a, _ := press(s, st)
		if c.Name == "decline" && a.Say.Key == "talk.press" || a.State && c.Name == "decline" {
			a = Answer{Say: words.New("talk.press.no"), Reply: true, Refuse: true}
		}
		return a
	}
	key := "talk.meant"
	if s.Topic == Undo || s.Topic == Withdraw {
		key += "." + string(s.Topic)
	}
	return Answer{Say: words.New(key, "who", st.Opponent, "what", words.Text{Key: c.About()}), Buttons: []string{cmd}}
}
