package main

import (
	"cmp"
	"fmt"
	"runtime"
	"runtime/debug"
	"time"

	"github.com/spf13/cobra"

	"nimbot/cmd/bot/serve"
)

// A release sets these with -ldflags "-X main.release=v1.2.3 …". Otherwise the
// version comes from the VCS information in the binary, if there is any.
var (
	release = "" // "v1.2.3"
	commit  = "" // the commit's full hash
	date    = "" // of the commit, RFC 3339
)

// build describes how the program was built, as far as that is known.
type build struct {
	serve.Build
	date     time.Time
	modified bool // files were changed after the commit
}

// builtFrom combines the values from the linker and from the Go tool.
func builtFrom(release, commit, date string, info *debug.BuildInfo) build {
	b := build{Build: serve.Build{Release: release, Commit: commit}}
	if info != nil {
		if b.Release == "" && info.Main.Version != "(devel)" {
			b.Release = info.Main.Version
		}
		for _, s := range info.Settings {
			switch {
			case s.Key == "vcs.revision" && b.Commit == "":
				b.Commit = s.Value
			case s.Key == "vcs.time" && date == "":
				date = s.Value
			case s.Key == "vcs.modified" && commit == "":
				b.modified = s.Value == "true"
			}
		}
	}
	b.Release = cmp.Or(b.Release, "development")
	b.date, _ = time.Parse(time.RFC3339, date) // zero if date is missing or invalid
	return b
}

func thisBuild() build {
	info, _ := debug.ReadBuildInfo()
	return builtFrom(release, commit, date, info)
}

// String returns the version with the commit and its day, as far as they are known.
func (b build) String() string {
	text := "nimbot " + b.Release
	if b.Commit != "" {
		const enough = 12
		text += " (commit " + b.Commit[:min(enough, len(b.Commit))]
		if b.modified {
			text += " with changes"
		}
		if !b.date.IsZero() {
			text += ", " + b.date.UTC().Format(time.DateOnly)
		}
		text += ")"
	}
	return fmt.Sprintf("%s, %s %s/%s", text, runtime.Version(), runtime.GOOS, runtime.GOARCH)
}

func (p *program) versionCommand() *cobra.Command {
	return &cobra.Command{
		Use:   "version",
		Short: "Print the version",
		Args:  cobra.NoArgs,
		RunE: func(*cobra.Command, []string) error {
			_, err := fmt.Fprintln(p.out, thisBuild())
			return err
		},
	}
}
