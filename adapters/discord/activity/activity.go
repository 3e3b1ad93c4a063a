// Package activity knows who has the page open inside Discord, as an Activity, and where.
//
// A frame sends a code and the id of an instance of the Activity. Discord tells whose code it is,
// and the channel and the participants of the instance. Nothing else that a frame says is trusted.
// A session contains the person and the instance, signed, so that every process of the bot accepts
// it. While a session is used, the bot asks Discord every listedFor whether its person is still
// there. What the bot asks Discord is bounded, for each person and in all; an invalid code doesn't
// count against those limits.
package activity

import (
	"context"
	"crypto/hmac"
	"crypto/sha256"
	"encoding/base64"
	"encoding/json"
	"errors"
	"maps"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	lru "github.com/hashicorp/golang-lru/v2"

	"nimbot/adapters/discord"
	"nimbot/adapters/web"
	"nimbot/game/dialog"
	"nimbot/store/bounds"
)

const (
	// sessionFor is how long a session lasts; after that, the page signs in again by itself.
	sessionFor = 2 * time.Hour
	// listedFor is how long a list of an instance's participants is trusted, and arrivedFor how
	// long it is trusted for a person who arrives.
	listedFor  = time.Minute
	arrivedFor = 3 * time.Second
	// absentFor is how long a session of somebody who wasn't listed is refused without asking.
	absentFor = 30 * time.Second
	// memberFor is how long it is trusted that the bot is, or isn't, in a server.
	memberFor = 5 * time.Minute
	// visitWithin is how long a request of a session waits for Discord, and failedFor how long
	// Discord isn't asked again after it didn't answer.
	visitWithin = 3 * time.Second
	failedFor   = 10 * time.Second
	// maxInstances is how many instances are remembered.
	maxInstances = 2000
)

// The bounds of the questions about instances: of everybody together, and less for each person, who
// may walk through many channels.
var (
	lookupRate = bounds.Rate{Every: time.Second / 20, Burst: 200}
	personRate = bounds.Rate{Every: time.Second, Burst: 70}
)

// waits are the pauses before Discord is asked again about an instance that doesn't list a person
// yet: Discord may list them a moment later.
var waits = []time.Duration{time.Second, 2 * time.Second, 4 * time.Second}

// Discord tells who a person is, and who is in an instance. discord.Activity implements it.
type Discord interface {
	// Authorize returns the person whose identity a code proves. The error is a dialog.Refusal
	// for a code that proves nobody.
	Authorize(ctx context.Context, code string) (discord.Person, error)
	// Instance returns what Discord knows about an instance. The error is
	// discord.ErrNoInstance if there is none.
	Instance(ctx context.Context, id string) (discord.Instance, error)
	// Membership returns whether the bot is a member of a server, and the server's language, "" if
	// that isn't known. The error says that Discord didn't tell.
	Membership(ctx context.Context, guild string) (member bool, locale string, err error)
}

// Visitors knows who is in the Activity. It is safe for concurrent use.
type Visitors struct {
	discord Discord
	key     []byte // signs sessions
	now     func() time.Time
	waits   []time.Duration
	within  time.Duration // visitWithin
	names
	instances *lru.Cache[string, *instance]
	exchanges exchanges
	people    *bounds.Buckets // of look-ups, by person
	lookups   *bounds.Buckets // of look-ups by everybody, with the key ""
}

var _ web.Visitors = (*Visitors)(nil)

// New makes Visitors. All processes of the bot must share secret.
func New(d Discord, secret string, now func() time.Time) *Visitors {
	key := hmac.New(sha256.New, []byte(secret))
	key.Write([]byte("sessions of the Activity"))
	instances, _ := lru.New[string, *instance](maxInstances) // the size is positive
	return &Visitors{discord: d, key: key.Sum(nil), now: now, waits: waits, within: visitWithin, names: newNames(), instances: instances,
		exchanges: newExchanges(now), people: bounds.NewBuckets(personRate, now), lookups: bounds.NewBuckets(lookupRate, now)}
}

// mayLookUp reports whether Discord may be asked about an instance for a person, and counts it if so.
func (v *Visitors) mayLookUp(person string) bool {
	if !v.people.Take(person) {
		return false
	}
	if !v.lookups.Take("") {
		v.people.Adjust(person, -1)
		return false
	}
	return true
}

