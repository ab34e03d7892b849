package load

// stripJSONC replaces the comments and trailing commas of JSONC by blanks. Every other byte stays at its offset, so
// that positions in errors are those of the file.
func stripJSONC(b []byte) []byte {
	out := append([]byte(nil), b...)
	comma := -1 // of a comma that only blanks have followed so far
	for i := 0; i < len(out); i++ {
		switch c := out[i]; {
		case c == '"':
			comma = -1
			for i++; i < len(out) && out[i] != '"'; i++ {
				if out[i] == '\\' {
					i++
				}
			}
		case c == '/' && i+1 < len(out) && out[i+1] == '/':
			for ; i < len(out) && out[i] != '\n'; i++ {
				out[i] = ' '
			}
		case c == '/' && i+1 < len(out) && out[i+1] == '*':
			i = blankComment(out, i)
		case c == ',':
			comma = i
		case c == '}' || c == ']':
			if comma >= 0 {
				out[comma] = ' '
			}
			comma = -1
		case c == ' ' || c == '\t' || c == '\n' || c == '\r':
		default:
			comma = -1
		}
	}
	return out
}

// blankComment blanks a block comment from its start and returns the offset of its last byte. Line breaks stay. A
// comment that does not end is left as it is: the parser then says where.
func blankComment(out []byte, start int) int {
	end := -1
	for i := start + 2; i+1 < len(out); i++ {
		if out[i] == '*' && out[i+1] == '/' {
			end = i + 1
			break
		}
	}
	if end < 0 {
		return len(out)
	}
	for i := start; i <= end; i++ {
		if out[i] != '\n' && out[i] != '\r' {
			out[i] = ' '
		}
	}
	return end
}
