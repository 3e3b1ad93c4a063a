package round

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"nimbot/store"
	"nimbot/store/storetest"
)

// hard is a question with 8 answers of which one is right, and coin one with two.
var (
	hard = Question{Game: "nim", Ending: "normal", Position: "3 4 5", Kind: "find", Choices: 8, Right: []int{2}}
	coin = Question{Game: "nim", Ending: "normal", Position: "1 2 3", Kind: "outcome", Choices: 2, Right: []int{1}}
)

// opened returns a round whose first question was asked at time 1000.
func opened(q Question, questions, seconds int) *Round {
	r := &Round{Head: store.Head{Version: 7}, ID: "x", Host: Person{"hal", "Hal"}, Terms: Terms{Questions: questions, Seconds: seconds}, Touched: 1000}
	r.Ask(q, 1000)
	return r
}

// take has people answer: "NAME CHOICE SECOND".
func take(t *testing.T, r *Round, answers ...string) {
	t.Helper()
	for _, a := range answers {
		var who string
		var choice, second int
		if _, err := fmt.Sscan(a, &who, &choice, &second); err != nil {
			t.Fatal(err)
		}
		if err := r.TakeAnswer(Person{who, strings.ToUpper(who)}, choice, Milli(second)*1000, 2*time.Second); err != nil {
			t.Fatalf("Take(%q) = %v", a, err)
		}
	}
}

func TestPoints(t *testing.T) {
	for _, tt := range []struct {
		name    string
		q       Question
		answers []string
		want    string
	}{
		{"the fastest gets most", hard, []string{"ana 2 3", "bob 2 2", "cy 2 4", "dan 2 5"}, "bob 3, ana 2, cy 1, dan 1"},
		{"wrong ones get nothing", hard, []string{"ana 1 2", "bob 2 3"}, "bob 3, ana 0"},
		{"a coin's toss pays one each", coin, []string{"ana 1 2", "bob 1 3", "cy 0 2"}, "ana 1, bob 1, cy 0"},
		{"a quarter isn't above a quarter", Question{Choices: 8, Right: []int{0, 1}}, []string{"ana 0 2", "bob 2 3"}, "ana 3, bob 0"},
		{"the only answer gets nothing", hard, []string{"ana 2 2"}, "ana 0"},
		{"nobody answered", hard, nil, ""},
	} {
		r := opened(tt.q, 5, 45)
		slices.SortStableFunc(tt.answers, func(a, b string) int { return strings.Compare(a[len(a)-1:], b[len(b)-1:]) })
		take(t, r, tt.answers...)
		r.Reveal(46_000)
		var got []string
		for _, s := range r.Standings() {
			got = append(got, fmt.Sprint(s.ID, " ", s.Points))
		}
		if strings.Join(got, ", ") != tt.want {
			t.Errorf("%s: standings %v, want %s", tt.name, got, tt.want)
		}
		if has := strings.ContainsAny(tt.want, "123"); r.HasPoints() != has {
			t.Errorf("%s: HasPoints() = %v, want %v", tt.name, !has, has)
		}
	}
}

func TestAnswersThatDontCount(t *testing.T) {
	r := opened(hard, 5, 45)
	take(t, r, "ana 1 5")
	for _, tt := range []struct {
		who  string
		at   Milli
		want error
	}{{"ana", 6000, ErrAnswered}, {"bob", 46_000, ErrOver}, {"bob", 45_999, nil}} {
		if err := r.TakeAnswer(Person{ID: tt.who}, 2, tt.at, 0); !errors.Is(err, tt.want) {
			t.Errorf("Take(%s at %d) = %v, want %v", tt.who, tt.at, err, tt.want)
		}
	}
	if a, _ := r.AnswerOf("ana"); a.Choice != 1 || a.Took != 4000 {
		t.Errorf("ana's answer is %+v, want the first, after 4 s", a)
	}
	r.Reveal(46_000)
	if err := r.TakeAnswer(Person{ID: "cy"}, 2, 46_001, 0); !errors.Is(err, ErrOver) {
		t.Errorf("after the reveal Take = %v, want %v", err, ErrOver)
	}
}

