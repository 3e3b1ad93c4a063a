package router_test

import (
	"strings"
	"testing"

	"nimbot/game/dialog"
	"nimbot/game/router/routertest"
)

// An id that is too long for a store key is refused with its kind, for every command. An
// id of the maximum length can be stored in every document.
func TestTooLongIDsAreRefused(t *testing.T) {
	c := routertest.NewRoom(t)
	request := func(text string, change func(*dialog.Request, string), id string) dialog.Reply {
		r := c.Request("ana", text)
		change(&r, id)
		return c.Responder().Handle(t.Context(), r)
	}
	for what, change := range map[string]func(*dialog.Request, string){
		"this channel's id": func(r *dialog.Request, id string) { r.Place.Channel = id },
		"this server's id":  func(r *dialog.Request, id string) { r.Place.Guild = id },
		"your id":           func(r *dialog.Request, id string) { r.User.ID = id },
		"that person's id":  func(r *dialog.Request, id string) { r.Mentions = map[string]dialog.User{"x": {ID: id, Name: "X"}} },
	} {
		for _, text := range []string{"board", "start 3 4 5", "puzzle", "profile", "leaders", "hint", "challenge @x", "learn"} {
			reply := request(text, change, strings.Repeat("9", 2000))
			if got := c.Text(reply); reply.Result != dialog.Refused || !strings.Contains(got, what) || !strings.Contains(got, "256") {
				t.Errorf("%s with %s of 2000 digits = %q, %s; want it refused by name", text, what, got, reply.Result)
			}
			if reply := request(text, change, strings.Repeat("9", dialog.MaxID)); reply.Result == dialog.Unavailable || reply.Result == dialog.Broken {
				t.Errorf("%s with %s of %d digits = %q, %s; want an answer", text, what, dialog.MaxID, c.Text(reply), reply.Result)
			}
		}
	}
}
