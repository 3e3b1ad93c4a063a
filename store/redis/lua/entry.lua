-- Reads a record with its times, as its writes left them.
-- KEYS: the record, its bucket's tasks, the record's shows.
-- ARGV: 1 key.
-- Returns the record, when it expires (milliseconds; below 0: never), when it is
-- due, when the first board is to be shown, and its shows, each nil if there is none.
return {
  redis.call('GET', KEYS[1]), redis.call('PEXPIRETIME', KEYS[1]),
  redis.call('ZSCORE', KEYS[2], 'd' .. ARGV[1]), redis.call('ZSCORE', KEYS[2], 's' .. ARGV[1]),
  redis.call('GET', KEYS[3]),
}
