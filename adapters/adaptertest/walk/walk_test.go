package walk

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"nimbot/adapters/adaptertest"
)

// recordedFaults collects what a walk reports.
type recordedFaults struct {
	testing.TB
	faults []string
}

func (t *recordedFaults) Helper() {}
func (t *recordedFaults) Errorf(format string, a ...any) {
	t.faults = append(t.faults, fmt.Sprintf(format, a...))
}

// scriptedPlatform is a platform that shows what a test tells it to.
type scriptedPlatform struct {
	Driver
	next   []Seen
	states []State
}

func (s *scriptedPlatform) States(string) ([]State, error) { return s.states, nil }

func (s *scriptedPlatform) Seen() (m []Seen) { m, s.next = s.next, nil; return m }
func (s *scriptedPlatform) Faults() []string { return nil }

// The walker finds every kind of fault in messages, and reports nothing where there is none.
func TestTheWalkerFindsFaults(t *testing.T) {
	ana, bob := People[0], People[1]
	pressed := func(stamp string) action {
		return action{kind: presses, who: ana, channel: "general", button: adaptertest.Button{Label: "Take 2", Token: "c:B2 ~" + stamp}}
	}
	typed := func(text string) action { return action{kind: says, who: ana, channel: "general", text: text} }
	shown := func(prose, stamp string) Seen {
		return Seen{ID: "1", Channel: "general", Prose: prose, Buttons: []adaptertest.Button{{Label: "Hint", Token: "c:hint ~" + stamp}}}
	}
	still, moved := stands(1, "", "g", "3 22", 1, "ana"), stands(1, "", "g", "3 20", 2, "bob")
	const anas, bobs = "Ana's move. Piles: A 3, B 4.", "Bob's move. Piles: A 3, B 2."
	for _, tt := range []struct {
		name string
		a    action
		m    Seen
		now  State  // of general
		want string // "" for no fault
	}{
		{"a board", pressed("1.a"), shown(bobs, "2.b"), moved, ""},
		{"a late press", pressed("0.z"), shown(bobs, "2.b"), moved, "a late press acts"},
		{"a repetition", action{kind: says, who: ana, channel: "general", text: "B2", again: true}, shown(bobs, "2.b"), moved, "a repetition acts"},
		{"elsewhere", action{kind: says, who: ana, channel: "random", text: "B2"}, shown(bobs, "2.b"), moved, "an action acts elsewhere"},
		{"out of turn", action{kind: says, who: bob, channel: "general", text: "B22"}, shown(bobs, "2.b"), stands(1, "", "g", "3 4", 2, "bob"), "a move out of turn"},
		{"a dead board", typed("settings"), Seen{ID: "2", Channel: "general", To: "ana", Prose: "Well."}, stands(1, "", "g", "3 22", 2, "ana"), "a dead board"},
		{"a hint for all", typed("hint"), shown("You're winning. Which two could become equal?", ""), still, "something private is public"},
		{"a hint", typed("hint"), Seen{ID: "2", Channel: "general", To: "ana", Prose: "An odd number of piles have an 8, and B is one of them."}, still, ""},
		{"an article", typed("hint"), Seen{ID: "2", Channel: "general", To: "ana", Prose: "An odd number of piles have a 8, and B is one of them."}, still, "a wrong article"},
		{"another article", typed("hint"), Seen{ID: "2", Channel: "general", To: "ana", Prose: "They have an 12, too."}, still, "a wrong article"},
		{"a small beginning", typed("A1"), shown("Bob's move. Piles: A 1.\nsomebody took 1 from A.", "1.a"), still, "a small beginning"},
		{"an id of Discord", typed("A1"), shown("80000000000000123's move. Piles: A 1.", "1.a"), still, "an id shows"},
		{"an id of Slack on a button", typed("A1"), Seen{ID: "2", Channel: "general", To: "ana", Prose: "Well.", Buttons: []adaptertest.Button{{Label: "Play UBOB"}}}, still, "an id shows"},
		{"an id in a picture's words", typed("A1"), Seen{ID: "2", Channel: "general", To: "ana", Prose: "Well.", Pictures: 1, Alts: []string{"UBOB's move."}}, still, "an id shows"},
		{"a picture without words", typed("A1"), Seen{ID: "2", Channel: "general", To: "ana", Prose: "Well.", Pictures: 1}, still, "a picture without words"},
		{"a hole", typed("A1"), Seen{ID: "2", Channel: "general", To: "ana", Prose: "It's <no value>."}, still, "a hole shows"},
		{"a challenge", typed("challenge @bob"), pinging("Ana challenged Bob to a game.", bob.Name), State{Table: 1, Over: true}, ""},
		{"a look", typed("board"), pinging("Ana challenged Bob to a game.", bob.Name), still, "a look notifies"},
		{"oneself", typed("A1"), pinging("Ana's move. Piles: A 1.", ana.Name), still, "somebody notifies themselves"},
		{"a result", typed("resign"), pinging("Bob won: Ana resigned.", bob.Name), still, "nobody is to be notified of this"},
		{"a repeated challenge", action{kind: says, who: ana, channel: "general", again: true}, pinging("Ana challenged Bob to a game.", bob.Name), still, "a repetition notifies"},
	} {
		report := &recordedFaults{TB: t}
		d := &scriptedPlatform{}
		w := &walker{t: report, driver: d, rng: rand.New(rand.NewPCG(1, 1)), model: newModel(), faults: map[string]int{}}
		w.model.take(shown(anas, "1.a"))
		w.model.states = map[table]State{{"general", "", 1}: still}
		d.next, d.states = []Seen{tt.m}, []State{tt.now}
		w.check(tt.a)
		got := strings.Join(report.faults, "\n")
		if tt.want == "" && got != "" || !strings.Contains(got, tt.want) {
			t.Errorf("%s: the walker reports %q, want %q", tt.name, got, tt.want)
		}
	}
}

