package command_test

import (
	"testing"

	"nimbot/game/words/command"
)

func TestPlainLinesAreNoSentences(t *testing.T) {
	for text, want := range map[string]bool{
		"A1": true, "b12": true, "board": true, "start misere": true,
		"a0": false, "gr8": false, "gg": false, "12": false, "A1 please": false, "take 2 from B": false, "rules of chomp": false,
	} {
		if l, _ := command.Parse(text); l.Plain() != want {
			t.Errorf("Parse(%q).Plain() = %v, want %v", text, !want, want)
		}
	}
}

func TestNumbersOfTables(t *testing.T) {
	for _, tt := range []struct {
		text, command string
		table         int
	}{
		{"watch 2", "watch", 2}, {"table 3", "watch", 3}, {"Table 3", "watch", 3}, {"board 2", "watch", 2}, {"board #2", "watch", 2}, {"stop 4", "stop", 4}, {"stop table 4", "stop", 4},
		{"board", "board", 0}, {"table", "watch", 0}, {"table 0", "watch", 0}, {"table two please", "watch", 0}, {"stop it", "stop", 0}, {"hint 2", "hint", 0},
	} {
		l, err := command.Parse(tt.text)
		if n, ok := l.NamesTable(); err != nil || l.Name() != tt.command || ok != (tt.table > 0) || ok && n != tt.table {
			t.Errorf("Parse(%q) = %s with table %d, %v, %v; want %s with table %d", tt.text, l.Name(), n, ok, err, tt.command, tt.table)
		}
	}
}
