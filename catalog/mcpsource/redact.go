package mcpsource

import (
	"errors"
	"net/url"
	"regexp"
	"slices"
	"strings"

	"github.com/schema-bench/schema-bench/internal/safetext"
)

const (
	mask     = "***" // stands for what is not shown
	ellipsis = "…"   // stands for what was cut off
)

var (
	secretName = regexp.MustCompile(`(?i)(token|key|secret|passw|pwd|auth|cred|cookie|session|signature|\bsig\b|dsn|connection)`)
	// knownToken matches the shapes in which well-known services issue their tokens.
	knownToken = regexp.MustCompile(`^(sk-|pk-|rk_|sk_|ghp_|gho_|ghs_|github_pat_|glpat-|xox[abprs]-|AKIA|AIza|ya29\.|eyJ|hf_|npm_|pypi-|ntn_|secret_|figd_|Bearer |Basic )`)
)

// DisplayCommand writes a command line for people: in one line, quoted where a shell would need it, with the values
// of arguments that look like secrets replaced.
func DisplayCommand(argv []string) string {
	shown, _ := splitSecrets(argv)
	for i, a := range shown {
		a = safetext.Line(a)
		if a == "" || strings.ContainsAny(a, " '\"\\$`|&;<>()") {
			a = "'" + strings.ReplaceAll(a, "'", `'\''`) + "'"
		}
		shown[i] = a
	}
	return strings.Join(shown, " ")
}

