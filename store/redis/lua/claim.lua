-- Leases the tasks of some keys of one bucket.
-- KEYS: the bucket's tasks, then for each key its record and the record's shows.
-- ARGV: 1 now, 2 the end of the lease (milliseconds), then the keys.
-- Returns for each key: 1 if it is due, its version, and the tables to be shown.
local now, lease = tonumber(ARGV[1]), ARGV[2]
local function come(member)
  local at = redis.call('ZSCORE', KEYS[1], member)
  return at and tonumber(at) <= now
end
local function takeShows(shows, member, task)
  local text, first = redis.pcall('GET', shows), nil
  if type(text) ~= 'string' then -- only table 1
    task[3] = 1
    redis.call('ZADD', KEYS[1], lease, member)
    return
  end
  text = string.gsub(text, ';(%d+) (%d+) ', function(table, at)
    if tonumber(at) <= now then
      task[#task + 1] = tonumber(table)
      at = lease
    end
    if not first or tonumber(at) < tonumber(first) then
      first = at
    end
    return ';' .. table .. ' ' .. at .. ' '
  end)
  if not first then -- the text is damaged
    redis.call('ZREM', KEYS[1], member)
    return
  end
  redis.call('SET', shows, text, 'KEEPTTL')
  redis.call('ZADD', KEYS[1], first, member)
end
local tasks = {}
for i = 3, #ARGV do
  local key, record, shows = ARGV[i], KEYS[2 * i - 4], KEYS[2 * i - 3]
  local head = redis.pcall('GETRANGE', record, 0, 63)
  if head == '' then -- the record expired
    redis.call('ZREM', KEYS[1], 'd' .. key, 's' .. key)
    redis.call('DEL', shows)
    tasks[i - 2] = {0, '0'}
  else
    -- A value of another kind is claimed, too: the worker that reads it gets the error.
    local version = type(head) == 'string' and string.match(head, '^{"v":%d+,"n":(%d+)[,}]')
    local task = {0, version or '0'}
    if come('d' .. key) then
      task[1] = 1
      redis.call('ZADD', KEYS[1], lease, 'd' .. key)
    end
    if come('s' .. key) then
      takeShows(shows, 's' .. key, task)
    end
    tasks[i - 2] = task
  end
end
return tasks
