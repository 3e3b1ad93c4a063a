package practice_test

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"nimbot/game/dialog"
	"nimbot/game/rules"
	"nimbot/game/rules/gametest"
	"nimbot/game/rules/solve"
	"nimbot/game/teach"
	"nimbot/game/words"
	"nimbot/internal/slowtest"
	"nimbot/store/person"
)

// everyLesson lists the twelve lessons and those of the games.
func everyLesson(t *testing.T) []teach.Lesson {
	t.Helper()
	all := teach.Lessons()
	for _, g := range rules.Games() {
		l, ok := teach.LessonOf(g.Key)
		if !ok {
			t.Fatalf("%s has no lesson", g.Key)
		}
		all = append(all, l)
	}
	return all
}

// A reader who knows every answer passes every lesson and wins its games.
func TestEveryLessonCanBePassed(t *testing.T) {
	slowtest.Sequential(t)
	r := newRoom(t)
	for _, l := range everyLesson(t) {
		name := l.ID
		if l.Number > 0 {
			name = fmt.Sprint(l.Number)
		}
		reply := r.says("ana", "learn "+name)
		asked := 0
		for answers := 0; r.lesson("ana", l.ID).Passed == 0; answers++ {
			if answers > 200 {
				t.Fatalf("lesson %s is not passed after %d answers:\n%s", l.ID, answers, r.Text(reply))
			}
			r.short(reply)
			asked = max(asked, r.lesson("ana", l.ID).Asked)
			reply = r.says("ana", "answer "+r.goodAnswer("ana"))
		}
		if l.Number > 0 && l.Number < 12 {
			r.Expect(reply, text(r, "lesson."+l.ID+".again"), fmt.Sprint("Now try it in a real game, or take lesson ", l.Number+1))
			r.Button(reply, "Play")
		}
		if r.Expect(reply, "You've passed this one"); asked < 4 || asked > 8 {
			t.Errorf("lesson %s: %d right answers were needed, want four to eight", l.ID, asked)
		}
	}
	r.expect("ana", "learn", "✓ 1.", "✓ 12.")
	// A passed lesson can be repeated.
	r.expect("ana", "learn 1", "Which move wins at once?")
}

func text(r *room, key string) string { return r.Words.Say(words.New(key), words.Voice{}) }

// lesson is how far a person got in a lesson.
func (r *room) lesson(who, id string) person.Lesson {
	doc := r.doc(who)
	return *doc.Lesson(id)
}

// goodAnswer is a right answer, and in a game a winning move.
func (r *room) goodAnswer(who string) string {
	r.t.Helper()
	x := r.doc(who).Now
	if x.Done {
		return "next"
	}
	if x.Kind != "game" && x.Kind != "demo" {
		right, _ := r.answers(who)
		return right
	}
	return r.goodAnswerIn(who)
}

// goodAnswerIn is a winning move of the game that is open, if there is one.
func (r *room) goodAnswerIn(who string) string {
	r.t.Helper()
	x := r.doc(who).Now
	g, err := rules.Lookup(x.Game)
	if err != nil {
		r.t.Fatal(err)
	}
	p, err := g.Parse(x.Position)
	if err != nil {
		r.t.Fatal(err)
	}
	a, err := solve.Analyze(p, rules.EndingOf(x.Ending))
	if err != nil {
		r.t.Fatal(err)
	}
	return string(a.Best())
}

// short fails if a message has more than 120 words of running text.
func (r *room) short(reply dialog.Reply) {
	r.t.Helper()
	for _, m := range reply.Messages {
		if text := r.Words.Say(m.Lines[0], words.Voice{Command: "/nim"}); len(strings.Fields(text)) > 150 {
			r.t.Errorf("a message has %d words:\n%s", len(strings.Fields(text)), text)
		}
	}
}

// A page has at most 120 words, and every lesson has what its exercises say.
func TestLessonTexts(t *testing.T) {
	slowtest.Sequential(t)
	r := newRoom(t)
	for _, l := range everyLesson(t) {
		pages, id := 0, rules.Family(l.ID)
		for r.Words.Has(fmt.Sprintf("lesson.%s.page-%d", id, pages+1)) {
			pages++
			page := text(r, fmt.Sprintf("lesson.%s.page-%d", id, pages))
			if n := len(strings.Fields(page)); n > 120 {
				t.Errorf("page %d of lesson %s has %d words, want at most 120", pages, l.ID, n)
			}
		}
		if titled := r.Words.Has("lesson." + id + ".title"); pages != len(l.Pages) || pages < 2 || titled != (l.Number > 0) {
			t.Errorf("lesson %s has %d pages for %d boards, and a title of its own: %v; want at least 2", l.ID, pages, len(l.Pages), titled)
		}
		for seed := range uint64(30) {
			for _, step := range l.Exercise(seed) {
				asksNumbers := step.Asks != teach.AsksMove && step.Asks != teach.AsksOutcome
				if key := "topic." + string(step.Topic); asksNumbers && (!r.Words.Has(key+".ask") || !r.Words.Has(key+".because")) {
					t.Fatalf("lesson %s asks about %s, and there is no %q", l.ID, step.Topic, key)
				}
			}
		}
	}
}

