package proc

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"
)

// LookError says that a command cannot be started as it is written. Unwrap gives exec.ErrNotFound
// or the cause the system named.
type LookError struct {
	Command string
	Reason  string // e.g. "not found in PATH"
	Fix     string // what the user can do; empty if nothing is known
	Err     error
}

func (e *LookError) Error() string { return fmt.Sprintf("proc: command %q: %s", e.Command, e.Reason) }

func (e *LookError) Unwrap() error { return e.Err }

// Hint returns what the user can do about it, or an empty string.
func (e *LookError) Hint() string { return e.Fix }

// Look finds the program that Start would run: a name in PATH (that of env if it sets one), a
// relative path from dir. On Windows the extensions of PATHEXT are tried, so "npx" finds npx.cmd.
// Entries of PATH that are not absolute are skipped: what a directory happens to contain must not
// decide what runs.
func Look(command, dir string, env []string) (string, error) {
	if command == "" {
		return "", &LookError{Reason: "is empty", Fix: "name the program that starts the server", Err: exec.ErrNotFound}
	}
	if strings.ContainsRune(command, os.PathSeparator) || strings.ContainsRune(command, '/') {
		return lookFile(command, dir)
	}
	path, found := envValue(env, "PATH")
	if !found {
		path = os.Getenv("PATH")
	}
	for _, d := range filepath.SplitList(path) {
		if !filepath.IsAbs(d) {
			continue
		}
		if p, err := exec.LookPath(filepath.Join(d, command)); err == nil {
			return p, nil
		}
	}
	return "", &LookError{Command: command, Reason: "not found in PATH", Fix: installHint(command), Err: exec.ErrNotFound}
}

func lookFile(command, dir string) (string, error) {
	path := command
	if !filepath.IsAbs(path) && dir != "" {
		path = filepath.Join(dir, path)
	}
	// An absolute path means the same to us and to the child, whose directory may be another one.
	path, err := filepath.Abs(path)
	if err != nil {
		return "", &LookError{Command: command, Reason: err.Error(), Err: err}
	}
	found, err := exec.LookPath(path)
	if err == nil {
		return found, nil
	}
	e := &LookError{Command: command, Err: err}
	info, statErr := os.Stat(path)
	switch {
	case errors.Is(err, fs.ErrNotExist) || errors.Is(statErr, fs.ErrNotExist):
		e.Reason = "no such file"
		if strings.ContainsAny(command, " \t") {
			e.Fix = "give the program and its arguments as separate words"
		}
	case statErr == nil && info.IsDir():
		e.Reason = "is a directory"
	case statErr == nil:
		e.Reason = "is not executable"
		e.Fix = fmt.Sprintf("chmod +x %s, or name the interpreter that runs it", command)
	default:
		e.Reason = errors.Unwrap(err).Error()
	}
	return "", e
}

// startError words the failure of a start whose program was found.
func startError(command, path, dir string, err error) error {
	if info, statErr := os.Stat(dir); dir != "" && (statErr != nil || !info.IsDir()) {
		return fmt.Errorf("proc: start %q: working directory %q is not a directory that exists", command, dir)
	}
	switch badFormat, missing := unstartable(err); {
	case badFormat:
		return &LookError{Command: command, Reason: "is not a program for this system", Err: err,
			Fix: "start it through the interpreter that runs it"}
	case missing:
		return &LookError{Command: command, Reason: fmt.Sprintf("%s names an interpreter that does not exist", path), Err: err,
			Fix: "install the interpreter in its first line, or start it through another one"}
	}
	return fmt.Errorf("proc: start %q: %w", command, err)
}

// envValue returns the last value of name in env, as exec would use it.
func envValue(env []string, name string) (string, bool) {
	for i := len(env) - 1; i >= 0; i-- {
		k, v, ok := strings.Cut(env[i], "=")
		if ok && (k == name || runtime.GOOS == "windows" && strings.EqualFold(k, name)) {
			return v, true
		}
	}
	return "", false
}

// installHint names what to install for the launchers that client configs use.
func installHint(command string) string {
	if strings.ContainsAny(command, " \t") {
		return "give the program and its arguments as separate words"
	}
	switch strings.TrimSuffix(strings.ToLower(command), ".exe") {
	case "npx", "npm", "node":
		return "install Node.js, or put its directory into PATH"
	case "uvx", "uv":
		return "install uv, or put its directory into PATH"
	case "docker":
		return "install Docker, or put its directory into PATH"
	case "python":
		return "many systems call it python3"
	case "bunx", "bun":
		return "install Bun, or put its directory into PATH"
	case "deno":
		return "install Deno, or put its directory into PATH"
	}
	return "give its full path, or put its directory into PATH"
}

// checkBatchArgs refuses arguments that cmd.exe would interpret. Windows runs batch files (npx.cmd
// is one) through cmd.exe, whose quoting rules os/exec does not apply: an & in a URL would start
// a second command.
func checkBatchArgs(path string, args []string) error {
	switch strings.ToLower(filepath.Ext(path)) {
	case ".cmd", ".bat":
	default:
		return nil
	}
	if runtime.GOOS != "windows" {
		return nil
	}
	return batchArgs(path, args)
}

func batchArgs(path string, args []string) error {
	for i, a := range args {
		if j := strings.IndexAny(a, "&|<>^\"%!\r\n"); j >= 0 {
			return &LookError{
				Command: path,
				Reason:  fmt.Sprintf("argument %d holds %q, which a batch file would interpret", i+1, a[j]),
				Fix:     "start the program behind the batch file directly, e.g. node with the path of the script",
				Err:     errors.New("unsafe argument for a batch file"),
			}
		}
	}
	return nil
}
