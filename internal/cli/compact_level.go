package cli

import (
	"fmt"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"github.com/schema-bench/schema-bench/schemacompact"
	"github.com/schema-bench/schema-bench/targets"
)

// levelHelp lists the transforms under the level that first holds them.
func levelHelp() string {
	var b strings.Builder
	width := 0
	for _, t := range schemacompact.Transforms() {
		width = max(width, len(t.Name))
	}
	list := func(title string, level schemacompact.Level) {
		fmt.Fprintf(&b, "%s\n", title)
		for _, t := range schemacompact.Transforms() {
			if t.Level == level {
				fmt.Fprintf(&b, "  %-*s  %s\n", width, t.Name, t.Doc)
			}
		}
	}
	list("Level safe (the default):", schemacompact.LevelSafe)
	list("Level proved adds, where the target takes it:", schemacompact.LevelProved)
	list("Level standard adds to safe (arguments proved, selection not measured):", schemacompact.LevelStandard)
	fmt.Fprintf(&b, "Level tight is proved and standard.\n")
	list("Only with --with; --max-total may use drop-default, tool-prose, drop-output-schema and drop-descriptions:", "")
	return strings.TrimRight(b.String(), "\n")
}

// levelOf returns how far to go, which is no level where a limit is all that says so.
func (o *compactOptions) levelOf(cmd *cobra.Command) (schemacompact.Level, error) {
	switch {
	case cmd.Flags().Changed("level"):
		level, err := schemacompact.ParseLevel(o.level)
		if err != nil {
			return "", usageError{err}
		}
		return level, nil
	case o.maxTotal > 0:
		return "", nil
	}
	return schemacompact.LevelSafe, nil
}

// consumer returns the target. A rewrite is for one: what two consumers take is not known of both together.
func (o *compactOptions) consumer(e *env) (targets.Target, error) {
	l := lintOptions{targets: o.targets, file: o.file} // as lint looks them up
	table, err := l.table(e)
	if err != nil {
		return targets.Target{}, err
	}
	found, err := l.consumers(table)
	if err != nil {
		return targets.Target{}, err
	}
	if len(found) > 1 {
		return targets.Target{}, withHint(usagef("compact is for one target, and there are %d: %s", len(found), strings.Join(o.targets, ", ")),
			"choose one with --target; any is for all")
	}
	return found[0], nil
}

// idle names what was typed and changes nothing.
func (o *compactOptions) idle(cmd *cobra.Command, level schemacompact.Level, target targets.Target) (notes []error) {
	structural := level == schemacompact.LevelProved || level == schemacompact.LevelTight || level == "" // which hold them
	for _, t := range schemacompact.Transforms() {
		if !slices.Contains(o.with, t.Name) {
			continue
		}
		structural = structural || t.Claim == schemacompact.ClaimEquivalent
		if !t.AllowedBy(target) && typed(cmd, "with") {
			notes = append(notes, fmt.Errorf("--with %s does nothing: the target %s is not known to take what it makes; --target TARGET names another", t.Name, target.ID()))
		}
	}
	if !structural && target.ID() != (targets.Target{}).ID() && typed(cmd, "target") {
		notes = append(notes, fmt.Errorf("--target %s changes nothing at level %s: structural rewrites, which depend on it, are those of the levels %s and %s",
			target.ID(), level, schemacompact.LevelProved, schemacompact.LevelTight))
	}
	return notes
}
