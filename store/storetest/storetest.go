// Package storetest is the test suite for stores: a backend calls [Run] with a
// function that opens an empty store. It also has an in-memory store ([Memory])
// and a load generator that checks linearizability ([Load]).
package storetest

import (
	"context"
	"encoding/json"
	"fmt"
	"strings"
	"testing"
	"time"

	"nimbot/store"
)

// Advancer is a store whose clock a test can put forward. With other stores,
// the suite waits.
type Advancer interface {
	Advance(time.Duration)
}

// Open returns an empty store and closes it at the end of the test.
type Open func(t *testing.T) store.Archive

// Run runs the whole suite. Its last tests wait most of the time: they run in parallel, after
// the test that calls Run has returned.
func Run(t *testing.T, open Open) {
	for _, test := range []struct {
		name string
		run  func(*testing.T, store.Archive)
	}{
		{"Rewind", testRewind}, // first, while a shared server holds little that must be copied
		{"RewindShows", testRewindShows},
		{"CreateOnly", testCreateOnly},
		{"StaleVersion", testStaleVersion},
		{"ConcurrentIncrements", testConcurrentIncrements},
		{"Keys", testKeys},
		{"GetAll", testGetAll},
		{"CommitAll", testCommitAll},
		{"BadCalls", testBadCalls},
		{"Copies", testCopies},
		{"BigRecords", testBigRecords},
		{"ManyKeys", testManyKeys},
		{"Delete", testDelete},
		{"Remove", testRemove},
		{"Formats", testFormats},
		{"CancelledContext", testCancelledContext},
		{"Closed", testClosed},
		{"Linearizable", testLinearizable},
		{"Due", testDue},
		{"DueMoves", testDueMoves},
		{"DueOrder", testDueOrder},
		{"Lease", testLease},
		{"Show", testShow},
		{"ShownStale", testShownStale},
		{"DueAndShow", testDueAndShow},
		{"ShowTables", testShowTables},
		{"ShownOlder", testShownOlder},
		{"ShownOtherTable", testShownOtherTable},
		{"ClaimTables", testClaimTables},
		{"ClaimInParts", testClaimInParts},
		{"ClaimAtOnce", testClaimAtOnce},
		{"Model", testModel},
		{"Archive", testArchive},
		{"Migrate", testMigrate},
		{"Leaderboards", testLeaderboards},
		{"BoardVersions", testBoardVersions},
		{"BoardsAtOnce", testBoardsAtOnce},
		{"BoardsMove", testBoardsMove},
		{"BoardsInMotion", testBoardsInMotion},
		{"Backup", testBackup},
	} {
		t.Run(test.name, func(t *testing.T) { test.run(t, open(t)) })
	}
	for name, run := range map[string]func(*testing.T, store.Archive){
		"Expiry": testExpiry, "TablesGone": testTablesGone, "ClaimExpired": testClaimExpired,
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel() // most of it is waiting
			run(t, open(t))
		})
	}
}

// Doc returns a small record of the given version.
func Doc(version uint64, text string) []byte {
	quoted, _ := json.Marshal(text) // a string never fails
	return fmt.Appendf(store.AppendHeader(nil, version), `,"text":%s}`, quoted)
}

// SizedDoc returns a record of exactly size bytes.
func SizedDoc(version uint64, size int) []byte {
	return Doc(version, strings.Repeat("x", size-len(Doc(version, ""))))
}

// mustCommit commits and fails the test on an error.
func mustCommit(t *testing.T, s store.Store, key string, w store.Write) {
	t.Helper()
	rec, err := s.Commit(t.Context(), key, w)
	if want := w.Record().Version; err != nil || rec.Version != want || string(rec.Data) != string(w.Data) {
		t.Fatalf("Commit(%q, version %d) = version %d, %.60q, %v, want the new record", key, want, rec.Version, rec.Data, err)
	}
}

// wantRecord checks the record under key; data "" means that there is none.
func wantRecord(t *testing.T, s store.Store, key string, version uint64, data string) {
	t.Helper()
	rec, err := s.Get(t.Context(), key)
	if err != nil || rec.Version != version || string(rec.Data) != data {
		t.Errorf("Get(%q) = version %d, %.60q, %v, want version %d, %.60q", key, rec.Version, rec.Data, err, version, data)
	}
}

// advance puts the store's clock forward by d, or waits.
func advance(s store.Store, d time.Duration) {
	if a, ok := s.(Advancer); ok {
		a.Advance(d)
		return
	}
	time.Sleep(d)
}

// short returns a context that ends after a minute, for calls that must not hang.
func short(t *testing.T) context.Context {
	t.Helper()
	ctx, cancel := context.WithTimeout(t.Context(), time.Minute)
	t.Cleanup(cancel)
	return ctx
}
