package web

import (
	"context"
	"encoding/json"
	"errors"
	"mime"
	"net/http"
	"regexp"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"golang.org/x/text/language"

	"nimbot/chat"
	"nimbot/store"
	"nimbot/typed"
	"nimbot/words"
)

// maxSaid is the longest message to people in characters.
const maxSaid = 500

// answered is the answer to a POST.
type answered struct {
	Name string `json:"name,omitempty"` // join: as it was cleaned
	// Event is the last event that this caused.
	Event   string `json:"event,omitempty"`
	Refused string `json:"refused,omitempty"` // why it was not done, for people
}

// refuse answers kindly that something was not done.
func (s *Server) refuse(w http.ResponseWriter, r *http.Request, status int, key string, args ...any) {
	s.answer(w, status, answered{Refused: s.text(localeOf(r), key, args...)})
}

// answer writes JSON.
func (s *Server) answer(w http.ResponseWriter, status int, v any) {
	w.Header().Set("Content-Type", "application/json")
	w.Header().Set("Cache-Control", "no-store")
	w.WriteHeader(status)
	_ = json.NewEncoder(w).Encode(v) // a visitor who went away
}

// fail answers that an error of people, of a channel or of the store kept
// something from being done.
func (s *Server) fail(w http.ResponseWriter, r *http.Request, err error) {
	switch {
	case errors.Is(err, errForged):
		s.refuse(w, r, http.StatusForbidden, "web.not-yours")
	case errors.Is(err, errTaken):
		s.refuse(w, r, http.StatusConflict, "web.name-taken")
	case errors.Is(err, errFull):
		s.refuse(w, r, http.StatusServiceUnavailable, "web.channels-full")
	case errors.Is(err, errOwn):
		s.refuse(w, r, http.StatusTooManyRequests, "web.own-full")
	case errors.Is(err, errPages), errors.Is(err, errClosed):
		s.refuse(w, r, http.StatusServiceUnavailable, "web.full")
	case errors.Is(err, store.ErrCorrupt), errors.Is(err, store.ErrNewer):
		s.log.ErrorContext(r.Context(), "a person's document cannot be read; nothing was changed", "error", err)
		s.refuse(w, r, http.StatusInternalServerError, "broken")
	default:
		s.log.WarnContext(r.Context(), "the store did not answer", "error", err)
		s.refuse(w, r, http.StatusServiceUnavailable, "web.away")
	}
}

// localeOf is the visitor's first language.
func localeOf(r *http.Request) string {
	tags, _, err := language.ParseAcceptLanguage(r.Header.Get("Accept-Language"))
	if err != nil || len(tags) == 0 {
		return ""
	}
	return tags[0].String()
}

// read decodes the body of a POST into v. When it returns false, the visitor
// was told why.
func (s *Server) read(w http.ResponseWriter, r *http.Request, v any) bool {
	// A form of another site cannot send this type.
	if kind, _, _ := mime.ParseMediaType(r.Header.Get("Content-Type")); kind != "application/json" {
		s.refuse(w, r, http.StatusUnsupportedMediaType, "web.bad-request")
		return false
	}
	err := json.NewDecoder(r.Body).Decode(v)
	var large *http.MaxBytesError
	switch {
	case errors.As(err, &large):
		s.refuse(w, r, http.StatusRequestEntityTooLarge, "web.too-long", "max", maxSaid)
	case err != nil:
		s.refuse(w, r, http.StatusBadRequest, "web.bad-request")
	}
	return err == nil
}

// join gives this browser a name.
func (s *Server) join(w http.ResponseWriter, r *http.Request) {
	var in struct {
		Name      string `json:"name"`
		Moderator bool   `json:"moderator"`
	}
	if !s.read(w, r, &in) {
		return
	}
	name, ok := cleanName(in.Name)
	if !ok {
		s.refuse(w, r, http.StatusBadRequest, "web.bad-name", "max", maxName)
		return
	}
	if !s.rates.mayJoin(s.client(r)) {
		s.refuse(w, r, http.StatusTooManyRequests, "limited")
		return
	}
	o := ownerOf(r)
	if o == "" {
		o = newSession(w, r)
	}
	who, err := s.people.join(r.Context(), o, name, in.Moderator && s.local)
	if err != nil {
		s.fail(w, r, err)
		return
	}
	s.answer(w, http.StatusOK, answered{Name: who.Name})
}

// said is something that was typed or pressed.
type said struct {
	As      string `json:"as"` // a name
	Channel string `json:"channel"`
	Text    string `json:"text"`
	// Message is the id of the message whose button was pressed.
	Message string `json:"message"`
	// ID is the same when the page sends something again because it saw no
	// answer.
	ID string `json:"id"`
}

