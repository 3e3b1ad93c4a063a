package web

import (
	"net/http"
	"unicode/utf8"
)

// maxSaid is the longest message to people in characters.
const maxSaid = 500

// postResponse is the answer to a POST.
type postResponse struct {
	Name string `json:"name,omitempty"` // of a join: the cleaned name
	// Event is the last event that this caused.
	Event string `json:"event,omitempty"`
	// Session is the answer to a join from a browser that keeps no cookies, and identifies it.
	Session string `json:"session,omitempty"`
	Refused string `json:"refused,omitempty"` // why it was not done, for people
	// Unnamed reports that the command needs a name and the guest has none.
	Unnamed bool `json:"unnamed,omitempty"`
}

// join gives this browser a name.
func (s *Server) join(w http.ResponseWriter, r *http.Request) {
	var in struct {
		Name      string `json:"name"`
		Moderator bool   `json:"moderator"`
		Cookies   *bool  `json:"cookies"` // false: the browser keeps none
		Guest     bool   `json:"guest"`   // choose a name for the visitor
		Was       string `json:"was"`     // the guest name that the new name replaces
	}
	if !s.gate.read(w, r, &in) {
		return
	}
	if in.Guest {
		in.Name = newGuest(s.hub.names())
	}
	name, ok := cleanName(in.Name)
	if !ok && namesOffice(name) {
		s.gate.refuse(w, r, http.StatusBadRequest, "web.name-office", "name", inertName(name))
		return
	}
	if !ok {
		s.gate.refuse(w, r, http.StatusBadRequest, "web.bad-name", "max", maxName)
		return
	}
	if !s.rates.mayJoin(s.gate.client(r)) {
		s.gate.refuse(w, r, http.StatusTooManyRequests, "limited")
		return
	}
	o, session := browserOf(r), ""
	switch {
	case o == "" && in.Cookies != nil && !*in.Cookies:
		session = randomHex(tokenBytes)
		o = browserIDOf(session)
	case o == "":
		o = newBrowser(w, r)
	}
	who, err := s.people.join(r.Context(), o, name, in.Moderator && s.gate.isLocal(r), s.hub.names(), in.Was)
	if err != nil {
		s.gate.fail(w, r, err)
		return
	}
	if in.Was != "" {
		s.hub.dropOwn(who.ID) // the boards show the person's former name
	}
	writeJSON(w, http.StatusOK, postResponse{Name: who.Name, Session: session})
}

// sayRequest is a line or a button press from the page.
type sayRequest struct {
	As      string `json:"as"` // a name
	Channel string `json:"channel"`
	Text    string `json:"text"`
	// Message is the id of the message whose button was pressed.
	Message string `json:"message"`
	// Own reports that play a game against the bot on the person's own board.
	Own bool `json:"own"`
	// At names the board that the person has before them, as messages do: "2" is that of table 2.
	At string `json:"at"`
	// Panel is the panel in which the answer is to be shown.
	Panel string `json:"panel"`
	// Made reports that nobody typed Text: the page's own buttons made it.
	Made bool `json:"made"`
	// ID identifies the request. The page sends it again if it got no answer.
	ID string `json:"id"`
}

// say handles what a person typed or pressed: a command goes to the bot, anything else
// to the people in the channel.
func (s *Server) say(w http.ResponseWriter, r *http.Request) {
	// Count first, so that a flood costs little.
	if !s.rates.mayAct(browserOf(r)) {
		s.gate.refuse(w, r, http.StatusTooManyRequests, "limited")
		return
	}
	var in sayRequest
	if !s.gate.read(w, r, &in) {
		return
	}
	who, err := s.gate.personOf(r, in.As)
	if err != nil {
		s.gate.fail(w, r, err)
		return
	}
	at, ok := placeOf(r, in.Channel)
	if !ok {
		s.gate.refuse(w, r, http.StatusBadRequest, "web.bad-channel")
		return
	}
	text, isCommand := commandText(in.Text)
	_, visits := visitOf(r)
	isCommand = isCommand || visits // an Activity has no chat of its own: people talk on the platform
	if guestName.MatchString(who.Name) && (!isCommand || needsName(text)) {
		writeJSON(w, http.StatusForbidden, postResponse{Refused: s.renderer.text(localeOf(r), "web.name-needed"), Unnamed: true})
		return
	}
	said := visibleText(in.Text)
	if !isCommand && utf8.RuneCountInString(said) > maxSaid {
		s.gate.refuse(w, r, http.StatusRequestEntityTooLarge, "web.too-long", "max", maxSaid)
		return
	}
	room := s.hub.room(at)
	if err := s.hub.claim(room); err != nil { // the last check, because it may drop a channel
		s.gate.fail(w, r, err)
		return
	}
	var last uint64
	if isCommand {
		if !visits {
			s.setLanguageCookie(w, text)
		}
		last, err = s.conversation.passCommand(r, room, who, text, in)
	} else {
		last = s.conversation.sayToPeople(r, room, who, said, in.ID)
	}
	if err != nil {
		s.gate.fail(w, r, err)
		return
	}
	writeJSON(w, http.StatusOK, postResponse{Event: s.hub.eventID(last)})
}
