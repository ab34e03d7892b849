package cli

import (
	"bytes"
	"cmp"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"reflect"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"
	"go.yaml.in/yaml/v3"

	"github.com/schema-bench/schema-bench/internal/near"
	"github.com/schema-bench/schema-bench/tokens/framing"
)

// A config is a configuration file. Keys are the names of the flags that they set, those of unit aside.
type config struct {
	Source       stringList `yaml:"source"`
	Unit         unitConfig `yaml:"unit"`
	Ruler        string     `yaml:"ruler"` // these three may stand outside of unit as well, where flags of commands are
	Encoding     string     `yaml:"encoding"`
	Framing      string     `yaml:"framing"`
	System       string     `yaml:"system"`
	Steps        string     `yaml:"steps"`
	Growth       string     `yaml:"growth"`
	Why          string     `yaml:"why"`
	Top          string     `yaml:"top"`
	Model        string     `yaml:"model"`
	Models       string     `yaml:"models"`
	Counter      string     `yaml:"counter"`
	Tokenizer    string     `yaml:"tokenizer"`
	Client       string     `yaml:"client"`
	Cache        string     `yaml:"cache"`
	Refresh      string     `yaml:"refresh"`
	PriceIn      string     `yaml:"price-in"`
	PriceCached  string     `yaml:"price-cached"`
	PriceOut     string     `yaml:"price-out"`
	Window       string     `yaml:"window"`
	Only         stringList `yaml:"only"`
	Hide         stringList `yaml:"hide"`
	Lenient      string     `yaml:"lenient"`
	Tag          stringList `yaml:"tag"`
	Path         stringList `yaml:"path"`
	Method       stringList `yaml:"method"`
	Operation    stringList `yaml:"operation"`
	NoDeprecated string     `yaml:"no-deprecated"`
	NamePrefix   string     `yaml:"name-prefix"`
	MaxName      string     `yaml:"max-name"`
	Nullable     string     `yaml:"nullable"`
	KeepReadOnly string     `yaml:"keep-read-only"`
	AllowFile    string     `yaml:"allow-file"`
	AllowRemote  stringList `yaml:"allow-remote"`
	Naive        string     `yaml:"naive"`
	Diagnose     string     `yaml:"diagnose"`
	CheckArgs    string     `yaml:"check-args"`
	Restarts     string     `yaml:"restarts"`
	Timeout      string     `yaml:"timeout"`
	Level        string     `yaml:"level"`
	With         stringList `yaml:"with"`
	Without      stringList `yaml:"without"`
	Strict       string     `yaml:"strict"`
	MaxTotal     string     `yaml:"max-total"`
	Allow        stringList `yaml:"allow"`
	Samples      string     `yaml:"samples"`
	Seed         string     `yaml:"seed"`
	Target       stringList `yaml:"target"`
	Targets      string     `yaml:"targets"`
	Rule         stringList `yaml:"rule"`
	Ignore       stringList `yaml:"ignore"`
	FailOn       string     `yaml:"fail-on"`
	Form         string     `yaml:"form"`
	Indent       string     `yaml:"indent"`
	Format       string     `yaml:"format"`
	Report       stringList `yaml:"report"`
	Color        string     `yaml:"color"`
	ASCII        string     `yaml:"ascii"`
	Quiet        string     `yaml:"quiet"`
	Verbose      string     `yaml:"verbose"`
	NoProgress   string     `yaml:"no-progress"`
	ExitZero     string     `yaml:"exit-zero"`
}

// A unitConfig is the unit as reports print it.
type unitConfig struct {
	Ruler         string `yaml:"ruler"`
	Encoding      string `yaml:"encoding"`
	Framing       string `yaml:"framing"`
	Serialisation string `yaml:"serialisation"`
}

// A stringList is one string or a list of them.
type stringList []string

// UnmarshalYAML takes a scalar or a sequence of scalars.
func (l *stringList) UnmarshalYAML(n *yaml.Node) error {
	if n.Kind == yaml.ScalarNode {
		*l = stringList{n.Value}
		return nil
	}
	return n.Decode((*[]string)(l))
}

// pathFlags are the flags whose values in a configuration file are paths relative to that file.
func pathFlags() []string {
	return []string{"system", "models", "targets", "tokenizer", "cache", "report"}
}

// A configured is what a configuration says beside the values of flags.
type configured struct {
	path     string   // of the file; empty if there is none
	named    bool     // the user named the file, which may then do what a file that is found may not
	sources  []string // in place of those of the command line
	dir      string   // what paths and sources count from
	warnings []error
}

