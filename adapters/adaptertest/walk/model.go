package walk

import (
	"cmp"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"time"
)

// table is where a game is played: a table of a channel, or a person's private game there.
type table struct {
	channel string
	owner   string // of a private game, "" for a public one
	number  int    // 0 for a private game
}

// model is what the walker knows about the channels.
type model struct {
	seen           map[string][]Seen  // of each channel, as it was shown
	now            map[[2]string]Seen // the present message of each channel and id
	boards         map[table]board    // the newest board of each table
	states         map[table]State
	stale          map[table]time.Time       // since when boards don't show the present state of their games
	owners         map[string]string         // by a private game's stamp, the person who was shown it
	pinged         map[string]string         // by channel, the last message that notified somebody
	seenScreens    map[string]bool           // by pattern, the screens that were seen
	missingScreens map[string]*regexp.Regexp // by pattern, those that weren't seen yet
	messages       int
	checks         int

	mostTables   int // the most tables that were live in a channel at a time
	privateGames int // how many moves were made in private games
}

// board is a table's board.
type board struct {
	id    string
	state string // its first line, "" for none
	stamp string // of its buttons
}

func newModel() model {
	m := model{seen: map[string][]Seen{}, now: map[[2]string]Seen{}, boards: map[table]board{}, stale: map[table]time.Time{}, owners: map[string]string{}, pinged: map[string]string{}, seenScreens: map[string]bool{}, missingScreens: map[string]*regexp.Regexp{}}
	for _, s := range m.wanted() {
		m.missingScreens[s] = regexp.MustCompile(s)
	}
	return m
}

// remembered is how many messages of a channel can still be pressed.
const remembered = 200

// stamped matches the stamp in a button's command: the table, unless it is table 1; the turn;
// and a digest.
var stamped = regexp.MustCompile(`~((?:\d+\.)?\d+\.[0-9a-z]+)`)

func stampOf(token string) string {
	if m := stamped.FindStringSubmatch(token); m != nil {
		return m[1]
	}
	return ""
}

// isBoard matches the first line of a table's board, which may be an offer.
var isBoard = regexp.MustCompile(`(?m)^(.* challenged .* to a game\.|.* offered a game\..*|.* rated pair.*|.*'s move\. .*|Your move\. .*|.* (won in|won:) .*|The game ended without a result .*|Draw: .*)$`)

// take records a message.
func (m *model) take(s Seen) {
	m.notice(s.Prose)
	all := append(m.seen[s.Channel], s)
	if len(all) > remembered {
		all = all[len(all)-remembered:]
	}
	m.seen[s.Channel], m.now[[2]string{s.Channel, s.ID}] = all, s
	if state := isBoard.FindString(s.Prose); state != "" {
		at, stamp := s.table(), s.stamp()
		if stamp != "" && (at.number == 0) == (s.To != "") {
			m.boards[at] = board{s.ID, state, stamp}
		}
	}
}

// stamp returns the stamp of the message's buttons, "" for none.
func (s Seen) stamp() string {
	for _, b := range s.Buttons {
		if stamp := stampOf(b.Token); stamp != "" {
			return stamp
		}
	}
	return ""
}

// table returns the table to which the message's buttons belong.
func (s Seen) table() table {
	n := tableOf(s.stamp())
	if n == 0 {
		return table{s.Channel, s.To, 0}
	}
	return table{s.Channel, "", n}
}

// table returns the table to which a pressed button belongs.
func (a action) table() table {
	n := tableOf(stampOf(a.button.Token))
	if n == 0 {
		return table{a.channel, a.who.Name, 0}
	}
	return table{a.channel, "", n}
}

// tables returns the tables of a channel that have a board, in order.
func (m *model) tables(channel string) (all []table) {
	for at := range m.boards {
		if at.channel == channel {
			all = append(all, at)
		}
	}
	slices.SortFunc(all, func(a, b table) int {
		return cmp.Or(cmp.Compare(a.number, b.number), strings.Compare(a.owner, b.owner))
	})
	return all
}

// stamps returns the stamps of all boards of a channel.
func (m *model) stamps(channel string) (all string) {
	for _, at := range m.tables(channel) {
		all += m.boards[at].stamp + " "
	}
	return all
}

// tableOf returns the number of the table that a stamp belongs to.
func tableOf(stamp string) int {
	first, rest, _ := strings.Cut(stamp, ".")
	if n, err := strconv.Atoi(first); err == nil && strings.Contains(rest, ".") {
		return n
	}
	return 1
}

// turnOf returns the turn in a stamp, -1 if it has none.
func turnOf(stamp string) int {
	if _, rest, _ := strings.Cut(stamp, "."); strings.Contains(rest, ".") {
		stamp = rest
	}
	turn, _, _ := strings.Cut(stamp, ".")
	n, err := strconv.Atoi(turn)
	if err != nil {
		return -1
	}
	return n
}
