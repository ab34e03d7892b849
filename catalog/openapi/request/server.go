package request

import (
	"errors"
	"fmt"
	"net/url"
	"strings"
)

// server returns the base URL. Its errors quote URLs of the document but not those of the options, which can hold a
// password.
func (b *builder) server() (*url.URL, error) {
	text, shown := b.opt.Server, "Options.Server"
	if text == "" {
		text = "/" // what a document without servers means
		if len(b.call.Servers) > 0 {
			text = b.call.Servers[0]
		}
		shown = "server " + quote(text)
	}
	if strings.ContainsAny(text, "{}") {
		return nil, fmt.Errorf("%s has a variable without a value; name a server in Options.Server", shown)
	}
	u, err := url.Parse(text)
	if err != nil {
		return nil, fmt.Errorf("%s is no URL", shown)
	}
	if !u.IsAbs() {
		if b.opt.Base == "" {
			return nil, fmt.Errorf("%s is relative; name what to in Options.Base, or another server in Options.Server", shown)
		}
		base, err := url.Parse(b.opt.Base)
		if err != nil {
			return nil, errors.New("Options.Base is no URL")
		}
		u = base.ResolveReference(u)
	}
	if u.Scheme != "http" && u.Scheme != "https" || u.Host == "" {
		return nil, fmt.Errorf("%s does not lead to http or https; name a server in Options.Server", shown)
	}
	u.Fragment, u.RawFragment = "", ""
	return u, nil
}
