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
func (e *execution) talk() *sentence.Interpreter { return e.h.Talk(cmp.Or(e.Locale(), e.r.Locale)) }

// Talk matches sentences in a locale.
func (h *Handler) Talk(locale string) *sentence.Interpreter { return sentence.Of(h.words.Talk(locale)) }

// answerSentence handles a line that no command accepts, if it is a known sentence. err
// is the command's refusal; answerSentence returns it if the sentence means nothing else.
func answerSentence(e *execution, err error) error {
	if namesNoGame(e, err) || !maySpeak(e) {
		return err
	}
	if setup, ok := command.PartsIn(e.line.Typed); ok && e.line.Who == "" {
		offerSetup(e, setup)
		return nil
	}
	if answered, err := tryTalk(e, e.talk().Read); answered {
		return err
	}
	near := command.NearCommand(err)
	if answered, err := tryGuess(e, err, near); answered {
		return err
	}
	if near != "" {
		if refused := whyNotPropose(e, near); refused != nil {
			return refused
		}
	}
	r := dialog.RefusalOf(err)
	if r != nil && r.Text.Key == "move.form" && e.Playing() {
		return offerNamed(e, r)
	}
	if refusesNoGame(err) && meansNoMove(e) {
		err = command.UnknownCommand(e.line.Typed)
	}
	if command.IsUnknown(err) {
		return notUnderstood(e, err, near)
	}
	return err
}

// offerSetup asks what to do with several games that a line names.
func offerSetup(e *execution, setup string) {
	e.talked = true
	e.tellPrivately(words.New("talk.side-by-side", "setup", setup)).Buttons = message.CommandButtons([]string{"start " + setup, "predict " + setup})
}

// maySpeak reports whether a line that no command accepts may be a sentence.
func maySpeak(e *execution) bool {
	// "undo" and "stop" may be about an offer.
	offer := e.Play.Offer != nil && !e.Playing() && (e.line.Name() == "undo" || e.line.Name() == "stop")
	return e.room < noRoom && !e.talked && !e.line.Pressed() && !command.IsAmbiguous(e.parseErr) && e.line.Typed != "" && (!e.line.Plain() || offer)
}

// tryGuess handles the line as what it probably means. near is the command that it nearly names.
func tryGuess(e *execution, err error, near string) (answered bool, _ error) {
	if r := dialog.RefusalOf(err); !e.line.Bare || r != nil && r.Text.Key == "not-your-turn" {
		return false, nil
	}
	return tryTalk(e, func(text string) (sentence.Meaning, bool) {
		said, ok := e.talk().Guess(text, situationOf(e))
		return said, ok && (near == "" || !strings.ContainsAny(text, "0123456789") && len(strings.Fields(text)) > 2) // "strat 3 4 5"
	})
}

// meansNoMove reports whether a line that was refused because no game is on is no move either.
func meansNoMove(e *execution) bool {
	return e.Play.Offer != nil || e.line.HasExtraWords() || isRemark(e) || e.line.Bare && !numeral.MatchString(e.line.Typed)
}

// notUnderstood adds to the refusal of a line that means nothing what the person may have wanted.
func notUnderstood(e *execution, err error, near string) error {
	r := dialog.RefusalOf(err)
	if r == nil {
		return err
	}
	if key, refused := command.PartsRefused(e.line.Typed); refused != nil {
		g, _ := rules.Lookup(key)
		if why := dialog.RefusalOf(withExample(e, g, refused)); why != nil {
			r.Text = why.Text
		}
	}
	if near == "" && len(e.talk().Intents(e.line.Typed)) > 0 {
		r.Text = words.New("talk.several")
	}
	if st := situationOf(e); near == "" && !st.Running && (st.Offering || st.Asked == sentence.AskedOffer) {
		r.Text = e.Scene.WithState(r.Text)
	}
	r.Buttons = likelyButtons(e, near)
	return r
}

