package render

import (
	"bytes"
	"encoding/xml"
	"fmt"
	"strings"
)

// A junitCase is one test case of a JUnit report. Its texts may be foreign.
type junitCase struct {
	class, name string
	failure     string   // why it did not pass, in a word; empty if it did
	details     []string // lines: of the failure, or of the output of a case that passed; the first is its message
}

// writeJUnit writes one suite in the form that the xUnit plugin of Jenkins has a schema for (junit-10.xsd), which GitLab,
// Azure and the rest read as well. It has no times and no host names: the same report gives the same bytes.
func writeJUnit(b *bytes.Buffer, suite string, cases []junitCase) error {
	failures := 0
	for _, c := range cases {
		if c.failure != "" {
			failures++
		}
	}
	counts := fmt.Sprintf(`tests="%d" failures="%d" errors="0"`, len(cases), failures)
	b.WriteString(`<?xml version="1.0" encoding="UTF-8"?>` + "\n")
	fmt.Fprintf(b, "<testsuites %s>\n  <testsuite name=\"%s\" %s>\n", counts, xmlText(suite), counts)
	for _, c := range cases {
		fmt.Fprintf(b, `    <testcase classname="%s" name="%s"`, xmlText(c.class), xmlText(c.name))
		lines := make([]string, len(c.details))
		for i, d := range c.details {
			lines[i] = xmlText(d)
		}
		text := strings.Join(lines, "\n")
		switch {
		case c.failure != "":
			message := xmlText(c.failure)
			if len(lines) > 0 && lines[0] != "" {
				message = lines[0]
			}
			fmt.Fprintf(b, ">\n      <failure type=\"%s\" message=\"%s\">%s</failure>\n    </testcase>\n", xmlText(c.failure), message, text)
		case text != "":
			fmt.Fprintf(b, ">\n      <system-out>%s</system-out>\n    </testcase>\n", text)
		default:
			b.WriteString("/>\n")
		}
	}
	b.WriteString("  </testsuite>\n</testsuites>\n")
	return nil
}

// xmlText makes foreign text fit for an attribute or the text of an element, in one line. Characters that XML does not
// have become U+FFFD.
func xmlText(s string) string {
	var b bytes.Buffer
	_ = xml.EscapeText(&b, []byte(line(s))) // a buffer takes everything
	return b.String()
}
