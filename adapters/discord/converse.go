package discord

import (
	"context"
	"net/http"
	"slices"
	"strings"
	"sync"
	"time"
	"unicode/utf8"

	"github.com/bwmarrin/discordgo"
	"github.com/hashicorp/golang-lru/v2/simplelru"

	"nimbot/exchange"
	"nimbot/typed"
	"nimbot/words"
)

// converse answers a message from the gateway in the background, if it's
// addressed to the bot. After a reconnect Discord may send a message again: chat
// recognises it by its id, and Discord recognises the answer by its nonce.
func (g *gateway) converse(raw []byte) {
	a := g.adapter
	r, m, err := a.self.hear(raw)
	switch {
	case err != nil:
		a.log.Warn("discord: the gateway sent a message that can't be read", "error", err)
	case m != nil:
		a.talking.add(m.ChannelID, func(ctx context.Context) error { return a.reply(ctx, *r, m) })
	}
}

// reply does what a message asks for. The answer waits for Discord's pace in a queue of
// its own, so that a busy channel's moves are made when they come.
func (a *Adapter) reply(ctx context.Context, r exchange.Request, m *spoken) error {
	if a.hushed.holds(m.ChannelID, a.now()) {
		return nil
	}
	reply := a.chat.Handle(ctx, r)
	if reply.Result == exchange.Again {
		return nil // the delivery's handler answers it; a message from here, with the same nonce, would replace that answer
	}
	if len(reply.Messages) == 0 {
		return nil // what isn't answered must not push answers out of the queue
	}
	a.boards.expect(r.Place, reply)
	a.saying.add(m.ChannelID, func(ctx context.Context) error { return a.answerMessage(ctx, m, reply) })
	return nil
}

// answerMessage answers with new messages.
func (a *Adapter) answerMessage(ctx context.Context, m *spoken, reply exchange.Reply) error {
	if a.hushed.holds(m.ChannelID, a.now()) {
		return nil
	}
	if m.fileAlone() && len(reply.Messages) > 0 {
		first := &reply.Messages[0] // whose own lines come first: a board's says how it stands
		first.Lines = append(slices.Clone(first.Lines), words.Text{Key: "discord.no-files"})
	}
	err := a.sayAll(ctx, a.scribe.writerIn("", reply), m, reply)
	switch {
	case forbidden(err):
		if a.hushed.add(m.ChannelID, a.now()) {
			a.log.WarnContext(ctx, "discord: mentions can't be answered in this channel; let the bot view it and send messages there", "place", m.place().String(), "error", err)
		}
	case err != nil:
		a.log.WarnContext(ctx, "discord: an answer was not shown", "place", m.place().String(), "message", m.ID, "error", err)
		return err // chat's worker shows the board
	default:
		a.hushed.remove(m.ChannelID)
	}
	if confirm := a.confirm(m.place(), reply); confirm != nil {
		a.confirming.add(confirm)
	}
	return nil
}

