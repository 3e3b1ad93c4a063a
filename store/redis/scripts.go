package redis

import (
	_ "embed" // the scripts

	"github.com/redis/go-redis/v9"
)

//go:embed lua/commit.lua
var commitLua string

//go:embed lua/claim.lua
var claimLua string

//go:embed lua/shown.lua
var shownLua string

//go:embed lua/entry.lua
var entryLua string

//go:embed lua/restore.lua
var restoreLua string

//go:embed lua/line.lua
var lineLua string

//go:embed lua/lines.lua
var linesLua string

//go:embed lua/walk.lua
var walkLua string

// Script.Run sends the hash, and the text only if the server doesn't know it.
var (
	commitScript  = redis.NewScript(commitLua)
	claimScript   = redis.NewScript(claimLua)
	shownScript   = redis.NewScript(shownLua)
	restoreScript = redis.NewScript(restoreLua)
	lineScript    = redis.NewScript(lineLua)
	linesScript   = redis.NewScript(linesLua)
	walkScript    = redis.NewScript(walkLua)

	commitHash = commitScript.Hash()
)
