package serve

import (
	lru "github.com/hashicorp/golang-lru/v2"
	"github.com/prometheus/client_golang/prometheus"

	"nimbot/game/dialog"
)

// liveTables counts the running games of each platform, in the places that this process
// served last. A count of all would need a scan of the store.
type liveTables struct {
	gauge  *prometheus.GaugeVec
	places *lru.Cache[dialog.Place, int]
}

// tablesKept is how many places are counted, about 150 bytes each.
const tablesKept = 50_000

func newLiveTables() *liveTables {
	l := &liveTables{gauge: prometheus.NewGaugeVec(prometheus.GaugeOpts{
		Name: "nim_tables", Help: "Running games in the places that this process served last.",
	}, []string{"platform"})}
	l.places, _ = lru.NewWithEvict(tablesKept, func(p dialog.Place, n int) { l.add(p, -n) }) // the size is positive
	return l
}

func (l *liveTables) add(p dialog.Place, n int) {
	l.gauge.WithLabelValues(p.Platform).Add(float64(n))
}

// answered counts the running games in the answer to a request: the person's private game, or the
// channel's games.
func (l *liveTables) answered(q dialog.Request, r dialog.Reply) {
	if r.State != nil && r.State.Table == 0 {
		q.Place = q.Place.Own(q.User.ID)
	}
	l.note(q.Place, r)
}

// note counts the running games of a place.
func (l *liveTables) note(place dialog.Place, r dialog.Reply) {
	if r.Version == 0 || r.Round != nil {
		return // the place's document wasn't read
	}
	n := len(r.Tables)
	if r.Tables == nil {
		n = running(r.State)
	}
	before, _ := l.places.Peek(place)
	if n == before {
		return
	}
	l.places.Remove(place) // the eviction subtracts its former count
	if n > 0 {
		l.places.Add(place, n)
		l.add(place, n)
	}
}

// running is 1 for a running game, else 0.
func running(st *dialog.State) int {
	if st == nil || st.Over {
		return 0
	}
	return 1
}
