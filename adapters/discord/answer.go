package discord

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"runtime/debug"
	"slices"
	"strings"
	"time"

	"github.com/bwmarrin/discordgo"

	"nimbot/game/dialog"
	"nimbot/game/words"
	"nimbot/game/words/command"
)

// Answer is the first response to an interaction, and the work that follows its delivery. If an
// answer is lost, a worker shows its board, as it shows every board that wasn't confirmed.
type Answer struct {
	Body        []byte
	ContentType string // of Body: JSON, or a form of JSON and a picture
	next        afterAnswer
}

// afterAnswer is the work that follows an answer.
type afterAnswer struct {
	steps []step
	// confirm tells the store that the board was shown, so that no worker shows it; nil:
	// there is no board.
	confirm step
	late    bool // one of the steps shows the board
}

// Interact answers one interaction as Discord sent it. It returns an error only if raw
// isn't a valid interaction. Any later failure produces an answer that reports it. The
// caller delivers the answer and then calls [Adapter.Finish].
func (a *Adapter) Interact(ctx context.Context, raw []byte) (Answer, error) {
	i, err := decode(raw)
	if err != nil {
		return Answer{}, err
	}
	r, next := a.respond(ctx, i)
	b, err := r.body()
	if err != nil {
		return Answer{}, fmt.Errorf("encode the answer to interaction %s: %w", i.ID, err)
	}
	return Answer{Body: b.data, ContentType: b.kind, next: next}, nil
}

// Finish starts the work that follows a delivered answer, and never blocks. A board that
// the answer showed is confirmed even while Discord hangs. Other work may be dropped; a
// worker shows a dropped board.
func (a *Adapter) Finish(answer Answer) {
	next := answer.next
	if next.confirm != nil && !next.late {
		a.confirmations.add(next.confirm)
		next.confirm = nil
	}
	if len(next.steps) > 0 {
		a.followUps.add(func(ctx context.Context) error { return a.runAfterAnswer(ctx, next) })
	}
}

// runAfterAnswer runs the steps of next, and confirms a late board if all steps
// succeeded.
func (a *Adapter) runAfterAnswer(ctx context.Context, next afterAnswer) (err error) {
	for _, s := range next.steps {
		err = errors.Join(err, a.guard(ctx, s))
	}
	if err == nil && next.confirm != nil {
		return next.confirm(ctx)
	}
	return err
}

// handleInteraction answers an interaction of the gateway in the background.
func (g *gateway) handleInteraction(raw []byte) {
	a, until := g.adapter, time.Now().Add(g.times.Answer)
	a.interactions.add(func(ctx context.Context) error {
		ctx, cancel := context.WithDeadline(ctx, until)
		defer cancel()
		if ctx.Err() != nil {
			// Discord has already told the person that the interaction failed.
			a.log.WarnContext(ctx, "discord: an interaction waited for too long and was left out")
			return ctx.Err()
		}
		a.answer(ctx, raw)
		return nil
	})
}

// answer answers an interaction of the gateway.
func (a *Adapter) answer(ctx context.Context, raw []byte) {
	var i struct {
		ID    string `json:"id"`
		Token string `json:"token"`
	}
	if err := json.Unmarshal(raw, &i); err != nil {
		a.log.Warn("discord: the gateway sent an interaction that can't be read", "error", err)
		return
	}
	answer, err := a.Interact(ctx, raw)
	if err != nil {
		a.log.Warn("discord: an interaction could not be answered", "interaction", i.ID, "error", err)
		return
	}
	err = a.rest.callback(ctx, i.ID, i.Token, body{answer.ContentType, answer.Body})
	switch {
	case restCode(err) == discordgo.ErrCodeInteractionHasAlreadyBeenAcknowledged:
		a.log.Info("discord: an interaction had an answer already; if this comes often, another bot runs with the same token", "interaction", i.ID)
	case err != nil:
		// The command is done; a worker shows its board.
		a.log.Warn("discord: an answer was not taken", "interaction", i.ID, "error", err, "remedy", "if this comes often, the machine is slow, or another bot runs with the same token")
		return
	}
	a.Finish(answer)
}

