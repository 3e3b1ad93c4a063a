package slack

import (
	"context"
	"errors"
	"time"

	slackapi "github.com/slack-go/slack"

	"nimbot/game/dialog"
)

// sendFile sends a person a file. If the app may upload files, the file goes to their
// direct messages with the bot, and notice is sent where they asked. Otherwise fallback
// is sent, a private message with the file as text.
func (s *sender) sendFile(c call, f dialog.File, fallback, notice message) {
	s.outbox.add(queueOf(c.place(), c.user), job{send: func(ctx context.Context) time.Duration {
		err := s.web.upload(ctx, c, f, fallback.Text)
		if err == nil {
			s.sendPrivate(c, notice, false)
			return 0
		}
		if t, _ := diagnose(err); t != noAccess { // the scope files:write is optional
			s.logRefusal(ctx, c, "files.completeUploadExternal", err)
		}
		s.sendPrivate(c, fallback, false)
		return 0
	}})
}

// upload sends a file to the direct messages of c's user and the bot, below a line
// that says what it is. Nothing is sent there unless the app may upload files.
func (web *webAPI) upload(ctx context.Context, c call, f dialog.File, line string) error {
	return web.call(ctx, c.workspace, func(api *slackapi.Client) error {
		to, err := api.GetUploadURLExternalContext(ctx, slackapi.GetUploadURLExternalParameters{FileName: f.Name, FileSize: len(f.Data)})
		if err != nil {
			return err
		}
		if err := api.UploadToURL(ctx, slackapi.UploadToURLParameters{UploadURL: to.UploadURL, Filename: f.Name, Content: string(f.Data)}); err != nil {
			return err
		}
		// A message to a person opens their direct messages, whose id the file needs.
		direct, _, err := api.PostMessageContext(ctx, c.user, slackapi.MsgOptionText(line, false))
		if err != nil {
			return err
		}
		done, err := api.CompleteUploadExternalContext(ctx, slackapi.CompleteUploadExternalParameters{
			Channel: direct, Files: []slackapi.FileSummary{{ID: to.FileID, Title: f.Name}},
		})
		if err == nil && len(done.Files) != 1 {
			return errNoFile
		}
		return err
	})
}

// errNoFile means that Slack accepted an upload but returned no file.
var errNoFile = errors.New("slack: the uploaded file isn't shown")
