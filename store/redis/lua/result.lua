-- Adds a game's points to a board, once per game.
-- KEYS: the board's scores, its counted games.
-- ARGV: 1 game, 2 when it ended, 3 from when on games are remembered
--       (milliseconds), then for each member its name and points.
if redis.call('ZSCORE', KEYS[2], ARGV[1]) then
  return 0
end
redis.call('ZADD', KEYS[2], ARGV[2], ARGV[1])
redis.call('ZREMRANGEBYSCORE', KEYS[2], '-inf', '(' .. ARGV[3])
for i = 4, #ARGV, 2 do
  redis.call('ZINCRBY', KEYS[1], ARGV[i + 1], ARGV[i])
end
return 1
