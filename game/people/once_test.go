package people_test

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"math/rand/v2"
	"os"
	"strconv"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"nimbot/game/chat"
	"nimbot/game/dialog"
	"nimbot/game/router/routertest"
	"nimbot/game/words"
	"nimbot/game/worker"
	"nimbot/internal/slowtest"
	"nimbot/store"
	"nimbot/store/bolt"
	"nimbot/store/channel"
	"nimbot/store/person"
	"nimbot/store/redis"
	"nimbot/store/redis/redistest"
	"nimbot/store/storetest"
)

// lossy loses one answer in ten: half of those writes happened, half didn't.
type lossy struct {
	store.Archive
	mu     sync.Mutex
	random *rand.Rand
	off    atomic.Bool
}

var errLost = fmt.Errorf("%w: the answer was lost", store.ErrUnavailable)

func (l *lossy) fate() (lost, done bool) {
	if l.off.Load() {
		return false, true
	}
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.random.IntN(10) == 0, l.random.IntN(2) == 0
}

func (l *lossy) Commit(ctx context.Context, key string, w store.Write) (store.Record, error) {
	lost, done := l.fate()
	if lost && !done {
		return store.Record{}, errLost
	}
	rec, err := l.Archive.Commit(ctx, key, w)
	if lost {
		return store.Record{}, errLost
	}
	return rec, err
}

func (l *lossy) SetLine(ctx context.Context, board string, line store.Line) error {
	lost, done := l.fate()
	if lost && !done {
		return errLost
	}
	err := l.Archive.SetLine(ctx, board, line)
	if lost {
		return errLost
	}
	return err
}

// backends are the stores on which these tests run.
var backends = []struct {
	name string
	open func(t testing.TB) store.Archive
}{
	{"memory", func(testing.TB) store.Archive { return storetest.NewMemory() }},
	{"bolt", openBolt},
	{"redis", openRedis},
}

// onEveryStore runs a test on each of these stores, with a cluster whose store doesn't fail.
func onEveryStore(t *testing.T, test func(t *testing.T, s store.Archive, w *cluster)) {
	t.Helper()
	for _, backend := range backends {
		t.Run(backend.name, func(t *testing.T) {
			s := backend.open(t)
			w := newCluster(t, s)
			w.store.off.Store(true)
			test(t, s, w)
		})
	}
}

func openBolt(t testing.TB) store.Archive {
	s, err := bolt.Open(t.TempDir()+"/people.db", bolt.Options{})
	return closedAtEnd(t, s, err)
}

func openRedis(t testing.TB) store.Archive {
	s, err := redis.Open(redistest.Start(t).URL(), redis.Options{})
	return closedAtEnd(t, s, err)
}

func closedAtEnd(t testing.TB, s store.Archive, err error) store.Archive {
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = s.Close() })
	return s
}

// games returns how many games are played on each backend: NIM_TEST_GAMES, or a few.
func games() int {
	if n, err := strconv.Atoi(os.Getenv("NIM_TEST_GAMES")); err == nil {
		return n
	}
	return slowtest.Count(48, 120)
}

// cluster is three processes that share a store that loses answers.
type cluster struct {
	t        *testing.T
	words    *words.Catalogue
	store    *lossy
	replicas []*routertest.Bot
	ahead    atomic.Int64
}

func (w *cluster) now() time.Time { return time.Now().Add(time.Duration(w.ahead.Load())) }

func newCluster(t *testing.T, s store.Archive) *cluster {
	catalogue, err := words.Load()
	if err != nil {
		t.Fatal(err)
	}
	w := &cluster{t: t, words: catalogue, store: &lossy{Archive: s, random: rand.New(rand.NewPCG(1, 2))}}
	for range 3 {
		w.replicas = append(w.replicas, routertest.NewBot(chat.Config{
			Store: w.store, Words: catalogue, Now: w.now, Log: slog.New(slog.DiscardHandler), Timeout: time.Minute,
		}, w.store))
	}
	return w
}

