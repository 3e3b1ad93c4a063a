package discord_test

import (
	"bytes"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"os"
	"path"
	"regexp"
	"runtime"
	"slices"
	"strconv"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"nimbot/adapters/discord"
	"nimbot/adapters/discord/discordtest"
	"nimbot/game/chat"
	"nimbot/game/chat/chattest"
	"nimbot/game/router"
	"nimbot/game/router/limit"
	"nimbot/game/router/routertest"
	"nimbot/internal/slowtest"
	"nimbot/store/storetest"
)

// pathEnds are the functions at which the call path ends: it doesn't follow what they call.
// Those that render something (true) belong to the path themselves.
var pathEnds = map[string]bool{
	"game/rules.Match.Apply": false, "game/rules/solve.Choose": false, "store/storetest.(*Memory).Commit": false,
	"game/chat/message.(*Scene).Board": true, "adapters/discord.messageWriter.message": true,
}

// frames matches the frames of a stack: a function, and the file it is in.
var frames = regexp.MustCompile(`(?m)^nimbot/(\S+)\([^()\n]*\)\n\t\S*?/?([\w./-]+\.go):\d+`)

// step is a function of ours, and the file that it's in.
type step struct{ file, function string }

// addSteps adds the steps of every stack in dump that leads from a delivery to an end.
func addSteps(dump []byte, steps map[step]bool) {
	for stack := range bytes.SplitSeq(dump, []byte("\n\n")) {
		found := frames.FindAllSubmatch(stack, -1) // the innermost call first
		outer := slices.IndexFunc(found, func(f [][]byte) bool { return string(f[1]) == "adapters/discord.(*endpoint).ServeHTTP" })
		inner := -1
		for i, f := range found {
			if belongs, isEnd := pathEnds[string(f[1])]; isEnd {
				if inner = i; !belongs {
					inner++
				}
			}
		}
		if inner < 0 || outer < inner {
			continue
		}
		for _, f := range found[inner : outer+1] {
			pkg, name := path.Split(string(f[1]))
			folder, function, _ := strings.Cut(name, ".")
			function, _, _ = strings.Cut(function, ".func") // a function literal belongs to the function around it
			function = function[strings.LastIndex(function, ".")+1:]
			steps[step{path.Join(pkg, folder, path.Base(string(f[2]))), function}] = true
		}
	}
}

// mover is somebody who moves, takes the move back, and moves again.
type mover struct {
	t        *testing.T
	fake     *discordtest.Server
	endpoint http.Handler
	stamp    string
	ids      int
	games    int
	typed    bool
	phase    atomic.Int64 // odd while a move is on its way; each move adds two
}

// movesPerGame is after how many moves, each taken back, the mover begins another game: a match ends
// at rules.MaxPlies moves of both sides, and its document grows with each of them.
const movesPerGame = 50

// send delivers a command to the endpoint, pressed or typed, and keeps the stamp of the board in the
// answer. Without one the test has failed, and the mover stops.
func (m *mover) send(command string, data map[string]any, kind int) {
	m.ids++
	i := discordtest.Interaction{ID: strconv.Itoa(m.ids), Token: "t" + strconv.Itoa(m.ids), Kind: kind, Who: somebody("ana"), Channel: channelID("walk" + strconv.Itoa(m.games)), Guild: guild, Data: data}
	if kind == discordtest.Component {
		i.Message = &discordtest.Message{ID: "1234567890123456789", Body: []byte(`{"components":[{"type":1,"components":[{"type":2,"style":2,"custom_id":"c:board","label":"A"}]}]}`)}
	}
	raw := i.JSON()
	r := httptest.NewRequest("POST", "/", bytes.NewReader(raw))
	r.Header = m.fake.Sign(raw, time.Now())
	w := httptest.NewRecorder()
	m.endpoint.ServeHTTP(w, r)
	_, behind, ok := strings.Cut(w.Body.String(), "~")
	if !ok {
		m.t.Errorf("%s gave %s, want a board with its stamp", command, w.Body)
		return
	}
	m.stamp = behind[:strings.IndexAny(behind, "\"\\ ")]
}

func (m *mover) press(command string) {
	m.send(command, discordtest.Pressed(discordtest.Button{CustomID: "c:" + command + " ~" + m.stamp}), discordtest.Component)
}

// begin begins a game in another channel.
func (m *mover) begin() {
	m.games++
	m.send("start", discordtest.Typed("nim", "start", nil, discordtest.Option{Name: "piles", Value: "9 8 7 6 5"}, discordtest.Option{Name: "level", Value: "easy"}), discordtest.Command)
}

// moveOnce makes a move, which is measured, and takes it back.
func (m *mover) moveOnce() {
	if m.phase.Load()%(2*movesPerGame) == 0 {
		m.begin()
	}
	m.phase.Add(1)
	if m.typed {
		m.send("A1", discordtest.Typed("nim", "move", nil, discordtest.Option{Name: "move", Value: "A1"}), discordtest.Command)
	} else {
		m.press("A1")
	}
	m.phase.Add(1)
	m.press("undo")
}

