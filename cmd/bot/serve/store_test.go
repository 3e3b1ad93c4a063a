package serve

import (
	"os"
	"path/filepath"
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

// TestCheckFile checks files that can and can't be written, or created, and that nothing is left
// where a file could be created.
func TestCheckFile(t *testing.T) {
	dir := t.TempDir()
	for _, name := range []string{"there.db", "unwritable/there.db"} {
		name = filepath.Join(dir, name)
		if err := os.MkdirAll(filepath.Dir(name), 0o700); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(name, nil, 0o600); err != nil {
			t.Fatal(err)
		}
	}
	unwritable := filepath.Join(dir, "unwritable")
	if err := os.Chmod(unwritable, 0o500); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = os.Chmod(unwritable, 0o700) })
	refusing := unwritable
	if os.Geteuid() == 0 {
		refusing = "/sys" // where even root may create nothing
	}
	for _, c := range []struct{ url, want string }{
		{"bolt:" + dir + "/there.db", ""},
		{"bolt:" + dir + "/new.db", ""},
		{"bolt:" + unwritable + "/there.db", ""}, // the file can be written, whatever its folder allows
		{"redis://127.0.0.1:1", ""},
		{"bolt:", ""},
		{"bolt:" + dir + "/none/nim.db", "its folder does not exist; create it"},
		{"bolt:" + dir + "/there.db/nim.db", "not a directory"},
		{"bolt:" + dir, "is a directory"},
		{"bolt:" + refusing + "/nim.db", "may not be written by this user; change its owner"},
	} {
		err := CheckFile(config.StoreURL(c.url))
		if (err == nil) != (c.want == "") || err != nil && !strings.Contains(err.Error(), c.want) {
			t.Errorf("CheckFile(%q) = %v, want %q", c.url, err, c.want)
		}
	}
	left, err := os.ReadDir(dir)
	if err != nil || len(left) != 2 {
		t.Errorf("afterwards the folder holds %v, %v; want what it held before", left, err)
	}
}
