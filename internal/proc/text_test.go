package proc

import (
	"errors"
	"os/exec"
	"strings"
	"testing"

	"pgregory.net/rapid"
)

// TestTailKeepsTheEnd feeds a stream in pieces of any size and compares with the obvious way.
func TestTailKeepsTheEnd(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(rt *rapid.T) {
		lines := rapid.SliceOfN(rapid.StringMatching(`[a-z]{1,12}`), 1, 60).Draw(rt, "lines")
		keep := rapid.IntRange(1, 8).Draw(rt, "keep")
		text := strings.Join(lines, "\n") + "\n"
		tl := newTail(Options{TailLines: keep, tailBytes: 8 * 13})
		for rest := text; rest != ""; {
			n := min(len(rest), rapid.IntRange(1, 200).Draw(rt, "piece"))
			tl.write([]byte(rest[:n]))
			rest = rest[n:]
		}
		got := tl.lines()
		want := lines[max(0, len(lines)-keep):]
		// The oldest of the kept lines may have fallen to the byte bound; the others may not.
		if len(got) < len(want)-1 || strings.Join(got, "|") != strings.Join(want[len(want)-len(got):], "|") {
			rt.Fatalf("kept %q of %q", got, want)
		}
	})
}

func TestTailText(t *testing.T) {
	t.Parallel()
	for name, tc := range map[string]struct {
		opt  Options
		in   string
		want string
	}{
		"blank lines go":        {Options{}, "a\n\n \t\nb\n", "a|b"},
		"progress bar":          {Options{}, "10%\r50%\r100%\n", "10%|50%|100%"},
		"no newline at the end": {Options{}, "Error: x", "Error: x"},
		"secret":                {Options{Secrets: []string{"s3cr3t-token"}}, "key=s3cr3t-token!\n", "key=[redacted]!"},
		"secret in several lines": {Options{Secrets: []string{"BEGIN\nabcdef\nEND"}},
			"BEGIN\nabcdef\nEND\n", "[redacted]|[redacted]|END"},
		"short secret is left":   {Options{Secrets: []string{"a"}}, "banana\n", "banana"},
		"one long line":          {Options{tailBytes: 16}, strings.Repeat("w ", 40), "w w w w w w w"},
		"one long word":          {Options{tailBytes: 16}, strings.Repeat("w", 40), ""},
		"half a secret is gone":  {Options{tailBytes: 12, Secrets: []string{"0123456789"}}, "k=0123456789\nok\n", "ok"},
		"colour is removed":      {Options{}, "\x1b[31merror\x1b[0m\n", "error"},
		"secret across a colour": {Options{Secrets: []string{"0123456789"}}, "01234\x1b[1m56789\n", "[redacted]"},
	} {
		tl := newTail(tc.opt)
		tl.write([]byte(tc.in))
		if got := strings.Join(tl.lines(), "|"); got != tc.want {
			t.Errorf("%s: %q, want %q", name, got, tc.want)
		}
	}
}

func TestExitString(t *testing.T) {
	t.Parallel()
	for want, e := range map[string]Exit{
		"exited with status 0":                     {},
		"exited with status 3":                     {Code: 3},
		"exited with status 0xC0000005":            {Code: 0xC0000005 - 1<<32},
		"killed by signal 9 (killed)":              {Code: -1, Signal: 9, Name: "killed"},
		"killed by signal 40":                      {Code: -1, Signal: 40},
		"ended in an unknown way (wait: no child)": {Code: -1, Err: errors.New("wait: no child")},
	} {
		if got := e.String(); got != want {
			t.Errorf("%+v: %q, want %q", e, got, want)
		}
	}
}

func TestLookHints(t *testing.T) {
	t.Parallel()
	env := []string{"PATH="}
	for command, hint := range map[string]string{
		"npx":                "Node.js",
		"uvx":                "install uv",
		"docker":             "Docker",
		"python":             "python3",
		"npx -y some-server": "separate words",
		"my-own-server":      "full path",
	} {
		_, err := Look(command, "", env)
		var le *LookError
		if !errors.As(err, &le) || !errors.Is(err, exec.ErrNotFound) || !strings.Contains(le.Hint(), hint) {
			t.Errorf("Look(%q) = %v; want a hint with %q", command, err, hint)
		}
		if want := "not found in PATH"; err != nil && !strings.Contains(err.Error(), want) {
			t.Errorf("Look(%q) = %v; want %q", command, err, want)
		}
	}
}

func TestBatchArgs(t *testing.T) {
	t.Parallel()
	if err := batchArgs("npx.cmd", []string{"-y", "@scope/server", "--root", `C:\my files`}); err != nil {
		t.Error(err)
	}
	for _, arg := range []string{"http://x/?a=1&b=2", "%PATH%", `say "x"`, "a|b", "x\ny"} {
		if err := batchArgs("npx.cmd", []string{"-y", arg}); err == nil || !strings.Contains(err.Error(), "argument 2") {
			t.Errorf("%q: %v", arg, err)
		}
	}
}
