package message

import (
	"nimbot/game/dialog"
	"nimbot/game/rules"
	"nimbot/game/words"
	"nimbot/game/words/command"
	"nimbot/game/words/sentence"
)

// Situation returns what the answer to a person's sentence depends on besides the sentence.
func (s *Scene) Situation(id string) sentence.Situation {
	seat, plays := s.SeatOf(id)
	_, vsBot := s.AgainstBot()
	playing := s.Playing()
	asked, _ := s.Question(id)
	offer, opponent := s.Play.Offer, ""
	switch {
	case playing && plays:
		opponent = s.Player(seat.Other()).Name
	case offer != nil && offer.From.ID != id:
		opponent = offer.From.Name
	case offer != nil && offer.To != nil:
		opponent = offer.To.Name
	}
	return sentence.Situation{
		Game: s.Play.Game != nil, Running: playing, HadGame: s.LastGame(id) != nil, IsPlayer: plays,
		ToMove:     playing && plays && seat == s.Match.ToMove(),
		HelpCounts: playing && plays && !vsBot && !s.Doc.Settings.NoHints,
		Offered:    !playing && offer != nil, Offering: !playing && offer != nil && offer.From.ID == id,
		Asking:   playing && plays && s.Match.Pending() != nil && s.Match.Pending().Seat == seat,
		Opponent: opponent, Asked: asked, Plays: s.plays(),
		Moved: playing && len(s.Match.Moves()) > 0,
		Timed: playing && s.Play.Game.Clock > 0,
	}
}

// plays returns the key of the running game, "" if none runs.
func (t *Table) plays() string {
	if !t.Playing() {
		return ""
	}
	return t.Game.Key
}

// Answer returns the message that answers a sentence without running a command.
func (s *Scene) Answer(a sentence.Answer, id string) (line words.Text, buttons []dialog.Button) {
	switch line = a.Say; {
	case a.Last:
		line = words.New("sentences", "first", s.movedText(len(s.Match.Moves())-1), "second", s.stateLine())
	case a.State && line.Key == "":
		line = s.stateLine()
	case a.State:
		line = s.WithState(line)
	}
	buttons = CommandButtons(a.Buttons)
	if a.Card {
		buttons = append(buttons, CardButtons()...)
	}
	if a.Reply {
		reply := s.Replies(id)
		if a.Refuse && len(reply) == 2 {
			reply = []dialog.Button{reply[1], reply[0]}
		}
		buttons = append(buttons, reply...)
	}
	return line, buttons
}

// Replies returns the buttons that answer the open question to a person, or take back their own offer.
func (s *Scene) Replies(id string) []dialog.Button {
	if o := s.Play.Offer; o != nil && !s.Playing() && o.From.ID == id {
		return []dialog.Button{s.Button(words.New("button.take-back-offer"), dialog.Plain, "decline")}
	}
	_, reply := s.Question(id)
	return reply
}

// WithState returns a line, and after it how the place stands.
func (s *Scene) WithState(line words.Text) words.Text {
	return words.New("sentences", "first", line, "second", s.stateLine())
}

// stateLine words the state of the place in one line: its offer, or else its game.
func (s *Scene) stateLine() words.Text {
	if s.Play.Offer != nil && !s.Playing() {
		lines := s.Offer().Lines
		return words.New("sentences", "first", lines[0], "second", lines[1])
	}
	return s.StateLine()
}

// CommandButtons returns a button for each command.
func CommandButtons(commands []string) []dialog.Button {
	var b []dialog.Button
	for _, c := range commands {
		b = append(b, dialog.Button{Label: words.New("button.command", "command", c), Command: c, Style: dialog.Plain})
	}
	return b
}

// GameWished returns a button that begins the game that a sentence wishes for, none if there
// is no such game or start. If the sentence names the opponent, GameWished returns the challenge
// instead: only the line itself knows whom a mention means, so no button can repeat it.
func GameWished(said sentence.Meaning) (begins []dialog.Button, challenge string) {
	name := "start"
	switch {
	case said.Values["player"] != "":
		name = "challenge"
	case said.Topic == sentence.Open:
		name = "open"
	}
	cmd := said.Command(name)
	line, err := command.Parse(cmd)
	if err != nil {
		return nil, ""
	}
	g, err := rules.Lookup(line.Options.Game)
	if err == nil && line.Rest != "" {
		_, err = g.Begin(line.Rest, line.Options.Ending)
	}
	if err != nil {
		return nil, ""
	}
	if name == "challenge" {
		return nil, cmd
	}
	return CommandButtons([]string{cmd}), ""
}

// Whom asks for the missing person of a challenge. It is nil if there is no challenge.
func Whom(challenge string) *dialog.PersonPicker {
	if challenge == "" {
		return nil
	}
	return &dialog.PersonPicker{Title: words.New("challenge.pick"), Command: challenge}
}
