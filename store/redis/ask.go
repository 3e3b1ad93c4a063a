package redis

import (
	"context"
	"errors"
	"time"

	"github.com/redis/go-redis/v9"
)

// ask sends one command about a key, perhaps in a pipeline with others, and returns its
// result. The arguments may be read after ask has returned because ctx ended, so nobody
// may change them.
func (s *Store) ask(ctx context.Context, key string, args ...any) (any, error) {
	began := time.Now()
	cmd := redis.NewCmd(ctx, args...)
	server := s.serverOf(ctx, key)
	if server == nil {
		return s.askAlone(ctx, began, cmd)
	}
	p, err := s.pipelines.join(server, cmd, began)
	switch {
	case err != nil:
		return nil, err
	case p == nil:
		defer s.pipelines.returned(server)
		return s.askAlone(ctx, began, cmd)
	}
	select {
	case <-p.done:
	case <-ctx.Done():
		s.pipelines.withdraw(server, p, cmd)
		return nil, ctx.Err()
	}
	if answered(cmd.Err()) {
		return cmd.Result()
	}
	return s.askAlone(ctx, began, cmd)
}

// askAlone sends a single command through the client, with the client's retries
// and redirections, until the call's time is up.
func (s *Store) askAlone(ctx context.Context, began time.Time, cmd *redis.Cmd) (any, error) {
	ctx, cancel := context.WithDeadline(ctx, began.Add(s.timeout))
	defer cancel()
	_ = s.client.Process(ctx, cmd) // cmd has the error
	return cmd.Result()
}

// serverOf returns the server that has a key, nil if that is not known.
func (s *Store) serverOf(ctx context.Context, key string) *redis.Client {
	switch c := s.client.(type) {
	case *redis.Client:
		return c
	case *redis.ClusterClient:
		ctx, cancel := s.bound(ctx)
		defer cancel()
		if server, err := c.MasterForKey(ctx, key); err == nil {
			return server
		}
	}
	return nil
}

// answered reports whether the server answered. It did not if the connection broke, or
// if the server doesn't serve this key at the moment: these are the errors for which the
// client itself retries.
func answered(err error) bool {
	var answer redis.Error
	if err == nil || !errors.As(err, &answer) {
		return err == nil
	}
	_, moved := redis.IsMovedError(err)
	_, asked := redis.IsAskError(err)
	return !moved && !asked && !redis.IsTryAgainError(err) && !redis.IsClusterDownError(err) &&
		!redis.IsMasterDownError(err) && !redis.IsReadOnlyError(err) && !redis.IsLoadingError(err) &&
		!redis.IsNoReplicasError(err) && !redis.IsMaxClientsError(err)
}
