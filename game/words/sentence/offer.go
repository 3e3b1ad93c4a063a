package sentence

import (
	"strings"

	"nimbot/game/words"
	"nimbot/game/words/command"
)

// pressOffer reminds of the offer that has to be answered first.
func pressOffer(_ Meaning, st Situation) (Answer, bool) {
	return Answer{Say: words.New("talk." + string(st.Asked)), State: true, Reply: true}, true
}

// offering says that the speaker's own offer is still open, and how to take it back.
func offering(Meaning, Situation) (Answer, bool) {
	return Answer{Say: words.New("talk.offering"), State: true, Reply: true}, true
}

// ownOffer says that only the person who was asked can accept the speaker's own offer.
func ownOffer(_ Meaning, st Situation) (Answer, bool) {
	return Answer{Say: words.New("talk.own-offer", "who", st.Opponent), State: true, Reply: true}, true
}

// acceptOrPress accepts the offer if the sentence begins with a yes: "yes, let's play". If the
// sentence describes another game, the answer names a challenge of the speaker's own for that game.
func (s Meaning) acceptOrPress(st Situation) (Answer, bool) {
	switch _, other := s.Values["player"]; {
	case s.Agrees && len(s.Values) == 0:
		return run(yesCommands[st.Asked]), true
	case s.describesGame() && st.Opponent != "" && !other:
		delete(s.Values, "level")
		s.Values["player"] = st.Opponent
		command := s.Command("challenge")
		return Answer{Say: words.New("talk.counter-offer", "command", command), State: true, Reply: true, Names: command}, true
	}
	return pressOffer(s, st)
}

// describesGame reports whether the sentence says what to play, and not only who begins: "I'll start
// with 1 from A" is a yes with something added.
func (s Meaning) describesGame() bool {
	return s.Values["game"] != "" || s.Values["misere"] != "" || strings.Contains(s.Values["piles"], " ")
}

// condition says that only a plain yes or no counts, with both on buttons: a condition can't be passed
// on. What the sentence says of a game can be offered to the opponent instead, by a challenge that the
// answer names.
func (s Meaning) condition(st Situation) (Answer, bool) {
	delete(s.Values, "level") // which only the bot has
	a := Answer{Say: words.New("talk.condition"), State: st.canTakeOffer(), Reply: true, Refuse: s.refuses}
	if _, other := s.Values["player"]; st.canTakeOffer() && s.describesGame() && st.Opponent != "" && !other {
		return s.acceptOrPress(st)
	}
	return a, true
}

// startBeside proposes two things to a speaker whose own offer is open: to begin another game, or
// to change the offer. "Make it kayles" may mean both, and "let's play" may be said to the person
// who was challenged.
func (s Meaning) startBeside(st Situation) (Answer, bool) {
	a := Answer{Say: words.New("talk.offering"), State: true, Reply: true, Buttons: []string{s.Command("start")}}
	if len(s.Values) > 0 && st.Opponent != "" && s.Values["player"] == "" {
		delete(s.Values, "level")
		s.Values["player"] = st.Opponent
		a.Say = words.New("talk.other-offer", "command", s.Command("challenge"))
	}
	return a, true
}

// offerWaits says that the speaker's own offer is open, and that nobody can tell whether it was read.
func offerWaits(Meaning, Situation) (Answer, bool) {
	return Answer{Say: words.New("sentences", "first", words.New("talk.offering"), "second", words.New("talk.waiting")), Reply: true}, true
}

// cancels asks whether to take back the speaker's own offer, if the sentence may mean that:
// "never mind, cancel it".
func (s Meaning) cancels(st Situation) (Answer, bool) {
	if s.asks {
		return offering(s, st)
	}
	return Answer{Say: words.New("talk.meant.withdraw"), State: true, Buttons: []string{"decline"}}, true
}

// challenge says how to challenge somebody, or offers to challenge the person whom the sentence
// mentions.
func (s Meaning) challenge(Situation) (Answer, bool) {
	if s.Values["player"] == "" {
		return Answer{Say: words.New("talk.challenge"), Buttons: []string{"challenge", "open"}}, true
	}
	return Answer{Say: words.New("talk.meant", "what", words.Text{Key: command.Find("challenge").About()}), Buttons: []string{s.Command("challenge")}}, true
}

// lastMove says the last move of the running game.
func (s Meaning) lastMove(st Situation) (Answer, bool) {
	switch {
	case !st.Running:
		return s.board(st)
	case !st.Moved:
		return Answer{Say: words.New("talk.no-move"), State: true, Buttons: []string{"board"}}, true
	}
	return Answer{Last: true, State: true, Buttons: []string{"board"}}, true
}

// board shows the board, or the table with the number that the sentence names.
func (s Meaning) board(Situation) (Answer, bool) {
	if n := s.Values["table"]; n != "" {
		return run("watch " + n), true
	}
	return run("board"), true
}

// praise answers praise. To a question, "I won?", the answer says who won.
func (s Meaning) praise(st Situation) (Answer, bool) {
	if s.asks {
		return st.standing(), true
	}
	return says("talk.praise")(s, st)
}
