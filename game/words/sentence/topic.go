package sentence

// Topic is what a sentence is about: a key of [words.Talk].Phrases.
type Topic string

// The topics.
const (
	Start    Topic = "start"
	Setup    Topic = "setup" // describes a game without saying what to do with it
	Rematch  Topic = "rematch"
	Open     Topic = "open"
	Cheer    Topic = "cheer"   // let's go, which begins nothing by itself
	Advice   Topic = "advice"  // who is winning?
	Judge    Topic = "judge"   // is this move good?
	Despair  Topic = "despair" // I can't win
	Explain  Topic = "explain"
	Next     Topic = "next"  // what now?
	Study    Topic = "study" // analyze this
	Review   Topic = "review"
	Rules    Topic = "rules"
	About    Topic = "about-game" // names a game without a verb ("chomp?"); Answer treats it as Rules
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
	None     Topic = "none" // something else

	Choose     Topic = "choose"     // just pick one for me
	Withdraw   Topic = "withdraw"   // take back my offer
	NeverMind  Topic = "nevermind"  // never mind, which refuses nothing
	Beginning  Topic = "beginning"  // how do I start?
	Clock      Topic = "clock"      // how long does it wait?
	Join       Topic = "join"       // may I play, too?
	NoHelp     Topic = "no-help"    // don't tell me
	Resume     Topic = "resume"     // I didn't mean to resign
	Secret     Topic = "secret"     // don't tell bob
	Term       Topic = "term"       // what is a nim-sum?
	Counting   Topic = "counting"   // does that count as lost?
	Unaccepted Topic = "unaccepted" // what if he says no?
	Seen       Topic = "seen"       // does he see my hints?
	Waiting    Topic = "waiting"    // he doesn't answer; has he seen it?
	LastMove   Topic = "last-move"  // what did you do?
	Sizes      Topic = "sizes"      // with bigger piles
	Referee    Topic = "referee"    // who is the judge?
	Remind     Topic = "remind"     // tell me when it's my turn, or don't
	Language   Topic = "language"   // can you speak German?
	Banter     Topic = "banter"     // lol; you're bad

	Bot         Topic = "bot"       // who are you?
	Another     Topic = "another"   // something else than Nim
	Recommend   Topic = "recommend" // which game is good for a child?
	Challenge   Topic = "challenge" // against a friend, whom the sentence doesn't mention
	Hotseat     Topic = "hotseat"   // two people at one device
	Nudge       Topic = "nudge"     // tell him to hurry
	Rating      Topic = "rating"    // how is the rating made?
	Notation    Topic = "notation"  // how do I type a move?
	Yesterday   Topic = "yesterday" // may I do yesterday's puzzle?
	Condition   Topic = "condition" // yes, but only if I begin
	Pause       Topic = "pause"     // be right back
	Consequence Topic = "meaning"   // what does that mean, what happens then?
)

// The topics of an exercise.
const (
	Solution Topic = "solution"
	Skip     Topic = "skip"
	Forward  Topic = "forward"
	Back     Topic = "back"
	Harder   Topic = "harder"
	Easier   Topic = "easier"
	Reason   Topic = "reason"
	Again    Topic = "restart"
	Tries    Topic = "tries"    // do I have only one try?
	Permit   Topic = "permit"   // is a hint allowed?
	Thinking Topic = "thinking" // don't count that yet
	Daily    Topic = "daily"    // what is the daily?
	Others   Topic = "others"   // what did bob answer?
	Hurry    Topic = "hurry"    // how long have I got?
	Grasped  Topic = "grasped"  // I see
	Progress Topic = "progress" // how many more?
)

// requestTopics are the topics that change an exercise or show its solution.
var requestTopics = []Topic{Solution, Skip, Forward, Back, Again, Harder, Easier}

// pileTopics are the topics that become Advice if the sentence names piles.
var pileTopics = []Topic{Next, Explain, Study}

// politeTopics are the topics of polite words, which may stand around any sentence.
var politeTopics = []Topic{Hello, Thanks, Praise, Okay, Nod, Bye, Banter}

// remarkTopics are the topics of politeness and remarks, which ask for nothing. A sentence that only
// resembles them may still ask for something, so a guess has to be surer than others.
var remarkTopics = []Topic{Hello, Thanks, Praise, Bye, Pause, Banter}

// answerTopics are the topics of answers to a question. What only resembles them is asked about while
// the question is open, and means nothing otherwise.
var answerTopics = []Topic{Accept, No, NeverMind, Resume}

// termTopics are the topics of phrases that give way to a term that the sentence asks the meaning of.
var termTopics = []Topic{"", Term, Theory, Rules, Learn}

// phrasesOnly are the topics that are never guessed.
var phrasesOnly = []Topic{None, Okay, Nod, Cheer, Grasped}

// refusalTopics are the topics whose phrases are negations themselves.
var refusalTopics = []Topic{No, NeverMind}

// denialTopics are the topics of sentences that forbid something.
var denialTopics = []Topic{NoHelp, Secret}

// optionsFrom names, for each topic, the command whose options its sentences may give.
var optionsFrom = map[Topic]string{
	Start: "start", Setup: "start", Rematch: "start", Open: "open", Advice: "predict", Study: "predict", Rules: "rules", About: "rules", Learn: "rules", Language: "language", Challenge: "challenge",
}

// needsValues reports whether a topic's phrases mean nothing unless the sentence
// describes a game.
func needsValues(topic Topic) bool { return topic == Setup || topic == About || topic == Language }

// graveTopics are the topics whose sentences may begin, end, answer, share or take back something, or
// cost something in an exercise.
var graveTopics = []Topic{
	Start, Rematch, Open, Undo, Resign, Stop, Accept, Withdraw, Thanks, Praise, Choose, No, NeverMind, Nod, Share,
	Solution, Skip, Forward, Back, Again, Harder, Easier,
}
