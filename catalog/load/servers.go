package load

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"path/filepath"
	"slices"
	"strings"
	"sync"

	"github.com/schema-bench/schema-bench/catalog"
	"github.com/schema-bench/schema-bench/catalog/mcpsource"
	"github.com/schema-bench/schema-bench/internal/near"
)

// config lists the servers of a client configuration at the same time.
func (l *loader) config(ctx context.Context, s Source, file Loaded, cfg *config) []Loaded {
	fail := func(err error) []Loaded {
		file.Err = l.named(file.Source, err)
		return []Loaded{file}
	}
	dir := l.Dir
	if dir == "" {
		dir = "."
	}
	dir, err := filepath.Abs(dir)
	if err != nil {
		return fail(err)
	}
	wanted, err := cfg.pick(s.Server, dir)
	if err != nil {
		return fail(err)
	}
	sc := &scope{Options: l.Options, cfg: cfg, workspace: dir}
	switch filepath.Base(s.Path()) {
	case ".mcp.json", ".claude.json": // of Claude Code, which alone has defaults
		sc.defaults = true
	}
	inWorkspace := false
	if p := s.Path(); p != "" {
		if w, ok := workspaceOf(at(dir, p)); ok {
			sc.workspace, inWorkspace = w, true
		}
	}
	out := make([]Loaded, len(wanted))
	var wg sync.WaitGroup
	for i, e := range wanted {
		r := Loaded{Label: e.name, Source: file.Source + "#" + e.name}
		switch {
		case s.Label != "" && s.Server != "":
			r.Label = s.Label
		case s.Label != "":
			r.Label = s.Label + "/" + e.name
		}
		if e.off != "" && s.Server == "" { // one that is named is wanted
			r.Skipped = e.off
			out[i] = r
			continue
		}
		server, err := l.resolve(e, sc, inWorkspace)
		if err != nil {
			r.Err = fmt.Errorf("load: %s: server %q: %w", file.Source, e.name, err)
			out[i] = r
			continue
		}
		server.Name = e.name
		wg.Go(func() {
			got := l.server(ctx, r.Label, server)
			got.Source = r.Source
			if got.Catalog != nil {
				got.Catalog, got.Err = e.shown(got.Catalog)
			}
			out[i] = got
		})
	}
	wg.Wait()
	return out
}

// pick returns the servers that apply in a directory, or the one that is named.
func (c *config) pick(name, dir string) ([]entry, error) {
	all := slices.Clone(c.entries)
	var others []entry
	if i := c.projectOf(dir); i >= 0 {
		// Claude Code prefers a project's own server to the user's of the same name.
		own := c.projects[i].entries
		all = slices.DeleteFunc(all, func(e entry) bool { return has(own, e.name) })
		all = append(all, own...)
	}
	for _, p := range c.projects {
		others = append(others, p.entries...)
	}
	if name != "" {
		for _, e := range append(slices.Clone(all), others...) {
			if e.name == name {
				return []entry{e}, nil
			}
		}
		return nil, unknownServer(name, append(all, others...))
	}
	if len(all) > 0 {
		return all, nil
	}
	if len(others) > 0 {
		return nil, &hinted{err: errors.New("the configuration has no server for this directory"),
			hint: fmt.Sprintf("name one with #NAME, or start in %s", c.projects[0].path)}
	}
	return nil, fmt.Errorf("%w: the configuration (%s) names no server", catalog.ErrNoTools, c.kind)
}

func has(entries []entry, name string) bool {
	return slices.ContainsFunc(entries, func(e entry) bool { return e.name == name })
}

// projectOf returns the project that dir is in, the innermost first; -1 if none.
func (c *config) projectOf(dir string) int {
	best := -1
	for i, p := range c.projects {
		rel, err := filepath.Rel(p.path, dir)
		if err != nil || rel == ".." || strings.HasPrefix(rel, ".."+string(filepath.Separator)) {
			continue
		}
		if best < 0 || len(p.path) > len(c.projects[best].path) {
			best = i
		}
	}
	return best
}

