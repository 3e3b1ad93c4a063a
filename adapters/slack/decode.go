package slack

import (
	"cmp"
	"encoding/json"
	"fmt"
	"net/url"
	"strings"

	"nimbot/game/dialog"
	"nimbot/store"
)

// workspace says whose installation a delivery belongs to.
type workspace struct {
	Team       string `json:"team,omitempty"`
	Enterprise string `json:"enterprise,omitempty"`
	Org        bool   `json:"org,omitempty"` // installed for the whole enterprise

	Unknown store.Unknown `json:",embed"` // members that a later version wrote
}

// id returns the key of the installation, and the Guild of its places.
func (w workspace) id() string {
	if w.Org && w.Enterprise != "" || w.Team == "" {
		return w.Enterprise
	}
	return w.Team
}

// kind is what Slack delivered.
type kind string

const (
	kindCommand       kind = "command"  // a slash command
	kindClick         kind = "click"    // a button or a select of a message
	kindMention       kind = "mention"  // a message to the bot
	kindForm          kind = "form"     // a submitted modal for a new game
	kindChoices       kind = "choices"  // a submitted modal of a dialog.Choices
	kindOpenForm      kind = "openform" // a button or a shortcut that opens the modal
	kindOpenHome      kind = "openhome" // a person opened the App Home
	kindUninstalled   kind = "removed"  // the app was uninstalled or its tokens revoked
	kindAccessRevoked kind = "barredby" // workspaces of an enterprise revoked the app's access
	kindIgnored       kind = "nothing"  // not for us
)

// call is one decoded delivery: who wants what, where, and how the answer can be sent.
type call struct {
	kind      kind
	id        string // the same whenever Slack repeats a delivery; "" if unknown
	workspace workspace
	user      string
	userName  string // from the payload, as a fallback
	bot       string // the bot's own user id, "" if the payload lacks it
	channel   string
	thread    string
	direct    bool   // in the bot's own direct messages
	text      string // of a command or mention as Slack writes it; of a click its value
	message   string // id of the message that was pressed
	seen      seenMessage
	ephemeral bool         // only user saw that message
	trigger   string       // opens a modal, for 3 seconds
	hook      string       // response_url as delivered, unverified
	response  *responseURL // response_url after verification; nil if there is none or it isn't Slack's
	view      viewState
	teams     []string   // those of kindAccessRevoked
	at        store.Unix // when an event happened; 0: Slack doesn't say
	known     uint64     // boardLog.newest when the chat was asked
}

// place returns where c happened.
func (c call) place() dialog.Place {
	return dialog.Place{Platform: Platform, Guild: c.workspace.id(), Channel: joinChannel(c.channel, c.thread)}
}

// joinChannel returns a Place's Channel: the channel's id and, for a thread, that
// of its first message.
func joinChannel(channel, thread string) string {
	if thread == "" {
		return channel
	}
	return channel + ":" + thread
}

// splitChannel reads what joinChannel writes.
func splitChannel(s string) (channel, thread string) {
	channel, thread, _ = strings.Cut(s, ":")
	return channel, thread
}

// decodeCommand reads the form of a slash command.
func decodeCommand(form url.Values) call {
	return call{
		kind: kindCommand,
		id:   deliveryID("command", form.Get("trigger_id")),
		workspace: workspace{
			Team: form.Get("team_id"), Enterprise: form.Get("enterprise_id"),
			Org: form.Get("is_enterprise_install") == "true",
		},
		user: form.Get("user_id"), userName: form.Get("user_name"),
		channel: form.Get("channel_id"), text: form.Get("text"),
		trigger: form.Get("trigger_id"), hook: form.Get("response_url"),
	}.requireUserAndChannel()
}

// requireUserAndChannel returns c. Its kind becomes kindIgnored if c lacks the workspace,
// user or channel that it needs.
func (c call) requireUserAndChannel() call {
	known := c.workspace.id() != "" && c.user != ""
	switch c.kind {
	case kindCommand, kindClick, kindMention:
		known = known && c.channel != ""
	case kindUninstalled, kindAccessRevoked: // no user is involved
		known = true
	}
	if !known {
		c.kind = kindIgnored
	}
	return c
}