// readConfig finds and reads the configuration: the flag, the environment, or the nearest file up to the root of the
// repository. The config is nil if there is none. Alone are the flags that it cannot set.
func readConfig(e *env, flag string, alone []string) (*config, configured, error) {
	at := configured{path: flag, named: true}
	if at.path == "" {
		at.path = e.Getenv("SCHEMA_BENCH_CONFIG")
	}
	if at.path == "" && !e.Bare {
		at.path, at.named = nearestConfig(e.Dir), false
	}
	if at.path == "" {
		return nil, at, nil
	}
	at.path = e.path(at.path)
	at.dir = filepath.Dir(at.path)
	b, err := os.ReadFile(at.path)
	if err != nil {
		return nil, at, usagef("config %s: %w", at.path, cause(err))
	}
	var c config
	dec := yaml.NewDecoder(bytes.NewReader(b)) // JSON is YAML
	dec.KnownFields(true)
	if err := dec.Decode(&c); err != nil && !errors.Is(err, io.EOF) {
		return nil, at, usageError{configError(at.path, err, alone)}
	}
	if s, want := c.Unit.Serialisation, framing.SerialisationOf(cmp.Or(c.Unit.Framing, framing.JSON)); s != "" && want != "" && s != want {
		return nil, at, usagef("config %s: unit.serialisation %q: that of the framing is %s", at.path, s, want)
	}
	at.sources = c.Source
	if len(c.Report) > 0 && !at.named {
		// A repository that somebody else wrote must not write files because a command was run in it.
		at.warnings = append(at.warnings, fmt.Errorf("config %s: report is not written, since the file was found and not named: add --config %s", at.path, at.path))
		c.Report = nil
	}
	return &c, at, nil
}

// configError words what the decoder says about a configuration, all of it, for people who know no Go. Alone are the flags
// that are no keys.
func configError(path string, err error, alone []string) error {
	var mismatch *yaml.TypeError
	if !errors.As(err, &mismatch) {
		return fmt.Errorf("config %s: %s", path, strings.TrimPrefix(err.Error(), "yaml: "))
	}
	unknown := regexp.MustCompile(`^(line \d+): field (.+) not found in type \S+$`)
	var said []string
	hint := ""
	for _, text := range mismatch.Errors {
		m := unknown.FindStringSubmatch(text)
		if m == nil {
			said = append(said, regexp.MustCompile(` into \S*$`).ReplaceAllString(text, ", where text is expected"))
			continue
		}
		said = append(said, fmt.Sprintf("%s: unknown key %q", m[1], m[2]))
		if hint == "" {
			hint = "the keys are the names of the flags, source and unit: schema-bench help config"
			if slices.Contains(alone, m[2]) {
				hint = "--" + m[2] + " is for the command line and the environment alone"
			} else if likely := near.Names(m[2], configKeys(), 1); len(likely) > 0 {
				hint = "did you mean " + likely[0] + "?"
			}
		}
	}
	err = fmt.Errorf("config %s: %s", path, strings.Join(said, "; "))
	if hint != "" {
		return withHint(err, "%s", hint)
	}
	return err
}

// configKeys returns the keys that a configuration can have, those of unit as well.
func configKeys() []string {
	return append(keysOf(reflect.TypeFor[config]()), keysOf(reflect.TypeFor[unitConfig]())...)
}

// keysOf returns the keys of one part of a configuration.
func keysOf(t reflect.Type) []string {
	var keys []string
	for i := range t.NumField() {
		keys = append(keys, t.Field(i).Tag.Get("yaml"))
	}
	return keys
}

// flagsAlone returns the flags of the commands that work that a configuration cannot set.
func flagsAlone(root *cobra.Command) []string {
	var names []string
	for _, c := range append([]*cobra.Command{root}, root.Commands()...) {
		if c.Flags().Lookup("config") == nil { // it reads none
			continue
		}
		for _, name := range flagNames(c) {
			if name != "help" && name != "version" && !slices.Contains(configKeys(), name) {
				names = append(names, name)
			}
		}
	}
	slices.Sort(names)
	return slices.Compact(names)
}

func nearestConfig(dir string) string {
	for dir != "" {
		for _, name := range []string{".schema-bench.yaml", ".schema-bench.yml", ".schema-bench.json"} {
			path := filepath.Join(dir, name)
			if info, err := os.Stat(path); err == nil && info.Mode().IsRegular() {
				return path
			}
		}
		if _, err := os.Stat(filepath.Join(dir, ".git")); !errors.Is(err, fs.ErrNotExist) {
			return ""
		}
		up := filepath.Dir(dir)
		if up == dir {
			return ""
		}
		dir = up
	}
	return ""
}

