package slack

import (
	"crypto/hmac"
	"crypto/sha256"
	"encoding/hex"
	"errors"
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

var (
	errUnsigned = errors.New("the request carries no valid signature")
	errOld      = errors.New("the request's time is more than five minutes away")
)

// verify checks that Slack signed body: HMAC-SHA256 under the signing secret
// over "v0:TIMESTAMP:BODY", in hex after "v0=".
func verify(secret, body []byte, h http.Header, now time.Time) error {
	stamp := h.Get(headerTimestamp)
	sec, err := strconv.ParseInt(stamp, 10, 64)
	if err != nil {
		return errUnsigned
	}
	if !hmac.Equal([]byte(h.Get(headerSignature)), sign(secret, body, stamp)) {
		return errUnsigned
	}
	if age := now.Sub(time.Unix(sec, 0)); age > signatureWindow || age < -signatureWindow {
		return errOld
	}
	return nil
}

func sign(secret, body []byte, stamp string) []byte {
	mac := hmac.New(sha256.New, secret)
	mac.Write([]byte("v0:" + stamp + ":")) // a hash never fails
	mac.Write(body)
	return append([]byte("v0="), hex.AppendEncode(nil, mac.Sum(nil))...)
}
