package practice_test

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"nimbot/exchange"
	"nimbot/game"
	"nimbot/game/gametest"
	"nimbot/game/solve"
	"nimbot/person"
	"nimbot/slowtest"
	"nimbot/teach"
	"nimbot/words"
)

// A reader who knows every answer passes every lesson and wins its games.
func TestEveryLessonCanBePassed(t *testing.T) {
	r := newRoom(t)
	for _, l := range teach.Lessons() {
		reply := r.says("ana", fmt.Sprint("learn ", l.Number))
		for answers := 0; r.lesson("ana", l.Number).Passed == 0; answers++ {
			if answers > 200 {
				t.Fatalf("lesson %d is not passed after %d answers:\n%s", l.Number, answers, r.Text(reply))
			}
			r.short(reply)
			reply = r.says("ana", "answer "+r.goodAnswer("ana"))
		}
		r.Expect(reply, "You've passed lesson", text(r, "lesson."+l.ID+".title"))
	}
	r.expect("ana", "learn", "✓ 1.", "✓ 12.")
	// Again from the beginning, for whoever wants to.
	r.expect("ana", "learn 1", "Which move wins at once?")
}

func text(r *room, key string) string { return r.Words.Say(words.New(key, nil), words.Voice{}) }

// lesson is how far a person got in a lesson.
func (r *room) lesson(who string, number int) person.Lesson {
	doc := r.doc(who)
	return *doc.Lesson(number)
}

// goodAnswer is a right answer, and in a game a winning move.
func (r *room) goodAnswer(who string) string {
	r.t.Helper()
	x := r.doc(who).Now
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
	g, err := game.Lookup(x.Game)
	if err != nil {
		r.t.Fatal(err)
	}
	p, err := g.Parse(x.Position)
	if err != nil {
		r.t.Fatal(err)
	}
	a, err := solve.Analyze(p, game.EndingOf(x.Ending))
	if err != nil {
		r.t.Fatal(err)
	}
	return string(a.Best())
}

// short fails if a message has more than 120 words of running text.
func (r *room) short(reply exchange.Reply) {
	r.t.Helper()
	for _, m := range reply.Messages {
		if text := r.Words.Say(m.Lines[0], words.Voice{Command: "/nim"}); len(strings.Fields(text)) > 150 {
			r.t.Errorf("a message has %d words:\n%s", len(strings.Fields(text)), text)
		}
	}
}

// A page has at most 120 words, and every lesson has what its exercises say.
func TestLessonTexts(t *testing.T) {
	r := newRoom(t)
	for _, l := range teach.Lessons() {
		pages := 0
		for r.Words.Has(fmt.Sprintf("lesson.%s.page-%d", l.ID, pages+1)) {
			pages++
			page := text(r, fmt.Sprintf("lesson.%s.page-%d", l.ID, pages))
			if n := len(strings.Fields(page)); n > 120 {
				t.Errorf("page %d of lesson %d has %d words, want at most 120", pages, l.Number, n)
			}
		}
		if pages != len(l.Pages) || pages < 2 || !r.Words.Has("lesson."+l.ID+".title") {
			t.Errorf("lesson %d (%s) has %d pages and a title: %v; want at least 2", l.Number, l.ID, pages, r.Words.Has("lesson."+l.ID+".title"))
		}
		for seed := range uint64(50) {
			for _, step := range l.Exercise(seed) {
				asksNumbers := step.Asks != teach.AsksMove && step.Asks != teach.AsksOutcome
				if key := "lesson." + l.ID + ".ask-" + string(step.Asks); asksNumbers && !r.Words.Has(key) {
					t.Fatalf("lesson %d asks for %s, and there is no %q", l.Number, step.Asks, key)
				}
			}
		}
	}
}

// A page has at most 120 words with what stands below its board, too.
func TestPagesAreShort(t *testing.T) {
	for _, l := range teach.Lessons() {
		for page := range l.Pages {
			r := newRoom(t)
			r.onPage(l.Number, page)
			for _, m := range r.says("ana", "answer").Messages {
				n := 0
				for _, line := range m.Lines {
					n += len(strings.Fields(r.Words.Say(line, nimVoice)))
				}
				if n > 120 {
					t.Errorf("page %d of lesson %d has %d words in all, want at most 120:\n%s", page+1, l.Number, n, r.Words.Say(m.Lines[0], nimVoice))
				}
			}
		}
	}
}

var nimVoice = words.Voice{Command: "/nim"}