// values returns what the configuration sets, by the name of the flag.
func (c *config) values(base string) map[string][]string {
	m := make(map[string][]string)
	var collect func(v reflect.Value)
	collect = func(v reflect.Value) {
		for i := range v.NumField() {
			name := v.Type().Field(i).Tag.Get("yaml")
			switch f := v.Field(i); {
			case name == "-" || name == "source" || name == "serialisation":
			case f.Kind() == reflect.Struct:
				collect(f)
			case f.Kind() == reflect.String && f.String() != "":
				m[name] = []string{f.String()}
			case f.Kind() == reflect.Slice && f.Len() > 0:
				m[name] = slices.Clone(f.Interface().(stringList))
			}
		}
	}
	collect(reflect.ValueOf(*c))
	for i, v := range m["allow-file"] {
		m["allow-file"][i] = besideSource(base, v)
	}
	for _, name := range pathFlags() {
		for i, v := range m[name] {
			if v != "-" && !filepath.IsAbs(v) {
				m[name][i] = filepath.Join(base, v)
			}
		}
	}
	return m
}

// applyConfig sets the flags that the command line left alone, from the environment and then from the configuration,
// and returns what else the configuration says.
func applyConfig(e *env, cmd *cobra.Command) (configured, error) {
	if e.Width == 0 {
		e.Width = e.columns()
	}
	file, _ := cmd.Flags().GetString("config")
	c, at, err := readConfig(e, file, flagsAlone(cmd.Root()))
	if err != nil {
		return at, err
	}
	fromFile := map[string][]string{}
	if c != nil {
		fromFile = c.values(at.dir)
	}
	var failed error
	cmd.Flags().VisitAll(func(f *pflag.Flag) {
		if f.Changed || failed != nil || f.Name == "help" || f.Name == "version" || f.Name == "config" {
			return
		}
		where, values := "config key "+f.Name, fromFile[f.Name]
		if v := e.Getenv(envName(f.Name)); v != "" {
			where, values = envName(f.Name), []string{v}
		}
		for _, v := range values {
			if err := cmd.Flags().Set(f.Name, v); err != nil {
				failed = usageError{wrongValue(where, err)}
			}
		}
		if len(values) > 0 {
			f.Annotations = map[string][]string{standing: nil}
		}
	})
	return at, failed
}

// columns is how wide text should be where no terminal says so: what COLUMNS has, which shells keep to themselves unless
// somebody exports it. 0 is as wide as it has to be.
func (e *env) columns() int {
	n, err := strconv.Atoi(e.Getenv("COLUMNS"))
	if err != nil || n < 1 {
		return 0
	}
	return n
}

// standing marks a flag whose value comes from the configuration or the environment, and would be the same in the next
// command.
const standing = "standing"

// typed reports whether a flag was given on the command line.
func typed(cmd *cobra.Command, name string) bool {
	f := cmd.Flags().Lookup(name)
	if f == nil {
		return false
	}
	_, stands := f.Annotations[standing]
	return f.Changed && !stands
}

// unknownVariables names the variables that are spelled nearly like a setting and are none; what is in them is not shown.
// Others that begin like settings are somebody's own, such as those of a wrapper.
func unknownVariables(e *env, root *cobra.Command) []error {
	if e.Environ == nil {
		return nil
	}
	var known []string
	for _, c := range append([]*cobra.Command{root}, root.Commands()...) {
		for _, name := range flagNames(c) {
			known = append(known, envName(name))
		}
	}
	var unknown []error
	for _, v := range e.Environ() {
		name, value, _ := strings.Cut(v, "=")
		if !strings.HasPrefix(name, envName("")) || strings.HasPrefix(name, envName("input-")) || value == "" || slices.Contains(known, name) {
			continue
		}
		if likely := near.Names(strings.TrimPrefix(name, envName("")), trimEach(known, envName("")), 1); len(likely) > 0 {
			unknown = append(unknown, fmt.Errorf("%s sets nothing; did you mean %s?", name, envName(likely[0])))
		}
	}
	slices.SortFunc(unknown, func(a, b error) int { return strings.Compare(a.Error(), b.Error()) })
	return unknown
}

func trimEach(words []string, prefix string) []string {
	out := make([]string, len(words))
	for i, w := range words {
		out[i] = strings.TrimPrefix(w, prefix)
	}
	return out
}

// envName returns the variable that sets a flag.
func envName(flag string) string {
	return "SCHEMA_BENCH_" + strings.ToUpper(strings.ReplaceAll(flag, "-", "_"))
}

// path resolves a path of the user's against the working directory.
func (e *env) path(p string) string { return under(e.Dir, p) }

// under resolves a path against a directory.
func under(dir, p string) string {
	if filepath.IsAbs(p) || dir == "" {
		return p
	}
	return filepath.Join(dir, p)
}
