package openapi

import (
	"fmt"
	"regexp"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"
)

var (
	portable = regexp.MustCompile(`^[a-zA-Z_][a-zA-Z0-9_-]{0,63}$`)
	hashTail = regexp.MustCompile(`_[0-9a-f]{6,}$`)
)

// named names operations, each written as "METHOD path id".
func named(t testing.TB, opt *Options, ops ...string) []string {
	t.Helper()
	n, err := newNamer(opt)
	if err != nil {
		t.Fatal(err)
	}
	claims := make([]claim, len(ops))
	for i, op := range ops {
		part := strings.SplitN(op, " ", 3)
		claims[i] = n.claim(part[0], part[1], part[2:]...)
	}
	return n.names(claims)
}

func TestNames(t *testing.T) {
	t.Parallel()
	long := strings.Repeat("listEverythingThatBelongsTo", 3)
	for _, tt := range []struct {
		name string
		opt  Options
		ops  []string
		want []string // a trailing # stands for a hash
	}{
		{"id", Options{}, []string{"GET /a listA", "GET /b list-b_2"}, []string{"listA", "list-b_2"}},
		{"T1 equal in the first 64", Options{}, []string{"GET /a " + long + "One", "GET /b " + long + "Two"}, []string{"listEverythingThatBelongsTolistEverythingThatBelongs#", "listEverythingThatBelongsTolistEverythingThatBelongs#"}},
		{"T2 slash and dot", Options{}, []string{"GET /a foo/list", "GET /b foo.list"}, []string{"foo_list#", "foo_list#"}},
		{"T2 one of them is it to the letter", Options{}, []string{"GET /a foo/list", "GET /b foo_list"}, []string{"foo_list#", "foo_list"}},
		{"T3 no id and a long path", Options{}, []string{"PUT /workspaces/{workspace}/projects/{project}/sections/{section}/tasks/{task}/labels"},
			[]string{"put_workspaces_workspace_projects_project_sections#"}},
		{"T4 words stay whole", Options{}, []string{"GET /r list-request"}, []string{"list-request"}},
		{"T5 two documents", Options{Prefix: "shop_"}, []string{"GET /a list"}, []string{"shop_list"}},
		{"T47 two underscores", Options{}, []string{"GET /a a__x", "GET /a/{y} a__y"}, []string{"a__x", "a__y"}},
		{"the same id", Options{}, []string{"GET /a list", "GET /b list"}, []string{"list#", "list#"}},
		{"the same id and one made so", Options{}, []string{"GET /a a_b", "GET /b a_b", "GET /c a.b"}, []string{"a_b#", "a_b#", "a_b#"}},
		{"no id", Options{}, []string{"GET /a/{b}", "GET /a/b/c.json", "DELETE /"}, []string{"get_a_b", "get_a_b_c_json", "delete"}},
		{"braces make no difference", Options{}, []string{"GET /a/{b}", "GET /a/b"}, []string{"get_a_b#", "get_a_b#"}},
		{"nothing that can stand in a name", Options{}, []string{"GET /x ***", "GET /日本 日本"}, []string{"get_x", "get"}},
		{"a digit in front", Options{}, []string{"GET /a 2fa", "GET /b -x"}, []string{"_2fa", "_-x"}},
		{"a digit behind a prefix", Options{Prefix: "p_"}, []string{"GET /a 2fa"}, []string{"p_2fa"}},
		{"illegal at the ends", Options{}, []string{"GET /a [list all]"}, []string{"list_all"}},
		{"a shorter budget", Options{MaxName: 24}, []string{"GET /a listTheOpenInvoices", "GET /b listTheOpenInvoicesOfAll"}, []string{"listTheOpenInvoices", "listTheOpenInvoicesOfAll"}},
		{"just too long", Options{MaxName: 24}, []string{"GET /b listTheOpenInvoicesOfEach"}, []string{"listTheOpen#"}},
		{"a path that stands twice", Options{}, []string{"GET /a", "GET /a"}, []string{"get_a#", "get_a#"}},
		{"methods of another case", Options{}, []string{"LOCK /a", "Lock /a"}, []string{"lock_a#", "lock_a#"}},
	} {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			got := named(t, &tt.opt, tt.ops...)
			seen := map[string]bool{}
			for i, name := range got {
				shown := tt.want[i]
				if hashed := hashTail.ReplaceAllString(name, "#"); strings.HasSuffix(shown, "#") && hashed != shown || !strings.HasSuffix(shown, "#") && name != shown {
					t.Errorf("%s is %q, want %q", tt.ops[i], name, shown)
				}
				if seen[name] || !portable.MatchString(name) {
					t.Errorf("%q is not unique or not legal", name)
				}
				seen[name] = true
			}
			other := slices.Clone(tt.ops)
			slices.Reverse(other)
			again := named(t, &tt.opt, other...)
			slices.Reverse(again)
			if tt.name != "a path that stands twice" && !slices.Equal(got, again) {
				t.Errorf("in another order: %q and %q", got, again)
			}
		})
	}
}