// within is how long a line is repeated, by the cluster's clock, which goes on only while
// workers work.
const within = 20 * time.Minute

// says repeats a line, each time as the same delivery and at another process,
// until an answer tells its outcome.
func (w *cluster) says(place dialog.Place, id, who, text string) dialog.Reply {
	until := w.ahead.Load() + int64(within)
	for try := 0; w.ahead.Load() < until; try++ {
		r := w.replicas[(len(id)+try)%len(w.replicas)].Handle(context.Background(), dialog.Request{
			ID: id, Place: place, User: dialog.User{ID: who, Name: who}, Text: text,
			Mentions: map[string]dialog.User{"p0": {ID: "p0", Name: "p0"}, "p1": {ID: "p1", Name: "p1"}, "p2": {ID: "p2", Name: "p2"}, "p3": {ID: "p3", Name: "p3"}},
		})
		switch r.Result {
		case dialog.Done, dialog.Duplicate:
			return r
		}
		if try > 5 { // the results of other games wait to be counted
			time.Sleep(10 * time.Millisecond)
		}
	}
	w.t.Errorf("%s: %q was never done", id, text)
	return dialog.Reply{}
}

// play plays games in one channel, and returns who played them, by their ids.
func (w *cluster) play(n, games int) (ids map[string][2]string) {
	place := dialog.Place{Platform: "test", Guild: "g", Channel: fmt.Sprint("c", n)}
	players := [2]string{fmt.Sprint("p", n%4), fmt.Sprint("q", n%3)}
	ids = map[string][2]string{}
	for i := 0; i < games; i++ {
		say := func(what, who, text string) dialog.Reply {
			return w.says(place, fmt.Sprint(n, "-", i, "-", what), who, text)
		}
		say("a", players[1], "challenge @"+players[0]+" 1 2")
		say("b", players[0], "accept")
		var r dialog.Reply
		for n, move := range []string{"B1", "A1", "B1"} {
			r = say(fmt.Sprint("m", n), players[1-n%2], move)
		}
		if r.State == nil || !r.State.Over {
			w.t.Errorf("game %d of channel %d isn't over: %+v", i, n, r.State)
			continue
		}
		ids[r.State.ID] = players
	}
	return ids
}

// step lets a worker of each process do what is due, and returns how many keys
// they claimed.
func (w *cluster) step() (n int) {
	for _, r := range w.replicas {
		by := worker.Worker{Chat: r.Config.Chat, Store: w.store, Now: w.now, Due: r.Book.Due, Log: slog.New(slog.DiscardHandler)}
		claimed, err := by.Step(context.Background())
		if err != nil {
			w.t.Error(err)
		}
		r.Book.AwaitSweep()
		n += claimed
	}
	return n
}

// work advances the clock and runs the workers until done is closed.
func (w *cluster) work(done <-chan struct{}) {
	tick := time.NewTicker(100 * time.Millisecond)
	defer tick.Stop()
	for {
		select {
		case <-done:
			return
		case <-tick.C:
			w.ahead.Add(int64(16 * time.Second))
			w.step()
		}
	}
}

// settle lets the processes list what they began, and the workers work until nothing is due any more.
func (w *cluster) settle() {
	w.store.off.Store(true)
	for _, r := range w.replicas {
		if err := r.Config.Chat.ListBegun(context.Background()); err != nil {
			w.t.Error(err)
		}
	}
	for range 20 {
		w.ahead.Add(int64(time.Minute))
		if w.step() == 0 {
			return
		}
	}
}

