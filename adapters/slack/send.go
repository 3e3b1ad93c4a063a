package slack

import (
	"context"

	slackapi "github.com/slack-go/slack"
)

// post posts m. The distance to the next message counts from the answer,
// since Slack counts from the arrival, which is earlier.
func (web *webAPI) post(ctx context.Context, c call, m message) (ts string, err error) {
	defer func() { web.rates.posted(queueOf(c.place(), "")) }()
	err = web.call(ctx, c.workspace, func(api *slackapi.Client) error {
		_, ts, err = api.PostMessageContext(ctx, c.channel, options(c.thread, m)...)
		return err
	})
	return ts, err
}

func (web *webAPI) update(ctx context.Context, c call, ts string, m message) error {
	return web.call(ctx, c.workspace, func(api *slackapi.Client) error {
		_, _, _, err := api.UpdateMessageContext(ctx, c.channel, ts, options("", m)...)
		return err
	})
}

func (web *webAPI) whisper(ctx context.Context, c call, m message) error {
	return web.call(ctx, c.workspace, func(api *slackapi.Client) error {
		_, err := api.PostEphemeralContext(ctx, c.channel, c.user, options(c.thread, m)...)
		return err
	})
}

// options are m for the library. An edit without blocks removes those that
// were there.
func options(thread string, m message) []slackapi.MsgOption {
	o := []slackapi.MsgOption{
		slackapi.MsgOptionText(m.Text, false),
		slackapi.MsgOptionDisableLinkUnfurl(),
		slackapi.MsgOptionDisableMediaUnfurl(),
	}
	if len(m.Blocks) > 0 {
		o = append(o, slackapi.MsgOptionBlocks(m.Blocks...))
	}
	if thread != "" {
		o = append(o, slackapi.MsgOptionTS(thread))
	}
	return o
}

func yes() *bool { b := true; return &b }
func no() *bool  { b := false; return &b }
