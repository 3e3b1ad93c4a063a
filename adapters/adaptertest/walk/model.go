package walk

import (
	"regexp"
	"strconv"
	"strings"
)

// model is what the walker knows of the channels.
type model struct {
	seen     map[string][]Seen // of each channel, as it was shown
	boards   map[string]board  // the newest of each channel
	states   map[string]State
	pinged   map[string]string         // what notified somebody last in a channel
	screens  map[string]bool           // that were seen
	looking  map[string]*regexp.Regexp // those that weren't
	messages int
	checks   int
}

// board is the channel's board.
type board struct {
	id    string
	state string // its first line, "" for none
	stamp string // of its buttons
}

func newModel() model {
	m := model{seen: map[string][]Seen{}, boards: map[string]board{}, pinged: map[string]string{}, screens: map[string]bool{}, looking: map[string]*regexp.Regexp{}}
	for _, s := range m.wanted() {
		m.looking[s] = regexp.MustCompile(s)
	}
	return m
}

// remembered is how many messages of a channel can still be pressed.
const remembered = 200

// stamped finds the stamp in a button's command.
var stamped = regexp.MustCompile(`~(\d+\.[0-9a-z]+)`)

func stampOf(token string) string {
	if m := stamped.FindStringSubmatch(token); m != nil {
		return m[1]
	}
	return ""
}

// isBoard tells the channel's board, which may be an offer, from other messages.
var isBoard = regexp.MustCompile(`(?m)^(.* challenged .* to a game\.|.* offered a game\..*|.* rated pair.*|.*'s move\. .*|Your move\. .*|.* (won in|won:) .*|The game ended without a result .*|Draw: .*)$`)

// take notes a message.
func (m *model) take(s Seen) {
	m.notice(s.Prose)
	all := append(m.seen[s.Channel], s)
	if len(all) > remembered {
		all = all[len(all)-remembered:]
	}
	m.seen[s.Channel] = all
	if state := isBoard.FindString(s.Prose); state != "" && s.To == "" {
		if stamp := s.stamp(); stamp != "" {
			m.boards[s.Channel] = board{s.ID, state, stamp}
		}
	}
}

// stamp is that of the message's buttons, "" for none.
func (s Seen) stamp() string {
	for _, b := range s.Buttons {
		if stamp := stampOf(b.Token); stamp != "" {
			return stamp
		}
	}
	return ""
}

// turnOf is the turn that a stamp begins with, -1 of none.
func turnOf(stamp string) int {
	turn, _, _ := strings.Cut(stamp, ".")
	n, err := strconv.Atoi(turn)
	if err != nil {
		return -1
	}
	return n
}
