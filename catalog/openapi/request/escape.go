package request

import "strings"

// unreserved are the characters that mean the same encoded or not, everywhere in a URL (RFC 3986, section 2.3).
func unreserved(c byte) bool {
	return c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' || c >= '0' && c <= '9' || c == '-' || c == '.' || c == '_' || c == '~'
}

// reserved are the delimiters of RFC 3986, section 2.2.
func reserved(c byte) bool { return strings.IndexByte(":/?#[]@!$&'()*+,;=", c) >= 0 }

const hex = "0123456789ABCDEF"

// appendEscaped writes upper-case digits, which RFC 3986, section 6.2.2.1, makes the normal form.
func appendEscaped(b []byte, c byte) []byte { return append(b, '%', hex[c>>4], hex[c&15]) }

// escape encodes everything but the unreserved characters: the simple expansion of RFC 6570.
func escape(s string) string {
	b := make([]byte, 0, len(s)+8)
	for i := range len(s) {
		if unreserved(s[i]) {
			b = append(b, s[i])
		} else {
			b = appendEscaped(b, s[i])
		}
	}
	return string(b)
}

// escapeForm is escape as application/x-www-form-urlencoded has it.
func escapeForm(s string) string { return strings.ReplaceAll(escape(s), "%20", "+") }

// keep encodes what may not stand in a URL and leaves unreserved characters, reserved ones and what is encoded already,
// as the reserved expansion of RFC 6570 does. The characters of except are encoded as well.
func keep(s, except string) string {
	b := make([]byte, 0, len(s)+8)
	for i := 0; i < len(s); i++ {
		c := s[i]
		switch {
		case c == '%' && i+2 < len(s) && isHex(s[i+1]) && isHex(s[i+2]):
			b = append(b, s[i:i+3]...)
			i += 2
		case unreserved(c), reserved(c) && strings.IndexByte(except, c) < 0:
			b = append(b, c)
		default:
			b = appendEscaped(b, c)
		}
	}
	return string(b)
}

func isHex(c byte) bool {
	return c >= '0' && c <= '9' || c >= 'a' && c <= 'f' || c >= 'A' && c <= 'F'
}

// What reserved expansion may not leave as it is: these would end the value, or do not belong into the place at all.
func keepInQuery(s string) string { return keep(s, "#[]&+") }
func keepInPath(s string) string  { return keep(s, "/?#[]") }
func literal(s string) string     { return s }
