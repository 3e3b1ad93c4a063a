package serve

import (
	"sync"
	"time"
)

// The bounds of new pictures in a shareWindow. A picture takes some 5 ms.
const (
	shareWindow = 10 * time.Second
	// sourcePictures is how many one source gets while few others ask.
	sourcePictures = 200
	// sharedPictures are divided among the sources that asked in the last window or in this one;
	// sparePictures are for those that come later, so that nobody finds all of them spent.
	sharedPictures = 400
	sparePictures  = 200
)

// shares divides the new pictures among the sources that ask for some, in windows of time. Each gets
// at least one, as long as any are left. It is safe for concurrent use.
type shares struct {
	now func() time.Time

	mu     sync.Mutex
	begun  time.Time      // the window
	drawn  map[string]int // by source, in the window
	all    int
	before int // how many sources asked in the last window
}

// allow reports whether a source gets a picture now, and counts it.
func (s *shares) allow(source string) bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	if past := s.now().Sub(s.begun); past >= shareWindow {
		s.before = len(s.drawn)
		if past >= 2*shareWindow {
			s.before = 0
		}
		s.begun, s.drawn, s.all = s.now(), map[string]int{}, 0
	}
	if s.all >= sharedPictures+sparePictures {
		return false
	}
	n := s.drawn[source]
	s.drawn[source] = n // it asks, even if it gets none
	if n >= max(1, min(sourcePictures, sharedPictures/max(s.before, len(s.drawn)))) {
		return false
	}
	s.drawn[source], s.all = n+1, s.all+1
	return true
}
