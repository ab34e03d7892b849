package load

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"runtime"
)

// FindOptions say where client configurations are looked for. The zero value looks on this machine, for this user,
// in the working directory.
type FindOptions struct {
	Home      string // the user's home directory
	Dir       string // where a project's configuration is looked for, upwards to the top of its repository
	GOOS      string // whose usual places to look at; runtime.GOOS if empty
	LookupEnv func(name string) (string, bool)
}

// A Found is a client configuration on this machine. Nothing of it was started.
type Found struct {
	Client  string // e.g. "Claude Desktop"
	Path    string
	Servers []FoundServer
	Err     error // why it could not be read; Servers is then nil
}

// A FoundServer is a server of a found configuration.
type FoundServer struct {
	Name  string
	Start string // the command or URL, with secrets masked and variables as written
	Off   string // why it is not started; empty if it is
}

// FindConfigs returns the configurations of the known MCP clients in their usual places, those of the project first.
// Files without servers are left out. It starts nothing and shows no value of an environment variable or header.
func FindConfigs(opt *FindOptions) []Found {
	var o FindOptions
	if opt != nil {
		o = *opt
	}
	if o.LookupEnv == nil {
		o.LookupEnv = os.LookupEnv
	}
	if o.GOOS == "" {
		o.GOOS = runtime.GOOS
	}
	if o.Home == "" {
		// Without a home only the project's places are left.
		o.Home, _ = os.UserHomeDir()
	}
	if o.Dir == "" {
		o.Dir, _ = os.Getwd()
	}
	l := &loader{Options: (&Options{LookupEnv: o.LookupEnv, Home: o.Home, MaxBytes: 16 << 20}).withDefaults()}
	var out []Found
	seen := map[string]bool{}
	for _, p := range o.places() {
		if seen[p.path] {
			continue
		}
		seen[p.path] = true
		info, err := os.Stat(p.path)
		if err != nil || !info.Mode().IsRegular() {
			if err != nil && !errors.Is(err, fs.ErrNotExist) && !errors.Is(err, fs.ErrPermission) && !isNotDir(err) {
				out = append(out, Found{Client: p.client, Path: p.path, Err: fmt.Errorf("load: %w", err)})
			}
			continue
		}
		if f, ok := l.found(p, o.Dir); ok {
			out = append(out, f)
		}
	}
	return out
}

// isNotDir reports a path through a file, which is as good as no file.
func isNotDir(err error) bool {
	var p *fs.PathError
	return errors.As(err, &p) && p.Err.Error() == "not a directory"
}

type place struct{ client, path string }

func (l *loader) found(p place, dir string) (Found, bool) {
	f := Found{Client: p.client, Path: p.path}
	b, err := l.slurp(p.path, p.path)
	var cfg *config
	if err == nil {
		cfg, err = parseConfig(b)
	}
	if err != nil {
		f.Err = l.named(p.path, err)
		return f, true
	}
	if cfg == nil {
		return f, false
	}
	servers, err := cfg.pick("", dir)
	if err != nil {
		return f, false // it names none, or none for this directory
	}
	for _, e := range servers {
		s := FoundServer{Name: e.name, Off: e.off}
		switch {
		case e.err != nil:
			s.Off = e.err.Error()
		default:
			s.Start = e.shownStart()
		}
		f.Servers = append(f.Servers, s)
	}
	return f, len(f.Servers) > 0
}

// places lists where clients keep their configuration.
func (o *FindOptions) places() []place {
	var out []place
	for _, dir := range upwards(o.Dir) {
		out = append(out,
			place{"Claude Code (project)", filepath.Join(dir, ".mcp.json")},
			place{"Cursor (project)", filepath.Join(dir, ".cursor", "mcp.json")},
			place{"VS Code (project)", filepath.Join(dir, ".vscode", "mcp.json")},
			place{"Codex (project)", filepath.Join(dir, ".codex", "config.toml")},
			place{"Gemini CLI (project)", filepath.Join(dir, ".gemini", "settings.json")},
		)
	}
	if o.Home == "" {
		return out
	}
	// Where programs keep their settings on this system.
	settings := filepath.Join(o.Home, ".config")
	switch o.GOOS {
	case "darwin":
		settings = filepath.Join(o.Home, "Library", "Application Support")
	case "windows":
		settings = filepath.Join(o.Home, "AppData", "Roaming")
		if v, ok := o.LookupEnv("APPDATA"); ok && v != "" {
			settings = v
		}
	default:
		if v, ok := o.LookupEnv("XDG_CONFIG_HOME"); ok && filepath.IsAbs(v) {
			settings = v
		}
	}
	codex := filepath.Join(o.Home, ".codex")
	if v, ok := o.LookupEnv("CODEX_HOME"); ok && v != "" {
		codex = v
	}
	return append(out,
		place{"Claude Desktop", filepath.Join(settings, "Claude", "claude_desktop_config.json")},
		place{"Claude Code", filepath.Join(o.Home, ".claude.json")},
		place{"Cursor", filepath.Join(o.Home, ".cursor", "mcp.json")},
		place{"VS Code", filepath.Join(settings, "Code", "User", "mcp.json")},
		place{"VS Code Insiders", filepath.Join(settings, "Code - Insiders", "User", "mcp.json")},
		place{"Codex", filepath.Join(codex, "config.toml")},
		place{"Windsurf", filepath.Join(o.Home, ".codeium", "windsurf", "mcp_config.json")},
		place{"Gemini CLI", filepath.Join(o.Home, ".gemini", "settings.json")},
	)
}

// upwards returns a directory and those above it, up to the top of its repository. Outside a repository nothing above
// the directory is looked at: what lies there was not put there for this project.
func upwards(dir string) []string {
	if dir == "" {
		return nil
	}
	all := []string{dir}
	for d := dir; ; {
		if _, err := os.Stat(filepath.Join(d, ".git")); err == nil {
			return all
		}
		up := filepath.Dir(d)
		if up == d {
			return []string{dir}
		}
		d = up
		all = append(all, d)
	}
}
