package llm_test

import (
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/schema-bench/schema-bench/llm"
)

var cached = llm.CountRequest{Model: "gpt-5", System: "A system message to be kept private.", Tools: []byte(`[{"name":"a"}]`)}

// entries returns the files of a cache.
func entries(t *testing.T, dir string) []string {
	t.Helper()
	files, err := filepath.Glob(filepath.Join(dir, "*"))
	if err != nil {
		t.Fatal(err)
	}
	hidden, err := filepath.Glob(filepath.Join(dir, ".*"))
	if err != nil {
		t.Fatal(err)
	}
	return append(files, hidden...)
}

func TestCache(t *testing.T) {
	t.Parallel()
	dir := filepath.Join(t.TempDir(), "made", "when needed")
	f := newFake(t, "openai")
	then := time.Date(2026, 11, 1, 8, 0, 0, 0, time.UTC)
	now := func() time.Time { return then }
	measure := func(opt llm.Options, req llm.CountRequest) *llm.Billed {
		t.Helper()
		opt.CacheDir = dir
		if opt.Now == nil {
			opt.Now = now
		}
		c, _ := f.counter(opt)
		b, err := c.Measure(t.Context(), req)
		if err != nil {
			t.Fatal(err)
		}
		if len(b.Warnings) > 0 {
			t.Error(b.Warnings)
		}
		return b
	}
	first := measure(llm.Options{}, cached)
	if first.Cached || len(f.bodies()) != 2 || len(entries(t, dir)) != 2 {
		t.Errorf("%+v, %d requests, %q", first, len(f.bodies()), entries(t, dir))
	}

	// A year later, without a key and without a server.
	second := measure(llm.Options{Getenv: nothing, Now: func() time.Time { return then.AddDate(1, 0, 0) }}, cached)
	if !second.Cached || second.With != first.With || second.Without != first.Without || !second.Measured.Equal(then) || len(f.bodies()) != 2 {
		t.Errorf("%+v, want %+v; %d requests", second, first, len(f.bodies()))
	}

	// Other tools share the count without tools, and the measurement is as old as its oldest part.
	other := cached
	other.Tools = []byte(`[{"name":"b"} ]`)
	third := measure(llm.Options{Now: func() time.Time { return then.AddDate(1, 0, 0) }}, other)
	if third.Cached || third.Without != first.Without || !third.Measured.Equal(then) || len(f.bodies()) != 3 {
		t.Errorf("%+v, %d requests", third, len(f.bodies()))
	}

	// What differs in anything but the key is asked for.
	model, system := cached, cached
	model.Model, system.System = "gpt-5-mini", ""
	for i, b := range []*llm.Billed{measure(llm.Options{}, model), measure(llm.Options{}, system), measure(llm.Options{BaseURL: f.base() + "/"}, cached)} {
		if asked := i < 2; b.Cached == asked { // the slash at the end makes no other address
			t.Errorf("%d: %+v", i, b)
		}
	}
	if b := measure(llm.Options{Refresh: true, Now: func() time.Time { return then.AddDate(2, 0, 0) }}, cached); b.Cached || b.Measured.Equal(then) || len(f.bodies()) != 9 {
		t.Errorf("%+v, %d requests", b, len(f.bodies()))
	}
	if b := measure(llm.Options{}, cached); !b.Cached || !b.Measured.Equal(then.AddDate(2, 0, 0)) {
		t.Errorf("%+v", b)
	}

	elsewhere := newFake(t, "openai")
	c, _ := elsewhere.counter(llm.Options{CacheDir: dir})
	if b, err := c.Measure(t.Context(), cached); err != nil || b.Cached {
		t.Errorf("another server's count: %+v, %v", b, err)
	}
	for _, name := range entries(t, dir) {
		b, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		if s := string(b); strings.Contains(s, testKey) || strings.Contains(s, "private") || !strings.HasSuffix(name, ".json") {
			t.Errorf("%s: %s", name, s)
		}
	}
}

func TestCacheIsPrivate(t *testing.T) {
	t.Parallel()
	if runtime.GOOS == "windows" {
		t.Skip("no permission bits")
	}
	dir := filepath.Join(t.TempDir(), "cache")
	f := newFake(t, "google")
	c, _ := f.counter(llm.Options{CacheDir: dir})
	if _, err := c.Measure(t.Context(), cached); err != nil {
		t.Fatal(err)
	}
	for name, want := range map[string]os.FileMode{dir: 0o700, entries(t, dir)[0]: 0o600} {
		if info, err := os.Stat(name); err != nil || info.Mode().Perm() != want {
			t.Errorf("%s: %v, %v", name, info.Mode(), err)
		}
	}
}

