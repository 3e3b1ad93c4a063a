-- Reads lines of a board. KEYS: the board's order and its versions. ARGV: the
-- first rank and the last. Returns how many lines there are in all, then member,
-- negated score and version of each line read.
local answer = {redis.call('ZCARD', KEYS[1])}
local found = redis.call('ZRANGE', KEYS[1], ARGV[1], ARGV[2], 'WITHSCORES')
for i = 1, #found, 2 do
  answer[#answer + 1] = found[i]
  answer[#answer + 1] = found[i + 1]
  answer[#answer + 1] = redis.call('HGET', KEYS[2], found[i]) or '1'
end
return answer
