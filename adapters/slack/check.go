package slack

import (
	"context"
	"fmt"
)

// Check asks Slack whether the tokens are good. The error says which one is
// not, and what to do.
func (a *Adapter) Check(ctx context.Context) error {
	if s, ok := a.installs.(*single); ok {
		if _, err := s.api.AuthTestContext(ctx); err != nil {
			t, _ := diagnose(err)
			return fmt.Errorf("slack.bot_token: %w; %s", redact(err), remedies[t])
		}
	}
	if a.appToken == "" {
		return nil
	}
	if _, _, err := newSocketAPI(a.appToken, a.client, a.apiURL).StartSocketModeContext(ctx); err != nil {
		if t, _ := diagnose(err); t != revoked {
			return fmt.Errorf("slack.app_token: %w; %s", redact(err), remedies[t])
		}
		return fmt.Errorf("%w (%w)", errRefused, redact(err))
	}
	return nil
}
