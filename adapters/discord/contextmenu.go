package discord

import (
	"errors"
	"regexp"

	"github.com/bwmarrin/discordgo"

	"nimbot/game/words"
)

// contextMenus are the commands that Discord offers when somebody right-clicks a person or a
// message, by their type. The catalogue has their names under "discord.menu.NAME".
var contextMenus = []struct {
	kind discordgo.ApplicationCommandType
	name string
}{
	{discordgo.UserApplicationCommand, "challenge"},
	{discordgo.MessageApplicationCommand, "predict"},
}

// contextMenuCommands returns the commands of the context menus, which are allowed where beside is.
func contextMenuCommands(catalogue *words.Catalogue, beside registeredCommand) (all []registeredCommand) {
	for _, m := range contextMenus {
		name := words.Text{Key: "discord.menu." + m.name}
		all = append(all, registeredCommand{
			Type: int(m.kind), Name: catalogue.Say(name, words.Voice{}), NameLocalizations: localized(catalogue, name),
			Contexts: beside.Contexts, IntegrationTypes: beside.IntegrationTypes,
		})
	}
	return all
}

// errNoPiles is a message in which "Who wins this?" finds no piles.
var errNoPiles = errors.New("the message holds no piles")

// pilesIn finds the piles in a message, written in any way that predict reads: "3 4 5", "3,4,5", "3 XOR 4".
var pilesIn = regexp.MustCompile(`(?i)\d+(?:\s*(?:,|\+|⊕|\^|\bxor\b|\s)\s*\d+)+`)

// contextCommand returns the command that a choice in a context menu stands for; ok is false for
// other commands.
func (d data) contextCommand() (text string, ok bool, err error) {
	switch d.Type {
	case discordgo.UserApplicationCommand:
		return "challenge @" + d.TargetID, true, nil
	case discordgo.MessageApplicationCommand:
		piles := pilesIn.FindString(d.Resolved.Messages[d.TargetID].Content)
		if piles == "" {
			return "", true, errNoPiles
		}
		return "predict " + piles, true, nil
	}
	return "", false, nil
}
