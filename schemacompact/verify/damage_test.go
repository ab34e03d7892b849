package verify_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/schema-bench/schema-bench/internal/validate"
	"github.com/schema-bench/schema-bench/schema"
	"github.com/schema-bench/schema-bench/schemacompact"
	"github.com/schema-bench/schema-bench/schemacompact/verify"
)

// Damage that a tool is known to have done to a schema: what it made of it, by which mistake, and what to say of that.
type damage struct {
	mistake       string
	before, after string
	// want is Different or NotValidatable. Identical stands for damage that no validator notices, only some consumer: then
	// any proof is right, and it is for the compactor not to do it.
	want verify.Verdict
	// accepts and refuses are instances and what before says of them; so must every compaction of it.
	accepts, refuses []string
	// keeps are parts that a compaction for any consumer still has, and lacks are those that it no longer has.
	keeps, lacks []string
	// good is what a careful tool would have written, and must be proved; empty if nothing but before is.
	good string
}

const (
	in4    = `"$schema":"http://json-schema.org/draft-04/schema#"`
	in7    = `"$schema":"http://json-schema.org/draft-07/schema#"`
	in2020 = `"$schema":"https://json-schema.org/draft/2020-12/schema"`
)

func TestKnownDamage(t *testing.T) {
	t.Parallel()
	rows := map[string]bool{}
	for _, row := range slices.Concat(namesAndData(), references(), dialectsAndUnions(), consumers()) {
		if rows[row.name] || len(row.cases) == 0 {
			t.Errorf("row %s is there twice or empty", row.name)
		}
		rows[row.name] = true
		t.Run(row.name, func(t *testing.T) {
			t.Parallel()
			for _, d := range row.cases {
				d.check(t)
			}
		})
	}
	if len(rows) < 36 {
		t.Errorf("%d rows", len(rows))
	}
}

// A row is one report of damage, or several of the same.
type row struct {
	name  string
	cases []damage
}

func (d *damage) check(t *testing.T) {
	before, after := parsed(t, d.before), parsed(t, d.after)
	d.isReal(t)
	p := verify.Compare(before, after, nil)
	switch {
	case d.want == verify.Identical && p.Verdict.Proved():
	case d.want != verify.Identical && p.Verdict == d.want:
		d.explains(t, p)
	default:
		t.Errorf("%s: %+v, want %s\n%s\n%s", d.mistake, p, d.want, d.before, d.after)
	}
	if d.good != "" {
		if p := verify.Compare(before, parsed(t, d.good), nil); !p.Verdict.Proved() {
			t.Errorf("%s, done well: %+v\n%s\n%s", d.mistake, p, d.before, d.good)
		}
	}
	for _, level := range schemacompact.Levels() {
		r, err := schemacompact.Compact(asCatalog(before), &schemacompact.Options{Level: level})
		if err != nil {
			t.Fatal(err)
		}
		served := r.Catalog.Tools[0].Input
		if fault := d.judged(string(served.Append(nil))); fault != "" {
			t.Errorf("%s: at %s %s\n%s", d.mistake, level, fault, served.Append(nil))
		}
		for _, part := range d.keeps {
			if !strings.Contains(string(served.Append(nil)), part) {
				t.Errorf("%s: at %s %s is lost\n%s", d.mistake, level, part, served.Append(nil))
			}
		}
		for _, part := range d.lacks {
			if level != schemacompact.LevelNone && strings.Contains(string(served.Append(nil)), part) {
				t.Errorf("%s: at %s there is %s\n%s", d.mistake, level, part, served.Append(nil))
			}
		}
	}
}

// isReal fails if the instances do not show the damage.
func (d *damage) isReal(t *testing.T) {
	t.Helper()
	if fault := d.judged(d.before); fault != "" {
		t.Errorf("%s: before %s\n%s", d.mistake, fault, d.before)
	}
	fault := d.judged(d.after)
	if _, err := validate.Compile([]byte(d.after), nil); (err != nil) != (d.want == verify.NotValidatable) {
		t.Errorf("%s: compiled with %v\n%s", d.mistake, err, d.after)
	}
	if (fault != "") != (d.want != verify.Identical) {
		t.Errorf("%s: the instances say %q of the damage\n%s", d.mistake, fault, d.after)
	}
}

// judged says which instance a schema gives another verdict on than it should.
func (d *damage) judged(text string) string {
	s, err := validate.Compile([]byte(text), nil)
	if err != nil {
		return err.Error()
	}
	for _, list := range []struct {
		instances []string
		want      bool
	}{{d.accepts, true}, {d.refuses, false}} {
		for _, in := range list.instances {
			if got, err := s.Accepts([]byte(in)); err != nil || got != list.want {
				return fmt.Sprintf("%s is accepted: %v, %v", in, got, err)
			}
		}
	}
	return ""
}

// explains fails if a verdict against the damage does not show a witness that a validator confirms, or the place.
func (d *damage) explains(t *testing.T, p verify.Proof) {
	t.Helper()
	if p.Verdict == verify.NotValidatable && p.Reason == "" {
		t.Errorf("%s: no reason: %+v", d.mistake, p)
	}
	if p.Verdict == verify.Different {
		if fault := confirmed(p, d.before, d.after); fault != "" {
			t.Errorf("%s: %s\n%s\n%s", d.mistake, fault, d.before, d.after)
		}
	}
}

// confirmed says what is wrong with the witnesses of a difference. A difference in what the draft says of formats, or with
// all formats asserted, is one.
func confirmed(p verify.Proof, before, after string) string {
	if len(p.Witnesses) == 0 {
		return "different without a witness"
	}
	for _, w := range p.Witnesses {
		ok := false
		for _, format := range []validate.Format{validate.AsDraft, validate.Assert, validate.Ignore} {
			a, errA := accepts(before, w.Instance, format)
			b, errB := accepts(after, w.Instance, format)
			ok = ok || errA == nil && errB == nil && a != b && a == w.First
		}
		if !ok {
			return fmt.Sprintf("the witness %s is none", w.Instance)
		}
	}
	return ""
}

func accepts(text string, instance []byte, format validate.Format) (bool, error) {
	s, err := validate.Compile([]byte(text), &validate.Options{Format: format})
	if err != nil {
		return false, err
	}
	return s.Accepts(instance)
}

func parsed(t *testing.T, text string) *schema.Node {
	t.Helper()
	n, err := schema.Parse([]byte(text))
	if err != nil {
		t.Fatalf("%s: %v", text, err)
	}
	return n
}
