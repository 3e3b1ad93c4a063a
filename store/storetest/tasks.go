package storetest

import (
	"fmt"
	"reflect"
	"slices"
	"sync"
	"testing"
	"time"

	"nimbot/store"
)

// noon is the fixed time in the task tests: stores must go by the time that is
// passed in.
var noon = time.Date(2031, 5, 1, 12, 0, 0, 0, time.UTC)

// claim claims up to 1000 tasks.
func claim(t *testing.T, s store.Store, now time.Time, lease time.Duration) []store.Task {
	t.Helper()
	tasks, err := s.Claim(t.Context(), now, lease, 1000)
	if err != nil {
		t.Fatalf("Claim(%v) = %v", now, err)
	}
	return tasks
}

// keysOf returns the sorted keys of tasks.
func keysOf(tasks []store.Task) []string {
	keys := make([]string, 0, len(tasks))
	for _, task := range tasks {
		keys = append(keys, task.Key)
	}
	slices.Sort(keys)
	return keys
}

// wantClaim claims, and checks that it gets these keys, in any order.
func wantClaim(t *testing.T, s store.Store, now time.Time, lease time.Duration, keys ...string) {
	t.Helper()
	want := slices.Sorted(slices.Values(keys))
	if got := keysOf(claim(t, s, now, lease)); !slices.Equal(got, want) {
		t.Errorf("Claim(%v) = %q, want %q", now, got, want)
	}
}

// same compares two tasks.
func same(a, b store.Task) bool { return reflect.DeepEqual(a, b) }

// show returns Shows of the tables for one time.
func show(at time.Time, tables ...int) (all []store.Show) {
	for _, table := range tables {
		all = append(all, store.Show{Table: table, At: at})
	}
	return all
}

func testDue(t *testing.T, s store.Archive) {
	wantClaim(t, s, noon, time.Minute)
	mustCommit(t, s, "early", store.Write{Data: Doc(1, ""), Due: noon.Add(-time.Second)})
	mustCommit(t, s, "sharp", store.Write{Data: Doc(1, ""), Due: noon})
	mustCommit(t, s, "late", store.Write{Data: Doc(1, ""), Due: noon.Add(time.Millisecond)})
	mustCommit(t, s, "not", store.Write{Data: Doc(1, "")})
	got := claim(t, s, noon, time.Hour)
	for _, task := range got {
		if !task.Due || task.Show != nil || task.Version != 1 {
			t.Errorf("Claim = %+v, want Due and version 1", task)
		}
	}
	if keys := keysOf(got); !slices.Equal(keys, []string{"early", "sharp"}) {
		t.Errorf("Claim = %q, want early and sharp", keys)
	}
	wantClaim(t, s, noon.Add(time.Millisecond), time.Minute, "late")
}

func testDueMoves(t *testing.T, s store.Archive) {
	for _, key := range []string{"later", "sooner", "dropped", "same"} {
		mustCommit(t, s, key, store.Write{Data: Doc(1, ""), Due: noon})
	}
	mustCommit(t, s, "later", store.Write{Expect: 1, Data: Doc(2, ""), Due: noon.Add(time.Hour)})
	mustCommit(t, s, "sooner", store.Write{Expect: 1, Data: Doc(2, ""), Due: noon.Add(-time.Hour)})
	mustCommit(t, s, "dropped", store.Write{Expect: 1, Data: Doc(2, "")})
	mustCommit(t, s, "same", store.Write{Expect: 1, Data: Doc(2, ""), Due: noon})
	// A refused write moves nothing.
	if _, err := s.Commit(t.Context(), "same", store.Write{Expect: 1, Data: Doc(2, ""), Due: noon.Add(-time.Hour)}); err == nil {
		t.Error("a stale Commit succeeded")
	}
	wantClaim(t, s, noon.Add(-time.Minute), 24*time.Hour, "sooner")
	wantClaim(t, s, noon, 24*time.Hour, "same")
	wantClaim(t, s, noon.Add(time.Hour), 24*time.Hour, "later")
	wantClaim(t, s, noon.Add(2*time.Hour), 24*time.Hour)
}

// testDueOrder checks that one claim gets all tasks if its limit allows it, and
// gets the oldest first if the backend keeps one order.
func testDueOrder(t *testing.T, s store.Archive) {
	ordered, _ := s.(interface{ Ordered() bool })
	const n = 40
	for i := range n {
		mustCommit(t, s, fmt.Sprint("k", i), store.Write{Data: Doc(1, ""), Due: noon.Add(time.Duration((i*17)%n) * time.Second)})
	}
	tasks := claim(t, s, noon.Add(time.Hour), time.Minute)
	if len(tasks) != n {
		t.Fatalf("Claim = %d tasks, want %d", len(tasks), n)
	}
	if ordered == nil || !ordered.Ordered() {
		return
	}
	for i, task := range tasks {
		var k int
		if _, err := fmt.Sscanf(task.Key, "k%d", &k); err != nil || (k*17)%n != i {
			t.Errorf("task %d is %q, want the %dth oldest", i, task.Key, i)
		}
	}
}

