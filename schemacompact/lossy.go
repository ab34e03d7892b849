package schemacompact

import (
	"strings"

	"github.com/schema-bench/schema-bench/schema"
)

// widenPattern is the one transform that changes what is accepted, so it has a name in the code too.
const widenPattern = "widen-pattern"

// dropRestatingPatterns drops patterns that spell out the format beside them. A validator that checks only patterns accepts
// more afterwards, so this is for use in front of something that still validates against the original.
func dropRestatingPatterns(p *pass) {
	p.eachRewrite("", func(w *work, s *schema.Site) {
		format, _ := s.Schema.Get("format").Text()
		pattern, ok := s.Schema.Get("pattern").Text()
		if ok && restates(pattern, format) {
			w.drop(s, "pattern")
		}
	})
}

// restates reports whether a pattern is the long way to write a format: one that spells digits, hexadecimal groups or
// the parts of an address out from the beginning to the end, and not a limit of its own such as a prefix or a domain.
func restates(pattern, format string) bool {
	if !strings.HasPrefix(pattern, "^") || !strings.HasSuffix(pattern, "$") {
		return false
	}
	signs := map[string][]string{
		"date-time": {`T`, `:`, `\d`},
		"date":      {`-`, `\d`},
		"time":      {`:`, `\d`},
		"duration":  {"P", "T", `\d`},
		"email":     {"@", "A-Za-z"},
		"uuid":      {"-", "{4}", "{12}"},
		"ipv4":      {"25[0-5]"},
		"ipv6":      {":", "{1,4}"},
	}[format]
	for _, sign := range signs {
		// Digits are written in two ways.
		if !strings.Contains(pattern, sign) && !(sign == `\d` && strings.Contains(pattern, "[0-9]")) {
			return false
		}
	}
	return len(signs) > 0 && len(pattern) >= 20
}

// cutToolDescriptions cuts the description of a tool to the sentences that say what it does and what it demands. Built-in
// tools have none of their own.
func cutToolDescriptions(p *pass) {
	memo := newProseMemo()
	for _, w := range p.tools {
		if w.skip != nil || w.settled || w.tool.BuiltIn() != "" || len(memo.split(w.tool.Description)) < 2 {
			continue
		}
		kept, cuts := cutProse(w.tool.Description, proseContext{name: w.tool.Name, memo: memo})
		if len(cuts) == 0 {
			continue
		}
		old := w.tool.Description
		// It stands beside the schema and not in it, where a pointer could lead.
		w.edited(func() Edit { return Edit{Op: "cut-description", Old: old, New: kept} })
		w.tool.Description = kept
	}
}

// dropOutputSchemas drops the schemas of results.
func dropOutputSchemas(p *pass) {
	for _, w := range p.tools {
		if w.skip != nil || w.settled || w.tool.Output == nil {
			continue
		}
		old := w.tool.Output
		w.edited(func() Edit { return Edit{Op: "drop-output-schema", Old: string(old.Append(nil))} })
		w.tool.Output = nil
	}
}

// dropDescriptions drops the descriptions of parameters that are not the only thing that tells what to send.
func dropDescriptions(p *pass) {
	p.eachDescription(func(w *work, s *schema.Site, _ string) {
		if s.Up != nil {
			w.drop(s, "description")
		}
	})
}
