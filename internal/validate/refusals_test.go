package validate

import (
	"reflect"
	"strings"
	"testing"
)

func TestRefusals(t *testing.T) {
	t.Parallel()
	s, err := Compile([]byte(`{"type":"object","required":["id","name"],"properties":{"id":{"type":"integer","minimum":1},"name":{"type":"string"},"tags":{"type":"array","items":{"type":"string"}},
		"either":{"oneOf":[{"type":"object","required":["a"],"properties":{"a":{"type":"integer"}}},{"type":"null"}]}},"additionalProperties":false}`), nil)
	if err != nil {
		t.Fatal(err)
	}
	for text, want := range map[string][]string{
		`{"id":1,"name":"x"}`:                           nil,
		`{}`:                                            {": missing id name"},
		`{"id":0,"name":"x"}`:                           {"/id: minimum"},
		`{"id":1,"name":"x","more":2}`:                  {": additional more"},
		`{"id":"1","name":2,"tags":["a",3]}`:            {"/id: got string", "/name: got number", "/tags/1: got number"},
		`{"id":1,"name":"x","either":{"a":"1"}}`:        {"/either/a: got string"},
		`{"id":1,"name":"x","tags":7,"a\tb":0,"/~":[]}`: {": additional", "/tags: got number"},
	} {
		got, err := s.Refusals([]byte(text))
		if err != nil {
			t.Errorf("%s: %v", text, err)
			continue
		}
		var lines []string
		for _, r := range got {
			lines = append(lines, r.Pointer+": "+r.Reason+" "+strings.Join(r.Names, " "))
		}
		if len(lines) != len(want) {
			t.Errorf("%s: %q, not %q", text, lines, want)
			continue
		}
		for i := range want {
			place, reason, _ := strings.Cut(want[i], ": ")
			words := strings.Fields(reason)
			if !strings.HasPrefix(lines[i], place+": ") || !strings.Contains(lines[i], words[0]) || !strings.HasSuffix(lines[i], strings.Join(words[1:], " ")) && words[0] != "got" {
				t.Errorf("%s: %q, not %q", text, lines[i], want[i])
			}
		}
	}
	if got, err := s.Refusals([]byte(`{`)); err == nil || got != nil {
		t.Errorf("no JSON: %v, %v", got, err)
	}
	empty, err := s.Refusals([]byte(`{}`))
	if err != nil || !reflect.DeepEqual(empty[0].Names, []string{"id", "name"}) {
		t.Errorf("%+v, %v", empty, err)
	}
}
