package chat_test

import (
	"context"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"nimbot/game/chat"
	"nimbot/game/chat/chattest"
	"nimbot/game/dialog"
	"nimbot/game/rules"
	"nimbot/game/words"
	"nimbot/internal/slowtest"
	"nimbot/store"
	"nimbot/store/channel"
	"nimbot/store/redis"
	"nimbot/store/redis/redistest"
	"nimbot/store/storetest"
)

// Two handlers, as in two processes, play on the same boards at once: every accepted move
// is in the document once, and nobody is refused because of the other replica.
func TestTwoReplicasOnOneStoreLoseNothing(t *testing.T) {
	catalogue, err := words.Load()
	if err != nil {
		t.Fatal(err)
	}
	s := storetest.NewMemory()
	playOnReplicas(t, catalogue, s, s)
}

// TestTwoProcessesOnOneRedisLoseNothing is the same with two connections to a
// real server.
func TestTwoProcessesOnOneRedisLoseNothing(t *testing.T) {
	catalogue, err := words.Load()
	if err != nil {
		t.Fatal(err)
	}
	server := redistest.Start(t)
	playOnReplicas(t, catalogue, connect(t, server), connect(t, server))
}

func connect(t *testing.T, server *redistest.Server) store.Store {
	t.Helper()
	redis.LogTo(slog.New(slog.DiscardHandler)) // its server may be killed
	s, err := redis.Open(server.URL(), redis.Options{})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = s.Close() }) // its server may be gone
	return s
}

func playOnReplicas(t *testing.T, catalogue *words.Catalogue, first, second store.Store) {
	quiet := slog.New(slog.DiscardHandler)
	replicas := []*chat.Handler{
		chat.New(chat.Config{Store: first, Words: catalogue, Log: quiet}),
		chat.New(chat.Config{Store: second, Words: catalogue, Log: quiet}),
	}
	const rooms, plies = 4, 100
	for room := range rooms {
		place := dialog.Place{Platform: "test", Channel: fmt.Sprint(room)}
		ask := func(h *chat.Handler, who, text, id string) dialog.Reply {
			return h.Handle(t.Context(), dialog.Request{ID: id, Place: place, User: chattest.Person(who), Text: text, Mentions: map[string]dialog.User{"bob": chattest.Person("bob")}})
		}
		ask(replicas[0], "ana", "challenge @bob 1000 first:me", "")
		ask(replicas[1], "bob", "accept", "")
		var accepted atomic.Int64
		var wg sync.WaitGroup
		for i, who := range []string{"ana", "bob"} {
			wg.Go(func() {
				for n := 0; n < plies; {
					r := ask(replicas[(i+n)%2], who, "A1", fmt.Sprint(who, n))
					switch r.Result {
					case dialog.Done:
						accepted.Add(1)
						n++
					case dialog.Refused: // not this person's turn yet
					default:
						t.Errorf("%s's move gave %v", who, r.Result)
						return
					}
				}
			})
		}
		wg.Wait()
		r := ask(replicas[0], "eve", "board", "")
		if want := fmt.Sprint(1000 - 2*plies); r.State.Position != want || accepted.Load() != 2*plies {
			t.Errorf("after %d accepted moves the pile holds %s, want %s", accepted.Load(), r.State.Position, want)
		}
	}
}

// TestRedisGoesAwayAndComesBack kills the server in the middle of a game: the
// person is told that the board is safe, and plays on when it is back.
func TestRedisGoesAwayAndComesBack(t *testing.T) {
	server := redistest.Start(t, "--appendonly", "yes", "--appendfsync", "always")
	c := chattest.NewRoom(t)
	c.Store = connect(t, server)
	c.Restart()
	c.Says("ana", "start 3 4 5")
	server.Kill()
	for _, text := range []string{"A2", "hint", "/nim start"} {
		r := c.Says("ana", text)
		if c.Expect(r, "[ana] I can't reach my storage"); r.Result != dialog.Unavailable {
			t.Errorf("while Redis is away %q gave %v, want %v", text, r.Result, dialog.Unavailable)
		}
	}
	if err := server.Restart(); err != nil {
		t.Fatal(err)
	}
	c.Expect(c.Says("ana", "A2"), "[ana] I'm not sure your last command went through", "Piles: A 3, B 4, C 5")
	c.Expect(c.Says("ana", "A2"), "[all]", "ana took 2 from A")
}

// flaky is a store that can be away, or lose its answers after doing the work.
type flaky struct {
	store.Store
	away, lose atomic.Bool
}

