package discord

import (
	"regexp"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/bwmarrin/discordgo"

	"nimbot/game/dialog"
	"nimbot/game/draw"
	"nimbot/game/rules"
	"nimbot/game/words"
	"nimbot/game/words/command"
)

// Messages are written with Components V2 rather than as embeds. Drawn side by
// side at the width of a phone, both hold ten stones in a row; but an embed
// leaves its buttons outside, below its frame and away from the board, and runs
// the sentences and the drawing together, where a container keeps sentence,
// board, small print and buttons in one frame with space between them. Every
// message uses them, since a message that once did can never be edited back.

// The colours of the bar beside a board.
const (
	playing = 0x5865F2
	over    = 0x3BA55D
)

// usualComponents is how many components most messages have at the top level.
const usualComponents = 8

// The prefixes of custom ids, by what pressing does.
const (
	prefixCommand    = "c:" // the rest is a command
	menuID           = "s"  // a menu; the chosen value is a command
	termsID          = "t"  // the menu of the terms, likewise
	startForm        = "m:start"
	prefixForm       = "f:"   // the rest is the command of a dialog.Form
	prefixChoices    = "m:s:" // a form of dialog.Choices; the rest is its command
	prefixConfirm    = "m:c:" // a confirmation form; the rest is the command
	prefixPersonMenu = "u:"   // a menu of people; the rest is a command that needs one
)

// messageWriter writes the messages of one reply.
type messageWriter struct {
	writerFactory
	locale    string // of everybody
	ownLocale string // of the asking person
	over      bool   // the game has ended
}

// writerFactory makes the writers of replies.
type writerFactory struct {
	words    *words.Catalogue
	pictures *pictures // nil: boards are drawn in emoji
	launches bool      // boards have a button for the Activity
}

// localizerOf returns the localizer for the person of an interaction.
func (s writerFactory) localizerOf(i *interaction) localizer {
	return localizer{words: s.words, locale: i.Locale}
}

// ownLocalizer returns the localizer of what only the person of an interaction reads in a reply.
func (s writerFactory) ownLocalizer(i *interaction, r dialog.Reply) localizer {
	return localizer{words: s.words, locale: s.writer(i, r).ownLocale}
}

// writer returns a writer for the answer to an interaction.
func (s writerFactory) writer(i *interaction, r dialog.Reply) messageWriter {
	w := s.writerIn(i.locale(), r)
	w.ownLocale = s.words.Language(r.Language, i.Locale, w.locale)
	return w
}

// writerIn returns a writer for r if no person's language is known. locale is the
// place's language, for the case that r names none.
func (s writerFactory) writerIn(locale string, r dialog.Reply) messageWriter {
	if r.Locale != "" {
		locale = r.Locale
	}
	return messageWriter{writerFactory: s, locale: locale, ownLocale: s.words.Language(r.Language, locale), over: r.State != nil && r.State.Over}
}

// message renders m. withoutControls leaves out everything that can be pressed.
func (w messageWriter) message(m dialog.Message, withoutControls bool) message {
	out := message{
		Flags:           discordgo.MessageFlagsIsComponentsV2,
		AllowedMentions: mentions{Parse: []string{}},
		Attachments:     []attachment{},
	}
	locale := w.locale
	if m.To != nil {
		out.Flags |= discordgo.MessageFlagsEphemeral
		locale = w.ownLocale
	}
	for _, u := range m.Ping {
		if !withoutControls && snowflake.MatchString(u.ID) {
			out.AllowedMentions.Users = append(out.AllowedMentions.Users, u.ID)
		}
	}
	v := localizer{words: w.words, locale: locale, pinged: out.AllowedMentions.Users}
	if m.To != nil {
		v.pronoun = words.ReaderPronoun(m.To.Person())
	}
	out.file = w.picture(m, v)
	drawn := out.file.data != nil
	out.Components = v.texts(make([]component, 0, usualComponents), m, !drawn)
	if drawn {
		alt := v.plainText(m.Lines[0], maxAlt)
		out.Attachments = []attachment{{ID: "0", Filename: out.file.name, Description: alt}}
		out.Components = slices.Insert(out.Components, min(1, len(out.Components)), gallery(out.file.name, alt)) // below the sentence
	}
	if f := m.File; f != nil && m.To != nil {
		out.file = file{f.Name, "application/json", f.Data}
		out.Attachments = []attachment{{ID: "0", Filename: f.Name, Description: f.Name}}
		out.Components = append(out.Components, downloadable(f.Name))
	}
	if w.launches && m.IsBoard() && !w.over {
		m.Buttons = withLaunch(m.Buttons)
	}
	if !withoutControls {
		out.Components = v.controls(out.Components, m)
	}
	if m.IsBoard() {
		color := playing
		if w.over && m.Board.Game != nil { // an offer is of no game yet
			color = over
		}
		out.Components = []component{{Type: discordgo.ContainerComponent, AccentColor: color, Components: out.Components}}
	}
	return out
}

