package people

import (
	"context"
	"errors"
	"time"

	"nimbot/game/dialog"
	"nimbot/store"
	"nimbot/store/person"
)

// slackPlatform is the platform whose practice documents once had keys without a
// workspace.
const slackPlatform = "slack"

// MigrateSlackPractice migrates practice documents of Slack whose keys have no workspace. Each
// document goes to the one person it can belong to, if the user's id is known in exactly one
// workspace. The others expire unread, because their owner can't be determined. It runs once for a
// store; running it again does no harm.
func (b *Book) MigrateSlackPractice(ctx context.Context, again bool) error {
	done, err := b.store.Get(ctx, MovedKey)
	if err != nil || done.Version != 0 && !again {
		return err
	}
	left, err := teamless(ctx, b.store)
	if err != nil {
		return err
	}
	if len(left) > 0 {
		if err := giveToTeams(ctx, b.store, left, b.now()); err != nil {
			return err
		}
	}
	if done.Version != 0 {
		return nil
	}
	if _, err = b.store.Commit(ctx, MovedKey, store.Write{Data: store.Empty(0, b.now())}); errors.Is(err, store.ErrConflict) {
		return nil // another process did it
	}
	return err
}

// MovedKey is the key of the record that says that MigrateSlackPractice is done.
const MovedKey = "done:slack-practice"

// giveToTeams moves the documents whose workspace is certain.
func giveToTeams(ctx context.Context, s store.Archive, left map[string]store.Entry, now time.Time) error {
	teams, err := teamsOf(ctx, s, left)
	if err != nil {
		return err
	}
	for user, e := range left {
		if len(teams[user]) != 1 {
			continue
		}
		if err := moveTo(ctx, s, teams[user][0], user, e, now); err != nil {
			return err
		}
	}
	return nil
}

// teamless returns the practice documents without a workspace, by user.
func teamless(ctx context.Context, s store.Archive) (map[string]store.Entry, error) {
	found := map[string]store.Entry{}
	for e, err := range s.All(ctx) {
		if err != nil && e.Key == "" {
			return nil, err
		}
		if user, ok := person.Teamless(e.Key); ok && err == nil {
			found[user] = e
		}
	}
	return found, nil
}

// teamsOf returns the workspaces in which users are known.
func teamsOf(ctx context.Context, s store.Archive, users map[string]store.Entry) (map[string][]string, error) {
	teams := map[string][]string{}
	for e, err := range s.All(ctx) {
		if err != nil && e.Key == "" {
			return nil, err
		}
		platform, team, user, ok := person.ParseMemberKey(e.Key)
		if _, wanted := users[user]; ok && wanted && platform == slackPlatform {
			teams[user] = append(teams[user], team)
		}
	}
	return teams, nil
}

// moveTo moves a practice document to a workspace, unless that has one.
func moveTo(ctx context.Context, s store.Archive, team, user string, e store.Entry, now time.Time) error {
	to := e
	to.Key = person.PracticeKey(dialog.Place{Platform: slackPlatform, Guild: team}.Realm(), user)
	there, err := s.Get(ctx, to.Key)
	if err != nil || there.Version != 0 {
		return err
	}
	if _, err := s.Restore(ctx, to); err != nil {
		return err
	}
	return store.Delete(ctx, s, e.Key, e.Record.Version, now)
}