func (f *flaky) Commit(ctx context.Context, key string, w store.Write) (store.Record, error) {
	if f.away.Load() {
		<-ctx.Done()
		return store.Record{}, fmt.Errorf("%w: %w", store.ErrUnavailable, ctx.Err())
	}
	rec, err := f.Store.Commit(ctx, key, w)
	if f.lose.Load() {
		return store.Record{}, fmt.Errorf("%w: the answer was lost", store.ErrUnavailable)
	}
	return rec, err
}

func newFlaky(t *testing.T) (*chattest.Room, *flaky) {
	c := chattest.NewRoom(t)
	f := &flaky{Store: c.Store}
	c.Handler = chat.New(chat.Config{
		Store: f, Words: c.Words, Seed: 7, Now: c.Clock,
		Log: slog.New(slog.NewTextHandler(io.Discard, nil)), Timeout: 500 * time.Millisecond, // also to compute, on a busy machine
	})
	return c, f
}

func TestAStoreThatIsAwayLosesNothing(t *testing.T) {
	c, f := newFlaky(t)
	c.Says("ana", "start 3 4 5")
	f.away.Store(true)
	if r := c.Expect(c.Says("ana", "A2"), "[ana] I can't reach my storage"); r.Result != dialog.Unavailable {
		t.Errorf("Result = %v, want %v", r.Result, dialog.Unavailable)
	}
	f.away.Store(false)
	r := c.Expect(c.Says("ana", "A2"), "[ana] I'm not sure your last command went through", "Piles: A 3, B 4, C 5")
	if r.State.Position != "3 4 5" {
		t.Errorf("the position is %q, want 3 4 5", r.State.Position)
	}
	c.Expect(c.Says("ana", "A2"), "ana took 2 from A")
}

func TestALostAnswerIsNotPlayedTwice(t *testing.T) {
	c, f := newFlaky(t)
	c.Says("ana", "start 1000")
	f.lose.Store(true)
	move := c.Request("ana", "A1")
	if r := c.Handler.Handle(t.Context(), move); r.Result != dialog.Unavailable {
		t.Errorf("Result = %v, want %v", r.Result, dialog.Unavailable)
	}
	f.lose.Store(false)
	// The platform delivers the same again: it was done, so it is a success.
	r := c.Handler.Handle(t.Context(), move)
	if r.Result != dialog.Duplicate {
		t.Errorf("Result = %v, want %v", r.Result, dialog.Duplicate)
	}
	c.Expect(r, "[ana] That's already done.")
	c.Expect(c.Says("ana", "board"), "[all]", "ana took 1 from A")
}

// full is a store without room.
type full struct{ store.Store }

func (full) Commit(context.Context, string, store.Write) (store.Record, error) {
	return store.Record{}, fmt.Errorf("%w: no space left on device", store.ErrFull)
}

func TestAFullStoreSaysSoAndChangesNothing(t *testing.T) {
	c := chattest.NewRoom(t)
	c.Handler = chat.New(chat.Config{Store: full{c.Store}, Words: c.Words, Log: slog.New(slog.NewTextHandler(io.Discard, nil))})
	c.Expect(c.Says("ana", "start 3 4 5"), "[ana] I'm out of storage")
	if rec, err := c.Store.Get(t.Context(), c.Place.String()); err != nil || rec.Version != 0 {
		t.Errorf("Get = %v, %v; want nothing stored", rec, err)
	}
}

func TestUnreadableDocumentIsNotOverwritten(t *testing.T) {
	for name, data := range map[string]string{
		"truncated":     `{"v":3,"n":1,"game":{"id":}`,
		"foreign moves": `{"v":3,"n":1,"game":{"id":"x","game":"nim","ending":"normal","start":"3 4","players":[{"id":"ana"},{"id":"bot"}],"events":"A9","since":1}}`,
		"unknown game":  `{"v":3,"n":1,"game":{"id":"x","game":"go","ending":"normal","start":"3 4","players":[{"id":"ana"},{"id":"bot"}],"events":"","since":1}}`,
	} {
		c := chattest.NewRoom(t)
		if _, err := c.Store.Commit(t.Context(), c.Place.String(), store.Write{Data: []byte(data)}); err != nil {
			t.Fatalf("%s: %v", name, err)
		}
		r := c.Expect(c.Says("ana", "start 3 4 5"), "[ana] I can't read this channel's game")
		if r.Result != dialog.Broken {
			t.Errorf("%s: Result = %v, want %v", name, r.Result, dialog.Broken)
		}
		// A store may refuse to hand out what is not even JSON.
		doc, err := c.Handler.Document(t.Context(), c.Place)
		if !errors.Is(err, store.ErrCorrupt) && (err != nil || string(doc) != data) {
			t.Errorf("%s: the document is now %s, %v", name, doc, err)
		}
	}
}