// TestEveryResultIsCountedOnce plays at three processes on a store that loses one answer
// in ten. Every finished game is in both documents once, nothing waits in a channel, and
// the leaderboards agree with the documents.
func TestEveryResultIsCountedOnce(t *testing.T) {
	for _, backend := range backends {
		t.Run(backend.name, func(t *testing.T) {
			const channels = 12
			w := newCluster(t, backend.open(t))
			var (
				mu     sync.Mutex
				played = map[string]int{} // by person
				all    sync.WaitGroup
			)
			for n := range channels {
				all.Go(func() {
					ids := w.play(n, games()/channels)
					mu.Lock()
					defer mu.Unlock()
					for _, players := range ids {
						played[players[0]]++
						played[players[1]]++
					}
				})
			}
			done := make(chan struct{})
			var workers sync.WaitGroup
			workers.Go(func() { w.work(done) })
			all.Wait()
			close(done)
			workers.Wait()
			w.settle()
			members := person.NewMembers(w.store, time.Now, 0)
			for who, want := range played {
				m, err := members.Read(t.Context(), person.MemberKey("test", "g", who))
				got := 0
				for _, g := range m.Games {
					got += g.People.Played
				}
				if err != nil || got != want || m.LateResults != 0 || m.LeaderboardsStale {
					t.Errorf("%s: %d games counted, %d refused, behind: %v, %v; want %d", who, got, m.LateResults, m.LeaderboardsStale, err, want)
				}
			}
			for n := range channels {
				rec, err := w.store.Get(t.Context(), fmt.Sprint("test/g/c", n))
				doc, err2 := channel.Decode(rec.Data)
				if errors.Join(err, err2) != nil || len(doc.Results) != 0 {
					t.Errorf("channel %d: %d results wait, %v", n, len(doc.Results), errors.Join(err, err2))
				}
			}
		})
	}
}

// TestResultsCountedElsewhereFreeTheirRoom plays each game at a new process, with no
// worker: a process counts what it finds before it says that a channel is full.
func TestResultsCountedElsewhereFreeTheirRoom(t *testing.T) {
	s := backends[0].open(t)
	place := dialog.Place{Platform: "test", Guild: "g", Channel: "c"}
	for i := range 2 * channel.MaxResults {
		w := newCluster(t, s)
		w.store.off.Store(true)
		for _, text := range []string{"start 3 4 5", "A2", "resign"} {
			r := w.replicas[0].Handle(t.Context(), dialog.Request{Place: place, User: dialog.User{ID: "ana", Name: "ana"}, Text: text})
			if r.Result != dialog.Done {
				t.Fatalf("game %d: %q was %s, want it done", i, text, r.Result)
			}
		}
	}
}

// Rated pairs are played while no result is counted. A pair that has begun always gets
// its second game; a pair whose results would find no room is refused.
func TestAPairHasRoomForBothResults(t *testing.T) {
	for waiting := range channel.MaxResults + 1 {
		w := newCluster(t, backends[0].open(t))
		w.store.off.Store(true)
		stuck := &uncounting{Results: w.replicas[0].Book}
		h := chat.New(chat.Config{Store: w.store, Results: stuck, Now: w.now, Log: slog.New(slog.DiscardHandler), Words: w.words})
		say := func(who, text string) dialog.Reply {
			return h.Handle(t.Context(), dialog.Request{
				Place: inGuild, User: dialog.User{ID: who, Name: who}, Text: text, Mentions: map[string]dialog.User{"bob": {ID: "bob", Name: "bob"}},
			})
		}
		for range waiting {
			say("ana", "challenge @bob 3 4 5")
			say("bob", "accept")
			say("ana", "A1")
			say("bob", "resign")
		}
		say("ana", "challenge @bob rated")
		accepted, first, second := say("bob", "accept"), say("ana", "resign"), say("bob", "resign")
		want := [3]dialog.Result{dialog.Done, dialog.Done, dialog.Done}
		if waiting+2 > channel.MaxResults {
			want = [3]dialog.Result{dialog.Refused, dialog.Refused, dialog.Refused}
		}
		if got := [3]dialog.Result{accepted.Result, first.Result, second.Result}; got != want {
			t.Errorf("with %d results that wait, accept, resign and resign are %v, want %v", waiting, got, want)
		}
	}
}

// uncounting is a chat.Results whose Count fails.
type uncounting struct{ chat.Results }

func (*uncounting) Count(context.Context, dialog.Place, []channel.Game) error { return errLost }
