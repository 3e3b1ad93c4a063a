package main

import (
	"errors"
	"fmt"
	"math"
	"math/rand/v2"
	"net/http"
	"path/filepath"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"

	"nimbot/adapters/discord/discordtest"
	"nimbot/game/rating"
	"nimbot/internal/slowtest"
	"nimbot/store"
	"nimbot/store/bolt"
	"nimbot/store/person"
	"nimbot/store/redis"
	"nimbot/store/redis/redistest"
)

// How much TestKilledProcessesCountEachResultOnce does, unless the environment
// asks for more.
const (
	resultCouples = 6 // NIM_TEST_COUPLES: couples, who play three rated pairs (of two games) each
	resultKills   = 4 // NIM_TEST_KILLS: kill -9 of a process, on either store
)

// ratedADay is how many rated pairs two people may begin on a day.
const ratedADay = 3

// tenPercent is 10 % in the proxy's unit, parts per million.
const tenPercent = 100_000

// TestKilledProcessesCountEachResultOnce lets couples play rated pairs (of two
// games) while the processes are killed with kill -9, again and again: one with
// a file, and three that share a Redis which loses one answer in ten. Every
// finished game is in both players' documents once, ratings follow from the
// stored pairs, and the leaderboards have them.
func TestKilledProcessesCountEachResultOnce(t *testing.T) {
	slowtest.Only(t)
	t.Parallel()
	couples, kills := fromEnv(t, "NIM_TEST_COUPLES", resultCouples), fromEnv(t, "NIM_TEST_KILLS", resultKills)
	t.Run("file", func(t *testing.T) {
		t.Parallel()
		path := filepath.Join(t.TempDir(), "nim.db")
		f := startFleet(t, "bolt:"+path, 1)
		f.playPairs(t, couples, kills)
		f.awaitCounted(t, couples, func() (store.Archive, error) {
			f.replicas[0].kill() // it holds the file
			return bolt.Open(path, bolt.Options{})
		}, func() { f.replicas[0].restart(t) })
	})
	t.Run("redis", func(t *testing.T) {
		t.Parallel()
		server := redistest.Start(t)
		proxy := redistest.NewProxy(t, server.Addr)
		f := startFleet(t, "redis://"+proxy.Addr, 3)
		proxy.Drop(tenPercent)
		f.playPairs(t, couples, kills)
		proxy.Drop(0)
		f.awaitCounted(t, couples, func() (store.Archive, error) { return redis.Open(server.URL(), redis.Options{}) }, func() {})
		t.Logf("%d answers of Redis were lost", proxy.Dropped())
	})
}

// playPairs lets each couple play all the rated pairs that a day allows, while
// processes are killed.
func (f *fleet) playPairs(t *testing.T, couples, kills int) {
	t.Helper()
	var playing sync.WaitGroup
	for i := range couples {
		playing.Go(func() { (&ratedPlayers{t: t, fleet: f, number: i}).play() })
	}
	for range kills {
		time.Sleep(time.Duration(100+rand.IntN(400)) * time.Millisecond)
		f.replicas[rand.IntN(len(f.replicas))].restart(t)
	}
	playing.Wait()
	t.Logf("%d kills while %d pairs were played", kills, couples*ratedADay)
}

// ratedPlayers are two people in a channel of their own.
type ratedPlayers struct {
	t      *testing.T
	fleet  *fleet
	number int
}

func (c *ratedPlayers) who(seat int) discordtest.Person { return coupled(c.number, seat) }

func coupled(number, seat int) discordtest.Person {
	return discordtest.Person{ID: strconv.Itoa(810000000000000000 + 2*number + seat), Name: fmt.Sprint("p", number, "-", seat)}
}

// retryFor is how long a command is redelivered: results that wait for a worker
// keep a rated pair from beginning for up to a minute.
const retryFor = 2 * time.Minute

// resultServer is the id of the Discord server where all games are played.
const resultServer = "100000000000000001"

// play plays all the rated pairs that a day allows. The first player resigns
// every game but one.
func (c *ratedPlayers) play() {
	for pair := range ratedADay {
		c.retryUntilPublic(c.typed(0, "challenge", discordtest.Option{Name: "player", Value: c.who(1).ID}, discordtest.Option{Name: "rated", Value: true}))
		c.accept()
		for game := range 2 {
			c.retryUntilPublic(c.typed(min(1, pair*game), "resign"))
		}
	}
}

// typed returns a command of one of the two, with an id of its own.
func (c *ratedPlayers) typed(seat int, command string, options ...discordtest.Option) discordtest.Interaction {
	return c.interaction(seat, discordtest.Typed("nim", command, []discordtest.Person{c.who(1)}, options...))
}

func (c *ratedPlayers) interaction(seat int, data map[string]any) discordtest.Interaction {
	d := &counterGame{fleet: c.fleet, channel: strconv.Itoa(910000000000000000 + c.number), people: duelists}
	in := d.interaction(0, data)
	in.Who, in.Guild = c.who(seat), resultServer
	return in
}

