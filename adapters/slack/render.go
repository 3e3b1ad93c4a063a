package slack

import (
	"crypto/rand"
	"slices"
	"strconv"
	"strings"
	"time"
	"unicode/utf8"

	slackapi "github.com/slack-go/slack"

	"nimbot/game/dialog"
	"nimbot/game/draw"
	"nimbot/game/rules"
	"nimbot/game/words"
	"nimbot/store/platform"
)

// Slack's limits on what a message holds, in characters.
const (
	maxText        = 4000 // the text beside the blocks
	maxSection     = 3000
	maxButtonText  = 75
	maxButtonValue = 2000
	maxOptionText  = 75
	maxOptionValue = 75
	maxPlaceholder = 150
	maxActions     = 25 // elements of one row of actions
	maxConfirmText = 300
	maxAlt         = 2000
	maxActionID    = 255
)

// maxChoiceButtons is how many choices are shown as buttons; more are a select.
const maxChoiceButtons = 5

// renderer writes messages, the form and the App Home as Slack takes them.
type renderer struct {
	words    *words.Catalogue
	command  string // as in Config
	pictures pictures
	people   *people
	now      func() time.Time
}

// message is a message as Slack takes it. Text says everything that the blocks
// say, for screen readers and notifications.
type message struct {
	Text   string           `json:"text"`
	Blocks []slackapi.Block `json:"blocks,omitempty"`
	// emojiVersion is the same message with the board in emoji; nil if it has no picture.
	emojiVersion *message
}

// retired returns m without controls and with a sentence that points to the newer board.
func (r *renderer) retired(m message, locale string) message {
	b := blocks{ids: rand.Text()[:8], localizer: localizer{words: r.words, voice: words.Voice{Locale: locale, Command: r.command}}}
	for _, x := range m.Blocks {
		if t := x.BlockType(); t != slackapi.MBTAction && t != slackapi.MBTContext {
			b.add(x)
		}
	}
	b.add(slackapi.NewContextBlock(b.id(), markupText(b.say(words.New("slack.retired")))))
	out := message{Text: m.Text, Blocks: b.all}
	if m.emojiVersion != nil {
		without := r.retired(*m.emojiVersion, locale)
		out.emojiVersion = &without
	}
	return out
}

// message renders m, with a picture of its board if it is public and Slack can fetch
// pictures.
func (r *renderer) message(m dialog.Message, p dialog.Place, locale string) message {
	out := r.compose(m, p, locale, "")
	if picture := r.pictures.of(m, r.now()); picture != "" {
		with := r.compose(m, p, locale, picture)
		with.emojiVersion = &out
		return with
	}
	return out
}

// compose renders m with the picture at an address, "" for emoji. Its blocks get new
// ids, because an edit that keeps a block's id keeps what was selected in it.
func (r *renderer) compose(m dialog.Message, p dialog.Place, locale, picture string) message {
	s := r.localizerFor(p, locale, m.Ping)
	if m.To != nil {
		s.voice.Pronoun = words.ReaderPronoun(m.To.Person())
	}
	lines := make([]string, 0, len(m.Lines)+1)
	said := ""
	for _, l := range m.Lines {
		lines = append(lines, s.say(l))
		said += lines[len(lines)-1]
	}
	var pings []string
	for _, u := range m.Ping {
		if at := "<@" + u.ID + ">"; u.ID != platform.ForgottenID && !strings.Contains(said, at) {
			pings = append(pings, at)
		}
	}
	if len(pings) > 0 {
		lines = append(lines, strings.Join(pings, " "))
	}
	b := blocks{ids: rand.Text()[:8], localizer: s}
	if m.Diagram != nil && len(lines) > 0 {
		b.paragraphs(lines[:1])
		if d := s.words.Captioned(m.Diagram, s.voice); picture == "" {
			b.drawing(d)
		} else {
			b.add(slackapi.NewImageBlock(picture, b.plain(m.Lines[0], maxAlt), b.id(), nil))
		}
		b.paragraphs(lines[1:])
	} else {
		b.paragraphs(lines)
	}
	if m.Working != nil {
		b.preformatted(draw.Columns(*m.Working, draw.Code))
	}
	if m.File != nil {
		b.file(string(m.File.Data))
	}
	if m.Menu != nil {
		b.menu(*m.Menu)
	}
	if m.Whom != nil {
		b.personMenu(*m.Whom)
	}
	b.buttons(r.withForm(m))
	if terms := m.Terms(); terms != nil {
		b.choice(*terms)
	}
	if m.Form != nil {
		b.form(*m.Form)
	}
	if m.Diagram != nil && m.Diagram.Caption.Code != "" && len(lines) > 0 { // the drawing says it beside the board
		lines[0] += " " + escape(s.words.Captioned(m.Diagram, s.voice).Note)
	}
	return message{Text: words.Clip(strings.Join(lines, "\n"), maxText), Blocks: b.all}
}