// A page has at most 120 words with what stands below its board, too.
func TestPagesAreShort(t *testing.T) {
	for _, l := range everyLesson(t) {
		for page := range l.Pages {
			r := newRoom(t)
			r.onPageOf(l, page)
			for _, m := range r.says("ana", "answer").Messages {
				n := 0
				for _, line := range m.Lines {
					n += len(strings.Fields(r.Words.Say(line, nimVoice)))
				}
				if n > 120 {
					t.Errorf("page %d of lesson %s has %d words in all, want at most 120:\n%s", page+1, l.ID, n, r.Words.Say(m.Lines[0], nimVoice))
				}
			}
		}
	}
}

var nimVoice = words.Voice{Command: "/nim"}

// Only first tries are evidence, leaving a missed exercise doesn't help, and a person whose
// test is refuted goes on with the exercises.
func TestATestThatIsRefuted(t *testing.T) {
	r := newRoom(t)
	r.edit("ana", func(doc *person.Practice) { *doc.Lesson("nim-sum") = person.Lesson{ID: "nim-sum", Read: 3, Seed: 1} })
	r.expect("ana", "learn 5", "exercise 1. ▱▱▱▱▱ About five right answers fill the bar.")
	right, _ := r.answers("ana")
	r.says("ana", "answer "+right)
	r.expect("ana", "answer "+r.goodAnswer("ana"), "exercise 2. ▰▱▱▱▱")
	r.says("ana", "answer 99")
	r.says("ana", "puzzle")
	r.restart()
	r.expect("ana", "learn 5", "exercise 3. ▱▱▱▱▱")
	r.says("ana", "show")
	r.expect("ana", "next", "exercise 4")
	r.says("ana", "show")
	r.expect("ana", "next", "the bar starts anew", "exercise 5. ▱▱▱▱▱")
	if l := r.lesson("ana", "nim-sum"); l.Restarts != 1 || l.Evidence != 0 || l.Asked != 4 || l.Read != 3 {
		t.Errorf("after the test was refuted: %+v, want it to begin again with one restart", l)
	}
}

// The lesson of a game opens by the game's key or title. Anything else is refused.
func TestTheLessonOfAGame(t *testing.T) {
	r := newRoom(t)
	r.expect("ana", "learn chomp", "next to the poison")
	r.expect("ana", "learn game:moore", "Two piles: you can take both at once")
	r.expect("ana", "learn nope", "isn't a lesson", "`/nim learn chomp`")
	r.expect("ana", "learn mock turtles", "Up to three coins")
	r.expect("ana", "learn octal", "The code .137")
	r.expect("ana", "learn octal:0.45", "no pages of its own")
}

// In the lesson's game, neither a loss nor a win with help counts.
func TestALessonsGameThatIsLost(t *testing.T) {
	r := newRoom(t)
	r.edit("ana", func(doc *person.Practice) {
		doc.Now = &person.Exercise{Kind: "game", Lesson: "last-stone", Game: "nim", Ending: "normal", Position: "1 2", Start: "1 2"}
		*doc.Lesson("last-stone") = person.Lesson{ID: "last-stone", Read: 3, Ready: true, Seed: 1}
	})
	lost := r.says("ana", "answer B2")
	r.Expect(lost, "I take 1 from A", "I won this time", "0 of 2 games won", "Move 1: ana took 2 from B. That left 1 0; taking 1 from B would have left 1 1")
	r.press("ana", lost, "Start over")
	if now := r.doc("ana").Now; now.Position != "1 2" || now.Done || now.Turned != "" {
		t.Errorf("starting over leads to %+v, want the same position", now)
	}
	r.expect("ana", "answer B2", "I won this time")
	for help, says := range map[string]string{"show": "This wins: take 1 from B", "answer hint": "counts as not solved"} {
		r.says("ana", "answer next")
		r.edit("ana", func(doc *person.Practice) { doc.Now.Position = "1 2" })
		r.expect("ana", help, says)
		r.expect("ana", "answer B1", "I take 1 from")
		reply := r.says("ana", "answer "+r.goodAnswer("ana"))
		r.Expect(reply, "I helped", "0 of 2 games won")
	}
	r.says("ana", "answer next")
	r.edit("ana", func(doc *person.Practice) { doc.Now.Position = "1" })
	r.expect("ana", "answer A1", "You won!", "1 of 2 games won")
}

