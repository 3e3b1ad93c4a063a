-- Leases the tasks of some keys of one bucket.
-- KEYS: the bucket's tasks, then the records.
-- ARGV: 1 now, 2 the end of the lease (milliseconds), then the keys.
-- Returns for each key: 1 if it is due, 1 if it is to be shown, its version.
local now, lease = tonumber(ARGV[1]), ARGV[2]
local function take(member)
  local at = redis.call('ZSCORE', KEYS[1], member)
  if not at or tonumber(at) > now then
    return 0
  end
  redis.call('ZADD', KEYS[1], lease, member)
  return 1
end
local tasks = {}
for i = 2, #KEYS do
  local key = ARGV[i + 1]
  local head = redis.pcall('GETRANGE', KEYS[i], 0, 63)
  if head == '' then -- the record expired
    redis.call('ZREM', KEYS[1], 'd' .. key, 's' .. key)
    tasks[i - 1] = {0, 0, '0'}
  else
    -- A value of another kind is handed out too: whoever gets it is told.
    local version = type(head) == 'string' and string.match(head, '^{"v":%d+,"n":(%d+)[,}]')
    tasks[i - 1] = {take('d' .. key), take('s' .. key), version or '0'}
  end
end
return tasks
