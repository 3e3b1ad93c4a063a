package discord

import (
	"context"
	"errors"
	"fmt"
	"runtime/debug"
	"strings"

	"github.com/bwmarrin/discordgo"

	"nimbot/chat"
)

// Answer is the first response to an interaction, and what is to follow it once
// it was delivered. One that is lost is made good by chat's worker, which shows
// every board that nobody says to have shown.
type Answer struct {
	Body        []byte
	ContentType string // of Body: JSON, or a form of JSON and a picture
	after       []func(context.Context)
}

// Interact answers one interaction as Discord sent it. The error tells that
// raw is no interaction that could be answered; whatever goes wrong later is
// an answer, too. The caller delivers the answer and then calls [Adapter.Follow].
func (a *Adapter) Interact(ctx context.Context, raw []byte) (Answer, error) {
	i, err := decode(raw)
	if err != nil {
		return Answer{}, err
	}
	r, after := a.respond(ctx, i)
	b, err := r.body()
	if err != nil {
		return Answer{}, fmt.Errorf("encode the answer to interaction %s: %w", i.ID, err)
	}
	return Answer{Body: b.data, ContentType: b.kind, after: after}, nil
}

// Follow does in the background what is to follow an answer that was
// delivered.
func (a *Adapter) Follow(answer Answer) {
	if len(answer.after) == 0 {
		return
	}
	a.tasks.run(func() {
		ctx, cancel := context.WithTimeout(context.Background(), followFor)
		defer cancel()
		for _, f := range answer.after {
			a.guard(ctx, func() { f(ctx) })
		}
	})
}

// guard does f, and logs its panic in place of ending the program: nobody else
// would recover it in the background.
func (a *Adapter) guard(ctx context.Context, f func()) {
	defer func() {
		if p := recover(); p != nil {
			a.log.ErrorContext(ctx, "discord: something panicked in the background", "panic", fmt.Sprint(p), "stack", string(debug.Stack()))
		}
	}()
	f()
}

// respond decides the response. It never fails.
func (a *Adapter) respond(ctx context.Context, i *interaction) (r response, after []func(context.Context)) {
	defer func() {
		if p := recover(); p != nil {
			a.log.ErrorContext(ctx, "discord: an interaction panicked", "interaction", i.ID, "panic", fmt.Sprint(p), "stack", string(debug.Stack()))
			r, after = a.broken(i), nil
		}
	}()
	switch i.Type {
	case discordgo.InteractionPing:
		return response{Type: discordgo.InteractionResponsePong}, nil
	case discordgo.InteractionApplicationCommandAutocomplete:
		return response{Type: discordgo.InteractionApplicationCommandAutocompleteResult, Data: choices{a.complete(ctx, i)}}, nil
	case discordgo.InteractionMessageComponent:
		if i.Data.CustomID == startForm {
			return response{Type: discordgo.InteractionResponseModal, Data: a.voiceOf(i).form()}, nil
		}
	}
	text, err := i.text()
	if err != nil {
		return a.notUnderstood(ctx, i, err), nil
	}
	request := a.request(i, text)
	reply := a.chat.Handle(ctx, request)
	r, after = a.show(i, reply)
	switch {
	case reply.Result == chat.Again:
		return r, nil // it followed the first time
	case request.Confirms && reply.Result == chat.Done:
		after = append(after, a.confirm(request.Place, reply.Version))
	}
	return r, after
}

// confirm tells that a board was shown, so that the worker need not.
func (a *Adapter) confirm(p chat.Place, version uint64) func(context.Context) {
	return func(ctx context.Context) {
		if err := a.chat.Shown(ctx, p, version); err != nil {
			a.log.InfoContext(ctx, "discord: a board may be shown once more", "place", p.String(), "error", err)
		}
	}
}

// text is the command that the interaction stands for.
func (i *interaction) text() (string, error) {
	if i.Version > 1 {
		return "", fmt.Errorf("interactions of version %d are unknown", i.Version)
	}
	switch i.Type {
	case discordgo.InteractionModalSubmit:
		return submittedText(i.Data)
	case discordgo.InteractionMessageComponent:
		if i.Data.CustomID == menuID && len(i.Data.Values) == 1 {
			return i.Data.Values[0], nil
		}
		if command, ok := strings.CutPrefix(i.Data.CustomID, prefixCommand); ok {
			return command, nil
		}
		return "", unknownError{i.Data.CustomID}
	default:
		return line(i.Data)
	}
}

