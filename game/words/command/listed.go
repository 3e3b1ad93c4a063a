package command

import "slices"

// wordsToType are the first words of the lines that help and refusals tell people to type.
var wordsToType = func() (all []string) {
	for _, c := range table {
		if c.Shown != Nowhere && c.As == "" {
			all = append(append(all, c.Name), c.Aliases...)
		}
	}
	return all
}()

// harmless are the words that may be guessed for a misspelt one, because they end
// nothing.
var harmless = slices.DeleteFunc(slices.Clone(wordsToType), func(word string) bool { return byWord[word].Ends })

// setupOptions are the names of the options that set up a game.
var setupOptions = func() (all []string) {
	for _, c := range table {
		for _, o := range c.Options {
			if c.Sets() && (o.keyed() || o.Kind == Flag) && !slices.Contains(all, o.Name) {
				all = append(all, o.Name)
			}
		}
	}
	return all
}()

// IsSetupOption reports whether a command that sets up a game has an option of that name.
func IsSetupOption(name string) bool { return slices.Contains(setupOptions, name) }
