// Package activity knows who has the page open inside Discord, as an Activity, and where.
//
// A frame sends a code and the id of an instance of the Activity. Discord tells whose code it is,
// and the channel and the participants of the instance. Nothing else that a frame says is trusted.
// A session contains the person and the instance, signed, so that every process of the bot accepts
// it. While a session is used, the bot asks Discord every listedFor whether its person is still
// there. What the bot asks Discord is bounded, for each person and in all; a code that proves nobody
// spends nothing of that.
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
	// seatedFor is how long it is trusted that the bot is, or isn't, in a server.
	seatedFor = 5 * time.Minute
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
	return &Visitors{discord: d, key: key.Sum(nil), now: now, waits: waits, names: newNames(), instances: instances,
		exchanges: newExchanges(now), people: bounds.NewBuckets(personRate, now), lookups: bounds.NewBuckets(lookupRate, now)}
}

// mayLookUp reports whether Discord may be asked about an instance for a person, and counts it.
func (v *Visitors) mayLookUp(person string) bool {
	return v.people.Take(person) && v.lookups.Take("")
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
	if arrives {
		return v.visit(ctx, s, arrivedFor, absentFor, nil)
	}
	return v.visit(ctx, s, listedFor, absentFor, nil)
}

// visit looks up a session's person in their instance, in a list that is less than within old. That
// they weren't listed counts for absent. again has the pauses before further tries.
func (v *Visitors) visit(ctx context.Context, s session, within, absent time.Duration, again []time.Duration) (web.Visit, error) {
	for i := 0; ; i++ {
		at, err := v.instance(s.Instance).listing(ctx, v, s, within, absent)
		switch {
		case err == nil:
			u := dialog.User{ID: s.ID, Name: v.called(s.ID, s.Name)}
			return web.Visit{User: u, Place: at.Place, Language: s.Language, Locale: at.locale, Seated: at.seated, Listed: at.Users}, nil
		case !errors.Is(err, discord.ErrNoInstance):
			return web.Visit{}, err
		case i >= len(again):
			return web.Visit{}, dialog.Refuse("activity.not-in")
		}
		select {
		case <-time.After(again[i]):
		case <-ctx.Done():
			return web.Visit{}, ctx.Err()
		}
	}
}

// instance is what is known about an instance of the Activity.
type instance struct {
	id   string
	turn sync.Mutex // held while a request asks Discord; those that wait use its answer
	// found reports that Discord knew the instance when it was last asked.
	found atomic.Bool
	known
	absent map[string]time.Time // when somebody wasn't listed, by their ID, for absentFor
}

// known is what Discord said about an instance, and when.
type known struct {
	discord.Instance
	seated bool
	locale string
	at     time.Time
	seatAt time.Time
}

func (v *Visitors) instance(id string) *instance {
	i := &instance{id: id, absent: map[string]time.Time{}}
	if before, ok, _ := v.instances.PeekOrAdd(id, i); ok {
		v.instances.Get(id) // mark it as recently used
		return before
	}
	return i
}

// listing returns what is known about an instance that lists a session's person. It asks Discord
// unless the last list is less than within old. The error is discord.ErrNoInstance if the person
// isn't listed, or wasn't less than absent ago and since they signed in, and a refusal if Discord was
// asked too often. If Discord can't be asked, the last list counts for sessionFor, but not for a
// person who arrives.
func (i *instance) listing(ctx context.Context, v *Visitors, s session, within, absent time.Duration) (known, error) {
	i.turn.Lock()
	defer i.turn.Unlock()
	now := v.now()
	listed := slices.Contains(i.Users, s.ID)
	if listed && now.Sub(i.at) < within {
		return i.known, nil
	}
	if left, ok := i.absent[s.ID]; ok && !listed && now.Sub(left) < absent && left.After(time.Unix(s.Until, 0).Add(-sessionFor)) {
		return known{}, discord.ErrNoInstance
	}
	var found discord.Instance
	err := error(dialog.Refuse("limited"))
	if v.mayLookUp(s.ID) {
		found, err = v.discord.Instance(ctx, i.id)
	}
	switch {
	case errors.Is(err, discord.ErrNoInstance):
		i.known = known{}
		i.found.Store(false)
		i.miss(s.ID, now)
		return known{}, err
	case err != nil && listed && within >= listedFor && now.Sub(i.at) < sessionFor:
		return i.known, nil
	case err != nil:
		return known{}, err
	}
	i.Instance, i.at = found, now
	i.found.Store(true)
	if now.Sub(i.seatAt) > seatedFor {
		if i.seated, i.locale, err = v.discord.Membership(ctx, found.Place.Guild); err != nil {
			return known{}, err
		}
		i.seatAt = now
	}
	if !slices.Contains(found.Users, s.ID) {
		i.miss(s.ID, now)
		return known{}, discord.ErrNoInstance
	}
	delete(i.absent, s.ID)
	return i.known, nil
}

// miss records that a person isn't listed, and forgets those whose time is over.
func (i *instance) miss(person string, now time.Time) {
	maps.DeleteFunc(i.absent, func(_ string, at time.Time) bool { return now.Sub(at) >= absentFor })
	i.absent[person] = now
}