func TestFiveHundredAnswers(t *testing.T) {
	r := opened(hard, 5, 0)
	for i := range MaxAnswers {
		if err := r.TakeAnswer(Person{ID: fmt.Sprintf("8000000000000%05d", i), Name: "somebody"}, i%8, Milli(2000+i), 0); err != nil {
			t.Fatalf("answer %d: %v", i+1, err)
		}
	}
	if err := r.TakeAnswer(Person{ID: "late"}, 2, 9000, 0); !errors.Is(err, ErrFull) {
		t.Errorf("answer 501: %v, want %v", err, ErrFull)
	}
	if len(r.Answers) > MaxPacked || r.CountAnswers() != MaxAnswers || len(r.AllAnswers()) != MaxAnswers {
		t.Errorf("%d answers in %d bytes, want %d in %d at most", r.CountAnswers(), len(r.Answers), MaxAnswers, MaxPacked)
	}
	r.Reveal(10_000)
	if len(r.Names) > MaxShown+MaxPlaces {
		t.Errorf("%d names are kept, want only those shown", len(r.Names))
	}
	long := opened(hard, 5, 0)
	for i := 0; ; i++ {
		if err := long.TakeAnswer(Person{ID: strings.Repeat("é", 40) + fmt.Sprint(i)}, 1, 2000, 0); err != nil {
			break
		}
	}
	if len(long.Answers) > MaxPacked {
		t.Errorf("long ids take %d bytes, want %d at most", len(long.Answers), MaxPacked)
	}
}

// Scores fill all the bytes that they may have, and keep what they had when one more doesn't fit.
func TestScoresThatFit(t *testing.T) {
	for more, want := range []int{2, 1} {
		r := opened(hard, 5, 0)
		r.Scores = appendEntry("", "ana", 1, 1)
		bob := strings.Repeat("b", MaxPacked-len(appendEntry(r.Scores, "", 3, 1))+more)
		if r.addPoints(Answer{ID: bob, Took: 1}, 3); len(r.Standings()) != want {
			t.Errorf("%d bytes too many: %d people have points, want %d", more, len(r.Standings()), want)
		}
	}
}

// From the second question on, a question ends when everybody who answered the former one has
// answered.
func TestEarlyReveal(t *testing.T) {
	r := opened(hard, 5, 45)
	take(t, r, "ana 2 2", "bob 1 3")
	if r.Ends != 46_000 {
		t.Errorf("the first question ends at %d, want its full time", r.Ends)
	}
	r.Reveal(46_000)
	r.Ask(hard, 54_000)
	take(t, r, "ana 2 56", "zoe 2 57")
	if r.Ends != 99_000 {
		t.Errorf("with bob missing it ends at %d, want 99000", r.Ends)
	}
	take(t, r, "bob 1 58")
	if r.Ends != 61_000 {
		t.Errorf("with all of the former it ends at %d, want 3 s later", r.Ends)
	}
	r.Reveal(61_000)
	r.Ask(hard, 69_000)
	r.Forget("bob")
	take(t, r, "ana 2 70", "zoe 2 71")
	if r.Ends != 74_000 {
		t.Errorf("without bob, who left, it ends at %d, want 74000", r.Ends)
	}
	off := opened(hard, 5, 0)
	take(t, off, "ana 2 2")
	off.Reveal(3000)
	off.Ask(hard, 4000)
	take(t, off, "ana 2 5")
	if off.Ends != 4000+milli(openFor) {
		t.Errorf("without a time it ends at %d, want a day later", off.Ends)
	}
}

func TestStepDue(t *testing.T) {
	const minute, hour = 60_000, 3_600_000
	shown := func(seconds int) *Round {
		r := opened(hard, 5, seconds)
		take(t, r, "ana 2 2")
		r.Reveal(10_000)
		return r
	}
	over := opened(hard, 2, 45)
	over.Finish(2000)
	for _, tt := range []struct {
		name string
		r    *Round
		at   Milli
		want Step
	}{
		{"before its end", opened(hard, 5, 45), 45_999, Nothing},
		{"at its end", opened(hard, 5, 45), 46_000, Reveals},
		{"after a reveal", shown(45), 17_999, Nothing},
		{"8 s after a reveal", shown(45), 18_000, GoesOn},
		{"without a time, a class talks about the answer", shown(0), 119 * minute, Nothing},
		{"left alone after a reveal", shown(0), 10_000 + 2*hour, Ends},
		{"an open question isn't idle", opened(hard, 5, 0), 23 * hour, Nothing},
		{"but ends after a day", opened(hard, 5, 0), 25 * hour, Reveals},
		{"over", over, 99 * hour, Nothing},
		{"no round", &Round{}, 99 * hour, Nothing},
	} {
		if got := tt.r.StepDue(tt.at); got != tt.want {
			t.Errorf("%s: Decided(%d) = %v, want %v", tt.name, tt.at, got, tt.want)
		}
		if due := tt.r.Due(); tt.want != Nothing && (due.IsZero() || due.After(time.UnixMilli(int64(tt.at)))) {
			t.Errorf("%s: Due() = %v, want at most %d", tt.name, due, tt.at)
		}
	}
	// Nobody answers five questions in a row.
	r := opened(hard, 20, 45)
	for now := Milli(1000); r.Phase != Over; now += 1000 {
		switch r.StepDue(now) {
		case Reveals:
			r.Reveal(now)
		case GoesOn:
			r.Ask(hard, now)
		case Ends:
			r.Finish(now)
		}
		if now > 6*minute {
			t.Fatal("an idle round goes on after six minutes")
		}
	}
}

