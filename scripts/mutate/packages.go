package main

import (
	"encoding/json"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
)

// A pkg is a package whose code is changed.
type pkg struct {
	Dir, ImportPath string
	GoFiles         []string
	TestGoFiles     []string
	XTestGoFiles    []string
	Imports         []string
}

// list returns the packages of the patterns, as they are meant in the folder root, in the order of their import paths.
func list(root string, patterns []string) ([]pkg, error) {
	cmd := exec.Command("go", append([]string{"list", "-json=Dir,ImportPath,GoFiles,TestGoFiles,XTestGoFiles,Imports"}, patterns...)...)
	cmd.Dir, cmd.Stderr = root, os.Stderr
	out, err := cmd.Output()
	if err != nil {
		return nil, fmt.Errorf("go list: %w", err)
	}
	var all []pkg
	for d := json.NewDecoder(strings.NewReader(string(out))); ; {
		var p pkg
		if err := d.Decode(&p); err == io.EOF {
			break
		} else if err != nil {
			return nil, err
		}
		all = append(all, p)
	}
	slices.SortFunc(all, func(a, b pkg) int { return strings.Compare(a.ImportPath, b.ImportPath) })
	return all, nil
}

// testedBy returns for each package those whose tests can notice a change in it: itself first, then those that import it,
// directly or not, nearest first.
func testedBy(all []pkg) map[string][]string {
	out := map[string][]string{}
	for _, p := range all {
		found := []string{p.ImportPath}
		for i := 0; i < len(found); i++ {
			for _, q := range all {
				if slices.Contains(q.Imports, found[i]) && !slices.Contains(found, q.ImportPath) {
					found = append(found, q.ImportPath)
				}
			}
		}
		out[p.ImportPath] = slices.DeleteFunc(found, func(path string) bool {
			i := slices.IndexFunc(all, func(q pkg) bool { return q.ImportPath == path })
			return len(all[i].TestGoFiles)+len(all[i].XTestGoFiles) == 0
		})
	}
	return out
}

// collect returns the mutants of every file of the packages.
func collect(all []pkg) ([]mutant, error) {
	var out []mutant
	for _, p := range all {
		for _, name := range p.GoFiles {
			found, err := mutantsOf(filepath.Join(p.Dir, name), p.ImportPath)
			if err != nil {
				return nil, err
			}
			out = append(out, found...)
		}
	}
	return out, nil
}
