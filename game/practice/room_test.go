package practice_test

import (
	"context"
	"fmt"
	"log/slog"
	"strings"
	"testing"
	"time"

	"nimbot/game/chat"
	"nimbot/game/chat/chattest"
	"nimbot/game/dialog"
	"nimbot/game/people"
	"nimbot/game/practice"
	"nimbot/game/rounds"
	"nimbot/game/router"
	"nimbot/game/rules"
	"nimbot/game/rules/solve"
	"nimbot/game/teach"
	"nimbot/game/words/command"
	"nimbot/store"
	"nimbot/store/channel"
	"nimbot/store/person"
)

// room is a channel in which people practise.
type room struct {
	*chattest.Room
	t         *testing.T
	router    *router.Router
	exercises *practice.Handler
	people    *person.Practices
}

func newRoom(t *testing.T) *room {
	t.Helper()
	r := &room{Room: chattest.NewRoom(t), t: t}
	r.restart()
	return r
}

// restart forgets everything but what is stored.
func (r *room) restart() {
	r.Restart()
	now := func() time.Time { return r.Now }
	r.people = person.NewPractices(r.Store, now, 0)
	book := people.New(people.Config{Store: r.Store.(store.Archive), Now: now, Seed: 7})
	r.exercises = practice.New(practice.Config{Chat: r.Handler, People: r.people, Words: r.Words, Now: now, Seed: 7, Log: slog.New(slog.DiscardHandler), Timeout: time.Minute})
	r.router = router.New(router.Config{
		Chat:     r.Handler,
		Practice: r.exercises,
		People:   people.NewHandler(book, r.Handler),
		Rounds:   rounds.New(rounds.Config{Chat: r.Handler, Store: r.Store, Words: r.Words, Now: now}),
	})
}

func (r *room) says(who, text string) dialog.Reply {
	r.t.Helper()
	return r.router.Handle(context.Background(), r.Request(who, text))
}

// expect has a person type a line, and fails unless the answer contains the fragments.
func (r *room) expect(who, text string, fragments ...string) dialog.Reply {
	r.t.Helper()
	return r.Expect(r.says(who, text), fragments...)
}

func (r *room) press(who string, reply dialog.Reply, label string) dialog.Reply {
	r.t.Helper()
	return r.says(who, r.Button(reply, label))
}

// doc is what is stored of a person.
func (r *room) doc(who string) person.Practice {
	r.t.Helper()
	doc, err := r.people.Read(r.t.Context(), person.PracticeKey("test", who))
	if err != nil {
		r.t.Fatal(err)
	}
	return doc
}

// edit changes what is stored of a person.
func (r *room) edit(who string, do func(*person.Practice)) {
	r.t.Helper()
	_, err := r.people.Change(r.t.Context(), person.PracticeKey("test", who), func(doc *person.Practice) (bool, error) {
		do(doc)
		return true, nil
	})
	if err != nil {
		r.t.Fatal(err)
	}
}

// answers returns a right and a wrong answer to a person's open question; "" for none.
func (r *room) answers(who string) (right, wrong string) {
	r.t.Helper()
	x := r.doc(who).Now
	if x.Kind == "lesson" {
		l, ok := teach.LessonOf(x.Lesson)
		if !ok {
			r.t.Fatalf("there's no lesson %q", x.Lesson)
		}
		return answersTo(r.t, l.Exercise(x.Seed)[x.Step])
	}
	if x.Game == "" {
		return "next", ""
	}
	g, err := rules.Lookup(x.Game)
	if err != nil {
		r.t.Fatal(err)
	}
	p, err := g.Parse(x.Position)
	if err != nil {
		r.t.Fatal(err)
	}
	if asked, err := teach.PuzzleOf(g, rules.EndingOf(x.Ending), teach.Kind(x.Asks), p); err == nil && x.Kind == "daily" {
		return answersTo(r.t, asked.Steps()[x.Step])
	}
	find, err := teach.PuzzleOf(g, rules.EndingOf(x.Ending), teach.Find, p)
	step := teach.Step{Asks: teach.AsksMove, Puzzle: find}
	if outcome := x.Asks == string(teach.Outcome) && x.Step == 0; outcome || err != nil {
		step.Asks = teach.AsksOutcome
	}
	return answersTo(r.t, step)
}

func answersTo(t *testing.T, step teach.Step) (right, wrong string) {
	t.Helper()
	switch step.Asks {
	case teach.AsksOutcome:
		if step.Puzzle.JudgeOutcome(true) {
			return "won", "lost"
		}
		return "lost", "won"
	case teach.AsksMove:
		for m := range step.Puzzle.Position.Moves() {
			v, err := step.Puzzle.Judge(m)
			switch {
			case err != nil:
				t.Fatal(err)
			case v.Right:
				right = string(m)
			default:
				wrong = string(m)
			}
		}
		return right, wrong
	case teach.AsksOrder:
		if step.Given[0] == teach.ProofEveryMove {
			return "1 2", "2 1"
		}
		return "2 1", "1 2"
	}
	right = strings.Trim(fmt.Sprint(step.Answer()), "[]")
	if right == "" {
		right = "none"
	}
	return right, strings.TrimSpace(strings.Repeat("99 ", len(strings.Fields(right))))
}

// collector keeps mistakes for the room's people, and tells nobody else.
func (r *room) collector() practice.Results {
	return practice.Results{Results: nobody{}, Practices: r.people, Now: func() time.Time { return r.Now }, Log: slog.New(slog.DiscardHandler)}
}

// nobody is a chat.Results that stores nothing.
type nobody struct{ chat.Results }

func (nobody) Count(context.Context, dialog.Place, []channel.Game) error { return nil }

func (nobody) Running(context.Context, dialog.Place, dialog.User) ([]dialog.Place, error) {
	return nil, nil
}

func (nobody) Asked(context.Context, []dialog.Place) ([]rules.Situation, error) { return nil, nil }

func (nobody) Won(context.Context, dialog.Place, string) ([]string, solve.Level, error) {
	return nil, "", nil
}

func (nobody) Documents(context.Context, dialog.Place, string, command.Needs) ([]string, error) {
	return nil, nil
}

func (nobody) BeginsIn(context.Context, []chat.BegunSeat) error { return nil }

func (nobody) WantsPings(context.Context, dialog.Place, string) (bool, error) { return false, nil }

func (nobody) PlaysIn(context.Context, dialog.Place, string) ([]chat.Listed, error) {
	return nil, nil
}
