package discord

import (
	"context"
	"encoding/json"
	"errors"
	"net/http"
	"net/url"
	"slices"

	"github.com/bwmarrin/discordgo"

	"nimbot/game/dialog"
	"nimbot/game/words"
)

// Values that discordgo doesn't define yet.
const (
	entryPoint      = 4                                     // a command that starts the Activity
	launchByDiscord = 2                                     // the handler of an Entry Point: Discord starts the Activity
	launchActivity  = discordgo.InteractionResponseType(12) // the answer that starts it
	embedded        = 1 << 17                               // the flag of an application with Activities
)

// launchID is the custom id of the button that starts the Activity.
const launchID = "launch"

// withLaunch adds the button that starts the Activity.
func withLaunch(buttons []dialog.Button) []dialog.Button {
	return append(slices.Clone(buttons), dialog.Button{Label: words.Text{Key: "discord.button.activity"}, Command: launchID})
}

// launchChannels are the types of channels in which an Activity can start.
var launchChannels = []discordgo.ChannelType{discordgo.ChannelTypeGuildText, discordgo.ChannelTypeDM, discordgo.ChannelTypeGuildVoice, discordgo.ChannelTypeGroupDM}

// launch starts the Activity for the person who pressed its button, if Discord allows it in the
// channel.
func (a Activity) launch(i *interaction) response {
	if a.secret == "" || !slices.Contains(launchChannels, i.Channel.Type) || i.Member != nil && !i.Member.hasPermission(discordgo.PermissionUseEmbeddedActivities) {
		return a.answerSentence(i, words.Text{Key: "discord.no-activity"})
	}
	return response{Type: launchActivity}
}

// entryPointCommand is the Entry Point command of an application that has none. Discord describes
// it by itself.
type entryPointCommand struct {
	Type             int    `json:"type"`
	Name             string `json:"name"`
	Handler          int    `json:"handler"`
	IntegrationTypes []int  `json:"integration_types"`
	Contexts         []int  `json:"contexts"`
}

// repeatedMembers are the members of a registered Entry Point that a registration repeats.
var repeatedMembers = []string{"id", "type", "name", "name_localizations", "description", "description_localizations", "handler", "integration_types", "contexts", "default_member_permissions"}

// entryPoints returns the Entry Points to register along with a command: those that are registered,
// because Discord refuses a registration without them, or if there are none, one if the Activity is
// on.
func (a Activity) entryPoints(ctx context.Context, beside registeredCommand) (all []any, err error) {
	have, err := a.rest.commands(ctx, a.app)
	if err != nil {
		return nil, err
	}
	for _, c := range have {
		if !isEntryPoint(c) {
			continue
		}
		back := map[string]any{}
		for _, member := range repeatedMembers {
			if value, ok := c[member]; ok && value != nil {
				back[member] = value
			}
		}
		if set, ok := back["default_member_permissions"].(string); ok { // Discord sends a string, but wants a number
			back["default_member_permissions"] = json.Number(set)
		}
		all = append(all, back)
	}
	if len(all) == 0 && a.secret != "" {
		all = append(all, entryPointCommand{entryPoint, "launch", launchByDiscord, beside.IntegrationTypes, beside.Contexts})
	}
	return all, nil
}

func isEntryPoint(c map[string]any) bool { return c["type"] == float64(entryPoint) }

// commands returns the global commands, as Discord lists them.
func (r *rest) commands(ctx context.Context, app string) (all []map[string]any, err error) {
	err = r.do(ctx, call{method: http.MethodGet, path: "/applications/" + app + "/commands?with_localizations=true"}, &all)
	return all, err
}

// checkActivity reports what the Activity still needs.
func (a Activity) checkActivity(ctx context.Context, app application, mapping string) (notes []string, err error) {
	if _, err := a.token(ctx, url.Values{"grant_type": {"client_credentials"}, "scope": {"identify"}}); err != nil {
		return nil, withRemedy(err)
	}
	have, err := a.rest.commands(ctx, a.app)
	if err != nil {
		return nil, withRemedy(err)
	}
	if !slices.ContainsFunc(have, isEntryPoint) {
		return nil, errors.New("discord: no Entry Point command is registered, which starts the Activity; run bot register")
	}
	if app.Flags&embedded == 0 {
		notes = append(notes, "discord: the application doesn't say that it has Activities; turn them on under Activities, Settings")
	}
	return append(notes, "discord: the Activity needs the URL mapping / to "+mapping+"; Discord tells nobody which ones are set (Activities, URL Mappings)"), nil
}
