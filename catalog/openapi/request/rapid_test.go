package request

import (
	"bytes"
	"io"
	"iter"
	"maps"
	"mime/multipart"
	"net/http"
	"net/url"
	"slices"
	"strconv"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"github.com/schema-bench/schema-bench/schema"
)

// texts are strings of all kinds, with those that mean something on the wire more often than by chance.
func textGen() *rapid.Generator[string] {
	return rapid.OneOf(
		rapid.String(),
		rapid.StringMatching(`[a-c&=+%#;,/?.:@" \\\r\n\t|~\[\]{}é€-]{0,8}`),
		rapid.SampledFrom([]string{"", ".", "..", "%2e", "a/../b", "null", "true", "1e400", "😀", "\x00"}),
	)
}

func valueGen(depth int) *rapid.Generator[*schema.Node] {
	return rapid.Custom(func(t *rapid.T) *schema.Node {
		kinds := 3
		if depth > 0 {
			kinds = 5
		}
		switch rapid.IntRange(0, kinds).Draw(t, "kind") {
		case 0:
			return schema.NewString(textGen().Draw(t, "string"))
		case 1, 2, 3:
			n, err := schema.Parse([]byte(rapid.SampledFrom([]string{"null", "true", "0", "-0", "1.0", "1e400", "9007199254740993", `"\u00e9\/"`}).Draw(t, "scalar")))
			if err != nil {
				t.Fatal(err)
			}
			return n
		case 4:
			return schema.NewArray(rapid.SliceOfN(valueGen(depth-1), 0, 3).Draw(t, "items")...)
		}
		o := schema.NewObject()
		for name, v := range sorted(rapid.MapOfN(textGen(), valueGen(depth-1), 0, 3).Draw(t, "members")) {
			o.Set(name, v)
		}
		return o
	})
}

// arrive builds a request, sends it, and returns what the server made of it.
func (w *tap) arrive(t *rapid.T, tb testing.TB, c *Call, args *schema.Node) (*http.Request, []byte) {
	t.Helper()
	r, err := c.Build(args, &Options{Server: w.URL + "/base"})
	if err != nil {
		t.Fatalf("%s: %v", args.Append(nil), err)
	}
	w.send(tb, r)
	w.raw.Lock()
	defer w.raw.Unlock()
	return w.request, w.body
}

func strung(values []string) *schema.Node {
	items := make([]*schema.Node, len(values))
	for i, s := range values {
		items[i] = schema.NewString(s)
	}
	return schema.NewArray(items...)
}

// What parameters of all places hold is what a server reads.
func TestParametersRoundTrip(t *testing.T) {
	t.Parallel()
	w := newTap(t)
	rapid.Check(t, func(rt *rapid.T) {
		path := textGen().Filter(func(s string) bool { return s != "" }).Draw(rt, "path")
		list := rapid.SliceOfN(textGen(), 1, 3).Draw(rt, "list")
		one, cookie := textGen().Draw(rt, "one"), textGen().Draw(rt, "cookie")
		members := rapid.MapOfN(rapid.StringMatching(`[^\[\]]{1,4}`), textGen(), 1, 3).Draw(rt, "members")
		name := rapid.StringMatching(`[a-z&=+% \]\[#é]{1,6}`).Draw(rt, "name")
		c := &Call{Method: "GET", Path: "/a/{p}/b", Bindings: []Binding{
			{Argument: "path", In: "path", Name: "p"},
			{Argument: "one", In: "query", Name: "one"},
			{Argument: "list", In: "query", Name: "list:" + name, Style: "form", Explode: true},
			{Argument: "joined", In: "query", Name: "joined", Style: "form"},
			{Argument: "deep", In: "query", Name: "deep", Style: "deepObject", Explode: true},
			{Argument: "cookie", In: "cookie", Name: "cookie"},
		}}
		args, deep := schema.NewObject(), schema.NewObject()
		for k, v := range sorted(members) {
			deep.Set(k, schema.NewString(v))
		}
		args.Set("path", schema.NewString(path))
		args.Set("one", schema.NewString(one))
		args.Set("list", strung(list))
		args.Set("joined", strung(list))
		args.Set("deep", deep)
		args.Set("cookie", schema.NewString(cookie))
		r, _ := w.arrive(rt, t, c, args)

		segments := strings.Split(r.URL.EscapedPath(), "/")
		if len(segments) != 5 || segments[1] != "base" || segments[4] != "b" {
			rt.Fatalf("path is %s", r.URL.EscapedPath())
		}
		if got, err := url.PathUnescape(segments[3]); err != nil || got != path {
			rt.Errorf("path: %q arrived as %q, %v", path, got, err)
		}
		q, err := url.ParseQuery(r.URL.RawQuery)
		if err != nil {
			rt.Fatal(err)
		}
		if got := q.Get("one"); got != one {
			rt.Errorf("query: %q arrived as %q", one, got)
		}
		if got := q["list:"+name]; !slices.Equal(got, list) {
			rt.Errorf("list: %q arrived as %q", list, got)
		}
		for k, v := range sorted(members) {
			if got := q.Get("deep[" + k + "]"); got != v {
				rt.Errorf("deep: %q of %q arrived as %q", v, k, got)
			}
		}
		_, raw, _ := strings.Cut(r.URL.RawQuery, "joined=")
		raw, _, _ = strings.Cut(raw, "&")
		var parts []string
		for s := range strings.SplitSeq(raw, ",") {
			s, err := url.QueryUnescape(s)
			if err != nil {
				rt.Fatal(err)
			}
			parts = append(parts, s)
		}
		if !slices.Equal(parts, list) {
			rt.Errorf("joined: %q arrived as %q", list, parts)
		}
		k, err := r.Cookie("cookie")
		if err != nil || len(r.Cookies()) != 1 {
			rt.Fatalf("%v: cookies are %v", err, r.Cookies())
		}
		if got, err := url.PathUnescape(k.Value); err != nil || got != cookie {
			rt.Errorf("cookie: %q arrived as %q, %v", cookie, got, err)
		}
	})
}

