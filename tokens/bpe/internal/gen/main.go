// Command gen writes the data files of package bpe: the vocabularies in the form that it loads, and the
// table of character classes. Run it by go generate in the directory of that package.
package main

import (
	"fmt"
	"os"
)

func main() {
	if err := write("."); err != nil {
		fmt.Fprintln(os.Stderr, "gen:", err)
		os.Exit(1)
	}
}

// write makes the files in a directory.
func write(dir string) error {
	files, err := generate()
	if err != nil {
		return err
	}
	root, err := os.OpenRoot(dir)
	if err != nil {
		return err
	}
	defer root.Close()
	for name, data := range files {
		if err := root.WriteFile(name, data, 0o666); err != nil {
			return err
		}
	}
	return nil
}

// generate returns the contents of every data file by its name.
func generate() (map[string][]byte, error) {
	files := map[string][]byte{}
	for _, s := range sources() {
		data, err := s.merges()
		if err != nil {
			return nil, fmt.Errorf("%s: %w", s.file, err)
		}
		files[s.out] = data
	}
	table, err := classTable()
	if err != nil {
		return nil, err
	}
	files["classes.bin"] = table
	return files, nil
}
