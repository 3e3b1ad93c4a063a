package main

import (
	"fmt"
	"runtime/debug"

	"github.com/spf13/cobra"
)

// release is the version of a released binary, set when it is built:
// -ldflags "-X main.release=v1.2.3".
var release = ""

// version names the release, else the commit that the binary was built from.
func version() string {
	info, ok := debug.ReadBuildInfo()
	if !ok {
		return "nimbot " + release
	}
	name := release
	if name == "" {
		name = info.Main.Version
	}
	if name == "" || name == "(devel)" {
		name = "development"
	}
	text := "nimbot " + name
	for _, s := range info.Settings {
		if s.Key == "vcs.revision" && release != "" {
			text += " (" + s.Value[:min(12, len(s.Value))] + ")"
		}
	}
	return text + ", " + info.GoVersion
}

func (p *program) versionCommand() *cobra.Command {
	return &cobra.Command{
		Use:   "version",
		Short: "Print the version",
		Args:  cobra.NoArgs,
		RunE: func(*cobra.Command, []string) error {
			_, err := fmt.Fprintln(p.out, version())
			return err
		},
	}
}
