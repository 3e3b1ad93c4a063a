package command_test

import (
	"testing"

	"nimbot/game/rules"
	"nimbot/game/words/command"
)

// A command that sets up a game is never taken for a sentence, whatever words the notation of the
// game has.
func TestEveryNotationIsPartOfItsCommand(t *testing.T) {
	for _, g := range rules.Games() {
		positions := g.Examples
		for _, start := range g.Examples {
			p, err := g.Parse(start)
			if err != nil {
				t.Fatal(err)
			}
			for m := range p.Moves() {
				next, err := p.Play(m)
				if err != nil {
					t.Fatal(err)
				}
				positions = append(positions, p.String(), next.String())
				break
			}
		}
		for _, position := range positions {
			for _, cmd := range command.Commands() {
				if !cmd.Sets() {
					continue
				}
				for _, text := range []string{cmd.Name + " " + position + " game:" + g.Key, cmd.Name + " @bob game:" + g.Key + " " + position, cmd.Name + " " + g.Key + " " + position} {
					line, err := command.Parse(text)
					if err != nil || line.Name() != cmd.Name || line.HasWords() {
						t.Errorf("Parse(%q) = %s with the words %q, %v, want no sentence", text, line.Name(), line.Rest, err)
					}
				}
			}
		}
	}
}
