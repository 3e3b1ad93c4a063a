package sim

import (
	"bufio"
	"bytes"
	"strings"
	"testing"

	"github.com/alicebob/miniredis/v2"
	mini "github.com/alicebob/miniredis/v2/server"
)

// TestScriptsAreRunAsByMiniredis gives scripts to a server that runs them itself and to one whose scripts the harness
// runs: the answers must be the same, byte for byte unless they are errors.
func TestScriptsAreRunAsByMiniredis(t *testing.T) {
	ours, theirs := miniredis.RunT(t), miniredis.RunT(t)
	runsScripts(ours.Server())
	us, them := newAsker(ours.Server()), newAsker(theirs.Server())
	for _, script := range []string{
		"return 7", "return 7.9", "return 'text'", "return true", "return false", "return nil", "return", "return {}",
		"return {1, 'two', {3}, false, true, nil, 7}", "return {err = 'BAD luck'}", "return {ok = 'fine'}",
		"return KEYS", "return ARGV", "return #KEYS + #ARGV",
		"return redis.call('SET', KEYS[1], ARGV[1])", "return redis.call('GET', KEYS[1])", "return redis.call('GET', 'missing')",
		"return type(redis.call('GET', 'missing'))", "return redis.call('INCRBY', 'n', 3)",
		"redis.call('ZADD', 'z', 1.5, 'a', 2, 'b') return redis.call('ZRANGE', 'z', 0, -1, 'WITHSCORES')",
		"return redis.call('ZADD', KEYS[1], 1, 'a')", "return redis.pcall('ZADD', KEYS[1], 1, 'a')", "return type(redis.pcall('ZADD', KEYS[1], 1, 'a'))",
		"return redis.call('NONSENSE')", "return redis.call('SET', nil, 1)", "return redis.call('SET', 'k', {})",
		"x = 1", "return x", "local x = 1 return x", "error('no')", "return (", "return string.match('v12', '^v(%d+)$')", "return tonumber('12')",
	} {
		args := []string{"EVAL", script, "2", "{1}key", "{1}other", "value", "more"}
		our, their := us.ask(args...), them.ask(args...)
		if our != their && (our == "" || our[0] != '-' || their[0] != '-') {
			t.Errorf("%s: %q, and miniredis says %q", script, our, their)
		}
	}
	if said := us.ask("EVALSHA", "0123456789012345678901234567890123456789", "0"); !strings.HasPrefix(said, "-NOSCRIPT") {
		t.Errorf("a script that isn't known: %q", said)
	}
	if said := us.ask("GET", "{1}key"); said != "$5\r\nvalue\r\n" {
		t.Errorf("after all scripts the key has %q", said)
	}
}

// asker is a client of a server.
type asker struct {
	server *mini.Server
	heard  bytes.Buffer
	out    *bufio.Writer
	peer   *mini.Peer
}

func newAsker(s *mini.Server) *asker {
	a := &asker{server: s}
	a.out = bufio.NewWriter(&a.heard)
	a.peer = mini.NewPeer(a.out)
	return a
}

func (a *asker) ask(command ...string) string {
	a.heard.Reset()
	a.server.Dispatch(a.peer, command)
	_ = a.out.Flush() // into memory
	return a.heard.String()
}
