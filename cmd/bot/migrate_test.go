package main

import (
	"context"
	"io"
	"log/slog"
	"strings"
	"testing"
	"time"

	"nimbot/config"
	"nimbot/store/redis/redistest"
	"nimbot/store/storetest"
)

func TestAServerSaysThatItServes(t *testing.T) {
	s := storetest.NewMemory()
	ctx, stop := context.WithCancel(t.Context())
	done := make(chan struct{})
	go func() {
		defer close(done)
		attend(ctx, s, slog.New(slog.DiscardHandler))
	}()
	who := ""
	for range 1000 {
		var err error
		if who, err = attending(t.Context(), s); err != nil {
			t.Fatal(err)
		} else if who != "" {
			break
		}
		time.Sleep(time.Millisecond)
	}
	if who == "" {
		t.Fatal("attending = nobody, want this process")
	}
	stop()
	<-done
	if who, err := attending(t.Context(), s); who != "" || err != nil {
		t.Errorf("after the end attending = %q, %v, want nobody", who, err)
	}
}

// noEnvironment are streams of a program that reads in and finds nothing set.
func noEnvironment(in string, out, errs io.Writer) streams {
	return streams{in: strings.NewReader(in), out: out, err: errs, getenv: func(string) (string, bool) { return "", false }}
}

func TestMigrateToRedisRefusesWhileItIsServedFrom(t *testing.T) {
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
	s, _, err := openStore(t.Context(), config.StoreURL(server.URL()), time.Now, "")
	if err != nil {
		t.Fatal(err)
	}
	if err := sign(t.Context(), s, attendancePrefix+"elsewhere-1", time.Now().Add(time.Minute)); err != nil {
		t.Fatal(err)
	}
	if code, _, errs := migrate(); code != exitFailed || !strings.Contains(errs, "elsewhere-1 is serving from it; stop it first") {
		t.Errorf("migrate while it is served from = %d %q, want %d and a remedy", code, errs, exitFailed)
	}
	if err := sign(t.Context(), s, attendancePrefix+"elsewhere-1", time.Now().Add(-time.Second)); err != nil {
		t.Fatal(err)
	}
	if err := s.Close(); err != nil {
		t.Fatal(err)
	}
	if code, out, errs := migrate(); code != exitGood || !strings.HasPrefix(out, "1 record of") {
		t.Errorf("migrate = %d %q %q, want %d", code, out, errs, exitGood)
	}
}

// What redis answers is no reason to start it.
func TestARefusingRedisIsNotToBeStarted(t *testing.T) {
	server := redistest.Start(t)
	url := config.StoreURL("redis://nobody:wrong@" + strings.TrimPrefix(server.URL(), "redis://"))
	_, _, err := openStore(t.Context(), url, time.Now, "")
	if err == nil {
		t.Fatal("openStore with a wrong password = nil, want an error")
	}
	for text, want := range map[string]bool{"refused the user or the password": true, "; correct them": true, "start it": false} {
		if strings.Contains(err.Error(), text) != want {
			t.Errorf("openStore with a wrong password = %q: holds %q is %v, want %v", err, text, !want, want)
		}
	}
}
