// Package walk uses a bot on a platform at random. The walker types, presses, repeats
// deliveries and comes late, as people and platforms do, and checks every message against a
// model of what may be shown (check.go).
package walk

import (
	"fmt"
	"maps"
	"math/rand/v2"
	"os"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"nimbot/adapters/adaptertest"
	"nimbot/game/words/wordstest"
)

// Driver is a platform as the walker uses it. Its people and channels are People, Channels
// and Direct.
type Driver interface {
	// Say lets a person type a command; mentions in it are written @bob. The error says that the
	// platform's fake couldn't deliver it.
	Say(p adaptertest.Person, channel, text string) error
	// Press lets a person press a button of a message as it was shown, which may differ
	// from what it shows now. Errors are as for Say.
	Press(p adaptertest.Person, channel string, m Seen, b adaptertest.Button) error
	// Again delivers the last Say or Press once more. Errors are as for Say.
	Again() error
	// Clock advances the bot's clock, and applies the deadlines that expire. The error says
	// that one couldn't be applied.
	Clock(d time.Duration) error
	// Seen returns everything that was shown since the last call, edits included.
	Seen() []Seen
	// States returns the stored states of a channel's games; see StatesOf. The error is the
	// store's.
	States(channel string) ([]State, error)
	// Faults returns the violations that the platform recorded since the last call.
	Faults() []string
}

// State is the stored state of a game; the zero value means that there is none.
type State struct {
	Table          int    // its number; 0 for a private game
	Owner          string // whose private game it is, "" for a public game
	Game, Position string
	Turn           int    // the turn in the stamps of its boards
	Mover          string // the name of the player to move, "" if the game is over
	Over           bool
}

// Seen is a message as it was shown once.
type Seen struct {
	ID, Channel string
	To          string   // the only person who sees it, "" for everybody
	Edit        bool     // the message replaces what was shown under the same ID
	Prose       string   // what people read, with names for mentions, without drawings
	Alts        []string // the alternative texts of its pictures
	Pictures    int
	Pinged      []string // the names of the people whom it notified
	Buttons     []adaptertest.Button
	Raw         any // the platform's message
}

// plain makes the texts readable again if wordstest.Pseudo changed them.
func (s *Seen) plain() {
	s.Prose = wordstest.FromPseudo(s.Prose)
	for i := range s.Alts {
		s.Alts[i] = wordstest.FromPseudo(s.Alts[i])
	}
	for i := range s.Buttons {
		s.Buttons[i].Label = wordstest.FromPseudo(s.Buttons[i].Label)
	}
}

// People has everybody who acts in a walk. Eve's name is hostile.
var People = []adaptertest.Person{{Name: "ana"}, {Name: "bob"}, {Name: "cleo"}, {Name: "eve"}, {Name: "mo", Moderator: true}}

// Hostile is Eve's name on the platform.
const Hostile = "Eve _b_ `x` <@1> @everyone"

// Shown returns how a person's name is shown.
func Shown(name string) string {
	if name == "eve" {
		return Hostile
	}
	return strings.ToUpper(name[:1]) + name[1:]
}

// Channels are the channels of a walk; Direct maps each channel of direct messages to its
// person.
var (
	Channels = []string{"general", "random"}
	Direct   = map[string]string{"dmana": "ana", "dmeve": "eve"}
)

// Steps returns how many steps a walk takes: few, unless NIM_TEST_WALK says otherwise.
func Steps(t testing.TB, few int) int { return fromEnv(t, "NIM_TEST_WALK", few) }

// fromEnv returns the number in an environment variable, or the usual one.
func fromEnv(t testing.TB, name string, usual int) int {
	text := os.Getenv(name)
	if text == "" {
		return usual
	}
	n, err := strconv.Atoi(text)
	if err != nil || n < 1 {
		t.Fatalf("%s is %q, want a number from 1", name, text)
	}
	return n
}

// walker holds the state of one walk.
type walker struct {
	t          testing.TB
	driver     Driver
	rng        *rand.Rand
	model      model
	translated bool // the texts aren't in English, and come from a marked catalogue
	step       int
	lastAction string   // the action of this step, for reports
	trail      []string // what the last steps did and showed
	// patience is how long a board may lag behind its game: if several change at once, one a
	// second is posted.
	patience time.Duration
	faults   map[string]int
}

const (
	maxReports = 3  // of one kind of fault
	maxTrail   = 60 // lines of it are logged with a fault
)

// Walk takes random steps. They depend only on the seed, which is 1 unless NIM_TEST_SEED sets
// another.
func Walk(t testing.TB, d Driver, steps int) {
	t.Helper()
	walk(t, d, steps, false)
}

