package redis

import (
	"context"
	"errors"
	"fmt"
	"strings"

	"github.com/redis/go-redis/v9"

	"nimbot/store"
)

// answers maps the first word of a server's error to the store's error and to
// what an operator should know. Other errors are passed on as ErrUnavailable.
var answers = []struct {
	word string
	is   error
	say  string
}{
	{"OOM", store.ErrFull, "redis has used up its maxmemory: raise it"},
	{"WRONGTYPE", store.ErrCorrupt, "a value of another kind is stored under this key"},
	{"READONLY", store.ErrUnavailable, "redis is a read-only replica: name its master in the URL"},
	{"NOREPLICAS", store.ErrUnavailable, "redis has too few replicas to write (min-replicas-to-write): start them"},
	{"MISCONF", store.ErrUnavailable, "redis cannot save to its disk and refuses to write: see its log"},
	{"NOAUTH", store.ErrUnavailable, "redis wants a password: put it into the URL"},
	{"WRONGPASS", store.ErrUnavailable, "redis refused the user or the password of the URL"},
	{"NOPERM", store.ErrUnavailable, "the redis user may not do this: widen its rights (ACL SETUSER)"},
	{"LOADING", store.ErrUnavailable, "redis is still loading its data: try again when it is done"},
	{"CLUSTERDOWN", store.ErrUnavailable, "the redis cluster does not cover all slots: start the masters that are missing"},
	{"MASTERDOWN", store.ErrUnavailable, "the redis replica has lost its master: start it"},
}

// explain makes an error of the store out of one of the client.
func (s *Store) explain(err error) error {
	if err == nil {
		return nil
	}
	var refused redis.Error
	if errors.As(err, &refused) {
		word, _, _ := strings.Cut(strings.TrimPrefix(err.Error(), "ERR "), " ")
		for _, a := range answers {
			if word == a.word || strings.Contains(err.Error(), "-"+a.word+" ") {
				return fmt.Errorf("%w: %s: %s: %w", a.is, s.address, a.say, err)
			}
		}
		return fmt.Errorf("%w: %s: %w", store.ErrUnavailable, s.address, err)
	}
	switch {
	case s.closed.Load():
		return fmt.Errorf("%w: the store is closed: %w", store.ErrUnavailable, err)
	case errors.Is(err, context.Canceled):
		return fmt.Errorf("%w: %s: %w", store.ErrUnavailable, s.address, err)
	}
	return fmt.Errorf("%w: %s does not answer: %w", store.ErrUnavailable, s.address, err)
}
