package slack

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"time"

	"nimbot/store"
	"nimbot/store/lease"
)

// How installations are kept and their tokens renewed. With token rotation an access token
// lives twelve hours. A refresh token can be used only once, so only one process may renew
// at a time.
const (
	cachedFor   = 5 * time.Minute
	renewBefore = 2 * time.Hour          // before the token expires
	leaseFor    = 30 * time.Second       // of the process that renews
	leasePoll   = 200 * time.Millisecond // of the others, while they wait for it
)

// installation is the document of one workspace that installed the app.
type installation struct {
	Format    int           `json:"v"`
	Version   uint64        `json:"n"`
	Workspace workspace     `json:"workspace"`
	Name      string        `json:"name,omitempty"`
	Bot       string        `json:"bot"` // the bot's user id there
	Scopes    string        `json:"scopes,omitempty"`
	Granted   store.Unix    `json:"granted,omitempty"` // when it was installed; 0: not known
	Access    sealed        `json:"access"`
	Refresh   sealed        `json:"refresh,omitempty"`
	Expires   store.Unix    `json:"expires,omitempty"` // of Access; 0: never
	Unknown   store.Unknown `json:",embed"`
}

// tokens are the secrets of an installation.
type tokens struct {
	access, refresh string
	expires         time.Time // zero: never
}

// oauthGrant is an installation as Slack grants it.
type oauthGrant struct {
	workspace         workspace
	name, bot, scopes string
	tokens
}

// installStore keeps installations, encrypted, in the store.
type installStore struct {
	store   store.Store
	keys    Keys
	log     *slog.Logger
	now     func() time.Time
	cache   *ttlCache[string, decryptedInstallation]
	refresh func(ctx context.Context, refreshToken string) (tokens, error)
}

// decryptedInstallation is an installation with its secrets decrypted.
type decryptedInstallation struct {
	installation
	tokens
}

func newInstallStore(s store.Store, keys Keys, log *slog.Logger, now func() time.Time) *installStore {
	return &installStore{store: s, keys: keys, log: log, now: now, cache: newTTLCache[string, decryptedInstallation](remembered, cachedFor, now)}
}

const installPrefix = "slack-install/"

func installKey(id string) string { return installPrefix + id }

// token implements installations.
func (s *installStore) token(ctx context.Context, w workspace) (string, error) {
	o, err := s.find(ctx, w)
	if err != nil {
		return "", err
	}
	if o.expires.IsZero() || o.expires.Sub(s.now()) > renewBefore {
		return o.access, nil
	}
	token, err := s.renew(ctx, o.Workspace, o.access)
	if err != nil && s.now().Before(o.expires) {
		s.log.WarnContext(ctx, "a token could not be renewed yet", "workspace", o.Workspace.id(), "error", err)
		return o.access, nil
	}
	return token, err
}

// bot implements installations.
func (s *installStore) bot(ctx context.Context, w workspace) string {
	o, err := s.find(ctx, w)
	if err != nil {
		return ""
	}
	return o.Bot
}

// find returns the installation of w: its own, or that of its enterprise.
func (s *installStore) find(ctx context.Context, w workspace) (decryptedInstallation, error) {
	for _, id := range []string{w.id(), w.Enterprise} {
		if id == "" {
			continue
		}
		if o, ok := s.cache.get(id); ok {
			return o, nil
		}
		o, err := s.load(ctx, id)
		if !errors.Is(err, errNotInstalled) {
			return o, err
		}
	}
	return decryptedInstallation{}, errNotInstalled
}

// load reads an installation, encrypts it again if its key is an old one, and caches it.
func (s *installStore) load(ctx context.Context, id string) (decryptedInstallation, error) {
	o, err := s.read(ctx, id)
	if err != nil {
		return o, err
	}
	if !s.keys.current(o.Access) || !s.keys.current(o.Refresh) {
		if _, err := s.write(ctx, o.installation, o.tokens); err != nil && !errors.Is(err, store.ErrConflict) {
			s.log.WarnContext(ctx, "an installation could not be sealed with the new key", "workspace", id, "error", err)
		}
	}
	s.cache.put(id, o)
	return o, nil
}

func (s *installStore) read(ctx context.Context, id string) (decryptedInstallation, error) {
	rec, err := s.store.Get(ctx, installKey(id))
	if err != nil {
		return decryptedInstallation{}, err
	}
	return s.open(rec, id)
}

func (s *installStore) open(rec store.Record, id string) (decryptedInstallation, error) {
	if rec.Version == 0 {
		return decryptedInstallation{}, errNotInstalled
	}
	var o decryptedInstallation
	if err := store.Unmarshal(rec.Data, &o.installation); err != nil {
		return o, fmt.Errorf("an installation: %w", err)
	}
	var err error
	if o.access, err = s.keys.open(o.Access, installKey(id)); err != nil {
		return o, err
	}
	if o.tokens.refresh, err = s.keys.open(o.Refresh, installKey(id)); err != nil {
		return o, err
	}
	o.expires = o.Expires.Time()
	return o, nil
}

// write stores an installation with these tokens in place of the version that
// it was read as.
func (s *installStore) write(ctx context.Context, i installation, t tokens) (store.Record, error) {
	w, err := s.seal(i, t)
	if err != nil {
		return store.Record{}, err
	}
	return s.store.Commit(ctx, installKey(i.Workspace.id()), w)
}