// namesNoGame reports whether err refuses the name of a game that isn't played here.
func namesNoGame(e *execution, err error) bool {
	r := dialog.RefusalOf(err)
	return r != nil && command.NamesNoGame(r.Text, e.parseErr != nil)
}

// numeral matches a number, with or without the letter of a pile, that is a word of its own: "1v1" has
// none.
var numeral = regexp.MustCompile(`\b[A-Za-z]?[0-9]+\b`)

// offerNamed offers the move that a line names besides what else it says. Without one, the refusal
// keeps its words, and gets the usual commands.
func offerNamed(e *execution, r *dialog.Refusal) error {
	told := e.talk().Exercise().NamedMove(e.Match.Position(), e.line.Rest)
	if m, err := command.ReadMove(e.Match.Position(), told); told != "" && err == nil && !strings.Contains(e.line.Rest, "-") {
		r.Text = words.New("talk.not-the-rest", "move", m)
		r.Buttons = []dialog.Button{e.Button(words.New("button.command", "command", string(m)), dialog.Primary, string(m))}
		return r
	}
	if len(r.Buttons) == 0 {
		r.Buttons = message.CommandButtons([]string{"hint", "board", "rules"})
	}
	return r
}

// likelyButtons returns the buttons below the reply to a line that wasn't understood, the likeliest first. What
// answers an open question, or takes back the person's own offer, is a button of that question.
func likelyButtons(e *execution, near string) []dialog.Button {
	buttons, st := proposals(e, near), situationOf(e)
	if setup, ok := command.SetupIn(e.line.Typed); ok {
		buttons = append(message.CommandButtons([]string{"start " + setup, "predict " + setup}), buttons...)
	}
	if !st.Game && !st.Offered && st.Asked == sentence.NoQuestion {
		buttons = dialog.WithOthers(buttons, message.CardButtons())
	}
	return buttons
}

// proposals returns the buttons of what the line may mean, the likeliest first.
func proposals(e *execution, near string) (buttons []dialog.Button) {
	replies, st := e.Replies(e.r.User.ID), situationOf(e)
	for _, c := range e.talk().LikelyCommands(e.line.Typed, near, st) {
		yes := c == "accept" || c == "confirm"
		switch {
		case len(replies) > 0 && yes:
			buttons = append(buttons, replies[0])
		case len(replies) > 0 && c == "decline":
			buttons = append(buttons, replies[len(replies)-1])
		case !yes && whyNotPropose(e, c) == nil:
			buttons = append(buttons, message.CommandButtons([]string{c})...)
		}
	}
	return buttons
}

// tryTalk handles the line as a sentence, if it means something in this situation.
func tryTalk(e *execution, understand func(string) (sentence.Meaning, bool)) (answered bool, err error) {
	text := e.talk().WithoutNames(e.line.Typed, e.Names()...)
	if a, ok := e.talk().ReadForm(text, situationOf(e)); ok {
		e.talked = true
		return true, runAnswer(e, a)
	}
	said, ok := understand(text)
	if !ok {
		return false, nil
	}
	e.talked = true
	if said.Topic == sentence.Turn && listTables(e) {
		return true, nil
	}
	a, ok := said.Answer(situationOf(e))
	offers := len(a.Buttons)
	a.Buttons = slices.DeleteFunc(slices.Clone(a.Buttons), func(c string) bool { return whyNotPropose(e, c) != nil })
	if !ok || offers > 0 && len(a.Buttons) == 0 || a.Names != "" && whyNotPropose(e, a.Names) != nil {
		return false, nil
	}
	return true, runAnswer(e, a)
}

