package render

import (
	"io"

	"github.com/schema-bench/schema-bench/bench"
)

// A DiffReport is what the diff command says. Difference must be set.
type DiffReport struct {
	Difference *bench.Difference
	Base, Head string // labels of the two sides; may be empty
	Next       []string
}

// Diff writes a difference in one of the formats of [Formats]("diff"); any other is a *[FormatError].
func Diff(w io.Writer, f Format, r *DiffReport, opt Options) error {
	return render(w, "diff", diffWriters(), f, r, opt)
}

func diffWriters() []writer[*DiffReport] {
	return []writer[*DiffReport]{{Text, diffText}, {JSON, diffJSON}, {Markdown, diffMarkdown}, {CSV, diffCSV}}
}

// headline is the answer in one sentence.
func (r *DiffReport) headline() string {
	d := r.Difference
	if len(d.Tools) == 0 && d.Delta() == 0 {
		s := "Nothing changed: "
		if len(r.uncounted()) > 0 {
			s = "Nothing changed that is counted here: "
		}
		s += count(d.Head) + " tokens at every step"
		if d.Reordered {
			s += ", but the tools stand in another order"
		}
		return s + "."
	}
	s := count(d.Base) + " → " + count(d.Head) + " tokens at every step (" + delta(d.Delta())
	if p, ok := d.Percent(); ok && p != 0 {
		sign := ""
		if p > 0 {
			sign = "+"
		}
		s += ", " + sign + percent(p/100)
	}
	return s + ")."
}

// tally counts the tools by what became of them.
func (r *DiffReport) tally() string {
	n := map[bench.ChangeKind]int{}
	for _, c := range r.Difference.Tools {
		n[c.Kind]++
	}
	s := ""
	for _, k := range []bench.ChangeKind{bench.Added, bench.Removed, bench.Renamed, bench.Changed} {
		if n[k] > 0 {
			s += count(n[k]) + " " + string(k) + ", "
		}
	}
	return s + count(r.Difference.Unchanged) + " unchanged"
}

// others are the differences that belong to no changed tool.
func (r *DiffReport) others() []string {
	d := r.Difference
	var s []string
	for _, o := range []struct {
		label string
		delta int
	}{{"system prompt", d.System}, {"server instructions", d.Instructions}, {"overhead", d.Overhead}, {"joining unchanged tools", d.Joining}} {
		if o.delta != 0 {
			s = append(s, o.label+" "+delta(o.delta))
		}
	}
	return s
}

// uncounted says what differs that the ruler does not read.
func (r *DiffReport) uncounted() []string {
	var s []string
	if n := r.Difference.Uncounted.Outputs; n > 0 {
		s = append(s, "The output schemas of "+plural(n, "tool")+" differ; --ruler wire counts them.")
	}
	if n := r.Difference.Uncounted.Others; n > 0 {
		s = append(s, "Other members of "+plural(n, "tool")+" differ, such as titles or annotations; --ruler wire counts them.")
	}
	return s
}

// changedParts names the parts that cost more or less.
func changedParts(c bench.Cost) string {
	s := ""
	for _, p := range []struct {
		label string
		delta int
	}{{"name", c.Name}, {"description", c.Description}, {"input", c.Input}, {"output", c.Output}, {"framing", c.Framing}} {
		if p.delta != 0 {
			if s != "" {
				s += ", "
			}
			s += p.label + " " + delta(p.delta)
		}
	}
	if s == "" {
		return "other text, same tokens"
	}
	return s
}

// sides names what was compared; empty if there are no labels.
func (r *DiffReport) sides() (base, head string) {
	base, head = r.Base, r.Head
	if base == "" {
		base = "base"
	}
	if head == "" {
		head = "head"
	}
	return base, head
}
