package redis

import (
	"fmt"
	"time"

	"github.com/redis/go-redis/v9"
)

// Client returns the client of a store.
func (s *Store) Client() redis.UniversalClient { return s.client }

// Prefix returns the prefix of the store's keys.
func (s *Store) Prefix() string { return s.prefix }

// RecordKey returns the key under which the server stores a record.
func (s *Store) RecordKey(key string) string { return s.recordKey(key) }

// TasksKey returns the key of the tasks of a record's bucket.
func (s *Store) TasksKey(key string) string { return s.tasksKey(bucketOf(key)) }

// ShowsKey returns the key of a record's shows.
func (s *Store) ShowsKey(key string) string { return s.showsKey(key) }

// VersionsKey returns the key of the versions of a board's lines.
func (s *Store) VersionsKey(board string) string { return s.boardKeys(board)[1] }

// Judge returns what Check says about a server with this INFO and these settings.
func (s *Store) Judge(info, config map[string]string) ([]Note, error) {
	return s.assess(info, func(name string) string { return config[name] })
}

// ClockNotes returns what Check says of a machine's clock.
func ClockNotes(ahead time.Duration) []Note { return clockNotes("db:6379", ahead, time.Millisecond) }

// CommitScript is the script of a commit.
var CommitScript = commitScript

// NeededCommands returns the commands that Check tries.
func NeededCommands() (names []string) {
	for _, command := range needed {
		names = append(names, fmt.Sprint(command[0]))
	}
	return names
}

// Texts joins notes.
func Texts(notes []Note) (all string) {
	for _, n := range notes {
		all += n.Text + "\n"
	}
	return all
}
