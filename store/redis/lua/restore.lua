-- Writes a record unchanged, unless the same or a later version is stored.
-- KEYS: the record, its bucket's tasks, the record's shows.
-- ARGV: 1 its version, 2 format, 3 record, 4 key,
--       5 expires, 6 due, 7 when the first board is to be shown (milliseconds;
--       "": never), 8 its shows ("": none).
-- Returns 1 if it was written, 0 if not, or what is stored if this version of the
-- program can't read that.
local stored = redis.call('GET', KEYS[1])
if stored then
  local format, version = string.match(stored, '^{"v":(%d+),"n":(%d+)[,}]')
  if format ~= ARGV[2] then
    return stored
  end
  -- Versions are compared as texts: numbers here are exact to 2^53 only.
  if #version > #ARGV[1] or (#version == #ARGV[1] and version >= ARGV[1]) then
    return 0
  end
end
if ARGV[5] == '' then
  redis.call('SET', KEYS[1], ARGV[3])
else
  redis.call('SET', KEYS[1], ARGV[3], 'PXAT', ARGV[5])
end
redis.call('ZREM', KEYS[2], 'd' .. ARGV[4], 's' .. ARGV[4])
redis.call('DEL', KEYS[3])
if ARGV[6] ~= '' then
  redis.call('ZADD', KEYS[2], ARGV[6], 'd' .. ARGV[4])
end
if ARGV[7] ~= '' then
  redis.call('ZADD', KEYS[2], ARGV[7], 's' .. ARGV[4])
end
if ARGV[8] ~= '' then
  if ARGV[5] == '' then
    redis.call('SET', KEYS[3], ARGV[8])
  else
    redis.call('SET', KEYS[3], ARGV[8], 'PXAT', ARGV[5])
  end
end
return 1