// deliveryID returns the id of a delivery of a kind, "" if Slack gave none.
func deliveryID(kind, id string) string {
	if id == "" {
		return ""
	}
	return kind + ":" + id
}

// interaction is the part of an interaction's payload that the bot reads.
type interaction struct {
	Type       string   `json:"type"`
	Team       idOf     `json:"team"`
	Enterprise idOf     `json:"enterprise"`
	Org        flexBool `json:"is_enterprise_install"`
	User       struct {
		ID       string `json:"id"`
		Name     string `json:"name"`
		Username string `json:"username"`
		TeamID   string `json:"team_id"`
	} `json:"user"`
	Channel   idOf `json:"channel"`
	Container struct {
		Type        string `json:"type"`
		MessageTS   string `json:"message_ts"`
		ChannelID   string `json:"channel_id"`
		ThreadTS    string `json:"thread_ts"`
		IsEphemeral bool   `json:"is_ephemeral"`
	} `json:"container"`
	Message      seenMessage `json:"message"`
	Actions      []action    `json:"actions"`
	TriggerID    string      `json:"trigger_id"`
	ResponseURL  string      `json:"response_url"`
	CallbackID   string      `json:"callback_id"`
	View         view        `json:"view"`
	ResponseURLs []struct {
		ChannelID   string `json:"channel_id"`
		ResponseURL string `json:"response_url"`
	} `json:"response_urls"`
}

type action struct {
	ActionID       string `json:"action_id"`
	ActionTS       string `json:"action_ts"`
	Value          string `json:"value"`
	SelectedUser   string `json:"selected_user"`
	SelectedOption struct {
		Value string `json:"value"`
	} `json:"selected_option"`
}

// value returns the command that was pressed or chosen.
func (a action) value() string {
	if command, ok := strings.CutPrefix(a.ActionID, personMenuAction); ok && a.SelectedUser != "" {
		return command + " <@" + a.SelectedUser + ">"
	}
	if a.SelectedOption.Value != "" {
		return a.SelectedOption.Value
	}
	return a.Value
}

type idOf struct {
	ID string `json:"id"`
}

// flexBool reads true and "true": Slack writes both.
type flexBool bool

func (b *flexBool) UnmarshalJSON(data []byte) error {
	*b = strings.Trim(string(data), `"`) == "true"
	return nil
}

// decodeInteraction reads the payload of a click, a shortcut or a form.
func decodeInteraction(payload []byte) (call, error) {
	var p interaction
	if err := json.Unmarshal(payload, &p); err != nil {
		return call{}, fmt.Errorf("an interaction that is not JSON: %w", err)
	}
	c := call{
		kind: kindIgnored, user: p.User.ID, userName: p.User.Name, trigger: p.TriggerID,
		workspace: workspace{Team: p.Team.ID, Enterprise: p.Enterprise.ID, Org: bool(p.Org)},
		channel:   p.Container.ChannelID,
	}
	c.channel = cmp.Or(c.channel, p.Channel.ID)
	c.userName = cmp.Or(c.userName, p.User.Username)
	if c.workspace.Team == "" && !c.workspace.Org {
		c.workspace.Team = p.User.TeamID
	}
	c.workspace = c.workspace.ofView(p.View.AppTeam)
	switch p.Type {
	case "block_actions":
		c.click(p)
	case "view_submission":
		switch p.View.CallbackID {
		case formID:
			c.submitted(p)
		case choicesID:
			c.chosen(p)
		}
	case "shortcut":
		if p.CallbackID == shortcutID {
			c.kind, c.id = kindOpenForm, deliveryID("shortcut", p.TriggerID)
		}
	}
	return c.requireUserAndChannel(), nil
}

