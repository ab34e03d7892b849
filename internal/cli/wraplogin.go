package cli

import (
	"fmt"
	"net/url"
	"path/filepath"
	"runtime"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"github.com/schema-bench/schema-bench/internal/safetext"
	"github.com/schema-bench/schema-bench/mcpwrap/login"
)

// loginOptions are those of wrap login.
type loginOptions struct {
	device           bool
	scopes           []string
	clientID, secret string
	port             int
	wait             time.Duration
}

func newLogin(e *env) *cobra.Command {
	o := &loginOptions{wait: 5 * time.Minute}
	cmd := &cobra.Command{
		Use:   "login [flags] URL",
		Short: "Log in to an MCP server for wrap --url",
		Long: `Logs in to the MCP server at the URL by OAuth 2.1 and keeps what that brings, for wrap --url to use and renew. It prints the address to open; no browser is started. The answer of the browser comes to a port of this machine. With --device, a code is shown that can be typed in a browser anywhere, if the server's authorization server knows that way.

This is a command of its own since a client waits only seconds for a server to start, and a person needs minutes. wrap --url that finds no login says in its errors what to type; a login that is made while it runs counts from the next request on.

Where to log in is asked of the server. schema-bench registers itself there; where that is not possible, register it by hand and name it by --client-id.

The login is kept in the folder schema-bench/tokens beside other settings of the user, in a file that only the user can read. Tokens go to nobody but the server and its authorization server, over https or to this machine. wrap logout revokes and removes them.`,
		Example: `  schema-bench wrap login https://mcp.example.com/mcp
  schema-bench wrap login --device https://mcp.example.com/mcp
  schema-bench wrap login --client-id 3f2a --port 8765 https://mcp.example.com
  schema-bench wrap logout https://mcp.example.com/mcp`,
		Args: cobra.ArbitraryArgs,
	}
	f := cmd.Flags()
	f.BoolVar(&o.device, "device", false, "show a code to be typed in a browser on any device")
	f.StringSliceVar(&o.scopes, "scope", nil, "ask for these `SCOPES` instead of those that the server names; blanks or commas between")
	f.StringVar(&o.clientID, "client-id", "", "the `ID` of schema-bench at the authorization server, where it is registered by hand")
	f.StringVar(&o.secret, "client-secret", "", "the environment variable `NAME` holds the secret of --client-id")
	f.IntVar(&o.port, "port", 0, "take the browser's answer at this `PORT` of 127.0.0.1 (default: one that is free)")
	f.Var(span{&o.wait}, "wait", "give up after this long (`TIME`, such as 10m)")
	cmd.RunE = run(e, func(cmd *cobra.Command, g globals, args []string) error { return o.run(cmd, e, args) })
	return cmd
}

func newLogout(e *env) *cobra.Command {
	cmd := &cobra.Command{
		Use:     "logout [flags] URL",
		Short:   "End the login to an MCP server",
		Long:    `Revokes the tokens of wrap login at the authorization server, if it lets programs do that, and removes them from this machine in any case.`,
		Example: `  schema-bench wrap logout https://mcp.example.com/mcp`,
		Args:    cobra.ArbitraryArgs,
	}
	cmd.RunE = run(e, func(cmd *cobra.Command, g globals, args []string) error {
		server, store, err := e.loginTo(cmd, args)
		if err != nil {
			return err
		}
		left, err := login.Logout(cmd.Context(), store, server)
		if err != nil {
			return err
		}
		name := safetext.Line(left.Server)
		switch {
		case !left.Found:
			fmt.Fprintf(e.Out, "There is no login to %s.\n", name)
		case left.Revoked:
			fmt.Fprintf(e.Out, "Logged out of %s: the tokens are revoked and removed.\n", name)
		default:
			fmt.Fprintf(e.Out, "Logged out of %s: the tokens are removed from this machine, and were not revoked.\n", name)
		}
		if left.Warning != nil {
			fmt.Fprintf(e.Err, "warning: %s\n", message(left.Warning))
		}
		return nil
	})
	return cmd
}

func (o *loginOptions) run(cmd *cobra.Command, e *env, args []string) error {
	server, store, err := e.loginTo(cmd, args)
	if err != nil {
		return err
	}
	secret := ""
	switch {
	case o.secret != "" && o.clientID == "":
		return usagef("--client-secret is that of a --client-id")
	case o.secret != "":
		if secret, _ = e.lookup(o.secret); secret == "" {
			return usagef("the environment variable %s, which --client-secret names, is not set", o.secret)
		}
	}
	if o.port < 0 || o.port > 65535 {
		return usagef("--port %d is no port", o.port)
	}
	if o.device && o.port != 0 {
		return usagef("--port is for a browser on this machine, and --device needs none")
	}
	done, err := login.Login(cmd.Context(), login.Options{
		URL: server, Store: store, Device: o.device, Scopes: splitScopes(o.scopes), ClientID: o.clientID, Secret: secret, Port: o.port, Timeout: o.wait,
		Say: func(text string) { fmt.Fprintf(e.Err, "schema-bench wrap login: %s\n", text) },
	})
	if err != nil {
		return err
	}
	fmt.Fprintf(e.Out, "Logged in to %s by %s.\n", safetext.Line(done.Server), safetext.Line(done.Issuer))
	switch {
	case done.Renews:
		fmt.Fprintln(e.Out, "wrap --url uses the login from now on and renews it by itself.")
	case done.Expires.IsZero():
		fmt.Fprintln(e.Out, "wrap --url uses the login from now on.")
	default:
		fmt.Fprintf(e.Out, "wrap --url uses the login from now on. It ends in %s and cannot be renewed.\n", time.Until(done.Expires).Round(time.Minute))
	}
	return nil
}

// splitScopes takes scopes as they are written in documentation, with blanks between.
func splitScopes(given []string) []string {
	var out []string
	for _, s := range given {
		out = append(out, strings.Fields(s)...)
	}
	return out
}

// loginTo reads the argument of login and logout.
func (e *env) loginTo(cmd *cobra.Command, args []string) (*url.URL, login.Store, error) {
	if len(args) != 1 {
		return nil, login.Store{}, withHint(usagef("%s takes the URL of one server, and %d are named", cmd.CommandPath(), len(args)), "%s https://mcp.example.com/mcp", cmd.CommandPath())
	}
	server, _, err := (&wrapOptions{url: args[0]}).reach(e)
	if err != nil {
		return nil, login.Store{}, withHint(usagef("the argument of %s is no URL of http or https", cmd.CommandPath()), "an MCP endpoint often ends in /mcp or /sse")
	}
	store, ok := e.logins()
	if !ok {
		return nil, login.Store{}, withHint(usagef("there is no place for logins: the home directory is unknown"), "set HOME, or XDG_CONFIG_HOME to a directory of your own")
	}
	return server, store, nil
}

// logins is where logins are kept: beside other settings of the user.
func (e *env) logins() (login.Store, bool) {
	var dir string
	switch xdg := e.Getenv("XDG_CONFIG_HOME"); {
	case filepath.IsAbs(xdg):
		dir = xdg
	case runtime.GOOS == "windows" && e.Getenv("APPDATA") != "":
		dir = e.Getenv("APPDATA")
	case e.Home == "":
		return login.Store{}, false
	case runtime.GOOS == "windows":
		dir = filepath.Join(e.Home, "AppData", "Roaming")
	case runtime.GOOS == "darwin":
		dir = filepath.Join(e.Home, "Library", "Application Support")
	default:
		dir = filepath.Join(e.Home, ".config")
	}
	return login.Store{Dir: filepath.Join(dir, "schema-bench", "tokens")}, true
}
