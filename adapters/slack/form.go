package slack

import (
	"cmp"
	"context"
	"errors"
	"slices"
	"strings"
	"time"

	slackapi "github.com/slack-go/slack"

	"nimbot/game/dialog"
	"nimbot/game/rules"
	"nimbot/game/words"
	"nimbot/game/words/command"
)

// The identifiers of the form for a new game, of what opens it, and of fields in messages.
const (
	formID          = "new-game"  // the modal's callback_id
	shortcutID      = "new_game"  // the shortcut's callback_id, in the manifest
	openFormAction  = "open-form" // a button's action_id
	formAction      = "form:"     // begins the action_id of a field in a message; the rest is its command
	openFormCommand = "form"      // a button's value
)

// The blocks of the form, each with one field of the same name.
const (
	fieldPlace    = "place"
	fieldOpponent = "opponent"
	fieldGame     = "game"
	fieldPiles    = "piles"
	fieldEnding   = "ending"
	fieldLevel    = "level"
	fieldFirst    = "first"
)

// longestAnswer is how many characters a field in a message takes.
const longestAnswer = 200

// view is a submitted modal.
type view struct {
	ID         string `json:"id"`
	CallbackID string `json:"callback_id"`
	Hash       string `json:"hash"`
	// AppTeam is the workspace whose installation opened the view. In a channel that
	// workspaces share, the person may belong to another one.
	AppTeam  string `json:"app_installed_team_id"`
	Metadata string `json:"private_metadata"` // as in renderer.form
	State    struct {
		Values map[string]map[string]field `json:"values"`
	} `json:"state"`
}

// ofView returns the workspace of an interaction with a view that the installation of team
// opened; team is "" if Slack doesn't say. The interaction's own workspace and enterprise
// are the person's, who may belong to others.
func (w workspace) ofView(team string) workspace {
	switch {
	case team == "" || team == w.Team:
		return w
	case strings.HasPrefix(team, "E"):
		return guildOf(team)
	case w.Org:
		w.Team = team
		return w
	}
	return workspace{Team: team}
}

// field holds what a person filled in, in the member for the field's kind.
type field struct {
	Value                string `json:"value"`
	SelectedUser         string `json:"selected_user"`
	SelectedConversation string `json:"selected_conversation"`
	SelectedOption       struct {
		Value string `json:"value"`
	} `json:"selected_option"`
}

// viewState has the submitted values, by field.
type viewState map[string]field

// submitted fills in c from a submitted form.
func (c *call) submitted(p interaction) {
	c.kind, c.id = kindForm, deliveryID("form", p.View.ID+p.View.Hash)
	c.view = p.fields()
	c.channel = c.view[fieldPlace].SelectedConversation
	c.direct = c.channel != "" && c.channel == p.View.Metadata
	for _, r := range p.ResponseURLs {
		if r.ChannelID == c.channel {
			c.hook = r.ResponseURL
		}
	}
}

// fields returns what a submitted form holds.
func (p interaction) fields() viewState {
	v := viewState{}
	for block, fields := range p.View.State.Values {
		v[block] = fields[block]
	}
	return v
}

// text returns what was typed or chosen.
func (f field) text() string { return cmp.Or(f.Value, f.SelectedOption.Value) }

// command returns the command that a submitted form means, as Slack would write it.
func (v viewState) command() string {
	words := []string{"start"}
	if who := v[fieldOpponent].SelectedUser; who != "" {
		words = []string{"challenge", "<@" + who + ">"}
	}
	words = append(words, escape(strings.TrimSpace(v[fieldPiles].Value)))
	for _, f := range []string{fieldGame, fieldFirst, fieldLevel} {
		value := v[f].SelectedOption.Value
		if value != "" && (f != fieldLevel || words[0] == "start") {
			words = append(words, f+":"+value)
		}
	}
	if v[fieldEnding].SelectedOption.Value == rules.Misere.String() {
		words = append(words, "misere")
	}
	return strings.Join(slices.DeleteFunc(words, func(w string) bool { return w == "" }), " ")
}

