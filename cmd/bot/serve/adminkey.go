package serve

import (
	"context"
	"crypto/rand"
	"crypto/subtle"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"net/http"
	"os"
	"strings"
	"time"

	"nimbot/cmd/bot/config"
	"nimbot/store/atomicfile"
)

// A server that has the store's file open writes the admin listener's address
// and a random key to a file next to it, readable by its own user only. The
// program's other commands read it to ask the server for documents. So whoever
// may not read the store may not read it through the server either.

// adminKey is what that file holds. The address is in there too, so that no other
// process that listens where a server is expected is ever told the key.
type adminKey struct {
	Address string `json:"address"` // of the admin listener
	Key     string `json:"key"`
	file    string // "": nobody needs to ask a server: the store is no file, and there are no profiles
}

// profileKeyFile is the file of a server that serves profiles and whose store is no file.
const profileKeyFile = "nimbot.admin"

// newAdminKey creates a random key. profile reports whether the server serves profiles.
func newAdminKey(url config.StoreURL, profile bool) *adminKey {
	path, _ := strings.CutPrefix(url.Absolute(), "bolt:")
	switch _, file := url.File(); {
	case file:
		path += ".admin"
	case profile:
		path = profileKeyFile
	default:
		path = ""
	}
	return &adminKey{Key: rand.Text(), file: path}
}

// publish writes the file. It replaces the file that a killed server has left.
func (k *adminKey) publish(address string) error {
	if k.file == "" {
		return nil
	}
	k.Address = address
	text, err := json.Marshal(k)
	if err != nil {
		return err
	}
	f, err := atomicfile.New(k.file)
	if err != nil {
		return err
	}
	defer f.Discard()
	_, err = f.Write(append(text, '\n'))
	if err := errors.Join(err, f.Sync(), f.Close()); err != nil {
		return err
	}
	return f.Replace()
}

// publishAgain is how long publishLater waits before each try.
const publishAgain = 5 * time.Second

// publishLater tries to publish the key until that succeeds, or ctx ends: the disk may be full.
func (k *adminKey) publishLater(ctx context.Context, address string, log *slog.Logger) {
	for {
		select {
		case <-time.After(publishAgain):
		case <-ctx.Done():
			return
		}
		if k.publish(address) == nil {
			log.InfoContext(ctx, "inspect and backup can ask this server again")
			return
		}
	}
}

// withdraw removes the file.
func (k *adminKey) withdraw() {
	if k.file != "" {
		_ = os.Remove(k.file) // if it stays, its key opens nothing
	}
}

// requireKey refuses requests without the key.
func (k *adminKey) requireKey(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		key, _ := strings.CutPrefix(r.Header.Get("Authorization"), "Bearer ")
		if key == "" || subtle.ConstantTimeCompare([]byte(key), []byte(k.Key)) != 1 {
			http.Error(w, "documents are only for whoever may read the store; run bot inspect or bot backup as the user who runs this server", http.StatusUnauthorized)
			return
		}
		next.ServeHTTP(w, r)
	})
}

// readAdminKey returns the key that the server of a store's file has published, and where that is even
// if it can't be read. The error is that of the file system or of package json.
func readAdminKey(url config.StoreURL) (*adminKey, error) {
	key := newAdminKey(url, false)
	text, err := os.ReadFile(key.file)
	if err == nil {
		err = json.Unmarshal(text, key)
	}
	return key, err
}

// askServer asks the server that has the store's file open for a path with
// documents. The caller closes the answer's body. Errors are Problems.
func askServer(ctx context.Context, c config.Config, path string) (*http.Response, error) {
	key, err := readAdminKey(c.Store)
	if err != nil {
		return nil, storeInUse(c, fmt.Sprintf("%s, by which its server could be asked, can't be read (%s)", key.file, config.Reason(err)), "stop the process, or run this as the user who runs it", err)
	}
	resp, err := AskAdmin(ctx, key.Address, path, key.Key)
	if err != nil {
		return nil, storeInUse(c, "no server answers on "+key.Address, "stop the process", err)
	}
	if resp.StatusCode != http.StatusOK {
		said, err := io.ReadAll(io.LimitReader(resp.Body, 1<<10))
		return nil, errors.Join(fmt.Errorf("the server on %s says: %s", key.Address, strings.TrimSpace(string(said))), err, resp.Body.Close())
	}
	return resp, nil
}

// strandedWithin is how long a server may take to say which store it uses.
const strandedWithin = time.Second

// strandedServer returns the admin address of a server that began with a store's file whose name
// belongs to another file now, or "": the file was moved, replaced or deleted while the server ran.
// The caller holds the file of that name, so no server does.
func strandedServer(ctx context.Context, url config.StoreURL) string {
	key, err := readAdminKey(url)
	if err != nil {
		return ""
	}
	ctx, cancel := context.WithTimeout(ctx, strandedWithin)
	defer cancel()
	resp, err := AskAdmin(ctx, key.Address, "/store", key.Key)
	if err != nil {
		return ""
	}
	defer func() { _ = resp.Body.Close() }() // it was only read
	said, err := io.ReadAll(io.LimitReader(resp.Body, 1<<12))
	if err != nil || resp.StatusCode != http.StatusOK || string(said) != url.Absolute() {
		return ""
	}
	return key.Address
}

// storeInUse returns the error for a store's file that another process has open.
func storeInUse(c config.Config, who, remedy string, cause error) error {
	return config.Problem{Key: "store", Value: c.Store.String(), Remedy: "another process uses this file, and " + who + "; " + remedy, Cause: cause}
}
