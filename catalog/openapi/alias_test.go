package openapi

import (
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/schema-bench/schema-bench/catalog/openapi/request"
	"pgregory.net/rapid"
)

// arguments makes some, each written as "place name".
func arguments(all ...string) []argument {
	var args []argument
	for _, s := range all {
		in, name, _ := strings.Cut(s, " ")
		args = append(args, argument{binding: request.Binding{In: in, Name: name}})
	}
	return args
}

func TestArgumentNames(t *testing.T) {
	t.Parallel()
	long := strings.Repeat("abcdefgh", 9)
	for _, tt := range []struct {
		name string
		args []string
		want []string // a trailing # stands for a hash
	}{
		{"as they are", []string{"query q", "path user-id", "header X-Trace", "property a.b"}, []string{"q", "user-id", "X-Trace", "a.b"}},
		{"T7 array body and query", []string{"query values", "body "}, []string{"values", "body"}},
		{"T8 path and body", []string{"path id", "property id", "property name"}, []string{"path_id", "id", "name"}},
		{"all places", []string{"query id", "header id", "cookie id", "path id"}, []string{"query_id", "header_id", "cookie_id", "id"}},
		{"a parameter named like the body", []string{"path body", "body "}, []string{"path_body", "body"}},
		{"T39 bounds", []string{"query StartTime", "query StartTime<", "query StartTime>"}, []string{"StartTime", "StartTime_lt", "StartTime_gt"}},
		{"T39 brackets", []string{"query include[]", "query filter[name]", "query $top", "property a b"}, []string{"include", "filter_name", "top", "a_b"}},
		{"an alias that is somebody's name", []string{"query include[]", "query include"}, []string{"include#", "include"}},
		{"two aliases", []string{"query a[]", "query a{}"}, []string{"a#", "a#"}},
		{"a name with a place that is somebody's", []string{"path id", "property id", "query path_id"}, []string{"path_id#", "id", "path_id"}},
		{"nothing to say", []string{"query []", "query 日本"}, []string{"argument#", "argument#"}},
		{"a digit in front", []string{"query 2", "query 3[]"}, []string{"2", "_3"}},
		{"too long", []string{"query " + long + "1", "query " + long + "2"}, []string{long[:57] + "#", long[:57] + "#"}},
		{"a whole query", []string{"querystring "}, []string{"query"}},
		{"headers", []string{"header id", "query id"}, []string{"header_id", "id"}},
	} {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			for range 2 { // backwards, too
				args := arguments(tt.args...)
				nameArguments(args)
				for i, a := range args {
					got := a.binding.Argument
					if hashed := hashTail.ReplaceAllString(got, "#"); got != tt.want[i] && !(strings.HasSuffix(tt.want[i], "#") && hashed == tt.want[i]) {
						t.Errorf("%q is %q, want %q", tt.args[i], got, tt.want[i])
					}
				}
				slices.Reverse(tt.args)
				slices.Reverse(tt.want)
			}
		})
	}
}

func TestArgumentNamesProperties(t *testing.T) {
	t.Parallel()
	key := regexp.MustCompile(`^[a-zA-Z0-9_.-]{1,64}$`)
	rapid.Check(t, func(t *rapid.T) {
		part := rapid.SampledFrom([]string{"id", "a", "_", "[", "]", "<", ">", " ", "path", "query", ".", "é", "$", strings.Repeat("long", 20)})
		seen := map[string]bool{}
		var all []string
		for range rapid.IntRange(1, 10).Draw(t, "arguments") {
			s := rapid.SampledFrom([]string{"query", "path", "header", "cookie", "property"}).Draw(t, "place") + " " + strings.Join(rapid.SliceOfN(part, 1, 4).Draw(t, "name"), "")
			if !seen[s] {
				seen[s] = true
				all = append(all, s)
			}
		}
		args := arguments(all...)
		nameArguments(args)
		byWire, taken := map[string]string{}, map[string]bool{}
		for i, a := range args {
			got := a.binding.Argument
			if taken[got] || !key.MatchString(got) {
				t.Fatalf("%q is %q in %q", all[i], got, all)
			}
			taken[got] = true
			byWire[all[i]] = got
			if wire := a.binding.Name; a.binding.In == "property" && key.MatchString(wire) && got != wire {
				t.Fatalf("the property %q is called %q", wire, got)
			}
		}
		other := rapid.Permutation(all).Draw(t, "order")
		args = arguments(other...)
		nameArguments(args)
		for i, a := range args {
			if a.binding.Argument != byWire[other[i]] {
				t.Fatalf("%q was %q and is %q", other[i], byWire[other[i]], a.binding.Argument)
			}
		}
	})
}
