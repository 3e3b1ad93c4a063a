package slack

import (
	"context"
	"encoding/json"
	"maps"
	"slices"
	"strings"
	"time"

	slackapi "github.com/slack-go/slack"

	"nimbot/game/dialog"
	"nimbot/game/words"
)

// choicesID is the callback_id of the modal of a dialog.Choices.
const choicesID = "choices"

// choicesMetadata is the private_metadata of such a modal: where its command is sent.
type choicesMetadata struct {
	Channel string `json:"channel"`
	Thread  string `json:"thread,omitempty"`
	Direct  bool   `json:"direct,omitempty"`
	Command string `json:"command"`
}

// choicesOf returns the form of a reply to c that is one, nil if it isn't or if c can open none.
func choicesOf(c call, r dialog.Reply) *dialog.Choices {
	if c.trigger == "" || len(r.Messages) != 1 {
		return nil
	}
	return r.Messages[0].Choices
}

// openChoices shows the form of a reply. If Slack doesn't open it, the person gets the message
// instead.
func (a *Adapter) openChoices(c call, reply dialog.Reply, locale string) {
	a.outbox.add("form/"+c.workspace.id()+"/"+c.user, job{send: func(ctx context.Context) time.Duration {
		v, err := a.render.choicesForm(c, reply.Messages[0].Choices, locale)
		if err == nil {
			err = a.web.call(ctx, c.workspace, func(api *slackapi.Client) error {
				_, err := api.OpenViewContext(ctx, c.trigger, v)
				return err
			})
		}
		if err != nil {
			a.sender.logRefusal(ctx, c, "views.open", err)
			a.sender.sendPrivate(c, a.render.message(reply.Messages[0], c.place(), locale), false)
		}
		return 0
	}})
}

func (r *renderer) choicesForm(c call, x *dialog.Choices, locale string) (slackapi.ModalViewRequest, error) {
	f := formBuilder{localizer: localizer{words: r.words, voice: words.Voice{Locale: locale, Command: r.command}}}
	for _, field := range x.Fields {
		f.choice(field)
	}
	metadata, err := json.Marshal(choicesMetadata{c.channel, c.thread, c.direct, x.Command})
	return slackapi.ModalViewRequest{
		Type: slackapi.VTModal, CallbackID: choicesID, PrivateMetadata: string(metadata),
		Title:  plainText(f.plain(x.Title, 24)),
		Submit: plainText(f.plain(words.New("button.save"), 24)),
		Close:  plainText(f.plain(words.New("slack.form.close"), 24)),
		Blocks: slackapi.Blocks{BlockSet: f.blocks},
	}, err
}

func (f *formBuilder) choice(x dialog.Field) {
	all := make([]option, len(x.Options))
	for i, o := range x.Options {
		all[i] = option{o.Value, o.Label}
	}
	var e slackapi.BlockElement
	switch {
	case len(all) == 0:
		e = &slackapi.PlainTextInputBlockElement{Type: slackapi.METPlainTextInput, ActionID: x.Name, MaxLength: longestChoice, InitialValue: x.Value}
	case len(all) > maxRadio:
		e = f.choose(x.Name, x.Value, all)
	default:
		e = f.radio(x.Name, x.Value, all)
	}
	f.labelled(x.Name, x.Label, len(all) == 0, e)
}

// longestChoice is the maximum length of a text in a field, and maxRadio that of a list of radio
// buttons.
const (
	longestChoice = 60
	maxRadio      = 10
)

// chosen fills in c from a submitted form of choices.
func (c *call) chosen(p interaction) {
	var to choicesMetadata
	if json.Unmarshal([]byte(p.View.Metadata), &to) != nil {
		return // not one of ours
	}
	c.kind, c.id = kindChoices, deliveryID("form", p.View.ID+p.View.Hash)
	c.channel, c.thread, c.direct = to.Channel, to.Thread, to.Direct
	c.view = p.fields()
	c.text = dialog.FillIn(to.Command, func(yield func(string, string) bool) {
		for _, name := range slices.Sorted(maps.Keys(c.view)) {
			if !yield(name, c.view[name].text()) {
				return
			}
		}
	})
}

// refused returns the field that a refusal is about ("settings.zone": "zone"), else the first.
func (v viewState) refused(t words.Text) string {
	names := slices.Sorted(maps.Keys(v))
	for _, name := range names {
		if strings.HasSuffix(t.Key, "."+name) {
			return name
		}
	}
	return names[0]
}

// submitChoices does what the form asks for. A refusal is shown in the form, which stays open.
func (a *Adapter) submitChoices(ctx context.Context, c call) any {
	reply := a.chat.Handle(ctx, a.intake.request(ctx, c))
	locale := a.people.known(c.workspace, c.user).Locale
	if t, is := refusalText(reply); is && reply.Result == dialog.Refused && len(c.view) > 0 {
		return a.formError(c, c.view.refused(t), t, a.render.words.Language(reply.Language, locale))
	}
	a.sender.deliver(c, reply, locale)
	return nil
}
