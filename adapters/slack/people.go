package slack

import (
	"cmp"
	"context"
	"log/slog"
	"sync/atomic"
	"time"

	slackapi "github.com/slack-go/slack"
	"golang.org/x/sync/singleflight"
)

// How long Slack's data about a person is cached, and how many people are looked up at
// the same time.
const (
	personFor   = time.Hour
	unknownFor  = 5 * time.Minute
	askedAtOnce = 16
	maxAsked    = 512 // lookups that run or wait; further users stay unknown for now
)

// person holds what users.info says about a user.
type person struct {
	Name    string
	Locale  string
	Admin   bool // of the workspace, so a moderator
	Bot     bool
	Deleted bool // no such user, or deactivated
}

// people asks Slack about users, and caches an answer for personFor, a failure for
// unknownFor.
type people struct {
	life    context.Context // ends all lookups
	call    func(context.Context, workspace, func(*slackapi.Client) error) error
	log     *slog.Logger
	lookups chan struct{} // a semaphore of running lookups
	all     *ttlCache[string, person]
	failed  *ttlCache[string, struct{}] // people whose lookup failed
	flights singleflight.Group          // of lookups, by user
	asked   atomic.Int64                // lookups that run or wait
}

func newPeople(life context.Context, call func(context.Context, workspace, func(*slackapi.Client) error) error, log *slog.Logger, now func() time.Time) *people {
	return &people{
		life: life, call: call, log: log, lookups: make(chan struct{}, askedAtOnce),
		all:    newTTLCache[string, person](remembered, personFor, now),
		failed: newTTLCache[string, struct{}](remembered, unknownFor, now),
	}
}

// known returns what is cached about user, the zero person if nothing is.
func (p *people) known(w workspace, user string) person {
	who, _ := p.all.get(w.id() + "/" + user)
	return who
}

// lookedUp returns what is cached about a user of a workspace. asked reports whether Slack was
// asked about them.
func (p *people) lookedUp(guild, user string) (who person, asked bool) {
	key := guild + "/" + user
	who, asked = p.all.get(key)
	return who, asked || p.failed.has(key)
}

// get looks user up. If Slack doesn't answer before ctx ends, get returns the zero person;
// a later answer is cached all the same.
func (p *people) get(ctx context.Context, w workspace, user string) person {
	done := p.ask(w, user)
	if done == nil {
		return p.known(w, user)
	}
	select {
	case <-done:
	case <-ctx.Done():
	}
	return p.known(w, user)
}

// ask starts a lookup of user, unless one is running. The channel gets an element when the lookup
// is done. It is nil if none is needed.
func (p *people) ask(w workspace, user string) <-chan singleflight.Result {
	key := w.id() + "/" + user
	if user == "" || p.all.has(key) || p.failed.has(key) {
		return nil
	}
	return p.flights.DoChan(key, func() (any, error) {
		p.fetch(w, user, key)
		return nil, nil
	})
}

// fetch looks user up, unless maxAsked lookups run or wait.
func (p *people) fetch(w workspace, user, key string) {
	defer p.asked.Add(-1)
	if p.asked.Add(1) > maxAsked {
		return
	}
	select {
	case p.lookups <- struct{}{}:
	case <-p.life.Done():
		return
	}
	defer func() { <-p.lookups }()
	ctx, cancel := context.WithTimeout(p.life, callTimeout)
	defer cancel()
	var u *slackapi.User
	err := p.call(ctx, w, func(api *slackapi.Client) (err error) {
		u, err = api.GetUserInfoContext(ctx, user)
		return err
	})
	switch {
	case err == nil && u != nil:
		p.all.put(key, personOf(u))
	case err != nil && (err.Error() == "user_not_found" || err.Error() == "user_not_visible"):
		p.all.put(key, person{Deleted: true})
	case p.life.Err() != nil: // the adapter has ended
	default:
		p.failed.put(key, struct{}{})
		p.log.Info("Slack does not say who somebody is, so that names, languages and administrators may be unknown", "error", err, "remedy", "give the app the scope users:read")
	}
}

func personOf(u *slackapi.User) person {
	return person{
		Name:   cmp.Or(u.Profile.DisplayName, u.Profile.RealName, u.RealName, u.Name),
		Locale: u.Locale, Bot: u.IsBot || u.ID == "USLACKBOT",
		Admin: u.IsAdmin || u.IsOwner || u.IsPrimaryOwner, Deleted: u.Deleted,
	}
}
