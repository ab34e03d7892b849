package targets_test

import (
	"errors"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/schema-bench/schema-bench/targets"
)

func clients(t testing.TB) *targets.ClientTable {
	t.Helper()
	table, err := targets.Clients()
	if err != nil {
		t.Fatal(err)
	}
	return table
}

func client(t testing.TB, id string) *targets.Client {
	t.Helper()
	c, err := clients(t).Lookup(id)
	if err != nil {
		t.Fatal(err)
	}
	return c
}

// Every figure that is compiled in says where it is from and of which day, and something is known of every client.
func TestClientsAreSourced(t *testing.T) {
	t.Parallel()
	place := regexp.MustCompile(`^(https://|[\w-]+/[\w-]+ [\w./-]+)`)
	for _, c := range clients(t).List() {
		known := 0
		for _, f := range c.Facts() {
			if f.Value == "unknown" {
				if f.Source != "" || f.Confirmed {
					t.Errorf("%s: %s is unknown, and yet it has a source: %+v", c.ID, f.Figure, f)
				}
				continue
			}
			known++
			day, err := time.Parse(time.DateOnly, f.AsOf)
			if err != nil || day.Year() < 2025 {
				t.Errorf("%s: %s: as of %q: %v", c.ID, f.Figure, f.AsOf, err)
			}
			if !place.MatchString(f.Source) {
				t.Errorf("%s: %s: source %q is no address and no file of a repository", c.ID, f.Figure, f.Source)
			}
			if !f.Confirmed && f.Note == "" {
				t.Errorf("%s: %s is not confirmed and does not say why", c.ID, f.Figure)
			}
		}
		if known == 0 || c.Title == "" || c.AsOf == "" {
			t.Errorf("%s: %d facts, title %q, as of %q", c.ID, known, c.Title, c.AsOf)
		}
	}
}

func TestList(t *testing.T) {
	t.Parallel()
	var ids []string
	for _, c := range clients(t).List() {
		ids = append(ids, c.ID)
	}
	want := []string{"claude-code", "claude-desktop", "cline", "codex", "cursor", "gemini-cli", "goose", "opencode", "vscode", "windsurf", "zed"}
	if !slices.Equal(ids, want) {
		t.Errorf("clients: %v, want %v", ids, want)
	}
}

func TestLookup(t *testing.T) {
	t.Parallel()
	for name, id := range map[string]string{"codex": "codex", "Codex-CLI": "codex", "VS-Code": "vscode", "gemini": "gemini-cli", "claude-ai": "claude-desktop"} {
		if c := client(t, name); c.ID != id {
			t.Errorf("%s is %s, want %s", name, c.ID, id)
		}
	}
	_, err := clients(t).Lookup("claude-cod")
	var e *targets.UnknownClientError
	if !errors.As(err, &e) || e.ID != "claude-cod" || len(e.Near) == 0 || e.Near[0] != "claude-code" || len(e.Known) != 11 {
		t.Errorf("error %#v", err)
	}
	for _, part := range []string{`unknown client "claude-cod"`, "near: claude-code", "known: claude-code, claude-desktop, cline"} {
		if !strings.Contains(err.Error(), part) {
			t.Errorf("%v: no %q", err, part)
		}
	}
	if _, err := new(targets.ClientTable).Lookup("x"); err == nil {
		t.Error("the empty table knows a client")
	}
}

func value(t testing.TB, c *targets.Client, figure string) targets.Fact {
	t.Helper()
	for _, f := range c.Facts() {
		if f.Figure == figure {
			return f
		}
	}
	t.Fatalf("%s: no fact %s", c.ID, figure)
	return targets.Fact{}
}

func TestExtend(t *testing.T) {
	t.Parallel()
	base := clients(t)
	table, err := base.Extend([]byte(`{"schema":"schema-bench/clients/v1","source":"measured here","as_of":"2026-12-24","clients":[
		{"id":"Claude-Code","description":{"max":4096,"unit":"utf16"},"deferral":null},
		{"id":"my-agent","aliases":["mine"],"tools":{"max":7,"over":"first"}}]}`))
	if err != nil {
		t.Fatal(err)
	}
	c, err := table.Lookup("claude-code")
	if err != nil {
		t.Fatal(err)
	}
	if f := value(t, c, "description"); f.Value != "at most 4096 utf16" || f.Source != "measured here" || f.AsOf != "2026-12-24" || !f.Confirmed {
		t.Errorf("description: %+v", f)
	}
	if f := value(t, c, "deferral"); f.Value != "unknown" {
		t.Errorf("deferral: %+v", f)
	}
	if f := value(t, c, "instructions"); f.Value != "at most 2048 utf16" || f.AsOf != "2026-04-04" {
		t.Errorf("what the file does not name has changed: %+v", f)
	}
	if c.AsOf != "2026-12-24" || c.Title != "Claude Code" {
		t.Errorf("as of %s, title %s", c.AsOf, c.Title)
	}
	if mine, err := table.Lookup("mine"); err != nil || mine.ID != "my-agent" || mine.Title != "my-agent" || value(t, mine, "tools").Value != "the first 7" {
		t.Errorf("the client that is new: %+v, %v", mine, err)
	}
	if old := client(t, "claude-code"); value(t, old, "description").Value != "at most 2048 utf16" || value(t, old, "deferral").Value == "unknown" {
		t.Error("the table that was extended has changed")
	}
	if _, err := base.Lookup("mine"); err == nil {
		t.Error("the table that was extended knows the new client")
	}
}

