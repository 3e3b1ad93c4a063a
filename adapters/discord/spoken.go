package discord

import (
	"encoding/json"
	"fmt"
	"regexp"
	"strings"

	"github.com/bwmarrin/discordgo"

	"nimbot/exchange"
	"nimbot/typed"
)

// The gateway's intents, neither of them privileged. The content of a message
// comes only where it mentions the bot, and in direct messages.
const (
	guildMessages  = 1 << 9
	directMessages = 1 << 12
)

// spoken is the used part of a message.
type spoken struct {
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

// fileAlone reports whether a message is nothing but files.
func (m *spoken) fileAlone() bool {
	return len(m.Attachments) > 0 && strings.TrimSpace(m.Content) == ""
}

// place is where the message was written.
func (m *spoken) place() exchange.Place { return placeOf(m.GuildID, m.ChannelID) }

// direct reports whether this is a direct message to the bot.
func (m *spoken) direct() bool { return m.GuildID == "" }

// hear reads a MESSAGE_CREATE. It returns nil for what isn't said to the bot:
// anything without its name outside direct messages, and anything that wasn't
// typed by a person. Discord counts a reply to the bot as a mention; the bot only
// does so if its name is in the text, and never answers @everyone.
func (id *identity) hear(raw []byte) (*exchange.Request, *spoken, error) {
	var m spoken
	if err := json.Unmarshal(raw, &m); err != nil {
		return nil, nil, fmt.Errorf("not a message: %w", err)
	}
	typedHere := m.Type == discordgo.MessageTypeDefault || m.Type == discordgo.MessageTypeReply
	if !typedHere || m.Author.Bot || m.Author.System || m.WebhookID != "" || id.is(m.Author.ID) {
		return nil, nil, nil
	}
	text, ok := id.saidTo(m.Content, m.direct())
	if !ok && !(m.direct() && m.fileAlone()) {
		return nil, nil, nil
	}
	if m.ID == "" || m.ChannelID == "" {
		return nil, nil, fmt.Errorf("message %q names no channel", m.ID)
	}
	r := &exchange.Request{
		ID: m.ID, Place: m.place(), User: id.person(&m.Author, m.Member), Text: text,
		Mentions: map[string]exchange.User{}, Private: m.direct(), Confirms: true, Spoken: true,
	}
	for _, u := range m.Mentions {
		r.Mentions[u.ID] = id.person(&u.user, u.Member)
	}
	return r, &m, nil
}

// mention is a mention in a text. The exclamation mark is an old form.
var mention = regexp.MustCompile(`<@!?([0-9]{15,20})>`)

// saidTo converts a text to a command's text: without the mention of the bot, and with
// "@ID" for other people. Direct messages need no mention, so only one in front counts
// there.
func (id *identity) saidTo(content string, direct bool) (text string, ok bool) {
	text = content
	for _, at := range mention.FindAllStringSubmatchIndex(content, -1) {
		before, after := content[:at[0]], strings.TrimLeft(content[at[1]:], " ,:\u00a0\t\n")
		if direct && strings.TrimSpace(before) != "" {
			break
		}
		if id.is(content[at[2]:at[3]]) {
			ok = true
			if text = after; text == "" {
				text = before // "start 3 4 5 @Nim"
			}
			break
		}
	}
	text = strings.ReplaceAll(mention.ReplaceAllString(text, "@$1"), "`", "") // as copied from an answer
	text = strings.TrimSpace(text)
	if word, rest, _ := strings.Cut(text, " "); word == "/"+typed.Name {
		text = strings.TrimSpace(rest)
	}
	return text, ok || direct && strings.TrimSpace(content) != ""
}
