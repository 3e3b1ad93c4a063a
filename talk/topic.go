package talk

// Topic is what a sentence is about: a key of [words.Talk].Phrases.
type Topic string

// The topics.
const (
	Start    Topic = "start"
	Setup    Topic = "setup" // a game, piles or a level, with nothing to be done with them
	Rematch  Topic = "rematch"
	Open     Topic = "open"
	Advice   Topic = "advice"  // who is winning?
	Judge    Topic = "judge"   // is this move good?
	Despair  Topic = "despair" // I can't win
	Explain  Topic = "explain"
	Next     Topic = "next"  // what now?
	Study    Topic = "study" // analyze this
	Review   Topic = "review"
	Rules    Topic = "rules"
	About    Topic = "about-game" // becomes Rules
	Learn    Topic = "learn"
	Puzzle   Topic = "puzzle"
	Games    Topic = "games"
	Ranks    Topic = "ranks"   // who is the best here?
	Self     Topic = "self"    // how good am I?
	Privacy  Topic = "privacy" // what is kept about me?
	Theory   Topic = "theory"  // what is the secret of it?
	Share    Topic = "share"
	Settings Topic = "settings"
	Help     Topic = "help"
	Board    Topic = "board"
	Turn     Topic = "turn" // whose turn is it?
	Undo     Topic = "undo"
	Resign   Topic = "resign"
	Stop     Topic = "stop"
	Accept   Topic = "accept"
	No       Topic = "no"
	Hello    Topic = "greeting"
	Thanks   Topic = "thanks"
	Praise   Topic = "praise"
	Okay     Topic = "okay"
	Nod      Topic = "nod" // ok
	Bye      Topic = "bye"
)

// ofPiles are the topics that ask who wins where a sentence names piles.
var pileTopics = []Topic{Next, Explain, Study}

// helping are the topics of who doesn't know how to go on.
var helpTopics = []Topic{Advice, Next, Explain, Despair, Study, Resign}

// polite are the topics of words that may stand around any sentence.
var politeTopics = []Topic{Hello, Thanks, Praise, Okay, Nod, Bye}

// forms are the commands whose options a topic's sentences may name.
var optionsFrom = map[Topic]string{
	Start: "start", Setup: "start", Rematch: "start", Open: "open", Advice: "predict", Study: "predict", Rules: "rules", About: "rules", Learn: "rules",
}

// needsValues reports whether a topic's phrases say nothing without a game.
func needsValues(topic Topic) bool { return topic == Setup || topic == About }

// positive are the topics of which a sentence with a "not" says the contrary.
var deniableTopics = []Topic{Start, Rematch, Open, Undo, Resign, Stop, Accept, Thanks, Praise}

// endings are the topics that lead to the question whether to end the game.
var endTopics = []Topic{Resign, Stop}

// acting are the topics that begin something, for which few words of a sentence
// may be strange.
var beginTopics = []Topic{Start, Rematch, Open, Setup}
