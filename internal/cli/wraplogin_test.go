package cli

import (
	"context"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"
)

// shop is an MCP server and its own authorization server. What comes to it is kept by path.
type shop struct {
	*httptest.Server
	mu    sync.Mutex
	asked map[string][]string
	short bool // tokens do not last, and are not renewed
}

func newShop(t *testing.T) *shop {
	t.Helper()
	s := &shop{asked: map[string][]string{}}
	s.Server = httptest.NewServer(s)
	t.Cleanup(s.Close)
	return s
}

func (s *shop) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	body, err := io.ReadAll(r.Body)
	if err != nil {
		return
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	s.asked[r.URL.Path] = append(s.asked[r.URL.Path], string(body))
	w.Header().Set("Content-Type", "application/json")
	switch r.URL.Path {
	case "/.well-known/oauth-protected-resource/mcp":
		fmt.Fprintf(w, `{"resource":"%[1]s/mcp","authorization_servers":["%[1]s"]}`, s.URL)
	case "/.well-known/oauth-authorization-server":
		fmt.Fprintf(w, `{"issuer":"%[1]s","authorization_endpoint":"%[1]s/authorize","token_endpoint":"%[1]s/token","registration_endpoint":"%[1]s/register","revocation_endpoint":"%[1]s/revoke","device_authorization_endpoint":"%[1]s/device","code_challenge_methods_supported":["S256"]}`, s.URL)
	case "/register":
		fmt.Fprint(w, `{"client_id":"c"}`)
	case "/authorize":
		q := r.URL.Query()
		http.Redirect(w, r, q.Get("redirect_uri")+"?code=hidden-code&state="+q.Get("state"), http.StatusFound)
	case "/device":
		fmt.Fprintf(w, `{"device_code":"hidden-device","user_code":"ABCD","verification_uri":"%s/type","expires_in":60,"interval":1}`, s.URL)
	case "/token":
		if s.short {
			fmt.Fprint(w, `{"access_token":"hidden-access","token_type":"Bearer","expires_in":7200}`)
			return
		}
		fmt.Fprint(w, `{"access_token":"hidden-access","token_type":"Bearer","refresh_token":"hidden-refresh","expires_in":7200}`)
	case "/revoke":
	case "/mcp":
		if r.Header.Get("Authorization") != "Bearer hidden-access" {
			w.WriteHeader(http.StatusUnauthorized)
			return
		}
		fmt.Fprint(w, `{"jsonrpc":"2.0","id":0,"result":{"welcome":true}}`)
	default:
		http.NotFound(w, r)
	}
}

// A user is standard error, read by somebody who opens what it shows.
type user struct {
	t    *testing.T
	mu   sync.Mutex
	text strings.Builder
	gone sync.WaitGroup
}

func (u *user) Write(b []byte) (int, error) {
	u.mu.Lock()
	defer u.mu.Unlock()
	u.text.Write(b)
	if _, address, ok := strings.Cut(string(b), "to log in: "); ok {
		u.gone.Go(func() {
			resp, err := http.Get(strings.TrimSpace(address))
			if err != nil {
				u.t.Error(err)
				return
			}
			resp.Body.Close()
		})
	}
	return len(b), nil
}

const welcomeMe = `{"jsonrpc":"2.0","id":0,"method":"initialize","params":{"protocolVersion":"2025-11-25","capabilities":{},"clientInfo":{"name":"t","version":"0"}}}` + "\n"

