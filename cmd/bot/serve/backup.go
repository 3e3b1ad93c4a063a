package serve

import (
	"context"
	"fmt"
	"io"
	"net/http"
	"strings"
	"time"

	"nimbot/cmd/bot/config"
	"nimbot/store"
)

// problemTrailer is the HTTP trailer with the reason for an incomplete backup.
const problemTrailer = "Problem"

// backupHandler streams a backup.
func backupHandler(p *App) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Content-Type", "application/gzip")
		if err := store.WriteBackup(r.Context(), perWriteDeadline{w}, WithoutServerRecords{p.store}, p.Clock.Now()); err != nil {
			p.log.Warn("a backup was not completed", "error", err)
			w.Header().Set(http.TrailerPrefix+problemTrailer, strings.ReplaceAll(err.Error(), "\n", "; "))
		}
	})
}

// perWriteDeadline extends the write deadline for each chunk of a long
// response.
type perWriteDeadline struct{ http.ResponseWriter }

// pieceWithin is how long a client may take for a piece.
const pieceWithin = 30 * time.Second

// Write implements io.Writer.
func (p perWriteDeadline) Write(piece []byte) (int, error) {
	if err := http.NewResponseController(p.ResponseWriter).SetWriteDeadline(time.Now().Add(pieceWithin)); err != nil {
		return 0, err
	}
	return p.ResponseWriter.Write(piece)
}

// BackupRunning makes the backup through the server that has the file open. The error is a
// Problem if no server can be asked, that of w, or what the server says. Then what was written to
// w isn't a backup.
func BackupRunning(ctx context.Context, c config.Config, w io.Writer) error {
	resp, err := askServer(ctx, c, "/backup")
	if err != nil {
		return err
	}
	defer func() { _ = resp.Body.Close() }() // it was only read
	if _, err := io.Copy(w, resp.Body); err != nil {
		return err
	}
	if problem := resp.Trailer.Get(problemTrailer); problem != "" {
		return fmt.Errorf("the server couldn't complete the backup: %s", problem)
	}
	return nil
}
