package practice_test

import (
	"strings"
	"testing"
	"time"

	"nimbot/store"
	"nimbot/store/person"
)

// passes marks lesson 5 as passed now.
func (r *room) passes(who string) {
	r.edit(who, func(doc *person.Practice) { doc.Lesson("nim-sum").Passed = store.UnixOf(r.Now) })
}

// checks takes a check with a number of right answers, and returns the last reply.
func (r *room) checks(who string, right int) (said string) {
	r.t.Helper()
	for n := range 6 {
		r.says(who, "learn check")
		x := r.doc(who).Now
		if x == nil || x.Kind != "check" || (x.Game == "nim") != (n < 4) {
			r.t.Fatalf("position %d of the check is %+v", n, x)
		}
		good, bad := r.answers(who)
		if n >= right {
			good = bad
		}
		said = r.Text(r.says(who, "answer "+good))
	}
	return said + r.Text(r.says(who, "answer next"))
}

// The check is offered a week after lesson 5 and again after a month, but not in between.
func TestWhenChecksAreDue(t *testing.T) {
	const day = 24 * time.Hour
	r := newRoom(t)
	r.expect("ana", "learn check", "First pass lesson 5")
	r.passes("ana")
	r.Pass(6 * day)
	r.expect("ana", "learn check", "too early", "from 2")
	r.Pass(day)
	r.Button(r.says("ana", "learn"), "What stuck?")
	if said := r.checks("ana", 5); !strings.Contains(said, "5 of 6 found: it stuck.") {
		t.Errorf("five right answers are told as\n%s", said)
	}
	r.expect("ana", "learn check", "too early")
	r.Pass(24 * day)
	if said := r.checks("ana", 3); !strings.Contains(said, "3 of 6 found: it stuck partly.") {
		t.Errorf("three right answers are told as\n%s", said)
	}
	r.expect("ana", "learn check", "You've done both checks")
	if c := r.doc("ana").Checks; len(c) != 2 || c[0].Right != 5 || c[1].Right != 3 {
		t.Errorf("the checks that are kept are %+v", c)
	}
}

// A check gives no hints and one try, and continues after it was left.
func TestACheckGivesNoHelp(t *testing.T) {
	r := newRoom(t)
	r.passes("ana")
	r.Pass(8 * 24 * time.Hour)
	r.says("ana", "learn check")
	first := r.doc("ana").Now.Position
	r.expect("ana", "hint", "no hints here")
	r.says("ana", "puzzle")
	r.says("ana", "learn check")
	if now := r.doc("ana").Now; now.Position != first || now.Kind != "check" {
		t.Errorf("after a puzzle the check goes on with %+v, want %s", now, first)
	}
	r.says("ana", "predict "+first)
	right, _ := r.answers("ana")
	r.says("ana", "answer "+right)
	if c := r.doc("ana").Checking; c.Answers != "0" {
		t.Errorf("what was looked up counts as %q, want a wrong answer", c.Answers)
	}
}
