package redis

import (
	"context"
	"errors"
	"net"
	"time"

	"github.com/redis/go-redis/v9"

	"nimbot/store/backoff"
)

// ask sends one command about a key, perhaps in a pipeline with others, and returns its
// result. repeated is true if the server may have run the command before, without its
// answer having arrived. If ctx ends, the arguments may still be read after ask has
// returned, so the caller must not change them.
func (s *Store) ask(ctx context.Context, key string, args ...any) (result any, repeated bool, err error) {
	began := time.Now()
	cmd := redis.NewCmd(ctx, args...)
	server := s.serverOf(ctx, key)
	if server == nil {
		return s.askAlone(ctx, began, cmd)
	}
	p, err := s.pipelines.join(server, cmd, began)
	switch {
	case err != nil:
		return nil, false, err
	case p == nil:
		defer s.pipelines.returned(server)
		return s.askAlone(ctx, began, cmd)
	}
	select {
	case <-p.done:
	case <-ctx.Done():
		s.pipelines.withdraw(server, p, cmd)
		return nil, false, ctx.Err()
	}
	if answered(cmd.Err()) {
		result, err = cmd.Result()
		return result, false, err
	}
	inPipeline := mayHaveRun(cmd.Err())
	result, repeated, err = s.askAlone(ctx, began, cmd)
	return result, repeated || inPipeline, err
}

// askAlone sends a single command, and follows redirections as the client does. It
// retries at most maxRetries times, or while the key's slot is on its way to another server, and not after
// the call's time is up. The client's own retries would hide whether the server may have run the command before.
func (s *Store) askAlone(ctx context.Context, began time.Time, cmd *redis.Cmd) (result any, repeated bool, err error) {
	ctx, cancel := context.WithDeadline(ctx, began.Add(s.timeout))
	defer cancel()
	for retry := 0; ; retry++ {
		_ = s.client.Process(ctx, noRetry{cmd}) // cmd has the error
		if answered(cmd.Err()) || retry >= maxRetries && !isMoving(cmd.Err()) || !wait(ctx, backoff.Backoff{First: firstPause, Most: time.Second}.Pause(retry)) {
			result, err = cmd.Result()
			return result, repeated, err
		}
		repeated = repeated || mayHaveRun(cmd.Err())
	}
}

// wait waits for a time; it returns false if ctx ends before.
func wait(ctx context.Context, d time.Duration) bool {
	select {
	case <-time.After(d):
		return true
	case <-ctx.Done():
		return false
	}
}

// mayHaveRun reports whether the server may have run a command that failed with err: not if
// no connection could be made, and not if the server refused.
func mayHaveRun(err error) bool {
	var refused redis.Error
	var dial *net.OpError
	return !errors.As(err, &refused) && !(errors.As(err, &dial) && dial.Op == "dial")
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

// answered reports whether the server answered: err is nil or the server's error. A broken
// connection isn't an answer, and neither is a refusal because the server doesn't serve this
// key at the moment: for these errors, the client itself would retry.
func answered(err error) bool {
	var answer redis.Error
	if err == nil || !errors.As(err, &answer) {
		return err == nil
	}
	return !isMoving(err) && !redis.IsClusterDownError(err) &&
		!redis.IsMasterDownError(err) && !redis.IsReadOnlyError(err) && !redis.IsLoadingError(err) &&
		!redis.IsNoReplicasError(err) && !redis.IsMaxClientsError(err)
}

// isMoving reports whether a server of a cluster refused a command because the key's slot has moved, or
// is moving.
func isMoving(err error) bool {
	_, moved := redis.IsMovedError(err)
	_, asked := redis.IsAskError(err)
	return moved || asked || redis.IsTryAgainError(err)
}
