package main

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"net/url"
	"os"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"nimbot/chat"
	"nimbot/store"
)

func (p *program) inspectCommand() *cobra.Command {
	var gif string
	cmd := &cobra.Command{
		Use:     "inspect PLACE",
		Short:   "Print what is stored for one channel, as JSON",
		Long:    "Print what is stored for one channel, as JSON. PLACE is discord/GUILD/CHANNEL,\nslack/TEAM/CHANNEL, console/CHANNEL or web/CHANNEL. If a running server holds the\nfile, the document comes from that server.",
		Example: "  bot inspect console/general\n  bot inspect --gif game.gif web/general",
		Args:    exactly(1, "which channel? Try: bot inspect console/general"),
		RunE: func(cmd *cobra.Command, args []string) error {
			place, ok := chat.ParsePlace(args[0])
			if !ok {
				return usage{fmt.Errorf("%q isn't a channel; use a form like console/general or discord/GUILD/CHANNEL", args[0])}
			}
			c, err := p.config()
			if err != nil {
				return err
			}
			data, err := inspect(cmd.Context(), c, place)
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

// inspect reads the document of a place from the store, or from the server
// that holds it.
func inspect(ctx context.Context, c Config, place chat.Place) ([]byte, error) {
	nothing := fmt.Errorf("nothing is stored for %s in %s", place, c.Store)
	if path, ok := boltPath(c.Store); ok {
		if _, err := os.Stat(path); os.IsNotExist(err) {
			return nil, fmt.Errorf("%w: there is no such file", nothing) // opening would create it
		}
	}
	s, _, err := openStore(ctx, c.Store, time.Now, "")
	if errors.Is(err, store.ErrInUse) {
		return inspectRunning(ctx, c, place)
	}
	if err != nil {
		return nil, err
	}
	rec, err := s.Get(ctx, place.String())
	if err := errors.Join(err, s.Close()); err != nil {
		return nil, err
	}
	if rec.Version == 0 {
		return nil, nothing
	}
	return rec.Data, nil
}

func inspectRunning(ctx context.Context, c Config, place chat.Place) ([]byte, error) {
	question := url.Values{"place": {place.String()}, "store": {c.Store.absolute()}}
	status, body, err := askAdmin(ctx, c.HTTP.Admin, "/inspect?"+question.Encode())
	switch {
	case err != nil:
		return nil, heldElsewhere(c, err)
	case status != http.StatusOK:
		return nil, answered(c, status, body)
	}
	return body, nil
}

// heldElsewhere is the error for a store's file that another process holds,
// while no server answers.
func heldElsewhere(c Config, cause error) error {
	return held(c, "no server answers on http.admin "+c.HTTP.Admin, cause)
}

// answered is the error for an admin listener that was asked for what its store
// holds, and answered otherwise.
func answered(c Config, status int, body []byte) error {
	text := strings.TrimSpace(string(body))
	if status == http.StatusConflict {
		return held(c, "it is not the server on http.admin "+c.HTTP.Admin+", which uses "+text, nil)
	}
	return fmt.Errorf("the server on %s says: %s", c.HTTP.Admin, text)
}

func held(c Config, who string, cause error) error {
	return Problem{Key: "store", Value: c.Store.String(), Remedy: "another process uses this file, and " + who + "; stop the process, or name its admin listener", Cause: cause}
}
