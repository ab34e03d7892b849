package probe

import (
	"bytes"
	"fmt"
	"slices"
	"strings"
)

// A Verdict says how what came through the proxy compares with what the server says directly.
type Verdict string

// The verdicts. Same and Proved are what is promised; Varies is a part that the server does not say the same twice; Absent
// is what it does not have, and says so through the proxy in the same words.
const (
	Same      Verdict = "same"
	Proved    Verdict = "proved"
	Varies    Verdict = "varies"
	Absent    Verdict = "absent"
	Different Verdict = "different"
)

// A Row is one feature of a server.
type Row struct {
	Feature         string
	Direct, Through string // what was seen, in a few words
	Verdict         Verdict
	Notes           []string // what differs, what was not tried, and why
}

func (r *Row) different(format string, args ...any) {
	r.Verdict = Different
	if len(r.Notes) < maxNotes {
		r.Notes = append(r.Notes, fmt.Sprintf(format, args...))
	}
}

const maxNotes = 10

// A Report is what was found about a server.
type Report struct {
	Server string // as it names itself, with its version
	Rows   []Row
}

// Differences counts the rows that differ.
func (r *Report) Differences() (n int) {
	for i := range r.Rows {
		if r.Rows[i].Verdict == Different {
			n++
		}
	}
	return n
}

// compare makes the rows of what was played directly and through the proxy.
func (c *Options) compare(direct []*recording, through *recording) []Row {
	opened := Row{Feature: "initialize", Direct: "answered", Through: "answered", Verdict: Same}
	c.hold(&opened, "", each2(direct, func(r *recording) []byte { return r.opened.whole() }), through.opened.whole())
	rows := []Row{opened, c.toolsRow(direct[0].tools, through.tools)}
	for _, feature := range direct[0].features() {
		rows = append(rows, c.featureRow(feature, direct, through))
	}
	rows = append(rows, c.saidRows(direct, through)...)
	if direct[0].end != "" {
		row := Row{Feature: "end", Direct: direct[0].end, Through: through.end, Verdict: Same}
		if through.end != direct[0].end {
			row.Verdict = Varies
			if !slices.ContainsFunc(direct, func(r *recording) bool { return r.end == through.end }) {
				row.Verdict = Different
			}
		}
		rows = append(rows, row)
	}
	return rows
}

// features returns the features of the steps in their order.
func (r *recording) features() (names []string) {
	for i := range r.steps {
		if f := r.steps[i].feature; !slices.Contains(names, f) {
			names = append(names, f)
		}
	}
	return names
}

func (r *recording) of(feature string) (steps []step) {
	for i := range r.steps {
		if r.steps[i].feature == feature {
			steps = append(steps, r.steps[i])
		}
	}
	return steps
}

// featureRow compares the steps of a feature. A list of tools is compared without the tools, which have a row of their own.
func (c *Options) featureRow(feature string, direct []*recording, through *recording) Row {
	a, b := direct[0].of(feature), through.of(feature)
	row := Row{Feature: feature, Direct: summary(a), Through: summary(b), Verdict: Same}
	if feature == listTools {
		row.Feature, row.Direct, row.Through = "pages of tools", count(len(a), "page"), count(len(b), "page")
	}
	if feature == "calls" {
		row.Notes = slices.Clone(direct[0].skipped)
	}
	if len(a) != len(b) {
		row.different("%d of them directly, and %d through the proxy", len(a), len(b))
		return row
	}
	absent := len(a) > 0
	for i := range a {
		sides := make([][]byte, 0, len(direct))
		for _, d := range direct {
			if s := d.of(feature); i < len(s) {
				sides = append(sides, withoutTools(&s[i]))
			}
		}
		c.hold(&row, a[i].about, sides, withoutTools(&b[i]))
		absent = absent && a[i].answer.err != nil
	}
	if absent && row.Verdict == Same && feature != "errors" {
		row.Verdict = Absent
	}
	return row
}

// withoutTools returns the answer of a step, without the tools if it is a list of them.
func withoutTools(s *step) []byte {
	b := s.answer.whole()
	if s.method != "tools/list" {
		return b
	}
	list := memberOf(b, "tools")
	if list == nil {
		return b
	}
	at := strings.Index(string(b), string(list))
	return slices.Concat(b[:at], []byte("[]"), b[at+len(list):])
}

