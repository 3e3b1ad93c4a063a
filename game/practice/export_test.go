package practice

import (
	"context"

	"nimbot/store"
	"nimbot/store/person"
)

// Keep stores mistakes, as counting the game in which they were made does.
func (c Results) Keep(ctx context.Context, realm, user string, ended store.Unix, made []person.Mistake) error {
	return c.keep(ctx, realm, user, ended, made)
}
