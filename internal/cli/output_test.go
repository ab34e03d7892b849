package cli

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"

	"pgregory.net/rapid"
)

// Two that write the same file at once leave what one of them wrote, whole, and nothing else.
func TestWritersAtOnce(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	var want []string
	for i := range 2 {
		tools := fmt.Sprintf(`{"tools":[{"name":"tool_%d","description":%q,"inputSchema":{"type":"object"}}]}`, i, strings.Repeat("many words ", 5000*(i+1)))
		write(t, dir, fmt.Sprintf("in%d.json", i), tools)
		want = append(want, tools+"\n")
	}
	var wg sync.WaitGroup
	for i := range 8 {
		wg.Go(func() {
			e, _, errw := testEnv(dir)
			if code := e.run(context.Background(), []string{"import", fmt.Sprintf("in%d.json", i%2), "-o", "out.json"}); code != exitOK {
				t.Errorf("exit code %d: %s", code, errw)
			}
		})
	}
	wg.Wait()
	b, err := os.ReadFile(filepath.Join(dir, "out.json"))
	if err != nil || string(b) != want[0] && string(b) != want[1] {
		t.Errorf("%d bytes are neither the one nor the other: %v", len(b), err)
	}
	if entries, err := os.ReadDir(dir); err != nil || len(entries) != 3 {
		t.Errorf("%d files: %v", len(entries), err)
	}
}

// What is written is what is read back, over whatever was there, and the original is the first that there was.
func TestWriteFile(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		dir, err := os.MkdirTemp("", "write")
		if err != nil {
			t.Fatal(err)
		}
		defer os.RemoveAll(dir)
		e, _, _ := testEnv(dir)
		var first []byte
		for i, content := range rapid.SliceOfN(rapid.SliceOf(rapid.Byte()), 1, 4).Draw(t, "contents") {
			kept, err := e.keepOriginal("f")
			if err != nil || (kept != "") != (i == 1) {
				t.Fatalf("keeping the original of write %d: %q, %v", i, kept, err)
			}
			if err := e.writeFile(context.Background(), "f", content); err != nil {
				t.Fatal(err)
			}
			if i == 0 {
				first = content
			}
			got, err := os.ReadFile(filepath.Join(dir, "f"))
			if err != nil || !bytes.Equal(got, content) {
				t.Fatalf("%q, %v", got, err)
			}
			if i > 0 {
				if got, err := os.ReadFile(filepath.Join(dir, "f.orig")); err != nil || !bytes.Equal(got, first) {
					t.Fatalf("the original: %q, %v", got, err)
				}
			}
		}
	})
}

func TestReadText(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	write(t, dir, "bom.txt", "\uFEFFBe brief.")
	write(t, dir, "latin.txt", "caf\xe9")
	e, _, _ := testEnv(dir)
	e.In = strings.NewReader("typed")
	for _, tt := range []struct{ name, want, failure string }{
		{"", "", ""},
		{"bom.txt", "Be brief.", ""},
		{"-", "typed", ""},
		{"latin.txt", "", "latin.txt is not UTF-8 text"},
		{"none.txt", "", "none.txt: "},
	} {
		got, err := e.readText(tt.name)
		if got != tt.want || (err != nil) != (tt.failure != "") || err != nil && !strings.Contains(err.Error(), tt.failure) {
			t.Errorf("%q: %q, %v", tt.name, got, err)
		}
	}
	if _, err := textOf(zeros{}, "-", 1000); err == nil || err.Error() != "- is larger than 1000 bytes" {
		t.Errorf("a text without end: %v", err)
	}
}

type zeros struct{}

func (zeros) Read(b []byte) (int, error) { clear(b); return len(b), nil }

// A document without end on standard input is read up to a bound.
func TestEndlessInput(t *testing.T) {
	t.Parallel()
	e, out, errw := testEnv(t.TempDir())
	e.In = zeros{}
	if code := e.run(context.Background(), []string{"-"}); code != exitUnmeasured || out.Len() > 0 || !strings.HasPrefix(errw.String(), "schema-bench: standard input: the document is larger than 64 MiB\nhint: ") {
		t.Errorf("exit code %d: %s", code, errw)
	}
}

// URLs are told apart by what they answer, and get the headers that are meant for them.
func TestURLs(t *testing.T) {
	t.Parallel()
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		switch r.URL.Path {
		case "/tools.json":
			io.WriteString(w, oneTool)
		case "/private.json":
			if r.Header.Get("X-Key") != "abcdef-secret" {
				http.Error(w, "no", http.StatusUnauthorized)
				return
			}
			io.WriteString(w, oneTool)
		case "/page":
			io.WriteString(w, "<!doctype html><title>Docs</title>")
		default:
			http.NotFound(w, r)
		}
	}))
	t.Cleanup(server.Close)
	dir := t.TempDir()
	for _, tt := range []struct {
		args []string
		want int
		text string
	}{
		{[]string{server.URL + "/tools.json"}, exitOK, "next: schema-bench compact " + server.URL + "/tools.json -o compacted.json"},
		{[]string{"diff", "old=" + server.URL + "/tools.json", server.URL + "/tools.json"}, exitOK, "against old"},
		{[]string{server.URL + "/page"}, exitUnmeasured, "holds an HTML page"},
		{[]string{server.URL + "/none"}, exitUnmeasured, "status 404"},
		{[]string{server.URL + "/private.json"}, exitUnmeasured, "401"},
		{[]string{server.URL + "/private.json", "--header", "X-Key: ${KEY}"}, exitOK, "tokens at every step"},
		{[]string{server.URL + "/private.json", "--header", "X-Key: abcdef-secret"}, exitOK, "tokens at every step"},
		{[]string{server.URL + "/tools.json?token=abcdef-secret"}, exitOK, "tokens at every step"},
	} {
		e, out, errw := testEnv(dir, "KEY=abcdef-secret")
		code := e.run(context.Background(), tt.args)
		text := out.String() + errw.String()
		if code != tt.want || !strings.Contains(text, tt.text) {
			t.Errorf("%v: exit code %d, want %d with %q:\n%s", tt.args, code, tt.want, tt.text, text)
		}
		if strings.Contains(text, "abcdef-secret") {
			t.Errorf("%v shows a secret:\n%s", tt.args, text)
		}
		if code != exitOK && (out.Len() > 0 || strings.Count(errw.String(), "schema-bench: ") != 1) {
			t.Errorf("%v says:\n%s", tt.args, text)
		}
	}
}
