package chat

import (
	"cmp"
	"context"
	"regexp"
	"slices"
	"strings"

	"nimbot/game/chat/message"
	"nimbot/game/dialog"
	"nimbot/game/rules"
	"nimbot/game/words"
	"nimbot/game/words/command"
	"nimbot/game/words/sentence"
	"nimbot/store/channel"
)

// talk returns the interpreter of the place's language, or of the request's while the place has
// none. It is made for the first line that is neither a command nor notation.
func (s *session) talk() *sentence.Interpreter { return s.h.Talk(cmp.Or(s.Locale(), s.r.Locale)) }

// Talk matches sentences in a locale.
func (h *Handler) Talk(locale string) *sentence.Interpreter { return sentence.Of(h.words.Talk(locale)) }

// answerSentence handles a line that no command accepts, if it is a known sentence. err
// is the command's refusal; answerSentence returns it if the sentence means nothing else.
func answerSentence(s *session, err error) error {
	if namesNoGame(s, err) || !maySpeak(s) {
		return err
	}
	if answered, err := tryTalk(s, s.talk().Read); answered {
		return err
	}
	near := command.NearCommand(err)
	if answered, err := tryGuess(s, err, near); answered {
		return err
	}
	if near != "" {
		if refused := whyNotPropose(s, near); refused != nil {
			return refused
		}
	}
	r := dialog.RefusalOf(err)
	if r != nil && r.Text.Key == "move.form" && s.Playing() {
		return offerNamed(s, r)
	}
	if r != nil && r.Text.Key == "no-game" && meansNoMove(s) {
		err = command.UnknownCommand(s.line.Typed)
	}
	if command.IsUnknown(err) {
		return notUnderstood(s, err, near)
	}
	return err
}

// maySpeak reports whether a line that no command accepts may be a sentence.
func maySpeak(s *session) bool {
	// "undo" and "stop" may be about an offer.
	offer := s.Play.Offer != nil && !s.Playing() && (s.line.Name() == "undo" || s.line.Name() == "stop")
	return s.full != noDelivery && s.full != noRoom && !s.talked && !s.line.Pressed() && !command.IsAmbiguous(s.parseErr) && s.line.Typed != "" && (!s.line.Plain() || offer)
}

// tryGuess handles the line as what it probably means. near is the command that it nearly names.
func tryGuess(s *session, err error, near string) (answered bool, _ error) {
	if r := dialog.RefusalOf(err); !s.line.Bare || r != nil && r.Text.Key == "not-your-turn" {
		return false, nil
	}
	return tryTalk(s, func(text string) (sentence.Meaning, bool) {
		said, ok := s.talk().Guess(text, situationOf(s))
		return said, ok && (near == "" || !strings.ContainsAny(text, "0123456789") && len(strings.Fields(text)) > 2) // "strat 3 4 5"
	})
}

// meansNoMove reports whether a line that was refused because no game is on is no move either.
func meansNoMove(s *session) bool {
	return s.Play.Offer != nil || s.line.HasExtraWords() || isRemark(s) || s.line.Bare && !numeral.MatchString(s.line.Typed)
}

// notUnderstood adds to the refusal of a line that means nothing what the person may have wanted.
func notUnderstood(s *session, err error, near string) error {
	r := dialog.RefusalOf(err)
	if r == nil {
		return err
	}
	if near == "" && len(s.talk().Intents(s.line.Typed)) > 0 {
		r.Text = words.New("talk.several")
	}
	if st := situationOf(s); near == "" && !st.Running && (st.Offering || st.Asked == sentence.AskedOffer) {
		r.Text = s.Scene.WithState(r.Text)
	}
	r.Buttons = likelyButtons(s, near)
	return r
}

// namesNoGame reports whether err refuses the name of a game that isn't played here.
func namesNoGame(s *session, err error) bool {
	r := dialog.RefusalOf(err)
	return r != nil && command.NamesNoGame(r.Text, s.parseErr != nil)
}

// numeral matches a number, with or without the letter of a pile, that is a word of its own: "1v1" has
// none.
var numeral = regexp.MustCompile(`\b[A-Za-z]?[0-9]+\b`)

