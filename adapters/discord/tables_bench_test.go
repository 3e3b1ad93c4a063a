package discord_test

import (
	"fmt"
	"path/filepath"
	"syscall"
	"testing"
	"time"

	"nimbot/adapters/discord/discordtest"
	"nimbot/game/chat/chattest"
	"nimbot/store/bolt"
)

// BenchmarkTables measures a signed press in channels with live tables, which move in turn:
// its processor time, the client's and the store's included. "client" is what signing
// takes, to be taken off. Compare in one run, with the real program's GOGC:
//
//	GOGC=400 go test ./adapters/discord -run - -bench Tables -benchtime 20000x
func BenchmarkTables(b *testing.B) {
	const channels = 16
	b.Run("client", func(b *testing.B) {
		fake := discordtest.New()
		defer fake.Close()
		c := newClicker(b, fake, 0)
		began := processorTime()
		for b.Loop() {
			c.request("A1 ~8.9.1x9k2f")
		}
		b.ReportMetric(float64((processorTime()-began).Nanoseconds())/float64(b.N), "cpu-ns/press")
	})
	for _, tables := range []int{1, 8} {
		b.Run(fmt.Sprint("live=", tables), func(b *testing.B) {
			fake := discordtest.New()
			defer fake.Close()
			s, err := bolt.Open(filepath.Join(b.TempDir(), "bench.db"), bolt.Options{})
			address := benchBot(b, fake, opened(b, s, err), nil)
			all := make([]*pressers, channels)
			before := 0
			for i := range all {
				all[i] = newPressers(b, fake, address, i, tables)
				before += all[i].presses
			}
			began := processorTime()
			chattest.Measure(b, channels, func(caller int) time.Duration {
				all[caller].move()
				return 0
			})
			took, presses := processorTime()-began, -before
			for _, p := range all {
				presses += p.presses
			}
			b.ReportMetric(float64(took.Nanoseconds())/float64(presses), "cpu-ns/press")
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
	pairs   [][2]*clicker
	stamp   []string // of each table's present board
	moves   int
	presses int
}

func newPressers(b *testing.B, fake *discordtest.Server, address string, channel, tables int) *pressers {
	p := &pressers{pairs: make([][2]*clicker, tables), stamp: make([]string, tables)}
	for i := range tables {
		for seat := range 2 {
			who := fmt.Sprintf("%c%d", "wl"[seat], i)
			p.pairs[i][seat] = newClickerOf(b, fake, who, fmt.Sprint("c", channel), fmt.Sprint(1000+100*channel+2*i+seat))
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
	p.presses++
}

// move presses a move on the next table. Every dozen moves of a table another game begins,
// so that the game doesn't grow.
func (p *pressers) move() {
	table, round := p.moves%len(p.pairs), p.moves/len(p.pairs)
	p.moves++
	p.press(table, round%2, "A1", `"type":7`)
	if round%12 == 11 {
		p.press(table, 0, "stop", `"type":`)
		p.press(table, 1, "accept", `"type":7`)
		p.press(table, 0, "rematch first:me", `"type":`)
		p.press(table, 1, "accept", `"type":7`)
	}
}
