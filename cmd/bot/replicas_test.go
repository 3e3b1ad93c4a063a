package main

import (
	"bytes"
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"net/http"
	"net/http/httptest"
	"os"
	"os/exec"
	"regexp"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
	"syscall"
	"testing"
	"time"

	"github.com/anishathalye/porcupine"

	"nimbot/adapters/discord/discordtest"
	"nimbot/internal/freeport"
	"nimbot/internal/slowtest"
	"nimbot/store/redis/redistest"
)

// How much TestKilledReplicasPlayOneGame does, unless the environment asks for
// more.
const (
	replicaMoves = 1500 // NIM_TEST_MOVES: moves that are answered
	replicaKills = 6    // NIM_TEST_KILLS: kill -9 of a replica, every fourth of Redis
	replicaGames = 8    // NIM_TEST_GAMES: tables, two people each
	replicaSeats = 4    // NIM_TEST_TABLES: of them in one channel
)

// TestKilledReplicasPlayOneGame plays on three replicas that share one Redis,
// by typed moves and by buttons, three tenths of them delivered to two replicas
// at once, while the replicas and Redis are killed with kill -9, and Redis stalls. Each channel has
// several tables, and one person sits at two of them. All answers of a
// table, including refusals, must be linearizable (checked with porcupine).
func TestKilledReplicasPlayOneGame(t *testing.T) {
	slowtest.Only(t)
	t.Parallel()
	redis := redistest.Start(t, "--appendonly", "yes", "--appendfsync", "always")
	fleet := startFleet(t, redis.URL(), 3)
	rooms := make([]*counterGame, fromEnv(t, "NIM_TEST_GAMES", replicaGames))
	tables := fromEnv(t, "NIM_TEST_TABLES", replicaSeats)
	for i := range rooms {
		rooms[i] = &counterGame{fleet: fleet, channel: strconv.Itoa(900000000000000000 + i/tables), people: duelists, crowded: tables > 1 && i%tables < 2}
		for seat := range rooms[i].people {
			rooms[i].people[seat].ID = strconv.Itoa(800000000000000000 + 2*i + seat)
		}
		if i%tables == 1 { // one person sits at the first two tables
			rooms[i].people[0] = rooms[i-1].people[0]
		}
		rooms[i].begin(t)
	}
	ctx, stop := context.WithCancel(t.Context())
	var players sync.WaitGroup
	for _, d := range rooms {
		for seat := range 2 {
			players.Go(func() { d.play(ctx, seat) })
		}
	}
	kills, moves := fromEnv(t, "NIM_TEST_KILLS", replicaKills), fromEnv(t, "NIM_TEST_MOVES", replicaMoves)
	for i := range kills {
		fleet.awaitMoves(moves * i / kills)
		t.Logf("%d moves answered, %d refused, kill %d", fleet.answered.Load(), fleet.refused.Load(), i+1)
		time.Sleep(time.Duration(rand.IntN(100)) * time.Millisecond)
		switch i % 4 {
		case 1:
			if err := redis.Stall(replicaStall); err != nil {
				t.Fatal(err)
			}
			fallthrough
		case 0, 2:
			fleet.replicas[i%len(fleet.replicas)].restart(t)
			continue
		}
		redis.Kill()
		time.Sleep(20 * time.Millisecond)
		if err := redis.Restart(); err != nil {
			t.Fatal(err)
		}
	}
	fleet.awaitMoves(moves)
	stop()
	players.Wait()
	t.Logf("%d moves answered; the histories are checked", fleet.answered.Load())
	for _, d := range rooms {
		d.check(t)
	}
	t.Logf("%d kills, %d moves answered, %d deliveries made twice, %d refused, %d unknown",
		kills, fleet.answered.Load(), fleet.twice.Load(), fleet.refused.Load(), fleet.unknown.Load())
}

// fromEnv returns the number in an environment variable, or usual if there is none.
func fromEnv(t *testing.T, name string, usual int) int {
	t.Helper()
	text := os.Getenv(name)
	if text == "" {
		return usual
	}
	n, err := strconv.Atoi(text)
	if err != nil || n < 1 {
		t.Fatalf("%s = %q, want a positive number", name, text)
	}
	return n
}

// fleet is several replicas of the program that share a store. It counts their
// answers.
type fleet struct {
	discord  *discordtest.Server // used only for signing
	replicas []*replica
	serial   atomic.Uint64

	answered, twice, refused, unknown atomic.Int64
	unreadable                        atomic.Int64 // answers that say that a document can't be read
}

