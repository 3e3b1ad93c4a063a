-- Clears the requests to show boards that were shown, where the confirmation
-- counts: see store.Shows.
-- KEYS: the bucket's tasks, then for each board its record and the record's shows.
-- ARGV: for each board its key, its table and the version that was shown.
for i = 1, #ARGV / 3 do
  local key, table, shown = ARGV[3 * i - 2], ARGV[3 * i - 1], ARGV[3 * i]
  local head, shows = redis.pcall('GETRANGE', KEYS[2 * i], 0, 63), redis.pcall('GET', KEYS[2 * i + 1])
  local version = type(head) == 'string' and string.match(head, '^{"v":%d+,"n":(%d+)[,}]')
  if version then
    local versions, asked = version, ''
    if type(shows) == 'string' then
      local known
      known, asked = string.match(shows, '^([%d ]*)(.*)$')
      if string.match(known, '%d+$') == version then
        versions = known
      else -- an older program wrote meanwhile
        asked = string.gsub(asked, ';1 [^;]*', '')
      end
    end
    local ask = string.match(asked, ';' .. table .. ' %d+ (%d+)') or table == '1' and version
    -- Versions are compared as texts: numbers here are exact to 2^53 only.
    if ask and (shown == ask or (#shown > #ask or #shown == #ask and shown > ask) and
        string.find(' ' .. versions .. ' ', ' ' .. shown .. ' ', 1, true)) then
      asked = string.gsub(asked, ';' .. table .. ' [^;]*', '')
      if table == '1' then
        redis.call('ZREM', KEYS[1], 's' .. key)
      elseif not string.find(string.gsub(asked, ';1 [^;]*', ''), ';', 1, true) then
        redis.call('ZREM', KEYS[1], 't' .. key)
      end
      if asked ~= '' then
        redis.call('SET', KEYS[2 * i + 1], versions .. asked, 'KEEPTTL')
      elseif shows then
        redis.call('DEL', KEYS[2 * i + 1])
      end
    end
  end
end
return 1
