package sim

import (
	"cmp"
	"fmt"
	"io"
	"regexp"
	"slices"
	"strings"
	"sync"
	"time"
)

// event is one line of a trace.
type event struct {
	at   time.Time
	line string
}

func (e event) String() string { return e.at.UTC().Format("15:04:05.000000000") + " " + e.line }

// trace is what happened, a line an event, in its order.
type trace struct {
	mu     sync.Mutex
	events []event
	logs   []event // what the copies logged, which is among the events, too
}

// note adds an event.
func (t *trace) note(format string, args ...any) {
	e := event{time.Now(), fmt.Sprintf(format, args...)}
	t.mu.Lock()
	defer t.mu.Unlock()
	t.events = append(t.events, e)
}

// add adds events that happened at other times.
func (t *trace) add(all []event) {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.events = append(t.events, all...)
	slices.SortStableFunc(t.events, func(a, b event) int { return cmp.Compare(a.at.UnixNano(), b.at.UnixNano()) })
}

// log returns a writer for what a copy logs.
func (t *trace) log(who string) io.Writer { return logged{t, who} }

type logged struct {
	trace *trace
	who   string
}

func (l logged) Write(line []byte) (int, error) {
	e := event{time.Now(), l.who + " logs " + strings.TrimSpace(string(line))}
	l.trace.mu.Lock()
	defer l.trace.mu.Unlock()
	l.trace.events, l.trace.logs = append(l.trace.events, e), append(l.trace.logs, e)
	return len(line), nil
}

// lines returns all events.
func (t *trace) lines() (all []string) {
	t.mu.Lock()
	defer t.mu.Unlock()
	for _, e := range t.events {
		all = append(all, e.String())
	}
	return all
}

func (t *trace) String() string { return strings.Join(t.lines(), "\n") }

// named are the channels, people and copies that a line names.
var named = regexp.MustCompile(`\bC?9000000000000\d{5}\b|\bU?8000000000000\d{5}\b|\bQuill\d+\b`)

// cutLines is how many of the events that matter are shown.
const cutLines = 40

// cut returns the last events before a complaint about the channels and people that it names, and
// what happened to the copies meanwhile.
func (t *trace) cut(complaint event) string {
	about := named.FindAllString(complaint.line, -1)
	var kept []string
	t.mu.Lock()
	defer t.mu.Unlock()
	for _, e := range t.events {
		if e.at.After(complaint.at) {
			break
		}
		line := e.String()
		if strings.Contains(line, " is killed") || strings.Contains(line, " is told to stop") || slices.ContainsFunc(about, func(x string) bool { return strings.Contains(line, x) }) {
			kept = append(kept, line[:min(len(line), 300)])
		}
	}
	return strings.Join(kept[max(0, len(kept)-cutLines):], "\n")
}
