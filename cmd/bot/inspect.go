package main

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"time"

	"github.com/spf13/cobra"

	"nimbot/cmd/bot/config"
	"nimbot/cmd/bot/serve"
	"nimbot/store"
)

func (p *program) inspectCommand() *cobra.Command {
	var gif string
	cmd := &cobra.Command{
		Use:     "inspect PLACE",
		Short:   "Print what is stored for one channel or person, as JSON",
		Long:    "Print what is stored for one channel or person, as JSON. PLACE is discord/GUILD/CHANNEL,\nslack/TEAM/CHANNEL, console/CHANNEL or web/CHANNEL; for a person it's\nmember:PLATFORM/GUILD/USER or practice:PLATFORM/USER,\non Slack practice:slack/TEAM/USER (the GUILD of the page and of\nthe terminal is local). If a running server holds the file, the document comes from\nthat server.",
		Example: "  bot inspect console/general\n  bot inspect --gif game.gif web/general",
		Args:    exactly(1, "which channel? Try: bot inspect console/general"),
		RunE: func(cmd *cobra.Command, args []string) error {
			if !serve.Inspectable(args[0]) {
				return usage{fmt.Errorf("%q isn't a channel or a person; use a form like console/general, discord/GUILD/CHANNEL or member:discord/GUILD/USER", args[0])}
			}
			c, err := p.config()
			if err != nil {
				return err
			}
			data, err := inspect(cmd.Context(), c, args[0])
			if err != nil {
				return err
			}
			if gif != "" {
				return saveGIF(gif, data)
			}
			_, err = p.out.Write(indent(data))
			return err
		},
	}
	cmd.Flags().StringVar(&gif, "gif", "", "write an animation of the game to this file instead")
	return cmd
}

// inspect reads the document under a key from the store, or from the server
// that holds it.
func inspect(ctx context.Context, c config.Config, key string) ([]byte, error) {
	nothing := fmt.Errorf("nothing is stored for %s in %s", key, c.Store)
	if path, ok := c.Store.File(); ok {
		if _, err := os.Stat(path); os.IsNotExist(err) {
			return nil, fmt.Errorf("%w: there is no such file", nothing) // opening would create it
		}
	}
	s, _, err := serve.OpenStore(ctx, c.Store, time.Now, "")
	if errors.Is(err, store.ErrInUse) {
		return serve.InspectRunning(ctx, c, key)
	}
	if err != nil {
		return nil, err
	}
	rec, err := s.Get(ctx, key)
	if err := errors.Join(serve.StoreProblem(err), s.Close()); err != nil {
		return nil, err
	}
	if rec.Version == 0 {
		return nil, nothing
	}
	return rec.Data, nil
}

// indent formats a JSON document for reading. It returns other text unchanged.
func indent(data []byte) []byte {
	var b bytes.Buffer
	if err := json.Indent(&b, data, "", "  "); err != nil {
		return data
	}
	return append(b.Bytes(), '\n')
}