// sayAll shows a reply below the message m. One button stands for all that only
// one person may see. A board is left out if a newer one of its table comes.
func (a *Adapter) sayAll(ctx context.Context, w writer, m *spoken, r exchange.Reply) error {
	hidden := false
	for n, part := range r.Messages {
		if part.Board && part.To == nil && a.boards.outdated(m.place(), part.TableNumber, r.Version) {
			continue
		}
		var err error
		switch secret := part.To != nil && !part.Open && !m.direct(); {
		case !secret:
			part.To = nil
			err = a.sayToAll(ctx, w, m, n, part)
		case !hidden:
			hidden = true
			_, err = a.say(ctx, m, n, w.onlyFor(*part.To, r.Again))
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// sayToAll shows the nth message of the reply to m publicly. It may be a board.
func (a *Adapter) sayToAll(ctx context.Context, w writer, m *spoken, n int, part exchange.Message) error {
	var id string
	err := w.send(part, false, func(x message) (err error) {
		id, err = a.say(ctx, m, n, x)
		return err
	})
	if err != nil || !part.Board {
		return err
	}
	old, ok := a.remember(m.place(), shown{writer: w, message: part, by: id, id: id, asked: m.ID})
	if ok && old.id != id {
		a.retire(ctx, m.place(), old)
	}
	return nil
}

// say sends the nth message of the reply to m. However often it's called, and by
// however many processes, the message appears once. Without the permission to
// read older messages the bot can't refer to m.
func (a *Adapter) say(ctx context.Context, m *spoken, n int, x message) (id string, err error) {
	x.Nonce, x.EnforceNonce = nonce("message "+m.ID, n), true
	if n == 0 {
		x.Reference, x.AllowedMentions.Replied = &reference{MessageID: m.ID}, new(bool)
	}
	id, err = a.rest.createMessage(ctx, m.ChannelID, x)
	if restCode(err) == discordgo.ErrCodeCannotReplyWithoutPermissionToReadMessageHistory {
		x.Reference, x.AllowedMentions.Replied = nil, nil
		id, err = a.rest.createMessage(ctx, m.ChannelID, x)
	}
	return id, err
}

// prefixFor begins the custom id of a button that only one person may press:
// their id, a colon, and the command.
const prefixFor = "o:"

// reserved takes such a custom id apart.
func reserved(customID string) (who, command string, ok bool) {
	rest, ok := strings.CutPrefix(customID, prefixFor)
	if !ok {
		return "", "", false
	}
	who, command, ok = strings.Cut(rest, ":")
	return who, command, ok
}

// onlyFor replaces what only u may see: a line for everybody, with a button for u
// that runs the command again, privately. If the command is too long for a
// button, the line says what to type.
func (w writer) onlyFor(u exchange.User, again string) message {
	id := prefixFor + u.ID + ":" + again
	if utf8.RuneCountInString(id) > maxCustomID {
		return w.message(exchange.Message{Lines: []words.Text{{Key: "discord.only-for.typed", Args: words.Args{"player", u}}}}, false)
	}
	out := w.message(exchange.Message{Lines: []words.Text{{Key: "discord.only-for", Args: words.Args{"player", u}}}}, false)
	v := voice{words: w.words, locale: w.locale}
	out.Components = append(out.Components, row(component{
		Type: discordgo.ButtonComponent, Style: discordgo.PrimaryButton, CustomID: id, Label: v.plain(words.Text{Key: "discord.button.show-me"}, maxLabel),
	}))
	return out
}

// notYours answers a person who pressed another person's button.
func (a *Adapter) notYours(i *interaction, command string) response {
	command, _, _ = strings.Cut(command, " ~")
	return a.sentence(i, words.Text{Key: "discord.not-yours", Args: words.Args{"command", typed.Abridge(command)}})
}

// forbidden reports whether Discord doesn't let the bot speak there.
func forbidden(err error) bool { return restStatus(err) == http.StatusForbidden || hopeless(err) }

// In channels where the bot may not speak, it stays silent for a while: Discord
// bans an address after too many refused requests.
const (
	hushedFor = time.Minute
	maxHushed = 1000
)

// hushed are those channels, and until when the bot stays silent there.
type hushed struct {
	mu  sync.Mutex
	all *simplelru.LRU[string, time.Time]
}

func newHushed() *hushed { return &hushed{all: newLRU[string, time.Time](maxHushed, nil)} }

// holds reports whether the bot must stay silent in channel.
func (h *hushed) holds(channel string, now time.Time) bool {
	h.mu.Lock()
	defer h.mu.Unlock()
	until, ok := h.all.Get(channel)
	return ok && now.Before(until)
}

// add remembers channel, and reports whether it is new.
func (h *hushed) add(channel string, now time.Time) (first bool) {
	h.mu.Lock()
	defer h.mu.Unlock()
	first = !h.all.Contains(channel)
	h.all.Add(channel, now.Add(hushedFor))
	return first
}

// remove forgets channel: the bot may speak there.
func (h *hushed) remove(channel string) {
	h.mu.Lock()
	defer h.mu.Unlock()
	h.all.Remove(channel)
}
