package web

import (
	"cmp"
	"context"
	"crypto/rand"
	"crypto/sha256"
	"crypto/subtle"
	"encoding/hex"
	"errors"
	"net/http"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"time"

	lru "github.com/hashicorp/golang-lru/v2"

	"nimbot/adapters/names"
	"nimbot/game/dialog"
	"nimbot/store"
)

// Names are kept longer than any game, and renewed when their person comes
// back.
const (
	nameFor    = 90 * 24 * time.Hour
	renewAfter = 24 * time.Hour
)

// The errors of people.
var (
	errTaken  = errors.New("the name belongs to another browser")
	errForged = errors.New("the person is not of this browser")
)

// alikeError says that a new name looks like that of a person who is present.
type alikeError struct{ other string }

func (e *alikeError) Error() string { return "the name looks like another's" }

// cookieName is the cookie of a browser.
const cookieName = "nim_session"

// tokenBytes is how many random bytes a cookie holds.
const tokenBytes = 32

// tokenForm matches the value of a cookie.
var tokenForm = regexp.MustCompile(`^[0-9a-f]{64}$`)

// browserID is the hash of a browser's cookie, which is all that the store may know of it.
// It is "" for a browser without a cookie.
type browserID string

// browserOf reads the cookie of a request. If the browser keeps no cookies, the page sends the
// cookie's value in a header, or for a stream, which can't have headers, in the address.
func browserOf(r *http.Request) browserID {
	if v, ok := visitOf(r); ok {
		return browserID(v.User.ID)
	}
	token := cmp.Or(r.Header.Get("Nim-Session"), r.URL.Query().Get("session"))
	if c, err := r.Cookie(cookieName); err == nil {
		token = c.Value
	}
	if !tokenForm.MatchString(token) {
		return ""
	}
	return browserIDOf(token)
}

func browserIDOf(token string) browserID {
	sum := sha256.Sum256([]byte(token))
	return browserID(hex.EncodeToString(sum[:]))
}

// newBrowser gives the browser a cookie.
func newBrowser(w http.ResponseWriter, r *http.Request) browserID {
	token := randomHex(tokenBytes)
	http.SetCookie(w, &http.Cookie{
		Name: cookieName, Value: token, Path: "/", MaxAge: int(nameFor.Seconds()),
		HttpOnly: true, SameSite: http.SameSiteStrictMode,
		Secure: r.TLS != nil || r.Header.Get("X-Forwarded-Proto") == "https",
	})
	return browserIDOf(token)
}

func randomHex(n int) string {
	b := make([]byte, n)
	_, _ = rand.Read(b) // crypto/rand never fails
	return hex.EncodeToString(b)
}

// person is the document of a name.
type person struct {
	Format    int           `json:"v"`
	Version   uint64        `json:"n"`
	ID        string        `json:"id"`
	Name      string        `json:"name"`
	Owner     browserID     `json:"owner"`
	Moderator bool          `json:"moderator,omitempty"`
	Seen      store.Unix    `json:"seen"`
	Unknown   store.Unknown `json:",embed"`
}

func (p person) user() dialog.User {
	return dialog.User{ID: p.ID, Name: p.Name, Moderator: p.Moderator}
}

// people maps names to browsers. The store is the only authority. Which browser a person
// used lately is cached, and refreshed by every open page.
type people struct {
	store        store.Store
	now          func() time.Time
	idsByBrowser *lru.Cache[browserID, []string] // the ids of the people whose names belong to the browser
	// names are the present names of recent visitors by id: a game that a guest began is
	// shown under the name that they took later.
	names *lru.Cache[string, string]
}

// How many browsers are remembered, and how many people of each.
const (
	maxUsedBrowsers = 8192
	maxUsedPeople   = 8
)

func newPeople(s store.Store, now func() time.Time) *people {
	used, _ := lru.New[browserID, []string](maxUsedBrowsers) // the size is positive
	called, _ := lru.New[string, string](maxUsedBrowsers)
	return &people{store: s, now: now, idsByBrowser: used, names: called}
}

// noteUse records that a person uses a browser.
func (p *people) noteUse(o browserID, who person) {
	id := who.ID
	p.names.Add(id, who.Name)
	ids, _ := p.idsByBrowser.Get(o)
	if slices.Contains(ids, id) {
		return
	}
	ids = append(slices.Clone(ids), id)
	p.idsByBrowser.Add(o, ids[max(0, len(ids)-maxUsedPeople):])
}

// idsIn returns the ids of those who use a browser.
func (p *people) idsIn(o browserID) []string {
	ids, _ := p.idsByBrowser.Get(o)
	return ids
}

// keyPrefix begins the keys of names. Such a key is no place, so no worker takes it for
// a channel's.
const keyPrefix = "web-person:"

// nameKey returns where the document of a name is kept.
func nameKey(name string) string { return keyPrefix + fold(name) }

