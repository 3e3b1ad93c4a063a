package main

import (
	"errors"
	"fmt"
	"regexp"
	"strings"

	"github.com/spf13/cobra"

	"nimbot/game/rules"
	"nimbot/game/words"
)

// positionCommand has the parts that solve, puzzle and review share: the game, the ending, and the
// wording of errors.
type positionCommand struct {
	*program
	words        *words.Catalogue
	command      string                // "bot solve"
	positionArgs func(p string) string // formats a position as command-line arguments; nil if the command takes none
	key          string
	misere       bool
}

// flags adds the flags that choose a game.
func (q *positionCommand) flags(cmd *cobra.Command) {
	cmd.Flags().StringVar(&q.key, "game", rules.Default, "the game; bot solve --list shows the keys")
	cmd.Flags().BoolVar(&q.misere, "misere", false, "whoever makes the last move loses")
}

// loadWords loads the catalogue in the terminal's language.
func (q *positionCommand) loadWords() (err error) {
	if q.words, err = words.Load(); err != nil {
		return fmt.Errorf("the catalogue of sentences: %w", err)
	}
	return nil
}

func (q *positionCommand) ending() rules.Ending {
	if q.misere {
		return rules.Misere
	}
	return rules.Normal
}

// say renders a text for a terminal, without the chat's marks around commands.
func (q *positionCommand) say(t words.Text) string {
	return strings.ReplaceAll(q.words.Say(t, words.Voice{Locale: q.locale(), Command: q.command}), "`", "")
}

// startGame matches the chat command that starts a game.
var startGame = regexp.MustCompile(`start game:([a-z-]+(?::[0-9.]*[0-9])?)`)

// refusal converts a *rules.Error to a message from the catalogue, with chat
// commands replaced by this program's. An unreadable position is a usage error;
// a position that is too large is a failure.
func (q *positionCommand) refusal(err error) error {
	var g *rules.Error
	if !errors.As(err, &g) {
		return err
	}
	t := words.TextOf(q.words.KeyFor(g.Code, q.key), g.Args)
	if position, ok := g.Args["example"].(string); ok && !strings.HasPrefix(g.Code, "octal.") {
		t.Args = append(t.Args, "example", q.example(q.key, position))
	}
	text := startGame.ReplaceAllStringFunc(q.say(t), func(start string) string {
		g, err := rules.Lookup(startGame.FindStringSubmatch(start)[1])
		if err != nil {
			return start
		}
		other := positionCommand{positionArgs: q.positionArgs}
		return other.example(g.Key, g.Examples[0])
	})
	worded := errors.New(strings.NewReplacer(q.command+" games", "bot solve --list", q.command+" rules ", "bot play, then /nim rules ").Replace(text))
	if errors.Is(err, rules.ErrTooLarge) {
		return worded
	}
	return usage{worded}
}

// example returns the arguments for a position of a game.
func (q *positionCommand) example(key, position string) string {
	var words []string
	if key != rules.Games()[0].Key {
		words = append(words, "--game "+key)
	}
	if q.misere {
		words = append(words, "--misere")
	}
	if q.positionArgs != nil {
		words = append(words, q.positionArgs(position))
	}
	return strings.Join(words, " ")
}

// Text that a shell doesn't change: a single word, or several words.
var (
	plainWord  = regexp.MustCompile(`^[A-Za-z0-9,.:@-]*$`)
	plainWords = regexp.MustCompile(`^[A-Za-z0-9 ,.:@-]*$`)
)

// quotedUnless puts text into quotes unless it is plain.
func quotedUnless(plain *regexp.Regexp, text string) string {
	if plain.MatchString(text) {
		return text
	}
	return "'" + text + "'"
}
