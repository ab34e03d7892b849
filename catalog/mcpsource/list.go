package mcpsource

import (
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/json"
	"errors"
	"fmt"
	"time"

	"github.com/schema-bench/schema-bench/catalog"
)

// maxRelists bounds how often a list is asked for again because the server announced another one.
const maxRelists = 5

// tools returns a tools/list result with the tools of all pages. A server that has a single page gives exactly its
// bytes.
func (c *session) tools(ctx context.Context) ([]byte, error) {
	raw, n, err := c.list(ctx)
	if err != nil {
		return nil, c.listError(err)
	}
	start := time.Now()
	c.probe(ctx)
	for range maxRelists {
		wait := c.o.settle - time.Since(start)
		if n == 0 {
			// Some servers answer at once and announce their tools when they have them.
			wait = 25 * c.o.settle
		}
		if !c.announced(ctx, wait) {
			break
		}
		if raw, n, err = c.list(ctx); err != nil {
			return nil, c.listError(err)
		}
		start = time.Now()
	}
	if ctx.Err() != nil {
		return nil, doing("tools/list", ctx.Err())
	}
	if n == 0 {
		e := &Error{Doing: "tools/list", Err: fmt.Errorf("the server answers with an empty list: %w", catalog.ErrNoTools)}
		e.Fix = "does it need credentials, arguments or another client to show its tools?"
		return nil, e
	}
	if !c.offers("tools") {
		c.problem("the server lists tools without advertising them in its capabilities", "strict clients do not ask such a server for tools")
	}
	return raw, nil
}

// announced waits for the announcement of another list.
func (c *session) announced(ctx context.Context, wait time.Duration) bool {
	if !c.push || !c.announces() || wait <= 0 {
		select {
		case <-c.changed:
			return true
		default:
			return false
		}
	}
	timer := time.NewTimer(wait)
	defer timer.Stop()
	select {
	case <-c.changed:
		return true
	case <-timer.C:
	case <-ctx.Done():
	}
	return false
}

func (c *session) announces() bool {
	var tools struct {
		ListChanged bool `json:"listChanged"`
	}
	return json.Unmarshal(c.capabilities["tools"], &tools) == nil && tools.ListChanged
}

// listError words a failed listing.
func (c *session) listError(err error) error {
	if refused(err) {
		if c.offers("tools") {
			return &Error{Doing: "tools/list", Err: fmt.Errorf("the server advertises tools and refuses to list them: %w", err)}
		}
		return &Error{Doing: "tools/list", Err: fmt.Errorf("%w: the server offers none and refuses to list them", catalog.ErrNoTools)}
	}
	return doing("tools/list", err)
}

// page is one answer to tools/list. Tools stay bytes.
type page struct {
	Tools      []json.RawMessage `json:"tools"`
	NextCursor json.RawMessage   `json:"nextCursor"`
}

// list asks for all pages. It ends with an error where a server would keep it busy for ever: a cursor that comes
// back, a page that repeats an earlier one, or more pages, tools or bytes than the options allow.
func (c *session) list(ctx context.Context) (raw []byte, n int, err error) {
	select {
	case <-c.changed: // what was announced before is in what is asked for now
	default:
	}
	var (
		tools   []json.RawMessage
		cursors = map[string]bool{}
		pages   = map[[32]byte]int{}
		params  map[string]any
		size    int
	)
	for number := 1; ; number++ {
		if number > 1 {
			c.o.Progress(fmt.Sprintf("listing tools, page %d", number))
		} else {
			c.o.Progress("listing tools")
		}
		result, err := c.call(ctx, "tools/list", params)
		if err != nil {
			if number > 1 {
				err = fmt.Errorf("page %d: %w", number, err)
			}
			return nil, 0, err
		}
		p, cursor, err := readPage(result)
		if err != nil {
			return nil, 0, fmt.Errorf("page %d: %w", number, err)
		}
		if number == 1 && cursor == "" {
			if len(p.Tools) > c.o.maxTools {
				return nil, 0, fmt.Errorf("the list has more than %d tools", c.o.maxTools)
			}
			return result, len(p.Tools), nil
		}
		if len(p.Tools) > 0 {
			digest := sha256.Sum256(bytes.Join(rawTools(p.Tools), []byte{0}))
			if first, seen := pages[digest]; seen {
				return nil, 0, &Error{Err: fmt.Errorf("page %d repeats page %d", number, first), Fix: "the server seems to ignore the cursor it is given; that is a bug in the server"}
			}
			pages[digest] = number
		}
		tools = append(tools, p.Tools...)
		size += len(result)
		switch {
		case len(tools) > c.o.maxTools:
			return nil, 0, fmt.Errorf("the list has more than %d tools", c.o.maxTools)
		case size > c.o.MaxBytes:
			return nil, 0, fmt.Errorf("the list has more than %d bytes", c.o.MaxBytes)
		case cursor == "":
			return join(tools), len(tools), nil
		case cursors[cursor]:
			return nil, 0, &Error{Err: fmt.Errorf("the cursor of page %d was given before: the pages never end", number), Fix: "that is a bug in the server"}
		case number >= c.o.maxPages:
			return nil, 0, fmt.Errorf("the list has more than %d pages", c.o.maxPages)
		}
		cursors[cursor] = true
		params = map[string]any{"cursor": cursor}
	}
}

func readPage(result json.RawMessage) (page, string, error) {
	var p page
	if err := json.Unmarshal(result, &p); err != nil {
		return p, "", fmt.Errorf("the result is no list of tools: %w", err)
	}
	if p.Tools == nil {
		return p, "", errors.New(`the result has no array "tools"`)
	}
	var cursor *string
	if len(p.NextCursor) > 0 {
		if err := json.Unmarshal(p.NextCursor, &cursor); err != nil {
			return p, "", fmt.Errorf("nextCursor is no string: %s", cut(string(p.NextCursor), 60))
		}
	}
	if cursor == nil {
		return p, "", nil
	}
	return p, *cursor, nil // an empty one ends the list, as servers mean it
}

func rawTools(tools []json.RawMessage) [][]byte {
	out := make([][]byte, len(tools))
	for i, t := range tools {
		out[i] = t
	}
	return out
}

// join writes one list of the tools of all pages, each with the bytes it came in.
func join(tools []json.RawMessage) []byte {
	var b bytes.Buffer
	b.WriteString(`{"tools":[`)
	for i, t := range tools {
		if i > 0 {
			b.WriteByte(',')
		}
		b.Write(t)
	}
	b.WriteString(`]}`)
	return b.Bytes()
}
