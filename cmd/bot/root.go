package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"os"
	"slices"
	"strconv"
	"strings"

	"github.com/spf13/cobra"

	"nimbot/cmd/bot/config"
	"nimbot/game/words/command"
)

// The exit codes.
const (
	exitGood   = 0
	exitFailed = 1 // the command failed
	exitUsage  = 2 // the command line is wrong
	// exitConfig, EX_CONFIG of sysexits.h: the configuration is wrong, so the same command
	// fails again until somebody changes it.
	exitConfig = 78
)

// streams are the program's input, output and environment.
type streams struct {
	in       io.Reader
	out      io.Writer // data
	err      io.Writer // messages to people
	terminal bool      // in and out are a terminal
	absent   bool      // in is the null device, as in a container
	getenv   func(string) (string, bool)
	environ  []string
	columns  func() int // how many characters fit into a line of out; nil: any number
}

func system() streams {
	s := streams{
		in: os.Stdin, out: os.Stdout, err: os.Stderr,
		terminal: isTerminal(os.Stdin) && isTerminal(os.Stdout),
		absent:   isNull(os.Stdin),
		getenv:   os.LookupEnv,
		environ:  os.Environ(),
	}
	if s.terminal {
		s.columns = func() int { return columnsOf(os.Stdout) }
	}
	return s
}

func isTerminal(f *os.File) bool {
	info, err := f.Stat()
	return err == nil && info.Mode()&os.ModeCharDevice != 0 && !isNull(f)
}

func isNull(f *os.File) bool {
	info, err := f.Stat()
	if err != nil {
		return true // closed
	}
	null, err := os.Stat(os.DevNull)
	return err == nil && os.SameFile(info, null)
}

// failure is an error of a command whose command line was right.
type failure struct{ error }

func (f failure) Unwrap() error { return f.error }

// usage is an error in the command line.
type usage struct{ error }

func (u usage) Unwrap() error { return u.error }

// run runs the program with args and returns the exit code.
func run(ctx context.Context, args []string, s streams) int {
	s.err = config.Tokenless(s.err)
	root := newRoot(s)
	root.SetArgs(args)
	root.SetIn(s.in)
	root.SetOut(s.out)
	root.SetErr(s.err)
	err := root.ExecuteContext(ctx)
	if err == nil {
		return exitGood
	}
	var wrong usage
	var failed failure
	if errors.As(err, &failed) && !errors.As(err, &wrong) {
		_, _ = fmt.Fprintln(s.err, config.Redact(err.Error()))
		if errors.As(err, new(config.Problems)) {
			return exitConfig
		}
		return exitFailed
	}
	_, _ = fmt.Fprintf(s.err, "%s\nRun bot --help for the commands.\n", config.Redact(err.Error()))
	return exitUsage
}

// program has the parts that all commands share: the streams and the global flags.
type program struct {
	streams
	configFile string
	store      string
}

func newRoot(s streams) *cobra.Command {
	p := &program{streams: s}
	root := &cobra.Command{
		Use:           "bot",
		Short:         "Play, referee and teach Nim and its family",
		Long:          "Nim Bot plays, referees and teaches Nim and its family of games.\n\nWithout a command it serves every configured platform. If none is configured,\nit serves a page on this machine: open it in a browser and play.",
		Example:       "  bot\n  bot play\n  bot solve 3 4 5",
		Version:       thisBuild().String(),
		SilenceUsage:  true,
		SilenceErrors: true,
		Args:          noCommand,
		RunE:          p.serve,
	}
	root.SetVersionTemplate("{{.Version}}\n")
	root.PersistentFlags().StringVar(&p.configFile, "config", "", "configuration file (default nimbot.yaml, if it exists)")
	root.PersistentFlags().StringVar(&p.store, "store", "", "where games are stored, such as bolt:nim.db")
	root.AddCommand(
		p.serveCommand(), p.playCommand(), p.solveCommand(), p.reviewCommand(), p.puzzleCommand(), p.inspectCommand(),
		p.checkCommand(), p.mcpCommand(), p.healthCommand(), p.manifestCommand(), p.registerCommand(), p.migrateCommand(),
		p.backupCommand(), p.restoreCommand(), p.purgeCommand(), p.wordsCommand(), p.versionCommand(), p.manCommand(),
	)
	wrapFailures(root)
	root.SetFlagErrorFunc(func(_ *cobra.Command, err error) error { return flagError(err) })
	return root
}

// flagError explains an error of a flag. If the flag needs a number, it says what to use
// instead.
func flagError(err error) error {
	var wrong *strconv.NumError
	if !errors.As(err, &wrong) {
		return err
	}
	remedy := "use a whole number, such as 7"
	switch wrong.Func {
	case "ParseUint":
		remedy = "use a whole number from 0, such as 7"
	case "ParseBool":
		remedy = "use true or false"
	}
	return errors.New(strings.Replace(err.Error(), wrong.Error(), remedy, 1))
}

// noCommand returns the error for an unknown command: a chat command, or a
// misspelled one.
func noCommand(cmd *cobra.Command, args []string) error {
	if len(args) == 0 {
		return nil
	}
	if c, _ := command.Named(strings.Join(args, " ")); c != nil && c.Shown != command.Nowhere {
		return typeInChat(cmd, args)
	}
	text := fmt.Sprintf("unknown command %q", args[0])
	cmd.SuggestionsMinimumDistance = 2
	if near := cmd.SuggestionsFor(args[0]); len(near) > 0 {
		text += fmt.Sprintf("; did you mean %q?", cmd.CommandPath()+" "+near[0])
	}
	return usage{errors.New(text)}
}

// typeInChat returns the error for a chat line that was typed as arguments of
// the program.
func typeInChat(_ *cobra.Command, args []string) error {
	if len(args) == 0 {
		return nil
	}
	return usage{fmt.Errorf("that's typed in the chat: run bot play, then type %s", strings.Join(args, " "))}
}

// exactly refuses any other number of arguments, and empty arguments, with a sentence that ends in
// an example.
func exactly(n int, otherwise string) cobra.PositionalArgs {
	return func(_ *cobra.Command, args []string) error {
		if len(args) != n || slices.Contains(args, "") {
			return errors.New(otherwise)
		}
		return nil
	}
}

// showHelp runs a command that has only commands below it; with it, cobra checks the arguments first.
func showHelp(cmd *cobra.Command, _ []string) error { return cmd.Help() }

// wrapFailures wraps every error that a command itself returns in failure. All
// other errors are usage errors.
func wrapFailures(cmd *cobra.Command) {
	if do := cmd.RunE; do != nil {
		cmd.RunE = func(cmd *cobra.Command, args []string) error {
			if err := do(cmd, args); err != nil {
				return failure{err}
			}
			return nil
		}
	}
	for _, sub := range cmd.Commands() {
		wrapFailures(sub)
	}
}

// config reads the configuration, with the flags that were given.
func (p *program) config() (config.Config, error) {
	flags := map[string]string{}
	if p.store != "" {
		flags["store"] = p.store
	}
	return config.Load(config.Sources{File: p.configFile, Getenv: p.getenv, Environ: p.environ, Flags: flags})
}

// configForTool reads the configuration for a command that doesn't serve, so
// that it needs no platform secrets.
func (p *program) configForTool() (config.Config, error) {
	c, err := p.config()
	var found config.Problems
	if errors.As(err, &found) {
		err = found.NotServing()
	}
	return c, err
}

// logger returns a logger that writes to w, for operators.
func logger(w io.Writer, level slog.Level) *slog.Logger {
	return slog.New(slog.NewTextHandler(w, &slog.HandlerOptions{Level: level}))
}
