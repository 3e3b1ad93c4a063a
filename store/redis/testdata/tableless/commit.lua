-- Writes a record if the stored version is the expected one.
-- KEYS: the record, its bucket's tasks.
-- ARGV: 1 expected version (0: nothing), 2 newest format, 3 record, 4 key,
--       5 expires, 6 due, 7 show (milliseconds; "": not),
--       8 "1" if it has expired by the caller's clock.
-- Returns 1, or what is stored (nil for nothing) when it was not written.
local stored = redis.call('GET', KEYS[1])
local version = '0'
if stored then
  local format
  format, version = string.match(stored, '^{"v":(%d+),"n":(%d+)[,}]')
  if not format or tonumber(format) > tonumber(ARGV[2]) or string.sub(stored, -1) ~= '}' then
    return stored
  end
end
if version ~= ARGV[1] then
  return stored
end
if ARGV[5] == '' then
  redis.call('SET', KEYS[1], ARGV[3])
else
  redis.call('SET', KEYS[1], ARGV[3], 'PXAT', ARGV[5])
  if ARGV[8] == '1' then
    -- SET leaves such a record in memory, and so in the files, for a while; this
    -- deletes it, if it has expired by this clock, too.
    redis.call('PEXPIREAT', KEYS[1], ARGV[5])
  end
end
local due, show = 'd' .. ARGV[4], 's' .. ARGV[4]
if ARGV[6] ~= '' and ARGV[7] ~= '' then
  redis.call('ZADD', KEYS[2], ARGV[6], due, ARGV[7], show)
elseif ARGV[6] ~= '' then
  redis.call('ZADD', KEYS[2], ARGV[6], due)
elseif ARGV[7] ~= '' then
  redis.call('ZADD', KEYS[2], ARGV[7], show)
  redis.call('ZREM', KEYS[2], due)
else
  redis.call('ZREM', KEYS[2], due)
end
if (not stored or ARGV[8] == '1') and ARGV[7] == '' then
  redis.call('ZREM', KEYS[2], show) -- of a record that expired
end
return 1