// notUnderstood answers an interaction that this version does not understand, and logs
// it: commands that were registered by another version are the usual cause.
func (a *Adapter) notUnderstood(ctx context.Context, i *interaction, err error) response {
	a.log.WarnContext(ctx, "discord: an interaction was not understood", "interaction", i.ID, "error", short(err.Error(), 200))
	var unknown unknownError
	if errors.As(err, &unknown) && i.Type == discordgo.InteractionApplicationCommand {
		if word := strings.ReplaceAll(short(tidy(unknown.word), 40), "`", "'"); word != "" {
			return a.sentence(i, chat.Text{Key: "unknown", Args: chat.Args{"word", word}})
		}
	}
	return a.sentence(i, chat.Text{Key: "discord.odd"})
}

// broken answers when something of ours went wrong. Of completion Discord takes
// proposals only.
func (a *Adapter) broken(i *interaction) response {
	if i.Type == discordgo.InteractionApplicationCommandAutocomplete {
		return response{Type: discordgo.InteractionApplicationCommandAutocompleteResult, Data: choices{[]choice{}}}
	}
	return a.sentence(i, chat.Text{Key: "broken"})
}

// sentence answers with one sentence to the asking person.
func (a *Adapter) sentence(i *interaction, t chat.Text) response {
	m := chat.Message{To: &chat.User{}, Lines: []chat.Text{t}}
	return response{Type: discordgo.InteractionResponseChannelMessageWithSource, Data: a.writer(i, chat.Reply{}).message(m, false)}
}

func (a *Adapter) voiceOf(i *interaction) voice { return voice{words: a.words, locale: i.Locale} }

func (a *Adapter) writer(i *interaction, r chat.Reply) writer {
	locale := r.Locale
	if locale == "" {
		locale = i.locale()
	}
	return writer{words: a.words, pictures: a.pictures, locale: locale, own: i.Locale, over: r.State != nil && r.State.Over}
}

// show answers with a reply: one message by the response itself, the others
// after it.
func (a *Adapter) show(i *interaction, r chat.Reply) (response, []func(context.Context)) {
	if len(r.Messages) == 0 {
		return a.sentence(i, chat.Text{Key: "broken"}), nil
	}
	w := a.writer(i, r)
	first := 0
	for n, m := range r.Messages {
		if i.takesPlace(m) {
			first = n
			break
		}
	}
	var after []func(context.Context)
	out := a.respondWith(i, w, r.Messages[first], &after)
	for n, m := range r.Messages {
		if n != first {
			after = append(after, a.followUp(i, w, m))
		}
	}
	return out, after
}

// respondWith is the response that shows m, and what has to follow because of
// it.
func (a *Adapter) respondWith(i *interaction, w writer, m chat.Message, after *[]func(context.Context)) response {
	if !i.takesPlace(m) {
		if m.Board {
			a.newBoard(i, w, m, originalMessage, "", after)
		}
		return response{Type: discordgo.InteractionResponseChannelMessageWithSource, Data: w.message(m, false)}
	}
	for _, u := range m.Ping {
		// An edit notifies nobody.
		*after = append(*after, a.followUp(i, w, turnNotice(u)))
	}
	m.Ping = nil
	if m.Board && m.To == nil {
		_, _ = a.remember(i, shown{writer: w, message: m, token: i.Token, by: originalMessage, id: i.Message.ID, at: a.now()}) // it stands where it stood
	}
	return response{Type: discordgo.InteractionResponseUpdateMessage, Data: w.message(m, false)}
}

// takesPlace reports whether m is shown in place of the message that was
// pressed. What only one person may see is never shown to all, and the other
// way round.
func (i *interaction) takesPlace(m chat.Message) bool {
	if !m.Edit || i.Type != discordgo.InteractionMessageComponent || i.Message == nil {
		return false
	}
	if m.To != nil {
		return i.ephemeral()
	}
	return !i.ephemeral() || i.forced()
}

// turnNotice tells one person that it is their turn.
func turnNotice(u chat.User) chat.Message {
	return chat.Message{Lines: []chat.Text{{Key: "discord.your-turn", Args: chat.Args{"player", u}}}, Ping: []chat.User{u}}
}