// blocks collects the blocks of one message.
type blocks struct {
	localizer
	ids string // begins every id
	all []slackapi.Block
}

func (b *blocks) id() string { return b.ids + "-" + strconv.Itoa(len(b.all)) }

func (b *blocks) add(block slackapi.Block) { b.all = append(b.all, block) }

// paragraphs adds lines in as few sections as possible.
func (b *blocks) paragraphs(lines []string) {
	for len(lines) > 0 {
		n, size := 0, 0
		for n < len(lines) && (n == 0 || size+1+utf8.RuneCountInString(lines[n]) <= maxSection) {
			size += 1 + utf8.RuneCountInString(lines[n])
			n++
		}
		b.section(words.Clip(strings.Join(lines[:n], "\n"), maxSection))
		lines = lines[n:]
	}
}

func (b *blocks) section(markup string) {
	b.add(slackapi.NewSectionBlock(markupText(markup), nil, nil, slackapi.SectionBlockOptionBlockID(b.id())))
}

// markupText returns text in Slack's markup in which Slack creates no links or mentions of
// its own.
func markupText(markup string) *slackapi.TextBlockObject {
	return &slackapi.TextBlockObject{Type: slackapi.MarkdownType, Text: markup, Verbatim: true}
}

func plainText(s string) *slackapi.TextBlockObject {
	return &slackapi.TextBlockObject{Type: slackapi.PlainTextType, Text: s}
}

// drawing adds the board. Stones are emoji; drawings whose parts must line up use a
// fixed-width font.
func (b *blocks) drawing(d rules.Diagram) {
	switch d.Shape {
	case rules.Piles, rules.Pins, rules.Cake, rules.Bar:
		b.section(words.Clip(escape(draw.Text(d, draw.Emoji)), maxSection))
	default:
		b.preformatted(draw.Text(d, draw.Code))
	}
}

// preformatted adds text in a fixed-width font, in which Slack interprets nothing.
func (b *blocks) preformatted(s string) {
	if s == "" {
		return
	}
	b.add(&slackapi.RichTextBlock{Type: slackapi.MBTRichText, BlockID: b.id(), Elements: []slackapi.RichTextElement{
		&slackapi.RichTextPreformatted{
			Type:     slackapi.RTEPreformatted,
			Elements: []slackapi.RichTextSectionElement{slackapi.NewRichTextSectionTextElement(s, nil)},
		},
	}})
}

// maxFile is how many bytes of a file one block holds.
const maxFile = 2900

// file adds the text of a file, in blocks of whole lines, for workspaces that don't let the
// bot upload files.
func (b *blocks) file(text string) {
	for text != "" {
		n := len(text)
		if n > maxFile {
			n = strings.LastIndexByte(text[:maxFile], '\n') + 1
			if n == 0 {
				n = maxFile
			}
		}
		b.preformatted(strings.TrimSuffix(text[:n], "\n"))
		text = text[n:]
	}
}

// menu adds the next step of a move: buttons, or a select if there are more than
// maxChoiceButtons.
func (b *blocks) menu(m dialog.Menu) {
	if len(m.Items) == 0 {
		return
	}
	if len(m.Items) > maxChoiceButtons && b.selectable(m.Items) {
		b.choice(m)
		return
	}
	b.add(slackapi.NewContextBlock(b.id(), markupText(words.Clip(b.say(m.Title), maxSection))))
	b.buttons(m.Items)
}

