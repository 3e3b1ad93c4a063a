package people

import (
	"context"
	"time"

	"nimbot/store/person"
)

// keepUninstalled is how long practice is kept after the person removes the app.
const keepUninstalled = 30 * 24 * time.Hour

// RecordUninstall records that a person removed the app from their account. Their practice
// document then expires sooner, unless they practise again. The documents of servers
// stay: the person may still be playing there. The error is the store's.
func (b *Book) RecordUninstall(ctx context.Context, platform, user string) error {
	ending := person.NewPractices(b.store, b.now, keepUninstalled)
	_, err := ending.Change(ctx, person.PracticeKey(platform, user), func(p *person.Practice) (changed bool, err error) {
		return p.Version != 0, nil // a rewrite sets the new expiry
	})
	return err
}
