package words

// talkFile is the file of a language that holds its Talk.
const talkFile = "talk.yaml"

// Talk is the vocabulary of one language for sentences to the bot. Package talk interprets
// sentences by it.
//
// For English it has rules of grammar: synonyms, keywords, words that make a question or a
// denial. A language without keywords is learnt from its phrases instead, and needs no more
// than CONTRIBUTING.md lists. Its phrases may have alternatives with slashes: "show/see the
// board".
type Talk struct {
	// Spellings maps letters that people write for an accented one to the letter without its
	// accent ("ue": "u"), and elided words to the full word ("j'": "je "). Accents themselves
	// don't matter.
	Spellings map[string]string
	// Courtesies are polite words that may precede or follow a command; at most
	// two words each.
	Courtesies []string
	// Contractions maps words in full to their contractions, as people write them without an
	// apostrophe ("whats") or in short ("u").
	Contractions map[string][]string
	// Fillers are words that say nothing in a sentence.
	Fillers []string
	// Same maps a wording that phrases and keywords use to its synonyms.
	Same map[string][]string
	// Phrases are what people say, by topic.
	Phrases map[string][]string
	// Classes are sets of words by name. In a keyword, "{who}" stands for any word of the
	// class who.
	Classes map[string][]string
	// Keywords are looked for in sentences that are no phrase, in this order.
	Keywords []Keywords
	// Known are correctly spelt words that must not be corrected to others.
	// Common are everyday words unrelated to games: many of them mean that the
	// sentence is about something else.
	Known, Common []string
	// Endings are the suffixes of inflected words.
	Endings []string
	// Not are negations. A sentence with a negation never begins, takes back or accepts
	// anything.
	Not []string
	// Questions are first words of questions that aren't wishes to play, unless
	// the sentence contains one of Invites.
	Questions, Invites []string
	// ToPlay are words about playing. Without one of them, a sentence with unknown words begins
	// nothing.
	ToPlay []string
	// LeadsToGame are words that come before a game, or before an opponent.
	LeadsToGame []string
	// Games are names of games besides their keys and titles, by key.
	Games map[string][]string
	// Levels are the names of the bot's levels, by level.
	Levels map[string][]string
	// Misere are the names of misère play.
	Misere []string
	// First has the words for who begins, by the value of the option "first".
	First map[string][]string
	// Between are words that may stand between the sizes of piles.
	Between []string
	// Numbers are written in words, from one on, each in its forms: "eins/ein/eine".
	Numbers []string
	// Lesson are words that stand before the number of a lesson, and Table before a table's.
	Lesson, Table []string

	Move     MoveTalk
	Exercise ExerciseTalk
	Aside    AsideTalk
	// Doubts are words after which a sentence begins, accepts, refuses or takes back nothing: "if I
	// accept". Reports introduce somebody else's words and actions, and Leave are words that ask
	// for permission: "can I undo that?". Past are words for what is over or hypothetical. Mays,
	// after one of Subjects, are words for what may happen: "then I may play".
	Doubts, Reports, Leave, Past, Mays []string
	// Verbs are verbs that begin or change something. With an s, they are about somebody else: "bob
	// starts".
	Verbs []string
	// Openers may come before a question. Wonders make a sentence a question wherever they occur,
	// Subjects if they follow a word of Questions.
	Openers, Wonders, Subjects []string
	// Telling are words that show that what looks like a wish to play is a report or praise.
	Telling []string
	// Plain are words that say what a topic does, by topic. A sentence that was only
	// guessed to be about it does nothing without one of them.
	Plain map[string][]string
	// Meets are words for playing with a person, Opposes are words before a person's name. Kin may
	// come between them and the name, and People are names that are also ordinary words.
	Meets, Opposes, Kin, People []string
	// Somebody is the pronoun for a person of whom a sentence speaks.
	Somebody string
	// Conditions are words that make a yes conditional. Keeps are words after a no that make
	// it no refusal: "no problem".
	Conditions, Keeps []string
	// Vague are words for any game at all.
	Vague []string
	// Complaints are words that say how hard something is, without a request.
	Complaints []string
	// Corrections introduce a correction: "no wait".
	Corrections []string
}

