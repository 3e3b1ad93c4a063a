package chat

import (
	"container/list"
	"context"
	"sync"

	"nimbot/game"
	"nimbot/store"
)

// maxLanes is how many channels stay decoded in memory while nobody speaks
// in them: about 10 kB each.
const maxLanes = 10_000

// lanes lets one command at a time into each channel, and keeps what the last
// one knew.
type lanes struct {
	mu   sync.Mutex
	all  map[string]*lane
	idle *list.List // of *lane nobody is in, least recently used first
	max  int
}

// lane is one channel. known belongs to whoever is inside.
type lane struct {
	key    string
	gate   chan struct{} // holds one token while somebody is inside
	users  int           // inside or waiting
	inIdle *list.Element
	known  *known // nil: not read yet, or not to be trusted
	// unsure are the people whose last command had an unknown outcome.
	unsure map[string]bool
}

// doubt notes that nobody knows whether the person's command was done.
func (ln *lane) doubt(user string) {
	if ln.unsure == nil {
		ln.unsure = map[string]bool{}
	}
	ln.unsure[user] = true
}

// known is a decoded document. It is never changed, only replaced.
type known struct {
	version uint64
	doc     store.Channel
	match   game.Match // valid when doc.Game is not nil
}

func newLanes(max int) *lanes {
	return &lanes{all: map[string]*lane{}, idle: list.New(), max: max}
}

// enter waits for the channel's turn, as long as ctx allows.
func (l *lanes) enter(ctx context.Context, key string) (*lane, error) {
	l.mu.Lock()
	ln := l.all[key]
	if ln == nil {
		ln = &lane{key: key, gate: make(chan struct{}, 1)}
		l.all[key] = ln
	}
	ln.users++
	if ln.inIdle != nil {
		l.idle.Remove(ln.inIdle)
		ln.inIdle = nil
	}
	l.mu.Unlock()
	select {
	case ln.gate <- struct{}{}:
		return ln, nil
	case <-ctx.Done():
		l.release(ln)
		return nil, ctx.Err()
	}
}

func (l *lanes) leave(ln *lane) {
	<-ln.gate
	l.release(ln)
}

func (l *lanes) release(ln *lane) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if ln.users--; ln.users > 0 {
		return
	}
	ln.inIdle = l.idle.PushBack(ln)
	for l.idle.Len() > l.max {
		oldest := l.idle.Remove(l.idle.Front()).(*lane)
		delete(l.all, oldest.key)
	}
}

// decode reads what is stored; nothing stored is an empty document.
func decode(rec store.Record) (*known, error) {
	if rec.Version == 0 {
		return &known{}, nil
	}
	doc, err := store.DecodeChannel(rec.Data)
	if err != nil {
		return nil, err
	}
	k := &known{version: rec.Version, doc: doc}
	if g := doc.Game; g != nil {
		k.match, err = game.Replay(game.Setup{Game: g.Key, Ending: endingOf(g.Ending), Start: g.Start}, g.Events)
		if err != nil {
			return nil, corrupt(err)
		}
	}
	return k, nil
}
