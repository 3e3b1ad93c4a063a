package dialog

// MaxID bounds a platform's id of a channel, server or person, in bytes. A store key has
// up to two ids and at most store.MaxKey bytes. All platforms' ids have 40 bytes or
// fewer.
const MaxID = 256

// CheckIDs returns a refusal if an id is too long to be stored, nil if none is. Callers
// must check before they use a request's ids.
func CheckIDs(p Place, by User, mentioned map[string]User) *Refusal {
	key, id := "", ""
	for _, u := range mentioned {
		if len(u.ID) > MaxID {
			key, id = "id.mentioned", u.ID
		}
	}
	for _, x := range [][2]string{{"id.channel", p.Channel}, {"id.server", p.Guild}, {"id.person", by.ID}} {
		if len(x[1]) > MaxID {
			key, id = x[0], x[1]
		}
	}
	if key == "" {
		return nil
	}
	return Refuse(key, "count", len(id), "max", MaxID)
}
