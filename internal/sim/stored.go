package sim

import (
	"context"
	"fmt"
	"strings"

	"nimbot/store"
	stored "nimbot/store/person"
)

// member returns what is stored about a person in the server.
func (w *world) member(p *person) (m stored.Member, ok bool) {
	rec, err := w.reads.Get(context.Background(), stored.MemberKey("discord", guild, p.ID))
	if err == nil && rec.Version != 0 {
		err = store.Unmarshal(rec.Data, &m)
	}
	if err != nil {
		w.model.breaks("what is stored about %s can't be read: %v", p.Name, err)
	}
	return m, err == nil
}

// everything returns all that is on the store's server, by key.
func (w *world) everything() map[string]string {
	all := map[string]string{}
	for _, key := range w.server.Keys() {
		switch w.server.Type(key) {
		case "string":
			all[key], _ = w.server.Get(key) // it is one
		case "zset":
			members, _ := w.server.SortedSet(key)
			all[key] = fmt.Sprint(members)
		case "hash":
			fields, _ := w.server.HKeys(key)
			all[key] = strings.Join(fields, " ")
		default:
			w.model.breaks("the store has a %s under %s, which nothing looks into", w.server.Type(key), key)
		}
	}
	return all
}
