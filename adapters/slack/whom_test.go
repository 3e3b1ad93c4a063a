package slack

import (
	"strings"
	"testing"
)

// A challenge without an opponent shows a person menu; choosing a person sends the
// challenge.
func TestTheChallengedPersonIsChosen(t *testing.T) {
	w := newWorld(t)
	w.typeCommand("ana", "general", "challenge 1 2")
	w.settle()
	w.wantPrivate("ana", "Who do you want to challenge?")
	all := w.slack.Messages(channelID("general"))
	w.send(w.slack.Click(userID("ana"), all[len(all)-1], personMenuAction+"challenge 1 2", userID("bob")))
	w.settle()
	m := w.board("general")
	if !strings.Contains(m.Text, "challenged") || len(m.Mentions) != 1 || m.Mentions[0] != userID("bob") {
		t.Errorf("after bob was chosen the channel shows %q, notifying %v; want a challenge to bob", m.Text, m.Mentions)
	}
}
