package scene

import (
	"time"

	"nimbot/words"
)

// DailyPost invites everybody to a date's positions. again: it may be there
// already.
func DailyPost(date string, again bool) Message {
	return Message{
		Lines:   []words.Text{text("daily.post", "day", dayText(date))},
		Buttons: []Button{{Label: text("button.daily-play"), Command: "daily", Style: Primary}},
		Post:    "daily " + date, Again: again,
	}
}

// dayText words a date: "21 Nov".
func dayText(date string) words.Text {
	t, err := time.Parse(time.DateOnly, date)
	if err != nil {
		return text("notation.plain", "move", date)
	}
	return words.Day(t)
}
