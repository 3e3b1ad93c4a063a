package sentence

// Situation is what an answer depends on besides the sentence.
type Situation struct {
	Game           bool     // the channel has a game, running or finished
	Running        bool     // the game is running
	Plays          string   // the key of the running game, "" for none
	HadGame        bool     // another game was finished here before that one
	Moved          bool     // somebody has moved in it
	IsPlayer       bool     // the speaker is one of its players
	ToMove         bool     // and it's their turn
	Timed          bool     // the running game has a clock
	HelpCounts     bool     // help counts as a hint, of which the opponent is told
	Offered        bool     // a game is offered here, by the speaker or to somebody else
	Offering       bool     // by the speaker
	Asking         bool     // the speaker asked the opponent for something, and waits
	Opponent       string   // whom the speaker plays, or to whom they offer a game
	Asked          Question // what the speaker hasn't answered yet
	ExerciseRole   Role     // of a speaker who has an exercise open, "" for none
	RefusedCommand string   // the command that refused the sentence, "" for none
}

// Waits reports whether something at a table waits for the speaker.
func (st Situation) Waits() bool {
	return st.ToMove || st.Asked != NoQuestion && st.Asked != AskedAnybody
}

// Question is a question that a person was asked and can answer.
type Question string

// The questions.
const (
	NoQuestion   Question = ""
	AskedConsent Question = "consent"    // to a request of the opponent
	AskedToStop  Question = "stop"       // a request of the opponent to stop the game
	AskedConfirm Question = "confirm"    // whether the speaker really wants to end the game
	AskedOffer   Question = "offer"      // a game offered to the speaker
	AskedAnybody Question = "open-offer" // a game offered to anybody
)

// Role is the speaker's position among games, offers and exercises: a column of the table of
// topics and roles.
type Role string

// The roles. A speaker can have several of them, the most particular first; the first that a row
// of the table mentions gives the answer.
const (
	Confirming Role = "confirming" // asked whether to end a game
	Requested  Role = "requested"  // the opponent asks to take back or to stop
	Invited    Role = "invited"    // an offer to the speaker
	OpenToAll  Role = "open-offer" // an offer to anybody
	Offering   Role = "offering"   // an offer of the speaker's own
	Requesting Role = "requesting" // the speaker asked the opponent for something
	Mover      Role = "mover"
	Waiter     Role = "waiter"   // a player whose opponent is to move
	Watcher    Role = "watcher"  // not a player of the running game
	Finisher   Role = "finisher" // a player of the last game, which is over
	Visitor    Role = "visitor"  // nothing of the speaker's is here

	// The speaker has an exercise open, and nothing at a table waits for them.
	Learner     Role = "learner"      // any of the following
	Questioned  Role = "questioned"   // a question is open
	Reader      Role = "reader"       // a page without a question
	PrivateGame Role = "private-game" // a game of a lesson, or from a turning point
	Done        Role = "done"         // the exercise is answered

	Anywhere Role = "" // any other role: used if a row mentions none of a speaker's roles
)

// Roles lists every column of the table.
func Roles() []Role {
	return []Role{Confirming, Requested, Invited, OpenToAll, Offering, Requesting, Mover, Waiter, Watcher, Finisher, Visitor, Questioned, Reader, PrivateGame, Done}
}

// askedRoles maps each question to the role of the person who was asked.
var askedRoles = map[Question]Role{
	AskedConfirm: Confirming, AskedConsent: Requested, AskedToStop: Requested, AskedOffer: Invited, AskedAnybody: OpenToAll,
}

// roles returns the roles of a speaker, the most particular first.
func (st Situation) roles() []Role {
	if st.ExerciseRole != "" {
		return []Role{st.ExerciseRole, Learner}
	}
	var all []Role
	if asked, ok := askedRoles[st.Asked]; ok {
		all = append(all, asked)
	}
	switch {
	case st.Offering:
		all = append(all, Offering)
	case st.Asking:
		all = append(all, Requesting)
	}
	switch {
	case st.ToMove:
		all = append(all, Mover)
	case st.Running && st.IsPlayer:
		all = append(all, Waiter)
	case st.Running:
		all = append(all, Watcher)
	case st.Game && st.IsPlayer:
		all = append(all, Finisher)
	default:
		all = append(all, Visitor)
	}
	return append(all, Anywhere)
}

// reaction is what a sentence leads to in a cell of the table; ok is false if it means
// nothing there.
type reaction func(s Meaning, st Situation) (a Answer, ok bool)

// roleReactions has the reactions to a topic by role.
type roleReactions map[Role]reaction

