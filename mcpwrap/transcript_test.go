package mcpwrap

import (
	"bufio"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// A turn is a line of a transcript: C is said by the client, S by the server, L is a list that the server says, and W behind
// it what the client gets of it.
type turn struct {
	who  byte
	text string
}

func readTranscript(name string) ([]turn, error) {
	b, err := os.ReadFile(name)
	if err != nil {
		return nil, err
	}
	var turns []turn
	for line := range strings.Lines(string(b)) {
		line = strings.TrimSuffix(line, "\n")
		switch {
		case line == "" || line[0] == '#':
		case strings.IndexByte("CSLW", line[0]) < 0 || line[1] != ' ':
			return nil, fmt.Errorf("no line of a transcript: %s", line)
		default:
			turns = append(turns, turn{line[0], line[2:]})
		}
	}
	return turns, nil
}

// recite is a server that says its part of a transcript when the client has said its own, to the byte.
func recite(name string) {
	turns, err := readTranscript(name)
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(8)
	}
	in := bufio.NewReader(os.Stdin)
	for _, t := range turns {
		switch t.who {
		case 'C':
			line, err := in.ReadString('\n')
			if line != t.text+"\n" {
				fmt.Fprintf(os.Stderr, "%v: got %q and not %q\n", err, line, t.text)
				os.Exit(7)
			}
		case 'S', 'L':
			fmt.Println(t.text)
		}
	}
	_, _ = in.ReadString('\n') // the end
}

// Sessions in all versions of the protocol pass as the same bytes in both directions, but for lists of tools.
func TestTranscripts(t *testing.T) {
	t.Parallel()
	names, err := filepath.Glob("testdata/transcripts/*.txt")
	if err != nil || len(names) < 5 {
		t.Fatal(names, err)
	}
	for _, name := range names {
		turns, err := readTranscript(name)
		if err != nil {
			t.Fatal(err)
		}
		t.Run(filepath.Base(name), func(t *testing.T) {
			t.Parallel()
			c := talk(t, "recite:"+name, nil)
			for _, turn := range turns {
				switch turn.who {
				case 'C':
					c.send(turn.text)
				case 'S', 'W':
					if got := c.next(); got != turn.text {
						t.Fatalf("%s\nand not\n%s\nlog: %s", got, turn.text, c.log)
					}
				}
			}
			c.in.Close()
			if exit := c.wait(); exit.Code != 0 || exit.Signal != 0 {
				t.Errorf("%v; log: %s", exit, c.log)
			}
		})
	}
}
