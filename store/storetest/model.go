package storetest

import (
	"errors"
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"
	"time"

	"nimbot/store"
)

// The model test's size: enough for every pair of operations to meet on a key
// many times.
const (
	modelRuns  = 6
	modelSteps = 120
	modelKeys  = 5
)

// testModel runs the same random calls on the store and on a Memory, and
// compares the answers.
func testModel(t *testing.T, s store.Archive) {
	for seed := range uint64(modelRuns) {
		m := model{t: t, s: s, reference: NewMemory(), rand: rand.New(rand.NewPCG(seed, 1)), now: noon, seed: seed}
		for m.step = range modelSteps {
			[]func(){m.commit, m.commit, m.commit, m.get, m.claim, m.shown}[m.rand.IntN(6)]()
			m.now = m.now.Add(m.span(0, 5))
			if t.Failed() {
				return
			}
		}
		for i := range modelKeys { // the next run begins with nothing
			rec, err := s.Get(t.Context(), m.key(i))
			if err != nil {
				t.Fatal(err)
			}
			mustCommit(t, s, m.key(i), store.Write{Expect: rec.Version, Data: Doc(rec.Version+1, ""), Expires: time.Now().Add(-time.Hour)})
		}
	}
}

// model is one run of random calls, drawn by a seed. now is the time that callers pass in, of what is
// due, shown and claimed. Records expire by the store's own clock, so Expires counts from the real time.
type model struct {
	t         *testing.T
	s         store.Archive
	reference *Memory // gets the same calls, and says what is right
	rand      *rand.Rand
	now       time.Time
	seed      uint64
	step      int
}

func (m *model) key(i int) string  { return fmt.Sprint("model", i) }
func (m *model) randomKey() string { return m.key(m.rand.IntN(modelKeys)) }

// span returns a random duration of at least from seconds, and less than to, which must be greater.
func (m *model) span(from, to int) time.Duration {
	return time.Duration(from*1000+m.rand.IntN((to-from)*1000)) * time.Millisecond
}

// when returns a time about now, or none.
func (m *model) when() time.Time {
	if m.rand.IntN(3) == 0 {
		return time.Time{}
	}
	return m.now.Add(m.span(-5, 40))
}

// boards returns Shows of up to two tables.
func (m *model) boards() (all []store.Show) {
	for range m.rand.IntN(3) {
		at, table := m.when(), m.table()
		if !at.IsZero() && !slices.ContainsFunc(all, func(s store.Show) bool { return s.Table == table }) {
			all = append(all, store.Show{Table: table, At: at})
		}
	}
	return all
}

// table returns the number of a table, half of the time 1.
func (m *model) table() int { return []int{1, 1, 1, 2, 3, store.MaxTable}[m.rand.IntN(6)] }

// same compares two answers to the same call. Both may be conflicts; any other error fails, even one
// that both return, because no call of the model deserves it.
func (m *model) same(call string, got, want any, gotErr, wantErr error) {
	m.t.Helper()
	conflicts := errors.Is(gotErr, store.ErrConflict) && errors.Is(wantErr, store.ErrConflict)
	if fmt.Sprint(got) != fmt.Sprint(want) || !conflicts && (gotErr != nil || wantErr != nil) {
		m.t.Errorf("run %d, step %d, %v: %s = %v, %v, want %v, %v", m.seed, m.step, m.now.Sub(noon), call, got, gotErr, want, wantErr)
	}
}

func (m *model) get() {
	key := m.randomKey()
	got, gotErr := m.s.Get(m.t.Context(), key)
	want, wantErr := m.reference.Get(m.t.Context(), key)
	m.same("Get "+key, got, want, gotErr, wantErr)
}

func (m *model) commit() {
	key := m.randomKey()
	present, err := m.reference.Get(m.t.Context(), key)
	if err != nil {
		m.t.Fatal(err)
	}
	w := store.Write{Expect: present.Version, Due: m.when(), Show: m.boards()}
	switch m.rand.IntN(10) {
	case 0:
		w.Expect = m.rand.Uint64N(present.Version + 3) // often stale or never stored
	case 1:
		w.Expires = time.Now().Add(-time.Minute)
	case 2, 3:
		w.Expires = time.Now().Add(time.Hour)
	}
	w.Data = Doc(w.Expect+1+m.rand.Uint64N(3), fmt.Sprint(m.step))
	got, gotErr := m.s.Commit(m.t.Context(), key, w)
	want, wantErr := m.reference.Commit(m.t.Context(), key, w)
	m.same(fmt.Sprintf("Commit %s %+v", key, w), got, want, gotErr, wantErr)
}

func (m *model) claim() {
	lease := m.span(1, 30)
	got, gotErr := m.s.Claim(m.t.Context(), m.now, lease, 10*modelKeys)
	want, wantErr := m.reference.Claim(m.t.Context(), m.now, lease, 10*modelKeys)
	m.same(fmt.Sprint("Claim ", lease), byKey(got), byKey(want), gotErr, wantErr)
}

func byKey(tasks []store.Task) map[string]store.Task {
	keyed := map[string]store.Task{}
	for _, t := range tasks {
		keyed[t.Key] = t
	}
	return keyed
}

func (m *model) shown() {
	key := m.randomKey()
	present, err := m.reference.Get(m.t.Context(), key)
	if err != nil {
		m.t.Fatal(err)
	}
	task := []store.Task{{Key: key, Version: present.Version - min(present.Version, m.rand.Uint64N(6))}}
	for range 1 + m.rand.IntN(2) {
		task[0].Show = append(task[0].Show, m.table())
	}
	m.same("Shown", nil, nil, m.s.Shown(m.t.Context(), task), m.reference.Shown(m.t.Context(), task))
	// A store may clear a Show as late as at its next claim. This claim is before all times, so it
	// makes the store do that, and gets nothing.
	_, err = m.s.Claim(m.t.Context(), time.UnixMilli(1), time.Minute, 1)
	m.same("Claim in the past", nil, nil, err, nil)
}
