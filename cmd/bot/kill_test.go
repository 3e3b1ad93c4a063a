package main

import (
	"bufio"
	"encoding/json"
	"fmt"
	"io"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"testing"
	"time"

	"nimbot/internal/slowtest"
)

// killRounds is how often the process is killed, unless NIM_TEST_KILLS says more.
const killRounds = 3

// TestKilledProcessLosesNothing kills the process at random moments, like the
// OOM killer, while several channels play. After the restart every answered
// move is there exactly once; at most the one unanswered move may be there in
// addition.
func TestKilledProcessLosesNothing(t *testing.T) {
	slowtest.Only(t)
	t.Parallel()
	seed := rand.Uint64()
	r := rand.New(rand.NewPCG(seed, 0))
	all := &workload{t: t, file: filepath.Join(t.TempDir(), "nim.db")}
	for i := range 4 {
		all.games = append(all.games, &channelGame{channel: fmt.Sprint("c", i)})
	}
	rounds, answered := fromEnv(t, "NIM_TEST_KILLS", killRounds), 0
	for range rounds {
		p := all.start()
		all.verify(p)
		answered += all.play(p, 1+r.IntN(40), time.Duration(r.IntN(5000))*time.Microsecond)
		p.end()
	}
	p := all.start()
	all.verify(p)
	p.end()
	t.Logf("seed %d: killed %d times, %d moves answered, none lost, none twice", seed, rounds, answered)
}

// pile is the size of the only pile with which the games begin: ana and bob take
// one stone in turn, so that the rest of the pile counts the moves.
const pile = 1_000_000

// channelGame is one channel's game, as far as the answers tell.
type channelGame struct {
	channel  string
	begun    bool
	moves    int  // that were answered
	inFlight bool // one more was sent and not answered
}

// workload has the games of all channels, and plays them.
type workload struct {
	t     *testing.T
	file  string
	games []*channelGame
}

// process is the program as it runs.
type process struct {
	t   *testing.T
	cmd *exec.Cmd
	in  io.WriteCloser
	out *bufio.Scanner
}

func (l *workload) start() *process {
	l.t.Helper()
	slowtest.Quick(l.t)
	cmd := exec.Command("bot", "play", "--json", "--store", "bolt:"+l.file)
	cmd.Dir = filepath.Dir(l.file)
	cmd.Stderr = os.Stderr
	in, err := cmd.StdinPipe()
	if err != nil {
		l.t.Fatal(err)
	}
	out, err := cmd.StdoutPipe()
	if err != nil {
		l.t.Fatal(err)
	}
	if err := cmd.Start(); err != nil {
		l.t.Fatal(err)
	}
	p := &process{t: l.t, cmd: cmd, in: in, out: bufio.NewScanner(out)}
	l.t.Cleanup(func() { _ = cmd.Process.Kill() })
	return p
}

// end kills the process, if it still runs, and waits for it.
func (p *process) end() {
	_ = p.in.Close()
	_ = p.cmd.Process.Kill()
	_ = p.cmd.Wait() // it was killed
}

// position sends a line and returns the position of the answer; ok is false
// when the process was killed.
func (p *process) position(line string) (left int, mover string, ok bool) {
	if _, err := io.WriteString(p.in, line+"\n"); err != nil {
		return 0, "", false
	}
	for p.out.Scan() {
		var m jsonAnswer
		if err := json.Unmarshal(p.out.Bytes(), &m); err != nil {
			return 0, "", false // cut off in the middle of a line
		}
		if !m.Last {
			continue
		}
		if m.State == nil {
			p.t.Fatalf("%q was answered without a game: %s", line, m.Text)
		}
		left, err := strconv.Atoi(m.State.Position)
		if err != nil {
			p.t.Fatalf("%q was answered with the position %q", line, m.State.Position)
		}
		return left, m.State.Turn, true
	}
	return 0, "", false
}

type jsonAnswer struct {
	Last  bool
	Text  string
	State *struct{ Position, Turn string }
}

// play begins the games that have not begun, and then moves in all of them in turn
// until the process has ended. The process is killed the duration after, once so
// many moves were answered. play returns how many moves were answered.
func (l *workload) play(p *process, moves int, after time.Duration) (answered int) {
	for {
		for _, g := range l.games {
			if !g.begun {
				if !l.begin(p, g) {
					return answered
				}
				continue
			}
			g.inFlight = true
			left, _, ok := p.position(fmt.Sprintf("#%s %s: A1", g.channel, g.mover()))
			if !ok {
				return answered
			}
			g.inFlight = false
			g.moves++
			if answered++; answered == moves {
				time.AfterFunc(after, func() { _ = p.cmd.Process.Kill() })
			}
			if left != pile-g.moves {
				l.t.Fatalf("%s: %d stones are left after %d moves, want %d", g.channel, left, g.moves, pile-g.moves)
			}
		}
	}
}

// begin starts a game; it may have been offered, or accepted, before a kill.
func (l *workload) begin(p *process, g *channelGame) bool {
	if _, err := io.WriteString(p.in, fmt.Sprintf("#%s ana: challenge @bob %d\n", g.channel, pile)); err != nil {
		return false
	}
	for p.out.Scan() {
		var m jsonAnswer
		if json.Unmarshal(p.out.Bytes(), &m) != nil {
			return false
		}
		if m.Last {
			break
		}
	}
	_, _, ok := p.position(fmt.Sprintf("#%s bob: accept", g.channel))
	g.begun = ok
	return ok
}

func (g *channelGame) mover() string { return []string{"ana", "bob"}[g.moves%2] }

// verify compares every game with the moves that were answered before the kill.
func (l *workload) verify(p *process) {
	l.t.Helper()
	for _, g := range l.games {
		if !g.begun {
			continue
		}
		left, mover, ok := p.position(fmt.Sprintf("#%s ana: board", g.channel))
		if !ok {
			l.t.Fatalf("%s: the board was not shown after the restart", g.channel)
		}
		got := pile - left
		if one := got == g.moves+1; got != g.moves && (!one || !g.inFlight) {
			l.t.Fatalf("%s: %d moves are there after the restart, %d were answered (one more under way: %v)", g.channel, got, g.moves, g.inFlight)
		}
		g.moves, g.inFlight = got, false
		if mover != g.mover() {
			l.t.Fatalf("%s: %s is to move after %d moves, want %s", g.channel, mover, got, g.mover())
		}
	}
}