// hold compares one thing, and notes in the row what differs.
func (c *Options) hold(row *Row, about string, direct [][]byte, through []byte) {
	place, same, varied := agree(direct, through, c.URL == nil) // the client of HTTP decodes some of what it is told
	switch {
	case !same:
		if place != "" {
			about = strings.TrimSpace(about + " at " + place)
		}
		row.different("%s: directly %s, through the proxy %s", about, short(direct[0]), short(through))
	case varied && row.Verdict == Same:
		row.Verdict = Varies
	}
}

// saidRows compare what the server said of its own accord: what it asked, and what it told.
func (c *Options) saidRows(direct []*recording, through *recording) (rows []Row) {
	var methods []string
	for _, r := range append(slices.Clone(direct), through) {
		for m := range r.ears.said {
			if !slices.Contains(methods, m) {
				methods = append(methods, m)
			}
		}
	}
	slices.Sort(methods)
	for _, m := range methods {
		unit := "notification"
		if direct[0].ears.asked[m] || through.ears.asked[m] {
			unit = "request"
		}
		row := Row{Feature: m, Direct: count(len(direct[0].ears.said[m]), unit), Through: count(len(through.ears.said[m]), unit), Verdict: Same}
		all := each2(direct, func(r *recording) []byte { return joined(r.ears.said[m]) })
		c.hold(&row, "", all, joined(through.ears.said[m]))
		if row.Verdict == Different && m != "notifications/progress" && unit == "notification" && c.reordered(all[0], through.ears.said[m]) {
			// What a server tells besides comes from here and there in it, in an order that nobody has promised.
			row.Verdict, row.Notes = Varies, []string{"the same, in another order"}
		}
		if row.Verdict == Different && m != "notifications/progress" && unit == "notification" && c.URL != nil {
			// A stream has to be listened to for that, and a server does not wait until somebody does.
			row.Verdict, row.Notes = Varies, []string{"what belongs to no request is lost over HTTP while nobody listens"}
		}
		rows = append(rows, row)
	}
	if direct[0].ears.noisy+through.ears.noisy > 0 {
		rows = append(rows, Row{Feature: "lines that are no messages", Direct: count(direct[0].ears.noisy, "line"), Through: count(through.ears.noisy, "line"), Verdict: Same, Notes: []string{"the proxy leaves them out, and names them on standard error"}})
	}
	return rows
}

// reordered reports whether a list has the items of another one.
func (c *Options) reordered(direct []byte, through [][]byte) bool {
	a := itemsOf(params("all", string(direct)), "all")
	through = slices.Clone(through)
	slices.SortFunc(a, bytes.Compare)
	slices.SortFunc(through, bytes.Compare)
	_, same, _ := agree([][]byte{joined(a)}, joined(through), c.URL == nil)
	return same
}

func joined(list [][]byte) []byte {
	out := []byte("[")
	for i, b := range list {
		if i > 0 {
			out = append(out, ',')
		}
		out = append(out, b...)
	}
	return append(out, ']')
}

func each2(recordings []*recording, get func(*recording) []byte) [][]byte {
	out := make([][]byte, len(recordings))
	for i, r := range recordings {
		out[i] = get(r)
	}
	return out
}

// summary says in a few words what came back of the steps of a feature.
func summary(steps []step) string {
	items, answered, refused, silent := 0, 0, 0, 0
	list := map[string]string{"resources/list": "resources", "resources/templates/list": "resourceTemplates", "prompts/list": "prompts"}
	isList := false
	for i := range steps {
		a := steps[i].answer
		switch {
		case a.result != nil:
			answered++
		case a.err != nil:
			refused++
		default:
			silent++
		}
		if member := list[steps[i].method]; member != "" && steps[i].feature != "errors" {
			isList = true
			items += len(itemsOf(a.result, member))
		}
	}
	var parts []string
	if isList && answered > 0 {
		parts = append(parts, fmt.Sprint(items))
	} else if answered > 0 {
		parts = append(parts, fmt.Sprintf("%d answered", answered))
	}
	if refused > 0 {
		parts = append(parts, fmt.Sprintf("%d refused", refused))
	}
	if silent > 0 {
		parts = append(parts, fmt.Sprintf("%d without an answer", silent))
	}
	return strings.Join(parts, ", ")
}

func count(n int, unit string) string {
	if n == 1 {
		return "1 " + unit
	}
	return fmt.Sprintf("%d %ss", n, unit)
}

// short cuts a value for a note.
func short(b []byte) string {
	const most = 160
	if len(b) <= most {
		return string(b)
	}
	return strings.ToValidUTF8(string(b[:most]), "") + "…"
}
