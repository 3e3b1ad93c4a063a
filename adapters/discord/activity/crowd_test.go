package activity_test

import (
	"bytes"
	"fmt"
	"io"
	"net/http"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"nimbot/adapters/discord/discordtest"
)

// watch opens a stream, which stays open until the test ends, and returns its status.
func (s *site) watch(session string) int {
	s.t.Helper()
	r, err := http.NewRequestWithContext(s.t.Context(), http.MethodGet, s.http.URL+"/activity/web/stream", nil)
	if err != nil {
		s.t.Fatal(err)
	}
	r.Header.Set("Nim-Session", session)
	resp, err := http.DefaultClient.Do(r)
	if err != nil {
		s.t.Fatal(err)
	}
	s.t.Cleanup(func() { _ = resp.Body.Close() })
	return resp.StatusCode
}

// Discord's proxy has one address for all visitors, so people are counted, not addresses.
func TestPeopleBehindOneAddressAreCountedApart(t *testing.T) {
	s := newSite(t)
	session := ""
	for i := range 60 {
		who := discordtest.Person{ID: fmt.Sprint(800000000000000100 + i), Name: fmt.Sprint("Visitor ", i)}
		at := fmt.Sprintf("i-%d-gc-%s-%d", i, guild, 900000000000000100+i)
		s.discord.SetInstance(at, discordtest.Instance{Guild: guild, Channel: fmt.Sprint(900000000000000100 + i), Users: []string{who.ID}})
		status, a := s.signIn(s.discord.Code(who, discordtest.Application), at)
		if status != http.StatusOK {
			t.Fatalf("visitor %d signs in with %d, %q", i+1, status, a.Refused)
		}
		session = a.Session
		if status := s.watch(session); status != http.StatusOK {
			t.Fatalf("the stream of visitor %d, each in another channel, = %d, want 200", i+1, status)
		}
	}
	open := 1
	for ; open < 100 && s.watch(session) == http.StatusOK; open++ {
	}
	if open != 20 {
		t.Errorf("one person has %d streams open, want 20", open)
	}
}

// Somebody who opens 60 channels one after another is refused none of them.
func TestChannelsOneAfterAnother(t *testing.T) {
	s := newSite(t)
	s.watch(s.session(ana))
	for i := range 60 {
		at := fmt.Sprintf("i-%d-gc-%s-%d", i, guild, 900000000000000100+i)
		s.discord.SetInstance(at, discordtest.Instance{Guild: guild, Channel: fmt.Sprint(900000000000000100 + i), Users: []string{ana.ID}})
		_, a := s.signIn(s.discord.Code(ana, discordtest.Application), at)
		if status, _, said := s.ask(http.MethodGet, "/web/stream?poll=1", a.Session, nil); status != http.StatusOK {
			t.Fatalf("channel %d = %d, %s; want 200", i+1, status, said)
		}
	}
}

// asked is how often Discord was asked about instances.
func (s *site) asked() (n int) {
	for _, r := range s.discord.Requests() {
		if strings.Contains(r, "activity-instances") {
			n++
		}
	}
	return n
}

// crowd returns n people, who are in an instance.
func (s *site) crowd(id string, n int) (all []discordtest.Person) {
	at := discordtest.Instance{Guild: guild, Channel: channel}
	for i := range n {
		all = append(all, discordtest.Person{ID: fmt.Sprint(800000000000000100 + i), Name: fmt.Sprint("Visitor ", i)})
		at.Users = append(at.Users, all[i].ID)
	}
	s.discord.SetInstance(id, at)
	return all
}

// Codes that prove nobody spend nothing of what visitors share, although they come from the address
// of Discord's proxy, as visitors do.
func TestBogusSignInsRefuseNobody(t *testing.T) {
	s := newSite(t)
	for second := range 5 {
		s.ahead.Store(int64(second))
		for i := range 72 {
			if status, a := s.signIn(fmt.Sprint("bogus", second, "-", i), fmt.Sprintf("i-%d-gc-1-2", i%20)); status != http.StatusForbidden {
				t.Fatalf("bogus sign-in %d = %d, %q; want 403", i+1, status, a.Refused)
			}
		}
	}
	if n := s.asked(); n != 0 {
		t.Errorf("for codes that prove nobody, Discord was asked about instances %d times, want never", n)
	}
	for _, who := range s.crowd(instance, 40) {
		s.session(who)
	}
}

