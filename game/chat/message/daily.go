package message

import (
	"strings"
	"time"

	"nimbot/game/chat/calendar"
	"nimbot/game/dialog"
	"nimbot/game/words"
	"nimbot/game/words/command"
	"nimbot/store/channel"
)

// DailyPost invites everybody to the day's positions, and lists the results that people shared.
// again reports that the post may already have been posted.
func (k *Known) DailyPost(again bool) dialog.Message {
	p := channel.DayPost{Date: k.Doc.Daily.Date}
	if k.Doc.DayPost != nil {
		p = *k.Doc.DayPost
	}
	m := dialog.Message{
		Lines:   []words.Text{words.New("daily.post", "day", dayText(p.Date))},
		Buttons: []dialog.Button{{Label: words.New("button.daily-play"), Command: "daily", Style: dialog.Primary}},
		Post:    &dialog.Post{Name: p.Name(), EditID: p.Message, MaybePosted: again},
	}
	for _, l := range p.Lines {
		who := words.Person{ID: l.Who.ID, Name: l.Who.Name}
		m.Lines = append(m.Lines, words.New("daily.post-line", "player", who, "marks", words.DayMarks(l.Answers), "count", l.Streak))
	}
	if p.More > 0 {
		m.Lines = append(m.Lines, words.New("daily.post-more", "count", p.More))
	}
	return m
}

// dayText words a date: "21 Nov".
func dayText(date string) words.Text {
	t, err := time.Parse(time.DateOnly, date)
	if err != nil {
		return words.New("notation.plain", "move", date)
	}
	return words.Day(t)
}

// DailyIn reads the time and the days that a line of settings chooses for the day's post; days
// is "" if the line doesn't choose them. ok is false if it sets no time or is invalid.
func DailyIn(l command.Line) (at, days string, ok bool) {
	if l.Name() != "settings" {
		return "", "", false
	}
	for w := range strings.FieldsSeq(strings.ToLower(l.Rest)) {
		key, value, _ := strings.Cut(w, ":")
		switch key {
		case "daily":
			minute, isTime := calendar.ReadTime(value)
			if !isTime {
				return "", "", false
			}
			at, ok = calendar.WriteTime(minute), true
		case "zone":
			if _, known := calendar.ZoneName(value); !known {
				return "", "", false
			}
		case "days":
			read, known := calendar.ReadDays(value)
			if !known {
				return "", "", false
			}
			days = read.String()
		}
	}
	return at, days, ok
}
