package render

import (
	"bytes"
	"fmt"
	"io"
	"strings"
)

// A Format names a way to write a report.
type Format string

// The formats.
const (
	Text     Format = "text"
	JSON     Format = "json"
	Markdown Format = "markdown"
	CSV      Format = "csv"
	JUnit    Format = "junit"  // test cases, for the test reports of CI systems
	GitHub   Format = "github" // workflow commands, which GitHub shows beside the lines of a file
)

// Options say how text looks. The zero Options are for a file: no colour, and lines as long as they need to be.
type Options struct {
	Color bool // colour, as an addition: nothing is said by colour alone
	ASCII bool // no characters but ASCII in what is drawn; names stay as they are
	// Width is the columns of the terminal, for which sentences are wrapped, names cut and columns of tables left out;
	// commands stay whole, to be copied. 0 is no terminal: nothing is cut or left out.
	Width int
}

// A FormatError says that a command has no such format.
type FormatError struct {
	Command string
	Format  Format
	Known   []Format
}

func (e *FormatError) Error() string {
	names := make([]string, len(e.Known))
	for i, f := range e.Known {
		names[i] = string(f)
	}
	return fmt.Sprintf("%s has no format %q; known: %s", e.Command, e.Format, strings.Join(names, ", "))
}

// Formats returns the formats of a command, the default first, and nothing for a command without a report.
func Formats(command string) []Format {
	switch command {
	case "floor":
		return known(floorWriters())
	case "why":
		return known(whyWriters())
	case "framings":
		return known(framingsWriters())
	case "diff":
		return known(diffWriters())
	case "compact":
		return known(compactWriters())
	case "verify":
		return known(verifyWriters())
	case "wrap check":
		return known(wrapCheckWriters())
	case "lint":
		return known(lintWriters())
	}
	return nil
}

// A writer is one format of the reports R.
type writer[R any] struct {
	format Format
	write  func(*bytes.Buffer, R, Options) error
}

func known[R any](ws []writer[R]) []Format {
	fs := make([]Format, len(ws))
	for i, w := range ws {
		fs[i] = w.format
	}
	return fs
}

// render writes a report in one format, in a single write, so that a report is never half there for another reason than
// the destination's.
func render[R any](dst io.Writer, command string, ws []writer[R], f Format, report R, opt Options) error {
	for _, w := range ws {
		if w.format == f {
			var b bytes.Buffer
			if err := w.write(&b, report, opt); err != nil {
				return fmt.Errorf("render: %s as %s: %w", command, f, err)
			}
			_, err := dst.Write(b.Bytes())
			return err
		}
	}
	return &FormatError{command, f, known(ws)}
}
