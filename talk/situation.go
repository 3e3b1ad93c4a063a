package talk

// Situation is what an answer depends on besides the sentence.
type Situation struct {
	Game     bool     // the channel has a game, running or finished
	Playing  bool     // the game is running
	Last     bool     // another game was finished here before that one
	Plays    bool     // the speaker is one of its players
	ToMove   bool     // and it's their turn
	Counts   bool     // help counts as a hint, of which the opponent is told
	Offered  bool     // a game is offered here, by the speaker or to somebody else
	Offering bool     // by the speaker
	Asking   bool     // the speaker asked the opponent for something, and waits
	Opponent string   // whom the speaker plays, or to whom they offer a game
	Asked    Question // what the speaker hasn't answered yet
	Exercise Stand    // of a speaker who has an exercise open, "" for none
	Tried    string   // the command that refused the sentence, "" for none
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

// Stand is the speaker's position among games, offers and exercises: a column of the table of
// topics and stands.
type Stand string

// The stands. A speaker can have several of them, the most particular first; the first that a row
// of the table mentions gives the answer.
const (
	Confirming Stand = "confirming" // asked whether to end a game
	Requested  Stand = "requested"  // the opponent asks to take back or to stop
	Invited    Stand = "invited"    // an offer to the speaker
	OpenToAll  Stand = "open-offer" // an offer to anybody
	Offering   Stand = "offering"   // an offer of the speaker's own
	Requesting Stand = "requesting" // the speaker asked the opponent for something
	Mover      Stand = "mover"
	Waiter     Stand = "waiter"   // a player whose opponent is to move
	Watcher    Stand = "watcher"  // not a player of the running game
	Finisher   Stand = "finisher" // a player of the last game, which is over
	Visitor    Stand = "visitor"  // nothing of the speaker's is here

	// The speaker has an exercise open, and nothing at a table waits for them.
	Learner     Stand = "learner"      // any of the following
	Questioned  Stand = "questioned"   // a question is open
	Reader      Stand = "reader"       // a page without a question
	PrivateGame Stand = "private-game" // a game of a lesson, or from a turning point
	Done        Stand = "done"         // the exercise is answered

	Anywhere Stand = "" // any other stand: used if a row mentions none of a speaker's stands
)

// Stands lists every column of the table.
func Stands() []Stand {
	return []Stand{Confirming, Requested, Invited, OpenToAll, Offering, Requesting, Mover, Waiter, Watcher, Finisher, Visitor, Questioned, Reader, PrivateGame, Done}
}

// asking maps each question to the stand of the person who was asked.
var asking = map[Question]Stand{
	AskedConfirm: Confirming, AskedConsent: Requested, AskedToStop: Requested, AskedOffer: Invited, AskedAnybody: OpenToAll,
}

// stands returns the stands of a speaker, the most particular first.
func (st Situation) stands() []Stand {
	if st.Exercise != "" {
		return []Stand{st.Exercise, Learner}
	}
	var all []Stand
	if asked, ok := asking[st.Asked]; ok {
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
	case st.Playing && st.Plays:
		all = append(all, Waiter)
	case st.Playing:
		all = append(all, Watcher)
	case st.Game && st.Plays:
		all = append(all, Finisher)
	default:
		all = append(all, Visitor)
	}
	return append(all, Anywhere)
}

// reaction is what a sentence leads to in a cell of the table; ok is false if it means
// nothing there.
type reaction func(s Said, st Situation) (a Answer, ok bool)

// row has the reactions to a topic by stand.
type row map[Stand]reaction

// table says what each topic leads to in each situation. For a speaker with an exercise, only the
// cells of exercises count; a topic without such a cell is left to the conversation.
var table = map[Topic]row{
	Start:   {Anywhere: Said.start, Offering: Said.startBeside, Invited: Said.acceptOrPress, OpenToAll: pressOffer, Learner: practise(OfferGame), Done: pass},
	Setup:   {Anywhere: Said.setup, Offering: Said.startBeside, Invited: Said.acceptOrPress, Learner: practise(OfferGame), Done: pass},
	Rematch: {Anywhere: Said.start, Mover: runs("rematch"), Waiter: runs("rematch"), Finisher: Said.rematch, Learner: practise(AskAgain), PrivateGame: practise(Restart), Done: practise(GoOn), Reader: practise(AskAgain)},
	Cheer:   {Anywhere: unchanged("talk.cheers"), Visitor: Said.pick, Offering: offering, Invited: Said.acceptOrPress, OpenToAll: pressOffer, Finisher: Said.praise, Learner: practise(StillOpen)},
	Versus:  {Anywhere: Said.versus, Learner: pass},
	Open:    {Anywhere: command("open"), Learner: practise(OfferGame), Done: pass},

	Advice:  {Anywhere: Said.advice, Invited: Said.adviceInvited, Learner: Said.adviceInExercise, Done: pass},
	Judge:   {Anywhere: standing, Finisher: Said.review, Mover: says("talk.judge", "hint"), Learner: practise(OfferHint), Done: practise(TellWhy)},
	Despair: {Anywhere: standing, Mover: says("talk.despair", "hint"), Learner: practise(OfferHint), Done: practise(TellWhy)},
	Choose:  {Anywhere: standing, Mover: says("talk.choose", "hint"), Learner: practise(OfferHint), Done: pass},
	Next:    {Anywhere: standing, Finisher: Said.review, Mover: helps("hint"), Learner: practise(GiveHint)},
	Explain: {Anywhere: Said.explain, Invited: standing, Learner: practise(GiveHint), Done: practise(TellWhy)},
	Theory:  {Anywhere: Said.theory, Learner: practise(GiveHint), Done: practise(TellWhy)},
	Study:   {Anywhere: Said.study, Learner: practise(OfferHint), Done: practise(TellWhy)},
	Review:  {Anywhere: Said.review, Learner: practise(TellWhy), Done: pass},

	Join:      {Anywhere: says("talk.join", "open", "start"), Invited: standing, Learner: practise(OfferGame), Done: pass},
	Beginning: {Anywhere: command("help"), Visitor: standing, Watcher: says("talk.join", "open", "start"), Learner: practise(OfferHint), Done: practise(OfferNext)},
	Clock:     {Anywhere: says("talk.clock", "board"), Learner: practise(TellTime), Done: pass},

	Rules:    {Anywhere: command("rules"), Learner: practise(TellRules)},
	Learn:    {Anywhere: Said.learn, Learner: pass},
	Puzzle:   {Anywhere: offers("talk.puzzle", "puzzle", "daily"), Invited: standing, Learner: pass},
	Ranks:    {Anywhere: offers("talk.ranks", "leaders", "profile"), Mover: Said.ranks, Waiter: Said.ranks, Learner: pass},
	Self:     {Anywhere: offers("talk.self", "profile", "leaders"), Learner: pass},
	Privacy:  {Anywhere: offers("talk.privacy", "export me"), Learner: pass},
	Games:    {Anywhere: command("games"), Learner: pass},
	Help:     {Anywhere: command("help"), Invited: standing, Learner: pass},
	Share:    {Anywhere: command("share"), Learner: pass},
	Settings: {Anywhere: command("settings"), Learner: pass},
	Board:    {Anywhere: Said.board, Learner: practise(AskAgain)},
	Turn:     {Anywhere: standing, Learner: practise(AskAgain), Done: pass},

	ToPerson:   {Anywhere: Said.toPerson, Learner: practise(ToOther), Done: pass},
	NoHelp:     {Anywhere: Said.noHelp, Learner: practise(StillOpen), Done: pass},
	Resume:     {Anywhere: unchanged("talk.okay"), Confirming: answers(no), Requested: press, Invited: standing, OpenToAll: standing, Offering: offering, Finisher: says("talk.undo-over", "review", "rematch"), Learner: practise(StillOpen), Done: pass},
	Secret:     {Anywhere: unchanged("talk.secret"), Learner: practise(TellPrivate)},
	Term:       {Anywhere: says("talk.term", "learn 5"), Mover: Said.theory, Waiter: Said.theory, Watcher: Said.theory, Learner: practise(TellTerm)},
	Counting:   {Anywhere: says("talk.counting", "profile"), Learner: practise(NotCounted)},
	Unaccepted: {Anywhere: standing, Offering: says("talk.unaccepted", "start"), Invited: standing, Learner: pass},
	Seen:       {Anywhere: says("talk.seen"), Learner: practise(TellPrivate)},

	Undo:     {Anywhere: command("undo"), Finisher: says("talk.undo-over", "review", "rematch"), Offering: offering, Invited: pressOffer, Confirming: press, Learner: practise(NoUndo)},
	Withdraw: {Anywhere: standing, Offering: runs("decline"), Invited: pressOffer, Requested: press, Confirming: press, Learner: pass},
	Resign:   {Anywhere: asks("resign"), Finisher: standing, Invited: pressOffer, Offering: offering, Learner: practise(OfferShow), PrivateGame: practise(OfferShow), Done: pass},
	Stop: {
		Anywhere: Said.bye, Mover: asks("stop"), Waiter: asks("stop"), Watcher: asks("stop"), Invited: pressOffer, OpenToAll: standing, Offering: Said.cancels, Confirming: press,
		Learner: practise(LeaveOpen), Done: pass,
	},

	Accept:    {Anywhere: unchanged("talk.nothing-asked"), Offering: ownOffer, Confirming: answers(yes), Requested: answers(yes), Invited: answers(yes), OpenToAll: answers(yes), Learner: practise(StillOpen), Reader: practise(GoOn), Done: practise(Remark)},
	No:        {Anywhere: unchanged("talk.okay"), Confirming: answers(no), Requested: answers(no), Invited: answers(no), Offering: offering, Learner: practise(StillOpen), Done: pass},
	NeverMind: {Anywhere: unchanged("talk.okay"), Confirming: answers(no), Requested: press, Invited: standing, OpenToAll: standing, Offering: Said.cancels, Learner: practise(StillOpen), Done: pass},
	Nod:       {Anywhere: Said.nod, Offering: ownOffer, Learner: practise(StillOpen), Reader: practise(GoOn), Done: practise(Remark)},
	Okay:      {Anywhere: Said.okay, Learner: practise(StillOpen), Done: practise(Remark)},

	Hello:  {Anywhere: Said.greet, Learner: practise(GreetBack), Done: pass},
	Thanks: {Anywhere: says("talk.thanks"), Learner: pass, Done: practise(Remark)},
	Praise: {Anywhere: says("talk.praise"), Finisher: Said.praise, Mover: unchanged("talk.cheers"), Waiter: unchanged("talk.cheers"), Learner: practise(StillOpen), Done: practise(Remark)},
	Bye:    {Anywhere: Said.bye, Learner: pass},

	Solution: {Anywhere: standing, Finisher: Said.review, Mover: helps("hint"), Learner: practise(ShowSolution)},
	Skip:     {Anywhere: standing, Learner: practise(SkipIt), Done: practise(GoOn)},
	Forward:  {Anywhere: standing, Learner: practise(GoOn)},
	Back:     {Anywhere: standing, Learner: practise(GoBack), Done: practise(AskAgain)},
	Harder:   {Anywhere: standing, Learner: practise(SetHarder)},
	Easier:   {Anywhere: standing, Learner: practise(SetEasier)},
	Again:    {Anywhere: Said.start, Learner: practise(Restart), Done: practise(GoOn)},
	Reason:   {Anywhere: Said.explain, Learner: practise(TellWhy)},
	Tries:    {Anywhere: standing, Learner: practise(TellTries)},
	Permit:   {Anywhere: standing, Learner: practise(TellAllowed)},
	Thinking: {Anywhere: unchanged("talk.okay"), Learner: practise(NotCounted), Done: practise(Remark)},
	Grasped:  {Anywhere: unchanged("talk.okay"), Learner: practise(StillOpen), Reader: practise(GoOn), Done: practise(Remark)},
	Others:   {Anywhere: offers("talk.puzzle", "daily", "puzzle"), Learner: practise(TellPrivate)},
	Hurry:    {Anywhere: says("talk.clock", "board"), Learner: practise(TellTime), Done: pass},
	Daily:    {Anywhere: offers("talk.puzzle", "daily", "puzzle"), Learner: practise(TellDaily)},
}

// Request is what a sentence asks of an open exercise.
type Request string

// The requests.
const (
	NoRequest    Request = ""
	GiveHint     Request = "hint"
	OfferHint    Request = "offer-hint"
	ShowSolution Request = "solution"
	OfferShow    Request = "offer-solution"
	SkipIt       Request = "skip"
	GoOn         Request = "next"
	OfferNext    Request = "offer-next"
	GoBack       Request = "back"
	Restart      Request = "restart"
	SetHarder    Request = "harder"
	SetEasier    Request = "easier"
	TellWhy      Request = "why"
	TellRules    Request = "rules"
	AskAgain     Request = "again"
	StillOpen    Request = "still-open"
	GreetBack    Request = "greeting"
	NoUndo       Request = "no-undo"
	LeaveOpen    Request = "leave"
	OfferGame    Request = "offer-game"
	TellTries    Request = "tries"
	TellAllowed  Request = "allowed"
	NotCounted   Request = "not-counted"
	TellDaily    Request = "daily"
	TellPrivate  Request = "private"
	OfferOther   Request = "offer-other"
	TellTime     Request = "time"
	ToOther      Request = "to-person"
	TellTerm     Request = "term"
	Remark       Request = "remark"
)
