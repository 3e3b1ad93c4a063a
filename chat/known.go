package chat

import (
	"nimbot/channel"
	"nimbot/game"
	"nimbot/lane"
	"nimbot/store"
)

// maxLanes is how many channels stay decoded in memory while nobody speaks
// in them: about 10 kB each.
const maxLanes = 10_000

// maxTogether is how many commands on one channel share a write. A document
// remembers twice as many, so that none is forgotten before its answer is
// known.
const maxTogether = 32

func (h *Handler) newLanes() *lane.Lanes[kept, *job] {
	return lane.New(lane.Work[kept, *job]{
		Batch: h.batch, Missed: func(k *kept, j *job) { k.doubt(j.who) }, Together: maxTogether, Idle: maxLanes,
	})
}

// kept is what a channel's lane keeps from one batch of commands to the next.
type kept struct {
	known *known // nil: not read yet, or not to be trusted
	// unsure are the people whose last command had an unknown outcome.
	unsure map[string]bool
}

// doubt notes that nobody knows whether the person's command was done.
func (k *kept) doubt(user string) {
	if user == "" {
		return
	}
	if k.unsure == nil {
		k.unsure = map[string]bool{}
	}
	k.unsure[user] = true
}

// known is a decoded document. It is never changed, only replaced.
type known struct {
	doc   channel.Document
	match game.Match // valid when doc.Game is not nil
}

// decode reads what is stored; nothing stored is an empty document.
func decode(rec store.Record) (*known, error) {
	if rec.Version == 0 {
		return &known{}, nil
	}
	doc, err := channel.Decode(rec.Data)
	if err != nil {
		return nil, err
	}
	k := &known{doc: doc}
	if g := doc.Game; g != nil {
		k.match, err = game.Replay(game.Setup{Game: g.Key, Ending: game.EndingOf(g.Ending), Start: g.Start}, g.Events)
		if err != nil {
			return nil, corrupt(err)
		}
	}
	return k, nil
}
