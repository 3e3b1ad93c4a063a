-- Writes a record if the stored version is the expected one.
-- KEYS: the record, its bucket's tasks, the record's shows.
-- ARGV: 1 expected version (0: nothing), 2 format, 3 record, 4 key,
--       5 expires, 6 due (milliseconds; "": never),
--       7 "1" if it has expired by the caller's clock,
--       then each table to be shown, and when.
-- Returns 1, or what is stored (nil for nothing) if the record was not written.
local stored = redis.call('GET', KEYS[1])
local version = '0'
if stored then
  local format
  format, version = string.match(stored, '^{"v":(%d+),"n":(%d+)[,}]')
  if format ~= ARGV[2] or string.sub(stored, -1) ~= '}' then
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
  if ARGV[7] == '1' then
    -- SET leaves such a record in memory, and so in the files, for a while. This
    -- deletes it if it has expired by the server's clock, too.
    redis.call('PEXPIREAT', KEYS[1], ARGV[5])
  end
end
local due, show = 'd' .. ARGV[4], 's' .. ARGV[4]
if ARGV[6] ~= '' then
  redis.call('ZADD', KEYS[2], ARGV[6], due)
else
  redis.call('ZREM', KEYS[2], due)
end

-- The boards that must be shown; see store.Shows.Kept for the format. What there is
-- without a record belongs to one that expired.
local text = redis.pcall('GET', KEYS[3])
text = type(text) == 'string' and text
local versions, asked = version, ''
if stored and ARGV[7] ~= '1' then
  if text then
    versions, asked = string.match(text, '^([%d ]*)(.*)$')
  elseif ARGV[8] ~= '1' or ARGV[10] then
    local at = redis.call('ZSCORE', KEYS[2], show)
    asked = at and ';1 ' .. at .. ' ' .. version or ''
  end
end
local new = string.match(ARGV[3], '"n":(%d+)')
for i = 8, #ARGV, 2 do
  asked = string.gsub(asked, ';' .. ARGV[i] .. ' [^;]*', '') .. ';' .. ARGV[i] .. ' ' .. ARGV[i + 1] .. ' ' .. new
end
if asked == '' or ARGV[7] == '1' then
  redis.call('ZREM', KEYS[2], show)
  if text then
    redis.call('DEL', KEYS[3])
  end
  return 1
end
local first
for at in string.gmatch(asked, ';%d+ (%d+)') do
  if not first or tonumber(at) < tonumber(first) then
    first = at
  end
end
redis.call('ZADD', KEYS[2], first, show)
if asked == ';1 ' .. first .. ' ' .. new then
  if text then
    redis.call('DEL', KEYS[3])
  end
  return 1
end
versions = versions .. ' ' .. new
local _, count = string.gsub(versions, '%d+', '')
if count > 32 then
  versions = string.gsub(versions, '^%d+ ', '')
end
if ARGV[5] == '' then
  redis.call('SET', KEYS[3], versions .. asked)
else
  redis.call('SET', KEYS[3], versions .. asked, 'PXAT', ARGV[5])
end
return 1
