package mcpsource

import (
	"io"
	"net/url"
	"strings"
	"testing"

	"pgregory.net/rapid"
)

func TestDisplayCommand(t *testing.T) {
	t.Parallel()
	tests := []struct {
		argv []string
		want string
	}{
		{[]string{"npx", "-y", "@scope/pkg"}, "npx -y @scope/pkg"},
		{[]string{"node", "my server.js", ""}, "node 'my server.js' ''"},
		{[]string{"x", "--api-key", "abc", "--api-key=abc", "--verbose"}, "x --api-key *** --api-key=*** --verbose"},
		{[]string{"x", "--no-auth", "--port", "1"}, "x --no-auth --port 1"},
		{[]string{"docker", "run", "-e", "API_TOKEN=abc", "-e", "MODE=fast", "img"}, "docker run -e API_TOKEN=*** -e MODE=fast img"},
		{[]string{"mcp-remote", "https://u:p@h.example/mcp?key=abc", "--header", "Authorization: Bearer abc"}, "mcp-remote https://***@h.example/mcp?key=*** --header 'Authorization: ***'"},
		{[]string{"x", "ghp_0123456789abcdef"}, "x ***"},
		{[]string{"x", "--url=https://h.example/?token=abc"}, "x --url=https://h.example/?token=***"},
		{[]string{"x", "a\nb\x1b[31m"}, `x 'a\nb\u001b[31m'`},
		{[]string{"x\u202e", "\u009bc"}, `'x\u202e' '\u009bc'`},
	}
	for _, tt := range tests {
		if got := DisplayCommand(tt.argv); got != tt.want {
			t.Errorf("%q: got %s, want %s", tt.argv, got, tt.want)
		}
	}
}

func TestDisplayURL(t *testing.T) {
	t.Parallel()
	tests := []struct{ in, want string }{
		{"https://h.example/mcp", "https://h.example/mcp"},
		{"https://user:pass@h.example/mcp#frag", "https://***@h.example/mcp"},
		{"https://h.example/mcp?api_key=abc&page=2", "https://h.example/mcp?api_key=***&page=***"},
		{"https://h.example/mcp?token=x&k=QSECRET9&debug&e=#f", "https://h.example/mcp?token=***&k=***&debug&e="},
		{"https://h.example/mcp?sk-abcdef&x=a=b;c=d", "https://h.example/mcp?***&x=***"},
		{"https://h.example/mcp?x=%zz%1b", "https://h.example/mcp?x=***"},
		{"https://h.example/s/NmE4ZjQ0YzItOWZiNS00/mcp", "https://h.example/s/***/mcp"},
		{"https://h.example/a-long-descriptive-path-name/x", "https://h.example/a-long-descriptive-path-name/x"},
		{"http://[::1", "http://[::1"},
		{"http://[\x1b[2J\u202e", `http://[\u001b[2J\u202e`},
		{"http://u:p@[::1?key=x", "***@[::1"},
		{"postgres://u:p@db/x", "postgres://***@db/x"},
	}
	for _, tt := range tests {
		if got := DisplayURL(tt.in); got != tt.want {
			t.Errorf("%s: got %s, want %s", tt.in, got, tt.want)
		}
	}
}

func TestScrubCutText(t *testing.T) {
	t.Parallel()
	c := secretsOf(Server{Env: map[string]string{"API_KEY": "abcdefgh-ijkl"}})
	tests := []struct{ in, want string }{
		{"got abcdefgh-ijkl twice: abcdefgh-ijkl", "got *** twice: ***"},
		{"got abcdefgh…", "got ***…"},
		{"got abcdefgh… and abcd…, done", "got ***… and ***…, done"},
		{"got abc…", "got abc…"},
		{"nothing … here …", "nothing … here …"},
	}
	for _, tt := range tests {
		if got := c.text(tt.in); got != tt.want {
			t.Errorf("%s: got %s, want %s", tt.in, got, tt.want)
		}
	}
}

