package serve

import (
	"bytes"
	"log/slog"
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
	// picturesKept is how many pictures are remembered, of some 5 kB each.
	picturesKept = 500
	// wrongBurst is how many addresses of no picture, or of one that is served at another address, one
	// address may ask for at once, and then one each wrongEvery. New pictures count apart: see shares.
	wrongBurst = 200
	wrongEvery = time.Second / 20
	// drawWait is how long a request waits for others' pictures to be drawn, and drawsWaiting how
	// many requests do.
	drawWait     = time.Second
	drawsWaiting = 1000
)

// boardPictures serves pictures of boards by their addresses. A picture never changes, so
// whoever has one need not ask again; requests for made-up positions can use at
// most one drawing per processor at a time.
type boardPictures struct {
	words   *words.Catalogue
	proxies clientip.Proxies
	log     *slog.Logger
	known   *lru.Cache[string, []byte]
	room    bounds.Queue    // of pictures that are being drawn
	wrong   *bounds.Buckets // of addresses that aren't a picture's
	shares  shares          // of new pictures: positions can be made up
}

func newBoardPictures(catalogue *words.Catalogue, proxies clientip.Proxies, now func() time.Time, log *slog.Logger) (*boardPictures, error) {
	known, err := lru.New[string, []byte](picturesKept)
	if err != nil {
		return nil, err
	}
	return &boardPictures{
		words: catalogue, proxies: proxies, log: log, known: known, room: bounds.NewQueue(runtime.GOMAXPROCS(0), drawsWaiting, drawWait),
		wrong: bounds.NewBuckets(bounds.Rate{Every: wrongEvery, Burst: wrongBurst}, now), shares: shares{now: now},
	}, nil
}

// ServeHTTP answers with a picture, or redirects to its address if the position is written as
// people type it. It answers 404 with a sentence to an invalid address, 429 if too many pictures
// are new, 503 if too many are being drawn, and 500 if one can't be drawn.
func (b *boardPictures) ServeHTTP(w http.ResponseWriter, r *http.Request) {
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
func (b *boardPictures) draw(w http.ResponseWriter, r *http.Request, path string) (data []byte, ok bool) {
	from := b.proxies.Client(r)
	p, err := draw.ParsePath(path)
	if err != nil {
		b.redirect(w, r, path, from)
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
		b.log.ErrorContext(r.Context(), "a board can't be drawn", "path", path, "error", err)
		b.refuse(w, "picture.failed", http.StatusInternalServerError)
		return nil, false
	}
	b.known.Add(path, out.Bytes())
	return out.Bytes(), true
}

// redirect answers a path that isn't a picture's own, asked from an address.
func (b *boardPictures) redirect(w http.ResponseWriter, r *http.Request, path, from string) {
	if !b.wrong.Take(from) {
		b.refuseBusy(w)
		return
	}
	address, ok := draw.Elsewhere(path)
	if !ok {
		b.refuse(w, "picture.unknown", http.StatusNotFound)
		return
	}
	http.Redirect(w, r, address, http.StatusMovedPermanently)
}

func (b *boardPictures) refuseBusy(w http.ResponseWriter) {
	w.Header().Set("Retry-After", "10")
	b.refuse(w, "picture.busy", http.StatusTooManyRequests)
}

// refuse says a sentence of the catalogue.
func (b *boardPictures) refuse(w http.ResponseWriter, key string, status int) {
	http.Error(w, b.words.Say(words.Text{Key: key}, words.Voice{}), status)
}
