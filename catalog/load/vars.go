package load

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"strings"
)

// A scope resolves the variables of one configuration.
type scope struct {
	*Options
	cfg       *config
	workspace string
	defaults  bool // the client that this belongs to knows ${NAME:-default}
}

var (
	placeholder = regexp.MustCompile(`\$\{([^${}]*)\}`)
	identifier  = regexp.MustCompile(`^[A-Za-z_][A-Za-z0-9_]*$`)
	notWord     = regexp.MustCompile(`[^A-Za-z0-9]+`)
)

// Expand replaces ${NAME} in a text by the value that lookup gives, and ${NAME:-default} by the default where lookup
// gives none or an empty one; lookup is os.LookupEnv if nil. A value is put in as it is, and not expanded again. A
// variable without a value, and anything else that begins with ${, is an error, which quotes no value.
func Expand(text string, lookup func(name string) (string, bool)) (string, error) {
	if lookup == nil {
		lookup = os.LookupEnv
	}
	if strings.Contains(placeholder.ReplaceAllString(text, " "), "${") {
		return "", &hinted{err: errors.New("load: a ${ is not followed by a name and a }"), hint: "write ${NAME} or ${NAME:-default}"}
	}
	out, err := expand(text, func(name string) (string, error) { return variable(name, lookup, true) })
	if err != nil {
		return "", fmt.Errorf("load: %w", err)
	}
	return out, nil
}

// expand replaces every ${…}. The first that cannot be resolved is the error: a server that is started with a hole in
// its settings fails later, in its own words.
func expand(text string, resolve func(name string) (string, error)) (string, error) {
	var first error
	out := placeholder.ReplaceAllStringFunc(text, func(m string) string {
		r, err := resolve(m[2 : len(m)-1])
		if err != nil && first == nil {
			first = err
		}
		return r
	})
	return out, first
}

// variable resolves NAME and NAME:-default. The default is proposed only where it would be understood.
func variable(name string, lookup func(string) (string, bool), defaults bool) (string, error) {
	plain, def, hasDefault := strings.Cut(name, ":-")
	if !identifier.MatchString(plain) {
		return "", &hinted{err: fmt.Errorf("${%s} cannot be resolved here", name), hint: "write ${NAME} or ${NAME:-default}"}
	}
	if v, ok := lookup(plain); ok && (v != "" || !hasDefault) {
		return v, nil
	}
	if hasDefault {
		return def, nil
	}
	e := &hinted{err: fmt.Errorf("environment variable %s is not set", plain), hint: fmt.Sprintf("set %s in the environment first", plain)}
	if defaults {
		e.hint += fmt.Sprintf(", or write ${%s:-default}", plain)
	}
	return "", e
}

func (s *scope) expand(v string) (string, error) { return expand(v, s.resolve) }

func (s *scope) resolve(name string) (string, error) {
	switch name {
	case "workspaceFolder", "workspaceRoot":
		return s.workspace, nil
	case "workspaceFolderBasename":
		return filepath.Base(s.workspace), nil
	case "userHome":
		if s.Home == "" {
			return "", fmt.Errorf("${userHome}: the home directory is not known")
		}
		return s.Home, nil
	case "pathSeparator", "/":
		return string(filepath.Separator), nil
	}
	if id, ok := strings.CutPrefix(name, "input:"); ok {
		return s.input(id)
	}
	plain, prefixed := strings.CutPrefix(name, "env:")
	if before, _, _ := strings.Cut(plain, ":-"); !identifier.MatchString(before) {
		return "", &hinted{err: fmt.Errorf("${%s} cannot be resolved here", name), hint: "known are ${NAME}, ${NAME:-default}, ${env:NAME}, ${input:ID}, ${workspaceFolder} and ${userHome}"}
	}
	// The clients that write env: know no defaults.
	return variable(plain, s.LookupEnv, s.defaults && !prefixed)
}

// input answers what the client would ask its user for.
func (s *scope) input(id string) (string, error) {
	variable := inputVar(id)
	if v, ok := s.LookupEnv(variable); ok {
		return v, nil
	}
	description := s.cfg.inputs[id]
	if v, ok := s.cfg.defaults[id]; ok {
		return v, nil
	}
	what := fmt.Sprintf("the configuration asks for the input %q", id)
	if description != "" {
		what += " (" + description + ")"
	}
	return "", &hinted{err: fmt.Errorf("%s", what), hint: fmt.Sprintf("set the environment variable %s", variable)}
}

func inputVar(id string) string {
	return "SCHEMA_BENCH_INPUT_" + strings.ToUpper(strings.Trim(notWord.ReplaceAllString(id, "_"), "_"))
}

// parseEnvFile reads NAME=value lines as the usual tools do: comments, "export", quotes. Values are not expanded.
func parseEnvFile(text string) map[string]string {
	out := map[string]string{}
	for line := range strings.Lines(strings.TrimPrefix(text, "\uFEFF")) {
		line = strings.TrimSpace(line)
		line = strings.TrimSpace(strings.TrimPrefix(line, "export "))
		name, value, ok := strings.Cut(line, "=")
		name = strings.TrimSpace(name)
		if !ok || !identifier.MatchString(name) {
			continue
		}
		value = strings.TrimSpace(value)
		if q := strings.IndexAny(value, `"'`); q == 0 {
			if end := strings.IndexByte(value[1:], value[0]); end >= 0 {
				quoted := value[1 : end+1]
				if value[0] == '"' {
					quoted = strings.ReplaceAll(quoted, `\n`, "\n")
				}
				out[name] = quoted
				continue
			}
		}
		value, _, _ = strings.Cut(value, " #")
		out[name] = strings.TrimSpace(value)
	}
	return out
}
