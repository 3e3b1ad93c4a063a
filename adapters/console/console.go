// Package console is a chat in the terminal: several people and channels, a
// line each, for playing without any platform, for scripts, and for trying
// out what the other platforms show.
//
// # Lines
//
//	/nim start 3 4 5          you, in #general
//	ana: B2                   ana; "/nim" in front may be left out
//	#math ana: /nim board     ana, in #math
//	@ana: /nim stop           ana, as a moderator
//	!2                        press the second of the numbered buttons
//	wait 11m                  move the clock forward, and show which deadlines expired
//
// Any other line gets a private explanation. Every line that isn't empty is answered with
// at least one message, and the output is flushed before the next line is read.
package console

import (
	"bufio"
	"context"
	"errors"
	"io"
	"strings"

	"nimbot/game/draw"
	"nimbot/game/words"
)

// Options are what a chat in the terminal needs.
type Options struct {
	Bot   Bot
	Words *words.Catalogue
	Clock *Clock // Bot's clock
	In    io.Reader
	Out   io.Writer
	JSON  bool // one object per message instead of text
	// Person says that a person is at the terminal, who gets a prompt and a greeting.
	Person bool
	// Locale is the terminal's language ("de_DE"), "" if it has none. It is the language of
	// every channel and of private messages, unless people choose another.
	Locale string
	Color  bool
	ASCII  bool // the terminal cannot show Unicode
	// Width returns how many characters fit into a line now, 0 for no bound; nil: no
	// bound.
	Width func() int
}

// maxLine is how many bytes of a line are read; the rest is dropped. It far exceeds the
// longest command, which package command bounds.
const maxLine = 1 << 20

// Run runs the chat until the input ends, ctx ends, or a person at the terminal leaves.
// The error is one of reading or writing, never a command's.
func Run(ctx context.Context, o Options) error {
	s := newSession(o.Bot, o.Words, o.Clock)
	s.speak(o.Locale)
	if o.ASCII {
		s.style = draw.ASCII
	}
	if o.Width == nil {
		o.Width = func() int { return 0 }
	}
	out := bufio.NewWriter(o.Out)
	var p printer = &textPrinter{out: out, person: o.Person, width: o.Width, color: o.Color, say: s.sayToAll}
	if o.JSON {
		p = &jsonPrinter{out: out}
	}
	if err := p.begin(); err != nil {
		return err
	}
	ctx, cancel := context.WithCancel(ctx)
	defer cancel() // so that the reader of lines ends, after a line that it may be reading
	lines := readLines(ctx, o.In)
	for {
		select {
		case <-ctx.Done():
			return p.end()
		case l, ok := <-lines:
			if !ok {
				return p.end()
			}
			if l.err != nil {
				return errors.Join(l.err, p.end())
			}
			if o.Person && isQuit(l.text) {
				return p.end()
			}
			if err := s.answer(ctx, p, l); err != nil {
				return err
			}
		}
	}
}

// isQuit reports whether line ends the program ("exit", "quit"). Games are in the store
// and can be continued.
func isQuit(line string) bool {
	word := strings.TrimSpace(line)
	return strings.EqualFold(word, "exit") || strings.EqualFold(word, "quit")
}

// answer prints the messages that answer a line. It skips empty lines.
func (s *session) answer(ctx context.Context, p printer, l input) error {
	if strings.TrimSpace(l.text) == "" {
		return p.print(l.number, nil)
	}
	return p.print(l.number, s.handleLine(ctx, l.text, ""))
}

func newSession(bot Bot, catalogue *words.Catalogue, clock *Clock) *session {
	return &session{bot: bot, words: catalogue, clock: clock, style: draw.Code, channels: map[string]*channel{}}
}

// speak sets the terminal's language.
func (s *session) speak(locale string) {
	s.locale = s.words.Language(locale)
	s.public, s.private = s.locale, s.locale
}

// input is one line that was read.
type input struct {
	number int // from 1, empty lines counted
	text   string
	err    error
}

// readLines reads in the background, so that the end of ctx is not missed
// while nobody types. The channel is closed at the end of the input.
func readLines(ctx context.Context, r io.Reader) <-chan input {
	lines := make(chan input)
	go func() {
		defer close(lines)
		b := bufio.NewReaderSize(r, 64<<10)
		for n := 1; ; n++ {
			text, err := readLine(b)
			if errors.Is(err, io.EOF) {
				return
			}
			select {
			case lines <- input{n, text, err}:
			case <-ctx.Done():
				return
			}
			if err != nil {
				return
			}
		}
	}()
	return lines
}

// readLine reads up to the next line break, and returns at most maxLine bytes of the line.
// io.EOF means that there is nothing more.
func readLine(b *bufio.Reader) (string, error) {
	var text []byte
	for {
		part, err := b.ReadSlice('\n')
		if room := maxLine - len(text); room > 0 {
			text = append(text, part[:min(len(part), room)]...)
		}
		switch {
		case errors.Is(err, bufio.ErrBufferFull):
			continue
		case errors.Is(err, io.EOF) && len(text) > 0:
			err = nil
		}
		return strings.TrimRight(string(text), "\r\n"), err
	}
}
