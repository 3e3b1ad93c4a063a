// Package chat is the conversation: it turns what a person typed or pressed
// into a change of the channel's game and into what the channel is shown.
// It knows no platform and no storage engine.
//
// # From request to reply
//
// An adapter decodes whatever its platform sent into a [Request] and gives it
// to [Handler.Handle], which never fails: refusals, too, are a [Reply]. The
// adapter then encodes the reply. A reply holds catalogue keys with
// arguments ([words.Text]), never sentences, so that the public board can
// speak the channel's language and a private answer the person's;
// [words.Catalogue] renders them.
//
// # From line to action
//
// Package typed lists the commands and reads them; each is done by one function
// of this package, found in actions.go. A session does a command on a copy of the
// channel's document. What a message then shows is a function of a scene: the
// document, the match and nothing else.
//
// # Buttons
//
// A button is a command that is already typed, ending in a stamp ("B2
// ~7.9f3a") of the state it was drawn for. One parser serves typed text,
// buttons and forms; a stale stamp is answered privately with the present
// board.
//
// # Lanes
//
// Commands on one channel are handled one after another, and the last known
// document stays decoded in memory. A write trusts that copy, since the
// store's compare-and-set checks it; a refusal or a read-only answer is given
// only after a fresh read. Commands that come while a write is on its way are
// done together afterwards, by one of them, and share one write.
//
// # Time
//
// What time decides (an expired offer, a clock that ran out) is settled by
// [Handler.Settle], which every command runs first and a worker may run
// unasked.
package chat