func (s *installStore) seal(i installation, t tokens) (w store.Write, err error) {
	key := installKey(i.Workspace.id())
	w.Expect = i.Version
	i.Format, i.Version = store.Format, store.NextVersion(w.Expect, s.now())
	i.Access, i.Refresh = s.keys.seal(t.access, key), s.keys.seal(t.refresh, key)
	i.Expires = 0
	if !t.expires.IsZero() {
		i.Expires = store.UnixOf(t.expires)
	}
	w.Data, err = store.Marshal(i)
	return w, err
}

// add stores what Slack granted, in place of an earlier installation.
func (s *installStore) add(ctx context.Context, g oauthGrant) error {
	id := g.workspace.id()
	_, err := store.Change(ctx, s.store, installKey(id), func(rec store.Record) (store.Write, error) {
		i := installation{Version: rec.Version, Workspace: g.workspace, Name: g.name, Bot: g.bot, Scopes: g.scopes, Granted: store.UnixOf(s.now())}
		i.keepUnknown(rec)
		return s.seal(i, g.tokens)
	})
	s.cache.forget(id)
	return err
}

// keepUnknown copies the members written by a later version from the installation that i
// replaces.
func (i *installation) keepUnknown(rec store.Record) {
	var old installation
	if store.Unmarshal(rec.Data, &old) != nil {
		return // what cannot be read is replaced
	}
	i.Unknown, i.Workspace.Unknown = old.Unknown, old.Workspace.Unknown
}

// remove implements installations.
func (s *installStore) remove(ctx context.Context, w workspace, at store.Unix) (gone bool, err error) {
	gone = true
	_, err = store.Change(ctx, s.store, installKey(w.id()), func(rec store.Record) (store.Write, error) {
		gone = at == 0 || grantedAt(rec) <= at
		if !gone || rec.Version == 0 {
			return store.Write{}, nil
		}
		return store.Deletion(rec.Version, s.now()), nil
	})
	if gone {
		s.cache.forget(w.id())
	}
	return gone, err
}

// grantedAt returns when a record's installation was granted, 0 if it doesn't say.
func grantedAt(rec store.Record) store.Unix {
	var i installation
	if store.Unmarshal(rec.Data, &i) != nil {
		return 0 // what cannot be read is removed
	}
	return i.Granted
}

// renew implements installations: one process takes a lease and renews the token; the others wait
// for what it writes.
func (s *installStore) renew(ctx context.Context, w workspace, old string) (string, error) {
	l := lease.Lease{Store: s.store, Key: "lease:slack/renew/" + w.id(), Holder: lease.NewHolder(), Length: leaseFor, Now: s.now}
	for {
		o, err := s.read(ctx, w.id())
		if err != nil {
			return "", err
		}
		if o.access != old {
			s.cache.put(w.id(), o) // another process has renewed it
			return o.access, nil
		}
		if o.tokens.refresh == "" {
			return "", errors.New("slack: the token has expired and there is nothing to renew it with; the workspace has to install again")
		}
		switch _, ok, err := l.Take(ctx); {
		case err != nil:
			return "", err
		case ok:
			return s.renewAndWait(ctx, l, w.id(), old)
		case !o.expires.IsZero() && s.now().Before(o.expires):
			return o.access, nil // still valid while another process renews it
		}
		select {
		case <-time.After(leasePoll):
		case <-ctx.Done():
			return "", ctx.Err()
		}
	}
}

// renewAndWait renews the token under a lease, and waits at most until ctx ends. The
// renewal itself continues: Slack's new token must be stored even if the caller gives up.
func (s *installStore) renewAndWait(ctx context.Context, l lease.Lease, id, old string) (string, error) {
	type outcome struct {
		token string
		err   error
	}
	done := make(chan outcome, 1)
	go func() {
		within, cancel := context.WithTimeout(context.WithoutCancel(ctx), leaseFor-5*time.Second)
		defer cancel()
		token, err := s.renewLeased(within, id, old)
		if err == nil { // after a failure, the lease spaces the tries
			if e := l.Release(within); e != nil {
				s.log.InfoContext(ctx, "a lease ends by itself", "lease", l.Key, "error", e)
			}
		}
		done <- outcome{token, err}
	}()
	select {
	case d := <-done:
		return d.token, d.err
	case <-ctx.Done():
		return "", ctx.Err()
	}
}

// renewLeased renews the token under a lease, unless another process did so just before, and writes
// it over the version that it read.
func (s *installStore) renewLeased(ctx context.Context, id, old string) (string, error) {
	o, err := s.read(ctx, id)
	if err != nil || o.access != old {
		return o.access, err
	}
	t, err := s.refresh(ctx, o.tokens.refresh)
	if err != nil {
		return "", fmt.Errorf("slack: renewing the token of %s: %w", id, err)
	}
	i := o.installation
	rec, err := s.write(ctx, i, t)
	if err != nil {
		if errors.Is(err, store.ErrConflict) { // installed again or removed meanwhile
			s.cache.forget(id)
			return t.access, nil
		}
		s.log.ErrorContext(ctx, "a renewed token could not be stored; when it expires, the workspace has to install again", "workspace", id, "error", err)
	}
	i.Version = rec.Version
	s.cache.put(id, decryptedInstallation{i, t})
	return t.access, nil
}