// form adds a text field, which Enter sends. Its command is in its action_id, since its
// value is the typed text.
func (b *blocks) form(f dialog.Form) {
	field := slackapi.NewPlainTextInputBlockElement(nil, formAction+f.Command)
	field.MaxLength = longestAnswer
	input := slackapi.NewInputBlock(b.id(), plainText(b.plain(f.Label, maxButtonText)), nil, field)
	input.DispatchAction = true
	b.add(input)
}

// selectable reports whether the commands of items fit in a select.
func (b *blocks) selectable(items []dialog.Button) bool {
	return !slices.ContainsFunc(items, func(i dialog.Button) bool { return utf8.RuneCountInString(i.Command) > maxOptionValue })
}

func (b *blocks) choice(m dialog.Menu) {
	options := make([]*slackapi.OptionBlockObject, len(m.Items))
	for i, item := range m.Items {
		options[i] = slackapi.NewOptionBlockObject(item.Command, plainText(b.plain(item.Label, maxOptionText)), nil)
	}
	id := b.id()
	b.add(slackapi.NewActionBlock(id, &slackapi.SelectBlockElement{
		Type: slackapi.OptTypeStatic, ActionID: id + "-0", Options: options,
		Placeholder: plainText(b.plain(m.Title, maxPlaceholder)),
	}))
}

// personMenu adds a menu of people for a command, which is in the action's id.
func (b *blocks) personMenu(w dialog.PersonPicker) {
	id := personMenuAction + w.Command
	if utf8.RuneCountInString(id) > maxActionID {
		return
	}
	b.add(slackapi.NewActionBlock(b.id(), &slackapi.SelectBlockElement{
		Type: slackapi.OptTypeUser, ActionID: id, Placeholder: plainText(b.plain(w.Title, maxPlaceholder)),
	}))
}

// personMenuAction begins the action id of a menu of people.
const personMenuAction = "whom:"

// buttons adds rows of buttons. In each row only the first primary button stays primary.
func (b *blocks) buttons(items []dialog.Button) {
	for len(items) > 0 {
		n := min(len(items), maxActions)
		id, primary := b.id(), false
		row := make([]slackapi.BlockElement, 0, n)
		for i, item := range items[:n] {
			if utf8.RuneCountInString(item.Command) > maxButtonValue {
				continue
			}
			e := b.button(item, id+"-"+strconv.Itoa(i))
			if e.Style == slackapi.StylePrimary && primary {
				e.Style = slackapi.StyleDefault
			}
			primary = primary || e.Style == slackapi.StylePrimary
			row = append(row, e)
		}
		if len(row) > 0 {
			b.add(slackapi.NewActionBlock(id, row...))
		}
		items = items[n:]
	}
}

func (b *blocks) button(item dialog.Button, id string) *slackapi.ButtonBlockElement {
	e := slackapi.NewButtonBlockElement(id, item.Command, plainText(b.plain(item.Label, maxButtonText)))
	if item.Command == openFormCommand {
		e.ActionID = openFormAction
	}
	switch {
	case item.Style == dialog.Primary:
		e.Style = slackapi.StylePrimary
	case item.Style == dialog.Danger:
		e.Style, e.Confirm = slackapi.StyleDanger, b.confirm(item.Label)
	}
	return e
}

// confirm returns the question that Slack asks before it sends a dangerous command.
func (b *blocks) confirm(label words.Text) *slackapi.ConfirmationBlockObject {
	return &slackapi.ConfirmationBlockObject{
		Title:   plainText(b.plain(words.New("slack.confirm.title"), 100)),
		Text:    plainText(b.plain(words.New("slack.confirm.text", "label", label), maxConfirmText)),
		Confirm: plainText(b.plain(words.New("slack.confirm.yes"), 30)),
		Deny:    plainText(b.plain(words.New("slack.confirm.no"), 30)),
		Style:   slackapi.StyleDanger,
	}
}