// picture draws a message that everybody sees, and the moves of a demonstration; its data is nil if there is no picture.
func (w messageWriter) picture(m dialog.Message, v localizer) file {
	switch {
	case m.Diagram == nil || len(m.Lines) == 0:
	case m.To == nil:
		return file{pictureName, "image/png", w.pictures.png(v.drawing(m))}
	case m.Review != nil:
		return file{animationName, "image/gif", w.pictures.gif(m.Review.Match, v)}
	}
	return file{}
}

// puzzleAnswer is the command in front of a typed answer. Every command that opens an
// exercise has this option, and it answers whichever exercise is open.
const puzzleAnswer = "/" + command.Name + " puzzle answer:"

// localizer formats texts in one language.
type localizer struct {
	words   *words.Catalogue
	locale  string
	pinged  []string                  // the ids of the people to notify; they're named by a mention
	pronoun func(words.Person) string // words.ReaderPronoun where only one person reads; nil: names only
}

// render formats t in the localizer's language, with names from name and emphasized parts
// between strong.
func (v localizer) render(t words.Text, strong string, name func(words.Person) string) string {
	return v.words.Say(t, words.Voice{
		Locale: v.locale, Command: "/" + command.Name, Answering: puzzleAnswer, Name: name, Strong: [2]string{strong, strong}, Pronoun: v.pronoun, Where: address,
		Quote: func(said string, code bool) string {
			said = idMentioned.ReplaceAllStringFunc(said, func(id string) string {
				if strings.Contains(id, "@") {
					return "@…"
				}
				return "…"
			})
			if code || strong == "" {
				return said
			}
			return escape(said)
		},
	})
}

// idMentioned is a mention whose person isn't known.
var idMentioned = regexp.MustCompile(`<@[!&]?[0-9]{15,20}>|@[0-9]{15,20}|^[0-9]{17,20}$`)

// address returns the address of a channel, or of a message in it, which Discord shows as a link.
func address(w words.Where) string {
	at := "https://discord.com/channels/" + w.Guild + "/" + w.Channel
	if snowflake.MatchString(w.Message) {
		at += "/" + w.Message
	}
	return at
}

// markdown formats t with Discord markup.
func (v localizer) markdown(t words.Text) string {
	return adaptCommands(v.render(t, "**", func(u words.Person) string {
		if slices.Contains(v.pinged, u.ID) {
			return "<@" + u.ID + ">"
		}
		return escape(tidyName(u.Name))
	}))
}

// plainText formats t without markup, cut to most characters, for a button or a menu.
func (v localizer) plainText(t words.Text, most int) string {
	s := v.render(t, "", func(u words.Person) string { return tidyName(u.Name) })
	if s = strings.TrimSpace(s); s == "" {
		s = "…" // Discord refuses an empty label
	}
	return words.Clip(s, most)
}

// drawing returns m's diagram with its caption localized. m must have a diagram.
func (v localizer) drawing(m dialog.Message) rules.Diagram {
	return v.words.Captioned(m.Diagram, words.Voice{Locale: v.locale})
}

// texts appends the words of m and, with draw, its drawing in emoji. The drawing
// shares a text with the first sentence, because Discord triples the size of a
// text that is nothing but emoji.
func (v localizer) texts(to []component, m dialog.Message, drawOptions bool) []component {
	var first, rest []string
	for i, l := range v.lines(m) {
		if i == 0 {
			first = append(first, l)
			continue
		}
		rest = append(rest, l)
	}
	if len(m.Buttons) > manyButtons {
		first, rest = append(first, rest...), nil
	}
	if m.Diagram != nil && drawOptions {
		first = append(first, draw.Text(v.drawing(m), draw.Emoji))
	}
	if m.Menu != nil && len(m.Menu.Items) <= maxRow {
		rest = append(rest, "-# "+v.markdown(m.Menu.Title)) // in small type
	}
	table := ""
	if m.Working != nil {
		if t := draw.Columns(*m.Working, draw.Code); t != "" {
			table = "```\n" + t + "\n```"
		}
	}
	return appendTexts(to, strings.Join(first, "\n"), strings.Join(rest, "\n"), table)
}

