-- Puts a line on a board unless the member's line there has a later version.
-- KEYS: the board's order and its versions. ARGV: member, score with the other
-- sign, version. Versions are compared as decimal numbers of any length, which
-- Lua's own numbers are not.
local version = redis.call('HGET', KEYS[2], ARGV[1])
if version and (#version > #ARGV[3] or #version == #ARGV[3] and version > ARGV[3]) then
  return 0
end
redis.call('HSET', KEYS[2], ARGV[1], ARGV[3])
redis.call('ZADD', KEYS[1], ARGV[2], ARGV[1])
return 1