func TestDisplayURLHidesCredentials(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		secret := "zq" + rapid.StringMatching(`[A-Za-z0-9]{6,30}`).Draw(t, "secret") + "qz"
		host := rapid.StringMatching(`[a-p]{1,10}\.example`).Draw(t, "host")
		in := "https://" + host + "/mcp?" + rapid.SampledFrom([]string{"token", "apiKey", "access_token", "X-Auth", "client_secret", "k", "q", "page"}).Draw(t, "name") + "=" + url.QueryEscape(secret)
		if rapid.Bool().Draw(t, "user") {
			in = strings.Replace(in, "://", "://"+secret+":"+secret+"@", 1)
		}
		got := DisplayURL(in)
		if strings.Contains(got, secret) || !strings.Contains(got, host) {
			t.Fatalf("%s is shown as %s", in, got)
		}
		if again := DisplayURL(got); again != got {
			t.Fatalf("%s changes to %s", got, again)
		}
		s := secretsOf(Server{Command: []string{"x", in}})
		if text := s.text("said " + secret); strings.Contains(text, secret) {
			t.Fatalf("%s is not scrubbed: %s", secret, text)
		}
	})
}

func FuzzStdout(f *testing.F) {
	for _, s := range []string{
		"{\"jsonrpc\":\"2.0\",\"id\":1,\"result\":{}}\n", "hello\n{}\n", "[{\"jsonrpc\":\"2.0\",\"method\":\"a\"}]\n", "{\"jsonrpc\":\"2.0\"", "\x1b[0m\n\n\r\n",
		"{\"jsonrpc\":\"2.0\",\"id\":null,\"error\":{\"code\":1,\"message\":\"x\"}}\n", "{\"jsonrpc\":\"2.0\",\"id\":{}}\n",
	} {
		f.Add([]byte(s))
	}
	f.Fuzz(func(t *testing.T, b []byte) {
		r, w := io.Pipe()
		o := &stdout{dst: w, maxLine: 1 << 12, fail: func(error) {}} // how a fetch ends is not looked at here
		go o.copy(strings.NewReader(string(b)))
		got, err := io.ReadAll(r)
		if err != nil {
			t.Fatal(err)
		}
		// What comes through is lines of JSON objects, each of them sent by the server as it is.
		for line := range strings.Lines(string(got)) {
			line = strings.TrimSuffix(line, "\n")
			if !strings.HasPrefix(line, "{") || !strings.Contains(string(b), line) {
				t.Fatalf("%q came out of %q", line, b)
			}
		}
	})
}

func FuzzReadPage(f *testing.F) {
	for _, s := range []string{oddTools, `{"tools":[],"nextCursor":"x"}`, `{"tools":null}`, `{"tools":[1,"a",{}],"nextCursor":null}`, `[]`, `{"nextCursor":{}}`} {
		f.Add([]byte(s))
	}
	f.Fuzz(func(t *testing.T, b []byte) {
		p, _, err := readPage(b)
		if err != nil {
			return
		}
		for _, tool := range p.Tools {
			if !strings.Contains(string(b), string(tool)) {
				t.Fatalf("%s is not in %s", tool, b)
			}
		}
		again, cursor, err := readPage(join(p.Tools))
		if err != nil || cursor != "" || len(again.Tools) != len(p.Tools) {
			t.Fatalf("joined page is read as %d tools, cursor %q, %v", len(again.Tools), cursor, err)
		}
	})
}

func FuzzDisplayURL(f *testing.F) {
	for _, s := range []string{"https://u:p@h/x?key=v&a=b#f", "http://[::1?a=b", "x", "a:b", "//h/%zz", "https://h/?token=%"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, raw string) {
		got := DisplayURL(raw)
		u, err := url.Parse(raw)
		if err != nil || u.User == nil {
			return
		}
		if p, ok := u.User.Password(); ok && len(p) > 8 && strings.Contains(got, ":"+p+"@") {
			t.Fatalf("%q is shown as %q", raw, got)
		}
	})
}
