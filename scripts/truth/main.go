// Command truth checks the counters, framings and templates against files of cases whose answers others gave:
//
//	go run ./scripts/truth DIR
//
// It reads those of the following files that DIR has, prints a line for each, and exits with 1 if an exact case differs.
// All are JSON.
//
//   - vectors.json: {"vectors": [{"text", or "repeat": [unit, times], and per encoding the ids as "o200k_base": [id, …] or
//     run lengths as "o200k_base_rle": [[id, times], …]}]}.
//   - framings.json: {"cases": [{"name", "tools": a tools array of OpenAI's, "renderings": {framing: {"text", "bytes",
//     "o200k_base": tokens, "cl100k_base": tokens}}}]}. The framings are json-compact, json-python (which is json-spaced
//     here), openai-ts, harmony, gptoss-jinja, hermes, llama31 (llama3) and mistral-json (mistral without its tags). One
//     that a case leaves out is one that refuses to render it.
//   - github-mcp-tools.json, a tools array of OpenAI's, with github-mcp-renderings.json: {"renderings": {framing:
//     {"sha256", "bytes", tokens as above}}}, where anthropic-compact is one more, and "FRAMING without KIND" is a
//     rendering without a kind of keyword in the parameters.
//   - harmony.json: {"specials": {token: id}, "cases": [{"name", "text", "ids"}], "inputs": {name of a case: {"tools",
//     "messages", "instructions", "reasoning_effort", "current_date", "builtin"}}}. Inputs with built-in tools are
//     passed over.
//   - mistral-samples.json: {"cases": [{"name", "request": {"messages", "tools"}, "expected": {"v1": {"text"}, …}}]}, where
//     U+2581 stands for a blank and <0x0A> for a newline.
//   - openai-chat-tokens.json: {"cases": [{"name", "messages", "functions", "function_call", "tokens"}]}.
//   - openai-cookbook.json: {"cases": [{"name", "messages", "tools", "tokens": {encoding: tokens}}]}.
//   - openai-messages-token-helper.json: {"functions": [{"name", "messages", "tools", "tool_choice", "tokens": what the API
//     said, "formula": what the formula says}], "messages": [{"name", "message", "tokens": {encoding: tokens}}]}. Here
//     the formula is exact and the API's figure is not.
package main

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
)

func main() {
	if len(os.Args) != 2 {
		fmt.Fprintln(os.Stderr, "usage: go run ./scripts/truth DIR")
		os.Exit(2)
	}
	ok, err := run(os.Args[1], os.Stdout)
	if err != nil {
		fmt.Fprintln(os.Stderr, "truth:", err)
		os.Exit(2)
	}
	if !ok {
		os.Exit(1)
	}
}

// check reads one file, or one file and its companions, of a folder.
type check struct {
	file string
	run  func(dir string, t *tally) error
}

func checks() []check {
	return []check{
		{"vectors.json", vectors},
		{"framings.json", framings},
		{"github-mcp-renderings.json", githubRenderings},
		{"harmony.json", harmony},
		{"mistral-samples.json", mistral},
		{"openai-chat-tokens.json", chatTokens},
		{"openai-cookbook.json", cookbook},
		{"openai-messages-token-helper.json", tokenHelper},
	}
}

// run makes every check whose file is there. It is an error if none is: nothing checked is not a success.
func run(dir string, w io.Writer) (ok bool, err error) {
	ok = true
	found := false
	for _, c := range checks() {
		if _, err := os.Stat(filepath.Join(dir, c.file)); errors.Is(err, fs.ErrNotExist) {
			continue
		}
		found = true
		t := &tally{}
		if err := c.run(dir, t); err != nil {
			return false, fmt.Errorf("%s: %w", c.file, err)
		}
		t.print(w, c.file)
		ok = ok && t.equal == t.checked && t.checked > 0
	}
	if !found {
		return false, fmt.Errorf("%s has none of the files that are known", dir)
	}
	return ok, nil
}

// tally is what came of one file.
type tally struct {
	checked, equal int
	different      []string    // exact cases that are not equal
	deviations     map[int]int // of cases that need not be exact: deviation in tokens -> how often
	passed         []string    // what was not checked
}

// exact records a case that has to be equal.
func (t *tally) exact(equal bool, format string, args ...any) {
	t.checked++
	if equal {
		t.equal++
		return
	}
	t.different = append(t.different, fmt.Sprintf(format, args...))
}

// near records how far a case is off that need not be exact.
func (t *tally) near(got, want int) {
	if t.deviations == nil {
		t.deviations = map[int]int{}
	}
	t.deviations[got-want]++
}

// maxShown bounds how many differences of one file are printed.
const maxShown = 10

func (t *tally) print(w io.Writer, file string) {
	fmt.Fprintf(w, "%s: %d checked, %d equal", file, t.checked, t.equal)
	if len(t.deviations) > 0 {
		var parts []string
		for _, d := range slices.Sorted(maps.Keys(t.deviations)) {
			parts = append(parts, fmt.Sprintf("%+d: %d", d, t.deviations[d]))
		}
		fmt.Fprintf(w, "; deviations of the others in tokens: %s", strings.Join(parts, ", "))
	}
	if len(t.passed) > 0 {
		fmt.Fprintf(w, "; passed over: %s", strings.Join(t.passed, ", "))
	}
	fmt.Fprintln(w)
	for i, d := range t.different {
		if i == maxShown {
			fmt.Fprintf(w, "  and %d more\n", len(t.different)-maxShown)
			break
		}
		fmt.Fprintf(w, "  %s\n", d)
	}
}

func readJSON(dir, file string, into any) error {
	b, err := os.ReadFile(filepath.Join(dir, file))
	if err != nil {
		return err
	}
	return json.Unmarshal(b, into)
}

// firstDifference shows where two texts part.
func firstDifference(got, want string) string {
	at := 0
	for at < len(got) && at < len(want) && got[at] == want[at] {
		at++
	}
	cut := func(s string) string { return s[at:min(len(s), at+60)] }
	return fmt.Sprintf("at byte %d: got %q, want %q", at, cut(got), cut(want))
}
