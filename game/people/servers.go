package people

import (
	"cmp"
	"context"
	"fmt"
	"strings"
	"sync"
	"time"

	"nimbot/game/dialog"
	"nimbot/store"
	"nimbot/store/person"
	"nimbot/store/round"
)

// The removal of the bot from a server is recorded (person.Departure). After a wait the
// platform is asked whether the bot is there again. Everything of the server is deleted
// only if the platform says no. So a return needs no event of its own, and a false
// report deletes nothing.

// Membership reports in which servers of a platform the bot is.
type Membership interface {
	// Present reports whether the bot is in the server. An error means that this isn't
	// known.
	Present(ctx context.Context, guild string) (bool, error)
}

// Lister is a platform that can list the servers in which the bot is. A removal is then
// noticed even if no event reports it.
type Lister interface {
	Membership
	// Servers returns the ids of all servers in which the bot is. The error says that the
	// platform didn't tell.
	Servers(ctx context.Context) ([]string, error)
}

// How removals are confirmed.
const (
	askAgain   = time.Hour           // wait after a platform couldn't say whether the bot is in the server
	absentFor  = 24 * time.Hour      // how long a server must be missing before it counts as left
	doubtFor   = 30 * 24 * time.Hour // wait if the list lost many servers at once, because it may be wrong
	lookWithin = 30 * time.Minute    // for a task in the background
)

// servers has the platforms that report where the bot is, and the running checks of
// servers that it left.
type servers struct {
	of func(key string) (platform, guild string, ok bool) // of adapters' documents

	mu      sync.Mutex
	members map[string]Membership    // by platform
	running map[string]chan struct{} // by key; closed when the check is done
}

// Watch adds a platform that reports where the bot is. If it can list the servers, the
// list is checked daily. The error is the store's.
func (b *Book) Watch(ctx context.Context, platform string, m Membership) error {
	b.servers.mu.Lock()
	if b.servers.members == nil {
		b.servers.members = map[string]Membership{}
	}
	b.servers.members[platform] = m
	b.servers.mu.Unlock()
	if _, ok := m.(Lister); !ok {
		return nil
	}
	_, err := b.rosters.Change(ctx, person.RosterKey(platform), func(r *person.Roster) (bool, error) {
		if r.Version != 0 {
			return false, nil
		}
		r.At = store.UnixOf(b.now().Add(-absentFor)) // makes the first check due
		return true, nil
	})
	return err
}

func (b *Book) membershipOf(platform string) Membership {
	b.servers.mu.Lock()
	defer b.servers.mu.Unlock()
	return b.servers.members[platform]
}

// RecordRemoval records that a server removed the bot. Unless the bot is added again,
// everything of that server is deleted after person.KeepServer. The error is the store's.
func (b *Book) RecordRemoval(ctx context.Context, platform, guild string) error {
	_, err := b.departures.Change(ctx, person.DepartureKey(platform, guild), func(d *person.Departure) (bool, error) {
		now := b.now()
		d.At, d.Next = store.UnixOf(now), store.UnixOf(now.Add(person.KeepServer))
		return true, nil
	})
	return err
}

// inBackground runs a slow task for a key, unless one is running already.
func (b *Book) inBackground(key string, do func(context.Context) error) {
	w := &b.servers
	w.mu.Lock()
	defer w.mu.Unlock()
	if _, ok := w.running[key]; ok {
		return
	}
	if w.running == nil {
		w.running = map[string]chan struct{}{}
	}
	end := make(chan struct{})
	w.running[key] = end
	go func() {
		ctx, cancel := context.WithTimeout(context.Background(), lookWithin)
		defer cancel()
		if err := do(ctx); err != nil {
			b.log.WarnContext(ctx, "what is kept of servers that removed the bot is looked at again later", "document", key, "error", err)
		}
		w.mu.Lock()
		delete(w.running, key)
		w.mu.Unlock()
		close(end)
	}()
}

// WaitIdle waits until no background task about servers is running. If ctx ends first it
// returns ctx.Err().
func (b *Book) WaitIdle(ctx context.Context) error {
	for {
		running := b.anyRunning()
		if running == nil {
			return nil
		}
		select {
		case <-running:
		case <-ctx.Done():
			return ctx.Err()
		}
	}
}

// anyRunning returns a channel that is closed when some running task ends, nil if none
// is running.
func (b *Book) anyRunning() <-chan struct{} {
	b.servers.mu.Lock()
	defer b.servers.mu.Unlock()
	for _, end := range b.servers.running {
		return end
	}
	return nil
}

// leaveServer deletes everything of a server after the wait, if the platform says that
// the bot isn't there.
func (b *Book) leaveServer(ctx context.Context, platform, guild string) error {
	key := person.DepartureKey(platform, guild)
	d, err := b.departures.Read(ctx, key)
	if err != nil || d.Version == 0 || b.now().Before(d.Next.Time()) {
		return err
	}
	there, err := b.present(ctx, platform, guild)
	if err != nil {
		return b.postpone(ctx, key, err)
	}
	if !there {
		done, err := Purge(ctx, b.store, b.servers.of, platform, guild, b.now(), false)
		if err != nil {
			return b.postpone(ctx, key, err)
		}
		// Neither this line nor a later one names the server.
		b.log.InfoContext(ctx, "a server removed the bot, and everything of it is deleted", "platform", platform, "documents", done.Deleted, "unreadable", done.Unreadable)
		return nil
	}
	return store.Delete(ctx, b.store, key, d.Version, b.now())
}

