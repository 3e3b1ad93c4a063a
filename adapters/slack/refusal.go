package slack

import (
	"errors"
	"fmt"

	slackapi "github.com/slack-go/slack"
)

// linkDisabled is the reason with which Slack ends connections, and its error for
// opening one, when Socket Mode is turned off.
const linkDisabled = "link_disabled"

// What an operator can do where Slack refuses the whole app.
const (
	newAppToken = "slack.app_token was refused; make one with the scope connections:write on the app's Basic Information page"
	approve     = "slack: the workspace does not let the app in; have its owners or administrators approve the app, then install it again"
	reactivate  = "slack: the app, or the account that installed it, is deactivated; restore it, then install the app again and set its new tokens"
)

// refusals are the codes with which Slack refuses every connection until an operator
// acts, and their meaning.
var refusals = map[string]string{
	linkDisabled:   "slack.mode is socket, but Slack has Socket Mode off; turn it on in the app's settings under Socket Mode, or set slack.mode to http",
	"invalid_auth": newAppToken, "not_authed": newAppToken, "token_revoked": newAppToken, "token_expired": newAppToken,
	"not_allowed_token_type": newAppToken, "missing_scope": newAppToken, "no_permission": newAppToken, "app_uninstalled": newAppToken,
	"account_inactive": reactivate,
	"forbidden_team":   approve, "team_access_not_granted": approve, "access_denied": approve, "org_login_required": approve,
	"enterprise_is_restricted": approve, "ekm_access_denied": approve,
}

// A RefusedError says that Slack refuses the app for good, so that an immediate retry is
// useless.
type RefusedError struct {
	Code   string // Slack's
	Remedy string

	cause error
}

func (e *RefusedError) Error() string { return fmt.Sprintf("%s (%s)", e.Remedy, e.Code) }

// Unwrap returns the error of the store or of Slack behind the refusal, nil if there is none.
func (e *RefusedError) Unwrap() error { return e.cause }

// asRefused converts err to a RefusedError, nil if it isn't one.
func asRefused(err error) error {
	var code slackapi.SlackErrorResponse
	if !errors.As(err, &code) {
		return nil
	}
	remedy, ok := refusals[code.Err]
	if !ok {
		return nil
	}
	return &RefusedError{Code: code.Err, Remedy: remedy, cause: err}
}

// remedyOf tells an operator what to do about an error from Slack.
func remedyOf(err error) string {
	var code slackapi.SlackErrorResponse
	if errors.As(err, &code) && (refusals[code.Err] == approve || refusals[code.Err] == reactivate) {
		return refusals[code.Err]
	}
	t, _ := diagnose(err)
	return remedies[t]
}
