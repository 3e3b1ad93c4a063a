package sim

import (
	"fmt"
	"io"
	"strings"
	"sync"
	"time"
)

// trace is what happened, a line an event, in its order.
type trace struct {
	mu    sync.Mutex
	lines []string
}

// note adds an event.
func (t *trace) note(format string, args ...any) {
	line := time.Now().UTC().Format("15:04:05.000000000") + " " + fmt.Sprintf(format, args...)
	t.mu.Lock()
	defer t.mu.Unlock()
	t.lines = append(t.lines, line)
}

// log returns a writer for what a copy logs.
func (t *trace) log(who string) io.Writer { return logged{t, who} }

type logged struct {
	trace *trace
	who   string
}

func (l logged) Write(line []byte) (int, error) {
	l.trace.note("%s logs %s", l.who, strings.TrimSpace(string(line)))
	return len(line), nil
}

// String returns all events.
func (t *trace) String() string {
	t.mu.Lock()
	defer t.mu.Unlock()
	return strings.Join(t.lines, "\n")
}
