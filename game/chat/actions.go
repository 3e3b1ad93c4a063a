package chat

import "nimbot/game/words/command"

// action runs a command in an execution. An action that returns an error must not have changed
// anything; the person is told the error.
type action func(*execution) error

// actions maps the commands of package command's table to their functions.
func actions() map[string]action {
	return map[string]action{
		"start":      startGame,
		"challenge":  challengePerson,
		"open":       openOffer,
		"accept":     acceptOffer,
		"decline":    declineOffer,
		"confirm":    confirmQuestion,
		"begin":      letBotBegin,
		"level":      changeLevel,
		"move":       playMove,
		command.Step: pickStep,
		"hint":       giveHint,
		"explain":    explainPosition,
		"review":     reviewGame,
		"retry":      retryGame,
		"share":      shareGame,
		"demo":       showDemo,
		"values":     showValues,
		"predict":    predictWinner,
		"play":       showPlay,
		"quick":      startQuickly,
		"menu":       showMenu,
		"board":      showCurrentBoard,
		"undo":       undoMove,
		"resign":     resignGame,
		"stop":       stopGame,
		"rematch":    offerRematch,
		"simul":      showSimul,
		"watch":      watchTable,
		"publish":    publishGame,
		"games":      listGames,
		"rules":      showRules,
		"help":       showHelp,
		"mygames":    listOpenGames,
		"settings":   changeSettings,
		"forget":     forgetData,
	}
}
