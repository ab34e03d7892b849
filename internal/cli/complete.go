package cli

import (
	"github.com/spf13/cobra"

	"github.com/schema-bench/schema-bench/bench"
	"github.com/schema-bench/schema-bench/catalog"
	"github.com/schema-bench/schema-bench/fixtures"
	"github.com/schema-bench/schema-bench/internal/render"
	"github.com/schema-bench/schema-bench/schemacompact"
	"github.com/schema-bench/schema-bench/targets"
	"github.com/schema-bench/schema-bench/tokens"
	"github.com/schema-bench/schema-bench/tokens/framing"
)

// completeFlags lets shells complete the values of the flags that have a fixed set of them, in all commands. The sets
// are made when they are asked for: reading the table of models is nothing that every start should pay for.
func completeFlags(cmd *cobra.Command) {
	for _, name := range []string{"format", "ruler", "encoding", "framing", "level", "with", "without", "form", "allow", "color", "model", "fault", "counter", "client", "target", "rule", "ignore", "fail-on"} {
		// The error says that the command has no such flag.
		_ = cmd.RegisterFlagCompletionFunc(name, func(cmd *cobra.Command, _ []string, _ string) ([]cobra.Completion, cobra.ShellCompDirective) {
			return flagValues(cmd, name), cobra.ShellCompDirectiveNoFileComp
		})
	}
	for _, c := range cmd.Commands() {
		completeFlags(c)
	}
	if !cmd.HasParent() {
		completeHelp(cmd)
	}
}

// completeHelp lets shells complete what help explains: commands, and topics, which are no commands to type elsewhere.
func completeHelp(root *cobra.Command) {
	root.InitDefaultHelpCmd() // or help is added when a command line is read, which is too late to say this
	for _, c := range root.Commands() {
		if c.Name() == "help" {
			c.ValidArgsFunction = func(cmd *cobra.Command, args []string, _ string) ([]cobra.Completion, cobra.ShellCompDirective) {
				at, rest, err := cmd.Root().Find(args)
				if err != nil || len(rest) > 0 {
					return nil, cobra.ShellCompDirectiveNoFileComp
				}
				var names []cobra.Completion
				for _, sub := range at.Commands() {
					if !sub.Hidden && sub != cmd {
						names = append(names, cobra.CompletionWithDesc(sub.Name(), sub.Short))
					}
				}
				return names, cobra.ShellCompDirectiveNoFileComp
			}
		}
	}
}

// flagValues returns what a flag of a command can be.
func flagValues(cmd *cobra.Command, flag string) []string {
	switch flag {
	case "format":
		name := cmd.Name()
		if !cmd.HasParent() {
			name = "floor"
		}
		return words(render.Formats(name))
	case "ruler":
		return bench.Rulers()
	case "encoding":
		return tokens.Encodings()
	case "framing":
		return append(framing.Names(), allFramings)
	case "counter":
		return counters()
	case "client":
		return clients()
	case "target":
		return targets.Names()
	case "rule", "ignore":
		if table, err := targets.Targets(); err == nil {
			return table.Rules()
		}
		return nil
	case "fail-on":
		return failSeverities()
	case "level":
		return words(schemacompact.Levels())
	case "form":
		return words(catalog.Forms())
	case "allow":
		return verdictNames()
	case "color":
		return []string{"auto", "always", "never"}
	case "fault":
		return fixtures.Faults()
	}
	var out []string
	if flag == "model" {
		if table, err := tokens.Models(); err == nil {
			for _, m := range table.List() {
				out = append(out, m.ID)
			}
		}
		return out
	}
	for _, t := range schemacompact.Transforms() { // with and without
		out = append(out, t.Name)
	}
	return out
}

func words[S ~string](names []S) []string {
	out := make([]string, len(names))
	for i, n := range names {
		out[i] = string(n)
	}
	return out
}
