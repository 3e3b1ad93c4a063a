package slack

import (
	"slices"
	"time"
)

// queue holds the jobs that wait in one channel. It exists while a job waits or is being
// sent.
type queue struct {
	channel string
	jobs    []*job
	sent    *job        // the one that is being sent
	timer   *time.Timer // until a job may be ready; nil: one is due or being sent
}

// find returns the index of the waiting job of a name, -1 if there is none.
func (q *queue) find(name string) int {
	return slices.IndexFunc(q.jobs, func(j *job) bool { return name != "" && j.name == name })
}

// ready removes and returns the first job that is ready and before which none of its line
// waits. If there is none, wait is the time until one may be.
func (q *queue) ready(now time.Time) (j *job, wait time.Duration) {
	var lines []string // whose first job isn't ready
	for i, j := range q.jobs {
		if slices.Contains(lines, j.line) {
			continue
		}
		w := j.notBefore.Sub(now)
		if w <= 0 && j.ready != nil {
			w = j.ready()
		}
		if w <= 0 {
			q.jobs = slices.Delete(q.jobs, i, i+1)
			return j, 0
		}
		if lines = append(lines, j.line); wait == 0 || w < wait {
			wait = w
		}
	}
	return nil, wait
}
