-- Writes a record if the stored version is the expected one.
-- KEYS: the record, its bucket's tasks, the record's shows.
-- ARGV: 1 expected version (0: nothing), 2 newest format, 3 record, 4 key,
--       5 expires, 6 due, 7 show of table 1 (milliseconds; "": never),
--       8 "1" if it has expired by the caller's clock,
--       then each further table to be shown, and when.
-- Returns 1, or what is stored (nil for nothing) if the record was not written.
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
    -- SET leaves such a record in memory, and so in the files, for a while. This
    -- deletes it if it has expired by the server's clock, too.
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
local shows = redis.pcall('GET', KEYS[3])
shows = type(shows) == 'string' and shows
if not stored or ARGV[8] == '1' then -- what there is belongs to a record that expired
  if ARGV[7] == '' then
    redis.call('ZREM', KEYS[2], show)
  end
  if shows then
    redis.call('ZREM', KEYS[2], 't' .. ARGV[4])
    redis.call('DEL', KEYS[3])
    shows = false
  end
  if ARGV[8] == '1' then
    return 1
  end
end

-- The rest is needed only for several tables, or if an earlier version asked for
-- table 1's board. See store.Shows.Kept for the format.
local waits = ARGV[7] == '' and stored and redis.call('ZRANK', KEYS[2], show)
if not shows and not waits and not ARGV[9] then
  return 1
end
local versions, asked = version, ''
if shows then
  local known
  known, asked = string.match(shows, '^([%d ]*)(.*)$')
  if string.match(known, '%d+$') == version then
    versions = known
  else -- an older program wrote meanwhile
    asked = string.gsub(asked, ';1 [^;]*', '')
  end
end
if not waits then
  asked = string.gsub(asked, ';1 [^;]*', '')
elseif not string.find(asked, ';1 ', 1, true) then
  asked = asked .. ';1 0 ' .. version
end
local new = string.match(ARGV[3], '"n":(%d+)')
for i = 9, #ARGV, 2 do
  asked = string.gsub(asked, ';' .. ARGV[i] .. ' [^;]*', '') .. ';' .. ARGV[i] .. ' ' .. ARGV[i + 1] .. ' ' .. new
end
if asked == '' then
  redis.call('DEL', KEYS[3])
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
if ARGV[9] then
  local first
  for at in string.gmatch(asked, ';%d+ (%d+)') do
    at = tonumber(at)
    if at > 0 and (not first or at < first) then
      first = at
    end
  end
  redis.call('ZADD', KEYS[2], string.format('%.0f', first + 4503599627370496), 't' .. ARGV[4])
end
return 1