func TestExtendErrors(t *testing.T) {
	t.Parallel()
	entry := func(s string) string { return `{"clients":[{"id":"x",` + s + `}]}` }
	for in, want := range map[string]string{
		``:                                                         "EOF",
		`[]`:                                                       "cannot unmarshal array",
		`{"clients":[]}`:                                           "no clients",
		`{"clients":[{"id":"x"}]} {}`:                              "text after",
		`{"client":[{"id":"x"}]}`:                                  `unknown field "client"`,
		`{"schema":"y","clients":[{}]}`:                            `schema "y"; known`,
		`{"clients":[{"id":"a b"}]}`:                               `/clients/0: id "a b"`,
		`{"clients":[{"id":"x"},{}]}`:                              "/clients/1",
		entry(`"aliases":["codex"]`):                               `"codex" names both codex and x`,
		entry(`"descripton":{"max":1}`):                            `unknown field "descripton"`,
		entry(`"description":{"maxx":1}`):                          `unknown field "maxx"`,
		entry(`"description":{"max":1}`):                           `unit ""; known: bytes, chars, utf16`,
		entry(`"description":{"max":-1}`):                          "limit of -1",
		entry(`"tools":{"max":0}`):                                 "limit of 0",
		entry(`"tools":{"max":"1"}`):                               "offset",
		entry(`"deferral":{"mode":"x"}`):                           `mode "x"; known`,
		entry(`"deferral":{"mode":"always"}`):                      `listing ""; known`,
		entry(`"deferral":{"mode":"share","listing":"none"}`):      "share of 0",
		entry(`"deferral":{"mode":"count","listing":"none"}`):      "count of 0",
		entry(`"schema":{"apply":["x"]}`):                          `unknown step "x"; known: codex, defined-required`,
		entry(`"schema":{"budget":-1}`):                            "budget of -1",
		entry(`"name":{"format":"a","unit":"chars"}`):              "no {tool}",
		entry(`"name":{"format":"{tool}"}`):                        `unit ""`,
		entry(`"name":{"format":"{tool}","unit":"chars","max":9}`): `cut ""; known`,
		entry(`"name":{"format":"{tool}","unit":"chars","max":9,"cut":"middle","head":10}`):                 "longer than 9",
		entry(`"name":{"format":"{tool}","unit":"chars","max":9,"cut":"hash"}`):                             "0 digits",
		entry(`"name":{"format":"{tool}","unit":"chars","max":9,"cut":"hash","hash":9,"hash_of":"{tool}"}`): "longer than 9",
		entry(`"name":{"format":"{tool}","unit":"chars","whole":{"keep":"a]"}}`):                            `keep "a]"`,
		entry(`"name":{"format":"{tool}","unit":"chars","whole":{"keep":"z-a"}}`):                           `keep "z-a"`,
		entry(`"name":{"format":"{tool}","unit":"chars","tool":{"keep":"a-_"}}`):                            `keep "a-_"`,
		entry(`"tools":{"max":1,"as_of":"yesterday"}`):                                                      `date "yesterday"`,
		entry(`"tools":{"max":1,"as_of":"2026-02-30"}`):                                                     "no day",
	} {
		if _, err := clients(t).Extend([]byte(in)); err == nil || !strings.Contains(err.Error(), want) || !strings.HasPrefix(err.Error(), "targets: client file: ") {
			t.Errorf("%s: error %v, want one with %q", in, err, want)
		}
	}
	if _, err := clients(t).Extend(make([]byte, 5<<20)); err == nil || !strings.Contains(err.Error(), "limit") {
		t.Errorf("a large file: %v", err)
	}
}

// Whatever a file holds, it is refused or gives a table whose clients can be looked up and applied.
func FuzzExtend(f *testing.F) {
	f.Add([]byte(`{"clients":[{"id":"x","name":{"format":"{server}_{tool}","unit":"utf16","whole":{"keep":"a-z","runs":true},"max":12,"cut":"hash","hash":4,"hash_of":"{tool}","always":true,"unique":true}}]}`))
	f.Add([]byte(`{"clients":[{"id":"x","name":{"format":"{tool}","prefix":"p_","unit":"bytes","tool":{"lower":true,"blank":true,"keep":"a-z","max":3},"grouped":true,"max":9,"cut":"middle","head":3,"middle":"~","tail":3}}]}`))
	f.Add([]byte(`{"as_of":"2026-01-01","clients":[{"id":"x","schema":{"apply":["object-root","codex"],"budget":9,"depth":1},"description":{"max":3,"unit":"bytes","suffix":"…"},"instructions":{"shown":false}}]}`))
	f.Add([]byte(`{"clients":[{"id":"x","members":{"drop":["title","_meta"]},"deferral":{"mode":"count","count":1,"listing":"servers","exempt":"k"},"tools":{"max":1,"over":"first"},"not_counted":[{"text":"t"}]}]}`))
	f.Fuzz(func(t *testing.T, data []byte) {
		table, err := clients(t).Extend(data)
		if err != nil {
			return
		}
		cat := read(t, small)
		for _, c := range table.List() {
			if got, err := table.Lookup(c.ID); err != nil || got != c {
				t.Fatalf("%s: %v, %v", c.ID, got, err)
			}
			if _, err := c.Project(cat, &targets.ProjectOptions{Server: "é srv", Unconfirmed: true}); err != nil {
				t.Fatalf("%s: %v", c.ID, err)
			}
		}
	})
}