// session is the content of a session's token.
type session struct {
	ID       string `json:"id"`
	Name     string `json:"name"`
	Language string `json:"lang"`
	Instance string `json:"instance"`
	Until    int64  `json:"until"` // in seconds since 1970
}

var encoding = base64.RawURLEncoding

// signed returns the token of a session, which the page keeps.
func (v *Visitors) signed(s session) string {
	data, _ := json.Marshal(s) // strings and a number
	text := encoding.EncodeToString(data)
	return text + "." + encoding.EncodeToString(v.signature(text))
}

func (v *Visitors) signature(text string) []byte {
	mac := hmac.New(sha256.New, v.key)
	mac.Write([]byte(text))
	return mac.Sum(nil)
}

// verified returns the session of a token. ok is false if the token is forged or has expired.
func (v *Visitors) verified(token string) (s session, ok bool) {
	text, signature, _ := strings.Cut(token, ".")
	mac, err := encoding.DecodeString(signature)
	if err != nil || !hmac.Equal(mac, v.signature(text)) {
		return s, false
	}
	data, err := encoding.DecodeString(text)
	if err != nil || json.Unmarshal(data, &s) != nil {
		return s, false
	}
	return s, v.now().Before(time.Unix(s.Until, 0))
}

// SignIn implements web.Visitors.
func (v *Visitors) SignIn(ctx context.Context, from, code, instance string) (string, web.Visit, error) {
	who, err := v.authorize(ctx, v.source(from, instance), code)
	if err != nil {
		return "", web.Visit{}, err
	}
	s := session{ID: who.ID, Name: who.Name, Language: who.Language, Instance: instance, Until: v.now().Add(sessionFor).Unix()}
	visit, err := v.visit(ctx, s, arrivedFor, 0, v.waits)
	if err != nil {
		return "", web.Visit{}, err
	}
	return v.signed(s), visit, nil
}

// Visit implements web.Visitors. The error is a dialog.Refusal for a session that isn't valid any more,
// for a person who isn't in the instance, or if Discord can't be asked; or it is that of ctx.
func (v *Visitors) Visit(ctx context.Context, token string, arrives bool) (web.Visit, error) {
	s, ok := v.verified(token)
	if !ok {
		return web.Visit{}, dialog.Refuse(web.ExpiredKey)
	}
	ctx, cancel := context.WithTimeout(ctx, v.within)
	defer cancel()
	if arrives {
		return v.visit(ctx, s, arrivedFor, absentFor, nil)
	}
	return v.visit(ctx, s, listedFor, absentFor, nil)
}

// visit checks that a session's person is in their instance. It trusts a list for maxAge, and for
// absence that the person wasn't in it. retries are the pauses before further attempts.
func (v *Visitors) visit(ctx context.Context, s session, maxAge, absence time.Duration, retries []time.Duration) (web.Visit, error) {
	for i := 0; ; i++ {
		at, err := v.instance(s.Instance).listing(ctx, v, s, maxAge, absence)
		switch {
		case err == nil:
			u := dialog.User{ID: s.ID, Name: v.called(s.ID, s.Name)}
			return web.Visit{User: u, Place: at.Place, Language: s.Language, Locale: at.locale, Seated: at.member, Listed: at.Users}, nil
		case !errors.Is(err, discord.ErrNoInstance):
			return web.Visit{}, err
		case i >= len(retries):
			return web.Visit{}, dialog.Refuse("activity.not-in")
		}
		select {
		case <-time.After(retries[i]):
		case <-ctx.Done():
			return web.Visit{}, ctx.Err()
		}
	}
}

// instance is what is known about an instance of the Activity.
type instance struct {
	id string
	// asking has an element while a request asks Discord. Those that wait for it look first at what
	// that request was told.
	asking chan struct{}
	// found reports that Discord knew the instance when it was last asked.
	found atomic.Bool

	mu sync.Mutex // never held during a call
	known
	failed time.Time            // when Discord last didn't answer
	absent map[string]time.Time // when somebody wasn't listed, by their ID, for absentFor
}

// known is what Discord said about an instance, and when.
type known struct {
	discord.Instance
	at       time.Time
	member   bool   // the bot is a member of the server
	locale   string // the server's language
	memberAt time.Time
}

func (v *Visitors) instance(id string) *instance {
	i := &instance{id: id, asking: make(chan struct{}, 1), absent: map[string]time.Time{}}
	if before, ok, _ := v.instances.PeekOrAdd(id, i); ok {
		v.instances.Get(id) // mark it as recently used
		return before
	}
	return i
}

