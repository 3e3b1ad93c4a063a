// Package coach words what a teacher says: hints, explanations and reviews, as
// keys of the catalogue with arguments. What there is to say is found out by
// packages solve and teach; who may hear it is decided in package chat. It is
// pure, and shared by every platform and the command line.
package coach

import "nimbot/words"

func text(key string, args ...any) words.Text { return words.New(key, args) }
