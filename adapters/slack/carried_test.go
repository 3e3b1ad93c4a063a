package slack

import (
	"strings"
	"testing"
)

// A challenge that was typed as a sentence of an exercise is offered on a button. The button
// still knows whom it challenges, in a process that has never heard of them.
func TestACarriedCommandKeepsItsPerson(t *testing.T) {
	w := newWorld(t)
	w.typeCommand("ana", "general", "learn 1")
	w.typeCommand("ana", "general", "challenge @bob piles:3 XOR 4 XOR 5")
	w.stop()
	w.start()
	for _, m := range w.slack.Messages(channelID("general")) {
		if m.To != userID("ana") {
			continue
		}
		for _, e := range pressable(m) {
			if strings.Contains(e.label, userID("bob")) {
				t.Errorf("the button %q shows an id", e.label)
			}
			if strings.HasPrefix(e.value, "challenge") {
				w.send(w.slack.Click(userID("ana"), m, e.action, e.value))
				w.boardWith("ana challenged <@UBOB>")
				return
			}
		}
	}
	w.boardWith("ana challenged <@UBOB>") // the line itself was read as a challenge
}
