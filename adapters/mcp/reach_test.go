package mcp

import (
	"encoding/json"
	"testing"

	"nimbot/game/rules"
)

// check_move and reply read every position that check_move and reply lead to.
func TestToolsReadThePositionsThatTheyReturn(t *testing.T) {
	for _, tt := range []struct {
		game, ending, start string
		move                string
		bounds              rules.Size
	}{
		{"octal:4.4", "misere", "3 4 4 8", "B0:1+3", rules.Size{Parts: 25, Largest: 1000}},
		{"kayles", "misere", "9 9 9", "A1:4+4", rules.Size{Parts: 3, Largest: 9}},
		{"lasker", "normal", "3 4", "B:2+2", rules.Size{Parts: 2, Largest: 4}},
		{"stairs", "normal", "0 9 9", "3:9", rules.Size{Parts: 3, Largest: 9}},
		{"mock-turtles", "misere", "1 4 6", "6,3,2", rules.Size{Parts: 3, Largest: 6}},
		{"ruler", "normal", "500", "500-1", rules.Size{Parts: 25, Largest: 1000}}, // beyond a line of the chat, too
	} {
		c := dial(t, serve(t, newServer(t, func(o *Options) { o.Bounds = tt.bounds })))
		of := `{"game":"` + tt.game + `","ending":"` + tt.ending + `","position":`
		var checked struct {
			Legal bool
			To    string
		}
		ask(t, c, "check_move", of+`"`+tt.start+`","move":"`+tt.move+`"}`, &checked)
		if !checked.Legal {
			t.Errorf("%s: check_move(%s, %s) = %+v, want it legal", tt.game, tt.start, tt.move, checked)
		}
		at := checked.To
		for over := false; !over; {
			position, _ := json.Marshal(at)
			var reply struct {
				To   string
				Over bool
			}
			ask(t, c, "reply", of+string(position)+`,"level":"easy","seed":1}`, &reply)
			at, over = reply.To, reply.Over
		}
	}
}
