package main

import (
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"net/http"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"

	"nimbot/adapters/discord/discordtest"
	"nimbot/game/rules"
	"nimbot/internal/slowtest"
	"nimbot/store"
	"nimbot/store/bolt"
	"nimbot/store/person"
	"nimbot/store/redis/redistest"
	"nimbot/store/round"
)

// How much the drills do, unless the environment asks for more.
const (
	raceRooms = 4 // NIM_TEST_ROOMS: channels with a round each
	raceKills = 8 // NIM_TEST_KILLS: kill -9 of a replica
)

// classroom is a channel in which people answer a round's questions.
type classroom struct {
	t       *testing.T
	fleet   *fleet
	number  int
	channel string
	people  int
	store   store.Store // to look up the right answers

	mu    sync.Mutex
	noted map[int]int // how many answers were confirmed, by question
}

func newClassroom(t *testing.T, f *fleet, number, people int) *classroom {
	return &classroom{t: t, fleet: f, number: number, channel: strconv.Itoa(920000000000000000 + number), people: people, noted: map[int]int{}}
}

func (c *classroom) place() string { return "discord/" + resultServer + "/" + c.channel }

func (c *classroom) who(n int) discordtest.Person {
	return discordtest.Person{ID: strconv.Itoa(830000000000000000 + 1000*c.number + n), Name: fmt.Sprint("p", c.number, "-", n)}
}

// deliver sends a person's data, on a message if it is a press, to one of the replicas.
func (c *classroom) deliver(who int, data map[string]any, on *discordtest.Message) (body string, took time.Duration, err error) {
	d := &counterGame{fleet: c.fleet, channel: c.channel, people: duelists}
	in := d.interaction(0, data)
	in.Who, in.Guild, in.Message = c.who(who), resultServer, on
	signed, begun := c.fleet.sign(in), time.Now()
	status, answer, err := c.fleet.post(c.t.Context(), rand.IntN(len(c.fleet.replicas)), signed)
	if err == nil && status != http.StatusOK {
		err = fmt.Errorf("status %d", status)
	}
	return string(answer), time.Since(begun), err
}

// types repeats a command of the host until it is answered.
func (c *classroom) types(command string, options ...discordtest.Option) string {
	c.t.Helper()
	for deadline := time.Now().Add(time.Minute); time.Now().Before(deadline); time.Sleep(50 * time.Millisecond) {
		if body, _, err := c.deliver(0, discordtest.Typed("nim", command, nil, options...), nil); err == nil && !strings.Contains(body, "storage") {
			return body
		}
	}
	c.t.Errorf("channel %d: %s was never answered", c.number, command)
	return ""
}

// question returns the newest question of the channel with its number, nil if none is open.
func (c *classroom) question() (m *discordtest.Message, number int) {
	for _, m := range slices.Backward(c.fleet.discord.Messages(c.channel)) {
		if n := questionNumber.FindStringSubmatch(m.Text); n != nil && pressable(m, "guess ~") != "" {
			number, _ = strconv.Atoi(n[1])
			return &m, number
		}
	}
	return nil, 0
}

var (
	questionNumber = regexp.MustCompile(`Question (\d+) of`)
	barCount       = regexp.MustCompile(`█ (\d+) ·`)
)

// pressable returns the custom id of a message's button whose command begins with command, "" for
// none.
func pressable(m discordtest.Message, command string) string {
	for _, b := range m.Buttons {
		if strings.HasPrefix(b.CustomID, "c:"+command) {
			return b.CustomID
		}
	}
	return ""
}

// answer presses a move on a question, until it is confirmed or refused.
func (c *classroom) answer(who int, m *discordtest.Message, number int, move string) {
	id := strings.Replace(pressable(*m, "guess ~"), "guess ~", "guess "+move+" ~", 1)
	for deadline := time.Now().Add(time.Minute); time.Now().Before(deadline); time.Sleep(30 * time.Millisecond) {
		body, _, err := c.deliver(who, discordtest.Pressed(discordtest.Button{CustomID: id}), m)
		switch {
		case err != nil || strings.Contains(body, "storage"):
			continue
		case strings.Contains(body, "Noted") || strings.Contains(body, "answered this one"):
			c.mu.Lock()
			c.noted[number]++
			c.mu.Unlock()
		}
		return
	}
}

