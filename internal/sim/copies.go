package sim

import (
	"context"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"math/rand/v2"
	"net"
	"sync"
	"time"

	"nimbot/adapters/discord/discordtest"
	"nimbot/adapters/slack/slacktest"
	"nimbot/cmd/bot/config"
	"nimbot/cmd/bot/serve"
)

// instance is one copy of the program, in its successive lives.
type instance struct {
	world  *world
	number int

	mu    sync.Mutex
	app   *serve.App
	end   context.CancelCauseFunc
	ended chan struct{}
}

func (c *instance) host() string   { return fmt.Sprint("copy", c.number) }
func (c *instance) listen() string { return fmt.Sprintf("127.0.0.1:%d", 8000+c.number) }

// start starts the program. The error is the one with which it can't.
func (c *instance) start() error {
	w := c.world
	settings := config.Default()
	settings.Store = w.store.url()
	settings.HTTP.Listen, settings.HTTP.Admin = c.listen(), fmt.Sprintf("127.0.0.1:%d", 9000+c.number)
	settings.Discord = config.Discord{
		Mode: "http", ApplicationID: discordtest.Application, PublicKey: w.discord.PublicKey,
		Token: discordtest.Token, APIURL: w.discord.URL, Messages: "on", Activity: "off",
	}
	settings.Slack.BotToken, settings.Slack.APIURL = slacktest.BotToken, w.slack.URL
	if w.o.Socket {
		settings.Slack.Mode, settings.Slack.AppToken = config.SocketMode, slacktest.AppToken
	} else {
		settings.Slack.SigningSecret = slacktest.SigningSecret
	}
	backend, err := w.store.open(c.host())
	if err != nil {
		return err
	}
	ahead := time.Duration(0)
	if most := int64(w.o.Faults.Clocks); most > 0 {
		ahead = time.Duration(rand.New(rand.NewPCG(uint64(c.number), 5)).Int64N(2*most)) - w.o.Faults.Clocks
	}
	ctx, end := context.WithCancelCause(context.Background())
	app, err := serve.Assemble(ctx, settings, serve.Options{
		Log: slog.New(slog.NewTextHandler(w.trace.log(c.host()), nil)), Say: io.Discard, Store: watched{backend, c},
		Wall: func() time.Time { return time.Now().Add(ahead) },
		Network: serve.Network{
			Dial: func(ctx context.Context, _, address string) (net.Conn, error) {
				return w.network.dial(ctx, c.host(), address)
			},
			Listen: func(_, address string) (net.Listener, error) { return w.network.listen(c.host(), address) },
		},
	})
	if err != nil {
		end(err)
		return err
	}
	ended := make(chan struct{})
	c.mu.Lock()
	c.app, c.end, c.ended = app, end, ended
	c.mu.Unlock()
	go func() {
		defer close(ended)
		if err := errors.Join(app.Serve(ctx, nil), app.Close()); err != nil && !errors.Is(err, context.Canceled) && !w.network.isDead(c.host()) {
			w.model.breaks("%s ended: %v", c.host(), err)
		}
	}()
	return nil
}

// kill ends the copy as SIGKILL does, as far as anybody outside can tell: its connections break,
// and nothing that it still does reaches anybody.
func (c *instance) kill() {
	c.stop(errKilled, func() {
		c.world.network.kill(c.host())
		c.world.store.dies(c.host())
	})
}

// drain ends the copy as SIGTERM does.
func (c *instance) drain() { c.stop(errTerminated, func() {}) }

var errKilled, errTerminated = errors.New("killed"), fmt.Errorf("terminated: %w", context.Canceled)

func (c *instance) stop(cause error, first func()) {
	c.mu.Lock()
	end, ended := c.end, c.ended
	c.mu.Unlock()
	c.world.faulty()
	first()
	end(cause)
	<-ended
	c.world.faulty()
}
