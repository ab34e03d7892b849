package cli

import (
	"slices"

	"github.com/spf13/cobra"

	"github.com/schema-bench/schema-bench/bench"
	"github.com/schema-bench/schema-bench/catalog"
	"github.com/schema-bench/schema-bench/internal/render"
)

type diffOptions struct {
	sources sourceOptions
	unit    unitOptions
	out     outputOptions
}

func newDiff(e *env) *cobra.Command {
	o := &diffOptions{}
	cmd := &cobra.Command{
		Use:   "diff [flags] BASE HEAD",
		Short: "Show what changed between two catalogs, in tokens",
		Long: `Compares two catalogs tool by tool: which were added, removed, renamed or changed, and what each costs more or less, part by part.

A tool is changed if the text that the ruler counts is another one. The default ruler counts name, description and input schema; that output schemas or other members differ is said, and --ruler wire counts them.

A tool that only BASE has and one that only HEAD has are one renamed tool if their schemas are proved to accept the same, and one of these points from the one to the other and to no third: a name that is the other's behind a prefix, the same schema, the same names of parameters, or the same description. Otherwise they are removed and added. schema-bench verify finds the same ones.`,
		Example: `  schema-bench diff HEAD~1:tools.json tools.json
  schema-bench diff before=old.json after=new.json --format markdown`,
		Args: func(_ *cobra.Command, args []string) error {
			if len(args) != 2 {
				return withHint(usagef("diff takes two sources, and got %d", len(args)), `a server that is one of the two is written "mcp:COMMAND ARGS"`)
			}
			return nil
		},
	}
	o.sources.bind(cmd)
	o.unit.bind(cmd)
	o.out.bind(cmd, render.Formats("diff"), false)
	o.sources.accept = o.out.protect
	cmd.RunE = run(e, func(cmd *cobra.Command, g globals, args []string) error { return o.run(cmd, e, g, args) })
	return cmd
}

func (o *diffOptions) run(cmd *cobra.Command, e *env, g globals, args []string) error {
	if err := o.out.check(g); err != nil {
		return err
	}
	if err := o.unit.check(e); err != nil {
		return err
	}
	sides, err := o.sources.pair(cmd, e, g, args)
	if err != nil {
		return err
	}
	m, err := o.unit.measure(slices.Concat(sides[0].catalogs, sides[1].catalogs))
	if err != nil {
		return err
	}
	var floors [2]*bench.Floor
	for i, s := range sides {
		if err := interrupted(cmd.Context()); err != nil {
			return err
		}
		if floors[i], err = bench.MeasureAll(s.catalogs, "", m.meter); err != nil {
			return err
		}
	}
	d, err := bench.Diff(floors[0], floors[1])
	if err != nil {
		return err
	}
	d.Warnings = slices.Concat(d.Warnings, m.foreign(), m.warnings)
	report := &render.DiffReport{Difference: d, Base: sides[0].label, Head: sides[1].label}
	return o.out.write(cmd.Context(), e, g, func(w *outputWriter) error { return render.Diff(w, w.format, report, w.options) })
}

// A side is one of two sources that are compared.
type side struct {
	label    string
	catalogs []*catalog.Catalog
}

// tools returns the tools of all catalogs of a side.
func (s side) tools() []*catalog.Tool {
	var all []*catalog.Tool
	for _, c := range s.catalogs {
		for i := range c.Tools {
			all = append(all, &c.Tools[i])
		}
	}
	return all
}

// pair opens two sources that are to be compared. If either fails there is nothing to compare.
func (o *sourceOptions) pair(cmd *cobra.Command, e *env, g globals, args []string) ([2]side, error) {
	var sides [2]side
	if cmd.ArgsLenAtDash() >= 0 {
		return sides, withHint(usagef("-- names one source, and this takes two"), `write "mcp:COMMAND ARGS"`)
	}
	if args[0] == "-" && args[1] == "-" {
		return sides, usagef("standard input can be read only once")
	}
	var got [2]*loaded
	for i, word := range args {
		got[i] = &loaded{args: []string{word}, dash: -1}
		if err := o.open(cmd.Context(), e, g, []string{word}, got[i]); err != nil {
			return sides, err
		}
		if err := got[i].failure(); err != nil {
			return sides, err
		}
	}
	if err := o.spec.check(cmd, got[0], got[1]); err != nil {
		return sides, err
	}
	if !g.quiet {
		e.warn(slices.Concat(got[0].refusals(), got[1].refusals()))
	}
	if err := o.selectTools(got[0], got[1]); err != nil {
		return sides, err
	}
	for i := range got {
		sides[i] = side{label: labelOf(got[i]), catalogs: got[i].catalogs}
	}
	if sides[0].label == sides[1].label { // two versions of a server call themselves the same: what was typed tells them apart
		for i := range got {
			sides[i].label = got[i].sources[0].String()
		}
	}
	return sides, nil
}

// labelOf names a side for people: without the secrets that its source may hold.
func labelOf(got *loaded) string {
	if len(got.catalogs) == 1 {
		return got.catalogs[0].Name
	}
	if label := got.sources[0].Label; label != "" {
		return label
	}
	return got.sources[0].String()
}