// awaitMoves waits until so many moves were answered.
func (f *fleet) awaitMoves(n int) {
	for f.answered.Load() < int64(n) {
		time.Sleep(time.Millisecond)
	}
}

// replica is one process of the program, on addresses that stay its own.
type replica struct {
	endpoint string
	admin    string
	program  string // "" for this version
	dir      string
	env      []string
	cmd      *exec.Cmd
}

func startFleet(t testing.TB, store string, n int) *fleet {
	t.Helper()
	signer := discordtest.New()
	t.Cleanup(signer.Close)
	rest := httptest.NewServer(http.NotFoundHandler()) // every request for an old board gets 404
	t.Cleanup(rest.Close)
	return startFleetOn(t, signer, rest.URL, store, n)
}

// startFleetOn starts replicas that accept the deliveries that signer signs, and
// post their messages to the address rest.
func startFleetOn(t testing.TB, signer *discordtest.Server, rest, store string, n int) *fleet {
	t.Helper()
	f := &fleet{discord: signer}
	for range n {
		listen, admin := freeport.Address(t), freeport.Address(t)
		r := &replica{endpoint: "http://" + listen + "/discord/interactions", admin: admin, dir: t.TempDir()}
		r.env = append(os.Environ(), "NIM_STORE="+store, "NIM_HTTP_LISTEN="+listen, "NIM_HTTP_ADMIN="+admin,
			"NIM_DISCORD_MODE=http", "NIM_DISCORD_PICTURES=false", "NIM_DISCORD_API_URL="+rest,
			"NIM_DISCORD_APPLICATION_ID="+discordtest.Application, "NIM_DISCORD_TOKEN="+discordtest.Token,
			"NIM_DISCORD_PUBLIC_KEY="+signer.PublicKey, "NIM_LIMITS_COMMANDS_PER_MINUTE=1000000")
		f.replicas = append(f.replicas, r)
		t.Cleanup(r.kill)
		r.restart(t)
	}
	return f
}

// restart kills a replica, if it runs, starts it and waits until it is ready.
func (r *replica) restart(t testing.TB) {
	t.Helper()
	r.kill()
	for deadline := time.Now().Add(time.Minute); time.Now().Before(deadline); {
		r.cmd = exec.Command(cmp.Or(r.program, "bot"), "serve")
		r.cmd.Dir, r.cmd.Env = r.dir, r.env
		if err := r.cmd.Start(); err != nil {
			t.Fatal(err)
		}
		if r.ready() {
			return
		}
		r.kill() // Redis may be loading its file
	}
	t.Fatal("a replica was not ready within a minute")
}

func (r *replica) kill() {
	if r.cmd == nil {
		return
	}
	_ = r.cmd.Process.Kill() // it may have ended by itself
	_ = r.cmd.Wait()
	r.cmd = nil
}

// ready waits until the replica is ready, or has ended.
func (r *replica) ready() bool {
	for begun := time.Now(); time.Since(begun) < time.Minute; time.Sleep(10 * time.Millisecond) {
		if isReady(r.admin) {
			return true
		}
		if state, err := os.ReadFile(fmt.Sprintf("/proc/%d/stat", r.cmd.Process.Pid)); err != nil || strings.Contains(string(state), ") Z ") {
			break
		}
	}
	return false
}

// The people of every channel, in the order of their seats.
var duelists = [2]discordtest.Person{{ID: "800000000000000001", Name: "Ana"}, {ID: "800000000000000002", Name: "Bob"}}

// counterGame is a game between two people in one channel, on a pile so large
// that the rest of it counts the moves.
type counterGame struct {
	fleet   *fleet
	channel string
	people  [2]discordtest.Person
	crowded bool // the first sits at another table, too, so a typed move would be ambiguous

	mu      sync.Mutex
	seen    sight         // of the last board
	changed chan struct{} // is closed with the next one
	history []porcupine.Operation
}

// sight is a board as it was shown.
type sight struct {
	left  int                // stones
	board []byte             // the message
	take  discordtest.Button // the choice that takes one stone
}

// see keeps a board that is newer than the last one. The caller holds the lock.
func (d *counterGame) see(left int, board []byte) {
	d.seen = sight{left, board, takeOne(board)}
	if d.changed != nil {
		close(d.changed)
	}
	d.changed = make(chan struct{})
}

// The kinds of operations.
const (
	typing = "typing" // the command for taking one stone
	press  = "press"  // the choice of it, on the board with operation.on stones
	look   = "look"   // the board is asked for
)

// operation is what a person did.
type operation struct {
	kind string
	seat int
	on   int
}

