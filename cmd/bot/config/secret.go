package config

import (
	"encoding"
	"fmt"
	"log/slog"
	"regexp"
	"strings"
)

// redacted is printed in place of a secret.
const redacted = "[redacted]"

// Secret is a setting that is never shown: not by any printing verb, not in JSON
// or YAML, not in a log. Only Reveal returns its text.
type Secret string

var _ encoding.TextMarshaler = Secret("")

// Reveal returns the text itself, for the one call that needs it.
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

// MarshalText implements encoding.TextMarshaler: JSON, YAML, map keys. The error is always nil.
func (s Secret) MarshalText() ([]byte, error) { return []byte(s.shown()), nil }

// LogValue implements slog.LogValuer.
func (s Secret) LogValue() slog.Value { return slog.StringValue(s.shown()) }

// address is a word that may hold a user and a password: "redis://:PW@host",
// however mistyped.
var address = regexp.MustCompile(`[^\s"']*:[^\s"']*@[^\s"']*`)

// withoutAddresses redacts URLs with passwords in messages, because errors
// quote mistyped flags and arguments.
func withoutAddresses(text string) string {
	return address.ReplaceAllStringFunc(text, func(word string) string {
		if strings.Contains(word, ":"+redacted+"@") {
			return word
		}
		return redacted
	})
}
