package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"os"
	"time"

	"github.com/spf13/cobra"

	"nimbot/config"
	"nimbot/exchange"
	"nimbot/person"
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
			if !inspectable(args[0]) {
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

// inspectable reports whether a key is that of a channel or of a person.
func inspectable(key string) bool {
	_, ok := exchange.ParsePlace(key)
	return ok || person.IsKey(key)
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
	s, _, err := openStore(ctx, c.Store, time.Now, "")
	if errors.Is(err, store.ErrInUse) {
		return inspectRunning(ctx, c, key)
	}
	if err != nil {
		return nil, err
	}
	rec, err := s.Get(ctx, key)
	if err := errors.Join(brokenOff(err), s.Close()); err != nil {
		return nil, err
	}
	if rec.Version == 0 {
		return nil, nothing
	}
	return rec.Data, nil
}

func inspectRunning(ctx context.Context, c config.Config, key string) (document []byte, err error) {
	ctx, cancel := context.WithTimeout(ctx, askWithin)
	defer cancel()
	resp, err := askHolder(ctx, c, "/inspect?"+url.Values{"place": {key}}.Encode())
	if err != nil {
		return nil, err
	}
	defer func() { _ = resp.Body.Close() }() // it was only read
	return io.ReadAll(http.MaxBytesReader(nil, resp.Body, 4<<20))
}
