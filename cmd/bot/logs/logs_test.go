package logs_test

import (
	"bytes"
	"fmt"
	"log/slog"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"nimbot/cmd/bot/logs"
)

// TestLogOfAFlood writes a thousand lines of one text in three seconds. The log must have a
// line after each of the growing pauses, with the number of the others; other texts aren't
// held back, and after a silence a line is written at once.
func TestLogOfAFlood(t *testing.T) {
	for _, level := range []slog.Level{slog.LevelInfo, slog.LevelWarn, slog.LevelError} {
		synctest.Test(t, func(t *testing.T) {
			var out bytes.Buffer
			log := slog.New(logs.Thin(slog.NewTextHandler(&out, &slog.HandlerOptions{Level: slog.LevelDebug})))
			for i := range 1000 {
				log.With("platform", "discord").Log(t.Context(), level, "the store is full", "place", fmt.Sprint("p", i))
				if i%400 == 0 {
					log.Log(t.Context(), level, "another", "n", i)
				}
				if i%100 == 0 {
					log.Debug("a detail", "n", i)
				}
				time.Sleep(3 * time.Millisecond)
			}
			time.Sleep(2 * 10 * time.Second)
			synctest.Wait()
			text := out.String()
			if lines, told := floods(t, text); lines < 3 || lines > 5 || told != 1000 {
				t.Errorf("%d lines tell of %d errors, want 3 to 5 lines and 1000:\n%s", lines, told, text)
			}
			if !strings.Contains(text, "place=p999 more=") {
				t.Errorf("the last line isn't there:\n%s", text)
			}
			if n, m := strings.Count(text, "msg=another"), strings.Count(text, "a detail"); n != 3 || m != 10 {
				t.Errorf("%d of 3 lines of another text and %d of 10 details are there", n, m)
			}
			log.Log(t.Context(), level, "the store is full", "place", "later")
			if !strings.HasSuffix(out.String(), "\"the store is full\" place=later\n") {
				t.Errorf("a line after a silence isn't written at once:\n%s", out.String())
			}
			time.Sleep(2 * 10 * time.Second)
		})
	}
}

// floods counts the lines about a full store, and how many they tell of.
func floods(t *testing.T, text string) (lines, told int) {
	t.Helper()
	for line := range strings.Lines(text) {
		if !strings.Contains(line, "the store is full") {
			continue
		}
		lines, told = lines+1, told+1
		if !strings.Contains(line, "platform=discord place=p") {
			t.Errorf("a line without what was logged: %s", line)
		}
		if _, more, ok := strings.Cut(strings.TrimSpace(line), " more="); ok {
			var n int
			if _, err := fmt.Sscan(more, &n); err != nil {
				t.Errorf("%q: %v", line, err)
			}
			told += n
		}
	}
	return lines, told
}
