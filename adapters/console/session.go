package console

import (
	"cmp"
	"context"
	"maps"
	"slices"
	"strconv"
	"strings"

	"nimbot/game/dialog"
	"nimbot/game/draw"
	"nimbot/game/words"
	"nimbot/game/words/command"
)

// Bot is the conversation that the terminal carries. router.Router implements it.
type Bot interface {
	dialog.Responder
	// Settle applies expired deadlines in a place. The error is the store's.
	Settle(ctx context.Context, p dialog.Place) (dialog.Reply, bool, error)
}

// poster is a Bot that records the ids of posts (Message.Post), to edit them later
// (Post.EditID).
type poster interface {
	Posted(ctx context.Context, p dialog.Place, shown dialog.Reply, post string) error
}

// shown is a message as it is shown.
type shown struct {
	id       string
	replaces string // the id of the message it edits, "" for none
	channel  string
	to       string // a name, "" for everybody
	text     string
	buttons  []button
	first    int // the number of the first button among the channel's choices
	state    *dialog.State
	tables   []dialog.State // the live ones of the channel
	round    *dialog.Round
	table    int // the number of the table that the message is about, 0 if it isn't shown
}

// button is a command that can be pressed by typing its text.
type button struct {
	label string
	text  string
	menu  bool // one of the moves, not another command
}

// remembered is how many messages of a channel keep their buttons.
const remembered = 50

// maxChoices is how many buttons of a channel have numbers at once.
const maxChoices = 99

// channel is what the terminal remembers of one channel.
type channel struct {
	place   dialog.Place
	recent  []shown  // the last messages that had buttons, oldest first
	choices []button // what "!1", "!2" … press now
	// own are the people who play privately here, by id.
	own map[string]dialog.User
}

// commandName is the bot's command as people type it.
const commandName = "/" + command.Name

// session turns lines into requests and replies into messages.
type session struct {
	bot      Bot
	words    *words.Catalogue
	clock    *Clock
	style    draw.Style
	channels map[string]*channel
	order    []*channel // in the order of their first use
	ids      int        // of messages, the last one given
	locale   string     // of the terminal
	// public and private are the languages of the present reply: of what everybody reads,
	// and of what one person reads.
	public, private string
}

// place returns the place of a channel.
func place(channel string) dialog.Place {
	return dialog.Place{Platform: Platform, Channel: channel}
}

// Platform is the platform's name in places.
const Platform = "console"

// handleLine handles one line and returns the messages to print, at least one. id is the
// delivery's id, "" in a terminal, which never repeats a delivery.
func (s *session) handleLine(ctx context.Context, text, id string) []shown {
	l := parseLine(text)
	switch {
	case l.bad != "":
		return s.notice(ctx, l, words.Text{Key: l.bad})
	case l.wait > 0:
		return s.advanceClock(ctx, l)
	}
	ch := s.channel(l.channel)
	if l.isPress {
		if l.choice < 1 || l.choice > len(ch.choices) {
			return s.notice(ctx, l, words.Text{Key: "console.no-choice", Args: words.Args{"choice", l.choice}})
		}
		l.text = strings.TrimPrefix(ch.choices[l.choice-1].text, commandName+" ")
	}
	pressed := ch.find(l.text)
	reply := s.bot.Handle(ctx, dialog.Request{
		ID:       id,
		Place:    ch.place,
		User:     l.speaker,
		Text:     l.text,
		Mentions: mentions(l.text),
		Message:  pressed,
		Locale:   s.locale,
	})
	return append(s.lookAround(ctx, ch, l.speaker, &reply), s.show(ch, pressed, reply)...)
}

// lookAround adds the channel's live tables to a reply about a private game or a round. It
// returns the messages about deadlines of the channel that have expired.
func (s *session) lookAround(ctx context.Context, ch *channel, who dialog.User, reply *dialog.Reply) []shown {
	switch {
	case reply.Round != nil:
	case reply.State == nil || reply.State.Table != 0:
		return nil
	default:
		ch.own[who.ID] = who
	}
	around, decided, err := s.bot.Settle(ctx, ch.place)
	if err != nil {
		return nil // the answer does not depend on it
	}
	reply.Tables = liveTables(around)
	if !decided {
		return nil
	}
	return s.show(ch, "", around)
}

// liveTables returns the states of the channel's games that are running.
func liveTables(r dialog.Reply) []dialog.State {
	if st := r.State; r.Tables == nil && st != nil && st.Table == 1 && !st.Over {
		return []dialog.State{*st}
	}
	return r.Tables
}

