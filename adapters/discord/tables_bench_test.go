package discord_test

import (
	"fmt"
	"path/filepath"
	"syscall"
	"testing"
	"time"

	"nimbot/adapters/discord/discordtest"
	"nimbot/store/bolt"
)

// BenchmarkTables measures a signed press of a move in a channel with live tables, which
// move in turn: its processor time, that of the client and of the store included. "client"
// is what signing takes, to be taken off. Compare in one run, with the real program's GOGC:
//
//	GOGC=400 go test ./adapters/discord -run - -bench Tables -benchtime 20000x
func BenchmarkTables(b *testing.B) {
	b.Run("client", func(b *testing.B) {
		fake := discordtest.New()
		defer fake.Close()
		c := newClicker(b, fake, 0)
		began := processorTime()
		for b.Loop() {
			c.request("A1 ~8.9.1x9k2f")
		}
		b.ReportMetric(float64((processorTime()-began).Nanoseconds())/float64(b.N), "cpu-ns/op")
	})
	for _, tables := range []int{1, 8} {
		b.Run(fmt.Sprint("live=", tables), func(b *testing.B) {
			fake := discordtest.New()
			defer fake.Close()
			s, err := bolt.Open(filepath.Join(b.TempDir(), "bench.db"), bolt.Options{})
			p := newPressers(b, fake, benchBot(b, fake, opened(b, s, err), nil), tables)
			var took time.Duration
			n := 0
			for b.Loop() {
				took += p.move(n % tables)
				n++
			}
			b.ReportMetric(float64(took.Nanoseconds())/float64(n), "cpu-ns/op")
		})
	}
}

// processorTime is what the process has used.
func processorTime() time.Duration {
	var u syscall.Rusage
	_ = syscall.Getrusage(syscall.RUSAGE_SELF, &u) // fails for no such who
	return time.Duration(u.Utime.Nano() + u.Stime.Nano())
}

// pressers are the pairs of a channel's tables, on piles that are never used up.
type pressers struct {
	b     *testing.B
	pairs [][2]*clicker
	stamp []string // of each table's present board
	moves []int
}

func newPressers(b *testing.B, fake *discordtest.Server, address string, tables int) *pressers {
	p := &pressers{b: b, pairs: make([][2]*clicker, tables), stamp: make([]string, tables), moves: make([]int, tables)}
	for i := range tables {
		for seat := range 2 {
			who := fmt.Sprintf("%c%d", "wl"[seat], i)
			p.pairs[i][seat] = newClickerOf(b, fake, who, "c", fmt.Sprint(1+2*i+seat))
			p.pairs[i][seat].dial(address)
		}
		p.press(i, 0, "open 1000000000 9 8 7 6 first:me", "Accept")
		p.press(i, 1, "accept", `"type":7`)
	}
	return p
}

// press presses a button with a command on a table's board.
func (p *pressers) press(table, seat int, command, want string) {
	c := p.pairs[table][seat]
	if p.stamp[table] != "" {
		command += " ~" + p.stamp[table]
	}
	c.click(command)
	c.expect(want)
	p.stamp[table] = c.stamp
}

// move presses a move on a table and returns its processor time. Every dozen moves another
// game begins, so that the game doesn't grow.
func (p *pressers) move(table int) time.Duration {
	began := processorTime()
	p.press(table, p.moves[table]%2, "A1", `"type":7`)
	took := processorTime() - began
	if p.moves[table]++; p.moves[table]%12 == 0 {
		p.press(table, 0, "stop", `"type":`)
		p.press(table, 1, "accept", `"type":7`)
		p.press(table, 0, "rematch first:me", `"type":`)
		p.press(table, 1, "accept", `"type":7`)
	}
	return took
}
