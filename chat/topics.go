package chat

import (
	"errors"

	"nimbot/typed"
)

// conversation answers what people say in sentences. It does nothing that a
// command would not do, and ends nothing: for that it shows the button.
type conversation struct{ *session }

// errNotNow is the answer to a sentence that means nothing as things stand.
var errNotNow = errors.New("a sentence means nothing now")

// topic answers a sentence in a session.
type topic func(conversation, typed.Said) error

// topics are the answers, by topic.
func topics() map[typed.Topic]topic {
	return map[typed.Topic]topic{
		typed.TalkStart:   conversation.start,
		typed.TalkSetup:   conversation.setup,
		typed.TalkRematch: conversation.rematch,
		typed.TalkAdvice:  conversation.advice,
		typed.TalkExplain: conversation.explain,
		typed.TalkNext:    conversation.next,
		typed.TalkReview:  conversation.review,
		typed.TalkOpen:    does("open"),
		typed.TalkRules:   does("rules"),
		typed.TalkGames:   does("games"),
		typed.TalkHelp:    does("help"),
		typed.TalkBoard:   does("board"),
		typed.TalkUndo:    does("undo"),
		typed.TalkTurn:    conversation.standing,
		typed.TalkResign:  ends("resign"),
		typed.TalkStop:    ends("stop"),
		typed.TalkAccept:  conversation.reply,
		typed.TalkNo:      conversation.reply,
		typed.TalkHello:   conversation.greet,
		typed.TalkThanks:  manners("talk.thanks"),
		typed.TalkPraise:  manners("talk.praise"),
		typed.TalkOkay:    manners("talk.okay"),
		typed.TalkBye:     conversation.bye,
	}
}

func (s conversation) answer(said typed.Said) error {
	do, ok := s.h.topics[said.Topic]
	if !ok {
		return errNotNow
	}
	return do(s, said)
}

// do does a command in place of the sentence.
func (s conversation) do(text string) error {
	line, err := typed.Parse(text)
	if err != nil {
		return err
	}
	s.line = line
	return s.run()
}

// does answers with a command, and with what the sentence says of a game.
func does(command string) topic {
	return func(s conversation, said typed.Said) error { return s.do(said.Command(command)) }
}

// manners answers with a line.
func manners(key string) topic {
	return func(s conversation, _ typed.Said) error {
		s.tellOpenly(text(key))
		return nil
	}
}

// ends answers with the button of a command that ends the game.
func ends(command string) topic {
	return func(s conversation, _ typed.Said) error { return s.askToEnd(typed.Find(command)) }
}

func (s conversation) askToEnd(c *typed.Command) error {
	if err := s.may(c); err != nil {
		return err
	}
	m := s.tellOpenly(text("talk." + c.Name))
	m.Buttons = []Button{s.button(text("button."+c.Name), Danger, c.Name)}
	return nil
}

// start begins a game, or challenges the person mentioned. A typed start with a
// mention, or a challenge without one, was refused as that.
func (s conversation) start(said typed.Said) error {
	command := "start"
	if said.Values["player"] != "" {
		command = "challenge"
	}
	if tried := s.line.Command.Name; tried != command && (tried == "start" || tried == "challenge" && len(said.Values) > 0) {
		return errNotNow
	}
	return s.do(said.Command(command))
}

// setup answers what names a game without saying what to do with it. It may
// as well be a remark on the game that is on.
func (s conversation) setup(said typed.Said) error {
	key, piles := said.Values["game"], said.Values["piles"]
	switch {
	case s.playing() && key == "":
		return errNotNow
	case s.playing():
		m := s.tellOpenly(text("talk.game"))
		m.Buttons = []Button{try("rules " + key), try(said.Command("start"))}
	case piles != "" && len(said.Values) == 1:
		m := s.tellOpenly(text("talk.piles", "piles", piles))
		m.Buttons = []Button{try("start " + piles), try("predict " + piles)}
	default:
		return s.start(said)
	}
	return nil
}

// rematch plays the last game again, or some game if there was none.
func (s conversation) rematch(typed.Said) error {
	if _, plays := s.seat(); !plays {
		return s.do("start")
	}
	return s.do("rematch")
}

// advice tells who is winning, now or from the piles that are named.
func (s conversation) advice(said typed.Said) error {
	switch seat, plays := s.seat(); {
	case said.Values["piles"] != "":
		return s.do(said.Command("predict"))
	case s.doc.Game != nil && !s.playing():
		return s.standing(said)
	case s.playing() && plays && seat == s.match.ToMove():
		return s.helped("hint")
	}
	return s.helped("explain")
}

func (s conversation) explain(typed.Said) error { return s.helped("explain") }

// helped gives help that counts as a hint: between people, it is asked about
// first.
func (s conversation) helped(command string) error {
	_, plays := s.seat()
	if _, vsBot := s.againstBot(); !s.playing() || !plays || vsBot || s.doc.Settings.NoHints {
		return s.do(command)
	}
	m := s.tellOpenly(text("talk.counts"))
	m.Buttons = []Button{try(command), try("board")}
	return nil
}

// next tells what can be done.
func (s conversation) next(said typed.Said) error {
	seat, plays := s.seat()
	switch {
	case s.doc.Game == nil:
		return s.do("board")
	case !s.playing() || !plays || seat != s.match.ToMove():
		return s.standing(said)
	}
	return s.helped("hint")
}

// review tells where the last game turned; in the first game, how it stands.
func (s conversation) review(said typed.Said) error {
	if s.playing() && s.lastGame() == nil {
		return s.explain(said)
	}
	return s.do("review")
}

// standing tells how the game stands.
func (s conversation) standing(typed.Said) error {
	if s.doc.Game == nil {
		return s.do("board")
	}
	m := s.tellOpenly(s.stateLine())
	if _, plays := s.seat(); plays && !s.playing() {
		m.Buttons = []Button{try("rematch")}
	}
	return nil
}

// reply answers a yes or a no with the buttons of what was asked, if the person
// was asked anything.
func (s conversation) reply(typed.Said) error {
	confirm, offer := s.doc.Confirm, s.doc.Offer
	seat, plays := s.seat()
	var asked []Button
	switch {
	case s.playing() && s.match.Pending() != nil && plays && s.match.Pending().Seat != seat:
		asked = []Button{s.button(text("button.agree"), Primary, "accept"), s.button(text("button.refuse"), Plain, "decline")}
	case confirm != nil && confirm.By == s.r.User.ID:
		asked = []Button{s.button(text("button.replace"), Danger, "confirm")}
	case offer != nil && offer.From.ID != s.r.User.ID && (offer.To == nil || offer.To.ID == s.r.User.ID):
		asked = s.offerMessage().Buttons
	default:
		s.tellOpenly(text("talk.okay"))
		return nil
	}
	s.tellOpenly(text("talk.press")).Buttons = asked
	return nil
}

// greet says hello, and how things stand.
func (s conversation) greet(typed.Said) error {
	if s.playing() {
		s.tellOpenly(text("sentences", "first", text("talk.greeting"), "second", s.stateLine()))
		return nil
	}
	s.tellOpenly(text("talk.welcome")).Buttons = presets()
	return nil
}

func (s conversation) bye(typed.Said) error {
	key := "talk.bye"
	if _, plays := s.seat(); plays && s.playing() {
		key = "talk.bye.playing"
	}
	s.tellOpenly(text(key))
	return nil
}