func TestWrapLogin(t *testing.T) {
	t.Parallel()
	s, dir := newShop(t), t.TempDir()
	config := filepath.Join(dir, "settings")
	run := func(in string, want int, args ...string) (string, string) {
		t.Helper()
		e, out, _ := testEnv(dir, "XDG_CONFIG_HOME="+config, "SECRET=hidden-secret")
		u := &user{t: t}
		e.In, e.Err = strings.NewReader(in), u
		code := e.run(context.Background(), append([]string{"wrap"}, args...))
		u.gone.Wait()
		said := u.text.String()
		if code != want {
			t.Errorf("%q: exit code %d\n%s%s", args, code, out, said)
		}
		if strings.Contains(out.String()+said, "hidden") {
			t.Errorf("%q shows a secret:\n%s%s", args, out, said)
		}
		return out.String(), said
	}
	expect := func(got, want string) {
		t.Helper()
		if !strings.Contains(got, want) {
			t.Errorf("%q is not in %s", want, got)
		}
	}
	to := s.URL + "/mcp"
	out, _ := run(welcomeMe, 0, "--url", to)
	expect(out, "wants authorisation: run schema-bench wrap login "+to+" in a terminal")

	out, said := run("", 0, "login", to)
	expect(out, "Logged in to "+to+" by "+s.URL+".\nwrap --url uses the login from now on and renews it by itself.\n")
	expect(said, "schema-bench wrap login: open this address in a browser on this machine to log in: "+s.URL+"/authorize?")
	files, err := os.ReadDir(filepath.Join(config, "schema-bench", "tokens"))
	if err != nil || len(files) != 2 {
		t.Errorf("%v, %v", files, err)
	}
	out, _ = run(welcomeMe, 0, "--url", to+"?key=hidden")
	expect(out, `{"welcome":true}`)

	out, _ = run("", 0, "logout", to)
	expect(out, "Logged out of "+to+": the tokens are revoked and removed.")
	out, _ = run("", 0, "logout", to)
	expect(out, "There is no login to "+to)
	out, _ = run(welcomeMe, 0, "--url", to)
	expect(out, "wants authorisation")

	s.mu.Lock()
	s.short = true
	s.mu.Unlock()
	out, said = run("", 0, "login", "--device", "--client-id", "mine", "--client-secret", "SECRET", "--scope", "a b,c", to)
	expect(said, "open "+s.URL+"/type on any device and type the code ABCD")
	expect(out, "It ends in 2h0m0s and cannot be renewed.")
	asked := strings.Join(s.asked["/device"], "")
	expect(asked, "client_id=mine")
	expect(asked, "client_secret=hidden-secret")
	expect(asked, "scope=a+b+c")
}

func TestWrapLoginUse(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		args []string
		want string
	}{
		{[]string{"login"}, "takes the URL of one server, and 0 are named"},
		{[]string{"logout", "https://a", "https://b"}, "takes the URL of one server, and 2 are named"},
		{[]string{"login", "npx"}, "the argument of schema-bench wrap login is no URL of http or https"},
		{[]string{"login", "--client-secret", "X", "https://a"}, "--client-secret is that of a --client-id"},
		{[]string{"login", "--client-id", "x", "--client-secret", "X", "https://a"}, "the environment variable X, which --client-secret names, is not set"},
		{[]string{"login", "--port", "70000", "https://a"}, "--port 70000 is no port"},
		{[]string{"login", "--port", "-1", "https://a"}, "--port -1 is no port"},
		{[]string{"login", "--port", "1", "--device", "https://a"}, "--device needs none"},
		{[]string{"login", "--wait", "0s", "https://a"}, "--wait"},
	} {
		e, out, errw := testEnv(t.TempDir())
		if code := e.run(context.Background(), append([]string{"wrap"}, c.args...)); code != exitUsage || out.Len() > 0 || !strings.Contains(errw.String(), c.want) {
			t.Errorf("%q: exit code %d\n%s%s", c.args, code, out, errw)
		}
	}
	e, _, errw := testEnv(t.TempDir())
	e.Home = ""
	if code := e.run(context.Background(), []string{"wrap", "logout", "https://a"}); code != exitUsage || !strings.Contains(errw.String(), "the home directory is unknown") {
		t.Errorf("no home: exit code %d, %s", code, errw)
	}
	e, _, errw = testEnv(t.TempDir())
	if code := e.run(context.Background(), []string{"wrap", "login", "http://mcp.example/mcp"}); code != exitUnmeasured || !strings.Contains(errw.String(), "hint: tokens go over https alone") {
		t.Errorf("in the clear: exit code %d, %s", code, errw)
	}
}