// A document can hold, as ids, the very names that others get with a hash.
func TestNamesForeseen(t *testing.T) {
	t.Parallel()
	ops := []string{"GET /a same", "GET /b same"}
	for range 40 {
		names := named(t, &Options{}, ops...)
		seen := map[string]bool{}
		for _, name := range names {
			if seen[name] || !portable.MatchString(name) {
				t.Fatalf("%q of %q", name, names)
			}
			seen[name] = true
		}
		ops = append(ops, fmt.Sprintf("GET /x%d %s", len(ops), names[0]))
	}
}

func TestNamerOptions(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		opt  Options
		want string
	}{
		{Options{MaxName: 8}, "names of at most 8 bytes: the bound can be from 24 to 128"},
		{Options{MaxName: 129}, "from 24 to 128"},
		{Options{Prefix: "a b"}, `the prefix "a b" is no beginning of a name`},
		{Options{Prefix: "2"}, "is no beginning of a name"},
		{Options{Prefix: strings.Repeat("p", 50)}, "leaves too little of the 64 bytes"},
	} {
		if _, err := newNamer(&tt.opt); err == nil || !strings.Contains(err.Error(), tt.want) {
			t.Errorf("%+v: %v, want %s", tt.opt, err, tt.want)
		}
	}
}

func TestNamesProperties(t *testing.T) {
	t.Parallel()
	part := rapid.SampledFrom([]string{"list", "List", "a", "_", "__", "-", "/", ".", " ", "2", "é", strings.Repeat("long", 12), "OfAll", "{id}"})
	rapid.Check(t, func(t *rapid.T) {
		opt := &Options{Prefix: rapid.SampledFrom([]string{"", "p_", "shop-"}).Draw(t, "prefix"), MaxName: rapid.SampledFrom([]int{0, 24, 40, 60}).Draw(t, "budget")}
		n, err := newNamer(opt)
		if err != nil {
			t.Fatal(err)
		}
		count := rapid.IntRange(1, 12).Draw(t, "operations")
		claims := make([]claim, count)
		for i := range claims {
			id := strings.Join(rapid.SliceOfN(part, 0, 4).Draw(t, "id"), "")
			claims[i] = n.claim("GET", fmt.Sprintf("/%s/%d", strings.Join(rapid.SliceOfN(part, 0, 2).Draw(t, "path"), ""), i), id)
		}
		names := n.names(claims)
		seen := map[string]bool{}
		for i, name := range names {
			if seen[name] || !portable.MatchString(name) || len(name) > n.budget || !strings.HasPrefix(name, opt.Prefix) {
				t.Fatalf("%+v is called %q", claims[i], name)
			}
			seen[name] = true
			if c := claims[i]; c.exact && len(c.want) <= n.budget && name != c.want && !slices.ContainsFunc(claims, func(o claim) bool { return o.key != c.key && o.exact && o.want == c.want }) {
				t.Fatalf("%q is not kept, but %q", c.want, name)
			}
		}
		// In any order, and without any one that claims another name, all the others are called the same.
		order := rapid.Permutation(claims).Draw(t, "order")
		gone := rapid.IntRange(0, count-1).Draw(t, "gone")
		for _, some := range [][]claim{order, slices.Concat(claims[:gone], claims[gone+1:])} {
			for i, name := range n.names(some) {
				was := slices.Index(claims, some[i])
				if len(some) < count && some[i].want == claims[gone].want {
					continue
				}
				if names[was] != name {
					t.Fatalf("%+v was %q and is %q", some[i], names[was], name)
				}
			}
		}
	})
}