// say does what somebody typed or pressed: a command goes to the bot,
// anything else to the people of the channel.
func (s *Server) say(w http.ResponseWriter, r *http.Request) {
	// Counted first, so that a flood costs little.
	if !s.rates.mayAct(ownerOf(r)) {
		s.refuse(w, r, http.StatusTooManyRequests, "limited")
		return
	}
	var in said
	if !s.read(w, r, &in) {
		return
	}
	who, err := s.people.as(r.Context(), ownerOf(r), in.As)
	if err != nil {
		s.fail(w, r, err)
		return
	}
	channel, ok := cleanChannel(in.Channel)
	if !ok {
		s.refuse(w, r, http.StatusBadRequest, "web.bad-channel")
		return
	}
	room, err := s.hub.room(channel)
	if err != nil {
		s.fail(w, r, err)
		return
	}
	var last uint64
	if text, ok := command(in.Text); ok {
		last, err = s.command(r, room, who, text, in)
	} else {
		last, ok = s.talk(r, room, who, in)
		if !ok {
			s.refuse(w, r, http.StatusRequestEntityTooLarge, "web.too-long", "max", maxSaid)
			return
		}
	}
	if err != nil {
		s.fail(w, r, err)
		return
	}
	s.answer(w, http.StatusOK, answered{Event: s.hub.eventID(last)})
}

// command lets the bot answer.
func (s *Server) command(r *http.Request, room *room, who chat.User, text string, in said) (uint64, error) {
	mentions, err := s.mentions(r, text)
	if err != nil {
		return 0, err
	}
	a := asked{by: who, locale: localeOf(r), pressed: in.Message, advice: asksAdvice(text)}
	s.hub.mu.Lock()
	if a.pressed != "" && room.find(a.pressed, who.ID) == nil {
		a.pressed = ""
	}
	s.hub.mu.Unlock()
	if in.Message == "" {
		a.used = s.text(a.locale, "web.used", "player", who, "text", abridge(text))
	}
	id := in.ID
	if id != "" {
		id = who.ID + " " + id
	}
	return s.ask(r.Context(), room, a, chat.Request{ID: id, Text: text, Mentions: mentions, Message: a.pressed}), nil
}

// abridge shortens a command to be shown as code.
func abridge(text string) string {
	const most = 80
	return words.Clip(tidy(strings.ReplaceAll(text, "`", "'")), most)
}

// tidy takes out what is not visible, but blanks.
func tidy(text string) string {
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

// maxMentions is how many people one command may name; one is enough for any.
const maxMentions = 5

// mentions says whom each "@name" of a command means. A comma behind it may be
// part of the name.
func (s *Server) mentions(r *http.Request, text string) (map[string]chat.User, error) {
	found := map[string]chat.User{}
	for _, m := range mention.FindAllStringSubmatch(text, maxMentions) {
		for _, name := range slices.Compact([]string{m[1], typed.Mentioned(m[1])}) {
			who, ok, err := s.named(r.Context(), name)
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

// named is the person of a name, or the bot.
func (s *Server) named(ctx context.Context, typedName string) (who chat.User, ok bool, err error) {
	if typed.CalledBot(fold(typedName)) {
		return chat.User{ID: chat.BotID, Name: chat.BotID, Bot: true}, true, nil
	}
	name, ok := cleanName(typedName)
	if !ok {
		return who, false, nil
	}
	p, ok, err := s.people.find(ctx, name)
	if !ok {
		return who, false, err
	}
	return p.user(), true, err
}

// talk shows what somebody says to the people of a channel; ok is false when
// it is too long.
func (s *Server) talk(r *http.Request, room *room, who chat.User, in said) (last uint64, ok bool) {
	text := tidy(in.Text)
	if utf8.RuneCountInString(text) > maxSaid {
		return 0, false
	}
	forBot := s.meantForBot(r, room, text)
	s.hub.mu.Lock()
	defer s.hub.mu.Unlock()
	nonce := who.ID + " " + in.ID
	again := func(e *entry) bool { return in.ID != "" && e.nonce == nonce }
	if text == "" || slices.ContainsFunc(room.log, again) {
		return s.hub.seq, true
	}
	s.hub.post(room, &entry{message: message{At: milli(s.now()), From: who.Name, Lines: []string{text}}, nonce: nonce})
	if forBot {
		tip := chat.Message{To: &who, Lines: []words.Text{{Key: "web.said", Args: words.Args{"text", abridge(text)}}}}
		tip.Buttons = []chat.Button{{Label: words.Text{Key: "web.said-button", Args: words.Args{"text", abridge(text)}}, Command: text, Style: chat.Primary}}
		s.hub.post(room, &entry{message: s.render(tip, localeOf(r)), to: who.ID})
	}
	return s.hub.seq, true
}

// meantForBot reports whether a text without the command's name in front is
// one that the bot would understand: a newcomer forgot it.
func (s *Server) meantForBot(r *http.Request, room *room, text string) bool {
	word, _, _ := strings.Cut(text, " ")
	if word == "" || len(word) > 20 {
		return false
	}
	for _, c := range s.completer.Complete(r.Context(), place(room.name), word) {
		if strings.EqualFold(c.Text, word) {
			return true
		}
	}
	return false
}