// outcome is how an operation was answered.
type outcome struct {
	verdict verdict
	left    int // stones on the board that everybody was shown
}

type verdict int

const (
	unsent   verdict = iota // nothing reached a replica, or it did nothing, whatever the board
	refused                 // privately
	accepted                // with a board for everybody
	unknown                 // no answer, or one that says that nobody knows
)

// oneStone is the model: stones that are left, two people who take one in turn.
// A repeated delivery is answered with the current board, so an accepted move may
// show fewer stones than it left. An act with an unknown outcome
// may have taken its stone or not.
var oneStone = (&porcupine.NondeterministicModel{
	Init: func() []any { return []any{pile} },
	Step: func(state, input, output any) []any {
		left, a, o := state.(int), input.(operation), output.(outcome)
		may := (pile-left)%2 == a.seat && (a.kind == typing || a.on == left)
		moved, stood := []any{left - 1}, []any{left}
		switch {
		case a.kind == look && o.left == left, o.verdict == refused && !may:
			return stood
		case a.kind == look, o.verdict == refused:
			return nil
		case o.verdict == accepted && may && o.left < left:
			return moved
		case o.verdict == accepted:
			return nil
		case may:
			return append(moved, stood...)
		}
		return stood
	},
}).ToModel()

// replicaStall is how long Redis stalls: too long for an answer.
const replicaStall = 4 * time.Second

// maxEffectDelay is how long an operation with an unknown outcome may still
// take effect: a replica stops trying to reach the store before.
const maxEffectDelay = 8 * time.Second

// begin lets Ana challenge Bob, who accepts.
func (d *counterGame) begin(t *testing.T) {
	t.Helper()
	offer := d.interaction(0, discordtest.Typed("nim", "challenge", d.people[1:],
		discordtest.Option{Name: "player", Value: d.people[1].ID}, discordtest.Option{Name: "piles", Value: strconv.Itoa(pile)}))
	status, body, err := d.fleet.post(t.Context(), 0, d.fleet.sign(offer))
	button := customID(body, "accept")
	if err != nil || button == "" {
		t.Fatalf("the challenge was answered with %d, %s, %v", status, body, err)
	}
	accept := d.interaction(1, discordtest.Pressed(discordtest.Button{CustomID: button}))
	accept.Message = boardMessage(d.channel, body)
	status, body, err = d.fleet.post(t.Context(), 0, d.fleet.sign(accept))
	if o := d.read(status, body, err); o.verdict != accepted || o.left != pile {
		t.Fatalf("accepting was answered with %d, %s, %v", status, body, err)
	}
	d.see(pile, body)
	if d.seen.take.Value == "" {
		t.Fatalf("the first board has no choice to take one stone: %s", body)
	}
}

// lookAfter is how long a person waits for the next board before they ask for it.
const lookAfter = time.Second

// play acts for one person until the context ends, mostly when it seems to be
// their turn. A person who doesn't know the outcome of their last act looks at
// the board.
func (d *counterGame) play(ctx context.Context, seat int) {
	for sure := true; ctx.Err() == nil; {
		d.mu.Lock()
		on, changed := d.seen, d.changed
		d.mu.Unlock()
		a := operation{kind: typing, seat: seat, on: on.left}
		pressesOnly, mine, n := seat == 0 && d.crowded, (pile-on.left)%2 == seat, rand.IntN(20)
		switch {
		case pressesOnly && mine && sure:
			a.kind = press
		case pressesOnly, sure && !mine && n > 2:
			select {
			case <-changed:
				sure = true
			case <-time.After(lookAfter):
				sure = pressesOnly
			case <-ctx.Done():
			}
			continue
		case n == 0, !sure:
			a.kind = look
		case n%2 == 0:
			a.kind = press
		}
		sure = d.do(ctx, a, on) == accepted
	}
}

