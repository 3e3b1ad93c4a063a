package practice

import (
	"context"
	"slices"
	"strings"

	"nimbot/game/dialog"
	"nimbot/game/words"
	"nimbot/game/words/command"
	"nimbot/game/words/sentence"
	"nimbot/store/person"
)

// heardLine is a typed line that may be meant for the open exercise, and what is known about the
// place where it was typed.
type heardLine struct {
	line      command.Line
	situation sentence.Situation // of the person at the place's tables
	// instead is a line for the conversation to run in place of the typed one.
	instead string
}

// exerciseCommands are commands of other packages that a learner means for the exercise if no words
// follow them.
var exerciseCommands = []string{"hint", "explain", "help", "undo", "stop", "resign", "rules"}

// mayMeanExercise reports whether a line can be meant for an exercise: it is a sentence, a move, or
// a command without options that exercises have, too.
func mayMeanExercise(line command.Line) bool {
	c := line.Command
	switch {
	case line.Pressed() || c == nil || line.Typed == "":
		return false
	case c.Name == "move":
		return line.Rest != ""
	case line.Plain():
		return slices.Contains(exerciseCommands, c.Name)
	}
	return line.HasWords()
}

// hearExercise handles a typed line that isn't a practice command, if the person has an exercise
// open and nothing at a table waits for them. ok is false if the line is for the conversation.
func (h *Handler) hearExercise(ctx context.Context, said dialog.ParsedRequest) (reply dialog.Reply, ok bool) {
	r, line := said.Request, said.Line
	if !mayMeanExercise(line) {
		return dialog.Reply{}, false
	}
	place, standing, ok := h.Chat.Stance(ctx, r)
	switch {
	case !ok:
		return dialog.Reply{}, false
	case standing.Waits() && !h.learners.has(h.key(r)):
		return h.hearDuringGame(ctx, r, line)
	}
	doc, err := h.People.Read(ctx, h.key(r))
	heard := &heardLine{line: line, situation: standing}
	switch {
	case err != nil:
		return dialog.Reply{}, false
	case h.newExecution(ctx, r, input{line: line}, &doc, place).isRepeat():
		return h.practise(ctx, r, input{line: line, heard: heard}), true
	case standing.Waits():
		return h.hearDuringGame(ctx, r, line)
	case !isOpen(doc.Now):
		return h.refuseNext(ctx, r, line, place)
	case isForTable(line, standing), waitsForNext(doc.Now) && line.Plain() && line.Name() == "help":
		return dialog.Reply{}, false
	}
	reply = h.practise(ctx, r, input{line: line, heard: heard})
	if heard.instead != "" {
		r.Text = heard.instead
		run := dialog.Read(r, h.Words)
		run.Precompute = said.Precompute
		return h.Chat.Answer(ctx, run), true
	}
	return reply, len(reply.Messages) > 0
}

// isOpen reports whether a person has an exercise, finished or not, that they haven't left.
func isOpen(x *person.Exercise) bool { return x != nil && !x.Left }

// Stoppable returns the button that leaves a person's exercise. ok is false if they have none open.
// The error is the store's.
func (h *Handler) Stoppable(ctx context.Context, r dialog.Request) (b dialog.Button, ok bool, err error) {
	doc, err := h.People.Read(ctx, h.key(r))
	if err != nil || !isOpen(doc.Now) || doc.Now.Done {
		return b, false, err
	}
	return view{doc: &doc}.button(words.New("button.leave-exercise"), dialog.Plain, "answer", leaveWord), true, nil
}

// isForTable reports whether a line is a command about a game that is running here.
func isForTable(line command.Line, st sentence.Situation) bool {
	name := line.Command.Name
	if !st.Running || line.Bare || !line.Plain() || name == "hint" || name == "help" {
		return false
	}
	return st.IsPlayer || name == "explain" || name == "rules"
}

// isAnyLabel reports whether a line is the label of one of these buttons.
func (h *Handler) isAnyLabel(line command.Line, locale string, buttons ...string) bool {
	return slices.ContainsFunc(buttons, func(key string) bool { return h.isLabel(words.New(key), locale, line.Rest) })
}

// isLabel reports whether the person typed the label of a button, in the place's language
// or in English.
func (h *Handler) isLabel(label words.Text, locale, typed string) bool {
	return slices.ContainsFunc([]string{locale, "en"}, func(l string) bool {
		return strings.EqualFold(h.Words.Say(label, words.Voice{Locale: l}), typed)
	})
}
