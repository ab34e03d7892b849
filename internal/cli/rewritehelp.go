package cli

import (
	"fmt"
	"slices"
	"strings"

	"github.com/schema-bench/schema-bench/targets"
)

// A madeOf says which rewrites of a target a transform consists of.
type madeOf struct {
	transform string
	needs     []targets.Rewrite // it does nothing, or less, where the target does not take one of these
	text      string            // what each is for; empty if the name says it
}

// rewritesOf lists the structural transforms that depend on the target.
func rewritesOf() []madeOf {
	return []madeOf{
		{"drop-open", []targets.Rewrite{targets.DropOpen}, ""},
		{"drop-empty-items", []targets.Rewrite{targets.DropEmptyItems}, ""},
		{"const-enum", []targets.Rewrite{targets.MergeEnum, targets.EnumToConst}, "merge-enum for unions of constants, enum-to-const for an enum of one value"},
		{"null-union", []targets.Rewrite{targets.NullUnion}, ""},
		{"lift-single", []targets.Rewrite{targets.LiftSingle, targets.RefSiblings}, "lift-single, and ref-siblings where a text would come to stand beside a $ref"},
		{"merge-allof", []targets.Rewrite{targets.LiftSingle}, ""},
		{"inline-refs", []targets.Rewrite{targets.Inline, targets.RefSiblings}, "inline, and ref-siblings where what is put beside a text is a $ref itself"},
		{"hoist", []targets.Rewrite{targets.Hoist, targets.Inline, targets.RefSiblings}, "hoist; inline for a definition that is used once; ref-siblings where texts differ and stay beside the $ref"},
	}
}

// rewriteHelp lists the rewrites that transforms consist of.
func rewriteHelp() string {
	var b strings.Builder
	for _, m := range rewritesOf() {
		text := m.text
		if text == "" {
			text = join(m.needs)
		}
		fmt.Fprintf(&b, "  %-16s  %s\n", m.transform, text)
	}
	return b.String()
}

// transformHelp lists all rewrites with the transforms that make them.
func transformHelp() string {
	var b strings.Builder
	for _, r := range targets.Rewrites() {
		var by []string
		for _, m := range rewritesOf() {
			if slices.Contains(m.needs, r) {
				by = append(by, m.transform)
			}
		}
		if len(by) == 0 {
			by = []string{"(made by none)"}
		}
		fmt.Fprintf(&b, "  %-21s  %s\n", r, strings.Join(by, ", "))
	}
	return b.String()
}
