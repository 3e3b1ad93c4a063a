package web

import (
	"cmp"
	"context"
	"net/http"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"unicode"

	"nimbot/game/dialog"
	"nimbot/game/words"
	"nimbot/game/words/command"
	"nimbot/store/platform"
)

// passCommand passes a command to the bot.
func (c *conversation) passCommand(r *http.Request, room *room, who dialog.User, text string, in sayRequest) (uint64, error) {
	v, visits := visitOf(r)
	written := text
	var mentions map[string]dialog.User
	var err error
	if visits {
		text, mentions = c.Activity.Visitors.Mentions(text, append(c.hub.peopleIn(room), v.Listed...))
	} else if mentions, err = c.mentions(r, text); err != nil {
		return 0, err
	}
	a := replyContext{by: who, locale: localeOf(r), language: languageOf(r), pressed: in.Message, own: c.hub.openOwnRoom(room.at, who)}
	c.hub.mu.Lock()
	if a.pressed != "" {
		e := cmp.Or(room.find(a.pressed, who.ID), a.own.find(a.pressed, who.ID))
		if e == nil {
			a.pressed = ""
		}
		a.atBoard = e != nil && e.Board && e.to == ""
	}
	c.hub.mu.Unlock()
	if slices.Contains(lobbyCommands, in.Panel) {
		a.panel = in.Panel
	}
	first, _, _ := strings.Cut(text, " ")
	a.aside = in.Message == "" && !in.Made && (a.panel == "" || first != a.panel)
	if a.aside {
		a.used = c.renderer.text(a.locale, "web.used", "player", who, "text", abridge(written))
	}
	id := in.ID
	if id != "" {
		id = who.ID + " " + id
	}
	q := dialog.Request{ID: id, Text: text, Mentions: mentions, Message: a.pressed, OwnGame: in.Own, InView: tableInView(in.At)}
	if visits { // the place's own messages have other ids, and its own rules for games against the bot
		q.Message, q.OwnGame, q.Locale, q.Confirms, q.ReplyOnly = "", false, v.Locale, v.Seated, !v.Seated
	}
	return c.ask(r.Context(), room, a, q), nil
}

// tableInView is the table of a board with a name, nil if it has none.
func tableInView(name string) *int {
	if n, err := strconv.Atoi(name); err == nil && n > 0 {
		return &n
	} else if strings.HasPrefix(name, "~") { // it is only looked for among the person's own games
		return new(int)
	}
	return nil
}

// abridge shortens a command to be shown as code.
func abridge(text string) words.Quote {
	const most = 80
	return words.Quote(words.Clip(visibleText(strings.ReplaceAll(text, "`", "'")), most))
}

// visibleText removes invisible characters except blanks.
func visibleText(text string) string {
	return strings.Join(strings.Fields(strings.Map(func(r rune) rune {
		switch {
		case unicode.IsSpace(r):
			return ' '
		case !unicode.IsGraphic(r), unicode.Is(unicode.Bidi_Control, r):
			return -1
		}
		return r
	}, strings.ToValidUTF8(text, ""))), " ")
}

var mention = regexp.MustCompile(`(?:^|\s)@(\S{1,128})`)

// maxMentions bounds the mentions that are looked up. No command needs more than one.
const maxMentions = 5

// mentions finds the person of each "@name" in a command. A comma behind it may be part
// of the name.
func (c *conversation) mentions(r *http.Request, text string) (map[string]dialog.User, error) {
	found := map[string]dialog.User{}
	for _, m := range mention.FindAllStringSubmatch(text, maxMentions) {
		for _, name := range slices.Compact([]string{m[1], command.Mentioned(m[1])}) {
			who, ok, err := c.findPerson(r.Context(), name)
			if err != nil {
				return nil, err
			}
			if ok {
				found[name] = who
				break
			}
		}
	}
	return found, nil
}

// findPerson returns the person of a name, or the bot.
func (c *conversation) findPerson(ctx context.Context, typedName string) (who dialog.User, ok bool, err error) {
	if command.CalledBot(fold(typedName)) {
		return dialog.User{ID: platform.BotID, Name: platform.BotID, Bot: true}, true, nil
	}
	name, ok := cleanName(typedName)
	if !ok {
		return who, false, nil
	}
	p, ok, err := c.people.find(ctx, name)
	if !ok {
		return who, false, err
	}
	return p.user(), true, err
}

// sayToPeople shows what a person says to the people in the channel, of at most maxSaid characters.
// id identifies the request.
func (c *conversation) sayToPeople(r *http.Request, room *room, who dialog.User, text, id string) (last uint64) {
	forBot := c.meantForBot(r, who, room, text)
	c.hub.mu.Lock()
	defer c.hub.mu.Unlock()
	nonce := who.ID + " " + id
	again := func(e *entry) bool { return id != "" && e.nonce == nonce }
	if text == "" || slices.ContainsFunc(room.log, again) {
		return c.hub.seq
	}
	e := newEntry(message{At: milli(c.Now()), From: who.Name, Lines: []string{text}}, "")
	e.nonce, e.about = nonce, []string{who.ID}
	c.hub.post(room, e)
	if forBot {
		tip := dialog.Message{To: &who, Lines: []words.Text{{Key: "web.said", Args: words.Args{"text", abridge(text)}}}}
		tip.Buttons = []dialog.Button{{Label: words.Text{Key: "web.said-button", Args: words.Args{"text", abridge(text)}}, Command: text, Style: dialog.Primary}}
		c.hub.post(room, newEntry(c.renderer.render(tip, localeOf(r)), who.ID))
	}
	return c.hub.seq
}

// meantForBot reports whether the bot would understand a text that lacks the command's name,
// which a newcomer may have forgotten.
func (c *conversation) meantForBot(r *http.Request, who dialog.User, room *room, text string) bool {
	word, _, _ := strings.Cut(text, " ")
	if word == "" || len(word) > 20 {
		return false
	}
	known := c.Completer.Complete(r.Context(), dialog.Request{Place: room.at, User: who, Text: word})
	return slices.ContainsFunc(known, func(k command.Completion) bool { return strings.EqualFold(k.Text, word) })
}