// rightMove returns a move that wins in the position of the present question.
func (c *classroom) rightMove() string {
	r, err := round.NewKeeper(c.store, time.Now).Read(c.t.Context(), c.place())
	if err != nil {
		c.t.Error(err)
		return ""
	}
	g, err := rules.Lookup(r.Question.Game)
	if err != nil {
		c.t.Error(err)
		return ""
	}
	p, err := g.Parse(r.Question.Position)
	if err != nil {
		c.t.Error(err)
		return ""
	}
	return string(slices.Collect(p.Moves())[r.Question.Right[0]])
}

// play plays a round of two questions.
func (c *classroom) play() {
	c.types("race", discordtest.Option{Name: "piles", Value: "3 4 5"}, discordtest.Option{Name: "rounds", Value: 2}, discordtest.Option{Name: "seconds", Value: "10"})
	done := map[int]bool{}
	for deadline := time.Now().Add(3 * time.Minute); time.Now().Before(deadline); time.Sleep(100 * time.Millisecond) {
		m, number := c.question()
		if m != nil && !done[number] {
			done[number] = true
			moves := []string{"A1", "A2", "B1"}
			if number > 1 { // it is drawn, so it gives points
				moves[1] = c.rightMove()
			}
			var all sync.WaitGroup
			for i := range c.people {
				all.Go(func() {
					time.Sleep(time.Duration(rand.IntN(2000)) * time.Millisecond)
					c.answer(i+1, m, number, moves[i%3])
				})
			}
			all.Wait()
		}
		if slices.ContainsFunc(c.fleet.discord.Messages(c.channel), func(m discordtest.Message) bool { return strings.Contains(m.Text, "The round is over") }) {
			return
		}
	}
	c.t.Errorf("channel %d: the round was never over", c.number)
}

// TestKilledReplicasCloseEachRound lets people answer rounds in several channels, on three
// replicas that share a Redis which loses one answer in ten, while the replicas are killed
// with kill -9 again and again. Each round comes to its end, an answer that was confirmed
// is counted once, and so are the points.
func TestKilledReplicasCloseEachRound(t *testing.T) {
	slowtest.Only(t)
	t.Parallel()
	const people = 9
	server := redistest.Start(t, "--appendonly", "yes", "--appendfsync", "always")
	proxy := redistest.NewProxy(t, server.Addr)
	fake := discordtest.New()
	t.Cleanup(fake.Close)
	f := startFleetOn(t, fake, fake.URL, "redis://"+proxy.Addr, 3)
	proxy.Drop(tenPercent)
	s := openRedis(t, server.URL())
	var rooms []*classroom
	var playing sync.WaitGroup
	for i := range fromEnv(t, "NIM_TEST_ROOMS", raceRooms) {
		c := newClassroom(t, f, i, people)
		c.store = s
		rooms = append(rooms, c)
		playing.Go(c.play)
	}
	for range fromEnv(t, "NIM_TEST_KILLS", raceKills) {
		time.Sleep(time.Duration(500+rand.IntN(3000)) * time.Millisecond)
		f.replicas[rand.IntN(len(f.replicas))].restart(t)
	}
	playing.Wait()
	proxy.Drop(0)
	for _, c := range rooms {
		counted := func() bool {
			r, err := round.NewKeeper(s, time.Now).Read(t.Context(), c.place())
			return err == nil && r.Phase == round.Over && r.Counted
		}
		await(t, time.Minute, "the points", counted)
		r, err := round.NewKeeper(s, time.Now).Read(t.Context(), c.place())
		if err != nil {
			t.Fatal(err)
		}
		t.Logf("channel %d: %d people have points", c.number, len(r.Standings()))
		for _, score := range r.Standings() {
			m, err := person.NewMembers(s, time.Now, 0).Read(t.Context(), person.MemberKey("discord", resultServer, score.ID))
			if score.Points == 0 && err == nil && m.Race == nil {
				continue // who has no points isn't counted
			}
			if err != nil || m.Race == nil || m.Race.Points != score.Points {
				t.Errorf("channel %d: %s has %+v (%v), want %d points", c.number, score.ID, m.Race, err, score.Points)
			}
		}
		c.checkBars()
	}
	if faults := fake.Faults(); len(faults) > 0 {
		t.Errorf("the platform was told nonsense: %q", faults)
	}
	t.Logf("%d answers of Redis were lost", proxy.Dropped())
}

