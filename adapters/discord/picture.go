package discord

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"runtime"
	"time"

	"github.com/bwmarrin/discordgo"

	"nimbot/game/dialog"
	"nimbot/game/draw"
	"nimbot/game/rules"
)

// A board that everybody sees has a picture instead of the drawing in emoji. Both together would
// say the same thing twice, and on a phone a game of five piles would not leave its buttons on the
// screen. The sentence above stays, as text and as the picture's alternative text: whoever does not
// see pictures, or has not loaded them, misses nothing. A private message uses emoji: it is read
// once, so an upload isn't worth its cost. Only a demonstration, which shows every move, has an animation.

const (
	// pictureName is the name of the attached file.
	pictureName = "board.png"
	// animationName is the one of a demonstration.
	animationName = "demo.gif"
	// pictureWidth makes the letter of a pile about 14 points high on a
	// phone, which shows a board's picture 240 points wide.
	pictureWidth = 480
	// maxPicture is the largest picture in bytes. Discord drops an answer to a
	// request of its own that has 160 kB, and takes one of 80 kB:
	// https://github.com/discord/discord-api-docs/issues/5250 and 5925.
	maxPicture = 64 << 10
	// pictureTime is how long a board waits for its picture.
	pictureTime = 200 * time.Millisecond
	// picturesKept is how many bytes of pictures are remembered, some
	// thousand: choosing a move step by step shows a position again and again.
	picturesKept = 4 << 20
)

// PNG draws a position for [Config.Picture]: narrow, for phones, and dark like most people's
// Discord. The card is opaque and reads on a light page, too. Errors are those of draw.PNG.
func PNG(w io.Writer, d rules.Diagram) error {
	return draw.PNG(w, d, draw.Options{Theme: draw.Dark, Width: pictureWidth})
}

// pictures draws boards, and caches the latest pictures.
type pictures struct {
	draw    func(io.Writer, rules.Diagram) error
	log     *slog.Logger
	drawing chan struct{} // has an element for each picture being drawn
	cache   *pictureCache
}

// newPictures returns nil, which draws nothing, if draw is nil.
func newPictures(draw func(io.Writer, rules.Diagram) error, log *slog.Logger) *pictures {
	if draw == nil {
		return nil
	}
	return &pictures{
		draw: draw, log: log, drawing: make(chan struct{}, runtime.GOMAXPROCS(0)),
		cache: newPictureCache(picturesKept),
	}
}

// png returns the picture of d, or nil if there's none. A missing picture never delays a
// game.
func (p *pictures) png(d rules.Diagram) []byte {
	return p.picture(d, func(w io.Writer) error { return p.draw(w, d) })
}

// gif returns the animation of a match in the words of v, or nil if there's none.
func (p *pictures) gif(m rules.Match, v localizer) []byte {
	if p == nil {
		return nil
	}
	frames := v.words.Frames(m, false, v.locale)
	return p.picture(frames, func(w io.Writer) error { return animate(w, frames) })
}

// animate writes an animation that looks like the pictures of PNG.
func animate(w io.Writer, frames []rules.Diagram) error {
	return draw.GIF(w, frames, draw.Options{Theme: draw.Dark, Width: pictureWidth})
}

// picture returns what paint writes, cached by what it shows, or nil.
func (p *pictures) picture(of any, paint func(io.Writer) error) []byte {
	if p == nil {
		return nil
	}
	key, err := json.Marshal(of)
	if err == nil {
		if painted, ok := p.cache.get(string(key)); ok {
			return painted
		}
		var painted []byte
		if painted, err = p.wait(string(key), paint); err == nil {
			return painted
		}
	}
	p.log.Warn("discord: a board is shown without its picture", "error", err)
	return nil
}

// wait paints in a goroutine of its own and waits for at most pictureTime. A
// picture that comes later is kept for the next time.
func (p *pictures) wait(key string, paint func(io.Writer) error) ([]byte, error) {
	type outcome struct {
		painted []byte
		err     error
	}
	patience := time.NewTimer(pictureTime)
	defer patience.Stop()
	done := make(chan outcome, 1)
	select {
	case p.drawing <- struct{}{}:
	case <-patience.C:
		return nil, errors.New("too many are being drawn")
	}
	go func() {
		defer func() { <-p.drawing }()
		painted, err := encode(paint)
		if err == nil {
			p.cache.put(key, painted)
		}
		done <- outcome{painted, err}
	}()
	select {
	case o := <-done:
		return o.painted, o.err
	case <-patience.C:
		return nil, fmt.Errorf("not drawn within %s", pictureTime)
	}
}

// encode returns what paint writes.
func encode(paint func(io.Writer) error) (painted []byte, err error) {
	defer func() {
		if fault := recover(); fault != nil {
			err = fmt.Errorf("drawing panicked: %v", fault)
		}
	}()
	var b bytes.Buffer
	if err := paint(&b); err != nil {
		return nil, err
	}
	if b.Len() > maxPicture {
		return nil, fmt.Errorf("a picture of %d bytes, of which %d are allowed", b.Len(), maxPicture)
	}
	return b.Bytes(), nil
}

// send shows m by a request to Discord, without its picture if Discord refuses
// that: the bot may lack the permission to attach files to what it posts unasked.
func (w messageWriter) send(m dialog.Message, stripped bool, by func(message) error) error {
	with := w.message(m, stripped)
	err := by(with)
	if with.file.data == nil || m.File != nil || !isPictureRefused(err) {
		return err
	}
	w.pictures.log.Info("discord: a board is shown without its picture", "error", err)
	w.pictures = nil
	return by(w.message(m, stripped))
}

// isPictureRefused reports whether the same message might be accepted without its
// picture.
func isPictureRefused(err error) bool {
	switch restCode(err) {
	case discordgo.ErrCodeMissingPermissions, discordgo.ErrCodeInvalidFormBody, discordgo.ErrCodeRequestEntityTooLarge:
		return true
	}
	return false
}
