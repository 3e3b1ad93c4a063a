package people_test

import (
	"context"
	"fmt"
	"log/slog"
	"math"
	"sync"
	"testing"
	"time"

	"nimbot/game/chat"
	"nimbot/game/dialog"
	"nimbot/game/rating"
	"nimbot/game/router/routertest"
	"nimbot/internal/slowtest"
	"nimbot/store"
	"nimbot/store/channel"
	"nimbot/store/person"
)

// dyingStore simulates a process that is killed at one write, either before the write or
// after it but before the answer.
type dyingStore struct {
	store.Archive
	mu     sync.Mutex
	writes int  // that were begun
	at     int  // the write at which it dies, from 1
	after  bool // that write is done
	dead   bool
}

// write does one write, unless the process dies before it.
func (m *dyingStore) write(do func() error) error {
	m.mu.Lock()
	defer m.mu.Unlock()
	if m.dead {
		return errLost
	}
	m.writes++
	if m.dead = m.writes == m.at; !m.dead {
		return do()
	}
	if m.after {
		_ = do() // the caller doesn't learn the outcome
	}
	return errLost
}

func (m *dyingStore) Commit(ctx context.Context, key string, w store.Write) (rec store.Record, err error) {
	err = m.write(func() error { rec, err = m.Archive.Commit(ctx, key, w); return err })
	return rec, err
}

func (m *dyingStore) SetLine(ctx context.Context, board string, l store.Line) error {
	return m.write(func() error { return m.Archive.SetLine(ctx, board, l) })
}

func (m *dyingStore) RemoveLine(ctx context.Context, board, member string) error {
	return m.write(func() error { return m.Archive.RemoveLine(ctx, board, member) })
}

func (m *dyingStore) Get(ctx context.Context, key string) (store.Record, error) {
	m.mu.Lock()
	dead := m.dead
	m.mu.Unlock()
	if dead {
		return store.Record{}, errLost
	}
	return m.Archive.Get(ctx, key)
}

// TestRatedPairSurvivesACrashAtEveryWrite kills the process that ends a rated pair at
// each write from the last move to the second member's leaderboard, before the write and
// after it. The platform delivers the move again, to another process: the pair is counted
// once in both documents, and the leaderboards agree.
func TestRatedPairSurvivesACrashAtEveryWrite(t *testing.T) {
	slowtest.Sequential(t)
	onEveryStore(t, func(t *testing.T, _ store.Archive, w *cluster) {
		for at := 1; ; at++ {
			survived := false
			for _, after := range []bool{false, true} {
				survived = w.diesAt(at, after)
			}
			if survived {
				if at < 8 { // the move, and twice: the document, two lines or one, the document
					t.Errorf("there were only %d writes: the test does not test much", at-1)
				}
				break
			}
		}
	})
}

// diesAt plays a pair whose last move is made by a process that dies at a write.
// survived reports that the process made fewer writes, so that it didn't die.
func (w *cluster) diesAt(at int, after bool) (survived bool) {
	w.t.Helper()
	name := fmt.Sprintf("%d-%v", at, after)
	place := dialog.Place{Platform: "test", Guild: "crash-" + name, Channel: "c"}
	say := func(by dialog.Responder, id, who, text string) dialog.Reply {
		return by.Handle(context.Background(), dialog.Request{
			ID: name + id, Place: place, User: dialog.User{ID: who, Name: who}, Text: text, Mentions: map[string]dialog.User{"bob": {ID: "bob", Name: "bob"}},
		})
	}
	say(w.replicas[1], "a", "ana", "challenge @bob rated")
	say(w.replicas[1], "b", "bob", "accept")
	say(w.replicas[1], "c", "ana", "resign")
	if _, err := w.replicas[1].Config.Chat.Counted(context.Background(), place); err != nil { // the first game, whose result may wait
		w.t.Fatal(err)
	}
	dying := &dyingStore{Archive: w.store, at: at, after: after}
	mayDie := routertest.NewBot(chat.Config{Store: dying, Words: w.words, Now: w.now, Log: slog.New(slog.DiscardHandler)}, dying)
	say(mayDie, "d", "ana", "resign")
	_, _ = mayDie.Config.Chat.Counted(context.Background(), place) // it may be dead
	dying.mu.Lock()
	survived, dying.dead = !dying.dead, true // what it still does in the background comes too late
	dying.mu.Unlock()
	if r := say(w.replicas[2], "d", "ana", "resign"); r.Result != dialog.Done && r.Result != dialog.Duplicate {
		w.t.Errorf("write %s: the move delivered again was %s, want it done", name, r.Result)
	}
	w.settle()
	for who, want := range map[string]float64{"ana": 0, "bob": 1} {
		m := w.counted(place.Guild, who, 2)
		if len(m.Pairs) != 1 || m.Pairs[0].Score != want {
			w.t.Errorf("write %s: %s's pairs are %+v, want one with the score %v", name, who, m.Pairs, want)
		}
	}
	rec, err := w.store.Get(context.Background(), place.String())
	doc, err2 := channel.Decode(rec.Data)
	if err != nil || err2 != nil || len(doc.Results) != 0 {
		w.t.Errorf("write %s: %d results wait, %v, %v", name, len(doc.Results), err, err2)
	}
	return survived
}

// counted checks that a member's document has the given number of games, that its rating
// can be recomputed from its pairs, and that the leaderboard agrees.
func (w *cluster) counted(guild, who string, games int) person.Member {
	w.t.Helper()
	ctx := context.Background()
	m, err := person.NewMembers(w.store, time.Now, 0).Read(ctx, person.MemberKey("test", guild, who))
	if err != nil {
		w.t.Fatal(err)
	}
	played := 0
	for _, g := range m.Games {
		played += g.People.Played
	}
	if played != games || m.LateResults != 0 || m.LeaderboardsStale || m.Rating == nil {
		w.t.Errorf("%s in %s: %d games counted, %d refused, behind: %v, rated: %v; want %d", who, guild, played, m.LateResults, m.LeaderboardsStale, m.Rating != nil, games)
		return m
	}
	if r, off := recomputed(m); off > 1e-6 {
		w.t.Errorf("%s in %s: computed again the rating is %+v, stored %+v", who, guild, r, *m.Rating)
	}
	lines, _, err := w.store.Lines(ctx, "rating:test/"+guild, 0, 10)
	if err != nil {
		w.t.Fatal(err)
	}
	found := 0
	for _, l := range lines {
		if l.Member == who && l.Score == m.Rating.Rating-2*m.Rating.Deviation {
			found++
		}
	}
	if found != 1 {
		w.t.Errorf("%s in %s: the board has %+v, want the rating %+v once", who, guild, lines, *m.Rating)
	}
	return m
}

// recomputed returns the rating computed from the stored pairs, and how far the stored
// rating differs.
func recomputed(m person.Member) (r rating.Rating, off float64) {
	r = rating.New()
	last := store.Unix(0)
	if m.Base != nil {
		r, last = rating.Rating{Rating: m.Base.Rating, Deviation: m.Base.Deviation, Volatility: m.Base.Volatility}, m.Base.At
	}
	for _, p := range m.Pairs {
		if last != 0 {
			r = r.Idle(p.At.Time().Sub(last.Time()))
		}
		r = r.After(rating.Result{Opponent: rating.Rating{Rating: p.Rating, Deviation: p.Deviation}, Score: p.Score})
		last = p.At
	}
	return r, max(math.Abs(r.Rating-m.Rating.Rating), math.Abs(r.Deviation-m.Rating.Deviation), math.Abs(r.Volatility-m.Rating.Volatility))
}
