-- Leases the tasks of some keys of one bucket.
-- KEYS: the bucket's tasks, then for each key its record and the record's shows.
-- ARGV: 1 now, 2 the end of the lease (milliseconds), then the keys.
-- Returns for each key: 1 if it is due, its version, and the tables to be shown.
local now, lease = tonumber(ARGV[1]), ARGV[2]
local later = 4503599627370496 -- furtherFrom, which is added to the times of further tables
local function take(member)
  local at = redis.call('ZSCORE', KEYS[1], member)
  if not at or tonumber(at) > now then
    return 0
  end
  redis.call('ZADD', KEYS[1], lease, member)
  return 1
end
local function takeFurther(shows, member, task)
  local at = redis.call('ZSCORE', KEYS[1], member)
  if not at or tonumber(at) > now + later then
    return
  end
  local text, first = redis.pcall('GET', shows), nil
  if type(text) == 'string' then
    text = string.gsub(text, ';(%d+) (%d+) ', function(table, at)
      if table == '1' then
        return nil
      end
      if tonumber(at) <= now then
        task[#task + 1] = tonumber(table)
        at = lease
      end
      if not first or tonumber(at) < first then
        first = tonumber(at)
      end
      return ';' .. table .. ' ' .. at .. ' '
    end)
  end
  if not first then
    redis.call('ZREM', KEYS[1], member)
    return
  end
  redis.call('SET', shows, text, 'KEEPTTL')
  redis.call('ZADD', KEYS[1], string.format('%.0f', first + later), member)
end
local tasks = {}
for i = 3, #ARGV do
  local key, record, shows = ARGV[i], KEYS[2 * i - 4], KEYS[2 * i - 3]
  local head = redis.pcall('GETRANGE', record, 0, 63)
  if head == '' then -- the record expired
    redis.call('ZREM', KEYS[1], 'd' .. key, 's' .. key, 't' .. key)
    redis.call('DEL', shows)
    tasks[i - 2] = {0, '0'}
  else
    -- A value of another kind is claimed, too: the worker that reads it gets the error.
    local version = type(head) == 'string' and string.match(head, '^{"v":%d+,"n":(%d+)[,}]')
    local task = {take('d' .. key), version or '0'}
    if take('s' .. key) == 1 then
      task[3] = 1
    end
    takeFurther(shows, 't' .. key, task)
    tasks[i - 2] = task
  end
end
return tasks
