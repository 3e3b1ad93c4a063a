package main

import (
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"testing"
	"time"

	"nimbot/cmd/bot/config"
	"nimbot/cmd/bot/serve"
	"nimbot/internal/freeport"
	"nimbot/store"
	"nimbot/store/bolt"
	"nimbot/store/redis/redistest"
)

// BenchmarkStart starts the program on 300 000 channels, until it's ready:
//
//	go test ./cmd/bot -run - -bench Start -benchtime 10x
func BenchmarkStart(b *testing.B) {
	const channels = 300_000
	for _, c := range []struct {
		name string
		open func(b *testing.B) (config.StoreURL, store.Store)
	}{
		{"bolt", func(b *testing.B) (config.StoreURL, store.Store) {
			file := filepath.Join(b.TempDir(), "nim.db")
			s, err := bolt.Open(file, bolt.Options{})
			if err != nil {
				b.Fatal(err)
			}
			return config.StoreURL("bolt:" + file), s
		}},
		{"redis", func(b *testing.B) (config.StoreURL, store.Store) {
			url := config.StoreURL(redistest.Start(b).URL())
			s, _, err := serve.OpenStore(b.Context(), url, time.Now, "")
			if err != nil {
				b.Fatal(err)
			}
			return url, s
		}},
	} {
		b.Run(c.name, func(b *testing.B) {
			url, s := c.open(b)
			fillStore(b, s, channels)
			if err := s.Close(); err != nil {
				b.Fatal(err)
			}
			listen, admin := freeport.Address(b), freeport.Address(b)
			for b.Loop() {
				cmd := exec.Command("bot", "serve")
				cmd.Dir = b.TempDir()
				cmd.Env = append(os.Environ(), "NIM_STORE="+url.Reveal(), "NIM_WEB_ENABLED=true", "NIM_HTTP_LISTEN="+listen, "NIM_HTTP_ADMIN="+admin)
				if err := cmd.Start(); err != nil {
					b.Fatal(err)
				}
				for !isReady(admin) {
					time.Sleep(time.Millisecond)
				}
				b.StopTimer()
				_ = cmd.Process.Kill()
				_ = cmd.Wait() // it was killed
				b.StartTimer()
			}
		})
	}
}

// isReady asks an admin listener once.
func isReady(admin string) bool {
	resp, err := http.Get("http://" + admin + "/readyz")
	if err != nil {
		return false
	}
	_ = resp.Body.Close()
	return resp.StatusCode == http.StatusOK
}