func unknownServer(name string, all []entry) error {
	var names []string
	for _, e := range all {
		if !slices.Contains(names, e.name) {
			names = append(names, e.name)
		}
	}
	e := &hinted{err: fmt.Errorf("the configuration has no server %q", name), hint: "it has " + strings.Join(names, ", ")}
	if n := near.Names(name, names, 3); len(n) > 0 {
		e.hint = fmt.Sprintf("did you mean #%s?", strings.Join(n, " or #"))
	} else if len(names) == 0 {
		e.hint = "it has none at all"
	}
	return e
}

// workspaceOf returns the directory that a project's configuration belongs to.
func workspaceOf(path string) (string, bool) {
	dir := filepath.Dir(path)
	switch filepath.Base(dir) {
	case ".vscode", ".cursor", ".codex", ".gemini":
		return filepath.Dir(dir), true
	}
	return dir, filepath.Base(path) == ".mcp.json"
}

// resolve makes a server of an entry, with its variables replaced.
func (l *loader) resolve(e entry, sc *scope, inWorkspace bool) (mcpsource.Server, error) {
	var s mcpsource.Server
	if e.err != nil {
		return s, e.err
	}
	var errs []error
	text := func(v string) string {
		out, err := sc.expand(v)
		if err != nil {
			errs = append(errs, err)
		}
		return out
	}
	if e.url != "" {
		s.URL, s.Transport = text(e.url), e.transport
		s.Headers = map[string]string{}
		for _, k := range slices.Sorted(maps.Keys(e.headers)) {
			s.Headers[k] = text(e.headers[k])
		}
		for _, k := range slices.Sorted(maps.Keys(e.headerVars)) {
			s.Headers[k] = text("${" + e.headerVars[k] + "}")
		}
		if e.bearerVar != "" {
			s.Headers["Authorization"] = "Bearer " + text("${"+e.bearerVar+"}")
		}
		return s, errors.Join(errs...)
	}
	s.Command = append(s.Command, l.tilde(text(e.command)))
	for _, a := range e.args {
		s.Command = append(s.Command, text(a))
	}
	s.Dir = l.Dir
	if inWorkspace {
		s.Dir = sc.workspace
	}
	if e.cwd != "" {
		s.Dir = at(s.Dir, l.tilde(text(e.cwd)))
	}
	s.Env = map[string]string{}
	if e.envFile != "" {
		path := at(sc.workspace, l.tilde(text(e.envFile)))
		b, err := (&loader{Options: &Options{MaxBytes: 1 << 20}}).slurp(path, path)
		if err != nil {
			errs = append(errs, fmt.Errorf("envFile: %w", err))
		}
		maps.Copy(s.Env, parseEnvFile(string(b)))
	}
	for _, k := range e.passVars {
		if v, ok := l.LookupEnv(k); ok {
			s.Env[k] = v
		}
	}
	for _, k := range slices.Sorted(maps.Keys(e.env)) {
		s.Env[k] = text(e.env[k])
	}
	return s, errors.Join(errs...)
}

func (l *loader) tilde(path string) string {
	if rest, ok := strings.CutPrefix(path, "~/"); ok && l.Home != "" {
		return filepath.Join(l.Home, rest)
	}
	return path
}

// shown leaves the tools that the client shows to its model.
func (e *entry) shown(c *catalog.Catalog) (*catalog.Catalog, error) {
	if e.only == nil && len(e.hide) == 0 {
		return c, nil
	}
	before := len(c.Tools)
	kept := slices.DeleteFunc(slices.Clone(c.Tools), func(t catalog.Tool) bool {
		return e.only != nil && !slices.Contains(e.only, t.Name) || slices.Contains(e.hide, t.Name)
	})
	if len(kept) == 0 {
		return nil, fmt.Errorf("load: server %q: %w: the configuration hides all %d", e.name, catalog.ErrNoTools, before)
	}
	out := *c
	out.Tools = kept
	if n := before - len(kept); n > 0 {
		out.Problems = append(slices.Clone(c.Problems), catalog.Problem{
			Message: fmt.Sprintf("%d of %d tools are hidden by the configuration", n, before),
		})
	}
	return &out, nil
}
