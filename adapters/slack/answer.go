package slack

import (
	"context"
)

// receive does what c asks for, once, however often it is delivered. It returns the body
// of the answer, nil for an empty one. It finishes even if the connection is lost.
func (a *Adapter) receive(ctx context.Context, c call) any {
	ctx = context.WithoutCancel(ctx)
	if c.kind == nothing || a.intake.isEcho(ctx, c) {
		a.log.Debug("Slack delivered something that is not for us", "id", c.id)
		return nil
	}
	if c.id != "" && !a.seen.first(c.workspace.id()+" "+c.id) {
		return nil
	}
	c.response = a.web.admit(c)
	switch c.kind {
	case openForm:
		a.sender.openForm(c)
	case form:
		return a.submit(ctx, c)
	case openHome:
		a.homeTab.open(c)
	case removed:
		a.uninstalled(ctx, c)
	case barredBy:
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

// uninstalled deletes the tokens of a workspace that removed the app. Slack repeats the
// event for minutes, in which the app may have been installed again.
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
	r := a.intake.request(ctx, c)
	c.known = a.sender.boards.newest()
	reply := a.chat.Handle(ctx, r)
	a.homes.note(c, r.Text, reply)
	return a.sender.deliver(c, reply, a.people.known(c.workspace, c.user).Locale)
}