// untilSeen returns the steps of moves that were seen, once all of want were, or after most looks.
func untilSeen(t *testing.T, want map[step]bool, most int) map[step]bool {
	t.Helper()
	return traceMoves(t, false, most, func(seen map[step]bool) bool { return len(missing(want, seen)) == 0 })
}

// sample returns the steps of typed moves that were seen in a number of looks.
func sample(t *testing.T, looks int) map[step]bool {
	t.Helper()
	return traceMoves(t, true, looks, func(map[step]bool) bool { return false })
}

// traceMoves lets somebody move over and over, and looks at the stacks while a move is on its way,
// until the steps that were seen are enough, or looks times.
func traceMoves(t *testing.T, typed bool, looks int, enough func(seen map[step]bool) bool) map[step]bool {
	t.Helper()
	m := newMover(t, typed)
	stop, stopped := make(chan struct{}), make(chan struct{})
	go func() {
		defer close(stopped)
		for !t.Failed() {
			select {
			case <-stop:
				return
			default:
				m.moveOnce()
			}
		}
	}()
	seen, buf := map[step]bool{}, make([]byte, 1<<20)
	for looks > 0 && !enough(seen) && !t.Failed() {
		before := m.phase.Load()
		dump := buf[:runtime.Stack(buf, true)]
		if before%2 == 1 && m.phase.Load() == before {
			addSteps(dump, seen)
			looks--
		}
		time.Sleep(100 * time.Microsecond) // a dump stops the world: let the moves go on
	}
	close(stop)
	<-stopped
	return seen
}

// newMover returns a mover at the endpoint of a bot of its own.
func newMover(t *testing.T, typed bool) *mover {
	t.Helper()
	fake := discordtest.New()
	t.Cleanup(fake.Close)
	s := storetest.NewMemory()
	log := slog.New(slog.DiscardHandler)
	rooms := routertest.NewBot(chat.Config{Store: s, Words: chattest.Catalogue(t), Seed: 1, Now: time.Now, Log: log}, s).Config
	rooms.Limit = limit.New(1_000_000_000, time.Now)
	a, err := discord.New(discord.Config{Chat: router.New(rooms), Words: chattest.Catalogue(t), ApplicationID: discordtest.Application, APIURL: fake.URL, Log: log})
	if err != nil {
		t.Fatal(err)
	}
	m := &mover{t: t, fake: fake, typed: typed}
	if m.endpoint, err = a.Endpoint(fake.PublicKey); err != nil {
		t.Fatal(err)
	}
	return m
}

// missing returns the steps of a that b lacks, in order.
func missing(a, b map[step]bool) (lacks []string) {
	for s := range a {
		if !b[s] {
			lacks = append(lacks, s.file+" "+s.function)
		}
	}
	slices.Sort(lacks)
	return lacks
}

// files counts the files of steps.
func files(steps map[step]bool) int {
	all := map[string]bool{}
	for s := range steps {
		all[s.file] = true
	}
	return len(all)
}

// documentedSteps returns the steps that ARCHITECTURE.md lists.
func documentedSteps(t *testing.T) map[step]bool {
	t.Helper()
	text, err := os.ReadFile("../../ARCHITECTURE.md")
	if err != nil {
		t.Fatal(err)
	}
	steps := map[step]bool{}
	for _, row := range regexp.MustCompile("(?m)^\\| \\d+ \\| `([^`]+)` \\| `([^`]+)` \\|").FindAllStringSubmatch(string(text), -1) {
		steps[step{row[1], row[2]}] = true
	}
	return steps
}

// What a reader must follow to understand a move. A press takes what ARCHITECTURE.md lists, and a
// typed line the little more that it describes: another layer has to be worth raising these.
const (
	maxPressSteps, maxPressFiles = 20, 12
	maxTypedSteps, maxTypedFiles = 26, 15
	// minTypedSteps shows that moves were seen at all. The few looks don't catch the short steps.
	minTypedSteps = 10
)

// The call path that ARCHITECTURE.md lists is the one that stack traces of real presses
// show. A step is caught by chance; mostLooks are so many that missing one is unlikely.
func TestArchitectureTraceOfClick(t *testing.T) {
	slowtest.Sequential(t)
	const mostLooks = 5000
	want := documentedSteps(t)
	steps := untilSeen(t, want, mostLooks)
	if lacks := missing(want, steps); len(lacks) > 0 {
		t.Errorf("in %d looks at presses, these steps of ARCHITECTURE.md weren't seen: %q", mostLooks, lacks)
	}
	if more := missing(steps, want); len(more) > 0 {
		t.Errorf("presses take steps that ARCHITECTURE.md doesn't list: %q", more)
	}
	if n, f := len(steps), files(steps); n > maxPressSteps || f > maxPressFiles {
		t.Errorf("a press takes %d steps in %d files, want at most %d in %d", n, f, maxPressSteps, maxPressFiles)
	}
}

func TestArchitectureTraceOfTypedMove(t *testing.T) {
	slowtest.Only(t)
	steps := sample(t, 120)
	if n, f := len(steps), files(steps); n < minTypedSteps || n > maxTypedSteps || f > maxTypedFiles {
		t.Errorf("a typed move takes %d steps in %d files, want %d to %d in at most %d: %q", n, f, minTypedSteps, maxTypedSteps, maxTypedFiles, missing(steps, nil))
	}
}
