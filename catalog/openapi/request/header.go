package request

import (
	"errors"
	"fmt"
	"net/http"
	"strings"

	"github.com/schema-bench/schema-bench/schema"
)

// ownHeader reports whether a header belongs to the connection or frames the message: whoever can set it can make two
// requests of one.
func ownHeader(name string) bool {
	switch http.CanonicalHeaderKey(name) {
	case "Host", "Content-Length", "Transfer-Encoding", "Connection", "Keep-Alive", "Proxy-Connection",
		"Proxy-Authenticate", "Proxy-Authorization", "Te", "Trailer", "Upgrade":
		return true
	}
	return false
}

// setHeader is the only way into the header. Its errors do not quote the value, which can be a credential.
func (b *builder) setHeader(name, value string) error {
	if err := checkHeader(name, value); err != nil {
		return err
	}
	b.header.Set(name, value)
	return nil
}

// checkHeader lets through what RFC 9110, section 5.5, allows in a field value. Bytes that are not ASCII are allowed
// there, and servers take them for UTF-8. The blanks around a value are not part of it: net/http would drop them.
func checkHeader(name, value string) error {
	switch {
	case !isToken(name):
		return fmt.Errorf("%s is no name of a header", quote(name))
	case ownHeader(name):
		return fmt.Errorf("header %s is set by the connection", quote(name))
	case strings.ContainsFunc(value, func(r rune) bool { return r < ' ' && r != '\t' || r == 0x7f }):
		return fmt.Errorf("header %s: the value has a line break or another control character", quote(name))
	case strings.Trim(value, " \t") != value:
		return fmt.Errorf("header %s: the value begins or ends with a blank, which is lost on the way", quote(name))
	}
	return nil
}

// isToken reports whether s is a token of RFC 9110, section 5.6.2.
func isToken(s string) bool {
	for i := range len(s) {
		c := s[i]
		if (!unreserved(c) || c >= 0x80) && strings.IndexByte("!#$%&'*+^`|", c) < 0 {
			return false
		}
	}
	return s != ""
}

// headerParameter sets a header. Nothing is percent-encoded there: hardly a server would decode it.
func (b *builder) headerParameter(p *Binding, n *schema.Node) error {
	var value string
	var err error
	switch {
	case omitted(p, n) && !p.Required && !p.AllowEmpty:
		return nil
	case omitted(p, n):
	case p.byContent():
		value, err = content(p.ContentType, n)
	default:
		value, err = expand(p, n, literal)
	}
	if err != nil {
		return err
	}
	if http.CanonicalHeaderKey(p.Name) == "Cookie" { // beside the cookies that have parameters of their own
		b.cookies = append(b.cookies, value)
		return checkHeader(p.Name, value)
	}
	return b.setHeader(p.Name, value)
}

// cookieParameter adds cookies. The style cookie of OpenAPI 3.2 sends values as they are; elsewhere they are
// percent-encoded, which lets every value through. Exploded values become cookies of their own.
func (b *builder) cookieParameter(p *Binding, n *schema.Node) error {
	name, encode := escape, escape
	if p.Style == "cookie" {
		name, encode = literal, literal
	}
	pairs, err := named(p, n, name, encode)
	if err != nil {
		return err
	}
	for _, c := range pairs {
		if err := b.addCookie(c); err != nil {
			return err
		}
	}
	return nil
}

// addCookie checks what RFC 6265, section 4.1.1, allows in a cookie; commas are the separator of style cookie.
func (b *builder) addCookie(c pair) error {
	if !isToken(c.name) {
		return fmt.Errorf("%s is no name of a cookie", quote(c.name))
	}
	for i := range len(c.value) {
		if ch := c.value[i]; ch <= ' ' || ch >= 0x7f || strings.IndexByte("\";\\", ch) >= 0 {
			return errors.New("a cookie cannot hold a blank, a quote, a semicolon, a backslash, a control character or what is not ASCII; give it encoded")
		}
	}
	b.cookies = append(b.cookies, c.name+"="+c.value)
	return nil
}