// A worker counts the points of a round that is over, once, and then has nothing to do.
func TestAWorkerCountsWhatIsOver(t *testing.T) {
	r := opened(coin, 1, 0)
	take(t, r, "ana 1 2", "bob 0 2")
	r.Reveal(3000)
	r.Finish(5000)
	if due := r.Due(); !due.Equal(time.UnixMilli(5000)) {
		t.Errorf("uncounted, Due() = %v, want its end", due)
	}
	r.Counted = true
	if due := r.Due(); !due.IsZero() {
		t.Errorf("counted, Due() = %v, want never", due)
	}
}

func TestMayLead(t *testing.T) {
	r := opened(hard, 5, 45)
	check := func(id string, moderator bool, at Milli, want bool) {
		t.Helper()
		if got := r.MayLead(id, moderator, at); got != want {
			t.Errorf("in phase %s Leads(%s, %v, %d) = %v, want %v", r.Phase, id, moderator, at, got, want)
		}
	}
	check("hal", false, 2000, true)
	check("ana", false, 90_000, false)
	check("mo", true, 2000, true)
	r.Reveal(46_000)
	check("ana", false, 105_999, false)
	check("ana", false, 106_000, true)
	r.Forget("hal")
	check("ana", false, 47_000, true)
}

// The count is edited no more often than it may be, and nothing is lost between edits.
func TestWhenTheMessageIsEdited(t *testing.T) {
	r := opened(hard, 5, 45)
	post := func(version uint64, at Milli) { r.RecordPost(r.PostName(), "m1", version, at, 2*time.Second) }
	r.Version = 8
	post(8, 1000)
	if r.RedrawAt != 0 {
		t.Errorf("a posted question is to be edited at %d, want never", r.RedrawAt)
	}
	take(t, r, "ana 2 2")
	if r.RedrawAt != 3000 {
		t.Errorf("the first answer is drawn at %d, want 3000", r.RedrawAt)
	}
	r.BeginEdit(3000)
	r.Version = 9
	take(t, r, "bob 2 4")
	post(9, 4500)
	if r.RedrawAt != 6500 {
		t.Errorf("an answer that came while the edit was made is drawn at %d, want 6500", r.RedrawAt)
	}
	r.BeginEdit(6500)
	r.Version = 10
	r.Reveal(6600)
	post(10, 6700) // an edit from before the reveal arrives after it
	if r.RedrawAt != 8700 {
		t.Errorf("an old edit after the reveal is repaired at %d, want 8700", r.RedrawAt)
	}
	if r.RecordPost("race x 9", "m9", 99, 7000, 0) {
		t.Error("the post of another question was noted")
	}
}

// The message is edited again when an answer was written together with the beginning of an edit,
// because that edit doesn't show the answer.
func TestAnAnswerWrittenWithTheBeginningOfAnEdit(t *testing.T) {
	r := opened(hard, 5, 45)
	r.Message = "m1"
	change := func(do func(r *Round)) *pendingChange {
		return &pendingChange{do: func(r *Round) (bool, error) { do(r); return true, nil }}
	}
	begin := change(func(r *Round) { r.BeginEdit(3000) })
	k := NewKeeper(storetest.NewMemory(), time.Now)
	for _, written := range [][]*pendingChange{
		{change(func(stored *Round) { *stored = *r })},
		{begin, change(func(r *Round) { take(t, r, "ana 2 2") })},
		{change(func(r *Round) { r.RecordPost(r.PostName(), "m1", begin.round.Version, 4000, 2*time.Second) })},
	} {
		if err := k.batch(t.Context(), Key("test/g/c"), written); err != nil {
			t.Fatal(err)
		}
	}
	if r, err := k.Read(t.Context(), "test/g/c"); err != nil || r.CountAnswers() != 1 || r.RedrawAt != 6000 {
		t.Errorf("%d answers, drawn again at %d, %v; want one answer, drawn at 6000", r.CountAnswers(), r.RedrawAt, err)
	}
}

