package install

import (
	"bytes"
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/rogpeppe/go-internal/diff"

	"github.com/schema-bench/schema-bench/internal/near"
	"github.com/schema-bench/schema-bench/internal/safetext"
)

// Options say what is written into a configuration. The zero value writes the program that runs, with no options, in
// front of every server.
type Options struct {
	// Program is the absolute path of schema-bench; that of the running program if empty.
	Program string
	// Args are options of wrap, such as --level and proved. The -- or --url behind them is added.
	Args []string
	// CommandArgs are more of them, for servers that are started by a command; wrap refuses some in front of a URL.
	CommandArgs []string
	// Only and Except are names of servers. Others than Only, and those of Except, are not touched.
	Only, Except []string
	// Home stands for the ~ in commands, which stays if it is empty.
	Home string
	// Look finds the program of a command, with the PATH of env if there is one. It looks as wrap does if nil.
	Look func(command string, env []string) (string, error)
}

// An Action is what happens to a server. The zero value is none.
type Action string

// What happens to a server.
const (
	Wrapped   Action = "wrapped"   // it gets the proxy
	Updated   Action = "updated"   // it has the proxy and gets other options or another path
	Restored  Action = "restored"  // it is as before again
	Unchanged Action = "unchanged" // there is nothing to do
	Left      Action = "left"      // it cannot be done, for a reason
	Excluded  Action = "excluded"  // the options leave it out
)

// A Server is a server of a configuration and what happens to it.
type Server struct {
	Project string // the directory that it is for; empty if it is for all
	Name    string
	Action  Action
	Reason  string // why it is left; empty otherwise
}

// A Change is what would be written into a configuration. Nothing is written before Apply.
type Change struct {
	Path    string // of the file, links followed
	Servers []Server
	Backup  string   // the file that keeps the configuration as it is; empty if none is written
	Remove  []string // files of that kind which are not needed any more and are removed

	before, after []byte
}

var errNoServers error = &hinted{errors.New("it is no configuration with servers"),
	"a configuration has mcpServers, servers or mcp_servers"}

// Changed reports whether the configuration would be another one.
func (c *Change) Changed() bool { return !bytes.Equal(c.before, c.after) }

// Diff returns the change as a unified diff, empty if there is none. The lines around a change are shown as they are,
// secrets in them included; what could steer a terminal is spelled out.
func (c *Change) Diff() string {
	_, text, _ := strings.Cut(string(diff.Diff(c.Path, c.before, c.Path, c.after)), "\n")
	lines := strings.SplitAfter(text, "\n")
	for i, line := range lines {
		body := strings.TrimRight(line, "\r\n")
		fields := strings.Split(body, "\t")
		for k, f := range fields {
			fields[k] = safetext.Line(f)
		}
		lines[i] = strings.Join(fields, "\t") + line[len(body):]
	}
	return strings.Join(lines, "")
}

// Plan reads a client's configuration and returns what puts the proxy in front of its servers. Errors have the place in
// the file and a hint.
func Plan(path string, opt Options) (*Change, error) { return plan(path, opt, (*planner).install) }

// PlanUndo returns what takes the proxy out again. Of the options, Program, Only and Except count.
func PlanUndo(path string, opt Options) (*Change, error) { return plan(path, opt, (*planner).undo) }

func plan(path string, opt Options, work func(*planner) error) (*Change, error) {
	p := &planner{opt: &opt}
	err := p.open(path)
	if err == nil {
		err = work(p)
	}
	if err != nil {
		return nil, fmt.Errorf("install: %s: %w", safetext.Line(path), err)
	}
	return &p.Change, nil
}

type planner struct {
	Change
	opt     *Options
	program string
	doc     *document
	backups []string    // the oldest first
	kept    []*document // what they hold, the newest first
}

func (p *planner) open(path string) (err error) {
	if err = p.opt.check(); err != nil {
		return err
	}
	if p.program, err = p.opt.program(); err != nil {
		return err
	}
	if p.Path, p.before, err = readConfig(path); err != nil {
		return err
	}
	p.after = p.before
	toml := isTOML(path) || isTOML(p.Path) // a link may have the name that its target lacks
	if p.doc, err = read(p.before, toml); err != nil {
		return err
	}
	if p.backups, err = backupsOf(p.Path); err != nil {
		return err
	}
	for _, name := range slices.Backward(p.backups) {
		_, b, err := readConfig(name)
		if err != nil {
			return fmt.Errorf("the backup %s: %w", safetext.Line(name), err)
		}
		doc, err := read(b, toml)
		if err != nil {
			return fmt.Errorf("the backup %s: %w", safetext.Line(name), err)
		}
		p.kept = append(p.kept, doc)
	}
	return p.checkNames()
}

