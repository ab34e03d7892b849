package chat

import (
	"encoding/json"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"github.com/schema-bench/schema-bench/schema"
)

// TestPythonJSON has what Python 3.11 answers to json.dumps(json.loads(x), ensure_ascii=False).
func TestPythonJSON(t *testing.T) {
	t.Parallel()
	for in, want := range map[string]string{
		`{}`:                                       `{}`,
		"\n[ ]\t":                                  `[]`,
		`{"a":1,"b":[true,false,null,""]}`:         `{"a": 1, "b": [true, false, null, ""]}`,
		`"\u00e9\/\u0007\"\n\u007f\u2028"`:         "\"é/\\u0007\\\"\\n\u007f\u2028\"",
		`{"a":1,"b":2,"a":3}`:                      `{"a": 3, "b": 2}`,
		`[0,-0,12345678901234567890123]`:           `[0, 0, 12345678901234567890123]`,
		`[1.0,1.50,-0.0,1e3,1E-5,123e-7]`:          `[1.0, 1.5, -0.0, 1000.0, 1e-05, 1.23e-05]`,
		`[1e15,1e16,123456789012345680.0]`:         `[1000000000000000.0, 1e+16, 1.2345678901234568e+17]`,
		`[0.0001,0.00001,5e-324,1e400]`:            `[0.0001, 1e-05, 5e-324, Infinity]`,
		`[-1e400,1e-400,0.1e1,9007199254740993.0]`: `[-Infinity, 0.0, 1.0, 9007199254740992.0]`,
	} {
		got, ok, err := pythonJSON(in)
		if got != want || !ok || err != nil {
			t.Errorf("%s: %s, %v, %v; want %s", in, got, ok, err, want)
		}
	}
	for _, in := range []string{"", " ", "x", "{", "[1,]", "01", "\ufeff{}", "{} {}", `{"a"}`} {
		if got, ok, err := pythonJSON(in); ok || err != nil {
			t.Errorf("%q: %s, %v, %v", in, got, ok, err)
		}
	}
	if _, ok, err := pythonJSON(strings.Repeat("[", 2000) + strings.Repeat("]", 2000)); ok || err == nil {
		t.Errorf("deep nesting: %v, %v", ok, err)
	}
}

// TestPythonJSONKeeps shows that what is written means what was read, and is written the same way again.
func TestPythonJSONKeeps(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		in, err := json.Marshal(map[string]any{
			rapid.String().Draw(t, "name"): rapid.Float64().Draw(t, "float"),
			"b":                            []any{rapid.Int64().Draw(t, "integer"), rapid.String().Draw(t, "text"), nil},
		})
		if err != nil {
			t.Fatal(err)
		}
		out, ok, err := pythonJSON(string(in))
		if !ok || err != nil {
			t.Fatalf("%s: %v, %v", in, ok, err)
		}
		again, _, _ := pythonJSON(out)
		if again != out || !sameJSON(t, in, []byte(out)) {
			t.Fatalf("%s became %s and %s", in, out, again)
		}
	})
}

func sameJSON(t interface{ Fatal(...any) }, a, b []byte) bool {
	x, err := schema.Parse(a)
	if err != nil {
		t.Fatal(err)
	}
	y, err := schema.Parse(b)
	if err != nil {
		t.Fatal(err)
	}
	return schema.Equal(x, y)
}

func FuzzPythonJSON(f *testing.F) {
	for _, seed := range []string{`{"a":[1,2.5e-7]}`, `"\ud800"`, "[[[[", `{"a":1,"a":{}}`, "-0.0e9"} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, in string) {
		out, ok, err := pythonJSON(in)
		if !ok || err != nil || strings.Contains(out, "Infinity") {
			return
		}
		if again, ok, err := pythonJSON(out); again != out || !ok || err != nil {
			t.Errorf("%q became %q and then %q, %v, %v", in, out, again, ok, err)
		}
	})
}

func TestStripped(t *testing.T) {
	t.Parallel()
	if got := stripped("\x1f\u00a0\u3000 a\u200bb\ufeff \x1c\n"); got != "a\u200bb\ufeff" {
		t.Errorf("%q", got)
	}
}
