package people_test

import (
	"testing"
	"time"

	"nimbot/store/person"
	"nimbot/store/storetest"
)

// After a person removes the app, their practice is kept for a month, or for as long as
// before if they practise again. The documents of servers stay.
func TestPracticeAfterUninstall(t *testing.T) {
	const day = 24 * time.Hour
	for _, tt := range []struct {
		name      string
		practises bool
		after     time.Duration
		kept      bool
	}{
		{"within the month", false, 29 * day, true},
		{"after it", false, 31 * day, false},
		{"practised again", true, 60 * day, true},
	} {
		t.Run(tt.name, func(t *testing.T) {
			s := storetest.NewMemory()
			e := newServersFixture(t, s, 1)
			clocked := func() time.Time { return e.now }
			practices := person.NewPractices(s, clocked, 400*day)
			practise := func() {
				if _, err := practices.Change(t.Context(), person.PracticeKey("discord", "ana"), func(p *person.Practice) (bool, error) {
					p.Turn++
					return true, nil
				}); err != nil {
					t.Fatal(err)
				}
			}
			count := func(prefix string) (n int) {
				for x, err := range s.All(t.Context()) {
					if err != nil {
						t.Fatal(err)
					}
					if len(x.Key) >= len(prefix) && x.Key[:len(prefix)] == prefix && (x.Expires.IsZero() || x.Expires.After(e.now)) {
						n++
					}
				}
				return n
			}
			practise()
			members := count("member:")
			if err := e.RecordUninstall(t.Context(), "discord", "ana"); err != nil {
				t.Fatal(err)
			}
			if err := e.RecordUninstall(t.Context(), "discord", "stranger"); err != nil {
				t.Errorf("Uninstalled of somebody unknown = %v, want nil", err)
			}
			if p, err := practices.Read(t.Context(), person.PracticeKey("discord", "ana")); err != nil || p.Turn != 1 {
				t.Errorf("the practice is %+v, %v; want it unchanged", p, err)
			}
			if tt.practises {
				e.now = e.now.Add(20 * day)
				practise()
			}
			e.now = e.now.Add(tt.after)
			if kept := count("practice:") == 1; kept != tt.kept {
				t.Errorf("%s later the practice is kept: %v, want %v", tt.after, kept, tt.kept)
			}
			if got := count("practice:discord/stranger"); got != 0 {
				t.Errorf("%d documents of somebody unknown, want none", got)
			}
			if got := count("member:"); got != members {
				t.Errorf("%d documents of members, want %d as before", got, members)
			}
		})
	}
}
