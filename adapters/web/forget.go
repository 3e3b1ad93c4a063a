package web

import (
	"context"
	"slices"

	"nimbot/game/dialog"
	"nimbot/game/words"
	"nimbot/store/platform"
)

// forget removes a person's messages, the answers to them and the messages that name them from
// every page, in one channel or everywhere.
func (c *conversation) forget(r *room, person string, everywhere bool) {
	c.hub.mu.Lock()
	defer c.hub.mu.Unlock()
	if !everywhere {
		c.hub.forget(r, person)
		if own, ok := c.hub.rooms[roomName(r.at.Own(person))]; ok {
			c.hub.forget(own, person)
		}
		return
	}
	for _, r := range c.hub.rooms {
		c.hub.forget(r, person)
	}
}

// forget empties the messages of a channel that are about a person. The empty messages keep their
// places, so that pages which reconnect learn of it, too.
func (h *hub) forget(r *room, person string) {
	for _, e := range slices.Clone(r.log) {
		if e.to != person && !slices.Contains(e.about, person) {
			continue
		}
		if r.isPresent(e) { // newcomers get a fresh board
			r.unsetBoard(e)
			r.read = false
		}
		e.nonce, e.fields.Used, e.fields.At = "", "", 0
		h.replace(r, e, newEntry(message{Gone: true}, e.to))
	}
}

// showAgain shows the present boards to pages that have lost some.
func (c *conversation) showAgain(ctx context.Context, r *room) { _ = c.readBoards(ctx, r) }

// peopleIn are the IDs of the people whom a message names.
func peopleIn(reply dialog.Reply, m dialog.Message) (ids []string) {
	if m.To != nil {
		ids = append(ids, m.To.ID)
	}
	for _, u := range m.Ping {
		ids = append(ids, u.ID)
	}
	if m.Board != nil && m.Board.Asked != nil {
		ids = append(ids, m.Board.Asked.By.ID)
	}
	if m.Diagram != nil && reply.State != nil {
		ids = append(ids, reply.State.Players[0].ID, reply.State.Players[1].ID)
	}
	for _, t := range m.Lines {
		ids = appendPeople(ids, t)
	}
	return slices.DeleteFunc(ids, func(id string) bool { return id == platform.BotID })
}

// appendPeople adds the IDs of the people whom an argument of a sentence names.
func appendPeople(ids []string, argument any) []string {
	switch v := argument.(type) {
	case words.Person:
		return append(ids, v.ID)
	case words.Named:
		return append(ids, v.Person().ID)
	case words.Text:
		for _, a := range v.Args {
			ids = appendPeople(ids, a)
		}
	case []words.Text:
		for _, t := range v {
			ids = appendPeople(ids, t)
		}
	}
	return ids
}
