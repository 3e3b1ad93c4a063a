package web

import "maps"

// visitor is a source of open pages: a browser, by its cookie, or a network, by its address. A
// visitor that opens too many is refused before others run out of pages and channels.
type visitor struct {
	who             string
	pages, channels int // the largest numbers that it may have open
}

// visitors counts all open pages. The hub's lock guards its fields.
type visitors map[string]*opened

type opened struct {
	pages    int
	channels map[string]int // pages by channel
}

// admit counts a page in rooms for all of who, or for none of them if one would exceed
// its bound.
func (vs visitors) admit(who []visitor, rooms []*room) bool {
	for _, v := range who {
		now := vs[v.who]
		if now == nil {
			now = &opened{}
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
			now = &opened{channels: map[string]int{}}
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
func (vs visitors) dismiss(who []visitor, rooms []*room) {
	for _, v := range who {
		now := vs[v.who]
		if now.pages--; now.pages == 0 {
			delete(vs, v.who)
			continue
		}
		for _, r := range rooms {
			if now.channels[r.channel]--; now.channels[r.channel] == 0 {
				delete(now.channels, r.name)
			}
		}
	}
}
