package chat

import (
	"errors"
	"slices"

	"nimbot/game"
	"nimbot/typed"
	"nimbot/words"
)

// talk is how people speak here. It is made when somebody first says what is
// neither a command nor notation.
func (s *session) talk() *typed.Talk {
	spoken := s.words.Talk(s.placeLocale())
	if t, ok := s.h.talks.Load(spoken); ok {
		return t.(*typed.Talk)
	}
	t, _ := s.h.talks.LoadOrStore(spoken, typed.NewTalk(spoken))
	return t.(*typed.Talk)
}

// listen answers a line that no command could take, if it is a sentence that
// means something. err is why the command refused, and is returned where the
// sentence means nothing else.
func (s *session) listen(err error) error {
	if s.full || s.talked || s.line.Pressed() || typed.IsAmbiguous(s.unread) || s.line.Typed == "" || s.line.Plain() {
		return err
	}
	if answered, err := s.hear(s.talk().Read); answered {
		return err
	}
	if s.line.Bare && !typed.NamesCommand(err) {
		if answered, err := s.hear(s.talk().Guess); answered {
			return err
		}
	}
	return s.withSuggestions(err)
}

// hear answers the line as a sentence, if it means something now.
func (s *session) hear(understand func(string) (typed.Said, bool)) (answered bool, err error) {
	said, ok := understand(s.line.Typed)
	if !ok {
		return false, nil
	}
	s.talked = true
	err = conversation{s}.answer(said)
	if errors.Is(err, errNotNow) {
		return false, nil
	}
	return true, err
}

// hearBeyond answers a command with words behind it that it does not take:
// "help me" may be another sentence, and "stop being so good" ends nothing
// before it was asked about.
func (s *session) hearBeyond(c *typed.Command) (answered bool, err error) {
	if answered, err := s.hear(s.talk().Read); answered {
		return true, err
	}
	if c.Ends && c.Who != typed.Anybody {
		return true, conversation{s}.askToEnd(c)
	}
	return false, nil
}

// hearMove reads the line as a move in a sentence.
func (s *session) hearMove() {
	switch moves := s.talk().Moves(s.match.Position(), s.line.Rest); len(moves) {
	case 0:
	case 1:
		s.typedMove, s.unread = moves[0], nil
	default:
		s.either = moves
	}
}

// askWhich asks which of two moves was meant: to take as many, or to leave
// them.
func (s inGame) askWhich() {
	p := s.match.Position()
	var amount any
	if p, ok := p.(game.Worded); ok {
		amount = words.Args(p.MoveWords(s.either[0]).Args).Value("amount")
	}
	m := s.tellOpenly(text("talk.either"))
	for i, key := range []string{"choice.take", "choice.leave"} {
		m.Buttons = append(m.Buttons, s.button(text(key, "label", amount), Plain, string(s.either[i])))
	}
}

// withSuggestions adds the two likeliest commands to the refusal of a line that
// fits nothing.
func (s *session) withSuggestions(err error) error {
	if !typed.IsUnknown(err) {
		return err
	}
	r, _ := refusalOf(err)
	likely := s.usual()
	if near, ok := r.text.Args.Value("near").(string); ok {
		likely = slices.Insert(slices.DeleteFunc(likely, func(c string) bool { return c == near }), 0, near)
	}
	for _, command := range likely[:2] {
		r.buttons = append(r.buttons, try(command))
	}
	return r
}

// usual are the two commands that people most likely want as things stand.
func (s *session) usual() []string {
	seat, plays := s.seat()
	switch {
	case s.playing() && plays && seat == s.match.ToMove():
		return []string{"hint", "board"}
	case s.playing():
		return []string{"board", "rules"}
	case plays:
		return []string{"rematch", "help"}
	}
	return []string{"start 3 4 5", "help"}
}

// try is a button that types a command.
func try(command string) Button {
	return Button{Label: text("button.command", "command", command), Command: command, Style: Plain}
}
