package cli

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"time"

	"github.com/schema-bench/schema-bench/bench"
	"github.com/schema-bench/schema-bench/catalog"
	"github.com/schema-bench/schema-bench/llm"
	"github.com/schema-bench/schema-bench/tokens/calibrate"
)

// billed is the ruler of what a provider counts. It tells no parts apart: these are shown as the provider's framing
// renders them.
const billed = "billed"

// cacheDir returns where counts of providers are kept, and nothing where there is no such place.
func (o *unitOptions) cacheDir(e *env) string {
	if o.cache != "" {
		return e.path(o.cache)
	}
	// As os.UserCacheDir has it, in the environment that the command runs in.
	dir := ""
	switch runtime.GOOS {
	case "windows":
		dir = e.Getenv("LocalAppData")
	case "darwin":
		if e.Home != "" {
			dir = filepath.Join(e.Home, "Library", "Caches")
		}
	default:
		if dir = e.Getenv("XDG_CACHE_HOME"); dir == "" && e.Home != "" {
			dir = filepath.Join(e.Home, ".cache")
		}
	}
	if !filepath.IsAbs(dir) {
		return ""
	}
	return filepath.Join(dir, "schema-bench")
}

// bill asks the model's provider what it counts for catalogs as they are sent.
func (o *unitOptions) bill(ctx context.Context, e *env, catalogs []*catalog.Catalog, system string, timeout time.Duration, m *measure) (*llm.Billed, error) {
	if timeout > 0 {
		var stop context.CancelFunc
		ctx, stop = context.WithTimeoutCause(ctx, timeout, fmt.Errorf("no answer within %s", timeout))
		defer stop()
	}
	form, err := llm.CountForm(m.model.Provider)
	if err != nil {
		return nil, usagef("--ruler billed: %w", err)
	}
	opt := &llm.Options{Getenv: e.Getenv, Refresh: o.refresh, Timeout: timeout}
	if dir := o.cacheDir(e); dir != "" {
		opt.CacheDir = filepath.Join(dir, "billed")
	}
	counter, err := llm.NewCounter(m.model.Provider, opt)
	if err != nil {
		return nil, usagef("--ruler billed: %w", err)
	}
	req := llm.CountRequest{Model: m.asked}
	texts := []string{system}
	var arrays [][]byte
	for _, c := range catalogs {
		if c, err = m.sent(c); err != nil {
			return nil, err
		}
		if system == "" && !slices.Contains(texts, c.System) {
			texts = append(texts, c.System)
		}
		texts = append(texts, c.Instructions)
		array, err := toolsArray(c, form)
		if err != nil {
			return nil, fmt.Errorf("%s: %w", c.Name, err)
		}
		if len(array) > 0 {
			arrays = append(arrays, array)
		}
	}
	req.System = strings.Join(slices.DeleteFunc(texts, func(s string) bool { return s == "" }), "\n\n")
	req.Tools = slices.Concat([]byte("["), bytes.Join(arrays, []byte(",")), []byte("]"))
	b, err := counter.Measure(ctx, req)
	if errors.Is(err, llm.ErrNoKey) {
		return nil, usagef("--ruler billed: %w", err)
	}
	return b, err
}

// toolsArray returns the tools that the model reads in a form, without the brackets around them.
func toolsArray(c *catalog.Catalog, form catalog.Form) ([]byte, error) {
	read := *c
	read.Tools = slices.DeleteFunc(slices.Clone(c.Tools), func(t catalog.Tool) bool { return t.Deferred() })
	converted, _ := read.Convert(form)
	b, err := converted.Encode(form)
	if err != nil {
		return nil, err
	}
	b = bytes.TrimSpace(b)
	if len(b) < 2 || b[0] != '[' {
		return nil, fmt.Errorf("the form %s has no array of tools", form)
	}
	return bytes.TrimSpace(b[1 : len(b)-1]), nil
}

// calibration returns what was learned from what providers counted; nothing was if there is no file.
func (o *unitOptions) calibration(e *env) (*calibrate.Calibration, string, error) {
	dir := o.cacheDir(e)
	if dir == "" {
		return new(calibrate.Calibration), "", nil
	}
	path := filepath.Join(dir, "calibration.json")
	c, err := calibrate.Load(path)
	if errors.Is(err, os.ErrNotExist) {
		return new(calibrate.Calibration), path, nil
	}
	return c, path, err
}

// calibrationKey names what is learned: a server at another address than the provider's own can count in its own way.
func (o *unitOptions) calibrationKey(e *env, m *measure, framing string) calibrate.Key {
	k := calibrate.Key{Provider: m.model.Provider, Model: m.asked, Framing: framing}
	if c, err := llm.NewCounter(m.model.Provider, &llm.Options{Getenv: e.Getenv}); err == nil && c.Host() != "" {
		k.Provider += "@" + c.Host()
	}
	return k
}

// learn feeds what a provider counted, with tools and without, beside what was estimated. What could not be used or kept
// is a warning: the numbers stand without it.
func (o *unitOptions) learn(ctx context.Context, e *env, f *bench.Floor, b *llm.Billed, m *measure) []error {
	if b.Cached || !m.own { // it was learned from when it was counted; another vocabulary's estimates teach nothing
		return nil
	}
	c, path, err := o.calibration(e)
	if err != nil || path == "" {
		return nil // the estimate says why
	}
	key := o.calibrationKey(e, m, f.Unit.Framing)
	text := f.System + f.Instructions
	// What the provider adds because of the tools is for the calibration to find.
	for _, o := range []calibrate.Observation{
		{Key: key, Estimate: text + f.ToolTokens(), Server: b.With, Tools: true, At: b.Measured},
		{Key: key, Estimate: text, Server: b.Without, At: b.Measured},
	} {
		if err := c.Observe(o); err != nil && !errors.Is(err, calibrate.ErrNotUsed) {
			return []error{err}
		}
	}
	if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
		return []error{err}
	}
	if err := c.Save(ctx, path); err != nil {
		return []error{err}
	}
	return nil
}
