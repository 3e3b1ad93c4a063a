package web

import (
	"errors"
	"html/template"
	"strings"

	"nimbot/game/draw"
	"nimbot/game/rules"
	"nimbot/game/rules/solve"
	"nimbot/game/teach/explain"
	"nimbot/game/words"
)

// stepsShown is how many moves, or steps of moves, a page lists.
const stepsShown = 40

// phoneWidth is the width of a drawing with several games for a phone.
const phoneWidth = 400

// analysisView is the page of a position.
type analysisView struct {
	positionForm
	Link      linkTags
	Elsewhere string // the canonical address, if the request used another
	Title     string
	Lines     []template.HTML
	Drawing   template.HTML
	Narrow    template.HTML // the drawing of several games for a phone, "" if one drawing does for all
	Working   *table
	Steps     []valuedStep
	Heading   string // of the steps
	Back      string // the address of the first page of steps; Earlier and Later: of the pages beside this one
	Earlier   string
	Later     string
	Cut       bool   // some steps are left out, because there are too many pages
	Play      string // where the position can be played, "" if it's over
	Other     string
	OtherAim  string // who wins under that ending
}

// positionForm is the form for another position.
type positionForm struct {
	Games    []rules.Game
	Key      string
	Unlisted string // Key if Games lacks it: any octal game has one
	Sample   string // such a key
	Position string
	Misere   bool
}

func positionFormOf(a analysisAddress) positionForm {
	f := positionForm{Games: rules.Games(), Key: a.key, Unlisted: a.key, Position: a.position, Misere: a.ending == rules.Misere}
	for _, g := range f.Games {
		if g.Key == a.key {
			f.Unlisted = ""
		}
		if strings.Contains(g.Key, ":") {
			f.Sample = g.Key
		}
	}
	return f
}

// valuedStep is a step with its value to the player to move: "win", "lose", or "" if
// unknown.
type valuedStep struct {
	Label, Address, Value string
	Done                  bool // it's a whole move
}

// analyze parses and solves the position of an address, if the visitor may be told. An
// invalid address yields a *rules.Error; a refusal by mayTell is returned unchanged.
func (an *analyzer) analyze(a analysisAddress, locale string, mayTell func(rules.Situation) error) (analysisView, error) {
	if a.position == "" {
		g, err := rules.Lookup(a.key)
		if err == nil {
			a.position = g.Examples[0]
		}
		return analysisView{Elsewhere: a.String()}, err
	}
	if key, position := rules.NamedIn(a.key, a.position); key != a.key {
		a.key, a.position = key, position
		return analysisView{Elsewhere: a.String()}, nil
	}
	read, err := an.oracle.Read(a.key, a.position, a.ending)
	if err != nil {
		return analysisView{}, err
	}
	p := read.At
	if p.String() != a.position {
		a.position = p.String()
		return analysisView{Elsewhere: a.String()}, nil
	}
	if err := mayTell(rules.Situation{Game: read.Game.Key, Ending: a.ending, Position: p}); err != nil {
		return analysisView{}, err
	}
	solved, err := solve.Analyze(p, a.ending)
	if err != nil {
		return analysisView{}, err
	}
	teacher := explain.Teacher{Analysis: solved, Words: an.Words, Key: a.key}
	shown := an.lesson(a, teacher, locale)
	d := teacher.Drawn(*an.Words.Drawing(p, locale))
	o := draw.Options{Title: shown.Title, Links: an.partLinks(a, solved, locale)}
	shown.Drawing = template.HTML(drawSVG(d, o)) // the painter escapes
	if len(d.Parts) > 1 {
		o.Width, o.Tall = phoneWidth, true
		shown.Narrow = template.HTML(drawSVG(d, o))
	}
	shown.Link = an.pages.linkTo(a.of(p).String(), read, nil, shown.Title, "web.card-analysis", locale)
	if an.oracle.MayStart(read) {
		shown.Play = playPath + strings.TrimPrefix(a.of(p).String(), analyzePath)
	}
	for _, e := range read.Game.Endings {
		if e != a.ending {
			other := a.of(p)
			other.ending = e
			shown.Other = other.String()
			shown.OtherAim = an.Words.Say(an.Words.Aim(a.key, e.String()), voice(locale))
		}
	}
	return shown, an.showSteps(&shown, a, solved, locale)
}

// lesson returns the position, who wins it and why.
func (an *analyzer) lesson(a analysisAddress, t explain.Teacher, locale string) analysisView {
	told := t.Lesson()
	shown := analysisView{positionForm: positionFormOf(a)}
	for _, line := range told.Lines {
		shown.Lines = append(shown.Lines, codeHTML(an.Words.Say(line, voice(locale))))
	}
	d := an.Words.Drawing(t.Position, locale)
	shown.Title = an.Words.Say(words.Position(a.key, t.Position, d), voice(locale))
	if told.Working != nil {
		shown.Working = an.renderer.table(*told.Working, locale)
	}
	return shown
}

// showSteps lists one page of the moves or, in a long choice, of its next steps.
func (an *analyzer) showSteps(shown *analysisView, a analysisAddress, solved solve.Analysis, locale string) error {
	p := solved.Position
	steps, more, err := solved.Steps(a.at, a.skip, stepsShown)
	if err != nil {
		return err
	}
	if len(steps) == 0 && (a.at != "" || a.skip > 0) {
		return errAddress
	}
	shown.Heading = an.Words.Say(words.StepTitle(p, a.at), voice(locale))
	if a.at != "" {
		shown.Back = a.of(p).String()
	}
	for _, skip := range []struct {
		set *string
		to  int
		ok  bool
	}{
		{&shown.Earlier, max(0, a.skip-stepsShown), a.skip > 0},
		{&shown.Later, a.skip + stepsShown, more},
	} {
		if skip.ok {
			page := a
			page.skip = skip.to
			*skip.set = page.String()
		}
	}
	shown.Cut = a.skip+len(steps) >= solve.MaxSteps
	sure := allMarked(solved)
	for _, step := range steps {
		v, err := an.value(step, a, p, locale)
		if err != nil {
			return err
		}
		if !step.Wins && !step.Done && !sure {
			v.Value = ""
		}
		shown.Steps = append(shown.Steps, v)
	}
	return nil
}

// value returns a step as a link: to the position after it, or to the step's continuations.
func (an *analyzer) value(step solve.Step, a analysisAddress, p rules.Position, locale string) (valuedStep, error) {
	v := valuedStep{Value: "lose", Done: step.Done}
	if step.Wins {
		v.Value = "win"
	}
	if !step.Done {
		on := a.of(p)
		on.at = step.Prefix
		v.Address, v.Label = on.String(), an.Words.Say(words.Step(step.Choice), voice(locale))
		return v, nil
	}
	m := rules.Move(step.Prefix)
	q, err := p.Play(m)
	if err != nil {
		return v, errors.Join(errors.New("a choice is no move"), err)
	}
	v.Address, v.Label = a.of(q).String(), an.Words.Say(words.Move("do", words.Person{}, p, m), voice(locale))
	return v, nil
}

// allMarked reports whether every step that leads to a winning move is marked. It isn't if
// there are too many winning moves to examine.
func allMarked(a solve.Analysis) bool {
	n := 0
	for range a.Winning() {
		if n++; n > solve.MaxMarked {
			return false
		}
	}
	return true
}