// offerNamed offers the move that a line names besides what else it says. Without one, the refusal
// keeps its words, and gets the usual commands.
func offerNamed(s *session, r *dialog.Refusal) error {
	told := s.talk().Exercise().NamedMove(s.Match.Position(), s.line.Rest)
	if m, err := command.ReadMove(s.Match.Position(), told); told != "" && err == nil && !strings.Contains(s.line.Rest, "-") {
		r.Text = words.New("talk.not-the-rest", "move", m)
		r.Buttons = []dialog.Button{s.Button(words.New("button.command", "command", string(m)), dialog.Primary, string(m))}
		return r
	}
	if len(r.Buttons) == 0 {
		r.Buttons = message.CommandButtons([]string{"hint", "board", "rules"})
	}
	return r
}

// likelyButtons returns the buttons below the reply to a line that wasn't understood, the likeliest first. What
// answers an open question, or takes back the person's own offer, is a button of that question.
func likelyButtons(s *session, near string) []dialog.Button {
	buttons, st := proposals(s, near), situationOf(s)
	if setup, ok := command.SetupIn(s.line.Typed); ok {
		buttons = append(message.CommandButtons([]string{"start " + setup, "predict " + setup}), buttons...)
	}
	if !st.Game && !st.Offered && st.Asked == sentence.NoQuestion {
		buttons = dialog.WithOthers(buttons, message.CardButtons())
	}
	return buttons
}

// proposals returns the buttons of what the line may mean, the likeliest first.
func proposals(s *session, near string) (buttons []dialog.Button) {
	replies, st := s.Replies(s.r.User.ID), situationOf(s)
	for _, c := range s.talk().LikelyCommands(s.line.Typed, near, st) {
		yes := c == "accept" || c == "confirm"
		switch {
		case len(replies) > 0 && yes:
			buttons = append(buttons, replies[0])
		case len(replies) > 0 && c == "decline":
			buttons = append(buttons, replies[len(replies)-1])
		case !yes && whyNotPropose(s, c) == nil:
			buttons = append(buttons, message.CommandButtons([]string{c})...)
		}
	}
	return buttons
}

// tryTalk handles the line as a sentence, if it means something in this situation.
func tryTalk(s *session, understand func(string) (sentence.Meaning, bool)) (answered bool, err error) {
	text := s.talk().WithoutNames(s.line.Typed, s.Names()...)
	if a, ok := s.talk().ReadForm(text, situationOf(s)); ok {
		s.talked = true
		return true, runAnswer(s, a)
	}
	said, ok := understand(text)
	if !ok {
		return false, nil
	}
	s.talked = true
	if said.Topic == sentence.Turn && listTables(s) {
		return true, nil
	}
	a, ok := said.Answer(situationOf(s))
	offers := len(a.Buttons)
	a.Buttons = slices.DeleteFunc(slices.Clone(a.Buttons), func(c string) bool { return whyNotPropose(s, c) != nil })
	if !ok || offers > 0 && len(a.Buttons) == 0 || a.Names != "" && whyNotPropose(s, a.Names) != nil {
		return false, nil
	}
	return true, runAnswer(s, a)
}

// whyNotPropose returns the error that command would be refused with, for its content or
// its author; nil if it may be proposed.
func whyNotPropose(s *session, cmd string) (err error) {
	probe := *s
	if probe.line, err = command.Parse(cmd); err != nil {
		return err
	}
	if err := waitForWork(s, probe.line); err != nil {
		return err
	}
	c := probe.line.Command
	if err := probe.may(c); err != nil {
		return err
	}
	switch {
	case c.Name == "accept" && situationOf(&probe).Offering:
		return refuse("offer.own")
	case c.Name == "move":
		if probe.readMove(); probe.choice == nil && probe.parseErr != nil {
			return explainRefusal(&probe, probe.parseErr)
		}
	case c.Name == "level":
		_, _, err = levelChange(&probe)
	case c.Sets() && probe.line.Rest != "":
		_, err = readSetup(&probe, message.Balanced)
	}
	return err
}

