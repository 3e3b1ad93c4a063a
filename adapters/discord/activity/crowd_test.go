package activity_test

import (
	"fmt"
	"net/http"
	"testing"

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
