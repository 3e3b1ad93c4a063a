package slack

import (
	"context"
	"strings"
	"time"

	"nimbot/chat"
)

// converse gives c to the chat and sends every message of the reply on its
// way. What is returned belongs into the answer to a slash command; it is nil
// for everything else, and where all was sent already.
func (a *Adapter) converse(ctx context.Context, c call) *answer {
	r := a.request(ctx, c)
	c.known = a.sender.boards.newest(r.Place)
	reply := a.chat.Handle(ctx, r)
	a.homes.note(a, c, r.Text, reply)
	return a.sender.deliver(c, reply, a.people.known(c.workspace, c.user).Locale)
}

// lookupFor is how long an answer waits for what Slack knows about people: with
// the chat's own limit it stays below the three seconds that Slack waits.
const lookupFor = 250 * time.Millisecond

// request is c as the chat understands it.
func (a *Adapter) request(ctx context.Context, c call) chat.Request {
	ctx, cancel := context.WithTimeout(ctx, lookupFor)
	defer cancel()
	a.people.ask(c.workspace, c.user)
	r := chat.Request{
		ID: c.id, Place: c.place(), Text: c.text,
		Unseated: a.sender.outside.has(queueOf(c.place(), "")),
		Private:  c.direct || a.homes.isDirect(ctx, c),
		Confirms: true,
	}
	if c.message != "" && !c.ephemeral {
		r.Message = c.message
	}
	who := a.people.get(ctx, c.workspace, c.user)
	r.User = userOf(c, who)
	r.Locale = a.placeLocale(r.Place, who.Locale)
	if c.kind != click || strings.Contains(c.text, "<@") { // somebody was chosen
		a.readMentions(ctx, c, &r)
	}
	return r
}

// placeLocale is the language of a place: Slack knows none, so it is that of
// whoever began there, as long as that is remembered, and does not change with
// every click of somebody else.
func (a *Adapter) placeLocale(p chat.Place, asking string) string {
	if known, ok := a.locales.get(p); ok || asking == "" {
		return known
	}
	a.locales.put(p, asking)
	return asking
}

func userOf(c call, who person) chat.User {
	u := chat.User{ID: c.user, Name: who.Name, Moderator: who.Admin, Bot: who.Bot}
	if u.Name == "" {
		u.Name = c.userName
	}
	if u.Name == "" {
		u.Name = c.user
	}
	return u
}

// readMentions turns what was typed into the chat's text, and says who is
// meant by each mention.
func (a *Adapter) readMentions(ctx context.Context, c call, r *chat.Request) {
	typed := c.text
	if !strings.Contains(typed, "<") && c.kind != mention {
		r.Text, _ = readText(typed)
		return
	}
	bot := c.bot
	if bot == "" {
		bot = a.web.installs.bot(ctx, c.workspace)
	}
	if c.kind == mention {
		typed = afterMention(typed, bot, c.direct)
	}
	var ids []string
	r.Text, ids = readText(typed)
	if c.kind == mention {
		r.Text = withoutCommand(r.Text, a.render.command)
	}
	r.Mentions = map[string]chat.User{}
	for _, id := range ids {
		a.people.ask(c.workspace, id) // all at once
	}
	for _, id := range ids {
		if id == bot {
			r.Mentions[id] = chat.User{ID: chat.BotID}
			continue
		}
		if who := a.people.get(ctx, c.workspace, id); !who.Gone {
			r.Mentions[id] = userOf(call{user: id}, who)
		}
	}
}
