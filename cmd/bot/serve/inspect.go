package serve

import (
	"context"
	"io"
	"net/http"
	"net/url"
	"strings"

	"nimbot/cmd/bot/config"
	"nimbot/game/dialog"
	"nimbot/store"
	"nimbot/store/person"
	"nimbot/store/round"
)

// Inspectable reports whether a key is that of a channel, of its round or of a person.
func Inspectable(key string) bool {
	_, ok := dialog.ParsePlace(strings.TrimPrefix(key, round.Prefix))
	return ok || person.IsKey(key)
}

func inspectHandler(s store.Store) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		key := r.URL.Query().Get("place")
		if !Inspectable(key) {
			http.Error(w, "not a channel or a person", http.StatusBadRequest)
			return
		}
		rec, err := s.Get(r.Context(), key)
		switch {
		case err != nil:
			http.Error(w, err.Error(), http.StatusInternalServerError)
		case rec.Version == 0:
			http.Error(w, "nothing is stored for it", http.StatusNotFound)
		default:
			w.Header().Set("Content-Type", "application/json")
			_, _ = w.Write(rec.Data)
		}
	})
}

// InspectRunning reads the document under a key from the server that holds the
// store's file. It reads at most 4 MiB. The error is a Problem if no server can be asked within
// AskWithin, or what the server says.
func InspectRunning(ctx context.Context, c config.Config, key string) (document []byte, err error) {
	ctx, cancel := context.WithTimeout(ctx, AskWithin)
	defer cancel()
	resp, err := askServer(ctx, c, "/inspect?"+url.Values{"place": {key}}.Encode())
	if err != nil {
		return nil, err
	}
	defer func() { _ = resp.Body.Close() }() // it was only read
	return io.ReadAll(http.MaxBytesReader(nil, resp.Body, 4<<20))
}
