package main

import (
	"bufio"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"regexp"
	"strings"

	"github.com/spf13/cobra"

	"nimbot/game/dialog"
	"nimbot/game/draw"
	"nimbot/game/rules"
	"nimbot/game/rules/solve"
	"nimbot/game/teach/analysis"
	"nimbot/game/words"
)

// solver has the flags of `bot solve`.
type solver struct {
	positionCommand
	asJSON bool
	moves  int // the most winning moves to list
	list   bool
	png    string // a file for a picture, "" for none
}

func (p *program) solveCommand() *cobra.Command {
	s := &solver{positionCommand: positionCommand{
		program: p, command: "bot solve",
		positionArgs: func(position string) string { return quotedUnless(plainWords, position) },
	}}
	cmd := &cobra.Command{
		Use:   "solve [flags] POSITION",
		Short: "Say who wins a position, with which moves, and why",
		Long: `Say who wins a position, with which moves, and why.

Type POSITION as in the chat. "-" reads one position per line from standard
input and prints one JSON object per line.`,
		Example: `  bot solve 3 4 5
  bot solve --misere --json 2 1 1
  bot solve --game pass "3 4- 5"
  bot solve nim 3 4 + kayles 5 + chomp 2x3
  bot solve --png cake.png --game cake 5x8@2,3
  bot solve --list`,
		Args: s.arguments,
		RunE: func(cmd *cobra.Command, args []string) error {
			if err := s.loadWords(); err != nil {
				return err
			}
			switch text := strings.Join(args, " "); {
			case s.list:
				return s.listGames()
			case text == "-":
				return runUntilDone(cmd.Context(), s.solveLines)
			default:
				return runUntilDone(cmd.Context(), func() error { return s.solveOne(text) })
			}
		},
	}
	cmd.SetFlagErrorFunc(negativePile)
	s.flags(cmd)
	cmd.Flags().BoolVar(&s.asJSON, "json", false, "print one JSON object")
	cmd.Flags().IntVar(&s.moves, "moves", analysis.MostMoves, "list at most this many winning moves")
	cmd.Flags().BoolVar(&s.list, "list", false, "list the games instead")
	cmd.Flags().StringVar(&s.png, "png", "", "also write a picture of the position to this file")
	return cmd
}

// runUntilDone runs do, which can't be interrupted (it may block on input or
// list many moves). If ctx ends first, it returns and leaves do's goroutine
// running until the program exits.
func runUntilDone(ctx context.Context, do func() error) error {
	done := make(chan error, 1)
	go func() { done <- do() }()
	select {
	case err := <-done:
		return err
	case <-ctx.Done():
		return errors.New("stopped before the end")
	}
}

// negative matches the complaint of the flag parser about "-4".
var negative = regexp.MustCompile(`'[0-9]' in (-[0-9]+)$`)

// negativePile explains the error when a negative pile was taken for a flag.
func negativePile(_ *cobra.Command, err error) error {
	if m := negative.FindStringSubmatch(err.Error()); m != nil {
		return fmt.Errorf("%s is negative, and a pile can't be. Try: bot solve 3 4 5", m[1])
	}
	return err
}

func (s *solver) arguments(_ *cobra.Command, args []string) error {
	switch {
	case s.moves < 0:
		return errors.New("--moves needs a number, 0 or more")
	case s.list && len(args) > 0:
		return errors.New("--list takes no position")
	case s.png != "" && (s.list || strings.Join(args, "") == "-"):
		return errors.New("--png takes one position. Try: bot solve --png nim.png 3 4 5")
	case !s.list && len(args) == 0:
		g, err := rules.Lookup(s.key)
		if err != nil {
			g = rules.Games()[0]
		}
		return fmt.Errorf("which position? Try: bot solve %s", s.example(g.Key, g.Examples[0]))
	}
	return nil
}

