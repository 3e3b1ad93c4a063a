package people

import (
	"context"
	"errors"

	"nimbot/chat/scene"
	"nimbot/person"
	"nimbot/store"
)

// teamed is the platform whose ids of people are unique to a server only.
const teamed = "slack"

// MoveTeamless gives practice documents of Slack from before workspaces stood in
// their keys to the one person who can be meant: somebody of that id is known in
// exactly one workspace. All others stay unread until they expire, since nobody can
// tell whose they are. It does so once for a store, or again.
func (b *Book) MoveTeamless(ctx context.Context, again bool) error {
	done, err := b.store.Get(ctx, movedKey)
	if err != nil || done.Version != 0 && !again {
		return err
	}
	left, err := b.teamless(ctx)
	if err != nil {
		return err
	}
	if len(left) > 0 {
		if err := b.giveToTeams(ctx, left); err != nil {
			return err
		}
	}
	if done.Version != 0 {
		return nil
	}
	data := append(store.AppendHeader(nil, store.NextVersion(0, b.now())), '}')
	if _, err = b.store.Commit(ctx, movedKey, store.Write{Data: data}); errors.Is(err, store.ErrConflict) {
		return nil // by another process
	}
	return err
}

// movedKey is the key of a record that says that this was done.
const movedKey = "done:slack-practice"

// giveToTeams moves the documents that can only be of one workspace's user.
func (b *Book) giveToTeams(ctx context.Context, left map[string]store.Entry) error {
	teams, err := b.teamsOf(ctx, left)
	if err != nil {
		return err
	}
	for user, e := range left {
		if len(teams[user]) != 1 {
			continue
		}
		if err := b.moveTo(ctx, teams[user][0], user, e); err != nil {
			return err
		}
	}
	return nil
}

// teamless are the practice documents without a workspace, by user.
func (b *Book) teamless(ctx context.Context) (map[string]store.Entry, error) {
	found := map[string]store.Entry{}
	for e, err := range b.store.All(ctx) {
		if err != nil && e.Key == "" {
			return nil, err
		}
		if user, ok := person.Teamless(e.Key); ok && err == nil {
			found[user] = e
		}
	}
	return found, nil
}

// teamsOf are the workspaces in which users are known.
func (b *Book) teamsOf(ctx context.Context, users map[string]store.Entry) (map[string][]string, error) {
	teams := map[string][]string{}
	for e, err := range b.store.All(ctx) {
		if err != nil && e.Key == "" {
			return nil, err
		}
		platform, team, user, ok := person.ParseMemberKey(e.Key)
		if _, wanted := users[user]; ok && wanted && platform == teamed {
			teams[user] = append(teams[user], team)
		}
	}
	return teams, nil
}

// moveTo moves a practice document to a workspace, unless one is there.
func (b *Book) moveTo(ctx context.Context, team, user string, e store.Entry) error {
	to := e
	to.Key = person.PracticeKey(scene.Place{Platform: teamed, Guild: team}.Realm(), user)
	there, err := b.store.Get(ctx, to.Key)
	if err != nil || there.Version != 0 {
		return err
	}
	if _, err := b.store.Restore(ctx, to); err != nil {
		return err
	}
	return b.delete(ctx, e)
}
