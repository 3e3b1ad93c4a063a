package config

import (
	"encoding"
	"fmt"
	"log/slog"
	"path/filepath"
	"strings"

	"nimbot/store/redis"
)

// StoreURL names a store: "bolt:nim.db", "redis://user:password@host/0". It
// shows itself without its password. An unparsable URL is hidden if it may
// contain a password: if it has "@" or "?", or a ":" after "://".
type StoreURL string

var _ encoding.TextMarshaler = StoreURL("")

// Reveal returns the whole URL, password included.
func (s StoreURL) Reveal() string { return string(s) }

// shown hides the password, and the whole query, which may hold those of
// sentinels.
func (s StoreURL) shown() string {
	if _, isFile := s.File(); isFile || s == "" {
		return string(s)
	}
	if _, err := redis.ParseURL(string(s)); err != nil {
		if _, host, _ := strings.Cut(string(s), "://"); strings.ContainsAny(string(s), "@?") || strings.Contains(host, ":") {
			return redacted
		}
		return string(s)
	}
	scheme, rest, _ := strings.Cut(string(s), "://")
	rest, _, hasQuery := strings.Cut(rest, "?")
	if at := strings.LastIndex(rest, "@"); at >= 0 {
		user, _, _ := strings.Cut(rest[:at], ":")
		rest = user + ":" + redacted + rest[at:]
	}
	if hasQuery {
		rest += "?" + redacted
	}
	return scheme + "://" + rest
}

// String implements fmt.Stringer.
func (s StoreURL) String() string { return s.shown() }

// Format implements fmt.Formatter.
func (s StoreURL) Format(f fmt.State, _ rune) { _, _ = fmt.Fprint(f, s.shown()) }

// MarshalText implements encoding.TextMarshaler. The error is always nil.
func (s StoreURL) MarshalText() ([]byte, error) { return []byte(s.shown()), nil }

// LogValue implements slog.LogValuer.
func (s StoreURL) LogValue() slog.Value { return slog.StringValue(s.shown()) }

// Absolute returns a name of the store, without its password, that is the same
// in every process on this machine: the path of a file is absolute, with its symbolic
// links resolved.
func (s StoreURL) Absolute() string {
	path, ok := s.File()
	if !ok {
		return s.String()
	}
	if full, err := filepath.Abs(path); err == nil {
		path = full
	}
	if target, err := filepath.EvalSymlinks(path); err == nil {
		path = target
	}
	return "bolt:" + path
}

// File returns the file of an embedded store. A name that looks like a server URL is
// never a file.
func (s StoreURL) File() (path string, ok bool) {
	path, ok = strings.CutPrefix(s.Reveal(), "bolt:")
	return path, ok && !address.MatchString(path)
}

// Check returns an error, which is a Problems, unless the URL names a kind of store that there is,
// in its right form. It opens nothing.
func (s StoreURL) Check() error {
	var k checker
	k.store(s)
	return k.err()
}