// An address that sends made-up codes keeps nobody waiting who comes from another one, or who joins
// people: not even while Discord answers none of those codes.
func TestBogusSignInsHoldTheirOwnPlaces(t *testing.T) {
	s := newSite(t)
	visitors := s.crowd(instance, 3)
	s.session(visitors[0])
	var held atomic.Int64
	release := make(chan struct{})
	s.discord.SetIntercept(func(_ http.ResponseWriter, r *http.Request) bool {
		if r.URL.Path != "/api/v10/oauth2/token" {
			return false
		}
		form, _ := io.ReadAll(r.Body) // an empty one isn't bogus
		r.Body = io.NopCloser(bytes.NewReader(form))
		if strings.Contains(string(form), "bogus") {
			held.Add(1)
			<-release
		}
		return false
	})
	var flood sync.WaitGroup
	for i := range 200 {
		flood.Go(func() {
			status, _ := s.signIn(fmt.Sprint("bogus", i), fmt.Sprintf("i-%d-gc-1-2", i), "X-Forwarded-For", "203.0.113.1")
			if status != http.StatusForbidden && status != http.StatusServiceUnavailable {
				t.Errorf("a bogus sign-in = %d, want 403 or 503", status)
			}
		})
	}
	for held.Load() < 24 { // both of the source's bounds are reached
		time.Sleep(time.Millisecond)
	}
	s.session(visitors[1], "X-Forwarded-For", "198.51.100.1") // from another address
	s.session(visitors[2], "X-Forwarded-For", "203.0.113.1")  // joins the others
	if n := held.Load(); n != 24 {
		t.Errorf("of 200 made-up codes from one address, Discord checks %d at the same time, want 24", n)
	}
	close(release)
	flood.Wait()
}

// Somebody who asks about one instance after another is refused before others are.
func TestOnePersonSpendsTheirOwnLookUps(t *testing.T) {
	s := newSite(t)
	refused := 0
	for i := range 40 {
		status, _ := s.signIn(s.discord.Code(eve, discordtest.Application), fmt.Sprintf("i-%d-gc-1-2", i))
		if status == http.StatusTooManyRequests {
			refused++
		}
	}
	if n := s.asked(); refused < 10 || n > 120 {
		t.Errorf("of 40 sign-ins to instances that don't exist %d are refused, and Discord is asked %d times", refused, n)
	}
	s.session(ana)
}

// The sessions of people who left cost next to nothing, and when they come back they are admitted at
// once.
func TestDepartedSessionsAreNotLookedUpEachTime(t *testing.T) {
	s := newSite(t)
	session := s.session(ana)
	s.discord.SetInstance(instance, discordtest.Instance{Guild: guild, Channel: channel, Users: []string{eve.ID}})
	s.ahead.Store(90)
	before := s.asked()
	for i := range 100 {
		path := []string{"/web/people", "/web/stream?poll=1"}[i%2]
		if status, _, said := s.ask(http.MethodGet, path, session, nil); status != http.StatusForbidden {
			t.Fatalf("GET %s of somebody who left = %d, %s; want 403", path, status, said)
		}
	}
	if n := s.asked() - before; n != 1 {
		t.Errorf("for 100 requests of somebody who left, Discord was asked %d times, want once", n)
	}
	s.discord.SetInstance(instance, discordtest.Instance{Guild: guild, Channel: channel, Users: []string{ana.ID}})
	if status, _, said := s.ask(http.MethodGet, "/web/people", s.session(ana), nil); status != http.StatusOK {
		t.Errorf("somebody who came back = %d, %s; want 200", status, said)
	}
}

// A name finds only people who are here: not somebody who signed in in another server.
func TestNamesOfOtherServersAreNotFound(t *testing.T) {
	s := newSite(t)
	zaphod := discordtest.Person{ID: "800000000000000042", Name: "Zaphod"}
	elsewhere := "i-9-gc-100000000000000009-900000000000000009"
	s.discord.SetServers(guild, "100000000000000009")
	s.discord.SetInstance(elsewhere, discordtest.Instance{Guild: "100000000000000009", Channel: "900000000000000009", Users: []string{zaphod.ID}})
	if status, a := s.signIn(s.discord.Code(zaphod, discordtest.Application), elsewhere); status != http.StatusOK {
		t.Fatalf("Zaphod signs in with %d, %q", status, a.Refused)
	}
	session := s.session(ana)
	challenge := func() string {
		if status, _, said := s.ask(http.MethodPost, "/web/say", session, map[string]string{"text": "challenge @Zaphod 3 4 5"}); status != http.StatusOK {
			t.Fatalf("say = %d, %s", status, said)
		}
		_, _, shown := s.ask(http.MethodGet, "/web/stream?poll=1", session, nil)
		return shown
	}
	if shown := challenge(); strings.Contains(shown, zaphod.ID) || !strings.Contains(shown, "I can't find") {
		t.Errorf("a challenge of somebody in another server shows\n%s\nwant that nobody is found", shown)
	}
	s.discord.SetInstance(instance, discordtest.Instance{Guild: guild, Channel: channel, Users: []string{ana.ID, zaphod.ID}})
	s.ahead.Store(90)
	if shown := challenge(); !strings.Contains(shown, "challenged Zaphod") {
		t.Errorf("a challenge of somebody who is listed here shows\n%s\nwant an offer", shown)
	}
}
