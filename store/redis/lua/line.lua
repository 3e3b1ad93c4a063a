-- Puts a line on a board unless the member's line there has a later version.
-- KEYS: the board's order and its versions. ARGV: member, negated score,
-- version. Versions are compared as texts: Lua's numbers are exact to 2^53 only.
local version = redis.call('HGET', KEYS[2], ARGV[1])
if version and (#version > #ARGV[3] or #version == #ARGV[3] and version > ARGV[3]) then
  return 0
end
redis.call('HSET', KEYS[2], ARGV[1], ARGV[3])
redis.call('ZADD', KEYS[1], ARGV[2], ARGV[1])
return 1
