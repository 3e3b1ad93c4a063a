package slack

import (
	"cmp"
	"regexp"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"nimbot/game/dialog"
	"nimbot/game/words"
	"nimbot/store/platform"
)

// entity is one of the things that Slack writes between angle brackets:
// <@U1>, <@U1|ana>, <#C1|general>, <!here>, <https://…|label>.
var entity = regexp.MustCompile(`<([@#!]?)([^<>|]*)(?:\|([^<>]*))?>`)

// glued is a mention that a letter or digit follows, which would become a part of the id.
var glued = regexp.MustCompile(`(<@[^<>]*>)([\pL\pN])`)

var unescaper = newReplacer("&lt;", "<", "&gt;", ">", "&amp;", "&", "`", "")

// readText turns what a person typed, as Slack delivers it, into a command's text: a
// mention <@U1|ana> becomes the token "@U1", and everything else what the person saw, so
// that a command copied from an answer loses its backticks. ids are those of the people
// mentioned. Names in mentions are not trusted.
func readText(raw string) (text string, ids []string) {
	text = entity.ReplaceAllStringFunc(glued.ReplaceAllString(raw, "$1 $2"), func(s string) string {
		m := entity.FindStringSubmatch(s)
		kind, body, label := m[1], m[2], m[3]
		switch {
		case kind == "@":
			ids = append(ids, body)
			return "@" + body
		case kind == "#" && label != "":
			return "#" + label
		case kind == "!" && label != "":
			return label
		case kind == "!":
			return "@" + body
		case kind == "" && label != "":
			return label
		}
		return body
	})
	return strings.TrimSpace(withoutMarks(unescaper.Replace(text))), ids
}

// withoutMarks removes the private code points that would become markup, and the zero-width
// spaces that toMarkup adds.
func withoutMarks(s string) string {
	return strings.Map(func(r rune) rune {
		if isPrivate(r) || r == zeroWidth {
			return -1
		}
		return r
	}, s)
}

// afterMention returns the text after the first mention of the bot in an event's text. Direct
// messages need no mention, so only one in front counts there: "challenge @nim" is a whole
// command.
func afterMention(raw, bot string, direct bool) string {
	for _, m := range entity.FindAllStringSubmatchIndex(raw, -1) {
		if direct && strings.TrimSpace(raw[:m[0]]) != "" {
			break
		}
		if raw[m[2]:m[3]] == "@" && raw[m[4]:m[5]] == bot {
			return strings.TrimLeft(raw[m[1]:], " ,:\u00a0\t")
		}
	}
	return raw
}

// withoutCommand removes the slash command from a message that begins with one, such as
// a copied answer.
func withoutCommand(text, command string) string {
	if word, rest, _ := strings.Cut(text, " "); strings.EqualFold(word, command) {
		return strings.TrimSpace(rest)
	}
	return text
}

var escaper = strings.NewReplacer("&", "&amp;", "<", "&lt;", ">", "&gt;")

// escape escapes a sentence, with whatever it quotes, for Slack's markup. Backticks
// stay.
func escape(s string) string { return escaper.Replace(s) }

// The marks that stand for a mention or a link until its sentence is escaped, and for
// bold. They are private code points, which readText and inert remove from people's text.
const mentionOpens, mentionCloses, bold, linkOpens = '\ue000', '\ue001', '\ue002', '\ue003'

// inert makes a name show as it is: characters that format, quote or mention are
// replaced by wide look-alikes.
func inert(name string) string {
	var b strings.Builder
	name = words.Undirected(name)
	for i, r := range name {
		switch r {
		case '*', '~', '@', '`', '#', '|':
			r += '＊' - '*' // the full-width forms are in the same order
		case '_':
			if !between(name, i) {
				r = '＿'
			}
		case '\n', '\r', '\t':
			r = ' '
		case utf8.RuneError, mentionOpens, mentionCloses, bold, linkOpens:
			continue
		}
		b.WriteRune(r)
	}
	return strings.TrimSpace(b.String())
}

// between reports whether the byte at i is inside a word, where Slack doesn't treat an
// underscore as markup.
func between(s string, i int) bool {
	letter := func(j int) bool {
		return j >= 0 && j < len(s) && ('0' <= s[j] && s[j] <= '9' || 'a' <= s[j]|0x20 && s[j]|0x20 <= 'z')
	}
	return letter(i-1) && letter(i+1)
}

// localizer formats the texts of one message.
type localizer struct {
	words *words.Catalogue
	voice words.Voice
	name  func(words.Person) string // where nobody can be mentioned; nil: as in voice
}

// localizerFor returns the localizer for a place; it mentions the people in ping.
func (r *renderer) localizerFor(p dialog.Place, locale string, ping []dialog.User) localizer {
	return localizer{r.words, r.voice(p, locale, ping), r.voice(p, locale, nil).Name}
}

// say formats a sentence in Slack's markup.
func (s localizer) say(t words.Text) string { return toMarkup(s.words.Say(t, s.voice)) }

// plain renders a sentence without markup in at most max characters: for a button, or as
// alternative text. A mention there would show as an id.
func (s localizer) plain(t words.Text, max int) string {
	v := s.voice
	if s.name != nil {
		v.Name = s.name
	}
	text := cmp.Or(strings.TrimSpace(plain(s.words.Say(t, v))), "–") // Slack refuses an empty label
	return words.Clip(text, max)
}

