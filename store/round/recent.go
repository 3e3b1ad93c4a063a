package round

import (
	"hash/fnv"
	"slices"
)

// maxRecent is how many deliveries a round remembers.
const maxRecent = 64

// Knows reports whether the typed delivery id changed the round before. A repeated press isn't
// remembered, because it belongs to an earlier question.
func (r *Round) Knows(id string) bool { return id != "" && slices.Contains(r.Recent, deliveryHash(id)) }

// Remember records that the typed delivery id has changed the round.
func (r *Round) Remember(id string) {
	if id == "" {
		return
	}
	all := append(slices.Clone(r.Recent), deliveryHash(id))
	r.Recent = all[max(0, len(all)-maxRecent):]
}

// deliveryHash returns a hash of a delivery's id.
func deliveryHash(id string) uint64 {
	h := fnv.New64a()
	_, _ = h.Write([]byte(id)) // it always succeeds
	return h.Sum64() >> 11     // so that every reader of JSON reads it exactly
}