// The time of a question begins with its first post, unless somebody has answered before.
func TestWhenAQuestionsTimeBegins(t *testing.T) {
	for _, tt := range []struct {
		before []string
		at     Milli
	}{{nil, 4000}, {[]string{"ana 2 2"}, 1000}} {
		r := opened(hard, 5, 45)
		take(t, r, tt.before...)
		r.RecordPost(r.PostName(), "m1", 8, 4000, 0)
		r.RecordPost(r.PostName(), "m1", 9, 5000, 0)
		if r.At != tt.at || r.Ends != tt.at+45_000 {
			t.Errorf("posted after the answers %q, the question runs from %d to %d, want 45 s from %d", tt.before, r.At, r.Ends, tt.at)
		}
	}
}

// The next question waits until people have seen the reveal for its time, but not for ever.
func TestWhenARevealsTimeBegins(t *testing.T) {
	r := opened(hard, 5, 45)
	r.Version = 8
	r.RevealUnseen(5000)
	if unseen := Milli(5000) + milli(shownWithin+NextAfter); r.StepDue(unseen-1) != Nothing || r.StepDue(unseen) != GoesOn {
		t.Errorf("after a reveal that was never shown, the round goes on at %d, want %d", r.Ends, unseen)
	}
	r.RecordPost(r.PostName(), "m1", 8, 9000, 0) // an edit from before the reveal
	r.RecordPost(r.PostName(), "m1", 9, 11_000, 0)
	r.RecordPost(r.PostName(), "m1", 9, 12_000, 0)
	if seen := Milli(11_000) + milli(NextAfter); r.StepDue(seen-1) != Nothing || r.StepDue(seen) != GoesOn {
		t.Errorf("after a reveal that was shown at 11000, the round goes on at %d, want %d", r.Ends, seen)
	}
}

func TestALostMessageIsPostedAgain(t *testing.T) {
	r := opened(hard, 5, 45)
	name := r.PostName()
	r.RecordPost(name, "m1", 8, 1000, 0)
	if !r.RecordLost(name) || r.Message != "" || r.PostName() == name {
		t.Errorf("after Lost the message is %q, named %q", r.Message, r.PostName())
	}
	if r.RecordLost(name) {
		t.Error("an older post was lost once more")
	}
}

func TestForgetting(t *testing.T) {
	r := opened(hard, 5, 45)
	take(t, r, "ana 2 2", "an 1 3", "hal 2 4")
	r.Reveal(5000)
	r.Ask(hard, 6000)
	take(t, r, "ana 2 7")
	if !r.Forget("ana") || r.Forget("ana") || r.Forget("nobody") {
		t.Error("Forget doesn't report what it changed")
	}
	if slices.Contains(r.People(), "ana") || !slices.Contains(r.People(), "an") || r.CountAnswers() != 0 {
		t.Errorf("after ana left %v are in it with %d answers", r.People(), r.CountAnswers())
	}
	if r.Forget("hal"); r.Host != (Person{}) {
		t.Errorf("the host is %v, want nobody", r.Host)
	}
}

func TestPackedStrings(t *testing.T) {
	ids := []string{"a", "a b", "a:b", "é%", "", "b"}
	packed := ""
	for i, id := range ids {
		packed = appendEntry(packed, id, int64(i), int64(i)*1000)
	}
	i := 0
	for id, n := range entries(packed) {
		if id != ids[i] || n != [2]int64{int64(i), int64(i) * 1000} {
			t.Errorf("entry %d is %q %v, want %q", i, id, n, ids[i])
		}
		i++
	}
	for _, id := range []string{"a", "a b", "b", "é%"} {
		if left := removeEntry(packed, id); hasEntry(left, id) || len(strings.Fields(left)) != len(ids)-1 {
			t.Errorf("without(%q) = %q", id, left)
		}
	}
	if hasEntry(packed, "b:") || hasEntry(packed, "x") {
		t.Error("somebody is found who isn't there")
	}
}

func TestTheWholeDocumentIsKept(t *testing.T) {
	r := opened(hard, 5, 45)
	take(t, r, "ana 2 2")
	data, err := store.Marshal(r)
	if err != nil {
		t.Fatal(err)
	}
	data = append(store.AppendHeader(nil, 8), ([]byte(`,"later":1,` + string(data[len(`{"v":0,"n":7,`):])))...)
	back, err := Decode(store.Record{Version: 8, Data: data})
	if err != nil || back.Answers != r.Answers || back.Question.Right[0] != 2 || back.Unknown == nil {
		t.Errorf("Decode(%s) = %+v, %v", data, back, err)
	}
}
