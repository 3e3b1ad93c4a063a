package sim

import (
	"bufio"
	"bytes"
	"crypto/sha1" //nolint:gosec // by which Redis names scripts
	"encoding/hex"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	mini "github.com/alicebob/miniredis/v2/server"
	lua "github.com/yuin/gopher-lua"
	"github.com/yuin/gopher-lua/parse"
)

// scripts runs the store's scripts as miniredis does, but in one Lua state: miniredis makes a new one for each
// script that it runs, which takes longer than the script.
type scripts struct {
	server  *mini.Server
	asking  atomic.Pointer[mini.Peer] // who has the server
	refused atomic.Int64              // until when everything is refused, in nanoseconds

	mu      sync.Mutex // no command runs beside a script
	state   *lua.LState
	known   map[string]*lua.FunctionProto // by their hashes
	inner   *mini.Peer                    // asks what the script calls
	answers bytes.Buffer
	out     *bufio.Writer
}

// runsScripts has all scripts of a server run here.
func runsScripts(of *mini.Server) *scripts {
	s := &scripts{server: of, state: lua.NewState(), known: map[string]*lua.FunctionProto{}}
	s.out = bufio.NewWriter(&s.answers)
	s.inner = mini.NewPeer(s.out)
	calls := s.state.NewTable()
	s.state.SetField(calls, "call", s.state.NewFunction(func(*lua.LState) int { return s.call(true) }))
	s.state.SetField(calls, "pcall", s.state.NewFunction(func(*lua.LState) int { return s.call(false) }))
	s.state.SetGlobal("redis", calls)
	if err := s.state.DoString(noGlobals); err != nil {
		panic(err) // it isn't Lua
	}
	of.SetPreHook(s.takes)
	return s
}

// refuseUntil has the server refuse everything until a time.
func (s *scripts) refuseUntil(t time.Time) { s.refused.Store(t.UnixNano()) }

// noGlobals forbids scripts to make global variables, and to read what isn't there, as Redis does.
const noGlobals = `
local function refuse(_, name) error("Script attempted to access global variable '" .. name .. "'", 2) end
setmetatable(_G, {__newindex = refuse, __index = refuse})`

// takes does a command, and reports whether it has: what is asked while a command is done, is the server's.
func (s *scripts) takes(p *mini.Peer, command string, args ...string) bool {
	if p == s.inner || p == s.asking.Load() {
		return false
	}
	if time.Now().UnixNano() < s.refused.Load() {
		p.WriteError("LOADING Redis is loading the dataset in memory")
		return true
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	if script := s.find(command, args); script != nil {
		s.run(p, script, args[1:])
		return true
	}
	s.asking.Store(p)
	defer s.asking.Store(nil)
	s.server.Dispatch(p, append([]string{command}, args...))
	return true
}

// find returns the script that a command runs, nil if it runs none. Who names one that isn't known is told so by the server.
func (s *scripts) find(command string, args []string) *lua.FunctionProto {
	switch {
	case command == "EVALSHA" && len(args) > 0:
		return s.known[args[0]]
	case command != "EVAL" || len(args) == 0:
		return nil
	}
	sum := sha1.Sum([]byte(args[0])) //nolint:gosec // see above
	hash := hex.EncodeToString(sum[:])
	if s.known[hash] == nil {
		chunk, err := parse.Parse(strings.NewReader(args[0]), "user_script")
		if err != nil {
			return nil
		}
		if s.known[hash], err = lua.Compile(chunk, "user_script"); err != nil {
			return nil
		}
	}
	return s.known[hash]
}

// run runs a script with the number of its keys, its keys and its arguments, and answers.
func (s *scripts) run(p *mini.Peer, script *lua.FunctionProto, args []string) {
	l := s.state
	keys, rest := l.NewTable(), l.NewTable()
	n := int(lua.LVAsNumber(lua.LString(args[0])))
	for i, a := range args[1:] {
		if i < n {
			keys.Append(lua.LString(a))
		} else {
			rest.Append(lua.LString(a))
		}
	}
	l.G.Global.RawSetString("KEYS", keys)
	l.G.Global.RawSetString("ARGV", rest)
	l.Push(l.NewFunctionFromProto(script))
	if err := l.PCall(0, 1, nil); err != nil {
		p.WriteError("ERR " + strings.ReplaceAll(err.Error(), "\n", " "))
		return
	}
	answer(p, l.Get(-1))
	l.Pop(1)
}

// answer writes what a script returned.
func answer(p *mini.Peer, v lua.LValue) {
	switch v := v.(type) {
	case lua.LBool:
		if v {
			p.WriteInt(1)
		} else {
			p.WriteNull()
		}
	case lua.LNumber:
		p.WriteInt(int(v))
	case lua.LString:
		p.WriteBulk(string(v))
	case *lua.LTable:
		if failed, ok := v.RawGetString("err").(lua.LString); ok {
			p.WriteError(string(failed))
			return
		}
		if said, ok := v.RawGetString("ok").(lua.LString); ok {
			p.WriteInline(string(said))
			return
		}
		n := 0
		for v.RawGetInt(n+1) != lua.LNil {
			n++
		}
		p.WriteLen(n)
		for i := range n {
			answer(p, v.RawGetInt(i+1))
		}
	default:
		p.WriteNull()
	}
}

// call is redis.call, or redis.pcall, which returns a failure.
func (s *scripts) call(fails bool) int {
	l := s.state
	args := make([]string, l.GetTop())
	for i := range args {
		if args[i] = lua.LVAsString(l.Get(i + 1)); !lua.LVCanConvToString(l.Get(i + 1)) {
			l.RaiseError("a command's arguments must be strings or numbers")
		}
	}
	s.answers.Reset()
	s.server.Dispatch(s.inner, args)
	_ = s.out.Flush() // into memory
	answered, err := mini.ParseReply(bufio.NewReader(&s.answers))
	if err == nil {
		l.Push(s.value(answered))
		return 1
	}
	if fails {
		l.RaiseError("%s", err)
	}
	failed := l.NewTable()
	failed.RawSetString("err", lua.LString(err.Error()))
	l.Push(failed)
	return 1
}

// value returns what a command answered as Lua has it.
func (s *scripts) value(v any) lua.LValue {
	switch v := v.(type) {
	case int:
		return lua.LNumber(v)
	case int64:
		return lua.LNumber(v)
	case string:
		return lua.LString(v)
	case []byte:
		return lua.LString(v)
	case mini.Simple:
		t := s.state.NewTable()
		t.RawSetString("ok", lua.LString(v))
		return t
	case []any:
		t := s.state.NewTable()
		for _, x := range v {
			t.Append(s.value(x))
		}
		return t
	case nil:
		return lua.LFalse
	}
	panic("an answer that no command gives")
}
