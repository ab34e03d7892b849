package main

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/schema-bench/schema-bench/schema"
	"github.com/schema-bench/schema-bench/tokens/bpe"
	"github.com/schema-bench/schema-bench/tokens/framing"
)

// rendering is what is known of a framed catalog. Files that keep the text have no sum of it, and the other way round.
type rendering struct {
	Text   string `json:"text"`
	SHA256 string `json:"sha256"`
	Bytes  int    `json:"bytes"`
	O200k  int    `json:"o200k_base"`
	Cl100k int    `json:"cl100k_base"`
}

// ours returns our name of a framing of the files, empty for one that is not a framing of ours.
func ours(name string) string {
	return map[string]string{"json-compact": framing.JSON, "json-python": framing.JSONSpaced, "mistral-json": framing.Mistral,
		"openai-ts": framing.OpenAITS, "harmony": framing.Harmony, "gptoss-jinja": framing.GPTOSSJinja, "hermes": framing.Hermes,
		"llama31": framing.Llama3, "anthropic-compact": framing.Anthropic}[name]
}

// frame returns the text of tools, special tokens left out.
func frame(name string, tools []framing.Piece) (string, error) {
	f, err := framing.New(name)
	if err != nil {
		return "", err
	}
	segments, err := f.Frame(tools)
	if err != nil {
		return "", err
	}
	var b strings.Builder
	for _, s := range segments {
		if !s.Special {
			b.Write(s.Text)
		}
	}
	return b.String(), nil
}

// compare records whether a text and its counts are those of a rendering.
func (want rendering) compare(t *tally, label, got string) error {
	sum := sha256.Sum256([]byte(got))
	switch {
	case want.SHA256 != "":
		t.exact(len(got) == want.Bytes && hex.EncodeToString(sum[:]) == want.SHA256, "%s: another text of %d bytes, want %d", label, len(got), want.Bytes)
	default:
		t.exact(got == want.Text, "%s: %s", label, firstDifference(got, want.Text))
	}
	for _, c := range []struct {
		encoding string
		want     int
	}{{bpe.O200kBase, want.O200k}, {bpe.Cl100kBase, want.Cl100k}} {
		e, err := bpe.Load(c.encoding)
		if err != nil {
			return err
		}
		n := e.Count([]byte(got))
		t.exact(n == c.want, "%s: %d tokens of %s, want %d", label, n, c.encoding, c.want)
	}
	return nil
}

func framings(dir string, t *tally) error {
	var file struct {
		Cases []struct {
			Name       string               `json:"name"`
			Tools      []tool               `json:"tools"`
			Renderings map[string]rendering `json:"renderings"`
		} `json:"cases"`
	}
	if err := readJSON(dir, "framings.json", &file); err != nil {
		return err
	}
	for _, c := range file.Cases {
		tools, err := pieces(c.Tools)
		if err != nil {
			return err
		}
		for _, name := range slices.Sorted(maps.Keys(c.Renderings)) {
			label := c.Name + ", " + name
			got, err := frame(ours(name), tools)
			if err != nil {
				t.exact(false, "%s: %v", label, err)
				continue
			}
			if err := c.Renderings[name].compare(t, label, got); err != nil {
				return err
			}
		}
		if _, ok := c.Renderings["gptoss-jinja"]; !ok {
			_, err := frame(framing.GPTOSSJinja, tools)
			t.exact(err != nil, "%s: gptoss-jinja renders what its template refuses", c.Name)
		}
	}
	return nil
}

func githubRenderings(dir string, t *tally) error {
	var file struct {
		Renderings map[string]rendering `json:"renderings"`
	}
	var list []tool
	if err := readJSON(dir, "github-mcp-renderings.json", &file); err != nil {
		return err
	}
	if err := readJSON(dir, "github-mcp-tools.json", &list); err != nil {
		return err
	}
	for _, label := range slices.Sorted(maps.Keys(file.Renderings)) {
		name, kind, less := strings.Cut(label, " without ")
		if ours(name) == "" {
			t.passed = append(t.passed, label)
			continue
		}
		tools, err := pieces(list)
		if err != nil {
			return err
		}
		for _, p := range tools {
			if !less {
				break
			}
			if err := without(p.Input, kind); err != nil {
				return fmt.Errorf("tool %q: %w", p.Name, err)
			}
		}
		got, err := frame(ours(name), tools)
		if err != nil {
			t.exact(false, "%s: %v", label, err)
			continue
		}
		if err := file.Renderings[label].compare(t, label, got); err != nil {
			return err
		}
	}
	return nil
}

// without removes a kind of keyword from every schema.
func without(input *schema.Node, kind string) error {
	keywords := strings.Split(kind, "+")
	if kind == "bounds" {
		keywords = []string{"minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum", "multipleOf", "minLength", "maxLength",
			"minItems", "maxItems", "uniqueItems", "minProperties", "maxProperties", "pattern", "format"}
	}
	return schema.Walk(input, func(s *schema.Site) error {
		s.Schema.DeleteFunc(func(name string, _ *schema.Node) bool { return slices.Contains(keywords, name) })
		return nil
	})
}
