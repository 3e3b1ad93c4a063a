package main

import (
	"context"
	"io"
	"log/slog"
	"strings"
	"sync"
	"testing"
	"time"

	"nimbot/cmd/bot/config"
	"nimbot/cmd/bot/serve"
	"nimbot/store/redis/redistest"
)

// noEnvironment returns streams with an empty environment.
func noEnvironment(in string, out, errs io.Writer) streams {
	return streams{in: strings.NewReader(in), out: out, err: errs, getenv: func(string) (string, bool) { return "", false }}
}

func TestMigrateRefusesRedisInUse(t *testing.T) {
	server := redistest.Start(t)
	file := "bolt:" + t.TempDir() + "/nim.db"
	migrate := func() (code int, out, errs string) {
		var stdout, stderr strings.Builder
		code = run(t.Context(), []string{"migrate", file, server.URL()}, noEnvironment("", &stdout, &stderr))
		return code, stdout.String(), stderr.String()
	}
	if code := run(t.Context(), []string{"play", "--store", file}, noEnvironment("ana: start 3 4 5\n", io.Discard, io.Discard)); code != exitGood {
		t.Fatalf("play = %d, want %d", code, exitGood)
	}
	s, _, err := serve.OpenStore(t.Context(), config.StoreURL(server.URL()), time.Now, "")
	if err != nil {
		t.Fatal(err)
	}
	attending, stop := context.WithCancel(t.Context())
	var elsewhere sync.WaitGroup
	elsewhere.Go(func() { serve.Announce(attending, s, time.Now, slog.New(slog.DiscardHandler)) })
	for who := ""; who == ""; time.Sleep(time.Millisecond) {
		if who, err = serve.RunningServer(t.Context(), s); err != nil {
			t.Fatal(err)
		}
	}
	if code, _, errs := migrate(); code != exitFailed || !strings.Contains(errs, " is serving from it; stop it first") {
		t.Errorf("migrate while it is served from = %d %q, want %d and a remedy", code, errs, exitFailed)
	}
	stop()
	elsewhere.Wait()
	if err := s.Close(); err != nil {
		t.Fatal(err)
	}
	if code, out, errs := migrate(); code != exitGood || !strings.HasPrefix(out, "3 records of") {
		t.Errorf("migrate = %d %q %q, want %d", code, out, errs, exitGood)
	}
}
