package slack

import (
	"cmp"
	"context"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"time"

	"nimbot/game/dialog"
	"nimbot/game/words/command"
	"nimbot/store/platform"
)

// requestBuilder converts a call to a request for the chat.
type requestBuilder struct {
	command  string // as in Config
	installs installations
	people   *people
	homes    *homes
	outside  *ttlCache[string, struct{}]     // channels that the bot may not write to
	locales  *ttlCache[dialog.Place, string] // the first known language of a place, see placeLocale
	timeout  time.Duration                   // of a question to Slack about people
}

func newRequestBuilder(c Config, installs installations, p *people, h *homes, outside *ttlCache[string, struct{}]) *requestBuilder {
	return &requestBuilder{
		command: c.Command, installs: installs, people: p, homes: h, outside: outside,
		locales: newTTLCache[dialog.Place, string](remembered, localeFor, c.Now),
		timeout: lookupTimeout,
	}
}

// lookupTimeout bounds the wait for what Slack knows about people. Together with the
// chat's own limit it stays below Slack's three seconds.
const lookupTimeout = 250 * time.Millisecond

// request converts c to a request for the chat.
func (in *requestBuilder) request(ctx context.Context, c call) dialog.Request {
	ctx, cancel := context.WithTimeout(ctx, in.timeout)
	defer cancel()
	in.people.ask(c.workspace, c.user)
	r := dialog.Request{
		ID: c.id, Place: c.place(), Text: c.text,
		ReplyOnly:   in.outside.has(queueOf(c.place(), "")),
		Private:     c.direct || in.homes.isDirect(ctx, c),
		Confirms:    true,
		FromMessage: c.kind == kindMention,
	}
	if c.message != "" && !c.ephemeral {
		r.Message = c.message
	}
	who := in.people.known(c.workspace, c.user)
	if p := command.Pressed(c.text); c.kind != kindClick || p == nil || p.Of != command.Rounds { // in a round a whole channel presses at once
		who = in.people.get(ctx, c.workspace, c.user)
	}
	r.User = userOf(c, who)
	r.Locale = in.placeLocale(r.Place, who.Locale)
	if c.kind != kindClick || strings.Contains(c.text, "<@") { // a person was chosen from a menu
		in.readMentions(ctx, c, &r)
	} else if ids := carried.FindAllString(c.text, maxCarried); ids != nil { // a command that waited for a question
		in.findMentions(ctx, c, &r, in.bot(ctx, c), ids)
	}
	return r
}

// placeLocale returns the language of a place. Slack knows none, so it is the language of
// the first person there whose language was known, for localeFor. It doesn't change with
// other people's clicks.
func (in *requestBuilder) placeLocale(p dialog.Place, asking string) string {
	if known, ok := in.locales.get(p); ok || asking == "" {
		return known
	}
	in.locales.put(p, asking)
	return asking
}

func userOf(c call, who person) dialog.User {
	u := dialog.User{ID: c.user, Name: who.Name, Moderator: who.Admin, Bot: who.Bot}
	u.Name = cmp.Or(u.Name, c.userName, c.user)
	return u
}

// bot returns the bot's own user id in c's workspace, "" if it can't be found in time.
func (in *requestBuilder) bot(ctx context.Context, c call) string {
	if c.bot != "" {
		return c.bot
	}
	ctx, cancel := context.WithTimeout(ctx, in.timeout)
	defer cancel()
	return in.installs.bot(ctx, c.workspace)
}

// isEcho reports whether c is the bot's own message. Most have a bot_id, but one without
// it would make the bot answer itself endlessly.
func (in *requestBuilder) isEcho(ctx context.Context, c call) bool {
	return c.kind == kindMention && c.user == in.bot(ctx, c)
}

// readMentions converts the typed text to the chat's text, and looks up the person of
// each mention.
func (in *requestBuilder) readMentions(ctx context.Context, c call, r *dialog.Request) {
	typed := c.text
	if !strings.Contains(typed, "<") && c.kind != kindMention {
		r.Text, _ = readText(typed)
		return
	}
	bot := in.bot(ctx, c)
	if c.kind == kindMention {
		typed = afterMention(typed, bot, c.direct)
	}
	var ids []string
	r.Text, ids = readText(typed)
	if c.kind == kindMention {
		r.Text = withoutCommand(r.Text, in.command)
	}
	in.findMentions(ctx, c, r, bot, ids)
}

// carried are the mentions in a button's command. No command has more than maxCarried.
var carried = regexp.MustCompile(`@[UW][A-Z0-9]{2,}\b`)

const maxCarried = 5

// findMentions looks up the people of mentions, with or without their "@".
func (in *requestBuilder) findMentions(ctx context.Context, c call, r *dialog.Request, bot string, ids []string) {
	r.Mentions = map[string]dialog.User{}
	for i, id := range ids {
		ids[i] = strings.TrimPrefix(id, "@")
	}
	for _, id := range ids {
		in.people.ask(c.workspace, id) // look all of them up at the same time
	}
	for _, id := range ids {
		if id == bot {
			r.Mentions[id] = dialog.User{ID: platform.BotID}
			continue
		}
		if who := in.people.get(ctx, c.workspace, id); !who.Deleted {
			r.Mentions[id] = userOf(call{user: id}, who)
		}
	}
}

// speaks reports whether the event is a new message of a person. An edit may give an old one its
// mention; an edit of a message that may have been answered and forgotten since never counts.
func (e envelope) speaks() bool {
	spoken := slices.Contains([]string{"", "file_share", "thread_broadcast"}, e.Event.Subtype)
	if spoken && e.Event.Edited != nil {
		sent, err := strconv.ParseFloat(e.Event.TS, 64)
		spoken = err == nil && e.EventTime < int64(sent)+int64(editableFor/time.Second)
	}
	return spoken && e.Event.BotID == "" && e.Event.User != ""
}

// editableFor is how long an edited message may still count. The conversation remembers for
// longer what it has answered.
const editableFor = 9 * time.Minute
