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
	"io/fs"
	"iter"
	"maps"
	"slices"
	"strings"
	"time"
)

// Backup is a backup that was verified completely. It is a Source.
type Backup struct {
	Made       time.Time
	Records    int      // how many records it holds
	Unreadable []string // the errors of the records that were damaged when it was made
	file       io.ReadSeeker
}

// ErrBackup means that a file is not a backup, or is a damaged one. It wraps ErrCorrupt.
var ErrBackup = fmt.Errorf("%w: no backup, or a damaged one", ErrCorrupt)

// OpenBackup reads a backup to its end and verifies it. The error is ErrNewer or
// ErrOlder if the backup or one of its records has a format that this version of the program
// doesn't read, ErrCorrupt if the file is not a backup, is incomplete or was changed. The file must not change while the Backup is
// used.
func OpenBackup(ctx context.Context, file io.ReadSeeker) (*Backup, error) {
	b := &Backup{file: file}
	r, err := b.start()
	if err != nil {
		return nil, err
	}
	b.Made = r.head.Made
	for ctx.Err() == nil {
		l, err := r.next()
		if err != nil {
			return nil, err
		}
		switch l.Kind {
		case kindEnd:
			b.Records, b.Unreadable = l.Records, l.Unreadable
			return b, nil
		case kindRecord:
			_, err = l.entry()
		case kindLine:
			_, err = l.leaderboardLine()
		}
		if err != nil {
			return nil, err
		}
	}
	return nil, ctx.Err()
}

// All implements Source.
func (b *Backup) All(ctx context.Context) iter.Seq2[Entry, error] {
	return every(ctx, b, kindRecord, backupLine.entry)
}

// AllLines implements Source.
func (b *Backup) AllLines(ctx context.Context) iter.Seq2[LeaderboardLine, error] {
	return every(ctx, b, kindLine, backupLine.leaderboardLine)
}

// every yields the parsed content of all lines of one kind.
func every[T any](ctx context.Context, b *Backup, kind string, parse func(backupLine) (T, error)) iter.Seq2[T, error] {
	return func(yield func(T, error) bool) {
		var none T
		r, err := b.start()
		for err == nil {
			var l backupLine
			if l, err = r.next(); err != nil || l.Kind == kindEnd {
				break
			}
			if l.Kind != kind {
				continue
			}
			var one T
			one, err = parse(l)
			if err = errors.Join(err, ctx.Err()); err == nil && !yield(one, nil) {
				return
			}
		}
		if err != nil {
			yield(none, err)
		}
	}
}

// start rewinds the file and reads its head.
func (b *Backup) start() (*backupReader, error) {
	if _, err := b.file.Seek(0, io.SeekStart); err != nil {
		return nil, err
	}
	zip, err := gzip.NewReader(bufio.NewReader(b.file))
	if isReadError(err) {
		return nil, err
	}
	if err != nil {
		return nil, fmt.Errorf("%w: it isn't a gzip file", ErrBackup)
	}
	r := &backupReader{lines: bufio.NewScanner(zip), digest: sha256.New()}
	r.lines.Buffer(nil, maxLine)
	r.lines.Split(wholeLine)
	text, err := r.line()
	if err != nil {
		return nil, err
	}
	switch err := json.Unmarshal(text, &r.head); {
	case err != nil || r.head.Kind != kindHead || r.head.Format < 1:
		return nil, fmt.Errorf("%w: it doesn't begin like one", ErrBackup)
	}
	if err := CheckFormat(r.head.Format, backupFormat); err != nil {
		return nil, err
	}
	r.add(text)
	return r, nil
}

// backupReader reads the lines of a backup, and compares them with the counts and the digest
// in the last one.
type backupReader struct {
	lines   *bufio.Scanner
	digest  hash.Hash
	head    backupLine
	records int
	boards  int // leaderboard lines
}

// wholeLine splits lines like bufio.ScanLines, but an unterminated last line is an error,
// and a carriage return stays.
func wholeLine(data []byte, atEOF bool) (advance int, token []byte, err error) {
	if i := bytes.IndexByte(data, '\n'); i >= 0 {
		return i + 1, data[:i], nil
	}
	if atEOF && len(data) > 0 {
		return 0, nil, io.ErrUnexpectedEOF
	}
	return 0, nil, nil
}

// line returns the next line; the end of the file is an error.
func (r *backupReader) line() ([]byte, error) {
	if r.lines.Scan() {
		return r.lines.Bytes(), nil
	}
	switch err := r.lines.Err(); {
	case isReadError(err):
		return nil, err
	case err != nil && !errors.Is(err, io.ErrUnexpectedEOF):
		return nil, fmt.Errorf("%w: %w", ErrBackup, err)
	}
	return nil, fmt.Errorf("%w: it is cut short", ErrBackup)
}

// isReadError reports whether err is an error of reading the file, which says
// nothing about its content.
func isReadError(err error) bool { return errors.As(err, new(*fs.PathError)) }

// add adds a line to the digest.
func (r *backupReader) add(line []byte) {
	r.digest.Write(line) // never fails
	r.digest.Write([]byte{'\n'})
}

// next returns the next line. At the last line it verifies the counts and the digest.
func (r *backupReader) next() (l backupLine, err error) {
	text, err := r.line()
	if err != nil {
		return l, err
	}
	if err := json.Unmarshal(text, &l); err != nil {
		return l, fmt.Errorf("%w: %w", ErrBackup, err)
	}
	switch l.Kind {
	case kindRecord:
		r.records++
	case kindLine:
		r.boards++
	case kindEnd:
		return l, r.checkEnd(l)
	default:
		return l, fmt.Errorf("%w: a backup with lines of the kind %q", ErrNewer, clip(l.Kind))
	}
	r.add(text)
	return l, nil
}

func (r *backupReader) checkEnd(end backupLine) error {
	if end.Records != r.records || end.Lines != r.boards || end.SHA256 != hex.EncodeToString(r.digest.Sum(nil)) {
		return fmt.Errorf("%w: it was changed after it was made", ErrBackup)
	}
	if r.lines.Scan() || r.lines.Err() != nil {
		return fmt.Errorf("%w: something follows its end", ErrBackup)
	}
	return nil
}

// clip shortens text that an error quotes from a file of unknown origin.
func clip(text string) string {
	const most = 40
	if len(text) > most {
		return strings.ToValidUTF8(text[:most], "") + "…"
	}
	return text
}

// entry returns the entry on a line.
func (l backupLine) entry() (Entry, error) {
	key, data := string(l.Key), []byte(l.Data)
	if len(data) == 0 {
		data = l.Data64
	}
	r, err := ParseRecord(key, data)
	if err != nil {
		return Entry{}, err
	}
	e := Entry{Key: key, Record: r, Expires: FromMilli(l.Expires), Due: FromMilli(l.Due)}
	for _, table := range slices.Sorted(maps.Keys(l.Show)) {
		e.Show = append(e.Show, Show{table, FromMilli(l.Show[table])})
	}
	if err := e.Check(); err != nil {
		return Entry{}, fmt.Errorf("%w: %w", ErrBackup, err)
	}
	return e, nil
}

// leaderboardLine parses the leaderboard line that l holds.
func (l backupLine) leaderboardLine() (LeaderboardLine, error) {
	line := LeaderboardLine{Board: string(l.Board), Line: Line{Member: string(l.Member), Score: l.Score, Version: l.Version}}
	if err := CheckLine(line.Board, line.Line); err != nil {
		return LeaderboardLine{}, fmt.Errorf("%w: %w", ErrBackup, err)
	}
	return line, nil
}
