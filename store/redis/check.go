package redis

import (
	"context"
	"errors"
	"fmt"
	"strconv"
	"strings"

	"github.com/redis/go-redis/v9"

	"nimbot/store"
)

// The oldest server on which the scripts and the expiry of records work.
const (
	wantMajor   = 7
	wantVersion = "7.0"
)

// Note is one finding of Check.
type Note struct {
	Text string
	Risk bool // whether games may be lost, so that the operator should act
}

// String returns the note's text.
func (n Note) String() string { return n.Text }

// Check asks every server whether the bot can run on it. It returns a line for each
// thing that an operator should know, above all what a crash can lose. The error,
// also one line, is the first thing that makes play impossible or loses games: a server
// that doesn't answer or refuses the password, is too old, a read-only replica, still
// loading (ErrLoading), full (store.ErrFull), or may evict games, a prefix that
// belongs to another bot (ErrInUse), or records of an older format (ErrOlder).
func (s *Store) Check(ctx context.Context) (notes []Note, err error) {
	nodes, err := s.nodes(ctx)
	if err != nil {
		return nil, err
	}
	if len(nodes) == 0 {
		return nil, s.unusable("the cluster has no masters", "start them")
	}
	said := map[Note]bool{}
	for _, node := range nodes {
		more, err := s.checkNode(ctx, node)
		for _, note := range more {
			if !said[note] {
				said[note] = true
				notes = append(notes, note)
			}
		}
		if err != nil {
			return notes, err
		}
	}
	if err := s.checkOwner(ctx); err != nil {
		return notes, err
	}
	return notes, s.checkFormat(ctx, nodes)
}

// checkFormat looks at some records of each server, and refuses a server with one that an older
// version of the program wrote. A newer version's are refused one by one, so that both can run
// side by side.
func (s *Store) checkFormat(ctx context.Context, nodes []*redis.Client) error {
	for _, node := range nodes {
		names, _, err := s.scanOnce(ctx, node, 0, s.prefix+":{*}:*")
		if err != nil {
			return err
		}
		for _, name := range names {
			key, ok := s.keyOf(name)
			if !ok {
				continue
			}
			if _, err := s.Get(ctx, key); errors.Is(err, store.ErrOlder) {
				return s.serverError(answer{is: store.ErrOlder, what: "an older version of this program wrote what is there", remedy: "run that version, or begin anew under another prefix (?prefix=NAME in the URL)"}, err)
			}
		}
	}
	return nil
}

// checkNode checks one server.
func (s *Store) checkNode(ctx context.Context, node *redis.Client) (notes []Note, err error) {
	ctx, cancel := s.bound(ctx)
	defer cancel()
	text, err := node.Info(ctx).Result()
	switch {
	case redis.HasErrorPrefix(err, "NOPERM"):
		notes = []Note{{"redis doesn't let the bot use info, so whether games survive a crash, and whether redis may throw them away, isn't known; allow it: " + s.rightsTo([]string{"info", "config|get"}), true}}
	case err != nil:
		return nil, s.explain(err)
	default:
		notes, err = s.assess(parseInfo(text), func(name string) string {
			return node.ConfigGet(ctx, name).Val()[name]
		})
	}
	if err != nil && !redis.HasErrorPrefix(err, "NOPERM") {
		return notes, err
	}
	if err := s.checkRights(ctx, node); err != nil {
		return notes, err
	}
	more, err := s.checkClock(ctx, node)
	return append(notes, more...), err
}

