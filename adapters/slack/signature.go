package slack

import (
	"crypto/hmac"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"net/http"
	"strconv"
	"time"
)

// signatureWindow is how far the time of a request may differ from our clock, so that a
// recorded request soon becomes useless.
const signatureWindow = 5 * time.Minute

// The headers that sign a request.
const (
	headerTimestamp = "X-Slack-Request-Timestamp"
	headerSignature = "X-Slack-Signature"
)

// distrusted says for the log why a delivery isn't taken, and what to do about it.
type distrusted struct{ why, remedy string }

var (
	unsigned      = &distrusted{"it isn't signed", "nothing: it didn't come from Slack"}
	byOtherSecret = &distrusted{"its signature doesn't match slack.signing_secret", "if it came from Slack, set slack.signing_secret to the Signing Secret of the app's Basic Information page"}
)

// outOfTime is about a delivery that is signed, but was sent too long ago or hereafter.
func outOfTime(ahead time.Duration) *distrusted {
	side := "ahead of"
	if ahead < 0 {
		side = "behind"
	}
	return &distrusted{fmt.Sprintf("its signature is right, but this machine's clock is %s %s Slack's", ahead.Abs().Round(time.Second), side), "have the clock set by NTP"}
}

// verify returns nil if Slack signed body, else why it isn't trusted. It checks that Slack signed body: HMAC-SHA256 under the signing secret
// over "v0:TIMESTAMP:BODY", in hex after "v0=".
func verify(secret, body []byte, h http.Header, now time.Time) *distrusted {
	stamp, signature := h.Get(headerTimestamp), h.Get(headerSignature)
	sec, err := strconv.ParseInt(stamp, 10, 64)
	switch {
	case err != nil || signature == "":
		return unsigned
	case !hmac.Equal([]byte(signature), sign(secret, body, stamp)):
		return byOtherSecret
	}
	if ahead := now.Sub(time.Unix(sec, 0)); ahead.Abs() > signatureWindow {
		return outOfTime(ahead)
	}
	return nil
}

func sign(secret, body []byte, stamp string) []byte {
	mac := hmac.New(sha256.New, secret)
	mac.Write([]byte("v0:" + stamp + ":")) // a hash never fails
	mac.Write(body)
	return append([]byte("v0="), hex.AppendEncode(nil, mac.Sum(nil))...)
}