func testLease(t *testing.T, s store.Archive) {
	mustCommit(t, s, "a", store.Write{Data: Doc(1, ""), Due: noon})
	for _, limit := range []int{0, -1} {
		if tasks, err := s.Claim(t.Context(), noon, 30*time.Second, limit); len(tasks) > 0 || err != nil {
			t.Errorf("Claim with the limit %d = %+v, %v, want nothing", limit, tasks, err)
		}
	}
	wantClaim(t, s, noon, 30*time.Second, "a")
	wantClaim(t, s, noon, 30*time.Second)
	wantClaim(t, s, noon.Add(29*time.Second), 30*time.Second)
	wantClaim(t, s, noon.Add(30*time.Second), 30*time.Second, "a")
	// The next write ends the lease, and may set another time.
	mustCommit(t, s, "a", store.Write{Expect: 1, Data: Doc(2, ""), Due: noon.Add(40 * time.Second)})
	wantClaim(t, s, noon.Add(39*time.Second), 30*time.Second)
	wantClaim(t, s, noon.Add(40*time.Second), 30*time.Second, "a")
	mustCommit(t, s, "a", store.Write{Expect: 2, Data: Doc(3, "")})
	wantClaim(t, s, noon.Add(time.Hour), 30*time.Second)
	// With a zero lease, a key is still claimed only once per call.
	mustCommit(t, s, "a", store.Write{Expect: 3, Data: Doc(4, ""), Due: noon})
	wantClaim(t, s, noon.Add(time.Hour), 0, "a")
}

func testShow(t *testing.T, s store.Archive) {
	mustCommit(t, s, "a", store.Write{Data: Doc(1, ""), Show: show(noon, 1)})
	wantClaim(t, s, noon.Add(-time.Millisecond), time.Minute)
	tasks := claim(t, s, noon, time.Minute)
	if len(tasks) != 1 || !same(tasks[0], store.Task{Key: "a", Show: []int{1}, Version: 1}) {
		t.Fatalf("Claim = %+v, want a to be shown", tasks)
	}
	wantClaim(t, s, noon, time.Minute)
	wantClaim(t, s, noon.Add(time.Minute-time.Millisecond), time.Minute)
	wantClaim(t, s, noon.Add(time.Minute), time.Minute, "a") // the lease ran out
	if err := s.Shown(t.Context(), tasks); err != nil {
		t.Fatalf("Shown = %v", err)
	}
	wantClaim(t, s, noon.Add(time.Hour), time.Minute)
	// A later write with Show sets it again.
	mustCommit(t, s, "a", store.Write{Expect: 1, Data: Doc(2, "")})
	wantClaim(t, s, noon.Add(time.Hour), time.Minute)
	mustCommit(t, s, "a", store.Write{Expect: 2, Data: Doc(3, ""), Show: show(noon, 1)})
	wantClaim(t, s, noon.Add(time.Hour), time.Minute, "a")
	if err := s.Shown(t.Context(), nil); err != nil {
		t.Errorf("Shown(nothing) = %v", err)
	}
	if err := s.Shown(t.Context(), []store.Task{{Key: "nobody", Show: []int{1, 2}, Version: 1}}); err != nil {
		t.Errorf("Shown(no such record) = %v", err)
	}
}

// testShownStale has the version that asked, an earlier one and the present one
// confirmed after another write.
func testShownStale(t *testing.T, s store.Archive) {
	mustCommit(t, s, "a", store.Write{Data: Doc(1, ""), Show: show(noon, 1)})
	mustCommit(t, s, "a", store.Write{Expect: 1, Data: Doc(5, ""), Show: show(noon, 1)})
	// A write without Show keeps the earlier one.
	mustCommit(t, s, "a", store.Write{Expect: 5, Data: Doc(6, "")})
	for _, version := range []uint64{0, 1, 4, 7} {
		confirm(t, s, "a", version, 1)
	}
	tasks := claim(t, s, noon, time.Minute)
	if len(tasks) != 1 || !same(tasks[0], store.Task{Key: "a", Show: []int{1}, Version: 6}) {
		t.Fatalf("Claim = %+v, want version 6 to be shown", tasks)
	}
	confirm(t, s, "a", 5, 1)
	wantClaim(t, s, noon.Add(time.Hour), time.Minute)
	mustCommit(t, s, "a", store.Write{Expect: 6, Data: Doc(7, ""), Show: show(noon, 1)})
	mustCommit(t, s, "a", store.Write{Expect: 7, Data: Doc(8, "")})
	confirm(t, s, "a", 8, 1)
	wantClaim(t, s, noon.Add(time.Hour), time.Minute)
}

