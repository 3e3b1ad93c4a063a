package person

import (
	"time"

	"nimbot/store"
)

// Member is what is kept about a person in one server.
type Member struct {
	Format  int    `json:"v"`
	Version uint64 `json:"n"`
	// Write marks the last write.
	Write uint64 `json:"w"`
	// Name is the person's name as it was last shown there.
	Name    string        `json:"name,omitempty"`
	Unknown store.Unknown `json:"-"`
}

// Members keeps what belongs to one server.
type Members = Keeper[Member, *Member]

// NewMembers makes the keeper of the documents under MemberKey, which are
// forgotten when they weren't changed for as long as keep; 0 keeps them for ever.
func NewMembers(s store.Store, now func() time.Time, keep time.Duration) *Members {
	return newKeeper[Member](s, now, keep)
}

func (m *Member) begin(format int, version, write uint64) {
	m.Format, m.Version, m.Write = format, version, write
}

func (m *Member) flaw() string { return "" }