// manyButtons is how many buttons leave room for a few texts. The list of all tables has
// more, and so a single text.
const manyButtons = 25

// lines returns the words of m. If they're too long together, each is cut rather than the
// last ones left out.
func (v localizer) lines(m dialog.Message) []string {
	lines, sum := make([]string, len(m.Lines)), 0
	for i, l := range m.Lines {
		lines[i] = v.markdown(l)
		sum += utf8.RuneCountInString(lines[i]) + 1
	}
	if sum > maxComponentText {
		for i, l := range lines {
			lines[i] = words.Clip(l, maxComponentText/len(lines)-1)
		}
	}
	return lines
}

// appendTexts appends text displays of the parts that are not empty, within what a
// message holds: a table is whole or missing, words are cut.
func appendTexts(to []component, parts ...string) []component {
	left := maxComponentText
	for _, p := range parts {
		n := utf8.RuneCountInString(p)
		if p == "" || left < 2 || n > left && strings.HasPrefix(p, "```") {
			continue
		}
		to = append(to, text(words.Clip(p, left)))
		left -= min(n, left)
	}
	return to
}

// controls appends the menu and the buttons of m.
func (v localizer) controls(to []component, m dialog.Message) []component {
	if menu := m.Menu; menu != nil && len(menu.Items) > 0 {
		if len(menu.Items) <= maxRow {
			to = v.buttons(to, menu.Items)
		} else {
			to = append(to, row(v.menu(menuID, menu)))
		}
	}
	if m.Whom != nil && utf8.RuneCountInString(prefixPersonMenu+m.Whom.Command) <= maxCustomID {
		to = append(to, row(component{
			Type: discordgo.UserSelectMenuComponent, CustomID: prefixPersonMenu + m.Whom.Command, Placeholder: v.plainText(m.Whom.Title, maxPlaceholder),
		}))
	}
	to = v.buttons(to, m.Buttons)
	if terms := m.Terms(); terms != nil {
		to = append(to, row(v.menu(termsID, terms)))
	}
	if f := m.Form; f != nil && utf8.RuneCountInString(prefixForm+f.Command) <= maxCustomID {
		to = append(to, row(component{
			Type: discordgo.ButtonComponent, Style: discordgo.SecondaryButton, CustomID: prefixForm + f.Command, Label: v.plainText(f.Label, maxLabel),
		}))
	}
	return to
}

// buttons appends rows of at most five. A command that is too long for a
// button is left out: it can be typed.
func (v localizer) buttons(to []component, items []dialog.Button) []component {
	parts := make([]component, 0, len(items)+1)
	for _, b := range items {
		id := prefixCommand + b.Command
		if b.Command == launchID {
			id = launchID
		}
		if utf8.RuneCountInString(id) > maxCustomID {
			continue
		}
		parts = append(parts, component{
			Type: discordgo.ButtonComponent, Style: buttonStyle(b.Style), CustomID: id, Label: v.plainText(b.Label, maxLabel),
		})
		if b.Command == customAfter {
			parts = append(parts, component{
				Type: discordgo.ButtonComponent, Style: discordgo.SecondaryButton, CustomID: startForm,
				Label: v.plainText(words.Text{Key: "discord.button.custom"}, maxLabel),
			})
		}
	}
	for some := range slices.Chunk(parts, maxRow) {
		to = append(to, row(some...))
	}
	return to
}

// customAfter is the preset (the random start) after which the form's button is
// placed.
const customAfter = command.Surprise

// buttonStyle returns the Discord style of a button.
func buttonStyle(s dialog.Style) discordgo.ButtonStyle {
	switch s {
	case dialog.Primary:
		return discordgo.PrimaryButton
	case dialog.Danger:
		return discordgo.DangerButton
	}
	return discordgo.SecondaryButton
}

func (v localizer) menu(id string, m *dialog.Menu) component {
	c := component{Type: discordgo.SelectMenuComponent, CustomID: id, Placeholder: v.plainText(m.Title, maxPlaceholder)}
	for _, b := range m.Items {
		if utf8.RuneCountInString(b.Command) <= maxOption && len(c.Options) < maxOptions {
			c.Options = append(c.Options, selectOption{Label: v.plainText(b.Label, maxOption), Value: b.Command})
		}
	}
	return c
}
