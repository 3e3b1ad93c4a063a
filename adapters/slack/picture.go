package slack

import (
	"strings"
	"sync/atomic"
	"time"

	"nimbot/game/dialog"
	"nimbot/game/draw"
)

// pictures makes the addresses of boards' pictures. Slack fetches a picture through its
// own proxy and caches it, so each state of a game has another address. If Slack can't
// fetch them, boards are drawn in emoji.
type pictures struct {
	site          string        // the beginning of every address; "": no pictures
	disabledUntil *atomic.Int64 // when pictures may be sent again, in nanoseconds since 1970
}

// refusedFor is how long no picture is sent after Slack refused one.
const refusedFor = 10 * time.Minute

// maxImageURL is the longest address of an image that Slack takes, in characters.
const maxImageURL = 3000

func newPictures(publicURL string) pictures {
	p := pictures{disabledUntil: &atomic.Int64{}}
	if strings.HasPrefix(publicURL, "https://") {
		p.site = strings.TrimSuffix(publicURL, "/")
	}
	return p
}

// of returns the address of a message's picture, "" if it has none: private messages are
// drawn in emoji.
func (p pictures) of(m dialog.Message, now time.Time) string {
	if p.site == "" || m.To != nil || m.Diagram == nil || now.UnixNano() < p.disabledUntil.Load() {
		return ""
	}
	picture := draw.Picture{Marks: m.Diagram.Marks}
	switch {
	case m.Board != nil && m.Board.Game != nil:
		match := m.Board.Game.Match
		picture.Game, picture.Position = match.Setup().Game, match.Position().String()
	case m.Share != nil:
		picture.Game, picture.Position = m.Share.Match.Setup().Game, m.Share.Match.Position().String()
		if picture.Score = []draw.Glyph(m.Share.Score); len(picture.Score) > 0 { // a share card shows the position at the start
			picture.Position = m.Share.Match.Positions()[0].String()
		}
	case m.Drawn != nil:
		picture.Game, picture.Position = m.Drawn.Game, m.Drawn.Position
	default:
		return ""
	}
	path, ok := picture.Path()
	if address := p.site + path; ok && len(address) <= maxImageURL {
		return address
	}
	return ""
}

// refused notes that Slack did not take a picture.
func (p pictures) refused(now time.Time) { p.disabledUntil.Store(now.Add(refusedFor).UnixNano()) }
