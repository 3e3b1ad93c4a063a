package serve

import (
	"bytes"
	"net/http"
	"runtime"
	"time"

	lru "github.com/hashicorp/golang-lru/v2"

	"nimbot/adapters/clientip"
	"nimbot/game/draw"
	"nimbot/game/words"
	"nimbot/store/bounds"
)

// boardPath is where pictures of boards are served; see [draw.Picture].
const boardPath = "GET /board/"

const (
	// boardsKept is how many pictures are remembered, of some 5 kB each.
	boardsKept = 500
	// wrongBurst is how many pictures that don't exist an address may ask for at once, and then one
	// each wrongEvery. New ones count apart: see shares.
	wrongBurst = 200
	wrongEvery = time.Second / 20
	// boardTime is how long a request waits for others' pictures to be drawn, and boardsWaiting how
	// many do.
	boardTime     = time.Second
	boardsWaiting = 1000
)

// boards serves pictures by their addresses. A picture never changes, so
// whoever has one need not ask again; requests for made-up positions can use at
// most one drawing per processor at a time.
type boards struct {
	words   *words.Catalogue
	proxies clientip.Proxies
	known   *lru.Cache[string, []byte]
	room    bounds.Queue    // of pictures that are being drawn
	wrong   *bounds.Buckets // of pictures that don't exist
	shares  shares          // of new pictures: positions can be made up
}

func newBoards(catalogue *words.Catalogue, proxies clientip.Proxies) (*boards, error) {
	known, err := lru.New[string, []byte](boardsKept)
	if err != nil {
		return nil, err
	}
	return &boards{
		words: catalogue, proxies: proxies, known: known, room: bounds.NewQueue(runtime.GOMAXPROCS(0), boardsWaiting, boardTime),
		wrong: bounds.NewBuckets(bounds.Rate{Every: wrongEvery, Burst: wrongBurst}, time.Now), shares: shares{now: time.Now},
	}, nil
}

// ServeHTTP answers with a picture, or redirects to its address if the position is written as
// people type it. It answers 404 with a sentence to an invalid address, 429 if too many pictures
// are new, and 503 if too many are being drawn.
func (b *boards) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	path := r.URL.EscapedPath()
	data, ok := b.known.Get(path)
	if !ok {
		if data, ok = b.draw(w, r, path); !ok {
			return
		}
	}
	h := w.Header()
	h.Set("Content-Type", "image/png")
	h.Set("Cache-Control", "public, max-age=31536000, immutable")
	h.Set("X-Content-Type-Options", "nosniff")
	_, _ = w.Write(data) // a visitor who went away
}

// draw draws a new picture. ok is false if the request was answered otherwise.
func (b *boards) draw(w http.ResponseWriter, r *http.Request, path string) (data []byte, ok bool) {
	from := b.proxies.Client(r)
	p, err := draw.ParsePath(path)
	if err != nil {
		switch address, ok := draw.Elsewhere(path); {
		case !b.wrong.Take(from):
			b.refuseBusy(w)
		case ok:
			http.Redirect(w, r, address, http.StatusMovedPermanently)
		default:
			b.refuse(w, "picture.unknown", http.StatusNotFound)
		}
		return nil, false
	}
	if !b.shares.allow(from) {
		b.refuseBusy(w)
		return nil, false
	}
	leave, ok := b.room.Enter(r.Context())
	if !ok {
		w.Header().Set("Retry-After", "1")
		b.refuse(w, "picture.busy", http.StatusServiceUnavailable)
		return nil, false
	}
	defer leave()
	var out bytes.Buffer
	if err := p.PNG(&out, draw.Width); err != nil {
		b.refuse(w, "picture.unknown", http.StatusNotFound)
		return nil, false
	}
	b.known.Add(path, out.Bytes())
	return out.Bytes(), true
}

func (b *boards) refuseBusy(w http.ResponseWriter) {
	w.Header().Set("Retry-After", "10")
	b.refuse(w, "picture.busy", http.StatusTooManyRequests)
}

// refuse says a sentence of the catalogue.
func (b *boards) refuse(w http.ResponseWriter, key string, status int) {
	http.Error(w, b.words.Say(words.Text{Key: key}, words.Voice{}), status)
}
