package redis

import "github.com/redis/go-redis/v9"

// Client is the client of a store.
func (s *Store) Client() redis.UniversalClient { return s.client }

// Prefix begins the store's keys.
func (s *Store) Prefix() string { return s.prefix }

// RecordKey is the key under which a record is stored.
func (s *Store) RecordKey(key string) string { return s.recordKey(key) }

// TasksKey is the key of the tasks of a key's bucket.
func (s *Store) TasksKey(key string) string { return s.tasksKey(bucketOf(key)) }

// ShowsKey is the key of what else is kept of a key's boards.
func (s *Store) ShowsKey(key string) string { return s.showsKey(key) }

// VersionsKey is the key of the versions of a board's lines.
func (s *Store) VersionsKey(board string) string { return s.boardKeys(board)[1] }

// Judge is what Check says about a server that answers INFO like this.
func (s *Store) Judge(info, config map[string]string) ([]Note, error) {
	return s.judge(info, func(name string) string { return config[name] })
}

// CommitScript is the script of a commit.
var CommitScript = commitScript
