package web

import (
	"context"
	"slices"
	"time"

	"nimbot/game/dialog"
)

// refreshEvery is how often an open place is looked at for what other processes changed.
const refreshEvery = time.Second

// Follow shows in open places what other processes change, until ctx ends. It reads nothing while
// no place is open.
func (s *Server) Follow(ctx context.Context) {
	tick := time.NewTicker(refreshEvery)
	defer tick.Stop()
	seen := map[*room]string{}
	for {
		select {
		case <-ctx.Done():
			return
		case <-tick.C:
		}
		open := s.hub.openRooms()
		for _, r := range open {
			now, err := s.options.Activity.Version(ctx, r.place())
			if err != nil || now == seen[r] {
				continue // a store that doesn't answer is asked again
			}
			if s.conversation.refresh(ctx, r) == nil {
				seen[r] = now
			}
		}
		for r := range seen {
			if !slices.Contains(open, r) {
				delete(seen, r)
			}
		}
	}
}

// Changed shows at once what this process, but not the page, changed in a place.
func (s *Server) Changed(ctx context.Context, p dialog.Place) {
	for _, r := range s.hub.openRooms() {
		if r.at == p.Shared() {
			_ = s.conversation.refresh(ctx, r) // Follow tries again
		}
	}
}

// openRooms returns the rooms at which somebody looks.
func (h *hub) openRooms() (all []*room) {
	h.mu.Lock()
	defer h.mu.Unlock()
	for _, r := range h.rooms {
		if len(r.pages) > 0 {
			all = append(all, r)
		}
	}
	return all
}

// refresh shows the present boards of a room where they aren't shown yet. The error is the
// store's, or that of ctx.
func (c *conversation) refresh(ctx context.Context, r *room) error {
	_, depart, err := c.hub.arrive(ctx, r)
	if err != nil {
		return err
	}
	defer depart()
	return c.showBoards(ctx, r)
}

// showBoards is refresh for a person who arrives in the room.
func (c *conversation) showBoards(ctx context.Context, r *room) error {
	known, live := c.hub.liveTables(r)
	boards, err := c.Boards(ctx, r.place(), live...)
	if err != nil {
		return err
	}
	for _, reply := range boards {
		for _, m := range reply.Messages {
			live = slices.DeleteFunc(live, func(n int) bool { return n == m.TableNumber })
		}
		if c.showsAll(r, reply) {
			continue
		}
		if m := reply.Messages[0]; m.TableNumber == dialog.RoundTable {
			c.showRound(r, reply, m)
			continue
		}
		c.show(r, replyContext{known: known, follows: c.Activity != nil}, reply)
	}
	if r.person != "" && len(boards) == 0 {
		live = []int{0} // it became a table of the channel
	}
	c.hub.withdraw(r, live)
	return nil
}

// withdraw removes the boards of tables that no longer show one.
func (h *hub) withdraw(r *room, tables []int) {
	h.mu.Lock()
	defer h.mu.Unlock()
	for _, n := range tables {
		if e := r.boards[n]; e != nil {
			r.unsetBoard(e)
			e.retire()
			h.sendChange(r, e)
		}
	}
}

// liveTables returns the numbers of the tables whose boards of a room are live, and its version.
func (h *hub) liveTables(r *room) (version uint64, tables []int) {
	h.mu.Lock()
	defer h.mu.Unlock()
	for n, e := range r.boards {
		if n > 0 && e.live() {
			tables = append(tables, n)
		}
	}
	slices.Sort(tables)
	return r.version, tables
}

// showRound shows a message of a round. It replaces the previous message if both belong to the same
// post.
func (c *conversation) showRound(r *room, reply dialog.Reply, m dialog.Message) {
	e := c.prepare(replyContext{}, reply, m)
	c.hub.mu.Lock()
	defer c.hub.mu.Unlock()
	r.versions[m.TableNumber] = reply.Version
	if old := r.round; old != nil && r.asked == m.Post.Name && slices.Contains(r.log, old) {
		c.hub.replace(r, old, e)
		return
	}
	c.hub.post(r, e)
	r.round, r.asked = e, m.Post.Name
}
