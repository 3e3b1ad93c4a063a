package practice_test

import (
	"reflect"
	"slices"
	"strings"
	"testing"

	"nimbot/game/dialog"
	"nimbot/internal/slowtest"
	"nimbot/store/person"
)

// tellsNothing are commands and sentences that tell nothing about the open exercise.
var tellsNothing = []string{
	"help", "?", "/help", "commands", "rules", "rules nim", "what are the rules?", "settings", "games", "board",
	"leaders", "profile", "me games", "learn", "answer",
}

// Help, rules, settings, and the lists of games never count as a hint, in any exercise.
func TestHelpIsNoHint(t *testing.T) {
	for kind, open := range kinds {
		r := newRoom(t)
		open(r)
		before := r.doc("ana")
		for _, line := range append([]string{"de:Hilfe", "fr:aide", "ja:ヘルプ"}, tellsNothing...) {
			said := r.Request("ana", line)
			if language, text, ok := strings.Cut(line, ":"); ok {
				said.Locale, said.Text = language, text
			}
			r.router.Handle(t.Context(), said)
			if now := r.doc("ana"); now.Now == nil || now.Now.Hinted != before.Now.Hinted || now.Now.Missed != before.Now.Missed || !reflect.DeepEqual(now.Puzzles, before.Puzzles) || !reflect.DeepEqual(now.Daily, before.Daily) {
				t.Fatalf("%s: after %q the exercise is %+v, want it as before, %+v", kind, line, now.Now, before.Now)
			}
		}
	}
}

// In every exercise, every button acts once, however often its delivery comes.
func TestARepeatedPressActsOnce(t *testing.T) {
	slowtest.Sequential(t)
	for kind, open := range kinds {
		r := newRoom(t)
		open(r)
		var press func(reply dialog.Reply, depth int)
		press = func(reply dialog.Reply, depth int) {
			for _, command := range commandsOf(reply) {
				stored := r.doc("ana")
				delivery := r.Request("ana", command)
				next := r.router.Handle(t.Context(), delivery)
				once := r.doc("ana")
				r.router.Handle(t.Context(), delivery)
				if twice := r.doc("ana"); !reflect.DeepEqual(once.Now, twice.Now) || !reflect.DeepEqual(once.Daily, twice.Daily) || !reflect.DeepEqual(once.Lessons, twice.Lessons) || once.Turn != twice.Turn {
					t.Fatalf("%s: %q delivered twice leaves %+v, want %+v", kind, command, twice.Now, once.Now)
				}
				if depth > 0 {
					press(next, depth-1)
				}
				r.edit("ana", func(doc *person.Practice) { head := doc.Head; *doc = stored; doc.Head = head })
			}
		}
		press(r.says("ana", "answer"), 2)
	}
}

// commandsOf returns the commands of all buttons of a reply.
func commandsOf(reply dialog.Reply) (commands []string) {
	for _, m := range reply.Messages {
		all := m.Buttons
		if m.Menu != nil {
			all = slices.Concat(all, m.Menu.Items)
		}
		for _, b := range all {
			commands = append(commands, b.Command)
		}
	}
	return commands
}
