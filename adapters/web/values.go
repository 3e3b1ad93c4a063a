package web

import (
	"nimbot/game/draw"
	"nimbot/game/rules"
	"nimbot/game/rules/solve"
	"nimbot/game/words"
)

// partLinks returns a link for each part of the drawing: to the position after the smallest
// move that touches the part, preferring a winning move. A winning move that none of these is, such as
// one that needs two pins, takes all its parts. It is nil if there are too many moves for pointing.
func (an *analyzer) partLinks(a analysisAddress, solved solve.Analysis, locale string) map[string]draw.Link {
	p := solved.Position
	moves := movesUpTo(p, maxAims)
	if moves == nil {
		return nil
	}
	wins := map[rules.Move]bool{}
	for m := range solved.Winning() {
		wins[m] = true
	}
	links, sizes := map[string]draw.Link{}, map[string]int{}
	for _, m := range moves {
		link := an.linkTo(a, p, m, wins[m], locale)
		for _, way := range rules.Touches(p, m) {
			parts := touchedParts(way)
			for _, part := range parts {
				old, known := sizes[part]
				if !known || len(parts) < old || len(parts) == old && wins[m] && links[part].Class != "win" {
					links[part], sizes[part] = link, len(parts)
				}
			}
		}
	}
	an.linkHidden(links, moves, wins, func(m rules.Move) draw.Link { return an.linkTo(a, p, m, true, locale) }, p)
	return links
}

// linkHidden links each winning move that no part leads to from all the parts that it touches.
func (an *analyzer) linkHidden(links map[string]draw.Link, moves []rules.Move, wins map[rules.Move]bool, to func(rules.Move) draw.Link, p rules.Position) {
	shown := map[string]bool{}
	for _, l := range links {
		shown[l.Address] = true
	}
	for _, m := range moves {
		if !wins[m] {
			continue
		}
		link := to(m)
		if shown[link.Address] {
			continue
		}
		for _, way := range rules.Touches(p, m) {
			for _, part := range touchedParts(way) {
				if links[part].Class != "win" {
					links[part] = link
				}
			}
		}
	}
}

// movesUpTo are the moves of a position, nil if they are more than most.
func movesUpTo(p rules.Position, most int) (all []rules.Move) {
	for m := range p.Moves() {
		if len(all) == most {
			return nil
		}
		all = append(all, m)
	}
	return all
}

// linkTo leads from a part of the drawing to the position after a move.
func (an *analyzer) linkTo(a analysisAddress, p rules.Position, m rules.Move, wins bool, locale string) draw.Link {
	link := draw.Link{Class: "lose"}
	value := "web.analysis-loses"
	if wins {
		link.Class, value = "win", "web.analysis-wins"
	}
	if q, err := p.Play(m); err == nil { // a listed move is legal
		link.Address = a.of(q).String()
	}
	does := words.Move("do", words.Person{}, p, m)
	link.Title = an.Words.Say(does, voice(locale)) + ": " + an.renderer.text(locale, value)
	return link
}

// touchedParts are the parts of a drawing that a way to point at a move names, as
// draw.Options.Links does.
func touchedParts(way []rules.Touch) (parts []string) {
	for _, t := range way {
		switch {
		case t.From == 0: // an edge
			parts = append(parts, t.Row)
		case t.To-t.From > rules.MaxCells: // the drawing doesn't show so many cells
			return nil
		default:
			for n := t.From; n <= t.To; n++ {
				parts = append(parts, draw.Part(t.Row, n))
			}
		}
	}
	return parts
}
