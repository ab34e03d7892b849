package install

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/schema-bench/schema-bench/internal/proc"
	"github.com/schema-bench/schema-bench/internal/safetext"
)

// program returns the file that clients are to start: the one that is named, or the one that runs.
func (o *Options) program() (string, error) {
	p := o.Program
	if p == "" {
		exe, err := os.Executable()
		if err != nil {
			return "", err
		}
		p = exe
		// A name in PATH outlives updates; what it leads to may have a version in its name.
		if named, err := proc.Look("schema-bench", "", nil); err == nil && sameFile(named, exe) {
			p = named
		}
		if slices.ContainsFunc(strings.Split(filepath.ToSlash(p), "/"), func(dir string) bool { return strings.HasPrefix(dir, "go-build") }) {
			return "", &hinted{fmt.Errorf("%s is gone when this run ends", p), "go install github.com/schema-bench/schema-bench, and run that"}
		}
	}
	if !filepath.IsAbs(p) || !utf8.ValidString(p) {
		return "", &hinted{fmt.Errorf("the program %q is no absolute path", p), "clients start it from anywhere: name it from the root on"}
	}
	return p, nil
}

func sameFile(a, b string) bool {
	x, err := os.Stat(a)
	if err != nil {
		return false
	}
	y, err := os.Stat(b)
	return err == nil && os.SameFile(x, y)
}

func (o *Options) check() error {
	for _, a := range slices.Concat(o.Args, o.CommandArgs) {
		if a == "--" || a == "--url" || strings.HasPrefix(a, "--url=") || a == "--listen" || strings.HasPrefix(a, "--listen=") {
			return &hinted{fmt.Errorf("%s is not for the options of wrap in a configuration", a), "the server is the one of the configuration"}
		}
		if !utf8.ValidString(a) {
			return fmt.Errorf("the option %q is no UTF-8", a)
		}
	}
	return nil
}

// isProgram tells schema-bench by its name, wherever it is, and under another name if it is the program in use.
func isProgram(command, program string) bool {
	return command == program || base(command) == "schema-bench"
}

// base is the name of a program on any system, without what Windows adds.
func base(command string) string {
	name := strings.ToLower(command[strings.LastIndexAny(command, `/\`)+1:])
	for _, ext := range []string{".exe", ".cmd", ".bat"} {
		name = strings.TrimSuffix(name, ext)
	}
	return name
}

// placeholder reports whether a client is to put something into a text before it uses it.
func placeholder(s string) bool { return strings.ContainsAny(s, "$%") }

// absolute returns the command as it can be started without the PATH of a shell. What a client fills in and what is a
// path already stays as it is.
func (o *Options) absolute(command, path string) (string, error) {
	if rest, ok := strings.CutPrefix(command, "~/"); ok && o.Home != "" {
		return filepath.Join(o.Home, rest), nil
	}
	if placeholder(command) || placeholder(path) || strings.ContainsAny(command, `/\`) {
		return command, nil
	}
	look := o.Look
	if look == nil {
		look = func(command string, env []string) (string, error) { return proc.Look(command, "", env) }
	}
	var env []string
	if path != "" {
		env = []string{"PATH=" + path}
	}
	found, err := look(command, env)
	if err != nil {
		var e *proc.LookError
		if errors.As(err, &e) {
			reason := fmt.Sprintf("its command %s is %s", safetext.Line(command), e.Reason)
			if e.Fix != "" {
				reason += ": " + e.Fix
			}
			return "", errors.New(reason)
		}
		return "", err
	}
	if !utf8.ValidString(found) {
		return command, nil
	}
	return found, nil
}

// unsafeForBatch returns why a batch file cannot be started with the arguments. Clients start such files through a shell
// of theirs; wrap starts none, since it would interpret them.
func unsafeForBatch(command string, args []string) string {
	switch strings.ToLower(filepath.Ext(command)) {
	case ".cmd", ".bat":
	default:
		return ""
	}
	for _, a := range args {
		if i := strings.IndexAny(a, "&|<>^\"%!\r\n"); i >= 0 && !strings.Contains(a, "${") {
			return fmt.Sprintf("its arguments hold %q, which the batch file %s would interpret", a[i], safetext.Line(base(command)))
		}
	}
	return ""
}
