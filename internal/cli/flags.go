package cli

import (
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"github.com/schema-bench/schema-bench/internal/near"
)

// flagError words what is wrong with a flag that was typed, with the flag that was likely meant.
func flagError(cmd *cobra.Command, err error) error {
	var wrong *pflag.InvalidValueError
	if errors.As(err, &wrong) {
		return usageError{wrongValue("--"+wrong.GetFlag().Name, wrong)}
	}
	var unknown *pflag.NotExistError
	if !errors.As(err, &unknown) {
		return usageError{err}
	}
	if command := startsServer(cmd.Flags().Args(), unknown); command != "" {
		return withHint(usageError{err}, "put -- before the server's command: %s -- %s", cmd.CommandPath(), command)
	}
	name := unknown.GetSpecifiedName()
	if unknown.GetSpecifiedShortnames() != "" { // one letter is near to everything
		return usageError{err}
	}
	if likely := near.Names(name, flagNames(cmd), 1); len(likely) > 0 {
		return withHint(usageError{err}, "did you mean --%s?", likely[0])
	}
	for _, other := range cmd.Root().Commands() {
		if other.Flags().Lookup(name) != nil {
			return withHint(usageError{err}, "--%s is a flag of %s; those of this command: %s --help", name, other.Name(), cmd.CommandPath())
		}
	}
	return usageError{err}
}

func flagNames(cmd *cobra.Command) []string {
	var names []string
	cmd.Flags().VisitAll(func(f *pflag.Flag) { names = append(names, f.Name) })
	return names
}

// wrongValue says what a value should be, and what it was.
func wrongValue(where string, err error) error {
	var wrong *pflag.InvalidValueError
	if !errors.As(err, &wrong) {
		return fmt.Errorf("%s: %w", where, err)
	}
	cause := wrong.Unwrap()
	if b, ok := wrong.GetFlag().Value.(interface{ IsBoolFlag() bool }); ok && b.IsBoolFlag() {
		cause = errors.New("must be true or false")
	}
	return fmt.Errorf("%s %q: %w", where, wrong.GetValue(), cause)
}

// isProgram reports whether a word is a program that can be started here, or one that servers are started with anywhere.
func isProgram(word string) bool {
	if slices.Contains([]string{"npx", "uvx", "node", "docker", "python", "bunx", "deno"}, filepath.Base(word)) {
		return true
	}
	_, err := exec.LookPath(word)
	return err == nil
}

// startsServer returns the command of a server that somebody typed without -- before it, as far as it was read: its first
// flag is what this program does not know. A program that can be found is taken for one if there is no such file.
func startsServer(args []string, flag *pflag.NotExistError) string {
	if len(args) == 0 {
		return ""
	}
	i := len(args) - 1
	for ; i >= 0; i-- {
		word := args[i]
		if strings.ContainsAny(word, `:=#`) {
			continue
		}
		if _, err := os.Stat(word); err != nil && isProgram(word) {
			break
		}
	}
	if i < 0 {
		return ""
	}
	typed := "--" + flag.GetSpecifiedName()
	if letters := flag.GetSpecifiedShortnames(); letters != "" {
		typed = "-" + letters
	}
	var words []string
	for _, w := range append(slices.Clone(args[i:]), typed) {
		words = append(words, shellWord(w))
	}
	return strings.Join(words, " ") + " …"
}
