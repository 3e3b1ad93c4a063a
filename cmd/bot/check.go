package main

import (
	"errors"
	"fmt"
	"os"
	"regexp"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"nimbot/cmd/bot/config"
	"nimbot/cmd/bot/serve"
)

func (p *program) checkCommand() *cobra.Command {
	var online bool
	cmd := &cobra.Command{
		Use:   "check",
		Short: "Check the configuration and list every error at once",
		Long: "Check the configuration, and whether this user may write the store's file, and list\n" +
			"every error at once. With --online, also ask the store and the platforms; then a\n" +
			"machine that only registers or backs up needs no keys for serving.",
		Example: "  bot check\n  bot check --config nimbot.yaml --online",
		Args:    cobra.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			c, err := p.config()
			var found config.Problems
			if errors.As(err, &found) || err == nil {
				found = append(found, c.Misshapen()...)
			}
			switch {
			case online:
				err = p.printNotes(found.Serving(), found.NotServing())
				if err == nil {
					err = serve.Check(cmd.Context(), c, p.printNotes)
				}
			case len(found) > 0:
				err = errors.Join(found, serve.CheckFile(c.Store))
			default:
				err = serve.CheckFile(c.Store)
			}
			if err != nil {
				return withPages{err}
			}
			return p.describe(c)
		},
	}
	cmd.Flags().BoolVar(&online, "online", false, "also check the store and the platforms")
	return cmd
}

// printNotes prints lines that aren't errors, and returns err.
func (p *program) printNotes(lines []string, err error) error {
	for _, line := range lines {
		_, _ = fmt.Fprintln(p.err, line)
	}
	return err
}

// withPages appends to an error a last line that names the documentation pages.
type withPages struct{ error }

func (w withPages) Unwrap() error { return w.error }

func (w withPages) Error() string {
	text := w.error.Error()
	var pages []string
	for _, m := range section.FindAllStringSubmatch(text, -1) {
		page := "docs/operating.md"
		for platform := range (config.Config{}).Platforms() {
			if strings.HasPrefix(strings.ToLower(m[1]), platform) {
				page = "docs/" + platform + ".md"
			}
		}
		if !slices.Contains(pages, page) {
			pages = append(pages, page)
		}
	}
	return text + "\nSee " + strings.Join(pages, " and ") + "."
}

// section matches the configuration section that a line of an error names,
// after an optional file position.
var section = regexp.MustCompile(`(?m)^(?:\S+:\d+:\d+: )?(?:NIM_|--)?(\w+)`)

// describe prints the effective settings, with secrets redacted.
func (p *program) describe(c config.Config) error {
	for _, line := range c.Lines() {
		if _, err := fmt.Fprintln(p.out, line); err != nil {
			return err
		}
	}
	notes := c.Advice()
	if _, err := os.Stat(config.DefaultFile); p.configFile == "" && os.IsNotExist(err) {
		notes = append(notes, "There is no "+config.DefaultFile+" in this folder, so only the environment was read; --config names another file.")
	}
	for _, line := range append(notes, "The configuration is valid.") {
		if _, err := fmt.Fprintln(p.err, line); err != nil {
			return err
		}
	}
	return nil
}
