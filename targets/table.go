package targets

import (
	_ "embed"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strings"
	"sync"

	"github.com/schema-bench/schema-bench/internal/near"
	"github.com/schema-bench/schema-bench/internal/strictjson"
)

// ClientTable is a set of client profiles. It does not change once made and is safe for concurrent use. The zero value
// is empty.
type ClientTable struct {
	clients []*Client // sorted by ID
}

//go:embed clients.json
var embeddedClients []byte

var embeddedTable = sync.OnceValues(func() (*ClientTable, error) {
	t := new(ClientTable)
	if err := t.read(embeddedClients, true); err != nil {
		return nil, fmt.Errorf("targets: clients.json: %w", err)
	}
	return t, nil
})

// Clients returns the table that is compiled in. Every figure in it has a source and a date.
func Clients() (*ClientTable, error) { return embeddedTable() }

// List returns all clients sorted by id.
func (t *ClientTable) List() []*Client { return slices.Clone(t.clients) }

// UnknownClientError says that a table has no client of this id.
type UnknownClientError struct {
	ID    string
	Near  []string // ids and aliases that look alike, the most alike first; may be empty
	Known []string // all ids
}

// Error names the id and all that are known.
func (e *UnknownClientError) Error() string {
	s := fmt.Sprintf("targets: unknown client %q", e.ID)
	if len(e.Near) > 0 {
		s += "; near: " + strings.Join(e.Near, ", ")
	}
	return s + "; known: " + strings.Join(e.Known, ", ")
}

// Lookup finds a client by its id or one of its aliases, in any case. The error is an [*UnknownClientError].
func (t *ClientTable) Lookup(id string) (*Client, error) {
	var ids, names []string
	for _, c := range t.clients {
		ids = append(ids, c.ID)
		names = append(append(names, c.ID), c.p.Aliases...)
		if strings.EqualFold(c.ID, id) || slices.ContainsFunc(c.p.Aliases, func(a string) bool { return strings.EqualFold(a, id) }) {
			return c, nil
		}
	}
	return nil, &UnknownClientError{ID: id, Near: near.Names(id, names, 3), Known: ids}
}

// clientFile is the shape of clients.json and of a user's own file.
type clientFile struct {
	Schema  string            `json:"schema"`
	Source  string            `json:"source"` // for figures without one of their own
	AsOf    string            `json:"as_of"`  // likewise
	Clients []json.RawMessage `json:"clients"`
}

// clientSchema is the "schema" member of client files.
const clientSchema = "schema-bench/clients/v1"

// maxClientFile bounds what Extend reads. The file that is compiled in has some 20 kB.
const maxClientFile = 4 << 20

// Extend returns a table with the clients of a file on top of those of t, which stays as it is:
//
//	{"schema":"schema-bench/clients/v1","as_of":"2026-12-01","clients":[{"id":"my-agent","description":{"max":1024,"unit":"utf16"}}]}
//
// An entry for a known client replaces the figures that it has, each as a whole, and takes away those that are null.
// A member that is not known is an error: a misspelt limit must not be one that is never applied.
func (t *ClientTable) Extend(data []byte) (*ClientTable, error) {
	out := &ClientTable{clients: slices.Clone(t.clients)}
	if err := out.read(data, false); err != nil {
		return nil, fmt.Errorf("targets: client file: %w", err)
	}
	return out, nil
}

// read adds the clients of a file. In one that is sourced, a figure without source and date is an error.
func (t *ClientTable) read(data []byte, sourced bool) error {
	if len(data) > maxClientFile {
		return fmt.Errorf("%d bytes; the limit is %d", len(data), maxClientFile)
	}
	var file clientFile
	if err := strictjson.Decode(data, &file); err != nil {
		return err
	}
	if file.Schema != "" && file.Schema != clientSchema {
		return fmt.Errorf("schema %q; known: %q", file.Schema, clientSchema)
	}
	if len(file.Clients) == 0 {
		return errors.New("no clients in it")
	}
	for i, entry := range file.Clients {
		if err := t.add(entry, &file, sourced); err != nil {
			return fmt.Errorf("/clients/%d: %w", i, err)
		}
	}
	slices.SortFunc(t.clients, func(a, b *Client) int { return strings.Compare(a.ID, b.ID) })
	return t.checkNames()
}

// add puts one entry into the table, on top of the client that has its id.
func (t *ClientTable) add(entry []byte, file *clientFile, sourced bool) error {
	var p profile
	if err := strictjson.Decode(entry, &p); err != nil {
		return err
	}
	p.ID = strings.ToLower(p.ID)
	if !idForm.MatchString(p.ID) {
		return fmt.Errorf("id %q; an id has letters, digits and hyphens", p.ID)
	}
	// What the entry does not name is not the same as what it sets to null.
	var has map[string]json.RawMessage
	if err := json.Unmarshal(entry, &has); err != nil {
		return err
	}
	p.fill(file)
	if err := p.check(sourced); err != nil {
		return fmt.Errorf("client %q: %w", p.ID, err)
	}
	at := slices.IndexFunc(t.clients, func(c *Client) bool { return c.ID == p.ID })
	if at < 0 {
		t.clients = append(t.clients, newClient(p))
		return nil
	}
	// A copy: the table that is extended shares its clients with this one.
	was := t.clients[at].p
	was.replace(&p, has)
	t.clients[at] = newClient(was)
	return nil
}

// checkNames refuses a name that leads to two clients.
func (t *ClientTable) checkNames() error {
	owner := make(map[string]string)
	for _, c := range t.clients {
		for _, name := range append([]string{c.ID}, c.p.Aliases...) {
			name = strings.ToLower(name)
			if o, taken := owner[name]; taken && o != c.ID {
				return fmt.Errorf("%q names both %s and %s", name, o, c.ID)
			}
			owner[name] = c.ID
		}
	}
	return nil
}
