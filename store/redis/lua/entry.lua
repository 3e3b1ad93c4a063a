-- Reads a record with its times, as one of its writes left them.
-- KEYS: the record, its bucket's tasks.
-- ARGV: 1 key.
-- Returns the record, when it expires (milliseconds; below 0: never), and the
-- scores of its due and show, each nil if there is none.
return {
  redis.call('GET', KEYS[1]), redis.call('PEXPIRETIME', KEYS[1]),
  redis.call('ZSCORE', KEYS[2], 'd' .. ARGV[1]), redis.call('ZSCORE', KEYS[2], 's' .. ARGV[1]),
}
