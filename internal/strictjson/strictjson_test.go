package strictjson

import (
	"errors"
	"fmt"
	"strings"
	"testing"
)

func ExampleDecode() {
	var v struct{ Name string }
	fmt.Println(Decode([]byte(`{"name":"a"}`), &v), v.Name)
	fmt.Println(Decode([]byte(`{"nam":"a"}`), &v))
	// Output:
	// <nil> a
	// json: unknown field "nam"
}

func TestDecode(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]string{
		`{"name":1}`:        "at offset 9",
		`{"name":"a"`:       "unexpected EOF",
		`{"name" "a"}`:      "at offset 9",
		`{"name":"a"} {}`:   "text after the JSON value",
		`{"name":"a"} junk`: "text after the JSON value",
	} {
		var v struct{ Name string }
		if err := Decode([]byte(text), &v); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v, want %q", text, err, want)
		}
	}
	if err := errors.New("other"); Position(err) != err {
		t.Error("an error without an offset is changed")
	}
}
