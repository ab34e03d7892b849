package include

import (
	"net/netip"
	"regexp"
	"strconv"
	"strings"
	"sync"
	"time"
)

// samples returns strings that conform to a format, the n-th of them different for each n, or nil for formats that are
// not among those of the drafts. They are for witnesses only: no answer rests on what a format means.
func samples(format string, n int) []string {
	i := strconv.Itoa(n)
	month, day := 1+n/28%12, 1+n%28
	date := time.Date(2024+n/336, time.Month(month), day, 12, n%60, 0, 0, time.UTC)
	switch format {
	case "date-time":
		return []string{date.Format("2006-01-02T15:04:05Z"), date.Format("2006-01-02T15:04:05.000Z"), date.Format("2006-01-02T15:04:05+00:00")}
	case "date":
		return []string{date.Format("2006-01-02")}
	case "time":
		return []string{date.Format("15:04:05Z"), date.Format("15:04:05+00:00")}
	case "duration":
		return []string{"P" + strconv.Itoa(n+1) + "D"}
	case "email", "idn-email":
		return []string{"a" + i + "@example.com", "a" + i + "@b.co"}
	case "hostname", "idn-hostname":
		return []string{"h" + i + ".example.com", "h" + i}
	case "ipv4":
		return []string{"192.0." + strconv.Itoa(n/250%250) + "." + strconv.Itoa(1+n%250), "1.1.1." + strconv.Itoa(n%250)}
	case "ipv6":
		return []string{"2001:db8::" + strconv.FormatInt(int64(1+n%60000), 16), "::" + strconv.FormatInt(int64(1+n%60000), 16)}
	case "uri", "uri-reference", "iri", "iri-reference", "uri-template":
		return []string{"https://example.com/" + i, "http://example.com/" + i, "urn:a:" + i, "https://example.com/" + strings.Repeat("a", 20) + i}
	case "uuid":
		tail := strconv.FormatInt(int64(n), 16)
		return []string{"123e4567-e89b-42d3-a456-" + strings.Repeat("0", max(0, 12-len(tail))) + tail}
	case "json-pointer":
		return []string{"/" + i, "/a" + i}
	case "relative-json-pointer":
		return []string{i, i + "/a"}
	case "regex":
		return []string{"a" + i, "^a" + i + "$"}
	}
	return nil
}

// misfits are strings, one of which at least does not conform to each format that is known.
func misfits() []string {
	return []string{"", "!", "not one", "a b", "\\", "(", "{", "x", "-", "1e", "%"}
}

// The forms that formats have for sure. Compiling one takes longer than a search with it, so each is compiled once, when it
// is first asked for.
var (
	dateTimeStart = form(`^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d`)
	digitStart    = form(`^\d`)
	timeForm      = form(`^([01]\d|2[0-3]):[0-5]\d:[0-5]\d(\.\d+)?(Z|\+00:00)$`)
	timeStart     = form(`^\d\d:`)
	durationForm  = form(`^P\d{1,6}D$`)
	emailForm     = form(`^[a-z0-9]{1,60}@[a-z0-9]{1,60}(\.[a-z]{2,60})+$`)
	hostnameForm  = form(`^[a-z][a-z0-9]{0,60}(\.[a-z]{2,60}){0,3}$`)
	ipv4Form      = form(`^\d{1,3}(\.\d{1,3}){3}$`)
	ipv6Form      = form(`^[0-9a-f:]+$`)
	uriForm       = form(`^(https?://[a-z.]+/[A-Za-z0-9/._-]*|urn:[a-z]+:[a-z0-9]+)$`)
	referenceForm = form(`^([a-z]+:)?[A-Za-z0-9/._-]*$`)
	uuidForm      = form(`^[0-9a-f]{8}-[0-9a-f]{4}-[1-5][0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$`)
	pointerForm   = form(`^(/[a-z0-9]*)+$`)
	relativeForm  = form(`^(0|[1-9]\d{0,5})(/[a-z0-9]*)*$`)
	regexForm     = form(`^\^?[A-Za-z0-9]*\$?$`)
)

func form(pattern string) func() *regexp.Regexp {
	return sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(pattern) })
}

// conforms says whether a string conforms to a format, as far as validators can be expected to agree.
func conforms(format, s string) truth {
	plain := strings.IndexFunc(s, func(r rune) bool { return r <= ' ' || r > '~' || strings.ContainsRune("\\^`{|}<>\"", r) }) < 0
	// likely is for formats of which only the common form and the gross fault are certain.
	likely := func(good, bad bool) truth {
		switch {
		case good:
			return yes
		case bad:
			return no
		}
		return maybe
	}
	switch format {
	case "date-time":
		_, err := time.Parse(time.RFC3339, s)
		return likely(err == nil && dateTimeStart().MatchString(s), !digitStart().MatchString(s))
	case "date":
		_, err := time.Parse("2006-01-02", s)
		return known(err == nil)
	case "time":
		return likely(timeForm().MatchString(s), !timeStart().MatchString(s))
	case "duration":
		return likely(durationForm().MatchString(s), !strings.HasPrefix(s, "P"))
	case "email", "idn-email":
		return likely(emailForm().MatchString(s), !strings.Contains(s, "@"))
	case "hostname", "idn-hostname":
		return likely(hostnameForm().MatchString(s), s == "" || strings.ContainsAny(s, " !()\\{%"))
	case "ipv4":
		return likely(ipv4Form().MatchString(s) && validAddress(s), !digitStart().MatchString(s))
	case "ipv6":
		return likely(ipv6Form().MatchString(s) && validAddress(s), !strings.Contains(s, ":"))
	case "uri", "iri":
		return likely(plain && uriForm().MatchString(s), !strings.Contains(s, ":"))
	case "uri-reference", "iri-reference", "uri-template":
		bad := strings.Contains(s, "\\") && format != "uri-template" || s == "{" && format == "uri-template"
		return likely(plain && referenceForm().MatchString(s), bad)
	case "uuid":
		return likely(uuidForm().MatchString(s), len(s) != 36)
	case "json-pointer":
		return likely(s == "" || pointerForm().MatchString(s), s != "" && s[0] != '/')
	case "relative-json-pointer":
		return likely(relativeForm().MatchString(s), !digitStart().MatchString(s))
	case "regex":
		return likely(regexForm().MatchString(s), s == "(" || s == "[")
	}
	return maybe
}

// validAddress also refuses what only looks like an address, such as four numbers beyond 255.
func validAddress(s string) bool {
	_, err := netip.ParseAddr(s)
	return err == nil
}
