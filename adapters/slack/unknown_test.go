package slack

import (
	"context"
	"fmt"
	"log/slog"
	"strings"
	"testing"
	"time"

	"nimbot/store"
	"nimbot/store/storetest"
)

// Writes keep document members that a later version added.
func TestUnknownMembersAreKept(t *testing.T) {
	s, ctx := storetest.NewMemory(), context.Background()
	keep := func(key, doc string, write func() error, want ...string) {
		t.Helper()
		if _, err := s.Commit(ctx, key, store.Write{Data: []byte(doc)}); err != nil {
			t.Fatal(err)
		}
		if err := write(); err != nil {
			t.Fatal(err)
		}
		rec, err := s.Get(ctx, key)
		if err != nil || rec.Version < 2 {
			t.Fatalf("%s is version %d, %v, want it written", key, rec.Version, err)
		}
		for _, w := range want {
			if !strings.Contains(string(rec.Data), w) {
				t.Errorf("%s became %s, want it to hold %s", key, rec.Data, w)
			}
		}
	}
	h := newHomes(s, quietOutbox(), slog.New(slog.DiscardHandler), time.Now)
	keep(homeKey("T1", "U1"), `{"v":3,"n":1,"games":[{"channel":"C1","game":"nim","other":"bot","at":1,"rated":true}],"level":"hard"}`, func() error {
		return h.change(ctx, "T1", "U1", func(d *home) bool {
			return d.add(homeGame{Channel: "C2", Key: "nim"}) && d.add(homeGame{Channel: "C1", Key: "nim", Turn: true})
		})
	}, `"turn":true,"at":0,"rated":true`, `"level":"hard"`)

	keys, err := ParseKeys(keyOne)
	if err != nil {
		t.Fatal(err)
	}
	installs := newInstallStore(s, keys, slog.New(slog.DiscardHandler), time.Now)
	g := oauthGrant{workspace: workspace{Team: "T2"}, name: "two", bot: "UBOT", tokens: tokens{access: "a", refresh: "r"}}
	if err := installs.add(ctx, g); err != nil {
		t.Fatal(err)
	}
	rec, err := s.Get(ctx, installKey("T2"))
	if err != nil {
		t.Fatal(err)
	}
	later := strings.Replace(strings.TrimSuffix(string(rec.Data), "}")+`,"plan":"paid"}`, `"T2"`, `"T3","region":"eu"`, 1)
	later = `{"v":3,"n":1` + later[strings.Index(later, `,"workspace"`):]
	g.workspace.Team = "T3"
	keep(installKey("T3"), later, func() error { return installs.add(ctx, g) }, `"plan":"paid"`, `"team":"T3","region":"eu"`)
	installs.refresh = func(context.Context, string) (tokens, error) { return tokens{access: "b", refresh: "s"}, nil }
	if token, err := installs.renew(ctx, g.workspace, "a"); token != "b" || err != nil {
		t.Fatalf("renew = %q, %v, want the new token", token, err)
	}
	if o, err := installs.read(ctx, "T3"); err != nil || fmt.Sprint(o.Unknown) != `{"plan":"paid"}` || fmt.Sprint(o.Workspace.Unknown) != `{"region":"eu"}` || o.access != "b" {
		t.Errorf("a renewal leaves %+v, %v, want the plan kept", o.installation, err)
	}
}
