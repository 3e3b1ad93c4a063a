package serve

import (
	"context"
	"log/slog"
	"testing"
	"time"

	"nimbot/store/storetest"
)

func TestAServerSaysThatItServes(t *testing.T) {
	s := storetest.NewMemory()
	ctx, stop := context.WithCancel(t.Context())
	done := make(chan struct{})
	go func() {
		defer close(done)
		Attend(ctx, s, slog.New(slog.DiscardHandler))
	}()
	who := ""
	for range 1000 {
		var err error
		if who, err = Attending(t.Context(), s); err != nil {
			t.Fatal(err)
		} else if who != "" {
			break
		}
		time.Sleep(time.Millisecond)
	}
	if who == "" {
		t.Fatal("Attending = nobody, want this process")
	}
	stop()
	<-done
	if who, err := Attending(t.Context(), s); who != "" || err != nil {
		t.Errorf("after the end attending = %q, %v, want nobody", who, err)
	}
}