// do delivers an act, sometimes to two replicas at once, and records its outcome.
func (d *counterGame) do(ctx context.Context, a operation, on sight) verdict {
	data := discordtest.Typed("nim", "move", nil, discordtest.Option{Name: "move", Value: "A1"})
	var message *discordtest.Message
	switch a.kind {
	case look:
		data = discordtest.Typed("nim", "board", nil)
	case press:
		data = discordtest.Pressed(on.take)
		message = boardMessage(d.channel, on.board)
	}
	in := d.interaction(a.seat, data)
	in.Message = message
	signed := d.fleet.sign(in)
	begun := time.Now().UnixNano()
	first := rand.IntN(len(d.fleet.replicas))
	var o outcome
	if a.kind != look && rand.IntN(10) < 3 {
		d.fleet.twice.Add(1)
		var other outcome
		var wg sync.WaitGroup
		wg.Go(func() { other = d.deliver(ctx, first+1, signed) })
		o = d.deliver(ctx, first, signed)
		wg.Wait()
		o = o.merge(other)
	} else {
		o = d.deliver(ctx, first, signed)
	}
	ended := time.Now().UnixNano()
	switch {
	case o.verdict == unsent, a.kind == look && o.verdict != accepted:
		return o.verdict
	case o.verdict == unknown:
		ended += int64(maxEffectDelay)
		d.fleet.unknown.Add(1)
	case o.verdict == refused:
		d.fleet.refused.Add(1)
	case a.kind != look:
		d.fleet.answered.Add(1)
	}
	d.mu.Lock()
	defer d.mu.Unlock()
	d.history = append(d.history, porcupine.Operation{ClientId: a.seat, Input: a, Output: o, Call: begun, Return: ended})
	return o.verdict
}

// merge combines the outcomes of an operation that was delivered twice.
func (o outcome) merge(other outcome) outcome {
	if o.verdict < other.verdict {
		o, other = other, o
	}
	switch {
	case o.verdict == unknown && other.verdict == accepted:
		return other
	case o.verdict == accepted && other.verdict == accepted:
		return outcome{accepted, max(o.left, other.left)}
	}
	return o
}

// deliver sends an operation to a replica.
func (d *counterGame) deliver(ctx context.Context, to int, in signed) outcome {
	status, body, err := d.fleet.post(context.WithoutCancel(ctx), to%len(d.fleet.replicas), in)
	o := d.read(status, body, err)
	if o.verdict == accepted {
		d.mu.Lock()
		if o.left < d.seen.left {
			d.see(o.left, body)
		}
		d.mu.Unlock()
	}
	return o
}

// read returns the outcome that an answer means.
func (d *counterGame) read(status int, body []byte, err error) outcome {
	if errors.Is(err, syscall.ECONNREFUSED) {
		return outcome{}
	}
	var answer struct {
		Data struct {
			Flags int `json:"flags"`
		} `json:"data"`
	}
	if err != nil || status != http.StatusOK || json.Unmarshal(body, &answer) != nil {
		return outcome{verdict: unknown}
	}
	if answer.Data.Flags&64 == 0 {
		left, _ := strconv.Atoi(string(stones.FindSubmatch(body)[1]))
		return outcome{accepted, left}
	}
	for text, verdict := range privateVerdicts {
		if strings.Contains(string(body), text) {
			return outcome{verdict: verdict}
		}
	}
	return outcome{verdict: refused}
}

// stones finds the size of the only pile in a board's message.
var stones = regexp.MustCompile(`A (\d+)`)

// privateVerdicts maps the private answers that aren't refusals to their
// meaning.
var privateVerdicts = map[string]verdict{
	"whether that":                unknown, // was done: the store was away, or somebody was quicker
	"whether it went":             unknown, // the store didn't answer in time
	"already done":                unknown, // by the other replica; how many are left it doesn't say
	"sure your last command went": unsent,  // the person must look at the board first
	"So much was typed here":      unsent,  // a repetition would not be recognized any more
}

// check compares the history with the model, and with the last board.
func (d *counterGame) check(t *testing.T) {
	t.Helper()
	for {
		in := d.interaction(1, discordtest.Typed("nim", "board", nil))
		begun := time.Now().UnixNano()
		if o := d.deliver(t.Context(), 0, d.fleet.sign(in)); o.verdict == accepted {
			d.history = append(d.history, porcupine.Operation{Input: operation{kind: look}, Output: o, Call: begun, Return: time.Now().UnixNano()})
			break
		}
	}
	if result := porcupine.CheckOperationsTimeout(oneStone, d.history, time.Minute); result != porcupine.Ok {
		t.Errorf("channel %s: no order of its %d acts explains their answers (%v)", d.channel, len(d.history), result)
	}
}

func (d *counterGame) interaction(seat int, data map[string]any) discordtest.Interaction {
	kind := discordtest.Command
	if data["custom_id"] != nil {
		kind = discordtest.Component
	}
	id := strconv.FormatUint(1400000000000000000+d.fleet.serial.Add(1), 10)
	return discordtest.Interaction{ID: id, Token: "token-" + id, Kind: kind, Who: d.people[seat], Channel: d.channel, Guild: "100000000000000001", Data: data}
}

