package serve

import (
	"context"
	"log/slog"
	"testing"
	"time"

	"nimbot/store/storetest"
)

func TestRunningServerIsRecorded(t *testing.T) {
	s := storetest.NewMemory()
	ctx, stop := context.WithCancel(t.Context())
	done := make(chan struct{})
	go func() {
		defer close(done)
		Announce(ctx, s, time.Now, slog.New(slog.DiscardHandler))
	}()
	who := ""
	for range 60_000 {
		var err error
		if who, err = RunningServer(t.Context(), s); err != nil {
			t.Fatal(err)
		} else if who != "" {
			break
		}
		time.Sleep(time.Millisecond)
	}
	if who == "" {
		t.Fatal("RunningServer = nobody, want this process")
	}
	stop()
	<-done
	if who, err := RunningServer(t.Context(), s); who != "" || err != nil {
		t.Errorf("after the end attending = %q, %v, want nobody", who, err)
	}
}
