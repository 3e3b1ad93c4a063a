-- Ends the wish to show boards whose record still has the version shown.
-- KEYS: the bucket's tasks, then the records.
-- ARGV: for each record its key and the version that was shown.
for i = 2, #KEYS do
  local key, shown = ARGV[2 * i - 3], ARGV[2 * i - 2]
  local head = redis.pcall('GETRANGE', KEYS[i], 0, 63)
  if type(head) == 'string' and string.match(head, '^{"v":%d+,"n":(%d+)[,}]') == shown then
    redis.call('ZREM', KEYS[1], 's' .. key)
  end
end
return 1