// A block with two misses fails and is asked anew; leaving an exercise that was
// missed is no way out.
func TestABlockThatFails(t *testing.T) {
	r := newRoom(t)
	r.says("ana", "learn 7")
	for range 4 {
		r.says("ana", "answer next")
	}
	for i := range teach.BlockSize {
		right, wrong := r.answers("ana")
		if i < 2 {
			r.expect("ana", "answer "+wrong, "That's not it", "Try once more")
			if i == 0 {
				r.says("ana", "puzzle")
				r.restart()
				r.expect("ana", "learn 7", "exercise 2 of 10")
				continue
			}
		}
		reply := r.says("ana", "answer "+right)
		if i == teach.BlockSize-1 {
			r.Expect(reply, "8 of 10 right", "You need 9")
		}
	}
	if l := r.lesson("ana", 7); l.Passed != 0 || l.Block != "" {
		t.Errorf("after 8 of 10: %+v, want a new block", l)
	}
	r.expect("ana", "learn 7", "exercise 1 of 10")
}

// In the lesson's game a loss doesn't count, nor a win with help.
func TestALessonsGameThatIsLost(t *testing.T) {
	r := newRoom(t)
	r.edit("ana", func(doc *person.Practice) {
		doc.Now = &person.Exercise{Kind: "game", Lesson: 2, Game: "nim", Ending: "normal", Position: "1 2", Start: "1 2"}
		*doc.Lesson(2) = person.Lesson{Number: 2, Read: 3, Block: "1111111111", Seed: 1}
	})
	r.expect("ana", "answer B2", "I take 1 from A", "I won this time", "0 of 3 games won")
	r.edit("ana", func(doc *person.Practice) { doc.Now.Position = "1 2" })
	r.expect("ana", "show", "This wins: take 1 from B")
	r.expect("ana", "answer B1", "I take 1 from")
	reply := r.says("ana", "answer "+r.goodAnswer("ana"))
	r.Expect(reply, "I helped", "0 of 3 games won")
	r.edit("ana", func(doc *person.Practice) { doc.Now.Position = "1" })
	r.expect("ana", "answer A1", "You won!", "1 of 3 games won")
}

// In a lesson's game the bot says what each of its moves is for, and neither twice
// in the same words nor as it began the game before.
func TestRepliesSayWhatTheyAreFor(t *testing.T) {
	for _, c := range []struct {
		kind, start string
		wins        int
		answers     []string
		want        []string
	}{
		{"game", "4 9", 0, []string{"B5", "right", "right"}, []string{"leaves me nothing that wins. I take", "I can't win unless you slip", "That's right"}},
		{"game", "4 9", 1, []string{"B5"}, []string{"I can't win unless you slip"}},
		{"game", "4 9", 0, []string{"B1", "A1"}, []string{"take 4 from B, and now everything comes in equal pairs", "Equal pairs: I can copy"}},
		{"game", "1 2", 0, []string{"B2"}, []string{"I take 1 from A, and you have no move left.\nI won this time"}},
		{"retry", "3 4 5", 0, []string{"C1"}, []string{"I take 3 from A, and now everything comes in equal pairs"}},
		{"retry", "1 3 4 5", 0, []string{"D5"}, []string{"and restore the balance: no move wins for you now."}},
		{"demo", "5 5", 0, []string{"A2"}, []string{"took 2 from A.\nI take 2 from B.\nana"}},
	} {
		r := newRoom(t)
		r.edit("ana", func(doc *person.Practice) {
			doc.Now = &person.Exercise{Kind: c.kind, Lesson: 2, Game: "nim", Ending: "normal", Position: c.start, Start: c.start}
			*doc.Lesson(2) = person.Lesson{Number: 2, Read: 3, Block: "1111111111", Seed: 1, Wins: c.wins}
		})
		for i, answer := range c.answers {
			if answer == "right" {
				answer = r.goodAnswer("ana")
			}
			r.expect("ana", "answer "+answer, c.want[i])
		}
	}
}

// In no game and under no ending does a reply lack words.
func TestEveryReplyHasWords(t *testing.T) {
	slowtest.Sequential(t)
	r := newRoom(t)
	rng := rand.New(rand.NewPCG(1, 2))
	for _, g := range game.Games() {
		for _, e := range g.Endings {
			for _, knows := range []float64{0.3, 1} { // how often a good move is seen
				if start, ok := teach.Start(g, e, 0, rng); ok {
					r.playsOut(game.Setup{Game: g.Key, Ending: e, Start: start}, func(good string, p game.Position) string {
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
func (r *room) playsOut(setup game.Setup, choose func(good string, p game.Position) string) {
	r.t.Helper()
	g := lookup(r.t, setup.Game)
	p, err := g.Begin(setup.Start, setup.Ending)
	if err != nil {
		r.t.Fatal(err)
	}
	r.edit("ana", func(doc *person.Practice) {
		doc.Now = &person.Exercise{Kind: "retry", Game: g.Key, Ending: setup.Ending.String(), Position: p.String(), Start: p.String()}
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