// TestADocumentOfANewerVersionIsLeftAlone has a replica that isn't upgraded yet meet
// what one that is wrote: it says so, and nothing is damaged.
func TestADocumentOfANewerVersionIsLeftAlone(t *testing.T) {
	c := chattest.NewRoom(t)
	c.Handler = chat.New(chat.Config{Store: storetest.Failing{Archive: c.Store.(store.Archive), Err: store.ErrNewer}, Words: c.Words})
	for _, text := range []string{"start 3 4 5", "board", "A1"} {
		r := c.Expect(c.Says("ana", text), "[ana] I'm being upgraded")
		if r.Result != dialog.Unavailable {
			t.Errorf("%q: Result = %v, want %v", text, r.Result, dialog.Unavailable)
		}
	}
}

func TestAButtonIsNeverTooLongForAPlatform(t *testing.T) {
	slowtest.Sequential(t)
	const discord = 100 - 2 // a custom_id, less the adapter's own mark
	for _, g := range rules.Games() {
		c := chattest.NewRoom(t)
		for _, setup := range g.Examples {
			for _, ending := range g.Endings {
				word := ""
				if ending == rules.Misere {
					word = " misere"
				}
				r := c.Says("ana", "start "+setup+word+" game:"+g.Key)
				for range 6 {
					next := ""
					for _, m := range r.Messages {
						buttons := m.Buttons
						if m.Menu != nil {
							buttons = append(append([]dialog.Button(nil), m.Menu.Items...), buttons...)
							next = m.Menu.Items[len(m.Menu.Items)-1].Command
						}
						if len(buttons) > 2 && m.Menu != nil && len(m.Menu.Items) > 25 {
							t.Errorf("%s: a menu of %d items", g.Key, len(m.Menu.Items))
						}
						for _, b := range buttons {
							if len(b.Command) > discord {
								t.Errorf("%s: the button %q is %d characters long, want at most %d", g.Key, b.Command, len(b.Command), discord)
							}
						}
					}
					if next == "" || r.State == nil || r.State.Over {
						break
					}
					r = c.Says("ana", next)
				}
				c.Text(r)
				c.Says("ana", "stop")
			}
		}
	}
}

func FuzzHandle(f *testing.F) {
	for _, s := range []string{"start 3 4 5", "take 2 from B", "challenge @bob 3 game:pass clock:10m", "pick A >3 ~1.x", "hint 2", "predict 1 1 1 misere", "start game:octal:0.137 9 4", "start game:octal:0.1", "open game:octal:0.111 misere", "\u202e@everyone `x`", "undo", "split A into 1 and 2"} {
		f.Add(s)
	}
	catalogue, err := words.Load()
	if err != nil {
		f.Fatal(err)
	}
	f.Fuzz(func(t *testing.T, text string) {
		slowtest.Input(t)
		h := chat.New(chat.Config{Store: storetest.NewMemory(), Words: catalogue, Seed: 1, Log: slog.New(slog.NewTextHandler(io.Discard, nil))})
		place := dialog.Place{Platform: "fuzz", Channel: "1"}
		for _, line := range []string{text, "start 3 4 5", text, "hint 3", text} {
			r := h.Handle(t.Context(), dialog.Request{Place: place, User: chattest.Person("ana"), Text: line})
			if len(r.Messages) == 0 {
				t.Fatalf("%q was not answered", line)
			}
			if r.Result == dialog.Broken {
				t.Fatalf("%q broke the handler", line)
			}
			for _, m := range r.Messages {
				for _, l := range m.Lines {
					if catalogue.Say(l, words.Voice{Command: "/nim"}) == "" {
						t.Fatalf("%q was answered with an empty line %v", line, l)
					}
				}
			}
		}
	})
}

func FuzzDecode(f *testing.F) {
	f.Add([]byte(`{"v":3,"n":1,"turn":1,"game":{"id":"x","game":"nim","ending":"normal","start":"3 4","players":[{"id":"ana"},{"id":"bot"}],"events":"A1 B2 !undo:0","since":1}}`))
	f.Add([]byte(`{"v":3,"n":1}`))
	f.Fuzz(func(t *testing.T, data []byte) {
		slowtest.Input(t)
		c, err := channel.Decode(data)
		if err != nil {
			if !errors.Is(err, store.ErrCorrupt) && !errors.Is(err, store.ErrNewer) {
				t.Fatalf("channel.Decode(%q) = %v, want ErrCorrupt or ErrNewer", data, err)
			}
			return
		}
		again := c.Encode()
		if _, err := channel.Decode(again); err != nil {
			t.Fatalf("Decode(Encode()) = %v for %s", err, again)
		}
	})
}
