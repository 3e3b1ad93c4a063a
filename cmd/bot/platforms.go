package main

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"net"
	"net/http"
	"sync"
	"time"

	"nimbot/chat"
)

// platform is a connected platform: what it serves, runs and shows.
type platform struct {
	name string // as in chat.Place
	// routes are served on http.listen, by pattern.
	routes map[string]http.Handler
	// run holds its own connections until ctx ends; nil: it has none. An
	// error ends the program: it will not get better by itself.
	run func(ctx context.Context) error
	// publisher shows things unasked.
	publisher chat.Publisher
	// close waits for what is still to be sent, as long as ctx allows.
	close func(ctx context.Context) error
}

// Bounds of the public listener, and how long its end may take.
const (
	readWithin  = 10 * time.Second
	writeWithin = 10 * time.Second
	idleFor     = 2 * time.Minute
	maxHeader   = 16 << 10
	stopWithin  = 10 * time.Second
)

// servePlatforms serves every platform that c names, beside the admin listener
// and the worker that speaks unasked, until ctx ends or something fails for
// good.
func (p *program) servePlatforms(ctx context.Context, c Config, parts *parts) error {
	platforms, err := p.connect(c, parts)
	if err != nil {
		return failure{err}
	}
	pictures, err := newBoards(parts.words)
	if err != nil {
		return failure{err}
	}
	stopAdmin, err := startAdmin(c.HTTP.Admin, adminHandler(parts), parts.log)
	if err != nil {
		return failure{Problem{Key: "http.admin", Value: c.HTTP.Admin, Remedy: "cannot listen there (" + reason(err) + "); choose another address", Cause: err}}
	}
	defer stopAdmin()
	listener, err := net.Listen("tcp", c.HTTP.Listen)
	if err != nil {
		return failure{Problem{Key: "http.listen", Value: c.HTTP.Listen, Remedy: "cannot listen there (" + reason(err) + "); choose another address", Cause: err}}
	}
	server := publicServer(platforms, pictures, parts.log)
	ctx, cancel := context.WithCancelCause(ctx)
	defer cancel(nil)
	var running sync.WaitGroup
	running.Go(func() {
		if err := server.Serve(listener); !errors.Is(err, http.ErrServerClosed) {
			cancel(err)
		}
	})
	publishers := map[string]chat.Publisher{}
	for _, x := range platforms {
		publishers[x.name] = x.publisher
		if x.run != nil {
			running.Go(func() {
				if err := x.run(ctx); err != nil {
					cancel(err)
				}
			})
		}
		parts.log.Info("serving", "platform", x.name, "listen", listener.Addr().String())
	}
	running.Go(func() { attend(ctx, parts.store, parts.log) })
	worker := chat.Worker{Handler: parts.chat, Publishers: publishers, Log: parts.log}
	running.Go(func() { worker.Run(ctx) })

	<-ctx.Done()
	cause := context.Cause(ctx)
	if errors.Is(cause, context.Canceled) {
		parts.log.Info("stopping; what was begun comes to its end", "reason", cause)
	}
	err = stopPlatforms(server, platforms)
	running.Wait()
	if !errors.Is(cause, context.Canceled) {
		return failure{errors.Join(cause, err)}
	}
	return err
}

// publicServer serves the platforms' routes, and pictures of boards.
func publicServer(platforms []platform, pictures *boards, log *slog.Logger) *http.Server {
	mux := http.NewServeMux()
	mux.Handle(boardPath, pictures)
	for _, x := range platforms {
		for pattern, h := range x.routes {
			mux.Handle(pattern, h)
		}
	}
	return &http.Server{
		Handler:           mux,
		ReadHeaderTimeout: 5 * time.Second,
		ReadTimeout:       readWithin,
		WriteTimeout:      writeWithin,
		IdleTimeout:       idleFor,
		MaxHeaderBytes:    maxHeader,
		ErrorLog:          slog.NewLogLogger(log.Handler(), slog.LevelWarn),
	}
}

// stopPlatforms lets what was begun come to its end: first the requests, then
// what they have still to send.
func stopPlatforms(server *http.Server, platforms []platform) error {
	ctx, cancel := context.WithTimeout(context.Background(), stopWithin)
	defer cancel()
	errs := []error{server.Shutdown(ctx)}
	for _, x := range platforms {
		if err := x.close(ctx); err != nil {
			errs = append(errs, fmt.Errorf("%s: %w", x.name, err))
		}
	}
	return errors.Join(errs...)
}