// reactions says what each topic leads to in each situation. For a speaker with an exercise, only
// the cells of exercises count; a topic without such a cell is left to the conversation.
var reactions = map[Topic]roleReactions{
	Start:   {Anywhere: Meaning.start, Offering: Meaning.startBeside, Invited: Meaning.acceptOrPress, OpenToAll: pressOffer, Learner: practise(OfferGame), Done: pass},
	Setup:   {Anywhere: Meaning.setup, Offering: Meaning.startBeside, Invited: Meaning.acceptOrPress, Learner: practise(OfferGame), Done: pass},
	Rematch: {Anywhere: Meaning.start, Mover: runs("rematch"), Waiter: runs("rematch"), Finisher: Meaning.rematch, Learner: practise(AskAgain), PrivateGame: practise(Restart), Done: practise(GoOn), Reader: practise(AskAgain)},
	Cheer:   {Anywhere: unchanged("talk.cheers"), Visitor: Meaning.pick, Offering: offering, Invited: Meaning.acceptOrPress, OpenToAll: pressOffer, Finisher: Meaning.praise, Learner: practise(StillOpen)},
	Open:    {Anywhere: runWith("open"), Learner: practise(OfferGame), Done: pass},

	Advice:  {Anywhere: Meaning.advice, Invited: Meaning.adviceInvited, Learner: Meaning.adviceInExercise, Done: pass},
	Judge:   {Anywhere: standing, Finisher: Meaning.review, Mover: says("talk.judge", "hint"), Learner: practise(OfferHint), Done: practise(TellWhy)},
	Despair: {Anywhere: standing, Mover: says("talk.despair", "hint"), Learner: practise(OfferHint), Done: practise(TellWhy)},
	Choose:  {Anywhere: standing, Confirming: press, Mover: says("talk.choose", "hint"), Learner: practise(OfferHint), Done: pass},
	Next:    {Anywhere: standing, Finisher: Meaning.review, Mover: helps("hint"), Learner: practise(GiveHint)},
	Explain: {Anywhere: Meaning.explain, Confirming: confirming("talk.ending"), Invited: standing, Learner: practise(GiveHint), Done: practise(TellWhy)},
	Theory:  {Anywhere: Meaning.theory, Learner: practise(GiveHint), Done: practise(TellWhy)},
	Study:   {Anywhere: Meaning.study, Learner: practise(OfferHint), Done: practise(TellWhy)},
	Review:  {Anywhere: Meaning.review, Learner: practise(TellWhy), Done: pass},

	Join:      {Anywhere: says("talk.join", "open", "start"), Invited: standing, Learner: practise(OfferGame), Done: pass},
	Beginning: {Anywhere: runWith("help"), Visitor: standing, Watcher: says("talk.join", "open", "start"), Learner: practise(OfferHint), Done: practise(OfferNext)},
	Clock:     {Anywhere: says("talk.clock", "board"), Learner: practise(TellTime), Done: pass},

	Rules:    {Anywhere: runWith("rules"), Learner: practise(TellRules)},
	Learn:    {Anywhere: Meaning.learn, Learner: pass},
	Puzzle:   {Anywhere: offers("talk.puzzle", "puzzle", "daily"), Invited: standing, Learner: pass},
	Ranks:    {Anywhere: runs("leaders"), Learner: pass},
	Self:     {Anywhere: runs("profile"), Learner: pass},
	Privacy:  {Anywhere: offers("talk.privacy", "export me"), Learner: pass},
	Games:    {Anywhere: runWith("games"), Learner: pass},
	Help:     {Anywhere: runWith("help"), Invited: standing, Learner: pass},
	Share:    {Anywhere: runWith("share"), Learner: pass},
	Settings: {Anywhere: runWith("settings"), Learner: pass},
	Board:    {Anywhere: Meaning.board, Learner: practise(AskAgain)},
	Turn:     {Anywhere: standing, Learner: practise(AskAgain), Done: pass},

	NoHelp:     {Anywhere: unchanged("talk.no-help"), Learner: practise(NotCounted), Done: pass},
	Resume:     {Anywhere: unchanged("talk.okay"), Confirming: answers(noCommands), Requested: press, Invited: standing, OpenToAll: standing, Offering: offering, Finisher: says("talk.undo-over", "review", "rematch"), Learner: practise(StillOpen), Done: pass},
	Secret:     {Anywhere: unchanged("talk.secret"), Learner: practise(TellPrivate)},
	Term:       {Anywhere: Meaning.term, Learner: Meaning.termInExercise},
	Yesterday:  {Anywhere: says("talk.yesterday", "daily yesterday", "daily"), Learner: practise(TellYesterday)},
	Counting:   {Anywhere: says("talk.counting", "profile"), Learner: practise(NotCounted)},
	Unaccepted: {Anywhere: standing, Offering: says("talk.unaccepted", "start"), Invited: standing, Learner: pass},
	Seen:       {Anywhere: says("talk.seen"), Learner: practise(TellPrivate)},

	Waiting:  {Anywhere: standing, Waiter: unchanged("talk.waiting"), Offering: offerWaits, Learner: practise(TellTime), Done: pass},
	LastMove: {Anywhere: Meaning.lastMove, Finisher: Meaning.review, Learner: practise(AskAgain)},
	Sizes:    {Anywhere: Meaning.pick, Offering: offering, Invited: standing, OpenToAll: standing, Learner: practise(OfferOther), Done: pass},
	Referee:  {Anywhere: says("talk.referee", "rules"), Learner: pass},
	Remind:   {Anywhere: offers("talk.remind", "pings on", "pings off", "settings"), Learner: pass},
	Language: {Anywhere: Meaning.language, Learner: pass},
	Banter:   {Anywhere: unchanged("talk.banter"), Learner: practise(StillOpen), Done: practise(Remark)},

	None:        {Anywhere: unchanged("talk.remark"), Invited: standing, OpenToAll: standing, Learner: practise(StillOpen), Done: practise(Remark)},
	Bot:         {Anywhere: saysWithCard("talk.bot"), Mover: says("talk.bot"), Waiter: says("talk.bot"), Learner: pass},
	Another:     {Anywhere: Meaning.pick, Offering: offering, Invited: standing, OpenToAll: standing, Learner: practise(OfferSkip), Done: pass},
	Recommend:   {Anywhere: says("talk.recommend", "start level:easy", "learn 1", "games"), Learner: pass},
	Challenge:   {Anywhere: Meaning.challenge, Invited: standing, Learner: pass},
	Hotseat:     {Anywhere: says("talk.hotseat", "challenge", "learn"), Learner: pass},
	Nudge:       {Anywhere: unchanged("talk.nudge"), Invited: standing, Learner: practise(StillOpen), Done: practise(Remark)},
	Rating:      {Anywhere: says("talk.rating", "profile", "leaders"), Confirming: confirming("talk.counting"), Learner: pass},
	Notation:    {Anywhere: says("talk.notation", "board", "rules"), Visitor: runWith("rules"), Learner: practise(AskAgain)},
	Pause:       {Anywhere: Meaning.bye, Confirming: press, Requested: press, Invited: standing, Learner: practise(NotCounted), Done: pass},
	Condition:   {Anywhere: Meaning.condition},
	Consequence: {Anywhere: standing, Invited: standing, OpenToAll: standing, Requested: press, Confirming: confirming("talk.ending"), Visitor: runWith("help"), Offering: says("talk.unaccepted", "start"), Learner: practise(AskAgain), Done: practise(TellWhy)},

	Undo:     {Anywhere: runWith("undo"), Finisher: says("talk.undo-over", "review", "rematch"), Offering: offering, Invited: pressOffer, Confirming: press, Learner: practise(NoUndo)},
	Withdraw: {Anywhere: standing, Offering: runs("decline"), Invited: pressOffer, Requested: press, Confirming: press, Learner: pass},
	Resign:   {Anywhere: asks("resign"), Finisher: standing, Invited: pressOffer, Offering: offering, Learner: practise(OfferShow), PrivateGame: practise(OfferShow), Done: pass},
	Stop: {
		Anywhere: Meaning.bye, Mover: asks("stop"), Waiter: asks("stop"), Watcher: asks("stop"), Invited: pressOffer, OpenToAll: standing, Offering: Meaning.cancels, Confirming: press,
		Learner: practise(LeaveOpen), Done: pass,
	},

	Accept:    {Anywhere: unchanged("talk.nothing-asked"), Offering: ownOffer, Confirming: answers(yesCommands), Requested: answers(yesCommands), Invited: answers(yesCommands), OpenToAll: answers(yesCommands), Learner: practise(StillOpen), Reader: practise(GoOn), Done: practise(Remark)},
	No:        {Anywhere: unchanged("talk.okay"), Confirming: answers(noCommands), Requested: answers(noCommands), Invited: answers(noCommands), Offering: offering, Learner: practise(StillOpen), Done: pass},
	NeverMind: {Anywhere: unchanged("talk.okay"), Confirming: answers(noCommands), Requested: press, Invited: standing, OpenToAll: standing, Offering: Meaning.cancels, Learner: practise(StillOpen), Done: pass},
	Nod:       {Anywhere: Meaning.nod, Offering: ownOffer, Learner: practise(StillOpen), Reader: practise(GoOn), Done: practise(Remark)},
	Okay:      {Anywhere: Meaning.okay, Learner: practise(StillOpen), Done: practise(Remark)},

	Hello:  {Anywhere: Meaning.greet, Learner: practise(GreetBack), Done: pass},
	Thanks: {Anywhere: says("talk.thanks"), Learner: pass, Done: practise(Remark)},
	Praise: {Anywhere: says("talk.praise"), Finisher: Meaning.praise, Mover: unchanged("talk.cheers"), Waiter: unchanged("talk.cheers"), Learner: practise(StillOpen), Done: practise(Remark)},
	Bye:    {Anywhere: Meaning.bye, Learner: pass},

	Solution: {Anywhere: standing, Finisher: Meaning.review, Mover: helps("hint"), Learner: practise(ShowSolution)},
	Skip:     {Anywhere: standing, Learner: practise(SkipIt), Done: practise(GoOn)},
	Forward:  {Anywhere: standing, Learner: practise(GoOn)},
	Back:     {Anywhere: standing, Learner: practise(GoBack), Done: practise(AskAgain)},
	Harder:   {Anywhere: says("talk.level", "level hard", "start level:hard"), Visitor: says("talk.pick", "start level:hard", "games"), Finisher: says("talk.level", "start level:hard", "rematch"), Waiter: says("talk.level", "start level:hard"), Offering: says("talk.level", "start level:hard"), Invited: standing, Learner: practise(SetHarder)},
	Easier:   {Anywhere: says("talk.level", "level easy", "start level:easy"), Visitor: says("talk.pick", "start level:easy", "games"), Finisher: says("talk.level", "start level:easy", "rematch"), Waiter: says("talk.level", "start level:easy"), Offering: says("talk.level", "start level:easy"), Invited: standing, Learner: practise(SetEasier)},
	Progress: {Anywhere: says("talk.learn", "learn", "profile"), Learner: practise(TellProgress)},
	Again:    {Anywhere: Meaning.start, Learner: practise(Restart), Done: practise(GoOn)},
	Reason:   {Anywhere: Meaning.explain, Learner: practise(TellWhy)},
	Tries:    {Anywhere: standing, Learner: practise(TellTries)},
	Permit:   {Anywhere: standing, Learner: practise(TellAllowed)},
	Thinking: {Anywhere: unchanged("talk.okay"), Learner: practise(NotCounted), Done: practise(Remark)},
	Grasped:  {Anywhere: unchanged("talk.okay"), Learner: practise(StillOpen), Reader: practise(GoOn), Done: practise(Remark)},
	Others:   {Anywhere: offers("talk.puzzle", "daily", "puzzle"), Learner: practise(TellPrivate)},
	Hurry:    {Anywhere: says("talk.clock", "board"), Learner: practise(TellTime), Done: pass},
	Daily:    {Anywhere: offers("talk.puzzle", "daily", "puzzle"), Learner: practise(TellDaily)},
}

