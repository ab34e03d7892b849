package verify

import "testing"

func TestAcceptsNothing(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]bool{
		`false`: true,
		`{"type":"object","required":["a"],"properties":{"a":false}}`:                                 true,
		`{"type":"object","minProperties":3,"maxProperties":2}`:                                       true,
		`{"allOf":[{"type":"object"},{"type":"array"}]}`:                                              true,
		`{"type":"object","required":["next"],"properties":{"next":{"$ref":"#"}}}`:                    true, // no finite value
		`{"type":"object","required":["a"],"properties":{"b":{}},"additionalProperties":false}`:       true,
		`{"type":"object","properties":{"next":{"$ref":"#"}}}`:                                        false,
		`{"type":"object","required":["a"],"properties":{"a":{"minimum":3,"maximum":2}}}`:             false, // no number, but a text
		`{"type":"object","required":["a"],"properties":{"a":{"type":"string","pattern":"^a(?!a)"}}}`: false,
		`{"$ref":"https://example.com/other"}`:                                                        false, // not known
		`{}`:                                                                                          false,
	} {
		if got := AcceptsNothing(parse(t, text)); got != want {
			t.Errorf("%s: %v", text, got)
		}
	}
	if AcceptsNothing(nil) {
		t.Error("no schema at all")
	}
}

// A proof says nothing of two documents of which a validator refuses one, unless they are the same.
func TestProofsOfWhatIsNoSchema(t *testing.T) {
	t.Parallel()
	bad := `{"properties":{"a":{"type":"strnig"}},"title":"x"}`
	if p := Compare(parse(t, bad), parse(t, `{"properties":{"a":{"type":"strnig"}}}`), &Options{Always: true}); p.Verdict != Identical {
		t.Errorf("equal but for a title: %+v", p)
	}
	got := (&Options{Always: true}).orDefault()
	if p := got.try(parse(t, bad), parse(t, `{}`), Proof{Verdict: Canonical, Direction: Equal, Method: "bisimulation"}, nil); p.Verdict != NotValidatable {
		t.Errorf("a proof that a validator contradicts: %+v", p)
	}
}