// checkBars checks that the reveal of the first question shows all answers that were
// confirmed. (The second is of another position, for which not all moves are legal.)
func (c *classroom) checkBars() {
	shown := -1
	for _, m := range c.fleet.discord.Messages(c.channel) {
		if !strings.Contains(m.Text, "A 3, B 4, C 5") || strings.Contains(m.Text, "Question") {
			continue
		}
		shown = 0
		for _, n := range barCount.FindAllStringSubmatch(m.Text, -1) {
			count, _ := strconv.Atoi(n[1])
			shown += count
		}
	}
	if shown < c.noted[1] || shown > c.people {
		c.t.Errorf("channel %d: the reveal shows %d answers, want the %d that were confirmed and %d at most", c.number, shown, c.noted[1], c.people)
	}
}

// TestAClassAnswersAtOnce lets 200 people open the choices and answer within two seconds,
// by signed presses, and measures how long they wait for the private answers. The message
// is edited every two seconds at most. With NIM_TEST_P99 a slow answer fails the test.
func TestAClassAnswersAtOnce(t *testing.T) {
	slowtest.Only(t)
	t.Parallel()
	const people, within = 200, 2 * time.Second
	path := filepath.Join(t.TempDir(), "nim.db")
	fake := discordtest.New()
	t.Cleanup(fake.Close)
	var mu sync.Mutex
	var edits []time.Time
	fake.SetIntercept(func(_ http.ResponseWriter, r *http.Request) bool {
		if r.Method == http.MethodPatch {
			mu.Lock()
			edits = append(edits, time.Now())
			mu.Unlock()
		}
		return false
	})
	f := startFleetOn(t, fake, fake.URL, "bolt:"+path, 1)
	c := newClassroom(t, f, 0, people)
	c.types("race", discordtest.Option{Name: "piles", Value: "3 4 5"}, discordtest.Option{Name: "seconds", Value: "off"})
	await(t, time.Minute, "the question", func() bool { m, _ := c.question(); return m != nil })
	m, _ := c.question()
	waits := make([]time.Duration, 2*people)
	var all sync.WaitGroup
	for i := range people {
		all.Go(func() {
			time.Sleep(time.Duration(rand.Int64N(int64(within) / 2)))
			open := pressable(*m, "guess ~")
			body, took, err := c.deliver(i+1, discordtest.Pressed(discordtest.Button{CustomID: open}), m)
			if waits[2*i] = took; err != nil || !strings.Contains(body, "Choose your answer") {
				t.Errorf("person %d opened the choices: %.200s, %v", i, body, err)
			}
			time.Sleep(time.Duration(rand.Int64N(int64(within) / 2)))
			final := strings.Replace(open, "guess ~", "guess A2 ~", 1)
			body, took, err = c.deliver(i+1, discordtest.Pressed(discordtest.Button{CustomID: final}), m)
			if waits[2*i+1] = took; err != nil || !strings.Contains(body, "Noted") {
				t.Errorf("person %d answered: %.200s, %v", i, body, err)
			}
		})
	}
	all.Wait()
	await(t, time.Minute, "the count", func() bool {
		m, _ := c.question()
		return m != nil && strings.Contains(m.Text, fmt.Sprint(people, " have answered"))
	})
	slices.Sort(waits)
	p99 := waits[len(waits)*99/100]
	t.Logf("%d presses: p50 %v, p99 %v, longest %v", len(waits), waits[len(waits)/2], p99, waits[len(waits)-1])
	if limit := fromEnv(t, "NIM_TEST_P99", 0); limit > 0 && p99 > time.Duration(limit)*time.Millisecond {
		t.Errorf("p99 is %v, want %d ms at most", p99, limit)
	}
	mu.Lock()
	if n := len(edits); n > 0 {
		took := edits[n-1].Sub(edits[0])
		if most := 2 + int(took/(2*time.Second)); n > most { // one may arrive late
			t.Errorf("%d edits within %v, want at most %d", n, took, most)
		}
	}
	t.Logf("%d edits", len(edits))
	mu.Unlock()
	c.types("reveal")
	f.replicas[0].kill()
	s, err := bolt.Open(path, bolt.Options{})
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = s.Close() }()
	r, err := round.NewKeeper(s, time.Now).Read(t.Context(), c.place())
	if data, _ := json.Marshal(r); err != nil || r.CountAnswers() != people || len(r.Winners()) != people {
		t.Errorf("%d answers and %d of them right, want %d: %.300s, %v", r.CountAnswers(), len(r.Winners()), people, data, err)
	}
}
