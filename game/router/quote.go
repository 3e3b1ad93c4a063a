package router

import (
	"cmp"
	"maps"
	"slices"
	"strings"

	"nimbot/game/dialog"
	"nimbot/game/words"
)

// nameMentioned writes names in place of the ids of mentions in what a reply quotes. Mentions
// reach the bot as ids, which tell people nothing.
func nameMentioned(reply *dialog.Reply, mentions map[string]dialog.User) {
	names := namesOf(mentions)
	if names == nil {
		return
	}
	for i := range reply.Messages {
		for t := range reply.Messages[i].Texts() {
			*t = named(*t, names)
		}
	}
}

// named returns t with the names of mentions. It changes no arguments in place, because other
// texts may have the same.
func named(t words.Text, names *strings.Replacer) words.Text {
	args := slices.Clone(t.Args)
	for i, a := range args {
		switch a := a.(type) {
		case words.Quote:
			args[i] = words.Quote(names.Replace(string(a)))
		case words.Text:
			args[i] = named(a, names)
		case []words.Text:
			all := slices.Clone(a)
			for j := range all {
				all[j] = named(all[j], names)
			}
			args[i] = all
		}
	}
	t.Args = args
	return t
}

// namesOf replaces mentions by their names, nil if none has one. The longest ids come first,
// because one id may begin another.
func namesOf(mentions map[string]dialog.User) *strings.Replacer {
	ids := slices.SortedFunc(maps.Keys(mentions), func(a, b string) int { return cmp.Or(len(b)-len(a), strings.Compare(a, b)) })
	var pairs []string
	for _, id := range ids {
		if name := mentions[id].Name; name != "" && name != id {
			at := "@" + strings.ReplaceAll(name, "`", "'")
			pairs = append(pairs, "<@"+id+">", at, "<@!"+id+">", at, "@"+id, at)
		}
	}
	if pairs == nil {
		return nil
	}
	return strings.NewReplacer(pairs...)
}
