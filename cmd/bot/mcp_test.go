package main

import (
	"bufio"
	"encoding/json"
	"fmt"
	"io"
	"math/rand/v2"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	sdk "github.com/modelcontextprotocol/go-sdk/mcp"

	"nimbot/game/rules"
	"nimbot/internal/freeport"
	"nimbot/internal/slowtest"
)

// dialOracle starts `bot mcp` in an empty folder, and connects the SDK's client.
func dialOracle(t *testing.T) *sdk.ClientSession {
	t.Helper()
	slowtest.Quick(t)
	cmd := exec.Command("bot", "mcp")
	cmd.Dir = t.TempDir()
	cmd.Stderr = os.Stderr
	c, err := sdk.NewClient(&sdk.Implementation{Name: "test", Version: "1"}, nil).Connect(t.Context(), &sdk.CommandTransport{Command: cmd}, nil)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		_ = c.Close()
		if left, err := os.ReadDir(cmd.Dir); err != nil || len(left) > 0 {
			t.Errorf("bot mcp leaves %v, %v in its folder, want no store", left, err)
		}
	})
	return c
}

// askOracle calls a tool, and returns its answer as text.
func askOracle(t *testing.T, c *sdk.ClientSession, tool string, arguments any) string {
	t.Helper()
	r, err := c.CallTool(t.Context(), &sdk.CallToolParams{Name: tool, Arguments: arguments})
	if err != nil {
		t.Fatalf("%s(%v): %v", tool, arguments, err)
	}
	return r.Content[0].(*sdk.TextContent).Text
}

// The oracle gives the same answers as `bot solve --json` about random positions of every game.
func TestOracleAgreesWithBotSolve(t *testing.T) {
	slowtest.Sequential(t)
	c := dialOracle(t)
	random := rand.New(rand.NewPCG(1, 2))
	kinds := 0
	for _, g := range rules.Games() {
		kinds += len(g.Endings)
	}
	each := slowtest.Sizes(100, 300, 2000)/kinds + 1
	for _, g := range rules.Games() {
		for _, e := range g.Endings {
			var positions []string
			for range each {
				positions = append(positions, somewhere(t, g, e, random))
			}
			args := []string{"solve", "--json", "--game", g.Key, "-"}
			if e == rules.Misere {
				args = append(args, "--misere")
			}
			stdout, stderr, _ := inProcess(t, strings.Join(positions, "\n"), args...)
			lines := strings.Split(strings.TrimSpace(stdout), "\n")
			if len(lines) != each {
				t.Fatalf("%s %v: %d answers, want %d: %s", g.Key, e, len(lines), each, stderr)
			}
			for i, want := range lines {
				got := askOracle(t, c, "solve", map[string]any{"game": g.Key, "ending": e.String(), "position": positions[i], "most": 1000})
				if !strings.HasPrefix(got, strings.TrimSuffix(want, "}")+`,"working":["`) {
					t.Errorf("%s %v %s: the oracle says %.300s, and bot solve %.300s", g.Key, e, positions[i], got, want)
				}
			}
		}
	}
}

// somewhere returns a position that some random moves from a random start lead to.
func somewhere(t *testing.T, g rules.Game, e rules.Ending, random *rand.Rand) string {
	t.Helper()
	p, err := g.Read(g.Random(random, e), e)
	if err != nil {
		t.Fatal(err)
	}
	for range random.IntN(4) {
		var moves []rules.Move
		for m := range p.Moves() {
			if moves = append(moves, m); len(moves) == 1000 {
				break
			}
		}
		if len(moves) == 0 {
			break
		}
		if p, err = p.Play(moves[random.IntN(len(moves))]); err != nil {
			t.Fatal(err)
		}
	}
	return p.String()
}

// The program gives the answers that docs/agents.md shows.
func TestAgentsDocumentMatchesTheProgram(t *testing.T) {
	slowtest.Sequential(t)
	text, err := os.ReadFile("../../docs/agents.md")
	if err != nil {
		t.Fatal(err)
	}
	c := dialOracle(t)
	shown := map[string]bool{}
	for i, block := range strings.Split(string(text), "\n```") {
		call, answer, ok := strings.Cut(block, "\n→ ")
		if i%2 == 0 || !ok {
			continue
		}
		_, call, _ = strings.Cut(call, "\n") // the fence's language
		tool, arguments, ok := strings.Cut(strings.TrimSpace(call), " ")
		if !ok || !json.Valid([]byte(arguments)) {
			t.Errorf("docs/agents.md shows %q, want a tool and its arguments", call)
			continue
		}
		shown[tool] = true
		want := strings.TrimSpace(answer)
		got := askOracle(t, c, tool, json.RawMessage(arguments))
		head, tail, cut := strings.Cut(want, "…")
		if cut && (!strings.HasPrefix(got, head) || !strings.HasSuffix(got, tail)) || !cut && got != want {
			t.Errorf("docs/agents.md shows\n%s\n→ %s\nand the program answers\n%s", call, want, got)
		}
	}
	list, err := c.ListTools(t.Context(), nil)
	if err != nil {
		t.Fatal(err)
	}
	for _, tool := range list.Tools {
		if !shown[tool.Name] {
			t.Errorf("docs/agents.md shows no call of %s", tool.Name)
		}
	}
}

