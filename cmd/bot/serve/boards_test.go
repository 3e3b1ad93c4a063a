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

	"golang.org/x/time/rate"

	"nimbot/game/words"
)

func drawnBoards(t *testing.T) *boards {
	t.Helper()
	catalogue, err := words.Load()
	if err != nil {
		t.Fatal(err)
	}
	pictures, err := newBoards(catalogue)
	if err != nil {
		t.Fatal(err)
	}
	return pictures
}

func TestBoardsAreServedByTheirAddress(t *testing.T) {
	pictures := drawnBoards(t)
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

// Addresses that strangers make up fill neither the memory nor the processor: new ones
// that come too fast are refused for a while, and known ones aren't.
func TestBoardsAreForgotten(t *testing.T) {
	pictures := drawnBoards(t)
	get := func(n int) *httptest.ResponseRecorder {
		w := httptest.NewRecorder()
		pictures.ServeHTTP(w, httptest.NewRequest("GET", fmt.Sprintf("/board/light/nim/%d/-.png", n), nil))
		return w
	}
	pictures.rate.SetLimit(0)
	for n := range boardsBurst {
		get(n + 1)
	}
	if w := get(boardsBurst + 1); w.Code != http.StatusTooManyRequests || w.Header().Get("Retry-After") == "" {
		t.Errorf("a new picture after %d at once: %d, retry after %q", boardsBurst, w.Code, w.Header().Get("Retry-After"))
	}
	if w := get(boardsBurst); w.Code != http.StatusOK {
		t.Errorf("a picture that is known: %d", w.Code)
	}
	for n := range 10_000 {
		if w := get(boardsKept + n + 1000); w.Code != http.StatusTooManyRequests {
			t.Fatalf("the %d. new picture: %d", n, w.Code)
		}
	}
	pictures.rate.SetLimit(rate.Inf)
	for n := range boardsKept + 20 {
		get(n + 1)
	}
	if got := pictures.known.Len(); got != boardsKept {
		t.Errorf("%d pictures are remembered, want %d", got, boardsKept)
	}
}