// A notification that is repeated is a fault.
func TestTheWalkerFindsASecondNotification(t *testing.T) {
	report, d := &recordedFaults{TB: t}, &scriptedPlatform{}
	w := &walker{t: report, driver: d, model: newModel(), faults: map[string]int{}}
	for range 2 {
		d.next = []Seen{pinging("Ana challenged Bob to a game.", "bob")}
		w.check(action{kind: says, who: People[0], channel: "general", text: "challenge @bob"})
	}
	if len(report.faults) != 1 || !strings.Contains(report.faults[0], "notifies twice") {
		t.Errorf("the walker reports %q, want the second notification", report.faults)
	}
}

func pinging(prose string, names ...string) Seen {
	return Seen{ID: "3", Channel: "general", Prose: prose, Pinged: names, Buttons: []adaptertest.Button{{Label: "Accept", Token: "c:accept ~3.c"}}}
}

func stands(number int, owner, game, position string, turn int, mover string) State {
	return State{Table: number, Owner: owner, Game: game, Position: position, Turn: turn, Mover: mover}
}

// The walker finds faults where two tables and a private game are confused.
func TestTheWalkerFindsFaultsOfTables(t *testing.T) {
	ana, bob, cleo := People[0], People[1], People[2]
	press := func(who adaptertest.Person, stamp string) action {
		return action{kind: presses, who: who, channel: "general", button: adaptertest.Button{Label: "Take 2", Token: "c:B2 ~" + stamp}}
	}
	board := func(id, to, prose, stamp string) Seen {
		m := Seen{ID: id, Channel: "general", To: to, Prose: prose}
		if stamp != "" {
			m.Buttons = []adaptertest.Button{{Label: "Resign", Token: "c:resign ~" + stamp}}
		}
		return m
	}
	const anas, cleos, bobs = "Ana's move. Piles: A 3, B 4.", "Cleo's move. Piles: A 7, B 8.", "Bob's move. Piles: A 1, B 2."
	one, two, own := stands(1, "", "g", "33 333", 1, "ana"), stands(2, "", "h", "77 888", 5, "cleo"), stands(0, "bob", "k", "1 22", 3, "bob")
	twoMoved, ownMoved := stands(2, "", "h", "77 88", 6, "bob"), stands(0, "bob", "k", "1 2", 4, "bob")
	for _, tt := range []struct {
		name string
		a    action
		m    []Seen
		now  []State
		want string // "" for no fault
	}{
		{"a move at table 2", press(cleo, "2.5.c"), []Seen{board("2", "", bobs, "2.6.d")}, []State{one, twoMoved, own}, ""},
		{"table 2's new board, whose old one is retired", press(cleo, "2.5.c"), []Seen{board("4", "", bobs, "2.6.d"), board("2", "", cleos, "")}, []State{one, twoMoved, own}, ""},
		{"a private move", press(bob, "0.3.o"), []Seen{board("3", "bob", bobs, "0.4.p")}, []State{one, two, ownMoved}, ""},
		{"table 2's board in place of table 1's", press(cleo, "2.5.c"), []Seen{board("1", "", bobs, "2.6.d")}, []State{one, twoMoved, own}, "a board stands in another's place"},
		{"table 1's buttons retired by table 2's new board", press(cleo, "2.5.c"), []Seen{board("4", "", bobs, "2.6.d"), board("1", "", anas, "")}, []State{one, twoMoved, own}, "a live board has no buttons"},
		{"table 2's board not shown", press(cleo, "2.5.c"), nil, []State{one, twoMoved, own}, "a dead board"},
		{"a private game shown to all", press(bob, "0.3.o"), []Seen{board("5", "", bobs, "0.4.p")}, []State{one, two, own}, "a private game is shown to all"},
		{"a private game shown to another", press(bob, "0.3.o"), []Seen{board("5", "ana", bobs, "0.3.o")}, []State{one, two, own}, "a private game is shown to another"},
		{"a dead private board", press(bob, "0.3.o"), nil, []State{one, two, ownMoved}, "a dead board"},
		{"a press in another's private game", press(ana, "0.3.o"), []Seen{board("3", "bob", bobs, "0.4.p")}, []State{one, two, ownMoved}, "somebody acts in another's private game"},
		{"a press of table 1 that moves at table 2", press(ana, "1.a"), []Seen{board("2", "", bobs, "2.6.d")}, []State{one, twoMoved, own}, "a press acts at another table"},
		{"a late press at table 2", press(cleo, "2.4.b"), []Seen{board("2", "", bobs, "2.6.d")}, []State{one, twoMoved, own}, "a late press acts"},
	} {
		report, d := &recordedFaults{TB: t}, &scriptedPlatform{next: tt.m, states: tt.now}
		w := &walker{t: report, driver: d, rng: rand.New(rand.NewPCG(1, 1)), model: newModel(), faults: map[string]int{}}
		w.model.states = map[table]State{{"general", "", 1}: one, {"general", "", 2}: two, {"general", "bob", 0}: own}
		for _, m := range []Seen{board("1", "", anas, "1.a"), board("2", "", cleos, "2.5.c"), board("3", "bob", bobs, "0.3.o")} {
			w.checkPrivacy(m)
			w.model.take(m)
		}
		w.check(tt.a)
		got := strings.Join(report.faults, "\n")
		if tt.want == "" && got != "" || !strings.Contains(got, tt.want) {
			t.Errorf("%s: the walker reports %q, want %q", tt.name, got, tt.want)
		}
	}
}

func TestStampsOfTables(t *testing.T) {
	for token, want := range map[string]struct{ table, turn int }{
		"c:B2 ~3.9f": {1, 3}, "c:B2 ~3.12": {1, 3}, "c:B2 ~2.3.9f": {2, 3}, "c:B2 ~0.7.12": {0, 7}, "c:A1 ~64.10.zz!": {64, 10},
	} {
		if stamp := stampOf(token); tableOf(stamp) != want.table || turnOf(stamp) != want.turn {
			t.Errorf("%q is of table %d and turn %d, want %+v", token, tableOf(stamp), turnOf(stamp), want)
		}
	}
}