// Translated does the same as Walk in a language other than English, with a catalogue of
// [wordstest.Marked]. It checks what doesn't depend on the wording, and that nothing is in
// English.
func Translated(t testing.TB, d Driver, steps int) {
	t.Helper()
	walk(t, d, steps, true)
}

func walk(t testing.TB, d Driver, steps int, translated bool) {
	t.Helper()
	seed := uint64(fromEnv(t, "NIM_TEST_SEED", 1)) // from 1
	w := &walker{t: t, driver: d, rng: rand.New(rand.NewPCG(seed, seed)), model: newModel(), translated: translated, patience: 20 * time.Second, faults: map[string]int{}}
	begun := time.Now()
	for w.step = range steps {
		w.take()
	}
	w.catchUp()
	if missing := w.model.unseen(); steps >= fullWalk && len(missing) > 0 {
		w.fault("a far walk misses screens", "%q", missing)
	}
	if steps >= fullWalk && (w.model.mostTables < 3 || w.model.privateGames == 0) {
		w.fault("a far walk sees few tables", "at most %d live in a channel, %d moves in private games", w.model.mostTables, w.model.privateGames)
	}
	t.Logf("%d steps, %d messages, %d checks, at most %d tables live in a channel, %d moves in private games, %s", steps, w.model.messages, w.model.checks,
		w.model.mostTables, w.model.privateGames, time.Since(begun).Round(time.Millisecond))
	for _, kind := range slices.Sorted(maps.Keys(w.faults)) {
		t.Logf("%d times: %s", w.faults[kind], kind)
	}
}

// fault reports a fault, but only the first maxReports of each kind.
func (w *walker) fault(kind, format string, args ...any) {
	w.t.Helper()
	if w.faults[kind]++; w.faults[kind] <= maxReports {
		w.t.Errorf("step %d, %s: %s: %s", w.step, w.lastAction, kind, fmt.Sprintf(format, args...))
		w.t.Logf("after\n%s", strings.Join(w.trail, "\n"))
		w.trail = nil
	}
}

// follow adds a line to the trail.
func (w *walker) follow(format string, args ...any) {
	w.trail = append(w.trail, fmt.Sprintf(format, args...))
	w.trail = w.trail[max(0, len(w.trail)-maxTrail):]
}

func one[T any](r *rand.Rand, of []T) T { return of[r.IntN(len(of))] }

// take takes one step, and checks its results.
func (w *walker) take() {
	a := w.choose()
	w.lastAction = a.String()
	w.follow("%d %s in %s", w.step, w.lastAction, a.channel)
	var err error
	switch a.kind {
	case says:
		err = w.driver.Say(a.who, a.channel, a.text)
	case presses:
		err = w.driver.Press(a.who, a.channel, a.on, a.button)
	case waits:
		err = w.driver.Clock(a.wait)
	}
	if err != nil {
		w.fault("an action failed", "%v", err)
	}
	w.check(a)
	if a.kind != waits && w.rng.IntN(12) == 0 { // as after a lost acknowledgement
		a.again = true
		w.lastAction += ", again"
		if err := w.driver.Again(); err != nil {
			w.fault("a repetition failed", "%v", err)
		}
		w.check(a)
	}
}

// check compares what an action showed with the model.
func (w *walker) check(a action) {
	before := w.model.states
	w.model.states = w.states()
	for _, m := range w.driver.Seen() {
		w.model.messages++
		w.follow("\t%s %s to %q edit %t stamp %q: %q", m.Channel, m.ID, m.To, m.Edit, m.stamp(), m.Prose)
		if w.translated {
			w.checkLanguage(m)
			w.checkOwner(m)
			w.model.take(m)
			continue
		}
		m.plain()
		w.checkText(m)
		w.checkPings(a, m)
		w.checkPrivacy(m)
		w.model.take(m)
	}
	for _, f := range w.driver.Faults() {
		w.fault("the platform minds", "%s", f)
	}
	w.checkNoEffect(a, before)
	w.checkBoards()
}

// states returns the states of all games in the channels that were used.
func (w *walker) states() map[table]State {
	all := map[table]State{}
	for channel := range w.model.seen {
		games, err := w.driver.States(channel)
		if err != nil {
			w.fault("a state can't be read", "%v", err)
		}
		live := 0
		for _, s := range games {
			all[table{channel, s.Owner, s.Table}] = s
			if s.Owner == "" && !s.Over {
				live++
			}
		}
		w.model.mostTables = max(w.model.mostTables, live)
	}
	return all
}
