package router

import (
	"slices"
	"strings"

	"nimbot/game/dialog"
	"nimbot/game/words"
)

// nameMentioned writes names in place of the ids of mentions in what a reply quotes. Mentions
// reach the bot as ids, which tell people nothing.
func nameMentioned(reply *dialog.Reply, mentions map[string]dialog.User) {
	for id, who := range mentions {
		if who.Name == "" || who.Name == id {
			continue
		}
		for i := range reply.Messages {
			for j, line := range reply.Messages[i].Lines {
				reply.Messages[i].Lines[j] = named(line, id, who.Name)
			}
		}
	}
}

// named returns t with the name of one mention. It changes no arguments in place, because other
// texts may have the same.
func named(t words.Text, id, name string) words.Text {
	args := slices.Clone(t.Args)
	for i, a := range args {
		switch a := a.(type) {
		case words.Quote:
			args[i] = words.Quote(mentionOf(id, name).Replace(string(a)))
		case words.Text:
			args[i] = named(a, id, name)
		}
	}
	t.Args = args
	return t
}

func mentionOf(id, name string) *strings.Replacer {
	at := "@" + strings.NewReplacer("`", "'").Replace(name)
	return strings.NewReplacer("<@"+id+">", at, "<@!"+id+">", at, "@"+id, at)
}
