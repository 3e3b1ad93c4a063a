package slack

import (
	"context"
	"strings"

	slackapi "github.com/slack-go/slack"
)

// noteRemoved reports that a workspace removed the app.
func (a *Adapter) noteRemoved(ctx context.Context, guild string) {
	if a.removed == nil || guild == "" {
		return
	}
	if err := a.removed(ctx, guild); err != nil {
		a.log.ErrorContext(ctx, "that a workspace removed the app could not be noted", "workspace", guild, "error", err,
			"remedy", "delete what is kept of it with `bot purge slack/"+guild+"`")
	}
}

// Present reports whether a workspace has the app. An error means that this isn't known.
func (a *Adapter) Present(ctx context.Context, guild string) (bool, error) {
	err := a.web.call(ctx, guildOf(guild), func(api *slackapi.Client) error {
		_, err := api.AuthTestContext(ctx)
		return err
	})
	switch t, _ := diagnose(err); t {
	case done:
		return true, nil
	case revoked:
		return false, nil
	}
	return false, err
}

// ServerOf returns the workspace that a home document or an installation belongs to. ok is
// false for any other document.
func ServerOf(key string) (platform, guild string, ok bool) {
	rest, ok := strings.CutPrefix(key, homePrefix)
	if !ok {
		rest, ok = strings.CutPrefix(key, installPrefix)
	}
	guild, _, _ = strings.Cut(rest, "/")
	return Platform, guild, ok
}
