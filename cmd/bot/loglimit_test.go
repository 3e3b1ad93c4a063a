package main

import (
	"bytes"
	"fmt"
	"log/slog"
	"strings"
	"testing"
	"testing/synctest"
	"time"
)

// TestLogOfAFlood writes a thousand errors of one text in three seconds: a line a
// second and the number of the others are there, and nothing else is held back.
func TestLogOfAFlood(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var out bytes.Buffer
		log := sparingly(logger(&out, slog.LevelInfo))
		for i := range 1000 {
			log.With("platform", "discord").Error("the store is full", "place", fmt.Sprint("p", i))
			if i%100 == 0 {
				log.Warn("another", "n", i)
				log.Info("serving", "n", i)
			}
			time.Sleep(3 * time.Millisecond)
		}
		time.Sleep(2 * time.Second)
		synctest.Wait()
		text := out.String()
		lines, told := 0, 0
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
		if lines < 3 || lines > 5 || told != 1000 {
			t.Errorf("%d lines tell of %d errors, want 3 to 5 lines and 1000:\n%s", lines, told, text)
		}
		if n := strings.Count(text, "serving"); n != 10 {
			t.Errorf("%d of 10 lines that aren't warnings are there", n)
		}
		log.Error("the store is full", "place", "later")
		if !strings.HasSuffix(out.String(), "\"the store is full\" place=later\n") {
			t.Errorf("an error after a silence isn't written at once:\n%s", out.String())
		}
		time.Sleep(2 * time.Second)
	})
}
