package main

import (
	"context"
	"fmt"
	"io/fs"
	"os"

	"github.com/spf13/cobra"

	"nimbot/game/words"
	"nimbot/game/words/sentence"
	"nimbot/game/words/spelling"
)

// wordsCommand returns the commands for translators.
func (p *program) wordsCommand() *cobra.Command {
	w := &cobra.Command{Use: "words", Short: "Help translators", Args: noCommand, RunE: showHelp}
	w.AddCommand(&cobra.Command{
		Use:   "check [DIR]",
		Short: "Compare translations with the English sentences",
		Long: "Compare translations with the English sentences: placeholders, plural forms, commands,\n" +
			"marks, terms, platforms' limits, and the spelling where hunspell is installed. DIR has a folder\n" +
			"for each language, \"en\" among them; without DIR, the languages are those of this program.\n" +
			"What isn't translated is listed, and isn't an error.",
		Example: "  bot words check words/locales",
		Args:    cobra.MaximumNArgs(1),
		RunE: func(c *cobra.Command, args []string) error {
			if len(args) == 0 {
				return p.checkWords(c.Context(), words.BuiltIn())
			}
			root, err := os.OpenRoot(args[0])
			if err != nil {
				return err
			}
			defer root.Close() //nolint:errcheck // it was only read
			return p.checkWords(c.Context(), root.FS())
		},
	})
	return w
}

// checkWords prints the faults of the translations, one a line.
func (p *program) checkWords(ctx context.Context, files fs.FS) error {
	found, err := words.Check(files)
	if err != nil {
		return err
	}
	misspelt, skipped, err := spelling.Check(ctx, files)
	if err != nil {
		return err
	}
	for _, language := range skipped {
		_, _ = fmt.Fprintln(p.err, language)
	}
	found = append(found, misspelt...)
	catalogue, err := words.Read(files)
	if err != nil {
		return err
	}
	for _, language := range catalogue.Languages() {
		if catalogue.Talk(language) == nil { // the folders have no talk.yaml at all
			break
		}
		spoken, err := catalogue.WholeTalk(language)
		if err != nil { // Check has listed what is wrong with the file
			continue
		}
		if spoken == nil {
			found = append(found, words.Fault{Language: language, Key: "talk.yaml", Problem: "isn't there, so people have to talk English", Missing: true})
			continue
		}
		for _, problem := range sentence.Check(spoken) {
			found = append(found, words.Fault{Language: language, Key: "talk.yaml", Problem: problem})
		}
	}
	faults := 0
	for _, f := range found {
		if !f.Missing {
			faults++
		}
		if _, err := fmt.Fprintln(p.out, f); err != nil {
			return err
		}
	}
	_, _ = fmt.Fprintf(p.err, "Not translated: %d. Wrong: %d.\n", len(found)-faults, faults)
	if faults > 0 {
		return fmt.Errorf("mend what is wrong in the sentences listed above: %d", faults)
	}
	return nil
}
