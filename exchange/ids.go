package exchange

import "nimbot/words"

// MaxID is how many bytes a platform's id of a channel, a server or a person may
// have. Up to two of them stand in a key of the store, which has store.MaxKey at
// most; those of all platforms have 40 or fewer.
const MaxID = 256

// LongID refuses an id that is too long to be kept; ok is false where none is.
// Whoever uses a request's ids asks this first.
func LongID(p Place, by User, mentioned map[string]User) (refused words.Text, ok bool) {
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
	return words.New(key, words.Args{"count", len(id), "max", MaxID}), key != ""
}
