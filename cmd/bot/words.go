package main

import (
	"fmt"
	"io/fs"
	"os"

	"github.com/spf13/cobra"

	"nimbot/words"
)

// wordsCommand returns the commands for translators.
func (p *program) wordsCommand() *cobra.Command {
	w := &cobra.Command{Use: "words", Short: "Help translators", Args: noCommand}
	w.AddCommand(&cobra.Command{
		Use:   "check [DIR]",
		Short: "Compare translations with the English sentences",
		Long: "Compare translations with the English sentences: placeholders, plural forms, commands,\n" +
			"marks and terms. DIR has a folder for each language, \"en\" among them; without DIR, the\n" +
			"languages are those of this program. What isn't translated is listed, and isn't an error.",
		Example: "  bot words check words/locales",
		Args:    cobra.MaximumNArgs(1),
		RunE: func(_ *cobra.Command, args []string) error {
			if len(args) == 0 {
				return p.checkWords(words.BuiltIn())
			}
			root, err := os.OpenRoot(args[0])
			if err != nil {
				return err
			}
			defer root.Close() //nolint:errcheck // it was only read
			return p.checkWords(root.FS())
		},
	})
	return w
}

// checkWords prints the faults of the translations, one a line.
func (p *program) checkWords(files fs.FS) error {
	found, err := words.Check(files)
	if err != nil {
		return err
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