// advanceClock advances the clock and applies the deadlines that expire, in every channel
// used so far.
func (s *session) advanceClock(ctx context.Context, l line) []shown {
	s.clock.Advance(l.wait)
	var all []shown
	for _, ch := range s.order {
		reply, decided, err := s.bot.Settle(ctx, ch.place)
		switch {
		case err != nil:
			l.channel = ch.place.Channel
			all = append(all, s.notice(ctx, l, words.Text{Key: "store.away"})...)
		case decided:
			all = append(all, s.show(ch, "", reply)...)
		}
		all = append(all, s.waitForOwn(ctx, ch)...)
	}
	if len(all) == 0 {
		return s.notice(ctx, l, words.Text{Key: "console.waited"})
	}
	return all
}

// waitForOwn applies expired deadlines in the private games of a channel, and shows each
// person the result.
func (s *session) waitForOwn(ctx context.Context, ch *channel) (all []shown) {
	for _, id := range slices.Sorted(maps.Keys(ch.own)) {
		who := ch.own[id]
		reply, decided, err := s.bot.Settle(ctx, ch.place.Own(id))
		if err != nil || !decided {
			continue // the game's next line says so
		}
		for i := range reply.Messages {
			reply.Messages[i].To = &who
		}
		all = append(all, s.lookAround(ctx, ch, who, &reply)...)
		all = append(all, s.show(ch, "", reply)...)
	}
	return all
}

// notice shows the speaker one of the terminal's own sentences, after the messages about
// deadlines of the channel that have expired.
func (s *session) notice(ctx context.Context, l line, t words.Text) []shown {
	ch := s.channel(l.channel)
	reply, _, err := s.bot.Settle(ctx, ch.place)
	if err != nil {
		reply = dialog.Reply{} // the sentence does not depend on the store
	}
	reply.Messages = append(reply.Messages, dialog.Message{To: &l.speaker, Lines: []words.Text{t}})
	return s.show(ch, "", reply)
}

// channel finds a channel, or creates it.
func (s *session) channel(name string) *channel {
	ch, ok := s.channels[name]
	if !ok {
		ch = &channel{place: place(name), own: map[string]dialog.User{}}
		s.channels[name] = ch
		s.order = append(s.order, ch)
	}
	return ch
}

// find returns the id of the newest message with a button of this text, "" if there is none
// because the text was typed.
func (ch *channel) find(text string) string {
	for i := len(ch.recent) - 1; i >= 0; i-- {
		for _, b := range ch.recent[i].buttons {
			if strings.TrimPrefix(b.text, commandName+" ") == text {
				return ch.recent[i].id
			}
		}
	}
	return ""
}

// show renders a reply. pressed is the message that an edit replaces.
func (s *session) show(ch *channel, pressed string, r dialog.Reply) []shown {
	s.public = s.words.Language(r.Locale, s.locale)
	s.private = s.words.Language(r.Language, s.locale)
	all := make([]shown, 0, len(r.Messages))
	for _, m := range r.Messages {
		s.ids++
		out := shown{
			id:      strconv.Itoa(s.ids),
			channel: ch.place.Channel,
			text:    s.render(m),
			buttons: s.buttons(m),
			state:   r.State,
			tables:  liveTables(r),
			round:   r.Round,
			table:   tableOf(m, r),
		}
		if m.To != nil {
			out.to = inertName(m.To.Name)
		}
		if m.Post != nil {
			out.replaces = m.Post.EditID
		}
		if m.Edit {
			out.replaces = cmp.Or(pressed, out.replaces)
		}
		if b, ok := s.bot.(poster); ok && m.Post != nil {
			part := r
			part.Messages = []dialog.Message{m}
			_ = b.Posted(context.Background(), ch.place, part, cmp.Or(out.replaces, out.id)) // after an error, later messages don't edit this one
		}
		out.first = ch.remember(out, m.IsBoard())
		all = append(all, out)
	}
	return all
}

// tableOf returns the number of the table that a message is about, 0 for table 1, which isn't
// mentioned, and for a refusal at a table that isn't in use.
func tableOf(m dialog.Message, r dialog.Reply) int {
	n := m.TableNumber
	used := r.State != nil && r.State.Table == n || slices.ContainsFunc(r.Tables, func(t dialog.State) bool { return t.Table == n })
	if n < 2 || !used && !m.IsBoard() {
		return 0
	}
	return n
}

// remember keeps the message's buttons, so that they can be pressed, and returns the number
// of the first. A board invalidates all earlier choices.
func (ch *channel) remember(m shown, isBoard bool) (first int) {
	if isBoard || len(ch.choices) >= maxChoices {
		ch.choices = nil
	}
	first = len(ch.choices) + 1
	if len(m.buttons) == 0 {
		return first
	}
	ch.choices = append(ch.choices, m.buttons...)
	if len(ch.recent) == remembered {
		ch.recent = append(ch.recent[:0], ch.recent[1:]...)
	}
	ch.recent = append(ch.recent, m)
	return first
}
