package people

import (
	"context"
	"time"

	"nimbot/person"
)

// keepUninstalled is how long the practice outlasts the app in somebody's account.
const keepUninstalled = 30 * 24 * time.Hour

// Uninstalled notes that a person removed the app from their account: what goes
// with them from server to server ends sooner, unless they practise again, which
// keeps it as before. What servers have of them stays: they may be playing there
// all the time.
func (b *Book) Uninstalled(ctx context.Context, platform, user string) error {
	ending := person.NewPractices(b.store, b.now, keepUninstalled)
	_, err := ending.Change(ctx, person.PracticeKey(platform, user), func(p *person.Practice) (changed bool, err error) {
		return p.Version != 0, nil // writing it anew sets its end
	})
	return err
}
