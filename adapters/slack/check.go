package slack

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
)

// Check asks Slack whether the tokens are valid and have every scope that the bot uses. notes
// tells the operator which optional scopes are missing. err joins all faults, each one line with
// its remedy.
func (a *Adapter) Check(ctx context.Context) (notes []string, err error) {
	var wrong []error
	if s, ok := a.web.installs.(*single); ok {
		notes, err = s.check(ctx)
		wrong = append(wrong, err)
	}
	if a.socket.token != "" {
		wrong = append(wrong, a.socket.check(ctx))
	}
	return notes, errors.Join(wrong...)
}

// check tries the bot token, and compares its scopes with Scopes.
func (s *single) check(ctx context.Context) (notes []string, err error) {
	said, err := s.api.AuthTestContext(ctx)
	if err != nil {
		return nil, fmt.Errorf("slack.bot_token: %w; %s", redact(err), remedyOf(err))
	}
	granted := strings.Split(strings.ReplaceAll(said.Header.Get("X-OAuth-Scopes"), " ", ""), ",")
	var missing []string
	for _, scope := range Scopes() {
		reason, optional := strings.CutPrefix(scope.Reason, "optional: ")
		switch {
		case slices.Contains(granted, scope.Name):
		case optional:
			notes = append(notes, fmt.Sprintf("slack: without the scope %s there are no %s", scope.Name, reason))
		default:
			missing = append(missing, scope.Name)
		}
	}
	if len(missing) > 0 {
		return notes, fmt.Errorf("slack.bot_token: lacks the scopes %s; add them on the app's OAuth & Permissions page and install it again", strings.Join(missing, ", "))
	}
	return notes, nil
}

// check tries the app token.
func (s *socket) check(ctx context.Context) error {
	_, _, err := s.api().StartSocketModeContext(ctx)
	if err == nil {
		return nil
	}
	if refusal := asRefused(redact(err)); refusal != nil {
		return refusal
	}
	return fmt.Errorf("slack.app_token: %w; %s", redact(err), remedyOf(err))
}
