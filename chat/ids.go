package chat

// MaxID is how many bytes a platform's id of a channel, a server or a person may
// have. Up to two of them stand in a key of the store, which has store.MaxKey at
// most; those of all platforms have 40 or fewer.
const MaxID = 256

// RefuseIDs refuses a request with an id that is too long to be kept; ok is false
// where none is. Whoever uses a request's ids before the conversation does asks
// this first.
func RefuseIDs(r Request) (refused Reply, ok bool) {
	key, id := "", ""
	for _, u := range r.Mentions {
		if len(u.ID) > MaxID {
			key, id = "id.mentioned", u.ID
		}
	}
	for _, x := range [][2]string{{"id.channel", r.Place.Channel}, {"id.server", r.Place.Guild}, {"id.person", r.User.ID}} {
		if len(x[1]) > MaxID {
			key, id = x[0], x[1]
		}
	}
	if key == "" {
		return Reply{}, false
	}
	return private(r.User, Refused, text(key, "count", len(id), "max", MaxID)), true
}
