package person

import (
	"slices"

	"nimbot/store"
)

// Open is a place in which a person began a game that may still be running.
type Open struct {
	Place   string        `json:"place"` // its store key
	At      store.Unix    `json:"at"`    // when the latest game there began
	Unknown store.Unknown `json:",embed"`
}

// The bounds of Member.Open.
const (
	maxOpen = 64
	// openFresh is how long, in seconds, a listed place needn't be listed again.
	openFresh = 30
	// openSettled is how many seconds after it was listed a place without a game may be dropped. It
	// is longer than openFresh: a game that has begun since the place was read lists it anew.
	openSettled = 120
)

// PlaysIn lists a place in which the person has begun a game.
func (m *Member) PlaysIn(place string, now store.Unix) (changed bool) {
	i := slices.IndexFunc(m.Open, func(o Open) bool { return o.Place == place })
	o := Open{Place: place}
	if i >= 0 {
		if o = m.Open[i]; o.At <= now && now < o.At+openFresh {
			return false
		}
		m.Open = slices.Delete(m.Open, i, i+1)
	}
	o.At = now
	m.Open = last(append(m.Open, o), maxOpen)
	return true
}

// PlaysNoMoreIn drops a place in which no game of the person was found, unless the place was listed
// again after listed.
func (m *Member) PlaysNoMoreIn(place string, listed, now store.Unix) (changed bool) {
	i := slices.IndexFunc(m.Open, func(o Open) bool { return o.Place == place && o.At == listed })
	if i < 0 || listed <= now && now < listed+openSettled {
		return false
	}
	m.Open = slices.Delete(m.Open, i, i+1)
	return true
}

// LeaveServer drops the places of a server, for which of is true, from Open and Running.
func (m *Member) LeaveServer(of func(place string) bool) (changed bool) {
	open, running := len(m.Open), len(m.Running)
	m.Open = slices.DeleteFunc(m.Open, func(o Open) bool { return of(o.Place) })
	m.Running = slices.DeleteFunc(m.Running, of)
	return len(m.Open) < open || len(m.Running) < running
}
