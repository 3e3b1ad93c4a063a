package discord

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"

	"github.com/bwmarrin/discordgo"

	"nimbot/game/words"
	"nimbot/game/words/command"
)

// registeredCommand is a command, subcommand or option as it is registered. discordgo's
// type sends nulls and falses that Discord's own description forbids.
type registeredCommand struct {
	Type                     int                 `json:"type"`
	Name                     string              `json:"name"`
	NameLocalizations        map[string]string   `json:"name_localizations,omitempty"`
	Description              string              `json:"description,omitempty"`
	DescriptionLocalizations map[string]string   `json:"description_localizations,omitempty"`
	Contexts                 []int               `json:"contexts,omitempty"`
	IntegrationTypes         []int               `json:"integration_types,omitempty"`
	Required                 bool                `json:"required,omitempty"`
	Autocomplete             bool                `json:"autocomplete,omitempty"`
	Choices                  []localChoice       `json:"choices,omitempty"`
	MinValue                 *int                `json:"min_value,omitempty"`
	MaxValue                 int                 `json:"max_value,omitempty"`
	MaxLength                int                 `json:"max_length,omitempty"`
	Options                  []registeredCommand `json:"options,omitempty"`
}

type localChoice struct {
	Name              string            `json:"name"`
	NameLocalizations map[string]string `json:"name_localizations,omitempty"`
	Value             string            `json:"value"`
}

// Commands is the body that registers the commands: the typed one and those of the context menus,
// playable in servers, in direct messages with the bot and between people, installed to a server or
// by a person. Descriptions come in every language of the catalogue, and so do the names in context
// menus; the names that are typed stay, since people tell each other what to type. It returns no
// error as long as the catalogue was read: the body can always be encoded.
func Commands(catalogue *words.Catalogue) ([]byte, error) {
	return json.MarshalIndent(allCommands(catalogue), "", "  ")
}

func allCommands(catalogue *words.Catalogue) []registeredCommand {
	typed := slashCommand(catalogue)
	return append([]registeredCommand{typed}, contextMenuCommands(catalogue, typed)...)
}

// slashCommand returns the bot's one command.
func slashCommand(catalogue *words.Catalogue) registeredCommand {
	c := registeredCommand{
		Type: int(discordgo.ChatApplicationCommand), Name: command.Name,
		Contexts:         []int{int(discordgo.InteractionContextGuild), int(discordgo.InteractionContextBotDM), int(discordgo.InteractionContextPrivateChannel)},
		IntegrationTypes: []int{int(discordgo.ApplicationIntegrationGuildInstall), int(discordgo.ApplicationIntegrationUserInstall)},
	}
	c.describe(catalogue, "discord.command")
	groups := map[string]int{} // their indexes among the options
	for _, row := range command.Commands() {
		if !isRegistered(row) {
			continue
		}
		sub := subcommand(catalogue, row)
		at, begun := groups[row.Group]
		switch {
		case row.Group == "":
			c.Options = append(c.Options, sub)
		case begun:
			c.Options[at].Options = append(c.Options[at].Options, sub)
		default:
			groups[row.Group] = len(c.Options)
			g := registeredCommand{Type: int(discordgo.ApplicationCommandOptionSubCommandGroup), Name: row.Group, Options: []registeredCommand{sub}}
			g.describe(catalogue, "command."+row.Group)
			c.Options = append(c.Options, g)
		}
	}
	return c
}

// subcommand converts a row of the table of commands for registration. Discord wants
// required options first.
func subcommand(catalogue *words.Catalogue, row command.Command) registeredCommand {
	sub := registeredCommand{Type: int(discordgo.ApplicationCommandOptionSubCommand), Name: row.InGroup()}
	sub.describe(catalogue, row.About())
	for _, required := range []bool{true, false} {
		for _, o := range row.Options {
			if o.Required == required {
				sub.Options = append(sub.Options, optionOf(catalogue, o))
			}
		}
	}
	return sub
}

func optionOf(catalogue *words.Catalogue, p command.Option) registeredCommand {
	o := registeredCommand{
		Type: int(optionTypes[p.Kind]), Name: p.Name, Required: p.Required, MaxLength: p.Longest,
		Autocomplete: p.Source != command.Nothing,
	}
	o.describe(catalogue, "discord.option."+cmp.Or(p.Words, p.Name))
	if p.Kind == command.Number {
		o.MinValue, o.MaxValue = &p.Least, p.Most
	}
	for _, value := range p.Values {
		key := words.Text{Key: "discord.choice." + p.Name + "." + value}
		ch := localChoice{Name: value, Value: value}
		if catalogue.Has(key.Key) {
			ch.Name = catalogue.Say(key, words.Voice{})
			ch.NameLocalizations = localized(catalogue, key)
		}
		o.Choices = append(o.Choices, ch)
	}
	return o
}

func (c *registeredCommand) describe(catalogue *words.Catalogue, key string) {
	t := words.Text{Key: key}
	c.Description = catalogue.Say(t, words.Voice{})
	c.DescriptionLocalizations = localized(catalogue, t)
}

// localized returns t in every language that both Discord and the catalogue have. British English
// is left out, and American English is included, because a client in American English would
// otherwise show another language.
func localized(catalogue *words.Catalogue, t words.Text) map[string]string {
	out := map[string]string{}
	for locale := range discordgo.Locales {
		l := string(locale)
		if language := catalogue.Language(l); language != "" && (language != "en" || locale == discordgo.EnglishUS) {
			out[l] = catalogue.Say(t, words.Voice{Locale: l})
		}
	}
	return out
}

// Register registers the commands: everywhere, or in one server if guild isn't
// "", where they appear at once. It replaces all commands that were there, but for the
// Entry Point of the Activity, so it's part of deploying, not of starting. The error says that
// there is no token, that guild isn't an id, or what Discord refused, with a remedy where one is
// known.
func (a *Adapter) Register(ctx context.Context, guild string) error {
	if a.rest.token == "" {
		return errors.New("discord: registering needs the bot's token")
	}
	if guild != "" && !snowflake.MatchString(guild) {
		return errors.New("discord: a server is named by its id, a number of 15 to 20 digits")
	}
	var all []any
	commands := allCommands(a.words)
	for _, c := range commands {
		all = append(all, c)
	}
	if guild == "" {
		entries, err := Activity{a}.entryPoints(ctx, commands[0])
		if err != nil {
			return withRemedy(err)
		}
		all = append(all, entries...)
	}
	body, err := json.Marshal(all)
	if err != nil {
		return err
	}
	return withRemedy(a.rest.putCommands(ctx, a.app, guild, body))
}