// TestCacheDamage does to entries what crashes and hands do. Every count is then asked for again, and the entry is whole
// afterwards.
func TestCacheDamage(t *testing.T) {
	t.Parallel()
	for name, damage := range map[string]func(good string) string{
		"empty":          func(string) string { return "" },
		"half":           func(s string) string { return s[:len(s)/2] },
		"no JSON":        func(string) string { return "\x00\x00\x00" },
		"null":           func(string) string { return "null" },
		"another schema": func(s string) string { return strings.Replace(s, "/v1", "/v0", 1) },
		"another entry":  func(s string) string { return strings.Replace(s, `"id":"`, `"id":"0`, 1) },
		"no count":       func(s string) string { return strings.Replace(s, "input_tokens", "tokens", 1) },
		"negative":       func(s string) string { return strings.Replace(s, `"input_tokens":`, `"input_tokens":-`, 1) },
		"no time":        func(s string) string { return strings.Replace(s, `"measured"`, `"when"`, 1) },
		"large":          func(s string) string { return strings.Repeat(" ", 1<<20) + s },
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			dir := t.TempDir()
			f := newFake(t, "anthropic")
			c, _ := f.counter(llm.Options{CacheDir: dir})
			want, err := c.Measure(t.Context(), cached)
			if err != nil {
				t.Fatal(err)
			}
			for _, file := range entries(t, dir) {
				b, err := os.ReadFile(file)
				if err != nil {
					t.Fatal(err)
				}
				bad := damage(string(b))
				if bad == string(b) {
					t.Fatalf("%s is not damaged", b)
				}
				if err := os.WriteFile(file, []byte(bad), 0o600); err != nil {
					t.Fatal(err)
				}
			}
			for i, requests := range []int{4, 4} {
				got, err := c.Measure(t.Context(), cached)
				if err != nil || got.With != want.With || got.Without != want.Without || len(f.bodies()) != requests || got.Cached != (i == 1) || len(got.Warnings) > 0 {
					t.Errorf("%+v, %v, %d requests", got, err, len(f.bodies()))
				}
			}
		})
	}
}

// TestCacheUnusable has a file where the folder should be: the count is right all the same.
func TestCacheUnusable(t *testing.T) {
	t.Parallel()
	file := filepath.Join(t.TempDir(), "file")
	if err := os.WriteFile(file, nil, 0o600); err != nil {
		t.Fatal(err)
	}
	f := newFake(t, "openai")
	c, _ := f.counter(llm.Options{CacheDir: filepath.Join(file, "cache")})
	b, err := c.Measure(t.Context(), cached)
	if err != nil || b.Tools() <= 0 || len(b.Warnings) == 0 || !strings.Contains(fmt.Sprint(b.Warnings), "the count is not kept") {
		t.Errorf("%+v, %v", b, err)
	}
}

// TestCacheHalf loses the count without tools: one answer is new then, and the measurement as old as the other.
func TestCacheHalf(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	f := newFake(t, "openai")
	now := time.Date(2026, 11, 1, 8, 0, 0, 0, time.UTC)
	c, _ := f.counter(llm.Options{CacheDir: dir, Now: func() time.Time { return now }})
	first, err := c.Measure(t.Context(), cached)
	if err != nil {
		t.Fatal(err)
	}
	for _, name := range entries(t, dir) {
		b, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		if strings.Contains(string(b), fmt.Sprintf(`"input_tokens":%d,`, first.Without)) {
			if err := os.Remove(name); err != nil {
				t.Fatal(err)
			}
		}
	}
	then := now
	now = now.AddDate(0, 1, 0)
	second, err := c.Measure(t.Context(), cached)
	if err != nil || second.Cached || !second.Measured.Equal(then) || second.Tools() != first.Tools() || len(f.bodies()) != 3 {
		t.Errorf("%+v, %v, %d requests", second, err, len(f.bodies()))
	}
}

func TestErrorsAreNotCached(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	f := newFake(t, "openai", says(400, `{"error":{"message":"no"}}`), says(200, `{}`))
	c, _ := f.counter(llm.Options{CacheDir: dir})
	for range 2 {
		if _, err := c.Measure(t.Context(), cached); err == nil {
			t.Error("no error")
		}
	}
	if e := entries(t, dir); len(e) > 0 {
		t.Errorf("%q", e)
	}
}

// TestConcurrent measures the same and different requests at once, with two counters on one cache.
func TestConcurrent(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	f := newFake(t, "anthropic")
	one, _ := f.counter(llm.Options{CacheDir: dir})
	two, _ := f.counter(llm.Options{CacheDir: dir})
	var all sync.WaitGroup
	for i := range 24 {
		all.Go(func() {
			c := one
			if i%2 == 1 {
				c = two
			}
			tools := []byte(fmt.Sprintf(`[{"name":"tool-%d"}]`, i%3))
			b, err := c.Measure(t.Context(), llm.CountRequest{Model: "m", Tools: tools})
			if err != nil || b.Tools() != len(tools)+len(`,"tools":`) || len(b.Warnings) > 0 {
				t.Errorf("%+v, %v", b, err)
			}
		})
	}
	all.Wait()
	if e := entries(t, dir); len(e) != 4 {
		t.Errorf("%q", e)
	}
}
