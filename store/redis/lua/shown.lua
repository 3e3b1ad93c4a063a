-- Clears the requests to show boards that were shown, where the confirmation
-- counts: see store.Shows.
-- KEYS: the bucket's tasks, then for each board its record and the record's shows.
-- ARGV: for each board its key, its table and the version that was shown.
for i = 1, #ARGV / 3 do
  local key, table, shown = ARGV[3 * i - 2], ARGV[3 * i - 1], ARGV[3 * i]
  local head, text = redis.pcall('GETRANGE', KEYS[2 * i], 0, 63), redis.pcall('GET', KEYS[2 * i + 1])
  local version = type(head) == 'string' and string.match(head, '^{"v":%d+,"n":(%d+)[,}]')
  if version then
    local versions, asked, ask = version, '', table == '1' and version
    text = type(text) == 'string' and text
    if text then
      versions, asked = string.match(text, '^([%d ]*)(.*)$')
      ask = string.match(asked, ';' .. table .. ' %d+ (%d+)')
    end
    -- Versions are compared as texts: numbers here are exact to 2^53 only.
    if ask and (shown == ask or (#shown > #ask or #shown == #ask and shown > ask) and
        string.find(' ' .. versions .. ' ', ' ' .. shown .. ' ', 1, true)) then
      asked = string.gsub(asked, ';' .. table .. ' [^;]*', '')
      if asked ~= '' then
        redis.call('SET', KEYS[2 * i + 1], versions .. asked, 'KEEPTTL')
      else
        redis.call('ZREM', KEYS[1], 's' .. key)
        if text then
          redis.call('DEL', KEYS[2 * i + 1])
        end
      end
    end
  end
end
return 1