// respond decides the response. It never fails.
func (a *Adapter) respond(ctx context.Context, i *interaction) (r response, next afterAnswer) {
	defer func() {
		if p := recover(); p != nil {
			a.log.ErrorContext(ctx, "discord: an interaction panicked", "interaction", i.ID, "panic", fmt.Sprint(p), "stack", string(debug.Stack()))
			r, next = a.internalError(i), afterAnswer{}
		}
	}()
	switch i.Type {
	case discordgo.InteractionPing:
		return response{Type: discordgo.InteractionResponsePong}, next
	case discordgo.InteractionApplicationCommandAutocomplete:
		return response{Type: discordgo.InteractionApplicationCommandAutocompleteResult, Data: choices{a.complete(ctx, i)}}, next
	case discordgo.InteractionMessageComponent:
		if i.Data.CustomID == launchID {
			return Activity{a}.launch(i), next
		}
		if i.Data.CustomID == startForm {
			return response{Type: discordgo.InteractionResponseModal, Data: a.writers.localizerOf(i).form()}, next
		}
		if strings.HasPrefix(i.Data.CustomID, prefixForm) {
			return response{Type: discordgo.InteractionResponseModal, Data: a.writers.localizerOf(i).answerForm(i.Data.CustomID)}, next
		}
		if command, ok := i.commandToConfirm(); ok {
			return response{Type: discordgo.InteractionResponseModal, Data: a.writers.localizerOf(i).question(command)}, next
		}
		if who, command, ok := parsePersonButton(i.Data.CustomID); ok && who != i.User.ID {
			return a.notYours(i, command), next
		}
	}
	text, err := i.text()
	switch {
	case errors.Is(err, errNoPiles):
		return a.answerSentence(i, words.Text{Key: "discord.no-piles"}), next
	case err != nil:
		return a.notUnderstood(ctx, i, err), next
	}
	request := a.request(i, text)
	reply := a.chat.Handle(ctx, request)
	if c := choicesOf(i, reply); c != nil {
		return response{Type: discordgo.InteractionResponseModal, Data: a.writers.ownLocalizer(i, reply).choicesForm(c)}, next
	}
	a.boards.expect(request.Place, reply)
	r, next = a.show(i, reply)
	switch {
	case reply.Result == dialog.Duplicate:
		return r, afterAnswer{} // the work followed the first delivery
	case request.Confirms:
		next.confirm = a.confirm(request.Place, reply)
	}
	return r, next
}

// confirm returns the step that records that a reply's boards were shown, so that no
// worker shows them again. It returns nil if there is nothing to record.
func (a *Adapter) confirm(p dialog.Place, shown dialog.Reply) step {
	version, tables := shown.Version, shown.Boards()
	if len(tables) == 0 || shown.Result != dialog.Done && shown.Found == shown.Version {
		return nil // but a refused command whose version changed found that time had decided something
	}
	return func(ctx context.Context) error {
		err := a.chat.Shown(ctx, p, version, tables)
		if err != nil {
			a.log.InfoContext(ctx, "discord: a board may be shown once more", "place", p.String(), "error", err)
		}
		return err
	}
}

// text returns the command that the interaction stands for.
func (i *interaction) text() (string, error) {
	if i.Version > 1 {
		return "", fmt.Errorf("interactions of version %d are unknown", i.Version)
	}
	switch i.Type {
	case discordgo.InteractionModalSubmit:
		if command, ok := strings.CutPrefix(i.Data.CustomID, prefixConfirm); ok {
			return command, nil
		}
		return submittedText(i.Data)
	case discordgo.InteractionMessageComponent:
		if command, ok := strings.CutPrefix(i.Data.CustomID, prefixPersonMenu); ok && len(i.Data.Values) == 1 {
			return command + " @" + i.Data.Values[0], nil
		}
		if (i.Data.CustomID == menuID || i.Data.CustomID == termsID) && len(i.Data.Values) == 1 {
			return i.Data.Values[0], nil
		}
		if command, ok := strings.CutPrefix(i.Data.CustomID, prefixCommand); ok {
			return command, nil
		}
		if _, command, ok := parsePersonButton(i.Data.CustomID); ok {
			return command, nil
		}
		return "", unknownError{i.Data.CustomID}
	default:
		return typedCommand(i.Data)
	}
}

