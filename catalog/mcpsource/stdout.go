package mcpsource

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"strings"
	"syscall"

	"github.com/mark3labs/mcp-go/mcp"

	"github.com/schema-bench/schema-bench/internal/safetext"
)

const (
	keptNoise    = 10      // lines
	maxNoise     = 100_000 // lines; more is not a server
	maxTotalSize = 8       // times the largest line, for everything that a server writes
)

// A protocolError says that a server broke the protocol in a way that no answer can be expected after.
type protocolError struct{ text string }

func (e *protocolError) Error() string { return e.text }

// stdout passes the protocol messages of a child on and keeps the first lines of anything else. The transport behind
// it drops what it cannot read without a word, so that the answer would be awaited until the clock runs out; here
// such a line ends the fetch.
type stdout struct {
	dst     *io.PipeWriter
	maxLine int
	fail    context.CancelCauseFunc

	noise []string // complete when copy has returned
	noisy int
}

func (o *stdout) copy(src io.Reader) {
	in := bufio.NewReaderSize(src, 64<<10)
	total := 0
	for {
		line, err := o.line(in)
		total += len(line)
		if err == nil && total > maxTotalSize*o.maxLine {
			err = o.broken("the server wrote more than %d MiB", maxTotalSize*o.maxLine>>20)
		}
		if len(line) > 0 {
			if passErr := o.pass(line); passErr != nil && err == nil {
				err = passErr
			}
		}
		if err != nil {
			o.dst.CloseWithError(io.EOF)
			io.Copy(io.Discard, src) // a child that cannot write would not end by itself
			return
		}
	}
}

// line reads one line of bounded length, without its end. The last one may lack it.
func (o *stdout) line(in *bufio.Reader) ([]byte, error) {
	var line []byte
	for {
		part, err := in.ReadSlice('\n')
		if len(line)+len(part) > o.maxLine {
			return nil, o.broken("the server wrote a line of more than %d bytes", o.maxLine)
		}
		line = append(line, part...)
		if !errors.Is(err, bufio.ErrBufferFull) {
			return bytes.TrimSpace(bytes.TrimPrefix(line, []byte("\uFEFF"))), err
		}
	}
}

func (o *stdout) broken(format string, args ...any) error {
	err := &protocolError{fmt.Sprintf(format, args...)}
	o.fail(err)
	return err
}

// pass sends one line on if it is a message of the protocol, or a batch of them.
func (o *stdout) pass(line []byte) error {
	if line[0] == '[' {
		var batch []json.RawMessage
		if json.Unmarshal(line, &batch) == nil && len(batch) > 0 && isMessage(batch[0]) {
			for _, m := range batch {
				if err := o.message(m); err != nil {
					return err
				}
			}
			return nil
		}
	}
	if line[0] != '{' {
		return o.keep(line)
	}
	return o.message(line)
}

// isMessage tells a message from a line of a structured log.
func isMessage(b []byte) bool {
	var m struct {
		JSONRPC *string `json:"jsonrpc"`
	}
	return json.Unmarshal(b, &m) == nil && m.JSONRPC != nil
}

func (o *stdout) message(line []byte) error {
	var m struct {
		JSONRPC string                   `json:"jsonrpc"`
		ID      mcp.RequestId            `json:"id"`
		Method  string                   `json:"method"`
		Result  json.RawMessage          `json:"result"`
		Error   *mcp.JSONRPCErrorDetails `json:"error"`
	}
	if err := json.Unmarshal(line, &m); err != nil {
		if !bytes.Contains(line[:min(len(line), 4096)], []byte(`"jsonrpc"`)) {
			return o.keep(line)
		}
		return o.broken("the server sent a message that cannot be read: %v: %s", err, cut(safetext.Plain(cut(string(line), 200)), 120))
	}
	answer := m.Result != nil || m.Error != nil
	if m.JSONRPC == "" && (m.ID.IsNil() || !answer) {
		return o.keep(line)
	}
	if m.Method == "" && m.ID.IsNil() && m.Error != nil {
		return o.broken("the server could not read a request: error %d: %s", m.Error.Code, quote(m.Error.Message))
	}
	if _, err := o.dst.Write(append(line[:len(line):len(line)], '\n')); err != nil {
		return err // the fetch is over
	}
	return nil
}

// keep counts a line that is no message, and remembers the first ones.
func (o *stdout) keep(line []byte) error {
	s := strings.TrimSpace(safetext.Plain(cut(string(line), 200)))
	if s == "" {
		return nil // escape sequences that clear or colour a terminal
	}
	o.noisy++
	if len(o.noise) < keptNoise {
		o.noise = append(o.noise, s)
	}
	if o.noisy > maxNoise {
		return o.broken("the server wrote %d lines to standard output that are no protocol messages", o.noisy)
	}
	return nil
}

func brokenPipe(err error) bool { return errors.Is(err, syscall.EPIPE) }
