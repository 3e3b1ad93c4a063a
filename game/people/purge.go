package people

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"nimbot/game/dialog"
	"nimbot/store"
	"nimbot/store/person"
)

// Purged counts the documents that Purge found.
type Purged struct {
	Deleted    int // of the server
	Cleared    int // of others, which named it
	Unreadable int // of others, which may still name it
}

// maxPurges bounds how often Purge starts over because somebody else changed a document.
const maxPurges = 20

// Purge deletes everything of one server with its leaderboards, and takes the server out
// of the documents of others. of returns the server to which an adapter's own document
// belongs; nil if there are no such documents. dry only counts them. The error is the store's;
// then call it again. It is store.ErrConflict if others kept writing.
func Purge(ctx context.Context, s store.Archive, of func(key string) (platform, guild string, ok bool), platform, guild string, now time.Time, dry bool) (Purged, error) {
	p := purge{store: s, of: of, server: server{platform, guild}, now: now, dry: dry}
	for range maxPurges {
		p.again, p.done.Unreadable = false, 0
		if err := p.documents(ctx); err != nil {
			return p.done, err
		}
		if !p.again {
			break
		}
	}
	switch {
	case p.again:
		return p.done, fmt.Errorf("%w: gave up after %d tries", store.ErrConflict, maxPurges)
	case dry:
		return p.done, nil
	}
	if err := p.boards(ctx); err != nil {
		return p.done, err
	}
	// The departure goes last: until then an interrupted purge is repeated.
	return p.done, s.Remove(ctx, person.DepartureKey(platform, guild))
}

// purge is one run of Purge.
type purge struct {
	store  store.Archive
	of     func(key string) (platform, guild string, ok bool)
	server server
	now    time.Time
	dry    bool

	done  Purged
	again bool // somebody else changed a document meanwhile
}

// documents scans the store once.
func (p *purge) documents(ctx context.Context) error {
	for e, err := range p.store.All(ctx) {
		if err != nil && e.Key == "" {
			return err
		}
		if platform, guild, ok := serverOfKey(e.Key, p.of); ok && (server{platform, guild}) == p.server {
			err = nil
			if p.done.Deleted++; !p.dry {
				err = p.store.Remove(ctx, e.Key)
			}
		} else if err == nil {
			err = p.clear(ctx, e)
		}
		switch {
		case store.Unreadable(err):
			p.done.Unreadable++
		case err != nil:
			return err
		}
	}
	return nil
}

// clear takes the server out of a document that isn't of the server.
func (p *purge) clear(ctx context.Context, e store.Entry) error {
	if _, _, _, ok := person.ParseMemberKey(e.Key); ok {
		var m person.Member
		return p.rewrite(ctx, e, &m, func() bool { return m.LeaveServer(p.isOf) })
	}
	if platform, ok := person.ParseRosterKey(e.Key); ok && platform == p.server.platform {
		var r person.Roster
		return p.rewrite(ctx, e, &r, func() bool { return r.Forget(p.server.guild) })
	}
	return nil
}

// isOf reports whether the place with a key is in the server.
func (p *purge) isOf(key string) bool {
	place, ok := dialog.ParsePlace(key)
	return ok && place.Platform == p.server.platform && place.Guild == p.server.guild
}

// rewrite decodes a document into doc, and stores it with its times if do changes it.
func (p *purge) rewrite(ctx context.Context, e store.Entry, doc person.Document, do func() (changed bool)) error {
	if err := store.Unmarshal(e.Record.Data, doc); err != nil {
		return err
	}
	if !do() {
		return nil
	}
	if p.dry {
		p.done.Cleared++
		return nil
	}
	doc.Stamp(e.Record.Version, p.now)
	data, err := store.Marshal(doc)
	if err != nil {
		return err
	}
	_, err = p.store.Commit(ctx, e.Key, store.Write{Expect: e.Record.Version, Data: data, Expires: e.Expires, Due: e.Due})
	switch {
	case err == nil:
		p.done.Cleared++
	case errors.Is(err, store.ErrConflict):
		p.again, err = true, nil
	}
	return err
}

// boards clears the boards of the server, those of other versions included.
func (p *purge) boards(ctx context.Context) error {
	var names []string
	for l, err := range p.store.AllLines(ctx) {
		if err != nil {
			return err
		}
		kind, _, _ := strings.Cut(l.Board, ":")
		if l.Board == p.server.board(kind) && !slices.Contains(names, l.Board) {
			names = append(names, l.Board)
		}
	}
	for _, name := range names {
		if err := clearLeaderboard(ctx, p.store, name); err != nil {
			return err
		}
	}
	return nil
}
