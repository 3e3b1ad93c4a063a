package store

import (
	"bufio"
	"bytes"
	"compress/gzip"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"hash"
	"io"
	"time"
	"unicode/utf8"
)

// backupFormat is the number of the format of backups. A backup is a gzip file of
// lines, each a JSON object with a member "kind":
//
//	{"kind":"nimbot backup","format":2,"made":"2026-05-01T02:00:00Z"}
//	{"kind":"record","key":"discord/1/2","expires":…,"due":…,"show":{"1":…},"data":{"v":3,"n":…}}
//	{"kind":"line","board":"rating:discord/1","member":"2","score":1.5,"version":…}
//	{"kind":"end","records":1,"lines":1,"unreadable":[…],"sha256":"…"}
//
// Times are milliseconds since 1970; those that are not set are left out. "show"
// has the times from which the boards of tables must be shown. "data" is the record, byte for byte; a record that contains a line
// break is written as "data64", in base64. A key or name that is not UTF-8 is
// {"base64":"…"}. The digest covers all lines before the last, line breaks included.
// A program refuses a file with an unknown kind of line: a newer version made it.
const backupFormat = 2

// The kinds of lines.
const (
	kindHead   = "nimbot backup"
	kindRecord = "record"
	kindLine   = "line"
	kindEnd    = "end"
)

// maxLine bounds the lines that a program reads from a backup, in bytes. A record's line
// is longer than the record, because base64 and escapes lengthen it.
const maxLine = 2*MaxData + 8*MaxKey

// backupLine is any line of a backup.
type backupLine struct {
	Kind       string          `json:"kind"`
	Format     int             `json:"format,omitempty"`
	Made       time.Time       `json:"made,omitzero"`
	Key        anyText         `json:"key,omitempty"`
	Expires    int64           `json:"expires,omitempty"`
	Due        int64           `json:"due,omitempty"`
	Show       map[int]int64   `json:"show,omitempty"`
	Data       json.RawMessage `json:"data,omitempty"`
	Data64     []byte          `json:"data64,omitempty"`
	Board      anyText         `json:"board,omitempty"`
	Member     anyText         `json:"member,omitempty"`
	Score      float64         `json:"score,omitempty"`
	Version    uint64          `json:"version,omitempty"`
	Records    int             `json:"records,omitempty"`
	Lines      int             `json:"lines,omitempty"`
	Unreadable []string        `json:"unreadable,omitempty"`
	SHA256     string          `json:"sha256,omitempty"`
}

// anyText is a string that need not be UTF-8.
type anyText string

type base64Text struct {
	Base64 []byte `json:"base64"`
}

// MarshalJSON implements json.Marshaler.
func (t anyText) MarshalJSON() ([]byte, error) {
	if utf8.ValidString(string(t)) {
		return json.Marshal(string(t))
	}
	return json.Marshal(base64Text{[]byte(t)})
}

// UnmarshalJSON implements json.Unmarshaler.
func (t *anyText) UnmarshalJSON(data []byte) error {
	if data[0] == '"' {
		return json.Unmarshal(data, (*string)(t))
	}
	var encoded base64Text
	err := json.Unmarshal(data, &encoded)
	*t = anyText(encoded.Base64)
	return err
}

// WriteBackup writes every record and board of a source to w, each as it is at some
// moment during the call; the source may be used meanwhile. It skips damaged records and
// lists them at the end of the backup. It fails with ErrNewer if a newer version of the
// program wrote a record.
func WriteBackup(ctx context.Context, w io.Writer, from Source, now time.Time) error {
	zip, err := gzip.NewWriterLevel(w, gzip.BestSpeed)
	if err != nil {
		return err
	}
	b := backupWriter{buffer: bufio.NewWriterSize(zip, 1<<16), digest: sha256.New()}
	if err := b.object(backupLine{Kind: kindHead, Format: backupFormat, Made: now.UTC()}); err != nil {
		return err
	}
	end := backupLine{Kind: kindEnd}
	for e, err := range from.All(ctx) {
		switch {
		case err == nil:
			end.Records++
			err = b.record(e)
		case e.Key != "" && errors.Is(err, ErrCorrupt):
			end.Unreadable = append(end.Unreadable, err.Error())
			err = nil
		}
		if err != nil {
			return err
		}
	}
	for l, err := range from.AllLines(ctx) {
		if err == nil {
			end.Lines++
			err = b.object(backupLine{Kind: kindLine, Board: anyText(l.Board), Member: anyText(l.Member), Score: l.Score, Version: l.Version})
		}
		if err != nil {
			return err
		}
	}
	end.SHA256 = hex.EncodeToString(b.digest.Sum(nil))
	return errors.Join(b.object(end), b.buffer.Flush(), zip.Close())
}

// backupWriter writes the lines of a backup and computes their digest.
type backupWriter struct {
	buffer *bufio.Writer
	digest hash.Hash
	line   []byte // reused by record
}

func (b *backupWriter) object(l backupLine) error {
	line, err := json.Marshal(l)
	if err != nil {
		return err
	}
	return b.write(append(line, '\n'))
}

// record writes an entry by hand: encoding/json would change the bytes of the
// record.
func (b *backupWriter) record(e Entry) error {
	line, err := appendMember(append(b.line[:0], `{"kind":"`+kindRecord+`",`...), "key", anyText(e.Key))
	if err != nil {
		return err
	}
	show := map[int]int64{}
	for _, s := range e.Show {
		show[s.Table] = Milli(s.At)
	}
	for _, t := range []struct {
		name string
		at   time.Time
	}{{"expires", e.Expires}, {"due", e.Due}} {
		if !t.at.IsZero() {
			line = fmt.Appendf(line, `,"%s":%d`, t.name, Milli(t.at))
		}
	}
	if len(show) > 0 {
		if line, err = appendMember(append(line, ','), "show", show); err != nil {
			return err
		}
	}
	if line = append(line, ','); bytes.ContainsAny(e.Record.Data, "\r\n") {
		line, err = appendMember(line, "data64", e.Record.Data)
	} else {
		line = append(append(line, `"data":`...), e.Record.Data...)
	}
	b.line = append(line, '}', '\n')
	return errors.Join(err, b.write(b.line))
}

// appendMember appends a member of a JSON object.
func appendMember(line []byte, name string, value any) ([]byte, error) {
	text, err := json.Marshal(value)
	return append(append(line, `"`+name+`":`...), text...), err
}

func (b *backupWriter) write(line []byte) error {
	b.digest.Write(line) // never fails
	_, err := b.buffer.Write(line)
	return err
}