// whyNotPropose returns the error that command would be refused with, for its content or
// its author; nil if it may be proposed.
func whyNotPropose(e *execution, cmd string) (err error) {
	probe := *e
	if probe.line, err = command.Parse(cmd); err != nil {
		return err
	}
	if err := waitForWork(e, probe.line); err != nil {
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
func waitForWork(e *execution, cmd command.Line) error {
	if e.mayWork || !cmd.TakesWork() {
		return nil
	}
	return e.prepare(func(ctx context.Context, h outside, heard dialog.ParsedRequest, j *job) (dialog.Reply, error) {
		refused, _ := h.workOut(ctx, heard, j, cmd)
		return refused, nil
	})
}

// situationOf returns what the answer to a sentence depends on.
func situationOf(e *execution) sentence.Situation {
	st := e.Situation(e.r.User.ID)
	st.RefusedCommand = e.line.Name()
	return st
}

// runAnswer does what a sentence asks for, or answers it. What was only guessed is told as a guess, with
// the buttons of other guesses.
func runAnswer(e *execution, a sentence.Answer) error {
	if !a.Guess {
		return doAnswer(e, a)
	}
	others, before := alternatives(e, append(a.Buttons, a.Run)), len(e.out.Messages)
	if err := doAnswer(e, a); err != nil {
		return err
	}
	if e.out.Instead != "" {
		e.tellPrivately() // the lead of what the router adds
	}
	if len(e.out.Messages) > before && e.out.Messages[before].To != nil {
		m := &e.out.Messages[before]
		m.Lines, m.Buttons = slices.Insert(m.Lines, 0, words.New("talk.guess")), dialog.WithOthers(m.Buttons, others)
	}
	return nil
}

// doAnswer does what a sentence asks for, or answers it.
func doAnswer(e *execution, a sentence.Answer) (err error) {
	switch {
	case a.Ask != nil:
		return askToEnd(e, a.Ask)
	case a.Run != "":
		if e.line, err = command.Parse(a.Run); err != nil {
			return err
		}
		if err := waitForWork(e, e.line); err != nil {
			return err
		}
		if e.line.Of() == command.People {
			e.out.Instead = a.Run
			return nil
		}
		if aimAtTable(e); e.rerunPrivately {
			return nil
		}
		return e.run()
	}
	line, buttons := e.Scene.Answer(a, e.r.User.ID)
	e.tellPrivately(line).Buttons = buttons
	return nil
}

// alternatives returns the buttons of what the line may mean besides the commands that it was taken for.
func alternatives(e *execution, besides []string) []dialog.Button {
	return slices.DeleteFunc(proposals(e, ""), func(b dialog.Button) bool { return slices.Contains(besides, b.Command) })
}

// askToEnd asks for confirmation of a command that ends the game.
func askToEnd(e *execution, c *command.Command) error {
	if err := e.may(c); err != nil {
		return err
	}
	e.askToConfirm(channel.Confirm{Text: c.Name}, words.New("talk."+c.Name, "stays", e.Play.Game.Clock == 0))
	return nil
}

// tryExtraWords handles a command followed by words that it doesn't take: "help me" may
// be a sentence, and "stop being so good" must not end the game without asking.
func tryExtraWords(e *execution, c *command.Command) (answered bool, err error) {
	if answered, err := tryTalk(e, e.talk().ReadExtraWords(c, situationOf(e))); answered {
		return true, err
	}
	if c.Ends && c.Who != command.Anybody {
		return true, askToEnd(e, c)
	}
	return false, nil
}

// isRemark reports whether a typed line that isn't a move is a remark about something
// else.
func isRemark(e *execution) bool {
	return !e.line.Pressed() && !command.IsAmbiguous(e.parseErr) && e.talk().IsRemark(e.line.Rest, e.Playing())
}

// tryMove reads the line as a move in a sentence.
func tryMove(e *execution) {
	var m rules.Move
	spoken := e.talk()
	if m, e.choice = spoken.ReadMove(e.Match.Position(), spoken.WithoutNames(e.line.Rest, e.Names()...)); m != "" {
		e.typedMove, e.parseErr = m, nil
	}
}

// askWhichMove asks which move an ambiguous sentence means.
func askWhichMove(e *execution) {
	m := e.tellPrivately(e.choice.Say)
	for _, o := range e.choice.Moves {
		m.Buttons = append(m.Buttons, e.Button(o.Label, dialog.Plain, string(o.Move)))
	}
}