// signed is a delivery that goes to one replica or to several.
type signed struct {
	body   []byte
	header http.Header
}

func (f *fleet) sign(i discordtest.Interaction) signed {
	body := i.JSON()
	return signed{body, f.discord.Sign(body, time.Now())}
}

// deliverer keeps connections to each replica for everybody who plays.
var deliverer = &http.Client{Transport: &http.Transport{MaxIdleConnsPerHost: 1000}}

// post sends a delivery to a replica.
func (f *fleet) post(ctx context.Context, to int, in signed) (status int, body []byte, err error) {
	req, err := http.NewRequestWithContext(ctx, http.MethodPost, f.replicas[to].endpoint, bytes.NewReader(in.body))
	if err != nil {
		return 0, nil, err
	}
	req.Header = in.header
	resp, err := deliverer.Do(req)
	if err != nil {
		return 0, nil, err
	}
	defer func() { _ = resp.Body.Close() }() // it was read
	body, err = io.ReadAll(resp.Body)
	if bytes.Contains(body, []byte("I can't read")) {
		f.unreadable.Add(1)
	}
	return resp.StatusCode, body, err
}

// takesOne finds the menu whose choices include taking one stone.
var takesOne = regexp.MustCompile(`"custom_id":"([^"]*)","placeholder":"[^"]*","options":\[[^\]]*?"value":"(A1 ~[^"]*)"`)

// takeOne returns the choice in a board's menu that takes one stone.
func takeOne(board []byte) discordtest.Button {
	m := takesOne.FindSubmatch(board)
	if m == nil {
		return discordtest.Button{}
	}
	return discordtest.Button{CustomID: string(m[1]), Value: string(m[2])}
}

// customID finds the button of a message whose command begins with command.
func customID(response []byte, command string) string {
	var answer struct{ Data json.RawMessage }
	if json.Unmarshal(response, &answer) != nil {
		return ""
	}
	m := regexp.MustCompile(`"custom_id":"([^"]*` + regexp.QuoteMeta(command) + `[^"]*)"`).FindSubmatch(answer.Data)
	if m == nil {
		return ""
	}
	return string(m[1])
}

// boardMessage returns the message that a response made, for a press on it.
func boardMessage(channel string, response []byte) *discordtest.Message {
	var answer struct{ Data json.RawMessage }
	_ = json.Unmarshal(response, &answer) // the bot's own
	return &discordtest.Message{ID: fmt.Sprint("13", channel), Channel: channel, Body: answer.Data}
}

// The drill's model accepts both outcomes of an act whose outcome is unknown, and finds lost
// and doubled moves.
func TestTheModelFindsLostAndDoubledMoves(t *testing.T) {
	type act struct {
		kind    string
		seat    int
		verdict verdict
		left    int
	}
	for _, tt := range []struct {
		name string
		acts []act
		want porcupine.CheckResult
	}{
		{"a move each", []act{{typing, 0, accepted, pile - 1}, {typing, 1, accepted, pile - 2}, {look, 0, accepted, pile - 2}}, porcupine.Ok},
		{"unknown, and not done", []act{{typing, 0, unknown, 0}, {look, 1, accepted, pile}, {typing, 0, accepted, pile - 1}}, porcupine.Ok},
		{"unknown, and done", []act{{typing, 0, unknown, 0}, {look, 1, accepted, pile - 1}}, porcupine.Ok},
		{"unknown, and done twice", []act{{typing, 0, unknown, 0}, {look, 1, accepted, pile - 2}}, porcupine.Illegal},
		{"a lost move", []act{{typing, 0, accepted, pile - 1}, {look, 1, accepted, pile}}, porcupine.Illegal},
		{"a doubled move", []act{{typing, 0, accepted, pile - 1}, {look, 1, accepted, pile - 2}}, porcupine.Illegal},
		{"a refusal to who may move", []act{{typing, 0, refused, 0}}, porcupine.Illegal},
		{"a move out of turn", []act{{typing, 1, accepted, pile - 1}}, porcupine.Illegal},
	} {
		var history []porcupine.Operation
		for i, a := range tt.acts {
			history = append(history, porcupine.Operation{
				ClientId: a.seat, Input: operation{kind: a.kind, seat: a.seat, on: pile}, Output: outcome{a.verdict, a.left}, Call: int64(2 * i), Return: int64(2*i + 1),
			})
		}
		if got := porcupine.CheckOperationsTimeout(oneStone, history, time.Minute); got != tt.want {
			t.Errorf("%s: %v, want %v", tt.name, got, tt.want)
		}
	}
}
