package main

import (
	"context"
	"strings"

	"nimbot/adapters/console"
	"nimbot/cmd/bot/serve"
)

// runTerminalChat runs the chat in the terminal until its end.
func (p *program) runTerminalChat(ctx context.Context, app *serve.App, asJSON bool) error {
	_, plain := p.getenv("NO_COLOR")
	term, _ := p.getenv("TERM")
	return console.Run(ctx, console.Options{
		Bot:    app.Own,
		Words:  app.Words,
		Clock:  app.Clock,
		In:     p.in,
		Out:    p.out,
		JSON:   asJSON,
		Locale: p.locale(),
		Person: p.terminal && !asJSON,
		Color:  p.terminal && !plain && term != "dumb",
		ASCII:  p.terminal && !p.speaksUnicode(),
		Width:  p.columns,
	})
}

// locale returns the terminal's language: "de_DE" of "de_DE.UTF-8".
func (p *program) locale() string {
	for _, name := range []string{"LC_ALL", "LC_MESSAGES", "LANG"} {
		if locale, ok := p.getenv(name); ok && locale != "" {
			locale, _, _ = strings.Cut(locale, ".")
			locale, _, _ = strings.Cut(locale, "@")
			return locale
		}
	}
	return ""
}

// speaksUnicode reports whether the terminal's locale is a UTF-8 one. It
// assumes UTF-8 if no locale is set.
func (p *program) speaksUnicode() bool {
	for _, name := range []string{"LC_ALL", "LC_CTYPE", "LANG"} {
		if locale, ok := p.getenv(name); ok && locale != "" {
			locale = strings.ToLower(locale)
			return strings.Contains(locale, "utf-8") || strings.Contains(locale, "utf8")
		}
	}
	return true
}
