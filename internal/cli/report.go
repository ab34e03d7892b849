package cli

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"path/filepath"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"github.com/schema-bench/schema-bench/internal/near"
	"github.com/schema-bench/schema-bench/internal/render"
	"github.com/schema-bench/schema-bench/internal/safetext"
)

// An outputOptions says in which formats a command reports, and where its product goes.
type outputOptions struct {
	format    string
	reports   []string
	product   string // -o, for commands that make something
	overwrite bool

	known []render.Format
}

// bind adds --format and --report, and for a command that makes something -o.
func (o *outputOptions) bind(cmd *cobra.Command, known []render.Format, makes bool) {
	o.known = known
	f := cmd.Flags()
	f.StringVar(&o.format, "format", string(render.Text), "`FORMAT` on standard output: "+o.list())
	f.StringArrayVar(&o.reports, "report", nil, "also write the report to `FILE`, in the format of its extension; repeatable")
	if makes {
		f.StringVarP(&o.product, "output", "o", "", "write the result to `FILE` (- for standard output)")
		f.BoolVar(&o.overwrite, "overwrite", false, "allow -o to replace the source; the first original is kept as FILE.orig, which is written once and never again")
	}
}

func (o *outputOptions) list() string {
	var names []string
	for _, f := range o.known {
		names = append(names, string(f))
	}
	return strings.Join(names, ", ")
}

// check refuses formats before any work is done.
func (o *outputOptions) check(g globals) error {
	if !slices.Contains(o.known, render.Format(o.format)) {
		err := usagef("--format %q is not supported here: use %s", o.format, o.list())
		if n := near.Names(o.format, words(o.known), 1); len(n) > 0 {
			return withHint(err, "did you mean --format %s?", n[0])
		}
		return err
	}
	for _, name := range o.reports {
		if _, err := o.formatOf(name); err != nil {
			return err
		}
	}
	if err := o.checkProduct(g); err != nil {
		return err
	}
	if o.product == "-" && o.format != string(render.Text) {
		return usagef("-o - and --format %s both want standard output", o.format)
	}
	return nil
}

// checkProduct refuses --overwrite where -o names no file that it could be about.
func (o *outputOptions) checkProduct(g globals) error {
	if g.typed["overwrite"] && (o.product == "" || o.product == "-") {
		return withHint(usagef("--overwrite says what -o may do, and -o names no file"), "add -o FILE")
	}
	return nil
}

// formatOf returns the format that the extension of a report file names.
func (o *outputOptions) formatOf(name string) (render.Format, error) {
	ext := strings.TrimPrefix(filepath.Ext(name), ".")
	switch ext {
	case "txt":
		ext = string(render.Text)
	case "md":
		ext = string(render.Markdown)
	case "xml": // JUnit's is the only XML there is, and what CI systems look for
		ext = string(render.JUnit)
	}
	if !slices.Contains(o.known, render.Format(ext)) {
		return "", usagef("--report %s: the extension names no format that is supported here: use one of %s", name, o.list())
	}
	return render.Format(ext), nil
}

// An outputWriter is one destination of a report.
type outputWriter struct {
	io.Writer
	format  render.Format
	options render.Options
}

// write renders a report to standard output and into every report file. With -o - the report goes to stderr, and with
// --quiet text goes nowhere.
func (o *outputOptions) write(ctx context.Context, e *env, g globals, draw func(*outputWriter) error) error {
	if err := interrupted(ctx); err != nil {
		return err
	}
	var failed []error
	for _, name := range o.reports {
		format, err := o.formatOf(name)
		if err != nil {
			return err
		}
		var b bytes.Buffer
		if err := draw(&outputWriter{&b, format, render.Options{}}); err != nil {
			return err
		}
		failed = append(failed, e.writeFile(ctx, name, b.Bytes()))
	}
	format := render.Format(o.format)
	if g.quiet && format == render.Text {
		return errors.Join(failed...)
	}
	var b bytes.Buffer
	opt := render.Options{Color: g.color && format == render.Text, Width: e.Width, ASCII: g.ascii}
	if err := draw(&outputWriter{&b, format, opt}); err != nil {
		return err
	}
	to := e.Out
	if o.product == "-" {
		to = e.Err
	}
	err := e.interrupts.write(ctx, func() error {
		_, err := to.Write(b.Bytes())
		return err
	})
	return errors.Join(append(failed, err)...)
}

// protect refuses to write over a source, before anything is read or started.
func (o *outputOptions) protect(e *env, sources []string) error {
	for _, s := range sources {
		if o.product != "" && o.product != "-" && e.sameFile(e.path(o.product), s) && !o.overwrite {
			return withHint(usagef("-o %s would replace the source", o.product), "write to another file, or add --overwrite, which keeps the original as %s.orig", o.product)
		}
		for _, name := range o.reports {
			if e.sameFile(e.path(name), s) {
				return usagef("--report %s would replace the source", name)
			}
		}
	}
	for _, name := range o.reports {
		if o.product != "" && (e.path(name) == e.path(o.product) || e.sameFile(e.path(name), e.path(o.product))) {
			return usagef("-o and --report both name %s", name)
		}
	}
	return nil
}

// save writes what a command makes to the file of -o. A source that it replaces is kept.
func (o *outputOptions) save(ctx context.Context, e *env, sources []string, b []byte) error {
	if o.product == "" {
		return nil
	}
	if err := interrupted(ctx); err != nil {
		return err
	}
	for _, s := range sources {
		if o.product == "-" || !e.sameFile(e.path(o.product), s) {
			continue
		}
		kept, err := e.keepOriginal(o.product)
		if err != nil {
			return fmt.Errorf("keeping the original of %s: %w", o.product, cause(err))
		}
		if kept != "" {
			fmt.Fprintf(e.Err, "the original is kept as %s\n", safetext.Plain(kept))
		}
	}
	return e.writeFile(ctx, o.product, b)
}

// firstError returns the first error there is; what follows it would only repeat it.
func firstError(errs ...error) error {
	for _, err := range errs {
		if err != nil {
			return err
		}
	}
	return nil
}
