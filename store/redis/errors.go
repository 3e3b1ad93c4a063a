package redis

import (
	"context"
	"crypto/tls"
	"errors"
	"fmt"
	"net"
	"strings"

	"github.com/redis/go-redis/v9"

	"nimbot/store"
)

// ServerError says why a server can't be used, for an operator. It wraps an
// error of package store, and the client's error if there is one.
type ServerError struct {
	Address string // without user and password
	What    string // what is wrong: "redis wants a password"
	Remedy  string // what the operator can do: "put it into the URL"
	Cause   error  // the client's error; nil if there was none, as when Check finds a bad setting
	is      error  // of package store
}

// ErrLoading matches a temporary ServerError: the server was restarted and is
// still reading its data.
var ErrLoading = errors.New("redis: loading")

// Error is one line.
func (t *ServerError) Error() string {
	text := fmt.Sprintf("%v: %s: %s; %s", t.is, t.Address, t.What, t.Remedy)
	if t.Cause != nil {
		text += fmt.Sprintf(" (%s)", strings.ReplaceAll(t.Cause.Error(), "\n", "; "))
	}
	return text
}

// Unwrap is for errors.Is and errors.As.
func (t *ServerError) Unwrap() []error {
	if t.Cause == nil {
		return []error{t.is}
	}
	return []error{t.is, t.Cause}
}

// Is makes errors.Is(err, ErrLoading) true for a server that is loading.
func (t *ServerError) Is(target error) bool {
	return target == ErrLoading && t.What == loading.what
}

// answer is a known error of a server: how it begins, the store's error for it, and what
// ServerError tells the operator.
type answer struct {
	begins       string
	is           error
	what, remedy string
}

var loading = answer{"LOADING ", store.ErrUnavailable, "redis is still loading its data", "wait until it has, then try again"}

// full is the answer of a server that has reached its memory limit and evicts nothing.
var full = answer{"OOM ", store.ErrFull, "redis has used up its maxmemory", "raise it"}

// noPerm is the answer to a user who lacks a right; see noRight.
var noPerm = answer{"NOPERM ", store.ErrUnavailable, "the redis user may not do this", ""}

// answers are the known errors of servers.
var answers = []answer{
	loading,
	full,
	{"WRONGTYPE ", store.ErrCorrupt, "a value of another kind is stored under this key", "give the bot a prefix of its own (?prefix=NAME in the URL)"},
	{"READONLY ", store.ErrUnavailable, "redis is a read-only replica", "name its master in the URL"},
	{"NOREPLICAS ", store.ErrUnavailable, "redis has too few replicas to write (min-replicas-to-write)", "start them"},
	{"MISCONF ", store.ErrUnavailable, "redis can't save to its disk and refuses to write", "see its log"},
	{"NOAUTH ", store.ErrUnavailable, "redis wants a password", "put it into the URL"},
	{"WRONGPASS ", store.ErrUnavailable, "redis refused the user or the password of the URL", "correct them"},
	noPerm,
	{"CLUSTERDOWN ", store.ErrUnavailable, "the redis cluster does not cover all slots", "start the masters that are missing"},
	{"MASTERDOWN ", store.ErrUnavailable, "the redis replica has lost its master", "start it"},
	{"This instance has cluster support disabled", store.ErrUnavailable, "redis is not a cluster", "write redis:// in the URL"},
	{"DB index is out of range", store.ErrUnavailable, "redis has no database with the number in the URL", "name another, or raise databases on the server"},
	{"redis: all sentinels specified in configuration are unreachable", store.ErrUnavailable, "no sentinel knows the group in the URL", "start the sentinels, or correct their addresses or the group's name"},
}

// explain converts an error of the client to one of the store.
func (s *Store) explain(err error) error {
	if err == nil {
		return nil
	}
	text := strings.TrimPrefix(err.Error(), "ERR ")
	for _, a := range answers {
		// A script's error has the server's in its middle: "… -OOM command not allowed …".
		if strings.HasPrefix(text, a.begins) || strings.Contains(text, "-"+a.begins) {
			if a == noPerm {
				a = s.noRight(text)
			}
			return s.serverError(a, err)
		}
	}
	switch {
	case s.closed.Load():
		return fmt.Errorf("%w: the store is closed: %w", store.ErrUnavailable, err)
	case errors.As(err, new(redis.Error)), errors.Is(err, context.Canceled):
		return fmt.Errorf("%w: %s: %w", store.ErrUnavailable, s.address, err)
	}
	return s.serverError(explainNoAnswer(s.address, err), err)
}

// explainNoAnswer explains an error that isn't a server's answer.
func explainNoAnswer(address string, err error) answer {
	a := answer{is: store.ErrUnavailable, what: "redis does not answer", remedy: "start it, or correct the URL"}
	switch {
	case errors.As(err, new(*net.DNSError)):
		a.remedy = "correct the host's name in the URL"
	case errors.As(err, new(*tls.CertificateVerificationError)):
		a.what, a.remedy = "this machine doesn't trust the certificate of redis", "add whoever signed it to the machine's authorities"
	case strings.HasPrefix(address, "rediss"):
		a.remedy = "start it, or write redis instead of rediss in the URL if it has no TLS"
	case strings.HasPrefix(err.Error(), "redis: invalid reply"):
		a.what, a.remedy = "what answers isn't redis", "correct the port in the URL"
	}
	return a
}

func (s *Store) serverError(a answer, cause error) *ServerError {
	return &ServerError{Address: s.address, What: a.what, Remedy: a.remedy, Cause: cause, is: a.is}
}
