package request

import (
	"bufio"
	"io"
	"net"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync"
	"testing"

	"github.com/schema-bench/schema-bench/schema"
)

// A tap is an HTTP server that keeps the bytes that arrive.
type tap struct {
	*httptest.Server
	client *http.Client
	raw    *recorder

	request *http.Request // the last one, parsed by net/http
	body    []byte
}

// recorder keeps what is read from a connection.
type recorder struct {
	sync.Mutex
	bytes []byte
}

type tapped struct {
	net.Listener
	to *recorder
}

type conn struct {
	net.Conn
	to *recorder
}

func (l tapped) Accept() (net.Conn, error) {
	c, err := l.Listener.Accept()
	return conn{c, l.to}, err
}

func (c conn) Read(p []byte) (int, error) {
	n, err := c.Conn.Read(p)
	c.to.Lock()
	defer c.to.Unlock()
	c.to.bytes = append(c.to.bytes, p[:n]...)
	return n, err
}

func newTap(t testing.TB) *tap {
	t.Helper()
	w := &tap{raw: &recorder{}}
	w.Server = httptest.NewUnstartedServer(http.HandlerFunc(func(_ http.ResponseWriter, r *http.Request) {
		body, err := io.ReadAll(r.Body)
		if err != nil {
			t.Error(err)
		}
		w.raw.Lock()
		defer w.raw.Unlock()
		w.request, w.body = r, body
	}))
	w.Listener = tapped{w.Listener, w.raw}
	w.Start()
	// One connection for each request, and no header that the request does not have.
	w.client = &http.Client{Transport: &http.Transport{DisableKeepAlives: true, DisableCompression: true}}
	t.Cleanup(w.Close)
	return w
}

// send sends a request and returns the bytes of it that arrived, without the headers that every request has.
func (w *tap) send(t testing.TB, r *http.Request) string {
	t.Helper()
	w.raw.Lock()
	w.raw.bytes = nil
	w.raw.Unlock()
	res, err := w.client.Do(r)
	if err != nil {
		t.Fatal(err)
	}
	res.Body.Close()
	w.raw.Lock()
	defer w.raw.Unlock()
	if res.StatusCode != http.StatusOK {
		t.Fatalf("the server refused the request: %s\n%s", res.Status, w.raw.bytes)
	}
	head, body, _ := strings.Cut(string(w.raw.bytes), "\r\n\r\n")
	var keep []string
	lines := bufio.NewScanner(strings.NewReader(head))
	for lines.Scan() {
		switch name, _, _ := strings.Cut(lines.Text(), ":"); name {
		case "Host", "User-Agent", "Connection":
		default:
			keep = append(keep, lines.Text())
		}
	}
	return strings.Join(keep, "\n") + "\n\n" + body
}

func parse(t testing.TB, text string) *schema.Node {
	t.Helper()
	if text == "" {
		return nil
	}
	n, err := schema.Parse([]byte(text))
	if err != nil {
		t.Fatalf("%s: %v", text, err)
	}
	return n
}

// line is the request line that a call with arguments arrives with, without method and version.
func (w *tap) line(t testing.TB, c *Call, args string) string {
	t.Helper()
	r, err := c.Build(parse(t, args), &Options{Server: w.URL})
	if err != nil {
		t.Fatalf("%s: %v", args, err)
	}
	first, _, _ := strings.Cut(w.send(t, r), "\n")
	first = strings.TrimPrefix(first, c.Method+" ")
	return strings.TrimSuffix(first, " HTTP/1.1")
}
