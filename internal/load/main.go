// Command load measures a running bot on this machine with signed traffic of
// Discord and Slack: people who start games and move, each game in a channel of
// its own. It isn't part of a release.
//
// The bot must accept the traffic's signatures, so start it with the settings
// that "load env" prints, and with limits that don't keep one person from doing
// much:
//
//	eval "$(go run ./internal/load env)"
//	bot serve --store redis://127.0.0.1:6379 &
//	go run ./internal/load --for 20s --people 16
//
// It prints, for each platform, how many commands a second were answered and how
// long that took; and how much processor time the bot used for one, which it
// reads from the bot's metrics.
package main

import (
	"context"
	"flag"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/url"
	"os"
	"os/signal"
	"strings"
	"time"
)

// options are the settings from the command line.
type options struct {
	bot       string // its http.listen, as a web address
	admin     string // the http.admin address of the bot
	api       string // where this program acts as both platforms' interfaces
	length    time.Duration
	people    int
	moves     int // of a person in each game
	platforms string
	pictures  bool // boards on Discord are pictures
}

// maxMoves bounds the moves of a person in a game: too few to finish one that starts with
// piles of 20 and 20.
const maxMoves = 19

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	defer stop()
	if err := run(ctx, os.Args[1:], os.Stdout); err != nil {
		fmt.Fprintln(os.Stderr, "load:", err)
		os.Exit(1)
	}
}

func run(ctx context.Context, args []string, out io.Writer) error {
	o := options{}
	flags := flag.NewFlagSet("load", flag.ContinueOnError)
	flags.StringVar(&o.bot, "bot", "http://127.0.0.1:8080", "the bot's http.listen")
	flags.StringVar(&o.admin, "admin", "http://127.0.0.1:9090", "the bot's http.admin")
	flags.StringVar(&o.api, "api", "127.0.0.1:8099", "where to act as Discord's and Slack's interfaces")
	flags.DurationVar(&o.length, "for", 10*time.Second, "how long")
	flags.IntVar(&o.people, "people", 16, "how many people type at once, on each platform")
	flags.IntVar(&o.moves, "moves", 10, "how many moves a person makes in each game, in a channel of its own")
	flags.StringVar(&o.platforms, "platforms", "discord,slack", "which")
	flags.BoolVar(&o.pictures, "pictures", false, "have boards on Discord be pictures, each a new one; needed behind env, too")
	printsEnv := len(args) > 0 && args[0] == "env"
	if printsEnv {
		args = args[1:]
	}
	if err := flags.Parse(args); err != nil {
		return err
	}
	if printsEnv {
		for _, setting := range environment(o.api, o.pictures) {
			if _, err := fmt.Fprintln(out, "export", setting); err != nil {
				return err
			}
		}
		return nil
	}
	if o.people < 1 || o.length <= 0 || o.moves < 0 || o.moves > maxMoves {
		return fmt.Errorf("--people and --for have to be more than 0, and --moves from 0 to %d", maxMoves)
	}
	for _, address := range []string{o.bot, o.admin} {
		if err := requireLoopback(address); err != nil {
			return err
		}
	}
	stop, err := serveAPI(o.api)
	if err != nil {
		return err
	}
	defer stop()
	return measure(ctx, o, out)
}

// requireLoopback returns an error unless address is on this machine, so that
// the tool can't be used for attacks.
func requireLoopback(address string) error {
	u, err := url.Parse(address)
	if err != nil {
		return err
	}
	if ip := net.ParseIP(u.Hostname()); ip == nil || !ip.IsLoopback() {
		return fmt.Errorf("%s isn't a loopback address of this machine; use one such as http://127.0.0.1:8080", address)
	}
	return nil
}

// serveAPI answers the bot's requests to the platforms, each with success.
func serveAPI(address string) (stop func(), err error) {
	l, err := net.Listen("tcp", address)
	if err != nil {
		return nil, fmt.Errorf("--api: %w", err)
	}
	server := &http.Server{ReadHeaderTimeout: time.Minute, Handler: http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		_, _ = io.Copy(io.Discard, r.Body) // otherwise the connection can't be reused
		w.Header().Set("Content-Type", "application/json")
		if strings.HasPrefix(r.URL.Path, "/api/v") { // Discord's
			_, _ = io.WriteString(w, `{"id":"1300000000000000001"}`)
			return
		}
		_, _ = fmt.Fprintf(w, `{"ok":true,"ts":"%d.000100","channel":"C1","user":{"id":"U1","name":"ana","locale":"en-US"}}`, time.Now().Unix())
	})}
	go func() { _ = server.Serve(l) }() // until Close
	return func() { _ = server.Close() }, nil
}
