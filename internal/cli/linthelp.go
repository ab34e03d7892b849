package cli

import (
	"io"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"github.com/schema-bench/schema-bench/targets"
)

// targetExample is a file of targets, as help and docs/lint.md show it.
const targetExample = `  {"schema": "schema-bench/targets/v1", "as_of": "2026-12-01", "targets": [
    {"id": "my-gateway", "title": "My gateway", "kind": "api",
     "through": "openai",
     "mask": {"rewrites": {"lift-single": "yes", "null-union": "yes",
                           "hoist": "no"}},
     "constraints": [
       {"rule": "description-length", "severity": "error", "max": 500},
       {"rule": "refused-keyword", "severity": "error",
        "when": {"has": ["pattern"]}, "effect": "refuses it"}]}]}
`

// writeTargets lists the consumers that are known, what each does to a rewrite, and what it refuses or mishandles.
func writeTargets(_ *cobra.Command, w io.Writer) error {
	table, err := targets.Targets()
	if err != nil {
		return err
	}
	var all []targets.Target
	for _, name := range table.Names() {
		t, err := table.Lookup(name)
		if err != nil {
			return err
		}
		all = append(all, t)
	}
	var b strings.Builder
	b.WriteString(fold(`Targets are the consumers of tools: APIs of providers, decoders, MCP clients. lint --target says what they refuse or mishandle, compact --target allows the rewrites that do no harm there. Each row has a date, which is that of its source; lint --target ID --verbose names the source of every row.

The mask of a target says which structural rewrites do no harm there. Rewrites are made by transforms of compact (schema-bench help transforms), which have other names where one makes several:

`+transformHelp(), helpWidth) + "\n")
	writeMasks(&b, all)
	for _, t := range all {
		text := t.ID() + ": " + t.Title()
		if also := t.Aliases(); len(also) > 0 {
			text += " (also " + strings.Join(also, ", ") + ")"
		}
		b.WriteString("\n" + fold(text+", as of "+t.AsOf(), helpWidth) + "\n")
		if through := t.Through(); through != "" {
			b.WriteString("  and what " + through + " has\n")
		}
		for _, f := range t.Constraints() {
			text := f.Figure + ", " + f.Value
			if !f.Confirmed {
				text += " (not confirmed)"
			}
			b.WriteString(hanging(text, ""))
		}
	}
	b.WriteString("\n" + fold(`--targets FILE of lint and compact adds targets and replaces what it has of those above: a mask as a whole, and of constraints those of the rules that it names, which the severity "off" takes away. The file is JSON:

`+targetExample+`
Of each rewrite a mask says "yes" if it does no harm, "no" if it does, "untested", or "required" if the target refuses the form that the rewrite takes away. What it leaves out is untested. Only what is "yes" or "required" is made. A target without a mask takes what each takes; "through" hands on constraints, and no mask.`, helpWidth) + "\n")
	_, err = io.WriteString(w, b.String())
	return err
}

// writeMasks writes which rewrites each target takes, those without a mask of their own in one line.
func writeMasks(b *strings.Builder, all []targets.Target) {
	b.WriteString("The masks: rewrites that a target takes, besides what each takes:\n")
	common := targets.Target{}
	var inCommon, without []string
	for _, r := range targets.Rewrites() {
		if common.Allows(r) {
			inCommon = append(inCommon, string(r))
		}
	}
	b.WriteString(hanging("each: ", strings.Join(inCommon, ", ")))
	for _, t := range all {
		_, from := t.Mask()
		if from.Source == "" {
			if t.ID() != common.ID() {
				without = append(without, t.ID())
			}
			continue
		}
		var takes []string
		for _, r := range targets.Rewrites() {
			if t.Allows(r) && !slices.Contains(inCommon, string(r)) {
				takes = append(takes, string(r))
			}
		}
		if len(takes) == 0 {
			takes = []string{"none"}
		}
		b.WriteString(hanging(t.ID()+": ", strings.Join(takes, ", ")+" ("+from.AsOf+")"))
	}
	b.WriteString(hanging("no others are known of ", strings.Join(without, ", ")))
}

// hanging folds an entry of a list; lines after the first are set in.
func hanging(label, text string) string {
	return "  " + strings.ReplaceAll(fold(label+text, helpWidth-4), "\n", "\n    ") + "\n"
}
