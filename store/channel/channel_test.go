package channel_test

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"nimbot/store"
	"nimbot/store/channel"
)

func TestADeliveryIsRememberedForTenMinutes(t *testing.T) {
	var c channel.Document
	now := time.Unix(1_800_000_000, 0)
	for i := range 20 {
		c.Remember(fmt.Sprint("d", i), now)
		now = now.Add(time.Minute)
	}
	for id, want := range map[string]bool{"d19": true, "d10": true, "d9": true, "d8": false, "d0": false, "": false, "d": false} {
		if got := c.Knows(id); got != want {
			t.Errorf("Knows(%q) = %v, want %v of %q", id, got, want, c.Recent)
		}
	}
}

func TestTheNumberOfRememberedDeliveriesIsBounded(t *testing.T) {
	const most = 1024
	var c channel.Document
	now := time.Unix(1_800_000_000, 0)
	for i := range most {
		if !c.CanRemember(now) {
			t.Fatalf("CanRemember() = false after %d deliveries, want room for %d", i, most)
		}
		c.Remember(fmt.Sprint("d", i), now.Add(time.Duration(i)*100*time.Millisecond))
	}
	now = now.Add(most * 100 * time.Millisecond)
	if c.CanRemember(now) {
		t.Errorf("CanRemember() = true after %d deliveries, want none", most)
	}
	full := c.Recent
	if c.Remember("one more", now); c.Recent != full {
		t.Errorf("Remember() beyond %d deliveries changed what is remembered", most)
	}
	now = now.Add(10*time.Minute - most*100*time.Millisecond)
	if c.CanRemember(now) || !c.Knows("d0") {
		t.Errorf("after 10 minutes CanRemember() = %v, Knows(d0) = %v, want none forgotten", c.CanRemember(now), c.Knows("d0"))
	}
	now = now.Add(31 * time.Second)
	if !c.CanRemember(now) {
		t.Error("half a minute later CanRemember() = false, want room")
	}
	c.Remember("later", now)
	if n := len(strings.Fields(c.Recent)); n != most-300 || c.Knows("d300") || !c.Knows("d301") || !c.Knows("later") {
		t.Errorf("then %d are remembered, want those of the first half minute forgotten", n)
	}
	now = now.Add(time.Hour)
	c.Remember("late", now)
	if n := len(strings.Fields(c.Recent)); n != 8 || !c.Knows(fmt.Sprint("d", most-1)) || !c.Knows("late") {
		t.Errorf("an hour later %d are remembered, want the newest 8: %q", n, c.Recent)
	}
}

func TestAChannelIsARecord(t *testing.T) {
	c := channel.Document{Version: 12, Play: channel.Play{Turn: 3, Game: &channel.Game{ID: "x", Key: "nim", Ending: "normal", Start: "3 4 5", Players: [2]channel.Player{{ID: "ana", Name: "Ana"}, {ID: "bot", Level: "perfect"}}, Events: "A2 B1", Since: 7}}}
	c.Remember("d", time.Unix(1_800_000_000, 0))
	data := c.Encode()
	if want := `{"v":3,"n":12,"turn":3,`; !strings.HasPrefix(string(data), want) {
		t.Errorf("Encode() = %s, want it to begin with %s", data, want)
	}
	if h, err := store.ParseHeader(data); err != nil || h.Version != 12 {
		t.Errorf("ParseHeader(Encode()) = %+v, %v, want version 12", h, err)
	}
	got, err := channel.Decode(data)
	if err != nil || got.Game.Events != "A2 B1" || got.Turn != 3 || !got.Knows("d") {
		t.Errorf("Decode(Encode()) = %+v, %v, want what was encoded", got, err)
	}
}

func TestDeliveriesOfHalfAMinuteShareATime(t *testing.T) {
	var c channel.Document
	now := time.Unix(1_800_000_000, 0)
	for i, after := range []time.Duration{0, time.Millisecond, time.Second, 30 * time.Second, 30*time.Second + 1} {
		c.Remember(fmt.Sprint("d", i), now.Add(after))
	}
	if n := strings.Count(c.Recent, "@"); n != 3 {
		t.Errorf("deliveries at 0, at 0 to 30 and after 30 seconds carry %d times, want 3: %q", n, c.Recent)
	}
	for i := range 5 {
		if id := fmt.Sprint("d", i); !c.Knows(id) {
			t.Errorf("Knows(%q) = false, want true of %q", id, c.Recent)
		}
	}
}