// The end of a lesson's game stays until the person goes on: its last position with both last moves,
// and who won as a line of its own.
func TestTheEndOfALessonsGameIsShown(t *testing.T) {
	for _, c := range []struct{ kind, position, answer, says, next string }{
		{"game", "1", "A1", "You won!", "games won"},
		{"game", "1 2", "B2", "I won this time.", "games won"},
		{"demo", "1 1", "A1", "I won this time.", "Lesson 1"},
	} {
		r := newRoom(t)
		r.edit("ana", func(doc *person.Practice) {
			doc.Now = &person.Exercise{Kind: c.kind, Lesson: "last-stone", Game: "nim", Ending: "normal", Position: c.position, Start: "5 9"}
			*doc.Lesson("last-stone") = person.Lesson{ID: "last-stone", Read: 3, Ready: c.kind == "game", Seed: 1}
		})
		before := r.doc("ana").Now.Position
		reply := r.says("ana", "answer "+c.answer)
		m := reply.Messages[0]
		if said := r.Words.Say(m.Lines[0], nimVoice); said != c.says || m.Diagram == nil || len(m.Diagram.Rows) != len(strings.Fields(before)) {
			t.Fatalf("%s: the end is\n%s\nwant %q above the last position", c.position, r.Text(reply), c.says)
		}
		if marks := m.Diagram.Marks; len(marks) != len(strings.Fields(before)) {
			t.Errorf("%s: the marks are %+v, want one for each of the last moves", c.position, marks)
		}
		again := r.says("ana", "answer")
		if r.Expect(again, c.says); again.Messages[0].Diagram == nil {
			t.Errorf("%s: shown again, the end has no board", c.position)
		}
		r.Expect(r.press("ana", again, "Next"), c.next)
		if x := r.doc("ana").Now; x.Done {
			t.Errorf("%s: after Next, open is %+v", c.position, x)
		}
	}
}

// In a lesson's game the bot says the purpose of each of its moves. It never uses the same
// words twice, and doesn't begin as in the game before.
func TestRepliesSayTheirPurpose(t *testing.T) {
	for _, c := range []struct {
		kind, start string
		wins        int
		answers     []string
		want        []string
	}{
		{"game", "4 9", 0, []string{"B5", "right", "right"}, []string{"leaves me nothing that wins. I take", "I can't win unless you slip", "That's right"}},
		{"game", "4 9", 1, []string{"B5"}, []string{"I can't win unless you slip"}},
		{"game", "4 9", 0, []string{"B1", "A1"}, []string{"take 4 from B, and now everything comes in equal pairs", "Equal pairs: I can copy"}},
		{"game", "1 2", 0, []string{"B2"}, []string{"I won this time. ana took 2 from B.\nI take 1 from A, and you have no move left."}},
		{"game", "3 4 5", 0, []string{"C1"}, []string{"I take 3 from A, and now everything comes in equal pairs"}},
		{"game", "1 3 4 5", 0, []string{"D5"}, []string{"and restore the balance: no move wins for you now."}},
		{"demo", "5 5", 0, []string{"A2"}, []string{"took 2 from A.\nI take 2 from B.\nana"}},
	} {
		r := newRoom(t)
		r.edit("ana", func(doc *person.Practice) {
			doc.Now = &person.Exercise{Kind: c.kind, Lesson: "last-stone", Game: "nim", Ending: "normal", Position: c.start, Start: c.start}
			*doc.Lesson("last-stone") = person.Lesson{ID: "last-stone", Read: 3, Ready: true, Seed: 1, Wins: c.wins}
		})
		for i, answer := range c.answers {
			if answer == "right" {
				answer = r.goodAnswer("ana")
			}
			r.expect("ana", "answer "+answer, c.want[i])
		}
	}
}

// Every reply has words, in every game and under every ending.
func TestEveryReplyHasWords(t *testing.T) {
	slowtest.Sequential(t)
	r := newRoom(t)
	rng := rand.New(rand.NewPCG(1, 2))
	for _, g := range rules.Games() {
		for _, e := range g.Endings {
			for _, knows := range []float64{0.3, 1} { // how often a good move is seen
				if start, ok := teach.Start(g, e, 0, rules.NewDrawing(t.Context(), rng)); ok {
					r.playsOut(rules.Setup{Game: g.Key, Ending: e, Start: start}, func(good string, p rules.Position) string {
						if rng.Float64() < knows {
							return good
						}
						return string(gametest.Random(p, rng))
					})
				}
			}
		}
	}
}

// playsOut has ana play a game to its end, and looks for words that are missing.
func (r *room) playsOut(setup rules.Setup, choose func(good string, p rules.Position) string) {
	r.t.Helper()
	g := lookup(r.t, setup.Game)
	p, err := g.Begin(setup.Start, setup.Ending)
	if err != nil {
		r.t.Fatal(err)
	}
	r.edit("ana", func(doc *person.Practice) {
		doc.Now = &person.Exercise{Kind: "game", Lesson: "last-stone", Game: g.Key, Ending: setup.Ending.String(), Position: p.String(), Start: p.String()}
	})
	for x := r.doc("ana").Now; !x.Done; x = r.doc("ana").Now {
		if p, err = g.Parse(x.Position); err != nil {
			r.t.Fatal(err)
		}
		answer := choose(r.goodAnswerIn("ana"), p)
		if text := r.Text(r.says("ana", "answer "+answer)); strings.Contains(text, "practice.replied") {
			r.t.Errorf("%s %s: %q is answered with\n%s", g.Key, x.Position, answer, text)
		}
	}
}
