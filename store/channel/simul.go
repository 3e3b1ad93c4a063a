package channel

import (
	"slices"

	"nimbot/store"
	"nimbot/store/platform"
)

// MaxSeats is how many guests a simul has at most.
const MaxSeats = 20

// Guest is a person who joined a simul.
type Guest struct {
	Who   Player `json:"who"`
	Table int    `json:"table,omitempty"` // of their game, 0 before the simul begins
	// Result is how their game ended: one of the Guest constants, "" while it runs.
	Result  string        `json:"result,omitempty"`
	Unknown store.Unknown `json:",embed"`
}

// The results of a guest's game.
const (
	GuestWon   = "won"
	GuestLost  = "lost"
	GuestDrew  = "drew"
	GuestEnded = "ended" // stopped without a result
)

// Simul reports whether the offer is a simul, in which one person plays many.
func (o *Offer) Simul() bool { return o != nil && o.Seats > 0 }

// Begun reports whether the offer is a simul whose games began.
func (o *Offer) Begun() bool { return o.Simul() && len(o.Guests) > 0 && o.Guests[0].Table > 0 }

// Over reports whether the offer is a simul whose games have all ended.
func (o *Offer) Over() bool {
	return o.Begun() && !slices.ContainsFunc(o.Guests, func(g Guest) bool { return g.Result == "" })
}

// Joined returns the index of a guest, -1 if the person didn't join.
func (o *Offer) Joined(id string) int {
	return slices.IndexFunc(o.Guests, func(g Guest) bool { return g.Who.ID == id })
}

// flaw says what is invalid in an offer, "" if nothing is or there is none.
func (o *Offer) flaw() string {
	switch {
	case o == nil:
	case o.ID == "" || o.Key == "":
		return "an offer without an id or a game"
	case o.From.ID == "" || o.To != nil && o.To.ID == "":
		return "an offer from or to nobody"
	case o.First < 0 || o.First > 1 || o.Clock < 0:
		return "an offer with an impossible first seat or clock"
	case o.Seats < 0 || o.Seats > MaxSeats || len(o.Guests) > MaxSeats:
		return "a simul with an impossible number of seats"
	case slices.ContainsFunc(o.Guests, func(g Guest) bool { return g.Who.ID == "" || g.Table < 0 || g.Table > MaxTables }):
		return "an impossible guest"
	}
	return ""
}

// without returns the offer without a person. It is nil if it can't stand without them. The
// results of a simul stay.
func (o *Offer) without(id string) *Offer {
	if o.To != nil && o.To.ID == id || o.From.ID == id && !o.Begun() {
		return nil
	}
	left, nobody := *o, Player{ID: platform.ForgottenID}
	if o.From.ID == id {
		left.From = nobody
	}
	left.Guests = slices.Clone(o.Guests)
	if !o.Begun() {
		left.Guests = slices.DeleteFunc(left.Guests, func(g Guest) bool { return g.Who.ID == id })
	} else if i := o.Joined(id); i >= 0 {
		left.Guests[i].Who = nobody
	}
	return &left
}

// concerns reports whether the offer holds something about a person.
func (o *Offer) concerns(id string) bool {
	return o != nil && (o.From.ID == id || o.To != nil && o.To.ID == id || o.Joined(id) >= 0)
}
