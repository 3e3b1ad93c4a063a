package slack

import (
	"context"
	"errors"
	"net"
	"time"

	slackapi "github.com/slack-go/slack"
)

// failure classifies an error from Slack by what can be done next.
type failure int

const (
	done        failure = iota
	busy                // not done; Slack says when to try again
	unreachable         // not done; Slack wasn't reached
	ambiguous           // the call may have succeeded: the answer was lost or unreadable
	timedOut            // the call may have succeeded: it timed out
	noAccess            // the bot may not write to this channel
	archived            // nobody may write to this channel
	rejected            // Slack does not take the message as it is
	messageGone         // the message to edit is gone
	expired             // the access token has expired
	revoked             // the token is no longer valid; the app must be installed again
	otherError          // anything else
)

// failures maps Slack's error codes to their meaning.
var failures = map[string]failure{
	"not_in_channel": noAccess, "channel_not_found": noAccess, "restricted_action": noAccess,
	"restricted_action_read_only_channel": noAccess, "restricted_action_thread_only_channel": noAccess,
	"restricted_action_non_threadable_channel": noAccess, "restricted_action_thread_locked": noAccess,
	"user_not_in_channel": noAccess, "ekm_access_denied": noAccess, "missing_scope": noAccess, "no_permission": noAccess,
	"team_access_not_granted": noAccess, "access_denied": noAccess, "cannot_reply_to_message": noAccess,
	"is_archived": archived, "channel_is_archived": archived,
	"invalid_blocks": rejected, "invalid_blocks_format": rejected, "msg_too_long": rejected,
	"msg_blocks_too_long": rejected, "block_mismatch": rejected, "invalid_arguments": rejected,
	"message_not_found": messageGone, "cant_update_message": messageGone, "edit_window_closed": messageGone,
	"token_expired": expired,
	"token_revoked": revoked, "invalid_auth": revoked, "account_inactive": revoked, "not_authed": revoked,
	"app_uninstalled": revoked, "invalid_refresh_token": revoked,
	"ratelimited": busy, "rate_limited": busy, "message_limit_exceeded": busy,
	"internal_error": ambiguous, "fatal_error": ambiguous, "service_unavailable": ambiguous, "request_timeout": ambiguous,
}

// diagnose classifies err. wait is the least time before another try.
func diagnose(err error) (t failure, wait time.Duration) {
	if err == nil {
		return done, 0
	}
	var (
		code   slackapi.SlackErrorResponse
		limit  *slackapi.RateLimitedError
		status slackapi.StatusCodeError
		dial   *net.OpError
	)
	switch {
	case errors.Is(err, errNotInstalled):
		return revoked, 0
	case errors.Is(err, errSpent):
		return messageGone, 0
	case errors.As(err, &limit):
		return busy, min(max(limit.RetryAfter, 0), maxRetry)
	case errors.As(err, &code):
		t, known := failures[code.Err]
		if !known {
			t = otherError
		}
		return t, defaultRetry
	case errors.As(err, &status) && status.Code == 429:
		return busy, defaultRetry
	case errors.As(err, &dial) && dial.Op == "dial":
		return unreachable, 0
	case isTimeout(err), errors.Is(err, context.Canceled):
		return timedOut, 0
	default:
		return ambiguous, 0
	}
}

// remedies tell an operator what to do about an error from Slack.
var remedies = map[failure]string{
	noAccess:    "invite the bot to the channel, or install it again with the scopes of `bot manifest slack`",
	archived:    "the channel is archived; play in another one",
	rejected:    "a message was not what Slack takes; please report this with the error",
	expired:     "the token could not be renewed; install the app again",
	revoked:     "install the app again and set slack.bot_token, or let people use /slack/install",
	busy:        "Slack's rate limit; it passes",
	unreachable: "Slack cannot be reached; check the network and slack.api_url",
	timedOut:    "Slack did not answer in time; boards are shown later, and see status.slack.com",
	ambiguous:   "Slack did not answer; it passes, or see status.slack.com",
	otherError:  "see the error's code in Slack's documentation",
}
