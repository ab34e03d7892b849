package main

import (
	"bytes"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"unicode"
)

// TestGenerated makes the data files anew and compares them with those that are in use.
func TestGenerated(t *testing.T) {
	t.Parallel()
	if unicode.Version != unicodeVersion {
		t.Skipf("package unicode has version %s; the table of classes is made from %s", unicode.Version, unicodeVersion)
	}
	files, err := generate()
	if err != nil {
		t.Fatal(err)
	}
	if len(files) != 3 {
		t.Errorf("%d files, want 3", len(files))
	}
	for name, want := range files {
		got, err := os.ReadFile(filepath.Join("..", "..", name))
		if err != nil {
			t.Error(err)
		} else if !bytes.Equal(got, want) {
			t.Errorf("%s is not what go generate makes", name)
		}
	}
}

// TestAdded shows that the list of additions adds and changes nothing that was there.
func TestAdded(t *testing.T) {
	t.Parallel()
	if unicode.Version != unicodeVersion {
		t.Skipf("package unicode has version %s", unicode.Version)
	}
	for _, r := range added() {
		if r.first > r.last {
			t.Errorf("range %U..%U is empty", r.first, r.last)
		}
		for c := r.first; c <= r.last; c++ {
			if unicode.In(c, unicode.L, unicode.M, unicode.N, unicode.P, unicode.S, unicode.Z, unicode.Cc, unicode.Cf, unicode.Co) {
				t.Errorf("%U is assigned in Unicode %s already", c, unicodeVersion)
			}
		}
	}
}

func TestSourceChanged(t *testing.T) {
	t.Parallel()
	s := sources()[0]
	s.sha256 = strings.Repeat("0", 64)
	if _, err := s.merges(); err == nil || !strings.Contains(err.Error(), "want "+s.sha256) {
		t.Errorf("%v: a source with another hash was accepted", err)
	}
}

func TestParseErrors(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct{ name, data, want string }{
		{"no rank", "YQ==\n", "line 1: no rank"},
		{"bad rank", "YQ== 0\nYg== x\n", `line 2: rank "x", want 1`},
		{"gap", "YQ== 0\nYg== 2\n", `line 2: rank "2", want 1`},
		{"bad base64", "Y*== 0\n", "line 1: illegal base64"},
		{"empty token", " 0\n", "line 1: empty token"},
	} {
		if _, err := parse([]byte(tt.data)); err == nil || !strings.Contains(err.Error(), tt.want) {
			t.Errorf("%s: %v, want %q", tt.name, err, tt.want)
		}
	}
}

func TestPackErrors(t *testing.T) {
	t.Parallel()
	var all []string
	for b := range 256 {
		all = append(all, string([]byte{byte(b)}))
	}
	with := func(more ...string) []string { return append(all[:256:256], more...) }
	for _, tt := range []struct {
		name   string
		tokens []string
		want   string
	}{
		{"too few", all[:255], "255 tokens"},
		{"twice", with("ab", "ab"), "token 257 occurs twice"},
		{"bytes not first", append([]string{"ab"}, all...), "token 0 is not a single byte"},
		{"no parts", with("abc"), "token 256: its bytes do not merge into it"},
		{"made of a later one", with("abc", "ab"), "token 256 is made of"},
	} {
		if _, err := pack(tt.tokens); err == nil || !strings.Contains(err.Error(), tt.want) {
			t.Errorf("%s: %v, want %q", tt.name, err, tt.want)
		}
	}
	got, err := pack(with("ab", "abc"))
	if want := "\x61\x00\x62\x00\x00" + "\x00\x01\x63\x00\x00"; err != nil || string(got[16+256:]) != want {
		t.Errorf("merges %q, %v; want %q", got[16+256:], err, want)
	}
	if want := "\x05\x01\x00\x00" + "\x02\x01\x00\x00" + "\x00\x00\x00\x00" + "\x00\x00\x00\x00"; string(got[:16]) != want {
		t.Errorf("sizes %q, want %q", got[:16], want)
	}
}
