package rules

// list is the family, in the order in which people see it. A new game is one file,
// one line here, and its sentences in game/words/locales.
var list = []Game{
	nim,
	pass,
	cake,
	northcott,
	coins,
	nimble,
	stairs,
	subtraction,
	oneOrAll,
	moore,
	wythoff,
	fibonacci,
	euclid,
	lasker,
	kayles,
	dawsonKayles,
	octalGame(fixedCode(0, 1, 3, 7)),
	grundy,
	turtles,
	mockTurtles,
	ruler,
	chomp,
	bush,
	sumOfGames,
}

// Default is the key of the game that is meant if none is named.
const Default = "nim"

// families read parametric keys; ok is false when the key is not theirs.
var families = []func(key string) (g Game, ok bool, err error){octalFamily}