// listing returns what is known about an instance that lists a session's person. It asks Discord
// unless the last list is less than maxAge old. The error is discord.ErrNoInstance if the person isn't
// listed: that is remembered for absence, but not from before they signed in. It is a refusal if
// Discord was asked too often, or that of ctx. If Discord doesn't answer, the last list counts for
// sessionFor, but not for a person who arrives.
func (i *instance) listing(ctx context.Context, v *Visitors, s session, maxAge, absence time.Duration) (known, error) {
	if at, ok, err := i.remembered(v.now(), s, maxAge, absence); ok {
		return at, err
	}
	select {
	case i.asking <- struct{}{}:
		defer func() { <-i.asking }()
	case <-ctx.Done():
		return i.unanswered(v.now(), s, maxAge, ctx.Err())
	}
	now := v.now()
	if at, ok, err := i.remembered(now, s, maxAge, absence); ok {
		return at, err
	}
	at, err := i.ask(ctx, v, s, now)
	switch {
	case errors.Is(err, discord.ErrNoInstance):
		i.learn(s, known{}, now)
		i.found.Store(false)
		return known{}, err
	case err != nil:
		return i.unanswered(now, s, maxAge, err)
	}
	i.found.Store(true)
	if !i.learn(s, at, now) {
		return known{}, discord.ErrNoInstance
	}
	return at, nil
}

// remembered returns what is known without asking Discord; ok is false if Discord must be asked.
func (i *instance) remembered(now time.Time, s session, maxAge, absence time.Duration) (at known, ok bool, err error) {
	i.mu.Lock()
	defer i.mu.Unlock()
	age := now.Sub(i.at)
	switch left, away := i.absent[s.ID]; {
	case i.lists(s.ID):
		fresh := age < maxAge || maxAge >= listedFor && age < sessionFor && now.Sub(i.failed) < failedFor
		return i.known, fresh, nil
	case away && now.Sub(left) < absence && left.After(time.Unix(s.Until, 0).Add(-sessionFor)):
		return known{}, true, discord.ErrNoInstance
	}
	return known{}, false, nil
}

// ask asks Discord about an instance. A failed question about the server leaves the older answer.
func (i *instance) ask(ctx context.Context, v *Visitors, s session, now time.Time) (known, error) {
	if !v.mayLookUp(s.ID) {
		return known{}, dialog.Refuse("limited")
	}
	found, err := v.discord.Instance(ctx, i.id)
	if err != nil {
		return known{}, err
	}
	i.mu.Lock()
	at := i.known
	i.mu.Unlock()
	at.Instance, at.at = found, now
	if now.Sub(at.memberAt) <= memberFor {
		return at, nil
	}
	member, locale, err := v.discord.Membership(ctx, found.Place.Guild)
	switch {
	case err == nil:
		at.member, at.locale, at.memberAt = member, locale, now
	case at.memberAt.IsZero():
		return known{}, err
	}
	return at, nil
}

// learn replaces what is known, and reports whether that lists a session's person.
func (i *instance) learn(s session, at known, now time.Time) (listed bool) {
	i.mu.Lock()
	defer i.mu.Unlock()
	i.known, i.failed = at, time.Time{}
	if !i.lists(s.ID) {
		i.miss(s.ID, now)
		return false
	}
	delete(i.absent, s.ID)
	return true
}

// unanswered returns what counts while Discord doesn't answer, or else err.
func (i *instance) unanswered(now time.Time, s session, maxAge time.Duration, err error) (known, error) {
	i.mu.Lock()
	defer i.mu.Unlock()
	if !errors.Is(err, context.Canceled) { // by the person's browser
		i.failed = now
	}
	if i.lists(s.ID) && maxAge >= listedFor && now.Sub(i.at) < sessionFor {
		return i.known, nil
	}
	return known{}, err
}

// lists reports whether the last list has a person. The caller holds i.mu.
func (i *instance) lists(person string) bool { return slices.Contains(i.Users, person) }

// miss records that a person isn't listed, and forgets those whose time is over. The caller
// holds i.mu.
func (i *instance) miss(person string, now time.Time) {
	maps.DeleteFunc(i.absent, func(_ string, at time.Time) bool { return now.Sub(at) >= absentFor })
	i.absent[person] = now
}
