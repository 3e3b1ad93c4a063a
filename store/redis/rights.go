package redis

import (
	"context"
	"errors"
	"regexp"
	"slices"
	"strings"

	"github.com/redis/go-redis/v9"
)

// needed are the commands that the bot, its scripts and its tools use, with arguments behind the
// key. Tried on one key, which holds a string for a second, they change nothing: most answer that
// it is of another kind, or that another node has it. docs/operating.md lists them.
var needed = [][]any{
	{"set", "", "check", "px", 1000}, {"setnx", "", "check"}, {"get", ""}, {"getrange", "", 0, 0}, {"pexpiretime", ""},
	{"hget", "", "check"}, {"hset", "", "check", 1}, {"hdel", "", "check"},
	{"zadd", "", 1, "check"}, {"zcard", ""}, {"zrange", "", 0, 0}, {"zrangebyscore", "", 0, 0}, {"zrank", "", "check"}, {"zrem", "", "check"}, {"zscan", "", 0}, {"zscore", "", "check"},
	{"eval", "return 1", 1, ""}, {"evalsha", strings.Repeat("0", 40), 1, ""},
	{"pexpireat", "", 1}, {"del", ""}, {"scan", 0, "count", 1}, {"time"},
}

// checkRights tries on a server whether the user of the URL may use every command that the bot
// needs, and the keys.
func (s *Store) checkRights(ctx context.Context, node *redis.Client) error {
	key := s.inBucket(0, "#check")
	pipe := node.Pipeline()
	for _, command := range needed {
		args := slices.Clone(command)
		for i, arg := range args {
			if arg == "" {
				args[i] = key
			}
		}
		pipe.Do(ctx, args...)
	}
	cmds, _ := pipe.Exec(ctx) // each command has its own error
	var missing []string
	keys := false
	for _, cmd := range cmds {
		switch err := cmd.Err(); {
		case err == nil:
		case !errors.As(err, new(redis.Error)):
			return s.explain(err)
		case strings.Contains(err.Error(), "access one of the keys"), strings.Contains(err.Error(), "access the '"):
			keys = true
		case redis.HasErrorPrefix(err, "NOPERM"), strings.Contains(err.Error(), "unknown command"):
			missing = append(missing, cmd.Name())
		}
	}
	rights := s.rightsTo(missing)
	switch {
	case len(missing) > 0:
		return s.unusable("redis doesn't let the bot use "+strings.Join(missing, ", "), "allow it: "+rights)
	case keys:
		return s.unusable("redis doesn't let the bot use the keys "+s.prefix+":*", "allow it: "+rights)
	}
	_, err := node.TxPipelined(ctx, func(p redis.Pipeliner) error { p.Del(ctx, key); return nil })
	if err != nil && strings.Contains(err.Error(), "NOPERM") {
		return s.serverError(s.noRight(err.Error()), err)
	}
	return nil
}

// rightsTo returns the command with which an operator allows commands and the bot's keys.
func (s *Store) rightsTo(commands []string) string {
	line := "ACL SETUSER " + s.user + " ~" + s.prefix + ":*"
	for _, name := range commands {
		line += " +" + name
	}
	return line
}

// denied finds the command in a server's refusal.
var denied = regexp.MustCompile(`run the '([^']+)' command`)

// noRight explains a refusal of a command for lack of a right.
func (s *Store) noRight(text string) answer {
	a := answer{is: noPerm.is, what: noPerm.what, remedy: "widen its rights: " + s.rightsTo([]string{"@all"})}
	if found := denied.FindStringSubmatch(text); found != nil {
		a.what, a.remedy = "redis doesn't let the bot use "+found[1], "allow it: "+s.rightsTo(found[1:])
	}
	return a
}