func testDueAndShow(t *testing.T, s store.Archive) {
	mustCommit(t, s, "a", store.Write{Data: Doc(1, ""), Due: noon, Show: show(noon.Add(time.Second), 1)})
	tasks := claim(t, s, noon.Add(time.Second), time.Minute)
	if len(tasks) != 1 || !same(tasks[0], store.Task{Key: "a", Due: true, Show: []int{1}, Version: 1}) {
		t.Fatalf("Claim = %+v, want one task for both", tasks)
	}
	wantClaim(t, s, noon.Add(time.Minute), time.Minute) // the lease is on both
	if err := s.Shown(t.Context(), tasks); err != nil {
		t.Fatalf("Shown = %v", err)
	}
	tasks = claim(t, s, noon.Add(time.Hour), time.Minute)
	if len(tasks) != 1 || !tasks[0].Due || tasks[0].Show != nil {
		t.Errorf("Claim after Shown = %+v, want due alone", tasks)
	}
	// Only the due time has come, not the board's.
	mustCommit(t, s, "b", store.Write{Data: Doc(1, ""), Due: noon, Show: show(noon.Add(2*time.Hour), 1)})
	tasks = claim(t, s, noon.Add(time.Second), 24*time.Hour)
	if len(tasks) != 1 || !same(tasks[0], store.Task{Key: "b", Due: true, Version: 1}) {
		t.Errorf("Claim = %+v, want due alone", tasks)
	}
}

func testClaimInParts(t *testing.T, s store.Archive) {
	const n, limit = 100, 7
	for i := range n {
		w := store.Write{Data: Doc(1, "")}
		if i%2 == 0 {
			w.Due = noon.Add(-time.Duration(i) * time.Second)
		} else {
			w.Show = show(noon.Add(-time.Duration(i)*time.Second), 1+i%3)
		}
		mustCommit(t, s, fmt.Sprint("k", i), w)
	}
	seen := map[string]int{}
	for range (n + limit - 1) / limit {
		tasks, err := s.Claim(t.Context(), noon, time.Hour, limit)
		if err != nil || len(tasks) > limit {
			t.Fatalf("Claim = %d tasks, %v, want at most %d", len(tasks), err, limit)
		}
		for _, task := range tasks {
			seen[task.Key]++
		}
	}
	if len(seen) != n {
		t.Errorf("%d keys were claimed, want %d", len(seen), n)
	}
	for key, times := range seen {
		if times != 1 {
			t.Errorf("%q was claimed %d times, want once", key, times)
		}
	}
	for _, limit := range []int{0, -1} {
		if tasks, err := s.Claim(t.Context(), noon.Add(2*time.Hour), time.Hour, limit); len(tasks) != 0 || err != nil {
			t.Errorf("Claim(limit %d) = %d tasks, %v, want none", limit, len(tasks), err)
		}
	}
}

func testClaimAtOnce(t *testing.T, s store.Archive) {
	const n, workers = 200, 8
	for i := range n {
		mustCommit(t, s, fmt.Sprint("k", i), store.Write{Data: Doc(1, ""), Due: noon, Show: show(noon, 1)})
	}
	var (
		mu   sync.Mutex
		seen = map[string]int{}
		wg   sync.WaitGroup
	)
	for range workers {
		wg.Go(func() {
			for {
				tasks, err := s.Claim(t.Context(), noon, time.Hour, 10)
				if err != nil {
					t.Errorf("Claim = %v", err)
					return
				}
				if len(tasks) == 0 {
					return
				}
				mu.Lock()
				for _, task := range tasks {
					seen[task.Key]++
				}
				mu.Unlock()
			}
		})
	}
	wg.Wait()
	// A worker may have got nothing because another was claiming the last keys: claim once more.
	for _, task := range claim(t, s, noon, time.Hour) {
		seen[task.Key]++
	}
	for i := range n {
		if key := fmt.Sprint("k", i); seen[key] != 1 {
			t.Errorf("%q was claimed %d times, want once", key, seen[key])
		}
	}
}

func testClaimExpired(t *testing.T, s store.Archive) {
	const soon = 300 * time.Millisecond
	mustCommit(t, s, "gone", store.Write{Data: Doc(1, ""), Expires: time.Now().Add(soon), Due: noon.Add(-time.Second), Show: show(noon, 1)})
	mustCommit(t, s, "here", store.Write{Data: Doc(1, ""), Expires: time.Now().Add(time.Hour), Due: noon})
	advance(s, soon+100*time.Millisecond)
	// An expired record doesn't count against the number of records of one call.
	if tasks, err := s.Claim(t.Context(), noon, time.Minute, 1); err != nil || !slices.Equal(keysOf(tasks), []string{"here"}) {
		t.Errorf("Claim of one = %q, %v, want \"here\"", keysOf(tasks), err)
	}
	// A key that is written again keeps nothing of the expired record.
	mustCommit(t, s, "gone", store.Write{Data: Doc(1, "")})
	wantClaim(t, s, noon, time.Minute)
}
