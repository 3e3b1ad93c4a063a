package main

import (
	"errors"
	"fmt"
	"regexp"
	"strings"

	"github.com/spf13/cobra"

	"nimbot/game"
	"nimbot/words"
)

// question is what the commands about a game's positions share: of which
// game, under which ending, and how what is wrong is said.
type question struct {
	*program
	words   *words.Catalogue
	command string                // "bot solve"
	written func(p string) string // how a position stands on the command line; nil: not at all
	key     string
	misere  bool
}

// flags adds the flags that choose a game.
func (q *question) flags(cmd *cobra.Command) {
	cmd.Flags().StringVar(&q.key, "game", game.Default, "the game; bot solve --list shows the keys")
	cmd.Flags().BoolVar(&q.misere, "misere", false, "whoever makes the last move loses")
}

// learn loads the words in which to answer.
func (q *question) learn() (err error) {
	if q.words, err = words.Load(); err != nil {
		return fmt.Errorf("the catalogue of sentences: %w", err)
	}
	return nil
}

func (q *question) ending() game.Ending {
	if q.misere {
		return game.Misere
	}
	return game.Normal
}

// say words a text for a terminal, where commands stand without the marks of
// a chat.
func (q *question) say(t words.Text) string {
	return strings.ReplaceAll(q.words.Say(t, words.Voice{Command: q.command}), "`", "")
}

// startGame is what starts a game in the chat.
var startGame = regexp.MustCompile(`start game:([a-z-]+(?::[0-9.]*[0-9])?)`)

// refusal words an error of a person's making in the catalogue's sentences.
// A position that cannot be read is wrong usage; one that is too large to be
// decided is a failure. The chat's commands in it become this program's.
func (q *question) refusal(err error) error {
	var g *game.Error
	if !errors.As(err, &g) {
		return err
	}
	t := words.TextOf(q.words.KeyFor(g.Code, q.key), g.Args)
	if position, ok := g.Args["example"].(string); ok && !strings.HasPrefix(g.Code, "octal.") {
		t.Args = append(t.Args, "example", q.example(q.key, position))
	}
	text := startGame.ReplaceAllStringFunc(q.say(t), func(start string) string {
		g, err := game.Lookup(startGame.FindStringSubmatch(start)[1])
		if err != nil {
			return start
		}
		other := question{written: q.written}
		return other.example(g.Key, g.Examples[0])
	})
	worded := errors.New(strings.NewReplacer(q.command+" games", "bot solve --list", q.command+" rules ", "bot play, then /nim rules ").Replace(text))
	if errors.Is(err, game.ErrTooLarge) {
		return worded
	}
	return usage{worded}
}

// example is what follows the command for a position of a game.
func (q *question) example(key, position string) string {
	var words []string
	if key != game.Games()[0].Key {
		words = append(words, "--game "+key)
	}
	if q.misere {
		words = append(words, "--misere")
	}
	if q.written != nil {
		words = append(words, q.written(position))
	}
	return strings.Join(words, " ")
}

// What a shell leaves as it is: one word, or several.
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
