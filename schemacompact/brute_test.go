package schemacompact

import (
	"errors"
	"slices"
	"strings"
	"sync"

	"pgregory.net/rapid"

	"github.com/schema-bench/schema-bench/internal/validate"
)

// A reporter is what tests and property tests have in common.
type reporter interface {
	Helper()
	Errorf(format string, args ...any)
	Fatalf(format string, args ...any)
}

// instances are values of every kind, on both sides of the limits that the schemas of these tests have, alone and as
// parameters. They are decoded once for all tests.
var instances = sync.OnceValue(func() []*validate.Instance {
	scalars := []string{`null`, `true`, `1`, `1.0`, `1.5`, `3`, `5`, `8.5`, `-1`, `""`, `"a"`, `"x"`, `"abc"`, `"abcdefg"`}
	values := append([]string{`{}`, `[]`, `[[]]`, `[[1]]`, `["a",1]`, `[1,1]`, `{"a":{}}`, `{"a":{"a":1}}`, `{"x":1,"y":2}`, `{"y":null}`, `{"y":3,"x":null}`,
		`{"latitude":1,"longitude":200}`, `{"latitude":1,"longitude":2}`}, scalars...)
	for _, v := range []string{`null`, `1`, `"a"`} {
		values = append(values, "["+v+"]", `{"x":`+v+`}`)
	}
	all := slices.Clone(values)
	for _, v := range values {
		for _, name := range []string{"a", "b", "c", "d", "e"} {
			all = append(all, `{"`+name+`":`+v+`}`)
		}
		all = append(all, `{"from":`+v+`,"to":{}}`, `{"to":`+v+`}`)
	}
	decoded := make([]*validate.Instance, len(all))
	for i, text := range all {
		v, err := validate.Decode([]byte(text), validate.Limits{})
		if err != nil {
			panic(err)
		}
		decoded[i] = v
	}
	return decoded
})

// same fails unless two schemas accept the same of the instances to the readers that there are: of the draft that is
// declared, and without one of those that are assumed, with and without formats. What the first is not valid for is skipped.
func same(t reporter, before, after string, instances []*validate.Instance) {
	t.Helper()
	compared := 0
	drafts := []string{"7", "2019-09", "2020-12"}
	if strings.HasPrefix(before, `{"$schema"`) {
		drafts = drafts[:1] // it declares its own
	}
	formats := []validate.Format{validate.Assert, validate.Ignore}
	_, drawn := t.(*rapid.T)
	if drawn { // there are many of them
		drafts, formats = drafts[:1], formats[:1]
		if rapid.Bool().Draw(t.(*rapid.T), "newest draft") {
			drafts, formats = []string{"2020-12"}, []validate.Format{validate.Ignore}
		}
	}
	for _, draft := range drafts {
		for _, format := range formats {
			opt := &validate.Options{DefaultDraft: draft, Format: format}
			a, err := validate.Compile([]byte(before), opt)
			if err != nil {
				continue
			}
			b, err := validate.Compile([]byte(after), opt)
			if err != nil {
				t.Errorf("draft %s: what was valid is not: %v\nbefore %s\nafter  %s", draft, err, before, after)
				return
			}
			for i, v := range instances {
				x, errX := a.AcceptsDecoded(v)
				y, errY := b.AcceptsDecoded(v)
				var undecided *validate.UndecidedError
				if errors.As(errX, &undecided) {
					continue
				}
				compared++
				if x != y || (errX == nil) != (errY == nil) {
					t.Errorf("draft %s, format %v: instance %d is accepted %v (%v) before and %v (%v) after\nbefore %s\nafter  %s", draft, format, i, x, errX, y, errY, before, after)
					return
				}
			}
		}
	}
	if compared == 0 && !drawn {
		t.Errorf("nothing was compared: no draft takes %s", before)
	}
}
