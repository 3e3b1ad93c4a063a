package slack

import (
	"cmp"
	"context"
)

// receive handles c. It handles a repeated delivery only once. It returns the body of the
// answer, nil for an empty one. It finishes even if the connection is lost.
func (a *Adapter) receive(ctx context.Context, c call) any {
	ctx = context.WithoutCancel(ctx)
	if c.kind == kindIgnored || a.intake.isEcho(ctx, c) {
		a.log.Debug("Slack delivered something that is not for us", "id", c.id)
		return nil
	}
	if c.id != "" && !a.seen.addIfAbsent(c.workspace.id()+" "+c.id) {
		return nil
	}
	c.response = a.web.verifyHook(c)
	switch c.kind {
	case kindOpenForm:
		a.openForm(c)
	case kindForm:
		return a.submit(ctx, c)
	case kindChoices:
		return a.submitChoices(ctx, c)
	case kindOpenHome:
		a.homeTab.open(c)
	case kindUninstalled:
		a.uninstalled(ctx, c)
	case kindAccessRevoked:
		for _, team := range c.teams {
			a.noteRemoved(ctx, team)
		}
	default:
		if body := a.converse(ctx, c); body != nil {
			return body
		}
	}
	return nil
}

// uninstalled deletes the tokens of a workspace that removed the app. Slack may repeat
// the event for minutes. If the app was installed again meanwhile, its new tokens stay.
func (a *Adapter) uninstalled(ctx context.Context, c call) {
	a.noteRemoved(ctx, c.workspace.id())
	gone, err := a.web.installs.remove(ctx, c.workspace, c.at)
	switch {
	case err != nil:
		a.log.Error("the tokens of a workspace that removed the app could not be deleted", "workspace", c.workspace.id(), "error", err)
	case gone:
		a.log.Info("a workspace removed the app", "workspace", c.workspace.id())
	default:
		a.log.Info("a workspace had removed the app before it installed it again", "workspace", c.workspace.id())
	}
}

// converse passes c to the chat and queues every message of the reply. It returns the
// body of the answer to a slash command; nil for any other delivery, and if everything
// was queued.
func (a *Adapter) converse(ctx context.Context, c call) *answer {
	if c.direct {
		a.homes.noteDirect(c)
	}
	r := a.intake.request(ctx, c)
	c.known = a.sender.boards.newest()
	reply := a.chat.Handle(ctx, r)
	reply.Locale = cmp.Or(reply.Locale, r.Locale) // the document may not have the place's language yet
	a.homes.note(c, r.Text, reply)
	locale := a.people.known(c.workspace, c.user).Locale
	if choicesOf(c, reply) != nil {
		a.openChoices(c, reply, a.render.words.Language(reply.Language, locale, reply.Locale))
		return nil
	}
	return a.sender.deliver(c, reply, locale)
}
