package cli

import (
	"fmt"
	"path/filepath"
	"strings"

	"github.com/schema-bench/schema-bench/catalog"
	"github.com/schema-bench/schema-bench/internal/render"
	"github.com/schema-bench/schema-bench/targets"
)

// clients returns the ids of the clients whose profiles are known.
func clients() []string {
	table, err := targets.Clients()
	if err != nil {
		return nil
	}
	var ids []string
	for _, c := range table.List() {
		ids = append(ids, c.ID)
	}
	return ids
}

// lookClient finds the profile of --client; nil if none is asked for.
func lookClient(id string) (*targets.Client, error) {
	if id == "" {
		return nil, nil
	}
	table, err := targets.Clients()
	if err != nil {
		return nil, err
	}
	c, err := table.Lookup(id)
	if err != nil {
		return nil, usagef("--client: %w", err)
	}
	return c, nil
}

// through makes a measurement see catalogs as a client sends them, and returns what that changes in these catalogs.
func (m *measure) through(c *targets.Client, catalogs []*catalog.Catalog) (*render.ClientReport, error) {
	report := &render.ClientReport{ID: c.ID, Title: c.Title, AsOf: c.AsOf}
	project := func(cat *catalog.Catalog) (*targets.Projection, error) {
		return c.Project(cat, &targets.ProjectOptions{Server: serverName(cat.Name), Window: m.model.Window, Tokens: m.meter.Counter.Count})
	}
	m.as = func(cat *catalog.Catalog) (*catalog.Catalog, error) {
		p, err := project(cat)
		if err != nil {
			return nil, err
		}
		// What the client says of tools that it has not loaded is sent at every step, as instructions are.
		for _, text := range []string{p.Group, p.Listing} {
			if text != "" && p.Catalog.Instructions != "" {
				text = "\n" + text
			}
			p.Catalog.Instructions += text
		}
		return p.Catalog, nil
	}
	said := map[string]bool{}
	for _, cat := range catalogs {
		p, err := project(cat)
		if err != nil {
			return nil, fmt.Errorf("%s: %w", cat.Name, err)
		}
		report.Changes = append(report.Changes, p.Changes...)
		sent, err := m.as(cat)
		if err != nil {
			return nil, fmt.Errorf("%s: %w", cat.Name, err)
		}
		report.Listed += m.meter.Counter.Count([]byte(sent.Instructions)) - m.meter.Counter.Count([]byte(p.Catalog.Instructions))
		for _, w := range p.Warnings {
			if !said[w.Error()] {
				said[w.Error()] = true
				m.warnings = append(m.warnings, w)
			}
		}
	}
	return report, nil
}

// serverName guesses the name of a server in a client's configuration from what a catalog is called: a label, the name
// in a configuration, or a file.
func serverName(label string) string {
	name := filepath.Base(filepath.ToSlash(label))
	return strings.TrimSuffix(name, filepath.Ext(name))
}