// ExerciseRequest is what a sentence asks of an open exercise.
type ExerciseRequest string

// The requests.
const (
	NoRequest    ExerciseRequest = ""
	GiveHint     ExerciseRequest = "hint"
	OfferHint    ExerciseRequest = "offer-hint"
	ShowSolution ExerciseRequest = "solution"
	OfferShow    ExerciseRequest = "offer-solution"
	SkipIt       ExerciseRequest = "skip"
	OfferSkip    ExerciseRequest = "offer-skip"
	OfferBack    ExerciseRequest = "offer-back"
	GoOn         ExerciseRequest = "next"
	OfferNext    ExerciseRequest = "offer-next"
	GoBack       ExerciseRequest = "back"
	Restart      ExerciseRequest = "restart"
	SetHarder    ExerciseRequest = "harder"
	SetEasier    ExerciseRequest = "easier"
	TellWhy      ExerciseRequest = "why"
	TellRules    ExerciseRequest = "rules"
	AskAgain     ExerciseRequest = "again"
	StillOpen    ExerciseRequest = "still-open"
	GreetBack    ExerciseRequest = "greeting"
	NoUndo       ExerciseRequest = "no-undo"
	LeaveOpen    ExerciseRequest = "leave"
	OfferGame    ExerciseRequest = "offer-game"
	TellTries    ExerciseRequest = "tries"
	TellAllowed  ExerciseRequest = "allowed"
	NotCounted   ExerciseRequest = "not-counted"
	TellDaily    ExerciseRequest = "daily"
	TellPrivate  ExerciseRequest = "private"
	OfferOther   ExerciseRequest = "offer-other"
	TellTime     ExerciseRequest = "time"
	TellTerm     ExerciseRequest = "term"

	TellYesterday ExerciseRequest = "yesterday"
	TellProgress  ExerciseRequest = "progress"
	Remark        ExerciseRequest = "remark"
)