// checkNames refuses names of servers that the file does not have.
func (p *planner) checkNames() error {
	var all []string
	for _, e := range p.doc.entries {
		if !slices.Contains(all, e.name) {
			all = append(all, e.name)
		}
	}
	for _, name := range slices.Concat(p.opt.Only, p.opt.Except) {
		if slices.Contains(all, name) {
			continue
		}
		hint := "it has none at all"
		if like := near.Names(name, all, 3); len(like) > 0 {
			hint = "did you mean " + safetext.Line(strings.Join(like, " or ")) + "?"
		} else if len(all) > 0 {
			hint = "it has " + safetext.Line(strings.Join(all, ", "))
		}
		return &hinted{fmt.Errorf("the configuration has no server %q", name), hint}
	}
	return nil
}

// each asks for the edits of every server that the options do not leave out.
func (p *planner) each(d *document, ask func(*entry) ([]edit, Action, string)) ([]edit, []Server) {
	var edits []edit
	var servers []Server
	for i := range d.entries {
		e := &d.entries[i]
		s := Server{Project: e.project, Name: e.name, Action: Excluded}
		if (len(p.opt.Only) == 0 || slices.Contains(p.opt.Only, e.name)) && !slices.Contains(p.opt.Except, e.name) {
			var more []edit
			more, s.Action, s.Reason = ask(e)
			edits = append(edits, more...)
		}
		servers = append(servers, s)
	}
	return edits, servers
}

func (p *planner) install() error {
	r := &rewriter{document: p.doc, opt: p.opt, program: p.program}
	edits, servers := p.each(p.doc, r.wrap)
	p.Servers, p.after = servers, apply(p.before, edits)
	if !p.Changed() {
		return nil
	}
	doc, err := read(p.after, p.doc.toml)
	if err != nil {
		return fmt.Errorf("what would be written is broken: %w", err)
	}
	if err := p.checkInstalled(doc); err != nil {
		return err
	}
	return p.checkUndo(doc)
}

// checkInstalled looks at what would be written: it must have the same servers, say the same in all but what was to change,
// and need no further change.
func (p *planner) checkInstalled(doc *document) error {
	if len(doc.entries) != len(p.doc.entries) {
		return errors.New("what would be written has other servers")
	}
	changed := map[string]bool{}
	for i, s := range p.Servers {
		if f, _ := doc.entries[i].form(p.program); doc.entries[i].name != s.Name || s.Action == Wrapped && f != ofCommand && f != ofURL {
			return fmt.Errorf("what would be written does not start the %s", doc.entries[i].label())
		}
		changed[s.Name] = changed[s.Name] || s.Action == Wrapped || s.Action == Updated
	}
	if p.doc.toml && !sameTOML(p.before, p.after, changed) {
		return errors.New("what would be written says something else elsewhere")
	}
	return nil
}

// checkUndo makes sure that taking the proxy out gives the bytes of now, and plans a backup if it is needed for that.
func (p *planner) checkUndo(doc *document) error {
	with := slices.Concat([]*document{p.doc}, p.kept)
	want, _ := p.reversed(p.doc, with)
	if len(p.kept) > 0 {
		if got, _ := p.reversed(doc, p.kept); bytes.Equal(got, want) {
			return nil
		}
	}
	if got, _ := p.reversed(doc, with); !bytes.Equal(got, want) {
		return &hinted{errors.New("the change could not be undone exactly"), "name the servers one by one to see which it is"}
	}
	p.Backup = nextBackup(p.Path, p.backups)
	return nil
}

// reversed returns a file without the proxy.
func (p *planner) reversed(doc *document, kept []*document) ([]byte, []Server) {
	r := &reverser{document: doc, program: p.program, kept: kept}
	edits, servers := p.each(doc, r.unwrap)
	return apply(doc.b, edits), servers
}

func (p *planner) undo() error {
	p.after, p.Servers = p.reversed(p.doc, p.kept)
	doc, err := read(p.after, p.doc.toml)
	if err != nil {
		return fmt.Errorf("what would be written is broken: %w", err)
	}
	// The backups are needed as long as there is something that they know the original of.
	r := &reverser{document: doc, program: p.program, kept: p.kept}
	for i := range doc.entries {
		if edits, action, _ := r.unwrap(&doc.entries[i]); len(edits) > 0 || action == Left {
			return nil
		}
	}
	p.Remove = p.backups
	return nil
}
