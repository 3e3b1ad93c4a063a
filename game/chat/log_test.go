package chat_test

import (
	"bytes"
	"log/slog"
	"strings"
	"testing"
	"time"

	"nimbot/game/chat"
	"nimbot/game/chat/chattest"
	"nimbot/store"
	"nimbot/store/storetest"
)

// TestTheLogHoldsNothingThatWasTyped lets commands fail in every way: the log
// tells which command it was, and never what somebody typed.
func TestTheLogHoldsNothingThatWasTyped(t *testing.T) {
	const typed = "hunter2"
	c := chattest.NewRoom(t)
	for _, tt := range []struct {
		name  string
		fault error // returned by the store; nil: the store panics
	}{
		{"a panic", nil},
		{"a store that is away", store.ErrUnavailable},
		{"a full store", store.ErrFull},
		{"a damaged document", store.ErrCorrupt},
		{"a document of a newer version", store.ErrNewer},
		{"a document of an older version", store.ErrOlder},
		{"an error that nobody expects", store.ErrInvalid},
	} {
		for _, text := range []string{"start " + typed, "challenge @" + typed + " 3 4 5", "start game:" + typed + " 3", typed, "take " + typed + " from B", "settings language:" + typed} {
			var log bytes.Buffer
			config := chat.Config{Store: c.Store, Words: c.Words, Log: slog.New(slog.NewTextHandler(&log, nil)), Now: func() time.Time { panic("out of order") }}
			if tt.fault != nil {
				config.Store, config.Now = storetest.Failing{Archive: c.Store.(store.Archive), Err: tt.fault}, nil
			}
			c.Handler = chat.New(config)
			c.Says("ana", text)
			if got := log.String(); strings.Contains(got, typed) || !strings.Contains(got, "test/room") {
				t.Errorf("%s: %q logs %s, want the place and nothing that was typed", tt.name, text, got)
			}
			if name, _, _ := strings.Cut(text, " "); tt.fault == nil && name == "start" && !strings.Contains(log.String(), "command=start") {
				t.Errorf("%s: %q logs %s, want the command's name", tt.name, text, log.String())
			}
		}
	}
}
