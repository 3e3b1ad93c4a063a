-- Takes one step of a walk over a board's lines. KEYS: the board's order and its versions.
-- ARGV: the cursor, and about how many lines to read. Returns the next cursor, 0 after the
-- last step, then member, negated score and version of each line read. A walk by ranks would
-- miss lines that move meanwhile.
local step = redis.call('ZSCAN', KEYS[1], ARGV[1], 'COUNT', ARGV[2])
local answer, found = {step[1]}, step[2]
for i = 1, #found, 2 do
  answer[#answer + 1] = found[i]
  answer[#answer + 1] = found[i + 1]
  answer[#answer + 1] = redis.call('HGET', KEYS[2], found[i]) or '1'
end
return answer