// maxName is how many characters of a name are shown.
const maxName = 40

// voice returns how a message is worded: its locale, the bot's command in this place, and
// mentions in place of the names of people to notify. Ids are never shown.
func (r *renderer) voice(p dialog.Place, locale string, ping []dialog.User) words.Voice {
	pinged := func(u words.Person) bool {
		return slices.ContainsFunc(ping, func(x dialog.User) bool { return x.ID == u.ID })
	}
	nameless := func(u words.Person) bool { return inert(u.Name) == "" || u.Name == u.ID } // Slack didn't say who
	return words.Voice{
		Locale: locale, Command: r.commandIn(p), Strong: [2]string{string(bold), string(bold)},
		Where: func(w words.Where) string { return r.where(w, locale) },
		Quote: func(said string, code bool) string { return r.quote(p, said, code, locale) },
		Pronoun: func(u words.Person) string {
			if u.ID != platform.BotID && u.ID != platform.ForgottenID && nameless(u) && !pinged(u) {
				return "slack.someone"
			}
			return ""
		},
		Name: func(u words.Person) string {
			if pinged(u) {
				return string(mentionOpens) + u.ID + string(mentionCloses)
			}
			if nameless(u) {
				return r.words.Say(words.New("slack.someone"), words.Voice{Locale: locale})
			}
			return words.Clip(inert(u.Name), maxName)
		},
	}
}

// userIDs are the ids in a text that readText wrote, with or without the "@" of a mention.
var userIDs = regexp.MustCompile(`\b[UW][A-Z0-9]{2,}\b`)

// quote makes what a person typed inert. An id that Slack wrote into it becomes a name.
func (r *renderer) quote(p dialog.Place, said string, code bool, locale string) string {
	said = userIDs.ReplaceAllStringFunc(withoutMarks(said), func(id string) string {
		who, asked := r.people.lookedUp(p.Guild, id)
		switch {
		case !asked:
			return id
		case who.Name == "" || who.Deleted:
			return r.words.Say(words.New("slack.someone"), words.Voice{Locale: locale})
		}
		return inert(who.Name)
	})
	if code {
		return said
	}
	return formatting.Replace(said)
}

// formatting replaces the characters that format by wide look-alikes.
var formatting = newReplacer("*", "＊", "_", "＿", "~", "～")

// where returns a link to a channel: its mention, or for direct messages, which have none,
// an address.
func (r *renderer) where(w words.Where, locale string) string {
	channel, _ := splitChannel(w.Channel)
	if !strings.HasPrefix(channel, "D") {
		return string(linkOpens) + "#" + channel + string(mentionCloses)
	}
	label := r.words.Say(words.New("slack.conversation"), words.Voice{Locale: locale})
	return string(linkOpens) + "https://slack.com/app_redirect?team=" + w.Guild + "&channel=" + channel + "|" + label + string(mentionCloses)
}

// commandIn returns the command that works in a place: slash commands don't work in threads,
// a mention does.
func (r *renderer) commandIn(p dialog.Place) string {
	if _, thread := splitChannel(p.Channel); thread != "" {
		return "@" + strings.TrimPrefix(r.command, "/")
	}
	return r.command
}

// toMarkup returns a sentence in Slack's markup: escaped, with real mentions.
func toMarkup(s string) string { return marker.Replace(apart(s)) }

// zeroWidth is a space that nobody sees. Slack takes it for the end of a word.
const zeroWidth = '\u200b'

// apart sets marks of code and bold apart from letters that they touch, since Slack doesn't
// interpret a mark beside a letter. In scripts without spaces marks touch letters.
func apart(s string) string {
	if strings.IndexFunc(s, isMark) < 0 {
		return s
	}
	var b strings.Builder
	open := map[rune]bool{}
	before := ' '
	for i, r := range s {
		if isMark(r) && !open[r] && glues(before) {
			b.WriteRune(zeroWidth)
		}
		b.WriteRune(r)
		if before = r; !isMark(r) {
			continue
		}
		open[r] = !open[r]
		if next, _ := utf8.DecodeRuneInString(s[i+utf8.RuneLen(r):]); !open[r] && glues(next) {
			b.WriteRune(zeroWidth)
			before = zeroWidth
		}
	}
	return b.String()
}

func isMark(r rune) bool { return r == '`' || r == bold }

// glues reports whether r is a letter, a digit, or a wide character such as 「: beside one
// Slack doesn't interpret a mark.
func glues(r rune) bool {
	const firstWide = '\u2e80'
	return r != utf8.RuneError && !isPrivate(r) && (r >= firstWide || unicode.IsLetter(r) || unicode.IsDigit(r))
}

func isPrivate(r rune) bool {
	return r == mentionOpens || r == mentionCloses || r == bold || r == linkOpens
}

var marker = newReplacer("&", "&amp;", "<", "&lt;", ">", "&gt;", string(mentionOpens), "<@", string(mentionCloses), ">", string(bold), "*", string(linkOpens), "<")

// plain returns a sentence for a place without markup, such as a button: without
// the backticks that mark commands elsewhere.
func plain(s string) string { return unmarker.Replace(s) }

var unmarker = newReplacer("`", "", string(mentionOpens), "", string(mentionCloses), "", string(bold), "", string(linkOpens), "")
