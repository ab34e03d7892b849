package openapi

import (
	"strings"
	"testing"

	"github.com/schema-bench/schema-bench/catalog/openapi/frame"
)

func TestFilter(t *testing.T) {
	t.Parallel()
	ops := []frame.Operation{
		{Method: "GET", Path: "/users", ID: "users.list", Tags: []string{"Users", "people/staff"}},
		{Method: "DELETE", Path: "/users/{id}", ID: "users.remove", Tags: []string{"Users"}, Deprecated: true},
		{Method: "GET", Path: "/users/{id}/keys/{key}", ID: "users/keys", Tags: []string{"Keys"}},
		{Method: "POST", Path: "/", ID: ""},
	}
	for _, tt := range []struct {
		name   string
		filter Filter
		want   string // of each operation
		idle   string
	}{
		{"none", Filter{}, "1111", ""},
		{"tag", Filter{Tags: []string{"Users"}}, "1100", ""},
		{"tags", Filter{Tags: []string{"people*", "K?ys"}}, "1010", ""},
		{"all tags", Filter{Tags: []string{"*"}}, "1110", ""},
		{"path", Filter{Paths: []string{"/users"}}, "1000", ""},
		{"path without a slash", Filter{Paths: []string{"users/*"}}, "0100", ""},
		{"below", Filter{Paths: []string{"/users/**"}}, "1110", ""},
		{"anywhere", Filter{Paths: []string{"**/{id}/**"}}, "0110", ""},
		{"between", Filter{Paths: []string{"/users/**/keys/*"}}, "0010", ""},
		{"the last", Filter{Paths: []string{"**/{key}"}}, "0010", ""},
		{"all paths", Filter{Paths: []string{"**"}}, "1111", ""},
		{"root", Filter{Paths: []string{"/"}}, "0001", ""},
		{"method", Filter{Methods: []string{"get", "POST"}}, "1011", ""},
		{"id", Filter{IDs: []string{"users.*"}}, "1100", ""},
		{"id with a slash", Filter{IDs: []string{"users*"}}, "1110", ""},
		{"deprecated", Filter{NoDeprecated: true}, "1011", ""},
		{"both", Filter{Tags: []string{"Users"}, Methods: []string{"get"}}, "1000", ""},
		{"no such tag", Filter{Tags: []string{"User", "Keys"}}, "0010", `no operation has a tag that matches "User"; there is "Users"`},
		{"no such path", Filter{Paths: []string{"/user/**"}}, "0000", `no operation has a path that matches "/user/**"; there is "/users`},
	} {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			s, err := newSieve(&tt.filter)
			if err != nil {
				t.Fatal(err)
			}
			got := ""
			for i := range ops {
				got += map[bool]string{true: "1", false: "0"}[s.pass(&ops[i])]
			}
			if got != tt.want {
				t.Errorf("got %s, want %s", got, tt.want)
			}
			if idle := strings.Join(s.idle(ops), "\n"); idle != tt.idle && (tt.idle == "" || !strings.HasPrefix(idle, tt.idle)) {
				t.Errorf("got %s, want %s", idle, tt.idle)
			}
		})
	}
	if _, err := newSieve(&Filter{IDs: []string{"[a"}}); err == nil || !strings.Contains(err.Error(), `"[a" is no glob of a operationId`) && !strings.Contains(err.Error(), `"[a" is no glob`) {
		t.Errorf("got %v", err)
	}
}

func TestBySegmentIsFast(t *testing.T) {
	t.Parallel()
	if bySegment(strings.Repeat("**/a/", 2000)+"b", strings.Repeat("/a", 5000)) {
		t.Error("it matches")
	}
}
