package discord

import (
	"maps"
	"slices"
	"strings"

	"github.com/bwmarrin/discordgo"

	"nimbot/game/dialog"
	"nimbot/game/rules"
	"nimbot/game/words"
	"nimbot/game/words/command"
)

// endingField replaces the option "misere" in the form: among visible fields its two
// values need names.
const endingField = "ending"

// startCommand is the row of the command that the form stands for.
var startCommand = command.Find("start")

// field is one field of the form in which people set up a game. Its texts are in the
// catalogue under "discord.form.NAME".
type field struct {
	command.Option
	// choices are the possible values, nil for free text. The first is the default.
	choices []string
}

// fields returns the form's fields, one for each option of a start, at most five. The form
// offers only the first games of the list; a person can type the name of any other game.
func fields() []field {
	var all []field
	for _, o := range startCommand.Options {
		f := field{Option: o, choices: slices.Clone(o.Values)}
		switch {
		case o.Name == "level": // the level that applies if none is given
			slices.Reverse(f.choices)
		case o.Source == command.Games:
			for _, g := range rules.Games() {
				f.choices = append(f.choices, g.Key)
			}
			f.choices = f.choices[:min(len(f.choices), maxOptions)]
		case o.Kind == command.Flag:
			f.Name, f.choices = endingField, []string{rules.Normal.String(), rules.Misere.String()}
		}
		all = append(all, f)
	}
	return all
}

// form returns the form in which people set up a game.
func (v localizer) form() form {
	optional := false
	f := form{CustomID: startForm, Title: v.plainText(words.Text{Key: "discord.form.title"}, maxTitle)}
	for _, x := range fields() {
		c := component{Type: discordgo.TextInputComponent, CustomID: x.Name, Required: &optional}
		if x.choices == nil {
			c.Style = discordgo.ButtonStyle(discordgo.TextInputShort)
			c.MaxLength = x.Longest
			c.Placeholder = v.plainText(words.Text{Key: "discord.form." + x.Name + ".example"}, maxOption)
		} else {
			c.Type = discordgo.SelectMenuComponent
			for i, value := range x.choices {
				c.Options = append(c.Options, selectOption{Label: v.choiceLabel(x.Name, value), Value: value, Default: i == 0})
			}
		}
		f.Components = append(f.Components, component{
			Type: labelComponent, Label: v.plainText(words.Text{Key: "discord.form." + x.Name}, maxTitle), Component: &c,
		})
	}
	return f
}

// answerCommand returns the command of an answer form, completed with the submitted
// value.
func (d data) answerCommand(command string) (string, error) {
	for _, c := range d.Components {
		if c.Component != nil {
			c = *c.Component
		}
		if c.CustomID == answerField {
			return dialog.Fill(command, strings.TrimSpace(c.Value)), nil
		}
	}
	return "", unknownError{d.CustomID}
}

// commandToConfirm returns the command of a pressed button that needs confirmation.
func (i *interaction) commandToConfirm() (cmd string, ok bool) {
	cmd, ok = strings.CutPrefix(i.Data.CustomID, prefixCommand)
	c := command.Pressed(cmd)
	return cmd, ok && c != nil && c.Asks && len(prefixConfirm+cmd) <= maxCustomID
}

// question returns a form that asks for confirmation of a command. Sending it runs the
// command.
func (v localizer) question(cmd string) form {
	key := "discord.ask." + command.Pressed(cmd).Name
	return form{
		CustomID: prefixConfirm + cmd, Title: v.plainText(words.Text{Key: key + ".title"}, maxTitle),
		Components: []component{text(v.plainText(words.Text{Key: key}, maxComponentText))},
	}
}

// choiceLabel returns the label of a choice.
func (v localizer) choiceLabel(field, value string) string {
	if field == "game" {
		return v.plainText(words.Title(value), maxOption)
	}
	return v.plainText(words.Text{Key: "discord.choice." + field + "." + value}, maxOption)
}

// The only field of an answer form, and the maximum length of its value.
const (
	answerField   = "answer"
	longestAnswer = 200
)

// answerForm returns the form behind the button of a dialog.Form, which has the same id.
func (v localizer) answerForm(id string) form {
	label := v.plainText(words.Text{Key: "discord.answer"}, maxTitle)
	required := true
	return form{CustomID: id, Title: label, Components: []component{{
		Type: labelComponent, Label: label, Component: &component{
			Type: discordgo.TextInputComponent, CustomID: answerField, Style: discordgo.ButtonStyle(discordgo.TextInputShort),
			Required: &required, MaxLength: longestAnswer,
		},
	}}}
}

// submittedText converts a sent form to its command.
func submittedText(d data) (string, error) {
	if command, ok := strings.CutPrefix(d.CustomID, prefixForm); ok {
		return d.answerCommand(command)
	}
	if command, ok := strings.CutPrefix(d.CustomID, prefixChoices); ok {
		return dialog.FillIn(command, d.entered()), nil
	}
	if d.CustomID != startForm {
		return "", unknownError{d.CustomID}
	}
	values := maps.Collect(d.entered())
	if values[endingField] == rules.Misere.String() {
		values["misere"] = "true"
	}
	text := startCommand.Typed(func(name string) string { return values[name] })
	for _, f := range fields() {
		delete(values, f.Name)
	}
	delete(values, "misere")
	for name := range values {
		return "", unknownError{name}
	}
	return text, nil
}
