package discord

import (
	"context"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/bwmarrin/discordgo"

	"nimbot/game/dialog"
	"nimbot/game/words"
	"nimbot/game/words/command"
)

// handleMessage answers a message from the gateway in the background, if it's
// addressed to the bot. After a reconnect Discord may send a message again: chat
// recognises it by its id, and Discord recognises the answer by its nonce.
func (g *gateway) handleMessage(raw []byte) {
	a := g.adapter
	r, m, err := a.self.parseMessage(raw)
	switch {
	case err != nil:
		a.log.Warn("discord: the gateway sent a message that can't be read", "error", err)
	case m != nil:
		a.messages.add(m.ChannelID, func(ctx context.Context) error { return a.reply(ctx, *r, m) })
	}
}

// reply does what a message asks for. The answer waits for Discord's rate limit in a queue of its
// own, so that moves in a busy channel are made when they arrive.
func (a *Adapter) reply(ctx context.Context, r dialog.Request, m *chatMessage) error {
	if a.muted.hold(m.ChannelID) {
		return nil
	}
	reply := a.chat.Handle(ctx, r)
	if reply.Result == dialog.Duplicate {
		return nil // the process that handles the first delivery answers it. A message from here would carry the same nonce, so Discord would post only whichever came first.
	}
	if len(reply.Messages) == 0 {
		return nil // a message that isn't answered must not take an answer's place in the queue
	}
	a.boards.expect(r.Place, reply)
	a.messageAnswers.add(m.ChannelID, func(ctx context.Context) error { return a.answerMessage(ctx, m, reply) })
	return nil
}

// answerMessage answers with new messages.
func (a *Adapter) answerMessage(ctx context.Context, m *chatMessage, reply dialog.Reply) error {
	if a.muted.hold(m.ChannelID) {
		return nil
	}
	if m.hasOnlyFiles() && len(reply.Messages) > 0 {
		first := &reply.Messages[0] // the first message's own lines come first; a board's first line is its status
		first.Lines = append(slices.Clone(first.Lines), words.Text{Key: "discord.no-files"})
	}
	err := a.replyToMessage(ctx, a.writers.writerIn("", reply), m, reply)
	switch {
	case isForbidden(err):
		if a.muted.add(m.ChannelID) == 1 {
			a.log.WarnContext(ctx, "discord: mentions can't be answered in this channel; let the bot view it and send messages there", "place", m.place().String(), "error", err)
		}
	case err != nil:
		a.log.WarnContext(ctx, "discord: an answer was not shown", "place", m.place().String(), "message", m.ID, "error", err)
		return err // chat's worker shows the board
	default:
		a.muted.forget(m.ChannelID)
	}
	if confirm := a.confirm(m.place(), reply); confirm != nil {
		a.confirmations.add(confirm)
	}
	return nil
}

// replyToMessage shows a reply below the message m. All private parts of the reply are replaced by
// a single button that shows them. A board is left out if the reply has a newer board of its table.
func (a *Adapter) replyToMessage(ctx context.Context, w messageWriter, m *chatMessage, r dialog.Reply) error {
	hidden := false
	for n, part := range r.Messages {
		if part.IsBoard() && part.To == nil && a.boards.isOutdated(m.place(), part.TableNumber, r.Version) {
			continue
		}
		var err error
		switch secret := part.To != nil && !part.Open && !m.isDirect(); {
		case !secret:
			part.To = nil
			err = a.postPublicly(ctx, w, m, n, part)
		case !hidden:
			hidden = true
			_, err = a.postOnce(ctx, m, n, w.standIn(*part.To, r.RevealCommand))
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// postPublicly posts the nth message of the reply to m publicly. It may be a board.
func (a *Adapter) postPublicly(ctx context.Context, w messageWriter, m *chatMessage, n int, part dialog.Message) error {
	var id string
	err := w.send(part, false, func(x message) (err error) {
		id, err = a.postOnce(ctx, m, n, x)
		return err
	})
	if err != nil || !part.IsBoard() {
		return err
	}
	old, ok := a.remember(m.place(), shownBoard{writer: w, message: part, tokenName: id, id: id, answers: m.ID})
	if ok && old.id != id {
		a.retire(ctx, m.place(), old)
	}
	return nil
}

// postOnce posts the nth message of the reply to m. However often it's called, and by
// however many processes, the message appears once. Without the permission to read older
// messages the bot can't refer to m.
func (a *Adapter) postOnce(ctx context.Context, m *chatMessage, n int, x message) (id string, err error) {
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

// prefixPersonButton begins the custom id of a button that only one person may press:
// their id, a colon, and the command.
const prefixPersonButton = "o:"

// parsePersonButton parses a custom id that starts with prefixPersonButton.
func parsePersonButton(customID string) (who, command string, ok bool) {
	rest, ok := strings.CutPrefix(customID, prefixPersonButton)
	if !ok {
		return "", "", false
	}
	who, command, ok = strings.Cut(rest, ":")
	return who, command, ok
}

// standIn returns the public message that stands in for a private one: a line, and a button with
// which u runs the command again privately. If the command is too long for a button, the line
// says what to type.
func (w messageWriter) standIn(u dialog.User, again string) message {
	id := prefixPersonButton + u.ID + ":" + again
	if utf8.RuneCountInString(id) > maxCustomID {
		return w.message(dialog.Message{Lines: []words.Text{{Key: "discord.only-for.typed", Args: words.Args{"player", u}}}}, false)
	}
	out := w.message(dialog.Message{Lines: []words.Text{{Key: "discord.only-for", Args: words.Args{"player", u}}}}, false)
	v := localizer{words: w.words, locale: w.locale}
	out.Components = append(out.Components, row(component{
		Type: discordgo.ButtonComponent, Style: discordgo.PrimaryButton, CustomID: id, Label: v.plainText(words.Text{Key: "discord.button.show-me"}, maxLabel),
	}))
	return out
}

// notYours answers a person who pressed another person's button.
func (a *Adapter) notYours(i *interaction, cmd string) response {
	cmd, _, _ = strings.Cut(cmd, " ~")
	return a.answerSentence(i, words.Text{Key: "discord.not-yours", Args: words.Args{"command", command.Abridge(cmd)}})
}