// foreign is the folder into which npm ci installs another author's client.
const foreign = "../../adapters/mcp/testdata/client"

// TestAnotherClientCallsEveryTool lets the TypeScript SDK list and call every tool, over a
// pipe and over HTTP, and validate the answers by their schemas.
func TestAnotherClientCallsEveryTool(t *testing.T) {
	slowtest.Only(t)
	if _, err := exec.LookPath("node"); err != nil {
		t.Skip("no node; .ci/run installs it")
	}
	if _, err := os.Stat(filepath.Join(foreign, "node_modules")); err != nil {
		t.Skip("no client of another author; .ci/run installs it: npm ci --prefix adapters/mcp/testdata/client")
	}
	program, err := exec.LookPath("bot")
	if err != nil {
		t.Fatal(err)
	}
	address := startOracle(t)
	calls := `[{"tool":"games","arguments":{}},{"tool":"solve","arguments":{"position":"1 2 3"}},{"tool":"solve","arguments":{"position":"3 4 5"}},
		{"tool":"check_move","arguments":{"position":"3 4 5","move":"A9"}},{"tool":"reply","arguments":{"position":"3 4 5"}},
		{"tool":"puzzle","arguments":{"seed":7,"kind":"outcome"}},{"tool":"review","arguments":{"start":"3 4 5","moves":["C1","A3","B4"]}},
		{"tool":"solve","arguments":{"position":"three","game":"kayles"}}]`
	for _, where := range [][]string{{program, "mcp"}, {"http://" + address + "/mcp"}} {
		cmd := exec.Command("node", append([]string{"client.mjs"}, where...)...)
		cmd.Dir, cmd.Stdin, cmd.Stderr = foreign, strings.NewReader(calls), os.Stderr
		out, err := cmd.Output()
		if err != nil {
			t.Fatalf("%v: %v", where, err)
		}
		var got struct {
			Tools   []string
			Rules   string
			Answers []struct {
				IsError    bool
				Text       string
				Structured any
			}
		}
		if err := json.Unmarshal(out, &got); err != nil {
			t.Fatalf("%v: %v: %s", where, err, out)
		}
		if len(got.Tools) != 6 || !strings.Contains(got.Rules, "\n") || len(got.Answers) != 8 {
			t.Fatalf("%v: %d tools, rules %q, %d answers, want 6 tools, a card and 8 answers", where, len(got.Tools), got.Rules, len(got.Answers))
		}
		for i, a := range got.Answers {
			if last := i == 7; a.IsError != last || !last && a.Structured == nil || last && !strings.Contains(a.Text, "`solve 5 7 game:kayles`") {
				t.Errorf("%v: answer %d is %s, structured: %v", where, i, a.Text, a.Structured)
			}
		}
	}
}

// startOracle serves agents over HTTP, without a page or a platform, and returns where.
func startOracle(t *testing.T, environ ...string) (address string) {
	t.Helper()
	slowtest.Quick(t)
	address = freeport.Address(t)
	cmd := exec.Command("bot", "serve")
	cmd.Dir = t.TempDir()
	cmd.Env = append(append(os.Environ(), "NIM_MCP_ENABLED=true", "NIM_WEB_ENABLED=false", "NIM_HTTP_LISTEN="+address, "NIM_HTTP_ADMIN="+freeport.Address(t), "NIM_HTTP_DRAIN=0s"), environ...)
	stderr, err := cmd.StderrPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		_ = cmd.Process.Kill()
		_ = cmd.Wait() // it was killed
	})
	for lines := bufio.NewScanner(stderr); lines.Scan(); {
		if strings.Contains(lines.Text(), "msg=serving") {
			go func() { _, _ = io.Copy(io.Discard, stderr) }()
			return address
		}
	}
	t.Fatal("the program doesn't serve")
	return ""
}

// Agents are served only if mcp.enabled is on, and they reach no stored data.
func TestOracleIsServedOnlyIfEnabled(t *testing.T) {
	slowtest.Sequential(t)
	const ask = `{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"solve","arguments":{"position":"3 4 5"}}}`
	post := func(address string) string {
		req, err := http.NewRequestWithContext(t.Context(), http.MethodPost, "http://"+address+"/mcp", strings.NewReader(ask))
		if err != nil {
			t.Fatal(err)
		}
		req.Header.Set("Content-Type", "application/json")
		req.Header.Set("Accept", "application/json, text/event-stream")
		resp, err := http.DefaultClient.Do(req)
		if err != nil {
			t.Fatal(err)
		}
		defer func() { _ = resp.Body.Close() }()
		body, err := io.ReadAll(resp.Body)
		return fmt.Sprint(resp.StatusCode, string(body), err)
	}
	if got := post(startOracle(t)); !strings.Contains(got, `\"move\":\"A2\"`) {
		t.Errorf("with mcp.enabled: %s, want an answer", got)
	}
	if got := post(startOracle(t, "NIM_MCP_ENABLED=false", "NIM_WEB_ENABLED=true")); strings.Contains(got, "A2") {
		t.Errorf("without mcp.enabled: %s, want none", got)
	}
}