// notUnderstood answers and logs an interaction that this version doesn't understand.
// The usual cause is commands that another version registered.
func (a *Adapter) notUnderstood(ctx context.Context, i *interaction, err error) response {
	a.log.WarnContext(ctx, "discord: an interaction was not understood", "interaction", i.ID, "error", words.Clip(err.Error(), 200))
	var unknown unknownError
	if errors.As(err, &unknown) && i.Type == discordgo.InteractionApplicationCommand {
		if word := strings.ReplaceAll(words.Clip(tidyName(unknown.word), 40), "`", "'"); word != "" {
			return a.answerSentence(i, words.Text{Key: "unknown", Args: words.Args{"word", command.Abridge(word)}})
		}
	}
	return a.answerSentence(i, words.Text{Key: "discord.not-understood"})
}

// internalError returns the answer after a panic or an internal error. A completion accepts
// only choices, so it gets none.
func (a *Adapter) internalError(i *interaction) response {
	if i.Type == discordgo.InteractionApplicationCommandAutocomplete {
		return response{Type: discordgo.InteractionApplicationCommandAutocompleteResult, Data: choices{[]choice{}}}
	}
	return a.answerSentence(i, words.Text{Key: "broken"})
}

// answerSentence answers with one sentence to the asking person.
func (a *Adapter) answerSentence(i *interaction, t words.Text) response {
	m := dialog.Message{To: &dialog.User{}, Lines: []words.Text{t}}
	return response{Type: discordgo.InteractionResponseChannelMessageWithSource, Data: a.writers.writer(i, dialog.Reply{}).message(m, false)}
}

// show answers with a reply: one message in the response itself, the others after it.
func (a *Adapter) show(i *interaction, r dialog.Reply) (out response, next afterAnswer) {
	if len(r.Messages) == 0 {
		return a.answerSentence(i, words.Text{Key: "broken"}), next
	}
	w := a.writers.writer(i, r)
	first := max(0, slices.IndexFunc(r.Messages, func(m dialog.Message) bool { return a.takesPlace(i, m) }))
	m := r.Messages[first]
	if a.takesPlace(i, m) {
		out.Type = discordgo.InteractionResponseUpdateMessage
		for _, u := range m.Ping { // an edit notifies nobody
			next.steps = append(next.steps, a.followUp(i, w, turnNotice(u)))
		}
		if m.Ping = nil; m.IsBoard() {
			_, _ = a.recordBoard(i, w, m, originalMessage, i.Message.ID) // the board stays in the same message
		}
	} else {
		out.Type = discordgo.InteractionResponseChannelMessageWithSource
		if m.IsBoard() {
			if old, ok := a.recordBoard(i, w, m, originalMessage, ""); ok {
				next.steps = append(next.steps, func(ctx context.Context) error { a.retire(ctx, i.place(), old); return nil })
			}
		}
	}
	out.Data = w.message(m, false)
	for n, m := range r.Messages {
		if n != first {
			next.steps = append(next.steps, a.followUp(i, w, m))
			next.late = next.late || m.IsBoard() && m.To == nil
		}
	}
	return out, next
}

// takesPlace reports whether m replaces the message that was pressed. A private message
// never replaces a public one, nor a public message a private one. A board never replaces
// one of its table that has been retired since: while one person filled in a form,
// another may have reposted the board at the bottom of the channel.
func (a *Adapter) takesPlace(i *interaction, m dialog.Message) bool {
	if !m.Edit || !i.isOnMessage() {
		return false
	}
	if m.To != nil {
		return i.isEphemeral()
	}
	return (!i.isEphemeral() || i.mustBePrivate()) && !(m.IsBoard() && a.isRetired(i, m.TableNumber))
}

// isRetired reports whether the place has a newer board of the table than the pressed
// message.
func (a *Adapter) isRetired(i *interaction, table int) bool {
	last, ok := a.boards.last(i.place(), table)
	if !ok || last.id == i.Message.ID {
		return false
	}
	return isNewer(cmp.Or(last.id, last.answers), i.Message.ID)
}

// turnNotice tells one person that it is their turn.
func turnNotice(u dialog.User) dialog.Message {
	return dialog.Message{Lines: []words.Text{{Key: "your-turn", Args: words.Args{"player", u}}}, Ping: []dialog.User{u}}
}
