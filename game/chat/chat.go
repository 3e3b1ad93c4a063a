// Package chat is the conversation: it turns a typed line or a pressed button into a
// change of the channel's game and a reply. It knows no platform and no storage engine.
//
// # From request to reply
//
// An adapter decodes a platform's delivery into a [dialog.Request] and gives it to the router,
// which passes it to [Handler.Answer]. That never fails: refusals are replies, too. The adapter
// then encodes the [dialog.Reply]. A reply holds catalogue keys with arguments
// ([words.Text]), never sentences, so that the public board can speak the channel's
// language and a private answer the person's; [words.Catalogue] renders them.
//
// # From line to action
//
// Package command lists the commands and reads them; each is run by one function of this package,
// listed in actions.go. An execution runs one command on a copy of the channel's document. Messages are
// rendered by package message from the document, the match and, for hints, the analysis.
//
// # Buttons
//
// A button is a command that is already typed, ending in a stamp ("B2 ~7.9f3a") of the
// state it was drawn for. One parser serves typed text, buttons and forms. A stale stamp
// is answered privately with the present board.
//
// # Lanes
//
// Commands on one channel are handled one after another, and the last known document
// stays decoded in memory. A write trusts that copy, because the store's compare-and-set
// checks it; a refusal or a read-only answer is given only after a fresh read. Commands
// that arrive during a write are done as one batch afterwards and share one write.
//
// # Time
//
// [Handler.Settle] applies deadlines (an expired offer, a clock that ran out). Every
// command calls it first, and a worker calls it for places that are due.
package chat