// about returns the solver for the game that a text names, and the position in the text.
func (s solver) about(text string) (of *solver, position string) {
	s.key, position = rules.NamedIn(s.key, text)
	return &s, position
}

// analyze reads and decides a position. It accepts every position that can occur, also a finished
// one, within the bounds of its game. Errors are *rules.Error.
func (s *solver) analyze(text string) (rules.Game, solve.Analysis, error) {
	g, err := rules.Lookup(s.key)
	if err != nil {
		return g, solve.Analysis{}, err
	}
	e := s.ending()
	p, err := g.Read(text, e)
	if err != nil {
		return g, solve.Analysis{}, err
	}
	a, err := solve.Analyze(p, e)
	return g, a, err
}

// solveOne answers one position from the command line.
func (s *solver) solveOne(text string) error {
	s, text = s.about(text)
	g, a, err := s.analyze(text)
	if err != nil {
		return s.refusal(err)
	}
	if s.png != "" {
		if err := savePNG(s.png, *s.words.Drawing(a.Position, "")); err != nil {
			return err
		}
	}
	if s.asJSON {
		return json.NewEncoder(s.out).Encode(analysis.SolutionOf(g.Key, a, s.moves))
	}
	winning, more := analysis.FirstMoves(a.Winning(), s.moves)
	m := lesson(s.words, g.Key, a, winning, more)
	_, err = io.WriteString(s.out, s.render(m))
	return err
}

// render formats a lesson: the drawing below the first line, the working below
// the last.
func (s *solver) render(m dialog.Message) string {
	style := draw.Code
	if !s.speaksUnicode() {
		style = draw.ASCII
	}
	var b strings.Builder
	for i, t := range m.Lines {
		b.WriteString(s.say(t) + "\n")
		if i == 0 {
			b.WriteString("\n" + draw.Text(s.words.Captioned(m.Diagram, words.Voice{Locale: s.locale()}), style) + "\n\n")
		}
	}
	if m.Working != nil {
		b.WriteString("\n" + draw.Columns(*m.Working, style) + "\n")
	}
	return b.String()
}

// solveLines answers one position a line. A bad line is answered with an error
// and the next one is read.
func (s *solver) solveLines() error {
	in := bufio.NewReaderSize(s.in, 64<<10)
	out := bufio.NewWriter(s.out)
	enc := json.NewEncoder(out)
	enc.SetEscapeHTML(false)
	for {
		text, err := readPosition(in)
		if errors.Is(err, io.EOF) {
			return out.Flush()
		}
		if err != nil {
			return errors.Join(err, out.Flush())
		}
		if err := enc.Encode(s.streamed(text)); err != nil {
			return err
		}
		if in.Buffered() == 0 { // somebody may be waiting for this answer
			if err := out.Flush(); err != nil {
				return err
			}
		}
	}
}

// streamError answers a bad line.
type streamError struct {
	Error string `json:"error"`
	Input string `json:"input"`
}

func (s *solver) streamed(text string) any {
	of, position := s.about(text)
	g, a, err := of.analyze(position)
	if err != nil {
		return streamError{of.refusal(err).Error(), text}
	}
	return analysis.SolutionOf(g.Key, a, s.moves)
}

// readPosition reads a line. io.EOF means that there are no more lines.
func readPosition(in *bufio.Reader) (string, error) {
	text, err := in.ReadString('\n')
	if errors.Is(err, io.EOF) && text != "" {
		err = nil
	}
	return strings.TrimRight(text, "\r\n"), err
}

// listGames lists the games.
func (s *solver) listGames() error {
	all := analysis.Family(rules.Size{})
	if s.asJSON {
		return json.NewEncoder(s.out).Encode(all)
	}
	for _, l := range all {
		if _, err := fmt.Fprintf(s.out, "%-14s %-32s %-15s e.g. %s\n", l.Key, l.Title, strings.Join(l.Endings, ", "), l.Examples[0]); err != nil {
			return err
		}
	}
	return nil
}
