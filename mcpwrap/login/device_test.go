package login

import (
	"net/http"
	"net/url"
	"slices"
	"strings"
	"testing"
	"time"
)

func device(o *Options) { o.Device = true }

func TestDevice(t *testing.T) {
	t.Parallel()
	w := newWorld(t, func(w *world) { w.polls = []string{"authorization_pending", "slow_down", "authorization_pending"} })
	done, err := w.login(device)
	if err != nil || !done.Renews {
		t.Fatalf("%+v, %v", done, err)
	}
	at := w.issuer.URL
	if want := []string{
		"open " + at + "/type on any device and type the code ABCD-1234, or open " + at + "/type?code=ABCD-1234 and compare the code",
		"waits 2s", "waits 2s", "waits 7s", "waits 7s",
	}; !slices.Equal(w.said, want) {
		t.Errorf("%q", w.said)
	}
	if len(w.clients) != 1 || !strings.Contains(w.clients[0], deviceGrant) || strings.Contains(w.clients[0], "redirect") {
		t.Errorf("registered as %q", w.clients)
	}
	asked := w.grants["device"]
	if asked.Get("client_id") != "client-1" || asked.Get("resource") != w.mcp.URL+"/mcp" || asked.Get("scope") != "tools offline_access" {
		t.Errorf("asked for %v", asked)
	}
	for _, form := range w.forms {
		if form.Get("resource") != w.mcp.URL+"/mcp" || !strings.HasPrefix(form.Get("device_code"), "device-") {
			t.Errorf("%v", form)
		}
	}
	w.expire()
	if h := header(t, NewSession(w.store, w.url(), nil)); h == "" {
		t.Error("it is not renewed")
	}
}

// A server that does not answer for a while is asked less often.
func TestDeviceAtAServerThatFails(t *testing.T) {
	t.Parallel()
	w := newWorld(t, nil)
	times := 0
	w.fault = func(rw http.ResponseWriter, form url.Values) bool {
		if times++; times > 2 {
			return false
		}
		rw.WriteHeader(http.StatusServiceUnavailable)
		return true
	}
	if _, err := w.login(device); err != nil || !slices.Equal(w.said[1:], []string{"waits 2s", "waits 4s", "waits 8s"}) {
		t.Errorf("%v, %q", err, w.said)
	}
}

func TestDeviceWithoutALogin(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		name, want string
		world      func(*world)
	}{
		{"denied", "the login was refused: ", func(w *world) { w.polls = []string{"authorization_pending", "access_denied"} }},
		{"expired", "the code has expired", func(w *world) { w.polls = []string{"expired_token"} }},
		{"another error", "refuses: invalid_client", func(w *world) { w.polls = []string{"invalid_client"} }},
		{"no registration", "lets no program register itself", func(w *world) { w.metadata = without("registration_endpoint") }},
		{"no answer to the question", "asking for a code: ", func(w *world) {
			w.metadata = func(doc map[string]any) map[string]any {
				doc["device_authorization_endpoint"] = doc["issuer"].(string) + "/nowhere"
				return doc
			}
		}},
		{"no token", "fetching the token: ", func(w *world) {
			w.fault = func(rw http.ResponseWriter, form url.Values) bool { _, _ = rw.Write([]byte("<html>")); return true }
		}},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			w := newWorld(t, c.world)
			if done, err := w.login(device); err == nil || !strings.Contains(err.Error(), c.want) {
				t.Errorf("%+v, %v", done, err)
			}
		})
	}
}

func TestDeviceAnswers(t *testing.T) {
	t.Parallel()
	a := &authority{wire: newWire(&url.URL{Scheme: "https", Host: "mcp.example"})}
	for want, d := range map[string]deviceAnswer{
		"without a code":             {Device: "d", Place: "https://as.example"},
		"does not say where":         {Device: "d", User: "u", Place: "type"},
		"is not reached over https":  {Device: "d", User: "u", Place: "http://as.example"},
		"js.example is not reached ": {Device: "d", User: "u", Place: "javascript://js.example/%0aalert(1)"},
	} {
		if err := d.check(a); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%+v: %v", d, err)
		}
	}
	good := deviceAnswer{Device: "d", User: "u", Place: "https://as.example/x"}
	if err := good.check(a); err != nil || good.Interval != 5 {
		t.Errorf("%v, %+v", err, good)
	}
}

// A client that was registered by hand says who it is in the way that the server takes, at the end as at the beginning.
func TestDeviceWithASecret(t *testing.T) {
	t.Parallel()
	for _, basic := range []bool{false, true} {
		methods := []string{"client_secret_basic"}
		if !basic {
			methods = append(methods, "client_secret_post")
		}
		w := newWorld(t, func(w *world) { w.metadata = with("token_endpoint_auth_methods_supported", methods) })
		w.secrets = append(w.secrets, "hush hush")
		var heads []string
		inner := w.issuer.Config.Handler
		w.issuer.Config.Handler = http.HandlerFunc(func(rw http.ResponseWriter, r *http.Request) {
			if user, password, ok := r.BasicAuth(); ok {
				heads = append(heads, r.URL.Path+" "+user+" "+password)
			}
			inner.ServeHTTP(rw, r)
		})
		if _, err := w.login(func(o *Options) { o.Device, o.ClientID, o.Secret = true, "by hand", "hush hush" }); err != nil {
			t.Fatal(err)
		}
		want := []string{"/device by+hand hush+hush", "/token by+hand hush+hush"}
		if basic != slices.Equal(heads, want) || basic == (w.forms[0].Get("client_secret") != "") {
			t.Errorf("%v: %q, %v", basic, heads, w.forms)
		}
		w.polls = []string{"hush hush"}
		if _, err := w.login(func(o *Options) { o.Device, o.ClientID, o.Secret = true, "by hand", "hush hush" }); err == nil || !strings.Contains(err.Error(), "refuses: ") {
			t.Errorf("%v", err)
		}
	}
}

// A code that nobody types ends by itself, and so does the waiting for it.
func TestDeviceThatNobodyUses(t *testing.T) {
	t.Parallel()
	w := newWorld(t, func(w *world) { w.polls = []string{"authorization_pending", "authorization_pending"} })
	inner := w.issuer.Config.Handler
	w.issuer.Config.Handler = http.HandlerFunc(func(rw http.ResponseWriter, r *http.Request) {
		if r.URL.Path == "/device" {
			reply(rw, 200, map[string]any{"device_code": "d", "user_code": "u", "verification_uri": w.issuer.URL, "expires_in": 1})
			return
		}
		inner.ServeHTTP(rw, r)
	})
	_, err := w.login(func(o *Options) { o.Device, o.pause = true, nil }) // five seconds between questions, and one to live
	if err == nil || !strings.Contains(err.Error(), "the code has expired") || len(w.forms) > 0 {
		t.Errorf("%v, %v", err, w.forms)
	}
	_, err = w.login(func(o *Options) { o.Device, o.pause, o.Timeout = true, nil, 100*time.Millisecond })
	if err == nil || !strings.Contains(err.Error(), "nobody has logged in within 100ms") {
		t.Errorf("%v", err)
	}
}