// submit does what the form asks for. If that is refused, submit returns the reason for
// Slack to show in the form, which stays open.
func (a *Adapter) submit(ctx context.Context, c call) any {
	if _, err := a.web.installs.token(ctx, c.workspace); errors.Is(err, errNotInstalled) {
		return a.formError(c, fieldPlace, words.New("slack.form.removed"), a.people.known(c.workspace, c.user).Locale)
	}
	c.text = c.view.command()
	c.known = a.sender.boards.newest()
	r := a.intake.request(ctx, c)
	reply := a.chat.Handle(ctx, r)
	locale := a.people.known(c.workspace, c.user).Locale
	if t, is := refusalText(reply); is {
		field := fieldPiles
		if reply.NoTable || reply.Result != dialog.Refused || r.Private && c.view[fieldOpponent].SelectedUser != "" {
			field = fieldPlace
		}
		return a.formError(c, field, t, a.render.words.Language(reply.Language, locale))
	}
	a.homes.note(c, c.text, reply)
	a.sender.deliver(c, reply, locale)
	return nil
}

// formError returns the answer that shows t beside a field of the form, which stays open.
func (a *Adapter) formError(c call, field string, t words.Text, locale string) any {
	a.seen.forget(c.workspace.id() + " " + c.id)
	s := a.render.localizerFor(c.place(), locale, nil)
	return slackapi.NewErrorsViewSubmissionResponse(map[string]string{field: s.plain(t, maxSection)})
}

// refusalText returns the sentence of a reply that only says why nothing was done. It
// reports false for any other reply.
func refusalText(r dialog.Reply) (words.Text, bool) {
	if r.Result == dialog.Done || len(r.Messages) != 1 {
		return words.Text{}, false
	}
	m := r.Messages[0]
	if m.To == nil || len(m.Buttons) > 0 || len(m.Lines) == 0 {
		return words.Text{}, false
	}
	return m.Lines[0], true
}

// openForm shows the form. Slack wants it within three seconds of the click.
func (a *Adapter) openForm(c call) {
	locale := a.people.known(c.workspace, c.user).Locale
	a.outbox.add("form/"+c.workspace.id()+"/"+c.user, job{send: func(ctx context.Context) time.Duration {
		v := a.render.form(locale, a.homes.directChannel(ctx, c.workspace.id(), c.user))
		err := a.web.call(ctx, c.workspace, func(api *slackapi.Client) error {
			_, err := api.OpenViewContext(ctx, c.trigger, v)
			return err
		})
		if err != nil {
			a.sender.logRefusal(ctx, c, "views.open", err)
			if c.channel != "" {
				a.sender.sendNotice(c, words.New("slack.form.failed"))
			}
		}
		return 0
	}})
}

// withForm returns m's buttons. To those that begin a game it adds one that opens the
// form.
func (r *renderer) withForm(m dialog.Message) []dialog.Button {
	for _, b := range m.Buttons {
		if m.To != nil && b.Command == command.Surprise {
			return append(slices.Clone(m.Buttons), dialog.Button{Label: words.New("slack.form.open"), Command: openFormCommand})
		}
	}
	return m.Buttons
}

