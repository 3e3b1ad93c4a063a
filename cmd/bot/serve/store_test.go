package serve

import (
	"strings"
	"testing"
	"time"

	"nimbot/cmd/bot/config"
	"nimbot/store/redis/redistest"
)

// If Redis answers with an error, the remedy isn't to start it.
func TestRemedyForARefusingRedis(t *testing.T) {
	server := redistest.Start(t)
	url := config.StoreURL("redis://nobody:wrong@" + strings.TrimPrefix(server.URL(), "redis://"))
	_, _, err := OpenStore(t.Context(), url, time.Now, "")
	if err == nil {
		t.Fatal("OpenStore with a wrong password = nil, want an error")
	}
	for text, want := range map[string]bool{"refused the user or the password": true, "; correct them": true, "start it": false} {
		if strings.Contains(err.Error(), text) != want {
			t.Errorf("OpenStore with a wrong password = %q: holds %q is %v, want %v", err, text, !want, want)
		}
	}
}
