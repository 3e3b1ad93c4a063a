package sim

import (
	"bytes"
	"context"
	"io"
	"math/rand/v2"
	"net/http"
	"regexp"
	"slices"
	"strings"
	"sync"
	"time"
)

// chaos stops copies and starts them again until ctx ends.
func (w *world) chaos(ctx context.Context) {
	if w.o.Faults.Kill == 0 {
		return
	}
	r := rand.New(rand.NewPCG(w.random.Uint64(), 1))
	for sleep(ctx, w.o.Faults.Kill/2+time.Duration(r.Int64N(int64(w.o.Faults.Kill)))) {
		w.copies[r.IntN(len(w.copies))].replace(r.Float64() < w.o.Faults.Gently, w.o.Faults.Down)
	}
}

// replace stops a copy and starts it again, unless another one is away: one always runs.
func (c *instance) replace(gently bool, away time.Duration) {
	w := c.world
	w.mu.Lock()
	busy := w.replacing
	w.replacing = true
	w.mu.Unlock()
	if busy {
		return
	}
	began := time.Now()
	if gently {
		w.trace.note("%s is told to stop", c.host())
		c.drain()
	} else {
		w.trace.note("%s is killed", c.host())
		c.kill()
	}
	time.Sleep(away - time.Since(began)) // net/http shuts down after a random pause, which must not matter
	w.network.revive(c.host())
	w.trace.note("%s starts again", c.host())
	err := c.start()
	for tries := 0; err != nil && tries < 3 && w.disturbedWithin(time.Now().Add(-afterFault), time.Now()); tries++ {
		time.Sleep(2*time.Second + 13*time.Microsecond) // as who runs it does
		err = c.start()
	}
	if err != nil {
		w.model.breaks("%s can't start again: %v", c.host(), err)
	}
	w.faulty()
	w.mu.Lock()
	w.replacing = false
	w.mu.Unlock()
}

// faulty records that a fault happened just now.
func (w *world) faulty() {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.faultAt = append(w.faultAt, time.Now())
}

// maxStall is how long the store answers nothing, or refuses everything.
const maxStall = 3 * time.Second

// faultyFor records that a fault happens for some time, and returns when it is over.
func (w *world) faultyFor(d time.Duration) {
	w.faulty()
	for ; d > time.Second; d -= time.Second {
		time.Sleep(time.Second)
		w.faulty()
	}
	time.Sleep(d)
	w.faulty()
}

// afterFault is how long a fault may disturb what begins after it.
const afterFault = 3 * time.Second

// disturbed reports whether a fault excuses that something went wrong that began then and has
// ended now.
func (w *world) disturbed(began time.Time) bool {
	return w.disturbedWithin(began.Add(-afterFault), time.Now())
}

// disturbedWithin reports whether a fault happened between two times, or no copy runs.
func (w *world) disturbedWithin(from, to time.Time) bool {
	w.mu.Lock()
	defer w.mu.Unlock()
	if w.replacing && len(w.copies) == 1 {
		return true
	}
	for _, at := range slices.Backward(w.faultAt) {
		if at.Before(from) {
			break
		}
		if !at.After(to) {
			return true
		}
	}
	return false
}

// amid lets a fault happen while a delivery is under way: the connections of a copy to the store
// break, so that what they carried may be done and its answer is lost, or the copy is killed.
func (w *world) amid(r *rand.Rand) {
	time.Sleep(time.Duration(r.Int64N(int64(3 * time.Millisecond))))
	c := w.copies[r.IntN(len(w.copies))]
	kinds := 4
	if w.o.Faults.Stalls {
		kinds = 6
	}
	switch r.IntN(kinds) {
	case 0:
		c.replace(false, w.o.Faults.Down)
	case 4:
		d := time.Duration(r.Int64N(int64(maxStall)))
		w.trace.note("for %v nothing that %s sends arrives at the store", d, c.host())
		w.network.stall(c.host(), storeHost, d)
		w.faultyFor(d)
	case 5:
		d := time.Duration(r.Int64N(int64(maxStall)))
		w.trace.note("for %v the store refuses everything", d)
		w.store.refuses(d)
		w.faultyFor(d)
	case 1:
		w.trace.note("the connections of %s to the platforms break", c.host())
		w.faulty()
		w.network.part(c.host(), discordHost)
		w.network.part(c.host(), slackHost)
	default:
		w.trace.note("the connections of %s to the store break", c.host())
		w.faulty()
		w.network.part(c.host(), storeHost)
	}
}

