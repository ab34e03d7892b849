package install_test

import (
	"fmt"
	"log"
	"os"
	"path/filepath"
	"strings"

	"github.com/schema-bench/schema-bench/mcpwrap/install"
)

func Example() {
	dir, err := os.MkdirTemp("", "install")
	if err != nil {
		log.Fatal(err)
	}
	defer os.RemoveAll(dir)
	config := filepath.Join(dir, "mcp.json")
	if err := os.WriteFile(config, []byte(`{"mcpServers": {"notes": {"command": "/opt/notes", "args": ["--all"]}}}`), 0o600); err != nil {
		log.Fatal(err)
	}
	change, err := install.Plan(config, install.Options{Program: filepath.Join(dir, "schema-bench"), Args: []string{"--level", "proved"}})
	if err != nil {
		log.Fatal(err)
	}
	for _, s := range change.Servers {
		fmt.Println(s.Name, s.Action)
	}
	if err := change.Apply(); err != nil {
		log.Fatal(err)
	}
	b, err := os.ReadFile(config)
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println(strings.ReplaceAll(string(b), dir, "/opt"))
	// Output:
	// notes wrapped
	// {"mcpServers": {"notes": {"command": "/opt/schema-bench", "args": ["wrap", "--level", "proved", "--", "/opt/notes", "--all"]}}}
}