// assess assesses a server by its INFO. config reads a setting; it returns ""
// if the server doesn't reveal it, as hosted ones may not.
func (s *Store) assess(info map[string]string, config func(name string) string) (notes []Note, err error) {
	if major, _, _ := strings.Cut(info["redis_version"], "."); atoi(major) < wantMajor {
		return nil, s.unusable(fmt.Sprintf("redis is version %s, and the bot needs %s or later", info["redis_version"], wantVersion), "upgrade it")
	}
	if on := info["cluster_enabled"] == "1"; on != s.cluster {
		if on {
			return nil, s.unusable("redis is part of a cluster", "write redis+cluster:// in the URL")
		}
		return nil, s.unusable("redis is not a cluster", "write redis:// in the URL")
	}
	if info["role"] != "master" {
		return nil, s.unusable(fmt.Sprintf("redis is a read-only replica of %s:%s", info["master_host"], info["master_port"]), "name its master in the URL")
	}
	if info["loading"] == "1" {
		return nil, s.serverError(loading, nil)
	}
	if policy := info["maxmemory_policy"]; policy != "noeviction" {
		if atoi(info["maxmemory"]) > 0 {
			return nil, s.unusable(fmt.Sprintf("redis may throw games away when its memory is full (maxmemory-policy %s)", policy), "set maxmemory-policy noeviction on the server")
		}
		notes = append(notes, Note{fmt.Sprintf("redis: maxmemory-policy is %s; set it to noeviction before you set maxmemory, or games will be thrown away", policy), true})
	}
	switch memory := memoryUsed(info); {
	case memory > 1:
		return nil, s.serverError(full, nil)
	case memory >= nearlyFull:
		notes = append(notes, Note{fmt.Sprintf("redis: %.0f %% of maxmemory is used, and when all is, no move is stored; raise it", 100*memory), true})
	}
	return append(notes, persistence(info, config)), nil
}

// nearlyFull is the used share of memory from which a server counts as nearly full.
const nearlyFull = 0.9

// memoryUsed returns the used share of the memory that a server may use, 0 if there is no
// bound. It leaves out the buffers for replicas and the append-only file, as the server
// does.
func memoryUsed(info map[string]string) float64 {
	most := atoi(info["maxmemory"])
	if most <= 0 {
		return 0
	}
	return float64(atoi(info["used_memory"])-atoi(info["mem_not_counted_for_evict"])) / float64(most)
}

// unusable returns the error for a server on which the bot can't run.
func (s *Store) unusable(what, remedy string) *ServerError {
	return s.serverError(answer{is: store.ErrUnavailable, what: what, remedy: remedy}, nil)
}

// persistence says what a crash can lose.
func persistence(info map[string]string, config func(name string) string) Note {
	if info["aof_enabled"] == "1" {
		switch config("appendfsync") {
		case "always":
			return Note{Text: "redis: appendfsync always: an answered move survives a crash and a power cut"}
		case "no":
			return Note{Text: "redis: appendfsync no: an answered move survives a crash of redis; a power cut can take the last half minute of play"}
		}
		return Note{Text: "redis: appendfsync everysec: an answered move survives a crash of redis; a power cut can take the last second of play"}
	}
	if config("save") != "" {
		return Note{"redis: snapshots only: a crash of redis takes all moves since the last snapshot; set appendonly yes", true}
	}
	return Note{"redis: no persistence: a restart of redis ends all games; set appendonly yes", true}
}

// checkOwner refuses a prefix that another bot uses.
func (s *Store) checkOwner(ctx context.Context) error {
	if s.owner == "" {
		return nil
	}
	ctx, cancel := s.bound(ctx)
	defer cancel()
	key := s.ownerKey()
	if err := s.client.SetNX(ctx, key, s.owner, 0).Err(); err != nil {
		return s.explain(err)
	}
	owner, err := s.client.Get(ctx, key).Result()
	if err != nil && !errors.Is(err, redis.Nil) {
		return s.explain(err)
	}
	if owner != s.owner {
		return s.serverError(answer{
			is:     store.ErrInUse,
			what:   fmt.Sprintf("the key prefix %q belongs to the bot %q, and this is %q", s.prefix, owner, s.owner),
			remedy: fmt.Sprintf("give each bot a prefix of its own (?prefix=NAME in its URL), or delete the key %s", key),
		}, nil)
	}
	return nil
}

// parseInfo reads the answer to INFO: lines NAME:VALUE.
func parseInfo(text string) map[string]string {
	info := map[string]string{}
	for line := range strings.Lines(text) {
		name, value, ok := strings.Cut(strings.TrimSpace(line), ":")
		if ok {
			info[name] = value
		}
	}
	return info
}

func atoi(s string) int {
	n, _ := strconv.Atoi(s) // anything but a number counts as 0
	return n
}
