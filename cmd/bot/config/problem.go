package config

import (
	"errors"
	"fmt"
	"io/fs"
	"net"
	"net/url"
	"os"
	"slices"
	"strings"

	"nimbot/game/words"
	"nimbot/store"
)

// Problem is one fault of a configuration: which key, what it holds (secrets
// redacted), and what to do.
type Problem struct {
	Where  string // "nimbot.yaml:3:5", "" outside a file
	Key    string // "http.listen", "NIM_STORE", "--config"
	Value  string
	Remedy string
	Cause  error // for errors.Is; people read Remedy
	// Serving marks a missing value that only serving a platform needs.
	Serving bool
	// meant is the setting that an unknown key probably means, "" for none.
	meant string
}

// Unwrap returns the cause. It's the error that made the setting a problem, nil if none did.
func (p Problem) Unwrap() error { return p.Cause }

// Error returns the problem on one line, without tokens: WHERE: KEY = "VALUE": REMEDY.
func (p Problem) Error() string {
	var b strings.Builder
	if p.Where != "" {
		b.WriteString(p.Where + ": ")
	}
	b.WriteString(clip(withoutTokens(p.Key, nil)))
	if p.Value != "" {
		fmt.Fprintf(&b, " = %q", clip(withoutTokens(p.Value, nil)))
	}
	b.WriteString(": " + withoutTokens(p.Remedy, nil))
	return b.String()
}

// clip shortens text to fit on a line.
func clip(text string) string {
	const most = 100
	return words.Clip(text, most)
}

// Problems are all the faults of a configuration, one line each.
type Problems []Problem

// NotServing drops the problems that matter only to a command that serves a
// platform. It returns nil if none are left. Otherwise the error is the Problems that are left.
func (ps Problems) NotServing() error {
	left := slices.DeleteFunc(slices.Clone(ps), func(p Problem) bool { return p.Serving })
	if len(left) == 0 {
		return nil
	}
	return left
}

// Serving returns the lines of the problems that NotServing drops.
func (ps Problems) Serving() (lines []string) {
	for _, p := range ps {
		if p.Serving {
			lines = append(lines, p.Error())
		}
	}
	return lines
}

// Error returns a line for each problem.
func (ps Problems) Error() string {
	lines := make([]string, len(ps))
	for i, p := range ps {
		lines[i] = p.Error()
	}
	return strings.Join(lines, "\n")
}

// Reason returns err's innermost message, without the file name, address and
// operation, which a Problem already names.
func Reason(err error) string {
	var (
		file    *fs.PathError
		request *url.Error
		network *net.OpError
		call    *os.SyscallError
	)
	if errors.As(err, &file) {
		err = file.Err
	}
	if errors.As(err, &request) {
		err = request.Err
	}
	if errors.As(err, &network) {
		err = network.Err
	}
	if errors.As(err, &call) {
		err = call.Err
	}
	return Plain(err)
}

// Plain returns an error's text on one line, without the texts of package store's errors, such
// as "store: full: ", which tell an operator nothing.
func Plain(err error) string {
	text := strings.ReplaceAll(err.Error(), "\n", "; ")
	// The text of ErrBackup begins with that of ErrCorrupt, so it comes first.
	for _, sentinel := range []error{store.ErrBackup, store.ErrUnavailable, store.ErrOlder, store.ErrCorrupt, store.ErrFull, store.ErrInUse, store.ErrNewer, store.ErrInvalid} {
		text = strings.ReplaceAll(text, sentinel.Error()+": ", "")
	}
	return text
}
