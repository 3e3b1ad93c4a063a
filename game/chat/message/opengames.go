package message

import (
	"cmp"
	"time"

	"nimbot/game/words"
	"nimbot/store"
)

// maxListed is how many of a person's open games are listed at once.
const maxListed = 20

// OpenGame is a running game of a person, somewhere on the platform.
type OpenGame struct {
	Scene
	Waits bool       // for the person
	End   store.Unix // of the clock, 0 if there is none
}

// CompareOpenGames orders games: first those that wait for the person, and among them
// first those with a clock, by its end; the others by the beginning of the turn.
func CompareOpenGames(a, b OpenGame) int {
	return cmp.Or(a.rank()-b.rank(), cmp.Compare(a.since(), b.since()))
}

func (g *OpenGame) rank() int {
	switch {
	case g.Waits && g.End != 0:
		return 0
	case g.Waits:
		return 1
	}
	return 2
}

func (g *OpenGame) since() store.Unix { return cmp.Or(g.End, g.Play.Game.Since) }

// OpenGameLines word the list of a person's open games.
func OpenGameLines(open []OpenGame, id string, now time.Time) []words.Text {
	lines := []words.Text{words.New("my-games.head", "count", len(open))}
	for i := range open {
		if i == maxListed {
			return append(lines, words.New("my-games.more", "count", len(open)-i))
		}
		g := &open[i]
		key := "my-games.theirs"
		if g.Waits {
			key = "my-games.yours"
		}
		args := words.Args{"line", g.OpponentLine(id), "where", g.Place.Where(g.Message), "private", g.Place.Person != ""}
		if g.End != 0 {
			args = append(args, "time", TimeLeft(g.End, now))
		}
		lines = append(lines, words.New(key, args...))
	}
	return lines
}
