package discord

import (
	"encoding/json"
	"fmt"
	"regexp"
	"strings"

	"github.com/bwmarrin/discordgo"

	"nimbot/game/dialog"
	"nimbot/game/words/command"
)

// The gateway's intents, neither of them privileged. The content of a message is delivered
// only if it mentions the bot, and in direct messages.
const (
	guildMessages  = 1 << 9
	directMessages = 1 << 12
)

// chatMessage is the used part of a message.
type chatMessage struct {
	ID        string                `json:"id"`
	Type      discordgo.MessageType `json:"type"`
	ChannelID string                `json:"channel_id"`
	GuildID   string                `json:"guild_id"`
	WebhookID string                `json:"webhook_id"`
	Author    user                  `json:"author"`
	Member    *member               `json:"member"` // without permissions
	Content   string                `json:"content"`
	Mentions  []struct {
		user
		Member *member `json:"member"`
	} `json:"mentions"`
	Attachments []struct{} `json:"attachments"`
}

// hasOnlyFiles reports whether a message has only files and no text.
func (m *chatMessage) hasOnlyFiles() bool {
	return len(m.Attachments) > 0 && strings.TrimSpace(m.Content) == ""
}

// place returns where the message was written.
func (m *chatMessage) place() dialog.Place { return placeOf(m.GuildID, m.ChannelID) }

// isDirect reports whether this is a direct message to the bot.
func (m *chatMessage) isDirect() bool { return m.GuildID == "" }

// parseMessage reads a MESSAGE_CREATE. It returns nil if the message isn't addressed to the bot:
// if it is outside direct messages and doesn't mention the bot, or if its author isn't a
// person. Discord counts a reply to the bot as a mention; the bot only does so if its
// name is in the text, and never answers @everyone.
func (id *identity) parseMessage(raw []byte) (*dialog.Request, *chatMessage, error) {
	var m chatMessage
	if err := json.Unmarshal(raw, &m); err != nil {
		return nil, nil, fmt.Errorf("not a message: %w", err)
	}
	typedHere := m.Type == discordgo.MessageTypeDefault || m.Type == discordgo.MessageTypeReply
	if !typedHere || m.Author.Bot || m.Author.System || m.WebhookID != "" || id.isSelf(m.Author.ID) {
		return nil, nil, nil
	}
	text, ok := id.commandIn(m.Content, m.isDirect())
	if !ok && !(m.isDirect() && m.hasOnlyFiles()) {
		return nil, nil, nil
	}
	if m.ID == "" || m.ChannelID == "" {
		return nil, nil, fmt.Errorf("message %q names no channel", m.ID)
	}
	r := &dialog.Request{
		ID: m.ID, Place: m.place(), User: id.person(&m.Author, m.Member), Text: text,
		Mentions: map[string]dialog.User{}, Private: m.isDirect(), Confirms: true, FromMessage: true,
	}
	for _, u := range m.Mentions {
		r.Mentions[u.ID] = id.person(&u.user, u.Member)
	}
	return r, &m, nil
}

// mention is a mention in a text. The exclamation mark is an old form.
var mention = regexp.MustCompile(`<@!?([0-9]{15,20})>`)

// commandIn converts a text to a command's text: without the mention of the bot, and with
// "@ID" for other people. Direct messages need no mention, so there a mention is dropped
// only at the start of the text.
func (id *identity) commandIn(content string, direct bool) (text string, ok bool) {
	text = content
	for _, at := range mention.FindAllStringSubmatchIndex(content, -1) {
		before, after := content[:at[0]], strings.TrimLeft(content[at[1]:], " ,:\u00a0\t\n")
		if direct && strings.TrimSpace(before) != "" {
			break
		}
		if id.isSelf(content[at[2]:at[3]]) {
			ok = true
			if text = after; text == "" {
				text = before // "start 3 4 5 @Nim"
			}
			break
		}
	}
	text = strings.ReplaceAll(mention.ReplaceAllString(text, "@$1"), "`", "") // as copied from an answer
	text = strings.TrimSpace(text)
	if word, rest, _ := strings.Cut(text, " "); word == "/"+command.Name {
		text = strings.TrimSpace(rest)
	}
	return text, ok || direct && strings.TrimSpace(content) != ""
}
