package load

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"
)

func TestFolder(t *testing.T) {
	t.Parallel()
	dir := write(t, map[string]string{"spec/a.yaml": "a", "spec/deep/b.yaml": "b", "secret.yaml": "s"})
	spec := filepath.Join(dir, "spec")
	if runtime.GOOS != "windows" { // where making links needs rights
		for link, to := range map[string]string{"in.yaml": "deep/b.yaml", "out.yaml": "../secret.yaml", "abs.yaml": filepath.Join(dir, "secret.yaml")} {
			if err := os.Symlink(to, filepath.Join(spec, link)); err != nil {
				t.Fatal(err)
			}
		}
	}
	read := folder(spec, dir)
	for _, tt := range []struct{ path, want, fails string }{
		{"a.yaml", "a", ""},
		{"deep/b.yaml", "b", ""},
		{"deep/../a.yaml", "a", ""},
		{"none.yaml", "", "no such file"},
		{"deep", "", "invalid"},
		{"../secret.yaml", "", "is not in"},
		{"../spec2/a.yaml", "", "is not in"},
		{"in.yaml", "b", ""},
		{"out.yaml", "", "escapes"},
		{"abs.yaml", "", "escapes"},
	} {
		if strings.HasSuffix(tt.path, "in.yaml") || strings.HasSuffix(tt.path, "out.yaml") || strings.HasSuffix(tt.path, "abs.yaml") {
			if runtime.GOOS == "windows" {
				continue
			}
		}
		b, err := read("spec/" + tt.path)
		if tt.fails == "" && (err != nil || string(b) != tt.want) || tt.fails != "" && (err == nil || !strings.Contains(err.Error(), tt.fails)) {
			t.Errorf("%s: got %q and %v, want %q%s", tt.path, b, err, tt.want, tt.fails)
		}
	}
	for _, path := range []string{"/etc/passwd", "a.yaml", "", "spec"} {
		if b, err := read(path); err == nil {
			t.Errorf("%q: got %q", path, b)
		}
	}
}

func TestOutside(t *testing.T) {
	t.Parallel()
	l := &loader{Options: opts("").withDefaults()}
	l.MaxBytes = 1000
	reads := 0
	o := &outside{l: l, ctx: t.Context(), files: func(path string) ([]byte, error) {
		reads++
		if strings.HasSuffix(path, "none") {
			return nil, os.ErrNotExist
		}
		return make([]byte, 300), nil
	}}
	for range 3 { // nothing is read twice, be it there or not
		if _, err := o.fetch("/none"); !errors.Is(err, os.ErrNotExist) {
			t.Error(err)
		}
		for i := range 3 {
			if _, err := o.fetch(fmt.Sprint("/", i)); err != nil {
				t.Error(err)
			}
		}
	}
	if reads != 4 {
		t.Errorf("%d files were read", reads)
	}
	if _, err := o.fetch("/4"); err == nil || !strings.Contains(err.Error(), "larger than 1000 bytes in all") {
		t.Error(err)
	}
	for i := range maxReferenced {
		_, _ = o.fetch(fmt.Sprint("/more/none", i)) // each is as good as the other
	}
	if _, err := o.fetch("/last"); err == nil || !strings.Contains(err.Error(), "more than 200 others") {
		t.Error(err)
	}
	for _, location := range []string{"https://example.com/x.yaml", "http://[::1", "file:///etc/passwd"} {
		o := &outside{l: l, ctx: t.Context(), files: func(path string) ([]byte, error) { t.Errorf("%s was read", path); return nil, nil }}
		if b, err := o.fetch(location); err == nil || !strings.Contains(err.Error(), "followed into the network only with") {
			t.Errorf("%s: got %q and %v", location, b, err)
		}
	}
	ended, end := context.WithCancel(t.Context())
	end()
	o = &outside{l: l, ctx: ended, files: o.files}
	if _, err := o.fetch("/0"); !errors.Is(err, context.Canceled) {
		t.Error(err)
	}
}

func TestAsURL(t *testing.T) {
	t.Parallel()
	for location, want := range map[string]bool{
		"https://a.example/x": true, "http://a": true, "file:///x": true, "ftp://a": true, "http://[::1": true,
		"/a/b": false, `C:\a`: false, "C:/a": false, "c://a": false, "a/b://c": false, "a": false, "": false,
	} {
		if _, got := asURL(location); got != want {
			t.Errorf("%q: got %v", location, got)
		}
	}
}
