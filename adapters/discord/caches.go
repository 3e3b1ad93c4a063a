package discord

import (
	"sync"

	"github.com/hashicorp/golang-lru/v2/simplelru"

	"nimbot/game/dialog"
)

// maxBoards is how many boards are remembered, at 2 kB each. A forgotten board keeps its
// buttons.
const maxBoards = 3000

// boards remembers the last board of each table, so that it can be retired, and the version of the
// board that is on its way, so that no outdated one is posted.
type boards struct {
	mu       sync.Mutex
	all      *simplelru.LRU[table, shownBoard]
	expected *simplelru.LRU[table, uint64] // versions
}

// table is one of a place's tables.
type table struct {
	place  dialog.Place
	number int
}

func newBoards() *boards {
	return &boards{all: newLRU[table, shownBoard](maxBoards, nil), expected: newLRU[table, uint64](maxBoards, nil)}
}

// expect records the boards of a reply that will be shown in p.
func (b *boards) expect(p dialog.Place, r dialog.Reply) {
	tables := r.Boards()
	if len(tables) == 0 {
		return
	}
	b.mu.Lock()
	defer b.mu.Unlock()
	for _, n := range tables {
		b.expected.Add(table{p, n}, r.Version)
	}
}

// isOutdated reports whether a newer board than the one with this version is on its way for a table
// of p.
func (b *boards) isOutdated(p dialog.Place, number int, version uint64) bool {
	b.mu.Lock()
	defer b.mu.Unlock()
	newest, ok := b.expected.Peek(table{p, number})
	return ok && newest > version
}

// replace remembers s for its table in p and returns what it replaced. A board that must
// not be replaced stays and isn't returned.
func (b *boards) replace(p dialog.Place, s shownBoard, may func(old shownBoard) bool) (old shownBoard, ok bool) {
	b.mu.Lock()
	defer b.mu.Unlock()
	at := table{p, s.message.TableNumber}
	if old, ok = b.all.Peek(at); ok && !may(old) {
		return shownBoard{}, false
	}
	b.all.Add(at, s)
	return old, ok
}

// last returns the last board of a table of p.
func (b *boards) last(p dialog.Place, number int) (s shownBoard, ok bool) {
	b.mu.Lock()
	defer b.mu.Unlock()
	return b.all.Peek(table{p, number})
}

// pictureCache caches pictures up to a total size, and drops the least recently used.
type pictureCache struct {
	most int // bytes, of keys and pictures

	mu    sync.Mutex
	bytes int
	all   *simplelru.LRU[string, []byte]
}

func newPictureCache(most int) *pictureCache {
	a := &pictureCache{most: most}
	a.all = newLRU(most, func(key string, png []byte) { a.bytes -= len(key) + len(png) })
	return a
}

func (a *pictureCache) get(key string) (png []byte, ok bool) {
	a.mu.Lock()
	defer a.mu.Unlock()
	return a.all.Get(key)
}

func (a *pictureCache) put(key string, png []byte) {
	a.mu.Lock()
	defer a.mu.Unlock()
	a.all.Remove(key)
	a.all.Add(key, png)
	for a.bytes += len(key) + len(png); a.bytes > a.most; {
		a.all.RemoveOldest()
	}
}

// newLRU makes a cache of up to most values; forgotten receives each dropped one.
func newLRU[K comparable, V any](most int, forgotten func(K, V)) *simplelru.LRU[K, V] {
	l, err := simplelru.NewLRU(most, forgotten)
	if err != nil {
		panic(err) // most is not positive
	}
	return l
}
