package load

import (
	"errors"
	"strings"
)

// SplitCommand splits a command line into words as a shell does, and does nothing else of what a shell does: no
// variables, patterns or pipes. A quote that is not closed is an error, and so is a line without a word. Single quotes keep everything, double quotes and bare words know the backslash. In
// bare words a backslash is kept before anything but blanks, quotes and itself, so that C:\tools\server.exe works.
func SplitCommand(line string) ([]string, error) {
	var words []string
	var word strings.Builder
	inWord := false
	var quote byte
	for i := 0; i < len(line); i++ {
		c := line[i]
		switch {
		case quote != 0 && c == quote:
			quote = 0
		case quote == '\'':
			word.WriteByte(c)
		case c == '\\' && i+1 < len(line) && escapes(line[i+1], quote):
			i++
			word.WriteByte(line[i])
			inWord = true
		case quote == '"':
			word.WriteByte(c)
		case c == '\'' || c == '"':
			quote, inWord = c, true
		case c == ' ' || c == '\t' || c == '\n' || c == '\r':
			if inWord {
				words = append(words, word.String())
				word.Reset()
				inWord = false
			}
		default:
			word.WriteByte(c)
			inWord = true
		}
	}
	if quote != 0 {
		return nil, &hinted{err: errors.New("a quote in the command is not closed"), hint: "or put the command behind -- at the end of the line, where your shell splits it"}
	}
	if inWord {
		words = append(words, word.String())
	}
	if len(words) == 0 || words[0] == "" {
		return nil, &hinted{err: errors.New("the command is empty"), hint: `write "mcp:COMMAND ARGS"`}
	}
	return words, nil
}

func escapes(c, quote byte) bool {
	if quote == '"' {
		return c == '"' || c == '\\'
	}
	return strings.IndexByte(" \t'\"\\", c) >= 0
}