// splitSecrets returns argv with secrets masked, and the secrets.
func splitSecrets(argv []string) (shown, secrets []string) {
	take := func(v string) string {
		secrets = append(secrets, v)
		return mask
	}
	next := false // the argument before names a secret
	for i, a := range argv {
		name, value, assigned := strings.Cut(a, "=")
		header, headerValue, isHeader := strings.Cut(a, ":")
		switch {
		case i == 0:
		case next && !strings.HasPrefix(a, "-"):
			a = take(a)
		case strings.Contains(a, "://"):
			masked := DisplayURL(a)
			if assigned && !strings.Contains(name, "://") { // --url=https://…
				masked = name + "=" + DisplayURL(value)
			}
			if masked != a {
				secrets = append(secrets, urlSecrets(a)...)
			}
			a = masked
		case assigned && value != "" && (secretName.MatchString(name) || knownToken.MatchString(value)):
			a = name + "=" + take(value)
		case isHeader && secretName.MatchString(header) && !strings.ContainsAny(header, `/\`) && strings.TrimSpace(headerValue) != "":
			a = header + ": " + take(strings.TrimSpace(headerValue))
		case knownToken.MatchString(a):
			a = take(a)
		}
		next = i > 0 && !assigned && strings.HasPrefix(argv[i], "-") && secretName.MatchString(argv[i])
		shown = append(shown, a)
	}
	return shown, secrets
}

// DisplayURL writes a URL for people: without user, password and fragment, with the values of all query parameters
// replaced, and those parts of the path that look like secrets.
func DisplayURL(raw string) string { return safetext.Line(displayURL(raw)) }

func displayURL(raw string) string {
	u, err := url.Parse(raw)
	if err != nil {
		before, _, _ := strings.Cut(raw, "?")
		if _, host, ok := strings.Cut(before, "@"); ok {
			return mask + "@" + host
		}
		return before
	}
	u.Fragment = ""
	user := ""
	if u.User != nil {
		u.User, user = nil, mask+"@"
	}
	u.RawQuery = maskQuery(u.RawQuery)
	segments := strings.Split(u.EscapedPath(), "/")
	for i, s := range segments {
		if opaque(s) {
			segments[i] = mask
		}
	}
	// The mask would be escaped inside a URL value, so the parts are joined by hand.
	out := strings.Join(segments, "/")
	if u.Host != "" {
		out = u.Scheme + "://" + user + u.Host + out
	} else {
		out = u.Scheme + ":" + u.Opaque + out
	}
	if u.RawQuery != "" {
		out += "?" + u.RawQuery
	}
	return out
}

// maskQuery keeps the names of the parameters. No value is shown: a name says too little of what its value is for. A
// part without a value is a name, unless it looks like a secret.
func maskQuery(raw string) string {
	if raw == "" {
		return ""
	}
	pairs := strings.Split(raw, "&")
	for i, p := range pairs {
		name, value, ok := strings.Cut(p, "=")
		switch {
		case ok && value != "":
			pairs[i] = name + "=" + mask
		case !ok && (knownToken.MatchString(p) || opaque(p)):
			pairs[i] = mask
		}
	}
	return strings.Join(pairs, "&")
}

// opaque reports text that is long and mixes letters with digits without saying anything: the look of a token.
func opaque(s string) bool {
	if len(s) < 20 {
		return false
	}
	var digits, letters, others int
	for _, r := range s {
		switch {
		case r >= '0' && r <= '9':
			digits++
		case r >= 'a' && r <= 'z', r >= 'A' && r <= 'Z':
			letters++
		default:
			others++
		}
	}
	return digits >= 3 && letters >= 3 && others <= len(s)/8+4
}

// urlSecrets returns the parts of a URL that DisplayURL does not show.
func urlSecrets(raw string) []string {
	if _, rest, ok := strings.Cut(raw, "=http"); ok && !strings.HasPrefix(raw, "http") {
		raw = "http" + rest
	}
	u, err := url.Parse(raw)
	if err != nil {
		return []string{raw}
	}
	var out []string
	if u.User != nil {
		if p, ok := u.User.Password(); ok {
			out = append(out, p)
		}
		out = append(out, u.User.Username())
	}
	for p := range strings.SplitSeq(u.RawQuery, "&") {
		name, v, ok := strings.Cut(p, "=")
		if !ok {
			v = p
		}
		plain, err := url.QueryUnescape(v)
		if err != nil {
			plain = v
		}
		// Short values that are not called secrets (a page, a flag, a region) would garble everything else.
		if ok && secretName.MatchString(name) || knownToken.MatchString(plain) || opaque(plain) || ok && len(plain) >= 8 {
			out = append(out, v, plain, url.QueryEscape(plain))
		}
	}
	for _, s := range strings.Split(u.EscapedPath(), "/") {
		if opaque(s) {
			out = append(out, s)
		}
	}
	return out
}

// A scrubber replaces the secrets of one server in what is shown. The zero scrubber knows none.
type scrubber struct{ secrets []string }

// secretsOf collects the values that must not show up: those of headers and environment variables, and what looks
// secret in the command and the URL.
func secretsOf(s Server) scrubber {
	_, all := splitSecrets(s.Command)
	for name, v := range s.Env {
		// Short values that are not called secrets (a level, a flag, a region) would garble everything else.
		if secretName.MatchString(name) || len(v) >= 8 && !strings.HasPrefix(v, "/") {
			all = append(all, v)
		}
	}
	for _, v := range s.Headers {
		all = append(all, v)
		if _, token, ok := strings.Cut(v, " "); ok {
			all = append(all, token)
		}
	}
	if s.URL != "" {
		all = append(all, urlSecrets(s.URL)...)
	}
	all = slices.DeleteFunc(all, func(v string) bool { return len(v) < 4 })
	// The longest first: a secret may hold another.
	slices.SortFunc(all, func(a, b string) int { return len(b) - len(a) })
	return scrubber{secrets: slices.Compact(all)}
}

func (c scrubber) text(s string) string {
	for _, v := range c.secrets {
		s = strings.ReplaceAll(s, v, mask)
	}
	// Text that was cut may end in the beginning of a secret.
	head, tail, found := strings.Cut(s, ellipsis)
	for found {
		for _, v := range c.secrets {
			for n := len(v) - 1; n >= 4; n-- {
				if rest, ok := strings.CutSuffix(head, v[:n]); ok {
					head = rest + mask
					break
				}
			}
		}
		var next string
		next, tail, found = strings.Cut(tail, ellipsis)
		head += ellipsis + next
	}
	return head
}

// err returns an error with the same chain whose text is free of secrets.
func (c scrubber) err(err error) error {
	if err == nil || c.text(err.Error()) == err.Error() {
		return err
	}
	return &scrubbed{text: c.text(err.Error()), err: err}
}

// scrubbed keeps the chain for errors.Is; As must not hand out a cause whose text still holds a secret.
type scrubbed struct {
	text string
	err  error
}

func (s *scrubbed) Error() string        { return s.text }
func (s *scrubbed) Is(target error) bool { return errors.Is(s.err, target) }
