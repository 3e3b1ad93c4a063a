package slack

import "testing"

// A value typed into a message's field is appended to the field's command.
func TestAFieldInAMessage(t *testing.T) {
	const payload = `{"type":"block_actions","trigger_id":"1.2","response_url":"https://hooks.slack.com/x","user":{"id":"U1"},"team":{"id":"T1"},
		"container":{"type":"message","message_ts":"1.1","channel_id":"C1","is_ephemeral":true},
		"actions":[{"action_id":"form:answer ~3.9f","type":"plain_text_input","value":"8 4 1"}]}`
	c, err := decodeInteraction([]byte(payload))
	if err != nil || c.kind != kindClick || c.text != "answer 8 4 1 ~3.9f" || !c.ephemeral {
		t.Errorf("decodeInteraction() = %+v, %v; want a click that says %q", c, err, "answer 8 4 1 ~3.9f")
	}
}
