package chat

import (
	"encoding/json"
	"slices"
	"strings"
	"testing"

	"github.com/schema-bench/schema-bench/schema"
	"github.com/schema-bench/schema-bench/tokens/framing"
)

func fit(t testing.TB, model string) Fit {
	t.Helper()
	all, err := Fits()
	if err != nil {
		t.Fatal(err)
	}
	i := slices.IndexFunc(all, func(f Fit) bool { return f.Model == model })
	if i < 0 {
		t.Fatalf("no fit of %s", model)
	}
	return all[i]
}

func TestFits(t *testing.T) {
	t.Parallel()
	all, err := Fits()
	if err != nil || len(all) != 100 {
		t.Fatal(err, len(all))
	}
	if !slices.IsSortedFunc(all, func(a, b Fit) int { return strings.Compare(a.Model, b.Model) }) {
		t.Error("not sorted")
	}
	for _, f := range all {
		if f.AsOf == "" || f.Source == "" || f.Encoding == "" || f.Multiplier < 1 || f.Multiplier > 2 {
			t.Errorf("%+v", f)
		}
		for _, c := range f.Checked {
			if c.Estimated <= 0 || c.Counted <= 0 {
				t.Errorf("%s: %+v", f.Model, c)
			}
		}
	}
	got := fit(t, "openai/gpt-4o")
	want := Fit{Model: "openai/gpt-4o", Encoding: "o200k_base", AsOf: got.AsOf, Source: got.Source, Multiplier: 1, Base: 6, Message: 3, Tools: 16, Tool: 6, Description: 1,
		FirstProperty: 5, Property: 3, PropertyDescription: 2, Enum: 7, Object: -3, ArrayOfObjects: 1, Checked: got.Checked}
	if !slices.Equal(got.Checked, []Check{{463, 463}, {4513, 4516}, {45025, 45060}}) || !equalFit(got, want) {
		t.Errorf("%+v", got)
	}
	if f := fit(t, "google/gemini-2.5-pro"); f.Multiplier != 1.08 || f.Base != -1 || f.Message != -1 || f.Tools != 0 {
		t.Errorf("%+v", f)
	}
}

func equalFit(a, b Fit) bool {
	x, _ := json.Marshal(a)
	y, _ := json.Marshal(b)
	return string(x) == string(y)
}

// TestFitsOrder shows that the file names its columns in the order in which they are read.
func TestFitsOrder(t *testing.T) {
	t.Parallel()
	var file struct{ Order []string }
	if err := json.Unmarshal(fitsJSON, &file); err != nil {
		t.Fatal(err)
	}
	want := strings.Fields("multiplier base message tools tool description first_property property property_description enum object array_of_objects")
	if !slices.Equal(file.Order, want) {
		t.Error(file.Order)
	}
}

func TestEstimate(t *testing.T) {
	t.Parallel()
	f := &Fit{Model: "m", Multiplier: 1.5, Base: 1, Message: 2, Tools: 100, Tool: 10, Description: 20, FirstProperty: 3, Property: 4,
		PropertyDescription: 5, Enum: 6, Object: 7, ArrayOfObjects: 8}
	input := func(s string) *schema.Node { return node(t, s) }
	for _, tt := range []struct {
		name    string
		request Request
		want    int
		per     []int
	}{
		{"nothing", Request{}, 1, []int{}},
		{"messages", Request{Messages: []Message{{Role: "ab", Content: "abc"}, {Role: "a", Name: "b", Calls: []Call{{"1", "cc", "{}"}}}}}, 1 + 9 + 11, []int{9, 11}},
		{"tools", Request{Tools: []framing.Piece{{Name: "a"}, {Name: "bb", Description: ptr("cc")}}}, 1 + 100 + 1 + 2 + 22 + 10, []int{}},
		{"properties", Request{Tools: []framing.Piece{{Name: "a", Input: input(`{"properties":{"x":{"description":"dd"},"y":{"enum":["e",12]},"z":{}}}`)}}},
			1 + 100 + 1 + 3*1 + 3 + 2*4 + 5 + 2 + 6 + 1 + 2, []int{}},
		{"nested", Request{Tools: []framing.Piece{{Name: "a", Input: input(`{"properties":{"x":{"properties":{"y":{}}},"z":{"items":{"properties":{"w":{},"v":{}}}},"s":{"items":{}}}}`)}}},
			1 + 100 + 1 + (1 + 3 + 7 + 1 + 3) + (1 + 4 + 8 + 1 + 3 + 1 + 4) + (1 + 4), []int{}},
	} {
		total, per, err := f.Estimate(bytesCounter{}, &tt.request)
		if err != nil || total != tt.want || !slices.Equal(per, tt.per) {
			t.Errorf("%s: %d, %v, %v; want %d, %v", tt.name, total, per, err, tt.want, tt.per)
		}
	}
	deep := schema.NewObject()
	for range maxDepth + 2 {
		properties, up := schema.NewObject(), schema.NewObject()
		properties.Set("p", deep)
		up.Set("properties", properties)
		deep = up
	}
	if n, _, err := f.Estimate(bytesCounter{}, &Request{Tools: []framing.Piece{{Name: "a", Input: deep}}}); n != 0 || err == nil || !strings.Contains(err.Error(), "nested too deep") {
		t.Errorf("%d, %v", n, err)
	}
}