// Forget deletes the document of an erased person's name (kept is nil) and changes no
// other document.
func Forget(key string, data []byte, _ uint64, left func(realm, user string) bool) (kept []byte, changed bool) {
	var who person
	if !strings.HasPrefix(key, keyPrefix) || store.Unmarshal(data, &who) != nil {
		return nil, false
	}
	return nil, left(Platform, who.ID)
}

// find returns the person called name; ok is false if there is none.
func (p *people) find(ctx context.Context, name string) (who person, ok bool, err error) {
	rec, err := p.store.Get(ctx, nameKey(name))
	if err != nil || rec.Version == 0 {
		return person{}, false, err
	}
	if err := store.Unmarshal(rec.Data, &who); err != nil {
		return person{}, false, err
	}
	return who, true, nil
}

// personOf returns the person called name if it belongs to the browser. The error
// is errForged when it does not, else the store's.
func (p *people) personOf(ctx context.Context, o browserID, name string) (dialog.User, error) {
	name, ok := cleanName(name)
	if !ok || o == "" {
		return dialog.User{}, errForged
	}
	who, ok, err := p.find(ctx, name)
	switch {
	case err != nil:
		return dialog.User{}, err
	case !ok || !who.ownedBy(o):
		return dialog.User{}, errForged
	}
	p.noteUse(o, who)
	return who.user(), nil
}

func (p person) ownedBy(o browserID) bool {
	return subtle.ConstantTimeCompare([]byte(p.Owner), []byte(o)) == 1
}

// name returns the present name of the person with an id, or once if it isn't known.
func (p *people) name(id, once string) string {
	if now, ok := p.names.Get(id); ok {
		return now
	}
	return once
}

// join takes a name for a browser, unless the browser already has it; a moderator stays one. If was
// is a guest of this browser, the guest gets the new name and keeps everything they did. The error
// is errTaken if another browser has the name, an alikeError if the name is new and looks like a
// present person's, else the store's.
func (p *people) join(ctx context.Context, o browserID, name string, moderator bool, present map[string]bool, was string) (dialog.User, error) {
	guest := p.guest(ctx, o, was)
	for {
		who, ok, err := p.find(ctx, name)
		if err != nil {
			return dialog.User{}, err
		}
		now := p.now()
		switch {
		case !ok:
			for other := range present {
				if fold(other) != fold(name) && names.LooksLike(other, name) {
					return dialog.User{}, &alikeError{other}
				}
			}
			who = person{ID: cmp.Or(guest.ID, "w"+randomHex(8)), Name: name, Owner: o}
		case !who.ownedBy(o):
			return dialog.User{}, errTaken
		case (who.Moderator || !moderator) && now.Before(who.Seen.Time().Add(renewAfter)):
			p.noteUse(o, who)
			return who.user(), nil
		}
		who.Moderator, who.Seen = who.Moderator || moderator, store.UnixOf(now)
		found := who.Version
		who.Format, who.Version = store.Format, store.NextVersion(found, now)
		data, err := store.Marshal(who)
		if err != nil {
			return dialog.User{}, err
		}
		_, err = p.store.Commit(ctx, nameKey(name), store.Write{Expect: found, Data: data, Expires: now.Add(nameFor)})
		if err == nil {
			p.noteUse(o, who)
			if guest.ID == who.ID {
				p.deleteGuest(ctx, guest)
			}
			return who.user(), nil
		}
		if !errors.Is(err, store.ErrConflict) {
			return dialog.User{}, err
		}
	}
}

// guestName matches the name of a visitor who hasn't given one.
var guestName = regexp.MustCompile(`^Guest-[0-9a-f]{6}$`)

// newGuest returns a name for a guest, almost certainly unused, with a number that no present guest has.
func newGuest(present map[string]bool) string {
	taken := map[string]bool{}
	for name := range present {
		if guestName.MatchString(name) {
			taken[guestNumber(name)] = true
		}
	}
	for {
		if name := "Guest-" + randomHex(3); !taken[guestNumber(name)] || len(taken) > guestNumbers/2 {
			return name
		}
	}
}

// guestNumbers is how many numbers guests can have, from 1000 on.
const guestNumbers = 9000

// guestNumber returns the number by which people tell a guest from others: "4821". The page's script knows it, too.
func guestNumber(name string) string {
	n, _ := strconv.ParseUint(strings.TrimPrefix(name, "Guest-"), 16, 64) // guestName matches it
	return strconv.FormatUint(n%guestNumbers+1000, 10)
}

// guest returns the guest of a browser called name, the zero person if there is none.
func (p *people) guest(ctx context.Context, o browserID, name string) person {
	if !guestName.MatchString(name) {
		return person{}
	}
	if who, ok, err := p.find(ctx, name); err == nil && ok && who.ownedBy(o) {
		return who
	}
	return person{}
}

// deleteGuest deletes the document of a guest who has a name now. If the store doesn't answer, the
// document expires by itself.
func (p *people) deleteGuest(ctx context.Context, guest person) {
	_ = store.Delete(ctx, p.store, nameKey(guest.Name), guest.Version, p.now())
}
