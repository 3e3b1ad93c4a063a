package main

import (
	"bytes"
	"errors"
	"fmt"
	"os"

	"nimbot/cmd/bot/config"
	"nimbot/game/draw"
	"nimbot/game/rules"
	"nimbot/game/words"
	"nimbot/store"
	"nimbot/store/channel"
	"nimbot/store/platform"
)

// savePNG writes a picture of a position to a file.
func savePNG(file string, d rules.Diagram) error {
	var b bytes.Buffer
	if err := draw.PNG(&b, d, draw.Options{}); err != nil {
		return err
	}
	return saveFile(file, b.Bytes())
}

// saveGIF writes an animation of the game in a channel's document to a file.
func saveGIF(file string, document []byte) error {
	frames, err := framesOf(document)
	if err != nil {
		return err
	}
	var b bytes.Buffer
	if err := draw.GIF(&b, frames, draw.Options{}); err != nil {
		return err
	}
	return saveFile(file, b.Bytes())
}

// saveFile writes a file. Its error names the file and the remedy.
func saveFile(file string, data []byte) error {
	if err := os.WriteFile(file, data, 0o644); err != nil {
		return fmt.Errorf("%s: %s; name a file that can be written", file, config.Reason(err))
	}
	return nil
}

// framesOf returns drawings of the positions of the game in a channel's
// document, from the first to the current one, without moves that were taken back.
func framesOf(document []byte) ([]rules.Diagram, error) {
	doc, err := channel.Decode(document)
	if err != nil {
		return nil, err
	}
	if doc.Game == nil {
		return nil, errors.New("no game was played in this channel yet, so there is nothing to draw")
	}
	setup := rules.Setup{Game: doc.Game.Key, Ending: rules.EndingOf(doc.Game.Ending), Start: doc.Game.Start}
	match, err := rules.Replay(setup, doc.Game.Events)
	if err != nil {
		return nil, fmt.Errorf("%w: %w", store.ErrCorrupt, err)
	}
	catalogue, err := words.Load()
	if err != nil {
		return nil, err
	}
	return catalogue.Frames(match, doc.Game.Players[0].ID == platform.BotID, doc.Settings.Language), nil
}
