package slack

import (
	"fmt"
	"strings"
	"sync"
	"testing"
	"time"

	"nimbot/adapters/slack/slacktest"
)

// When many people press at once, each is answered through the response_url of their press,
// before Slack has said who they are, and never by methods that Slack limits by workspace.
// The count is edited at most once in five seconds.
func TestAChannelAnswersARound(t *testing.T) {
	const people = 60
	w := newWorld(t)
	w.typeCommand("ana", "general", "race 3 4 5 seconds:off")
	q := w.board("general")
	if !strings.Contains(q.Text, "Question 1 of 1") {
		t.Fatalf("everybody sees %q, want the question", q.Text)
	}
	open := pressable(q)[0]
	before := len(w.slack.Calls("users.info"))
	release := w.slack.Hold("users.info")
	defer release()
	var all sync.WaitGroup
	for i := range people {
		user := fmt.Sprintf("UGUEST%02d", i)
		w.slack.AddUser(slacktest.User{ID: user, Name: fmt.Sprint("guest", i)})
		for _, value := range []string{open.value, strings.Replace(open.value, "guess ~", "guess A2 ~", 1)} {
			d := w.slack.Click(user, q, open.action, value)
			all.Go(func() {
				if _, err := d.Send(); err != nil {
					t.Error(err)
				}
			})
		}
	}
	begun := time.Now()
	all.Wait()
	t.Logf("%d presses took %v; %d people were looked up before", 2*people, time.Since(begun), before)
	w.settle()
	noted := 0
	for _, m := range w.slack.Messages(channelID("general")) {
		if strings.Contains(m.Text, "Noted") {
			noted++
		}
	}
	if noted != people {
		t.Errorf("%d answers are confirmed, want %d", noted, people)
	}
	for _, method := range []string{"chat.postEphemeral", "views.open"} {
		if n := len(w.slack.Calls(method)); n > 0 {
			t.Errorf("%s was called %d times, want never", method, n)
		}
	}
	for range 11 {
		if err := w.advance(time.Second); err != nil {
			t.Fatal(err)
		}
	}
	if n := len(w.slack.Calls("chat.update")); n < 1 || n > 3 {
		t.Errorf("the count was edited %d times in 11 s, want every five seconds at most", n)
	}
	if m := w.board("general"); !strings.Contains(m.Text, fmt.Sprint(people, " have answered")) {
		t.Errorf("everybody sees %q, want all answers counted", m.Text)
	}
	w.press("ana", "general", "Reveal")
	if m := w.board("general"); m.TS != q.TS || !strings.Contains(m.Text, "Right: ") || !strings.Contains(m.Text, "and 50 more") {
		t.Errorf("everybody sees %q in %s, want the reveal in place of the question", m.Text, m.TS)
	}
}

// Where the bot is no member it can't post a question.
func TestNoRoundWhereTheBotIsNoMember(t *testing.T) {
	w := newWorld(t)
	w.slack.Fail("chat.postMessage", "not_in_channel")
	w.typeCommand("ana", "general", "race")
	if said := w.private("ana", "general"); !strings.Contains(said, "not allowed to post") {
		t.Errorf("ana is told %q", said)
	}
}

// In a thread, where slash commands don't work, a mention begins a round. All its messages
// are in the thread, the private ones too.
func TestARoundInAThread(t *testing.T) {
	w := newWorld(t)
	const thread = "1700000000.000100"
	general := channelID("general")
	w.send(w.slack.Mention(userID("ana"), general, thread, "race 3 4 5 seconds:off"))
	if q := w.board("general"); q.Thread != thread || !strings.Contains(q.Text, "Question 1 of 1") {
		t.Fatalf("everybody sees %q in thread %q, want the question in %s", q.Text, q.Thread, thread)
	}
	for _, label := range []string{"Answer", "A", "Take 2"} {
		w.press("bob", "general", label)
	}
	w.wantPrivate("bob", "Noted")
	w.send(w.slack.Mention(userID("cleo"), general, thread, "guess B1"))
	w.wantPrivate("cleo", "Noted")
	w.send(w.slack.Mention(userID("ana"), general, thread, "reveal"))
	w.wantBoard("Right: bob 0.")
	for _, m := range w.slack.Messages(general) {
		if m.Thread != thread {
			t.Errorf("%q is outside of the thread", m.Text)
		}
	}
}

// Like boards, the question and its reveal have pictures that Slack can fetch.
func TestAQuestionHasAPicture(t *testing.T) {
	w := newWorld(t, withPictures)
	w.typeCommand("ana", "general", "race 3 4 5 seconds:off")
	if got, want := image(w.board("general")), "https://nim.example.com/board/light/nim/3_4_5/"; !strings.HasPrefix(got, want) {
		t.Errorf("the question's picture is at %q, want %s…", got, want)
	}
	w.press("ana", "general", "Reveal")
	if image(w.board("general")) == "" {
		t.Error("the reveal has no picture")
	}
}