// click fills in c from the button or select that was used.
func (c *call) click(p interaction) {
	if len(p.Actions) == 0 {
		return
	}
	act := p.Actions[0]
	c.id = deliveryID("click", p.TriggerID)
	if c.id == "" && act.ActionTS != "" {
		c.id = strings.Join([]string{"click", p.Container.MessageTS, c.user, act.ActionTS}, ":")
	}
	c.hook = p.ResponseURL
	c.message, c.seen, c.ephemeral = p.Container.MessageTS, p.Message, p.Container.IsEphemeral
	if p.Container.ThreadTS != p.Container.MessageTS {
		c.thread = p.Container.ThreadTS
	}
	switch {
	case act.ActionID == openFormAction:
		c.kind, c.text = kindOpenForm, act.value()
	case p.Container.Type == "view" || c.channel == "" || act.value() == "":
		c.kind = kindIgnored
	case strings.HasPrefix(act.ActionID, formAction):
		c.kind, c.text = kindClick, dialog.Fill(strings.TrimPrefix(act.ActionID, formAction), act.Value)
	default:
		c.kind, c.text = kindClick, act.value()
	}
}

// envelope is the outer part of an event.
type envelope struct {
	Type           string `json:"type"`
	Challenge      string `json:"challenge"`
	TeamID         string `json:"team_id"`
	EnterpriseID   string `json:"enterprise_id"`
	EventID        string `json:"event_id"`
	EventTime      int64  `json:"event_time"` // in seconds; the same in every retry
	Authorizations []struct {
		EnterpriseID string   `json:"enterprise_id"`
		TeamID       string   `json:"team_id"`
		UserID       string   `json:"user_id"`
		IsBot        bool     `json:"is_bot"`
		Org          flexBool `json:"is_enterprise_install"`
	} `json:"authorizations"`
	Event event `json:"event"`
}

type event struct {
	Type        string `json:"type"`
	Subtype     string `json:"subtype"`
	User        string `json:"user"`
	BotID       string `json:"bot_id"`
	Text        string `json:"text"`
	TS          string `json:"ts"`
	ThreadTS    string `json:"thread_ts"`
	Channel     string `json:"channel"`
	ChannelType string `json:"channel_type"`
	Tab         string `json:"tab"`
	Edited      *struct {
		TS string `json:"ts"`
	} `json:"edited"`
	TeamIDs []string `json:"team_ids"`
	Tokens  struct {
		Bot []string `json:"bot"`
	} `json:"tokens"`
}

// decodeEvent converts an event to a call.
func decodeEvent(e envelope) call {
	c := call{
		kind: kindIgnored, id: deliveryID("event", e.EventID),
		workspace: workspace{Team: e.TeamID, Enterprise: e.EnterpriseID},
		user:      e.Event.User, channel: e.Event.Channel, text: e.Event.Text,
		at: store.Unix(e.EventTime),
	}
	if len(e.Authorizations) > 0 {
		au := e.Authorizations[0]
		c.workspace = workspace{Team: au.TeamID, Enterprise: au.EnterpriseID, Org: bool(au.Org)}
		if au.IsBot {
			c.bot = au.UserID
		}
	}
	if e.Event.ThreadTS != e.Event.TS {
		c.thread = e.Event.ThreadTS
	}
	spoken := e.speaks()
	switch e.Event.Type {
	case "app_mention":
		if spoken {
			c.kind = kindMention
		}
	case "message":
		if spoken && e.Event.ChannelType == "im" {
			c.kind, c.direct = kindMention, true
		}
	case "app_home_opened":
		c.kind, c.direct, c.text = kindOpenHome, true, e.Event.Tab
	case "app_uninstalled":
		c.kind = kindUninstalled
	case "team_access_revoked":
		c.kind, c.teams = kindAccessRevoked, e.Event.TeamIDs
	case "tokens_revoked":
		if len(e.Event.Tokens.Bot) > 0 {
			c.kind = kindUninstalled
		}
	}
	if c.kind == kindMention {
		// One message may arrive as two events.
		c.id = "message:" + c.channel + ":" + e.Event.TS
	}
	return c.requireUserAndChannel()
}