func (b *Book) present(ctx context.Context, platform, guild string) (bool, error) {
	membership := b.membershipOf(platform)
	if membership == nil {
		return false, fmt.Errorf("%s isn't connected", platform)
	}
	return membership.Present(ctx, guild)
}

// postpone schedules another try after an error.
func (b *Book) postpone(ctx context.Context, key string, because error) error {
	_, err := b.departures.Change(ctx, key, func(d *person.Departure) (bool, error) {
		d.Next = store.UnixOf(b.now().Add(askAgain))
		return d.Version != 0, nil
	})
	return cmp.Or(err, because)
}

// lookAtServers checks a platform's list of servers, once a day in one of the processes.
// A server counts as having removed the bot if it is missing twice and nobody played
// there in between.
func (b *Book) lookAtServers(ctx context.Context, platform string) error {
	lister, ok := b.membershipOf(platform).(Lister)
	if !ok {
		return nil
	}
	key, now, due := person.RosterKey(platform), store.UnixOf(b.now()), false
	before, err := b.rosters.Change(ctx, key, func(r *person.Roster) (bool, error) {
		if due = r.Version != 0 && !b.now().Before(r.At.Time().Add(absentFor)); due {
			r.At = now
		}
		return due, nil
	})
	if err != nil || !due {
		return err
	}
	list, err := lister.Servers(ctx)
	if err != nil {
		return err
	}
	absent, doubtful := missing(before, list, now)
	if doubtful && (before.SuspectSince == 0 || now < before.SuspectSince+store.Unix(doubtFor.Seconds())) {
		_, err = b.rosters.Change(ctx, key, func(r *person.Roster) (bool, error) {
			r.SuspectSince = cmp.Or(r.SuspectSince, now)
			return true, nil
		})
		return err
	}
	if absent, err = b.recordDepartures(ctx, platform, absent, now); err != nil {
		return err
	}
	_, err = b.rosters.Change(ctx, key, func(r *person.Roster) (bool, error) {
		r.Servers, r.Absent, r.SuspectSince = list[:min(len(list), person.MaxServers)], absent, 0
		return true, nil
	})
	return err
}

// missing returns the servers that have vanished from the list. doubtful means that the
// list may be wrong: it is empty, or it lost more than one server and at least a fifth
// of them.
func missing(before person.Roster, list []string, now store.Unix) (absent []person.Absent, doubtful bool) {
	listed := map[string]bool{}
	for _, id := range list {
		listed[id] = true
	}
	for _, x := range before.Absent {
		if !listed[x.Server] {
			absent, listed[x.Server] = append(absent, x), true
		}
	}
	lost := 0
	for _, id := range before.Servers {
		if !listed[id] {
			absent = append(absent, person.Absent{Server: id, Since: now})
			lost++
		}
	}
	return absent, len(list) == 0 || lost > 1 && lost*5 >= len(before.Servers)
}

// recordDepartures records the departure of servers that have been absent long enough,
// and returns the others for a later check.
func (b *Book) recordDepartures(ctx context.Context, platform string, absent []person.Absent, now store.Unix) (left []person.Absent, err error) {
	if len(absent) == 0 {
		return nil, nil
	}
	heard, err := b.lastChanges(ctx, platform)
	if err != nil {
		return nil, err
	}
	for _, x := range absent {
		switch {
		case heard[x.Server] > x.Since: // somebody has played there since it went missing
		case x.Since+store.Unix(absentFor.Seconds()) > now:
			left = append(left, x)
		default:
			if err := b.RecordRemoval(ctx, platform, x.Server); err != nil {
				return nil, err
			}
		}
	}
	return left, nil
}

// lastChanges returns when each server of a platform last changed a document.
func (b *Book) lastChanges(ctx context.Context, platform string) (map[string]store.Unix, error) {
	last := map[string]store.Unix{}
	for e, err := range b.store.All(ctx) {
		if err != nil && e.Key == "" {
			return nil, err
		}
		if p, guild, ok := serverOfKey(e.Key, b.servers.of); ok && p == platform {
			last[guild] = max(last[guild], person.ChangedAt(e.Record.Version))
		}
	}
	return last, nil
}

// serverOfKey returns the server to which a document belongs. It covers channels,
// members, practice on Slack, and, through of, an adapter's own documents.
func serverOfKey(key string, of func(string) (platform, guild string, ok bool)) (platform, guild string, ok bool) {
	if platform, guild, _, ok := person.ParseMemberKey(key); ok {
		return platform, guild, true
	}
	if realm, _, ok := person.ParsePracticeKey(key); ok { // the realm names a server
		return strings.Cut(realm, "/")
	}
	if of != nil { // before the key is parsed as a place: it may look like one
		if platform, guild, ok := of(key); ok {
			return platform, guild, true
		}
	}
	place, ok := dialog.ParsePlace(strings.TrimPrefix(key, round.Prefix))
	return place.Platform, place.Guild, ok && place.Guild != ""
}
