package chat

import "nimbot/game/words/command"

// action runs a command in a session. An action that returns an error must not have changed
// anything; the person is told the error.
type action func(*session) error

// actions maps the commands of package command's table to their functions.
func actions() map[string]action {
	return map[string]action{
		"start":      func(s *session) error { return newGame{s}.start() },
		"challenge":  func(s *session) error { return newGame{s}.challenge() },
		"open":       func(s *session) error { return newGame{s}.open() },
		"accept":     func(s *session) error { return newGame{s}.accept() },
		"decline":    func(s *session) error { return newGame{s}.decline() },
		"confirm":    func(s *session) error { return newGame{s}.confirm() },
		"begin":      func(s *session) error { return newGame{s}.youBegin() },
		"level":      func(s *session) error { return inGame{s}.level() },
		"move":       func(s *session) error { return inGame{s}.move() },
		command.Step: func(s *session) error { return inGame{s}.pick() },
		"hint":       func(s *session) error { return advice{s}.hint() },
		"explain":    func(s *session) error { return advice{s}.explain() },
		"review":     func(s *session) error { return advice{s}.review() },
		"retry":      func(s *session) error { return advice{s}.retry() },
		"share":      func(s *session) error { return advice{s}.share() },
		"demo":       func(s *session) error { return advice{s}.demo() },
		"values":     func(s *session) error { return advice{s}.values() },
		"predict":    func(s *session) error { return advice{s}.predict() },
		"play":       func(s *session) error { return about{s}.play() },
		"quick":      func(s *session) error { return newGame{s}.quick() },
		"menu":       func(s *session) error { return about{s}.menu() },
		"board":      func(s *session) error { return about{s}.board() },
		"undo":       func(s *session) error { return inGame{s}.undo() },
		"resign":     func(s *session) error { return inGame{s}.resign() },
		"stop":       func(s *session) error { return inGame{s}.stop() },
		"rematch":    func(s *session) error { return newGame{s}.rematch() },
		"simul":      func(s *session) error { return simul{s}.board() },
		"watch":      func(s *session) error { return about{s}.watch() },
		"publish":    func(s *session) error { return about{s}.publish() },
		"games":      func(s *session) error { return about{s}.games() },
		"rules":      func(s *session) error { return about{s}.rules() },
		"help":       func(s *session) error { return about{s}.help() },
		"mygames":    func(s *session) error { return about{s}.openGames() },
		"settings":   func(s *session) error { return about{s}.settings() },
		"forget":     func(s *session) error { return about{s}.forget() },
	}
}
