package main

import (
	"encoding"
	"fmt"
	"log/slog"
	"strings"
)

// redacted is printed in place of a secret.
const redacted = "[redacted]"

// Secret is a setting that is never shown: not by any printing verb, not in JSON
// or YAML, not in a log. Only Reveal returns its text.
type Secret string

var (
	_ encoding.TextMarshaler = Secret("")
	_ encoding.TextMarshaler = StoreURL("")
)

// Reveal is the text itself, for the one call that needs it.
func (s Secret) Reveal() string { return string(s) }

func (s Secret) shown() string {
	if s == "" {
		return ""
	}
	return redacted
}

// String implements fmt.Stringer.
func (s Secret) String() string { return s.shown() }

// Format implements fmt.Formatter, so that %x and %#v are covered, too.
func (s Secret) Format(f fmt.State, _ rune) { _, _ = fmt.Fprint(f, s.shown()) }

// MarshalText implements encoding.TextMarshaler: JSON, YAML, map keys.
func (s Secret) MarshalText() ([]byte, error) { return []byte(s.shown()), nil }

// LogValue implements slog.LogValuer.
func (s Secret) LogValue() slog.Value { return slog.StringValue(s.shown()) }

// StoreURL names a store: "bolt:nim.db", "redis://user:password@host/0". It
// shows itself without its password.
type StoreURL string

// Reveal is the whole URL, password included.
func (s StoreURL) Reveal() string { return string(s) }

// shown hides the password, and the whole query, which may hold those of
// sentinels. It does not parse the URL: a wrong one may hold passwords, too.
func (s StoreURL) shown() string {
	scheme, rest, ok := strings.Cut(string(s), "://")
	if !ok {
		return string(s) // a file
	}
	rest, _, hasQuery := strings.Cut(rest, "?")
	if at := strings.LastIndex(rest, "@"); at >= 0 {
		user, _, hasPassword := strings.Cut(rest[:at], ":")
		if hasPassword {
			user += ":" + redacted
		}
		rest = user + rest[at:]
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

// MarshalText implements encoding.TextMarshaler.
func (s StoreURL) MarshalText() ([]byte, error) { return []byte(s.shown()), nil }

// LogValue implements slog.LogValuer.
func (s StoreURL) LogValue() slog.Value { return slog.StringValue(s.shown()) }
