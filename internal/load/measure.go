package main

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"maps"
	"mime"
	"mime/multipart"
	"net/http"
	"slices"
	"strconv"
	"strings"
	"sync"
	"text/tabwriter"
	"time"
)

// game returns the commands that a person repeats: a game against the bot, which
// answers each of the moves with its own. Only with pictures are the piles
// different in each game, so that the bot has to draw every board.
func (o options) game(serial uint64) []string {
	start := "start 20 20"
	if o.pictures {
		least := uint64(o.moves) + 1
		a, b := least+serial%20, least+serial/20%20
		start = fmt.Sprint("start ", a, " ", b, " ", a, " ", b)
	}
	return append([]string{start}, slices.Repeat([]string{"move A1"}, o.moves)...)
}

// stats has the results of a platform's commands.
type stats struct {
	took   []time.Duration
	failed int
	why    error // the error of one that failed
}

// measure runs the load and prints the throughput, latency and processor time.
func measure(ctx context.Context, o options, out io.Writer) error {
	client := &http.Client{Transport: &http.Transport{MaxIdleConnsPerHost: 2 * o.people}, Timeout: 10 * time.Second}
	before, err := readMetrics(ctx, o.admin)
	if err != nil {
		return fmt.Errorf("the bot doesn't answer on --admin: %w", err)
	}
	ctx, cancel := context.WithTimeout(ctx, o.length)
	defer cancel()
	begun := time.Now()
	all := map[string]*stats{}
	var typing sync.WaitGroup
	for name := range strings.SplitSeq(o.platforms, ",") {
		sign := platforms[name]
		if sign == nil {
			return fmt.Errorf("--platforms: there is no traffic of %q; use %s", name, strings.Join(slices.Sorted(maps.Keys(platforms)), ","))
		}
		t := &stats{}
		all[name] = t
		var mu sync.Mutex
		for person := range o.people {
			typing.Go(func() {
				mine := play(ctx, client, sign, o, person)
				mu.Lock()
				defer mu.Unlock()
				t.took = append(t.took, mine.took...)
				t.failed += mine.failed
				t.why = errors.Join(t.why, mine.why)
			})
		}
	}
	typing.Wait()
	took := time.Since(begun)
	after, err := readMetrics(context.WithoutCancel(ctx), o.admin)
	if err != nil {
		return err
	}
	return report(out, all, took, after.cpu-before.cpu)
}

// play is one person who plays until ctx ends.
func play(ctx context.Context, client *http.Client, sign request, o options, person int) (t stats) {
	var (
		channel uint64
		game    []string
		board   []byte
	)
	for ctx.Err() == nil {
		if len(game) == 0 {
			channel = serial.Add(1)
			game = o.game(channel)
		}
		r, err := sign(o.bot, act{person, channel, game[0], board})
		game = game[1:]
		if err != nil {
			t.failed, t.why = t.failed+1, err
			return t
		}
		begun := time.Now()
		board, err = readAnswer(client.Do(r)) // to its end, also when the time is over
		if err != nil {
			t.failed, t.why = t.failed+1, err
			continue
		}
		t.took = append(t.took, time.Since(begun))
	}
	return t
}

// readAnswer reads a response and fails unless a platform would accept it and
// the command was executed.
func readAnswer(resp *http.Response, err error) ([]byte, error) {
	if err != nil {
		return nil, err
	}
	defer func() { _ = resp.Body.Close() }() // it was read
	body, err := message(resp)
	if err == nil && resp.StatusCode != http.StatusOK {
		err = fmt.Errorf("%s: %.200s", resp.Status, body)
	}
	if err == nil && refused(body) {
		err = fmt.Errorf("refused: %.200s", body)
	}
	return body, err
}

// message returns the message of an answer, without the picture that comes with it.
func message(resp *http.Response) ([]byte, error) {
	kind, params, err := mime.ParseMediaType(resp.Header.Get("Content-Type"))
	if err != nil || kind != "multipart/form-data" {
		return io.ReadAll(resp.Body)
	}
	part, err := multipart.NewReader(resp.Body, params["boundary"]).NextPart()
	if err != nil {
		return nil, err
	}
	body, err := io.ReadAll(part)
	if err != nil {
		return nil, err
	}
	_, err = io.Copy(io.Discard, resp.Body) // otherwise the connection can't be reused
	return body, err
}

// report prints a line for each platform and one for the bot.
func report(out io.Writer, all map[string]*stats, took, cpu time.Duration) error {
	table := tabwriter.NewWriter(out, 0, 0, 2, ' ', tabwriter.AlignRight)
	_, _ = fmt.Fprintln(table, "platform\tcommands\tper second\tp50\tp90\tp99\tp99.9\tmost\tfailed\t") // Flush tells of errors
	commands, why := 0, error(nil)
	for _, name := range slices.Sorted(maps.Keys(all)) {
		t := all[name]
		slices.Sort(t.took)
		commands += len(t.took)
		_, _ = fmt.Fprintf(table, "%s\t%d\t%.0f\t%v\t%v\t%v\t%v\t%v\t%d\t\n", name, len(t.took), float64(len(t.took))/took.Seconds(),
			t.percentile(50), t.percentile(90), t.percentile(99), t.percentile(99.9), t.percentile(100), t.failed)
		if t.failed > 0 {
			why = errors.Join(why, fmt.Errorf("%s: %w", name, t.why))
		}
	}
	if err := table.Flush(); err != nil {
		return err
	}
	if commands > 0 {
		if _, err := fmt.Fprintf(out, "processor: %v a command, %.2f cores\n", (cpu / time.Duration(commands)).Round(time.Microsecond), cpu.Seconds()/took.Seconds()); err != nil {
			return err
		}
	}
	return why
}

// percentile returns the time within which p of 100 commands were answered.
func (t *stats) percentile(p float64) time.Duration {
	if len(t.took) == 0 {
		return 0
	}
	at := int(p / 100 * float64(len(t.took)))
	return t.took[min(at, len(t.took)-1)].Round(10 * time.Microsecond)
}

// sample is the part of the bot's metrics that is read.
type sample struct{ cpu time.Duration }

// cpuMetric is the processor time of the process.
const cpuMetric = "process_cpu_seconds_total "

func readMetrics(ctx context.Context, admin string) (sample, error) {
	r, err := http.NewRequestWithContext(ctx, http.MethodGet, admin+"/metrics", nil)
	if err != nil {
		return sample{}, err
	}
	resp, err := http.DefaultClient.Do(r)
	if err != nil {
		return sample{}, err
	}
	defer func() { _ = resp.Body.Close() }() // it was only read
	lines := bufio.NewScanner(resp.Body)
	for lines.Scan() {
		if text, ok := strings.CutPrefix(lines.Text(), cpuMetric); ok {
			seconds, err := strconv.ParseFloat(text, 64)
			return sample{time.Duration(seconds * float64(time.Second))}, err
		}
	}
	return sample{}, errors.Join(lines.Err(), fmt.Errorf("%s/metrics doesn't tell %s", admin, cpuMetric))
}