// waitForWork returns errUnprepared if a sentence leads to a command whose position must be solved
// outside the lane first.
func waitForWork(s *session, cmd command.Line) error {
	if s.mayWork || !cmd.TakesWork() {
		return nil
	}
	return s.prepare(func(ctx context.Context, h outside, heard dialog.ParsedRequest, j *job) (dialog.Reply, error) {
		refused, _ := h.workOut(ctx, heard, j, cmd)
		return refused, nil
	})
}

// situationOf returns what the answer to a sentence depends on.
func situationOf(s *session) sentence.Situation {
	st := s.Situation(s.r.User.ID)
	st.RefusedCommand = s.line.Name()
	return st
}

// runAnswer does what a sentence asks for, or answers it. What was only guessed is told as a guess, with
// the buttons of other guesses.
func runAnswer(s *session, a sentence.Answer) error {
	if !a.Guess {
		return doAnswer(s, a)
	}
	others, before := alternatives(s, append(a.Buttons, a.Run)), len(s.out.Messages)
	if err := doAnswer(s, a); err != nil {
		return err
	}
	if s.out.Instead != "" {
		s.tellPrivately() // the lead of what the router adds
	}
	if len(s.out.Messages) > before && s.out.Messages[before].To != nil {
		m := &s.out.Messages[before]
		m.Lines, m.Buttons = slices.Insert(m.Lines, 0, words.New("talk.guess")), dialog.WithOthers(m.Buttons, others)
	}
	return nil
}

// doAnswer does what a sentence asks for, or answers it.
func doAnswer(s *session, a sentence.Answer) (err error) {
	switch {
	case a.Ask != nil:
		return askToEnd(s, a.Ask)
	case a.Run != "":
		if s.line, err = command.Parse(a.Run); err != nil {
			return err
		}
		if err := waitForWork(s, s.line); err != nil {
			return err
		}
		if s.line.Of() == command.People {
			s.out.Instead = a.Run
			return nil
		}
		if aimAtTable(s); s.own {
			return nil
		}
		return s.run()
	}
	line, buttons := s.Scene.Answer(a, s.r.User.ID)
	s.tellPrivately(line).Buttons = buttons
	return nil
}

// alternatives returns the buttons of what the line may mean besides the commands that it was taken for.
func alternatives(s *session, besides []string) []dialog.Button {
	return slices.DeleteFunc(proposals(s, ""), func(b dialog.Button) bool { return slices.Contains(besides, b.Command) })
}

// askToEnd asks for confirmation of a command that ends the game.
func askToEnd(s *session, c *command.Command) error {
	if err := s.may(c); err != nil {
		return err
	}
	s.askToConfirm(channel.Confirm{Text: c.Name}, words.New("talk."+c.Name, "stays", s.Play.Game.Clock == 0))
	return nil
}

// tryExtraWords handles a command followed by words that it doesn't take: "help me" may
// be a sentence, and "stop being so good" must not end the game without asking.
func tryExtraWords(s *session, c *command.Command) (answered bool, err error) {
	if answered, err := tryTalk(s, s.talk().ReadExtraWords(c, situationOf(s))); answered {
		return true, err
	}
	if c.Ends && c.Who != command.Anybody {
		return true, askToEnd(s, c)
	}
	return false, nil
}

// isRemark reports whether a typed line that isn't a move is a remark about something
// else.
func isRemark(s *session) bool {
	return !s.line.Pressed() && !command.IsAmbiguous(s.parseErr) && s.talk().IsRemark(s.line.Rest, s.Playing())
}

// tryMove reads the line as a move in a sentence.
func tryMove(s *session) {
	var m rules.Move
	spoken := s.talk()
	if m, s.choice = spoken.ReadMove(s.Match.Position(), spoken.WithoutNames(s.line.Rest, s.Names()...)); m != "" {
		s.typedMove, s.parseErr = m, nil
	}
}

// askWhichMove asks which move an ambiguous sentence means.
func askWhichMove(s *session) {
	m := s.tellPrivately(s.choice.Say)
	for _, o := range s.choice.Moves {
		m.Buttons = append(m.Buttons, s.Button(o.Label, dialog.Plain, string(o.Move)))
	}
}
