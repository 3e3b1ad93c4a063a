package web

import "maps"

// pageSource is a source of open pages: a browser, by its cookie, a network, by its address, or in an
// Activity a person. A visitor that opens too many is refused before others run out of pages.
type pageSource struct {
	who             string
	pages, channels int // the largest numbers that it may have open
}

// pageCounts counts all open pages. The hub's lock guards its fields.
type pageCounts map[string]*pageCount

type pageCount struct {
	pages    int
	channels map[string]int // pages by channel
}

// admit counts a page in rooms for all of who, or for none of them if one would exceed
// its bound.
func (vs pageCounts) admit(who []pageSource, rooms []*room) bool {
	for _, v := range who {
		now := vs[v.who]
		if now == nil {
			now = &pageCount{}
		}
		channels := maps.Clone(now.channels)
		if channels == nil {
			channels = map[string]int{}
		}
		for _, r := range rooms {
			channels[r.channel]++
		}
		if now.pages >= v.pages || len(channels) > v.channels {
			return false
		}
	}
	for _, v := range who {
		now := vs[v.who]
		if now == nil {
			now = &pageCount{channels: map[string]int{}}
			vs[v.who] = now
		}
		now.pages++
		for _, r := range rooms {
			now.channels[r.channel]++
		}
	}
	return true
}

// dismiss undoes admit.
func (vs pageCounts) dismiss(who []pageSource, rooms []*room) {
	for _, v := range who {
		now := vs[v.who]
		if now.pages--; now.pages == 0 {
			delete(vs, v.who)
			continue
		}
		for _, r := range rooms {
			if now.channels[r.channel]--; now.channels[r.channel] == 0 {
				delete(now.channels, r.channel)
			}
		}
	}
}
