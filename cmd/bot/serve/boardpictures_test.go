package serve

import (
	"bytes"
	"fmt"
	"image/png"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"nimbot/adapters/clientip"
	"nimbot/game/words"
	"nimbot/store/bounds"
)

func newPictures(t *testing.T) *boardPictures {
	t.Helper()
	catalogue, err := words.Load()
	if err != nil {
		t.Fatal(err)
	}
	pictures, err := newBoardPictures(catalogue, clientip.Proxies{}, time.Now, slog.New(slog.DiscardHandler))
	if err != nil {
		t.Fatal(err)
	}
	return pictures
}

func TestBoardsAreServedByTheirAddress(t *testing.T) {
	pictures := newPictures(t)
	handler := publicServer(nil, pictures, nil, slog.New(slog.DiscardHandler)).Handler
	tests := []struct {
		method, path string
		want         int
		says         string
	}{
		{"GET", "/board/light/nim/3_4_5/-.png", http.StatusOK, ""},
		{"GET", "/board/dark/turtles/1_3_4/0u0.6.6_0u0.3.3/kto.png", http.StatusOK, ""},
		{"GET", "/board/light/nim/3,4,5/-.png", http.StatusMovedPermanently, "/board/light/nim/3_4_5/-.png"},
		{"GET", "/board/card/chomp/3x4/-.png", http.StatusMovedPermanently, "/board/card/chomp/4_4_4/-.png"},
		{"GET", "/board/card/fibonacci/20/-.png", http.StatusMovedPermanently, "/board/card/fibonacci/20_max19/-.png"},
		{"GET", "/board/card/nim/3_4_5/-.png", http.StatusOK, ""},
		{"GET", "/board/card/chomp/4_9_2/-.png", http.StatusNotFound, "There's no board"},
		{"GET", "/board/card/nim/3_4_5/-/evil.png", http.StatusNotFound, "There's no board"},
		{"GET", "/board/card/nim/99999999999999999999/-.png", http.StatusNotFound, "There's no board"},
		{"GET", "/board/card/nim/3_4_5/9z9.9.9.png", http.StatusNotFound, "There's no board"},
		{"GET", "/board/", http.StatusNotFound, "There's no board at this address."},
		{"GET", "/board/light/nim/" + strings.Repeat("9_", 5000) + "9/-.png", http.StatusNotFound, "There's no board"},
		{"POST", "/board/light/nim/3_4_5/-.png", http.StatusMethodNotAllowed, ""},
	}
	for _, test := range tests {
		for range 2 { // drawn, and remembered
			w := httptest.NewRecorder()
			handler.ServeHTTP(w, httptest.NewRequest(test.method, test.path, nil))
			if w.Code != test.want || !strings.Contains(w.Body.String(), test.says) {
				t.Errorf("%s %s = %d, %q; want %d", test.method, test.path, w.Code, w.Body, test.want)
			}
			if w.Code != http.StatusOK {
				continue
			}
			if kept := w.Header().Get("Cache-Control"); !strings.Contains(kept, "immutable") || w.Header().Get("Content-Type") != "image/png" {
				t.Errorf("GET %s has the header %v, want a PNG that never changes", test.path, w.Header())
			}
			if _, err := png.Decode(bytes.NewReader(w.Body.Bytes())); err != nil {
				t.Errorf("GET %s: %v", test.path, err)
			}
		}
	}
}

// getFrom asks for a picture from an address.
func (b *boardPictures) getFrom(from, path string) *httptest.ResponseRecorder {
	w := httptest.NewRecorder()
	r := httptest.NewRequest("GET", path, nil)
	r.RemoteAddr = from + ":1"
	b.ServeHTTP(w, r)
	return w
}

// Pictures of positions that strangers make up fill neither the memory nor the processor: new ones
// that come too fast are refused to their address for a while. Known ones aren't, and neither are
// anybody else's.
func TestBoardsAreForgotten(t *testing.T) {
	pictures := newPictures(t)
	now := time.Unix(1_800_000_000, 0)
	pictures.shares.now = func() time.Time { return now }
	get := func(from string, n int) *httptest.ResponseRecorder {
		return pictures.getFrom(from, fmt.Sprintf("/board/light/nim/%d/-.png", n))
	}
	for n := range sourcePictures {
		get("192.0.2.1", n+1)
	}
	if w := get("192.0.2.1", sourcePictures+1); w.Code != http.StatusTooManyRequests || w.Header().Get("Retry-After") == "" {
		t.Errorf("a new picture after %d at once: %d, retry after %q", sourcePictures, w.Code, w.Header().Get("Retry-After"))
	}
	if w := get("192.0.2.1", sourcePictures); w.Code != http.StatusOK {
		t.Errorf("a picture that is known: %d", w.Code)
	}
	for n := range 10_000 {
		if w := get("192.0.2.1", picturesKept+n+1000); w.Code != http.StatusTooManyRequests {
			t.Fatalf("the %d. new picture: %d", n, w.Code)
		}
	}
	if w := get("192.0.2.2", sourcePictures+1); w.Code != http.StatusOK {
		t.Errorf("a new picture for another address: %d, want 200", w.Code)
	}
	for n := range picturesKept + 20 {
		now = now.Add(time.Second)
		if w := get("198.51.100.1", n+1); w.Code != http.StatusOK {
			t.Fatalf("a picture a second: %d", w.Code)
		}
	}
	if got := pictures.known.Len(); got != picturesKept {
		t.Errorf("%d pictures are remembered, want %d", got, picturesKept)
	}
}

// Pictures that don't exist refuse nobody a new one, not even at the same address.
func TestWrongPicturesSpendNothingShared(t *testing.T) {
	pictures := newPictures(t)
	now := time.Unix(1_800_000_000, 0)
	pictures.wrong = bounds.NewBuckets(bounds.Rate{Every: wrongEvery, Burst: wrongBurst}, func() time.Time { return now })
	codes := map[int]int{}
	for n := range 2000 {
		codes[pictures.getFrom("192.0.2.1", fmt.Sprintf("/board/card/chomp/4_9_%d/-.png", n)).Code]++
	}
	if codes[http.StatusNotFound] != wrongBurst || codes[http.StatusTooManyRequests] != 2000-wrongBurst {
		t.Errorf("wrong pictures are answered %v, want %d times 404 and then 429", codes, wrongBurst)
	}
	if n := pictures.shares.all; n > 0 {
		t.Errorf("wrong pictures took %d of what all share", n)
	}
	for i, from := range []string{"192.0.2.1", "192.0.2.2"} {
		if w := pictures.getFrom(from, fmt.Sprintf("/board/light/nim/3_%d/-.png", i+1)); w.Code != http.StatusOK {
			t.Errorf("a new picture for %s: %d, want 200", from, w.Code)
		}
	}
}
