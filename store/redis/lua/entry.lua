-- Reads a record with its times, as its writes left them.
-- KEYS: the record, its bucket's tasks, what is kept of the record's shows.
-- ARGV: 1 key.
-- Returns the record, when it expires (milliseconds; below 0: never), the scores
-- of its due and of its show, and what is kept of its shows, each nil if there is
-- none.
return {
  redis.call('GET', KEYS[1]), redis.call('PEXPIRETIME', KEYS[1]),
  redis.call('ZSCORE', KEYS[2], 'd' .. ARGV[1]), redis.call('ZSCORE', KEYS[2], 's' .. ARGV[1]),
  redis.call('GET', KEYS[3]),
}
