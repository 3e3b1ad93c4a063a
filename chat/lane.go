package chat

import (
	"container/list"
	"slices"
	"sync"

	"nimbot/channel"
	"nimbot/game"
	"nimbot/store"
)

// maxLanes is how many channels stay decoded in memory while nobody speaks
// in them: about 10 kB each.
const maxLanes = 10_000

// maxTogether is how many commands on one channel share a write.
const maxTogether = 32

// lanes lets one command at a time into each channel, with those that came
// meanwhile behind it, and keeps what the last ones knew.
type lanes struct {
	mu   sync.Mutex
	all  map[string]*lane
	idle *list.List // of *lane nobody is in, least recently used first
	max  int
}

// lane is one channel. Of those inside, one leads: it does all the commands that
// wait, its own among them, one after another, and stores what came of them in
// one write. A channel in which many press at once is limited by the store only
// in how often it writes. One that came late leads, since it has the most time
// left.
type lane struct {
	key    string
	inside int // commands, waiting ones included
	inIdle *list.Element
	led    bool   // somebody leads
	queue  []*job // not begun, the first come first

	// What follows belongs to whoever leads.
	known *known // nil: not read yet, or not to be trusted
	// unsure are the people whose last command had an unknown outcome.
	unsure map[string]bool
}

// doubt notes that nobody knows whether the person's command was done.
func (ln *lane) doubt(user string) {
	if user == "" {
		return
	}
	if ln.unsure == nil {
		ln.unsure = map[string]bool{}
	}
	ln.unsure[user] = true
}

// job is one command on its way through a lane. act may run several times,
// each time on a new session with newer knowledge.
type job struct {
	who string // the person's id; "" for nobody's
	act func(*session)

	turn chan bool // of one who waits: true, it leads now; false, it is done
	gone bool      // its caller has given up and knows no outcome

	session *session // what came of it, when err is nil
	err     error
}

// known is a decoded document. It is never changed, only replaced.
type known struct {
	doc   channel.Document
	match game.Match // valid when doc.Game is not nil
}

func newLanes(max int) *lanes {
	return &lanes{all: map[string]*lane{}, idle: list.New(), max: max}
}

// enter brings a job into a channel. It leads when nobody else does; otherwise
// its turn will tell.
func (l *lanes) enter(key string, j *job) (ln *lane, leads bool) {
	l.mu.Lock()
	defer l.mu.Unlock()
	ln = l.all[key]
	if ln == nil {
		ln = &lane{key: key}
		l.all[key] = ln
	}
	ln.inside++
	if ln.inIdle != nil {
		l.idle.Remove(ln.inIdle)
		ln.inIdle = nil
	}
	ln.queue = append(ln.queue, j)
	if leads = !ln.led; leads {
		ln.led = true
	} else {
		j.turn = make(chan bool, 1)
	}
	return ln, leads
}

// together are the jobs to be done now, the leader's among them.
func (l *lanes) together(ln *lane) []*job {
	l.mu.Lock()
	defer l.mu.Unlock()
	n := min(len(ln.queue), maxTogether)
	jobs := ln.queue[:n:n]
	ln.queue = ln.queue[n:]
	return jobs
}

// leave tells the jobs that they are done, and lets one of those that wait
// lead, which together will take.
func (l *lanes) leave(ln *lane, leader *job, jobs []*job) {
	l.mu.Lock()
	defer l.mu.Unlock()
	for _, j := range jobs {
		if j == leader {
			continue
		}
		if j.gone {
			ln.doubt(j.who)
		}
		j.turn <- false
	}
	ln.inside -= len(jobs)
	if ln.led = len(ln.queue) > 0; ln.led {
		ln.queue[min(len(ln.queue), maxTogether)-1].turn <- true
		return
	}
	ln.queue = nil
	l.rest(ln)
}

// rest puts a channel that nobody is in among the idle ones.
func (l *lanes) rest(ln *lane) {
	ln.inIdle = l.idle.PushBack(ln)
	for l.idle.Len() > l.max {
		oldest := l.idle.Remove(l.idle.Front()).(*lane)
		delete(l.all, oldest.key)
	}
}

// quit gives up waiting, unless the job's turn came at the last moment: then it
// leads, or it is done. Otherwise begun tells whether the leader has taken it
// already, so that its outcome is unknown.
func (l *lanes) quit(ln *lane, j *job) (leads, done, begun bool) {
	l.mu.Lock()
	defer l.mu.Unlock()
	select {
	case leads = <-j.turn:
		return leads, !leads, true
	default:
	}
	if i := slices.Index(ln.queue, j); i >= 0 {
		ln.queue = slices.Delete(ln.queue, i, i+1)
		ln.inside--
		return false, false, false
	}
	j.gone = true
	return false, false, true
}

// decode reads what is stored; nothing stored is an empty document.
func decode(rec store.Record) (*known, error) {
	if rec.Version == 0 {
		return &known{}, nil
	}
	doc, err := channel.Decode(rec.Data)
	if err != nil {
		return nil, err
	}
	k := &known{doc: doc}
	if g := doc.Game; g != nil {
		k.match, err = game.Replay(game.Setup{Game: g.Key, Ending: game.EndingOf(g.Ending), Start: g.Start}, g.Events)
		if err != nil {
			return nil, corrupt(err)
		}
	}
	return k, nil
}