// retryUntilPublic redelivers in until its answer is public, each time as the
// same delivery, as platforms do. It returns the answer.
func (c *ratedPlayers) retryUntilPublic(in discordtest.Interaction) (body []byte) {
	c.t.Helper()
	for deadline := time.Now().Add(retryFor); time.Now().Before(deadline); time.Sleep(20 * time.Millisecond) {
		last, public := c.try(in)
		if public || strings.Contains(string(last), "already done") {
			return last
		}
		body = last
		c.try(c.typed(0, "board")) // after an unknown outcome, the player asks for the board first
		c.try(c.typed(1, "board"))
	}
	c.t.Errorf("couple %d: %s was never done; the last answer: %s", c.number, in.JSON(), body)
	return nil
}

// try delivers an interaction once. public reports that everybody was shown the answer.
func (c *ratedPlayers) try(in discordtest.Interaction) (body []byte, public bool) {
	status, body, err := c.fleet.post(c.t.Context(), rand.IntN(len(c.fleet.replicas)), c.fleet.sign(in))
	return body, err == nil && status == http.StatusOK && !strings.Contains(string(body), `"flags":64`) && !strings.Contains(string(body), `"flags":32832`)
}

// accept presses Accept until the challenge is accepted.
func (c *ratedPlayers) accept() {
	for deadline := time.Now().Add(retryFor); time.Now().Before(deadline); {
		board := c.retryUntilPublic(c.typed(1, "board"))
		button := customID(board, "accept")
		if button == "" {
			return
		}
		press := c.interaction(1, discordtest.Pressed(discordtest.Button{CustomID: button}))
		press.Message = boardMessage(press.Channel, board)
		c.try(press)
	}
	c.t.Errorf("couple %d: the challenge was never accepted", c.number)
}

// awaitCounted waits until every game of every couple is counted, and checks that
// no game was counted twice. open opens the store, and again lets the processes go
// on.
func (f *fleet) awaitCounted(t *testing.T, couples int, open func() (store.Archive, error), again func()) {
	t.Helper()
	for deadline := time.Now().Add(2 * time.Minute); ; time.Sleep(3 * time.Second) {
		s, err := open()
		if err != nil {
			t.Fatal(err)
		}
		var wrong error
		for i := range couples {
			for seat := range 2 {
				wrong = errors.Join(wrong, checkMember(t, s, coupled(i, seat).ID))
			}
		}
		if err := s.Close(); err != nil {
			t.Error(err)
		}
		if wrong == nil {
			return
		}
		if time.Now().After(deadline) || errors.Is(wrong, errTwice) {
			t.Fatal(wrong)
		}
		again()
	}
}

var errTwice = errors.New("something was counted twice")

// checkMember returns an error if a member's document or line is wrong.
func checkMember(t *testing.T, s store.Archive, user string) error {
	m, err := person.NewMembers(s, time.Now, 0).Read(t.Context(), person.MemberKey("discord", resultServer, user))
	if err != nil {
		return err
	}
	played := 0
	for _, g := range m.Games {
		played += g.People.Played
	}
	if played > 2*ratedADay || len(m.Pairs) > ratedADay {
		return fmt.Errorf("%w: %s played %d games and %d pairs", errTwice, user, played, len(m.Pairs))
	}
	if played < 2*ratedADay || len(m.Pairs) < ratedADay || m.LeaderboardsStale || m.LateResults > 0 {
		return fmt.Errorf("%s: %d games and %d pairs are counted, %d refused, behind: %v", user, played, len(m.Pairs), m.LateResults, m.LeaderboardsStale)
	}
	r, last := rating.New(), m.Pairs[0].At
	for _, p := range m.Pairs {
		r = r.Idle(p.At.Time().Sub(last.Time())).After(rating.Result{Opponent: rating.Rating{Rating: p.Rating, Deviation: p.Deviation}, Score: p.Score})
		last = p.At
	}
	if math.Abs(r.Rating-m.Rating.Rating) > 1e-6 || math.Abs(r.Deviation-m.Rating.Deviation) > 1e-6 {
		return fmt.Errorf("%s: computed again the rating is %+v, stored %+v", user, r, *m.Rating)
	}
	rank, err := s.Rank(t.Context(), "rating:discord/"+resultServer, user)
	if err != nil || rank < 0 {
		return fmt.Errorf("%s has the rank %d, %w", user, rank, err)
	}
	lines, _, err := s.Lines(t.Context(), "rating:discord/"+resultServer, rank, 1)
	if err != nil || len(lines) != 1 || lines[0].Member != user || lines[0].Score != m.Rating.Rating-2*m.Rating.Deviation {
		return fmt.Errorf("%s has the lines %+v, %w, want the rating %+v", user, lines, err, *m.Rating)
	}
	return nil
}
