package load

import (
	"fmt"
	"path/filepath"
	"regexp"
	"strings"
)

// A scope resolves the variables of one configuration.
type scope struct {
	*Options
	cfg       *config
	workspace string
}

var (
	placeholder = regexp.MustCompile(`\$\{([^${}]*)\}`)
	identifier  = regexp.MustCompile(`^[A-Za-z_][A-Za-z0-9_]*$`)
	notWord     = regexp.MustCompile(`[^A-Za-z0-9]+`)
)

// expand replaces ${…} in a value. The first that cannot be resolved is the error: a server that is started with a
// hole in its settings fails later, in its own words.
func (s *scope) expand(v string) (string, error) {
	if !strings.Contains(v, "${") {
		return v, nil
	}
	var first error
	out := placeholder.ReplaceAllStringFunc(v, func(m string) string {
		r, err := s.resolve(m[2 : len(m)-1])
		if err != nil && first == nil {
			first = err
		}
		return r
	})
	return out, first
}

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
	variable := strings.TrimPrefix(name, "env:")
	variable, def, hasDefault := strings.Cut(variable, ":-")
	if !identifier.MatchString(variable) {
		return "", &hinted{err: fmt.Errorf("${%s} cannot be resolved here", name), hint: "known are ${NAME}, ${NAME:-default}, ${env:NAME}, ${input:ID}, ${workspaceFolder} and ${userHome}"}
	}
	if v, ok := s.LookupEnv(variable); ok && (v != "" || !hasDefault) {
		return v, nil
	}
	if hasDefault {
		return def, nil
	}
	return "", &hinted{err: fmt.Errorf("environment variable %s is not set", variable), hint: fmt.Sprintf("set it, or write ${%s:-default} in the configuration", variable)}
}

// input answers what the client would ask its user for.
func (s *scope) input(id string) (string, error) {
	variable := inputVar(id)
	if v, ok := s.LookupEnv(variable); ok {
		return v, nil
	}
	description := s.cfg.inputs[id]
	if s.Input != nil {
		if v, ok := s.Input(id, description); ok {
			return v, nil
		}
	}
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