// JSON arrives as it was given, to the byte.
func TestJSONRoundTrip(t *testing.T) {
	t.Parallel()
	w := newTap(t)
	rapid.Check(t, func(rt *rapid.T) {
		args := schema.NewObject()
		for name, v := range sorted(rapid.MapOfN(textGen(), valueGen(3), 0, 4).Draw(rt, "args")) {
			args.Set(name, v)
		}
		open := &Call{Method: "PUT", Path: "/", Body: &Body{ContentType: "application/json", Required: true, Open: true}}
		if _, body := w.arrive(rt, t, open, args); string(body) != string(args.Append(nil)) {
			rt.Errorf("%s arrived as %s", args.Append(nil), body)
		}
		whole := &Call{Method: "PUT", Path: "/", Body: &Body{ContentType: "application/json"}, Bindings: []Binding{{Argument: "b", In: "body"}}}
		outer := schema.NewObject()
		outer.Set("b", args)
		if _, body := w.arrive(rt, t, whole, outer); string(body) != string(args.Append(nil)) {
			rt.Errorf("%s arrived as %s", args.Append(nil), body)
		}
	})
}

// Forms of both kinds say the same: what a server reads of them is the text of each value.
func TestFormsRoundTrip(t *testing.T) {
	t.Parallel()
	w := newTap(t)
	rapid.Check(t, func(rt *rapid.T) {
		args, want := schema.NewObject(), url.Values{}
		names := rapid.SliceOfNDistinct(rapid.StringMatching(`[a-z&=+% \]\[#é"\\;]{1,6}`), 0, 4, rapid.ID).Draw(rt, "names")
		for i, name := range names {
			v := valueGen(2).Draw(rt, "value"+strconv.Itoa(i))
			if v.Kind() == schema.Array { // which has one pair or part for each item
				list := rapid.SliceOfN(textGen(), 0, 3).Draw(rt, "list"+strconv.Itoa(i))
				args.Set(name, strung(list))
				if len(list) > 0 {
					want[name] = list
				}
				continue
			}
			args.Set(name, v)
			if s, ok := scalar(v); ok {
				want[name] = []string{s}
			} else if v.Kind() == schema.Object {
				want[name] = []string{string(v.Append(nil))}
			}
		}
		equal := func(got map[string][]string) bool {
			for name := range want {
				if !slices.Equal(got[name], want[name]) {
					return false
				}
			}
			return len(got) == len(want)
		}
		c := &Call{Method: "POST", Path: "/", Body: &Body{ContentType: "application/x-www-form-urlencoded", Required: true, Open: true}}
		_, body := w.arrive(rt, t, c, args)
		if got, err := url.ParseQuery(string(body)); err != nil || !equal(got) {
			rt.Errorf("%s arrived as %q, %v", args.Append(nil), body, err)
		}
		c.Body.ContentType = "multipart/form-data"
		r, body := w.arrive(rt, t, c, args)
		_, boundary, _ := strings.Cut(r.Header.Get("Content-Type"), "boundary=")
		got := map[string][]string{}
		for parts := multipart.NewReader(bytes.NewReader(body), boundary); ; {
			p, err := parts.NextRawPart()
			if err == io.EOF {
				break
			}
			if err != nil {
				rt.Fatalf("%v\n%q", err, body)
			}
			data, err := io.ReadAll(p)
			if err != nil {
				rt.Fatal(err)
			}
			got[p.FormName()] = append(got[p.FormName()], string(data))
		}
		if !equal(got) {
			rt.Errorf("%s arrived as %q", args.Append(nil), body)
		}
	})
}

// sorted yields a map in the order of its names: a failure is to be the same when it is repeated.
func sorted[V any](m map[string]V) iter.Seq2[string, V] {
	return func(yield func(string, V) bool) {
		for _, name := range slices.Sorted(maps.Keys(m)) {
			if !yield(name, m[name]) {
				return
			}
		}
	}
}