// form returns the form for a new game. direct is the channel of the person's direct
// messages with the bot. The form carries it, since a submission doesn't say which kind of
// direct messages was chosen. If direct is "", the form doesn't offer direct messages with
// bots.
func (r *renderer) form(locale, direct string) slackapi.ModalViewRequest {
	f := formBuilder{localizer: localizer{words: r.words, voice: words.Voice{Locale: locale, Command: r.command}}}
	place := &slackapi.SelectBlockElement{
		Type: slackapi.OptTypeConversations, DefaultToCurrentConversation: true, ResponseURLEnabled: true,
		ActionID: fieldPlace,
	}
	if direct == "" {
		place.Filter = &slackapi.SelectBlockElementFilter{ExcludeBotUsers: true}
	}
	f.input(fieldPlace, false, place)
	f.input(fieldOpponent, true, &slackapi.SelectBlockElement{
		Type: slackapi.OptTypeUser, ActionID: fieldOpponent, Placeholder: f.placeholder(fieldOpponent),
	})
	games := make([]option, 0, len(rules.Games()))
	for _, g := range rules.Games() {
		games = append(games, option{g.Key, words.Title(g.Key)})
	}
	f.input(fieldGame, false, f.choose(fieldGame, rules.Default, games))
	f.input(fieldPiles, true, &slackapi.PlainTextInputBlockElement{
		Type: slackapi.METPlainTextInput, ActionID: fieldPiles, MaxLength: 300, Placeholder: f.placeholder(fieldPiles),
	})
	f.input(fieldEnding, false, f.radio(fieldEnding, "", f.options(fieldEnding, rules.Normal.String(), rules.Misere.String())))
	f.input(fieldFirst, false, f.radio(fieldFirst, "", f.options(fieldFirst, command.Find("challenge").Values(fieldFirst)...)))
	f.input(fieldLevel, false, f.choose(fieldLevel, "perfect", f.options(fieldLevel, command.Find("start").Values(fieldLevel)...)))
	return slackapi.ModalViewRequest{
		Type: slackapi.VTModal, CallbackID: formID, PrivateMetadata: direct,
		Title:  plainText(f.plain(words.New("slack.form.title"), 24)),
		Submit: plainText(f.plain(words.New("slack.form.submit"), 24)),
		Close:  plainText(f.plain(words.New("slack.form.close"), 24)),
		Blocks: slackapi.Blocks{BlockSet: f.blocks},
	}
}

// option is one choice of a field.
type option struct {
	value string
	label words.Text
}

// formBuilder collects the fields of the form. Their words are in the catalogue under
// "slack.form.FIELD".
type formBuilder struct {
	localizer
	blocks []slackapi.Block
}

func (f *formBuilder) input(name string, optional bool, e slackapi.BlockElement) {
	f.labelled(name, words.New("slack.form."+name), optional, e)
}

func (f *formBuilder) labelled(name string, label words.Text, optional bool, e slackapi.BlockElement) {
	block := slackapi.NewInputBlock(name, plainText(f.plain(label, 2000)), nil, e)
	block.Optional = optional
	f.blocks = append(f.blocks, block)
}

func (f *formBuilder) placeholder(name string) *slackapi.TextBlockObject {
	return plainText(f.plain(words.New("slack.form."+name+".empty"), maxPlaceholder))
}

// options returns the choices of a field. Their words are in the catalogue under
// "slack.form.FIELD.VALUE".
func (f *formBuilder) options(name string, values ...string) []option {
	all := make([]option, len(values))
	for i, v := range values {
		all[i] = option{v, words.New("slack.form." + name + "." + v)}
	}
	return all
}

func (f *formBuilder) objects(all []option) []*slackapi.OptionBlockObject {
	objects := make([]*slackapi.OptionBlockObject, len(all))
	for i, o := range all {
		objects[i] = slackapi.NewOptionBlockObject(o.value, plainText(f.plain(o.label, maxOptionText)), nil)
	}
	return objects
}

func (f *formBuilder) choose(name, initial string, all []option) *slackapi.SelectBlockElement {
	e := &slackapi.SelectBlockElement{Type: slackapi.OptTypeStatic, ActionID: name, Options: f.objects(all)}
	if i := indexOf(e.Options, initial); i >= 0 {
		e.InitialOption = e.Options[i]
	}
	return e
}

// radio offers choices, of which initial is selected, or else the first.
func (f *formBuilder) radio(name, initial string, all []option) *slackapi.RadioButtonsBlockElement {
	e := slackapi.NewRadioButtonsBlockElement(name, f.objects(all)...)
	e.InitialOption = e.Options[max(0, indexOf(e.Options, initial))]
	return e
}

func indexOf(all []*slackapi.OptionBlockObject, value string) int {
	return slices.IndexFunc(all, func(o *slackapi.OptionBlockObject) bool { return o.Value == value })
}
