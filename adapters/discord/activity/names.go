package activity

import (
	"cmp"
	"regexp"
	"strings"
	"sync"

	lru "github.com/hashicorp/golang-lru/v2"

	"nimbot/game/dialog"
	"nimbot/game/words/command"
	"nimbot/store/platform"
)

// maxNames is how many people's names are remembered.
const maxNames = 8192

// names gives everybody a unique name, because pages identify people by their names. On Discord,
// several people may have the same name.
type names struct {
	mu   *sync.Mutex
	byID *lru.Cache[string, string]
	ids  map[string]string // by the name in small letters
}

func newNames() names {
	n := names{mu: &sync.Mutex{}, ids: map[string]string{}}
	n.byID, _ = lru.NewWithEvict(maxNames, func(_, name string) { delete(n.ids, strings.ToLower(name)) }) // the size is positive
	return n
}

// Name implements web.Visitors.
func (n names) Name(id, once string) string {
	n.mu.Lock()
	defer n.mu.Unlock()
	if now, ok := n.byID.Get(id); ok || id == platform.BotID {
		return cmp.Or(now, once)
	}
	return n.give(id, once)
}

// called returns the unique name of a person whose name on Discord is now name.
func (n names) called(id, name string) string {
	n.mu.Lock()
	defer n.mu.Unlock()
	if now, ok := n.byID.Get(id); ok {
		if plain, _, _ := strings.Cut(now, apart); plain == name {
			return now
		}
		n.byID.Remove(id)
	}
	return n.give(id, name)
}

// apart separates a name from the end of an id that makes it unique.
const apart = " · "

// give assigns a person a unique name: name, followed by the end of their id if another person
// has that name.
func (n names) give(id, name string) string {
	given := name
	for digits := 4; n.ids[strings.ToLower(given)] != "" && digits <= len(id); digits += 4 {
		given = name + apart + id[len(id)-digits:]
	}
	n.byID.Add(id, given)
	n.ids[strings.ToLower(given)] = id
	return given
}

// calledBot matches mentions that may mean the bot.
var calledBot = regexp.MustCompile(`@(\S{1,40})`)

// Mentions implements web.Visitors.
func (n names) Mentions(text string, among []string) (string, map[string]dialog.User) {
	found := map[string]dialog.User{}
	for _, m := range calledBot.FindAllStringSubmatch(text, 5) {
		if command.CalledBot(strings.ToLower(m[1])) {
			found[m[1]] = dialog.User{ID: platform.BotID, Name: platform.BotID, Bot: true}
		}
	}
	if !strings.Contains(text, "@") {
		return text, found
	}
	n.mu.Lock()
	defer n.mu.Unlock()
	for range 5 { // no command has more than one mention
		longest := ""
		for _, id := range among {
			name, _ := n.byID.Peek(id)
			if len(name) > len(longest) && strings.Contains(text, "@"+name) {
				longest = name
			}
		}
		if longest == "" {
			break
		}
		id := n.ids[strings.ToLower(longest)]
		text = strings.ReplaceAll(text, "@"+longest, "@"+id)
		found[id] = dialog.User{ID: id, Name: longest}
	}
	return text, found
}
