package discord

import (
	"cmp"
	"context"
	"errors"
	"net/http"
	"net/url"

	"nimbot/game/dialog"
)

// ErrNoInstance means that Discord knows no such instance of the Activity.
var ErrNoInstance = errors.New("discord: there is no such instance of the Activity")

// Activity has the functions of an Adapter for the page inside Discord.
type Activity struct{ *Adapter }

// Person is who signed in to the Activity.
type Person struct {
	ID, Name string
	Language string // as chosen on Discord
}

// Instance is a running instance of the Activity.
type Instance struct {
	Place dialog.Place
	Users []string // the ids of the people in it
}

const formType = "application/x-www-form-urlencoded"

// Authorize exchanges a code of the Activity for the identity of its person. The error is a
// dialog.Refusal for a code that Discord doesn't accept.
func (a Activity) Authorize(ctx context.Context, code string) (Person, error) {
	token, err := a.token(ctx, url.Values{"grant_type": {"authorization_code"}, "code": {code}})
	if err != nil {
		if restStatus(err) == http.StatusBadRequest {
			return Person{}, dialog.Refuse("activity.code")
		}
		return Person{}, err
	}
	var who struct {
		user
		Locale string `json:"locale"`
	}
	if err := a.rest.do(ctx, call{method: http.MethodGet, path: "/users/@me", by: credential{personToken, token}}, &who); err != nil {
		if restStatus(err) == http.StatusUnauthorized { // of another application, or revoked
			return Person{}, dialog.Refuse("activity.code")
		}
		return Person{}, err
	}
	u := a.self.person(&who.user, nil)
	if !IsID(u.ID) || u.Bot {
		return Person{}, dialog.Refuse("activity.code")
	}
	return Person{ID: u.ID, Name: u.Name, Language: who.Locale}, nil
}

// token asks for an access token, with the client secret.
func (a Activity) token(ctx context.Context, grant url.Values) (string, error) {
	grant.Set("client_id", a.app)
	grant.Set("client_secret", a.secret)
	var got struct {
		Token string `json:"access_token"`
	}
	err := a.rest.do(ctx, call{method: http.MethodPost, path: "/oauth2/token", body: body{formType, []byte(grant.Encode())}, by: credential{clientSecret, a.secret}}, &got)
	return got.Token, err
}

// Instance returns what Discord knows of an instance of the Activity. The error is
// ErrNoInstance if there is none, or it's in no channel.
func (a Activity) Instance(ctx context.Context, id string) (Instance, error) {
	var found struct {
		App      string `json:"application_id"`
		Location struct {
			Kind    string `json:"kind"` // "gc" in a server's channel, "pc" in a private one
			Channel string `json:"channel_id"`
			Guild   string `json:"guild_id"`
		} `json:"location"`
		Users []string `json:"users"`
	}
	err := a.rest.do(ctx, call{method: http.MethodGet, path: "/applications/" + a.app + "/activity-instances/" + url.PathEscape(id)}, &found)
	at := found.Location
	switch {
	case restStatus(err) == http.StatusNotFound:
		return Instance{}, ErrNoInstance
	case err != nil:
		return Instance{}, err
	case found.App != a.app || !IsID(at.Channel) || at.Kind != "pc" && (at.Kind != "gc" || !IsID(at.Guild)):
		return Instance{}, ErrNoInstance
	case at.Kind == "pc":
		at.Guild = ""
	}
	return Instance{placeOf(at.Guild, at.Channel), found.Users}, nil
}

// Membership says whether the bot is a member of a server, and the server's language. It knows
// neither for private channels, where the bot can only answer. The error says that Discord didn't
// answer; for a server that the bot isn't in, member is false and err is nil.
func (a Activity) Membership(ctx context.Context, guild string) (member bool, locale string, err error) {
	if guild == directGuild {
		return false, "", nil
	}
	var server struct {
		Locale string `json:"preferred_locale"`
	}
	member, err = a.rest.guild(ctx, guild, &server)
	return member, server.Locale, err
}

// Show edits the boards of a place that were changed elsewhere, and posts the other messages. If
// the bot isn't a member of the server, it can edit the board of its last answer as long as the
// token of that interaction is valid. shown is false if something can't be shown. The error is
// Publish's.
func (a Activity) Show(ctx context.Context, place dialog.Place, d dialog.Delivery, r dialog.Reply) (shown bool, err error) {
	w := a.writers.writerIn(d.Locale, r)
	var rest []dialog.Message
	for _, m := range r.Messages {
		if m.IsBoard() && len(m.Ping) == 0 { // a post notifies, an edit doesn't
			if a.editLast(ctx, place, d, w, m) {
				continue
			}
			m.Edit = true
		}
		rest = append(rest, m)
	}
	if r.Messages = rest; len(rest) == 0 {
		return true, nil
	}
	if d.ReplyOnly || a.rest.token == "" {
		return false, nil
	}
	_, err = a.Publish(ctx, place, d, r)
	return err == nil, err
}

// editLast edits the board of a table that an answer of this process showed last, by the
// token of the interaction.
func (a Activity) editLast(ctx context.Context, place dialog.Place, d dialog.Delivery, w messageWriter, m dialog.Message) bool {
	last, ok := a.boards.last(place, m.TableNumber)
	if !ok || last.token == "" || a.now().Sub(last.at) >= tokenLifetime || d.Message != last.id && isNewer(d.Message, cmp.Or(last.id, last.answers)) {
		return false
	}
	err := w.send(m, false, func(m message) error { return a.rest.editByToken(ctx, a.app, last.token, last.tokenName, m) })
	if err != nil {
		a.log.InfoContext(ctx, "discord: a board could not be edited by its interaction", "place", place.String(), "error", err)
		return false
	}
	last.writer, last.message = w, withoutControls(m)
	a.boards.replace(place, last, func(now shownBoard) bool { return now.answers == last.answers })
	return true
}