// AsideTalk is the vocabulary of sentences that aren't about what the bot can do: to other
// people, or about help.
type AsideTalk struct {
	// You are words for the person whom a sentence addresses, Urges are verbs that tell them
	// what to do.
	You, Urges []string
	// Help are words for help, and Solving are words for a complete answer. A word of Tell
	// followed by one of ToMe asks for help, too. Bridges may stand between a negation and
	// these words.
	Help, Solving, Tell, ToMe, Bridges []string
	// Supposing are words for a move that isn't made, and Wishes are words for wanting
	// something. VerbsFirst are verbs that begin a question: "am I".
	Supposing, Wishes, VerbsFirst []string
}

// ExerciseTalk is the vocabulary of sentences to an open exercise.
type ExerciseTalk struct {
	// Phrases and Keywords are as in Talk, and take precedence over those.
	Phrases  map[string][]string
	Keywords []Keywords
	// Won and Lost are words for the outcome, and None for an empty list. Others are people
	// whose outcome is the opposite of the mover's. Reasons introduce a reason.
	Won, Lost, None, Others, Reasons []string
	// Around are words that may surround an answer. Hedges are words of a person who isn't sure of
	// the answer.
	Around, Hedges []string
	// Giving are phrases before an answer, Meaning are words that ask what an outcome means.
	Giving, Meaning []string
}

// Keywords give the topic of a sentence that contains all Words in order. A
// word may list alternatives with slashes.
type Keywords struct {
	Topic string
	Words []string
}

// MoveTalk is the vocabulary of one language for moves.
type MoveTalk struct {
	Fillers []string // say nothing
	Pile    []string // come before the name or the number of a pile, or after its place
	Things  []string // what a pile holds
	Single  []string // one of them
	All     []string // all of them
	// Ordinals name a pile by its place, from the first on, each with its forms:
	// "erste/ersten"; Last and Middle, too. Largest and Smallest name it by its size.
	Ordinals, Last, Middle, Largest, Smallest []string
	Half                                      []string // half of a pile
	// The are words before a pile's size: "the 4 pile".
	The []string
	// Sized stand between the word for a pile and its size.
	Sized []string
	// Sizing stand between the size and the word for the pile: the "er" of "4er Haufen".
	Sizing []string
	Leave  []string // the number is what is left
	By     []string // the number after it is what is taken
	// The number may be taken or left; for Until, only if the word comes between the pile and the
	// number.
	Either, Until []string
	// Same is as in Talk, for moves alone.
	Same map[string][]string
	// English maps an English word of the games' own spellings ("to") to the words that translate
	// it, and "" to words that mean nothing there.
	English map[string][]string
	// Asking are words that make a move with a question mark a question.
	Asking []string
	// Wondering are words that ask for more than an opinion on a move. Looking
	// are words that ask for the size of a pile, unless one of Acting asks what
	// to do with it.
	Wondering, Looking, Acting []string
	// With one of Please, a polite question is an order. With one of Doubts, a
	// move is only considered; with one of Idle, it is only mentioned.
	Please, Doubts, Idle []string
	// Takes are verbs for taking stones. Among other words, a move is read only if one of them
	// occurs.
	Takes []string
	// With one of Told, a move is reported, not ordered: "you took 2 from B".
	Told []string
	// Equal are words that compare piles, and Equalize verbs that ask to make some equal.
	Equal, Equalize []string
	// Joins are words between two moves: "A1 and B2".
	Joins []string
}

// HasRules reports whether the language is read by rules of its grammar, not learnt from
// its phrases.
func (t *Talk) HasRules() bool { return len(t.Keywords) > 0 }

// Courtesies returns the polite words of English and of the locale's language, each as
// its words: commands are the same in every language.
func (w *Catalogue) Courtesies(locale string) [][]string { return w.langOrEnglish(locale).courtesies }

// Talk returns the vocabulary for the language that fits the locale best,
// English if that language has none. It is the same pointer for the same
// language, and must not be changed; nil in a catalogue without any.
func (w *Catalogue) Talk(locale string) *Talk {
	if t := w.langOrEnglish(locale).talk; t != nil {
		return t
	}
	return w.english.talk
}
