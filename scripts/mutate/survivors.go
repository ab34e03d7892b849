package main

import (
	"bufio"
	"fmt"
	"os"
	"strings"
)

// survivors reads the explained survivors: one per line, the key of a mutant, " # " and why no test needs to notice it.
// Empty lines and those that begin with # are comments. A line without a reason, and a key that is there twice, are errors.
func survivors(file string) (map[string]string, error) {
	f, err := os.Open(file)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	out := map[string]string{}
	lines := bufio.NewScanner(f)
	for n := 1; lines.Scan(); n++ {
		line := strings.TrimSpace(lines.Text())
		if line == "" || strings.HasPrefix(line, "#") {
			continue
		}
		key, reason, ok := strings.Cut(line, " # ")
		key, reason = strings.TrimSpace(key), strings.TrimSpace(reason)
		if !ok || key == "" || reason == "" {
			return nil, fmt.Errorf("%s:%d: want a mutant, \" # \" and the reason why it survives", file, n)
		}
		if _, twice := out[key]; twice {
			return nil, fmt.Errorf("%s:%d: %s is there twice", file, n, key)
		}
		out[key] = reason
	}
	return out, lines.Err()
}