// hinders returns what answers some requests to a platform instead of it, as one does that is busy, and lets
// others wait.
func (w *world) hinders(stream uint64) func(http.ResponseWriter, *http.Request) bool {
	var mu sync.Mutex
	r := rand.New(rand.NewPCG(w.random.Uint64(), stream))
	return func(out http.ResponseWriter, in *http.Request) bool {
		mu.Lock()
		refused, kind := r.Float64() < w.o.Faults.Platform, r.IntN(3)
		late := time.Duration(0)
		if r.Float64() < w.o.Faults.Late && (in.Method == http.MethodPatch || in.Method == http.MethodPost) {
			late = time.Duration(r.Int64N(int64(maxLate)))
		}
		mu.Unlock()
		a := ask{at: time.Now(), from: in.RemoteAddr, what: in.Method + " " + in.URL.Path + aboutOf(in)}
		if !refused {
			w.trace.note("the platform is asked %s", a.what)
			w.asked(a)
			w.holds(a, in, late)
			return false
		}
		w.trace.note("the platform refuses %s", a.what)
		if strings.HasSuffix(a.what, "/socket") || strings.HasSuffix(a.what, "/apps.connections.open") {
			w.faulty() // nothing can be delivered to this copy now
		}
		if kind == 0 {
			out.WriteHeader(http.StatusBadGateway)
			return true
		}
		if kind == 2 { // as from a proxy before the platform
			out.WriteHeader(http.StatusTooManyRequests)
			return true
		}
		out.Header().Set("Retry-After", "1")
		out.Header().Set("Content-Type", "application/json")
		out.WriteHeader(http.StatusTooManyRequests)
		_, _ = io.WriteString(out, `{"message":"You are being rate limited.","retry_after":1.0,"global":false}`) // the bot hung up
		return true
	}
}

// maxLate is how late the platform may do what it is asked. A board must be shown within eight seconds.
const maxLate = 4 * time.Second

// holds lets time pass before the platform does what it was asked. What a copy asked that is killed
// meanwhile isn't done, nor what it asked of Slack on a connection that broke: nobody could set that right.
func (w *world) holds(a ask, in *http.Request, late time.Duration) {
	if late == 0 {
		return
	}
	time.Sleep(late)
	if !w.network.connects(a.from) || strings.HasPrefix(in.URL.Path, "/api/") && in.Context().Err() != nil {
		panic(http.ErrAbortHandler)
	}
	w.trace.note("the platform, %v later, is about to %s", late, a.what)
}

// ask is a request of a copy that the platform answered as it should.
type ask struct {
	at         time.Time
	from, what string
}

// diedShowing reports whether the copy that posted last in a channel was killed soon after: it couldn't look whether
// another copy had shown a newer board meanwhile.
func (w *world) diedShowing(channel string) bool {
	w.mu.Lock()
	defer w.mu.Unlock()
	for _, a := range slices.Backward(w.asks) {
		if strings.HasPrefix(a.what, "POST") && (strings.Contains(a.what, "/channels/"+channel+"/messages") || strings.Contains(a.what, "channel="+channel)) {
			at, died := w.network.died(a.from)
			return died && at.Sub(a.at) < maxLate+overtakesWithin
		}
	}
	return false
}

// overtakesWithin is how long it may take to show a newer board, where the platform lets the copy wait.
const overtakesWithin = 6 * time.Second

func (w *world) asked(a ask) {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.asks = append(w.asks, a)
}

// abouts find the nonce of a message to Discord, and the channel of one to Slack.
var abouts = regexp.MustCompile(`"nonce":"\w+"|\bchannel=\w+`)

// aboutOf returns what a request that posts a message is about, for the trace.
func aboutOf(in *http.Request) string {
	if in.Method != http.MethodPost || !strings.Contains(in.URL.Path, "/channels/") && !strings.HasPrefix(in.URL.Path, "/api/chat.") {
		return ""
	}
	raw, err := io.ReadAll(in.Body)
	in.Body = io.NopCloser(bytes.NewReader(raw))
	if err != nil {
		return "" // the connection broke
	}
	return " with " + abouts.FindString(string(raw))
}
